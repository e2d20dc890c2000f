"""Drawing and input that every screen shares: scenes, devices, focus, paint, widgets, pictures, sound."""

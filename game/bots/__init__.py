"""Computer players at work, outside the window's loop."""

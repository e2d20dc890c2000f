"""Drawing and input that every screen shares: pygame and pymunk; names no game."""

"""What decided a match."""

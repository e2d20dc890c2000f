"""Screen of Four buttons."""

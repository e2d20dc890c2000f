"""Four buttons on the screen."""

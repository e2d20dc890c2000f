"""A sixth game with a picture of its own: the same rules as those of the one without."""

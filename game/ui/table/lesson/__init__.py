"""A lesson on the screen: the scene of a match under a veil, and the teacher in it."""

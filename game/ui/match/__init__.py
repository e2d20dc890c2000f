"""A match on the screen: the scene, what is shown of it, and what every game's view fills in."""

"""The match on the screen: its scene, its animations, and the base of every game's view."""

"""Screen of RockIt to Destiny: the view of a match and its parts. Only this package imports pygame."""

from game.games.rockit.screen.view import VIEW

__all__ = ["VIEW"]

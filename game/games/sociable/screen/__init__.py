"""Screen of SOCiable: the view of a match and its parts. Only this package imports pygame."""

from game.games.sociable.screen.view import VIEW

__all__ = ["VIEW"]

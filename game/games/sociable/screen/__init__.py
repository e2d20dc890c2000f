"""SOCiable on the screen: the view of a match, its parts, and what it says; pygame begins here."""

from game.games.sociable.screen.view import VIEW

__all__ = ["VIEW"]

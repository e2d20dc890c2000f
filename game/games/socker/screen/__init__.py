"""Screen of Socker: the match view and its parts. The only package of the game with pygame."""

from game.games.socker.screen.view import VIEW

__all__ = ["VIEW"]

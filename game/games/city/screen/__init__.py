"""Screen of Socks in the City: the match view and its parts. The only package of the game with pygame."""

from game.games.city.screen.view import VIEW

__all__ = ["VIEW"]

"""Window view of SOCKI, its parts and texts. Only this package imports pygame."""

from game.games.socki.screen.view import VIEW

__all__ = ["VIEW"]

"""Socker on the screen: the view of a match, its parts, and what it says; pygame begins here."""

from game.games.socker.screen.view import VIEW

__all__ = ["VIEW"]

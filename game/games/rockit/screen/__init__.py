"""RockIt to Destiny on the screen: the view of a match, its parts, and what it says; pygame begins here."""

from game.games.rockit.screen.view import VIEW

__all__ = ["VIEW"]

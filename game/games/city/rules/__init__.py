"""The rules of Socks in the City: states, moves, text forms; pure, and the only judge."""

from game.games.city.rules.rules import RULES

__all__ = ["RULES"]

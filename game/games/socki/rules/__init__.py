"""The rules of SOCKI: states, moves, text forms; pure, and the only judge."""

from game.games.socki.rules.rules import RULES

__all__ = ["RULES"]

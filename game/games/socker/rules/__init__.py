"""The rules of Socker: states, moves, text forms; pure, and the only judge."""

from game.games.socker.rules.rules import RULES

__all__ = ["RULES"]

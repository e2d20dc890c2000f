"""The rules of SOCiable: states, moves, text forms; pure, and the only judge."""

from game.games.sociable.rules.rules import RULES

__all__ = ["RULES"]

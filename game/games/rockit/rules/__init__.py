"""The rules of RockIt to Destiny: states, moves, text forms; pure, and the only judge."""

from game.games.rockit.rules.rules import RULES

__all__ = ["RULES"]

"""Rules of four in a row."""

from tests.sample_games.four.rules import RULES

__all__ = ["RULES"]

"""The rules of four in a row."""

from tests.sixth.four.rules import RULES

__all__ = ["RULES"]

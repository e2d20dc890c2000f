"""Who plays four in a row."""

from tests.sixth.four.bot import BOT

__all__ = ["BOT"]

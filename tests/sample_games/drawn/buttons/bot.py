"""Bot of four in a row."""

from tests.sample_games.four.bot import BOT

__all__ = ["BOT"]

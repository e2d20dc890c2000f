"""The computer players of Socks in the City: they see an Observation and the options, nothing else."""

from game.games.city.bot.player import BOT

__all__ = ["BOT"]

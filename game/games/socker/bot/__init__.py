"""The computer players of Socker: they see an Observation and the options, nothing else."""

from game.games.socker.bot.player import BOT

__all__ = ["BOT"]

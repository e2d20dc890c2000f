"""The computer players of SOCKI: they see an Observation and the options, nothing else."""

from game.games.socki.bot.player import BOT

__all__ = ["BOT"]

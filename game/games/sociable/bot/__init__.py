"""The computer players of SOCiable: they see an Observation and the options, nothing else."""

from game.games.sociable.bot.player import BOT

__all__ = ["BOT"]

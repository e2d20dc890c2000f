"""The computer players of RockIt: they see an Observation and the options, nothing else."""

from game.games.rockit.bot.player import BOT

__all__ = ["BOT"]

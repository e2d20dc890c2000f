"""The computer player."""

from tests.sample_games.take_away import TakeBot

BOT = TakeBot()

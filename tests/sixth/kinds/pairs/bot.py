"""The computer player."""

from tests.sixth.take import TakeBot

BOT = TakeBot()

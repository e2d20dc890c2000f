"""The rules."""

from tests.sample_games.kinds.lone import INFO
from tests.sample_games.take_away import TakeRules

RULES = TakeRules(INFO)

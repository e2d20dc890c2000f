"""The rules."""

from tests.sample_games.kinds.pairs import INFO
from tests.sample_games.take_away import TakeRules

RULES = TakeRules(INFO)

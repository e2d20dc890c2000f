"""The rules."""

from tests.sixth.kinds.pairs import INFO
from tests.sixth.take import TakeRules

RULES = TakeRules(INFO)

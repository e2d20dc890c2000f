"""The rules."""

from tests.sixth.kinds.lone import INFO
from tests.sixth.take import TakeRules

RULES = TakeRules(INFO)

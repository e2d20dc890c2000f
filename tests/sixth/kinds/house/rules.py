"""The rules."""

from tests.sixth.kinds.house import INFO
from tests.sixth.take import TakeRules

RULES = TakeRules(INFO)

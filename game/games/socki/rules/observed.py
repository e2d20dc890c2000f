"""What a seat of SOCKI may know, as its observation has it."""

from typing import cast

from game.core.game import Observation
from game.core.rummy.table import TableObserved


class Observed(TableObserved):
    """The table, and the totals."""

    dealer: int
    drawn: int
    """Cards drawn in this turn."""
    scores: list[int]


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)

"""What a seat of RockIt may know, as its observation has it."""

from typing import TypedDict, cast

from game.core.game import Observation
from game.core.rummy.table import TableObserved

_WhoIsIn = TypedDict("_WhoIsIn", {"in": list[int]})
"""Which seats have come in, 0 or 1 each; a word that no class can have as a field."""


class Observed(TableObserved, _WhoIsIn):
    """The board, who has come in, and the games won."""

    came: int
    """Whether the seat to move came in during this very turn."""
    wins: list[int]


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)

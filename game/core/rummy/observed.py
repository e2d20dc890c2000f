"""What every rummy lets a seat know of its table."""

from typing import NotRequired, TypedDict, cast

from game.core.contract import Observation


class TableObserved(TypedDict):
    """What the observations of all rummies have."""

    seat: int | None
    players: int
    table: list[list[str]]
    counts: list[int]
    """Cards in each hand."""
    stock: int
    """Cards left to draw."""
    turn: int
    passes: int
    hand: NotRequired[list[str]]
    """Not for spectators."""


_WhoIsIn = TypedDict("_WhoIsIn", {"in": list[int]}, total=False)
"""Which seats have come in; a word that no class can have as a field."""


class TurnObserved(TableObserved, _WhoIsIn, total=False):
    """What some rummies tell besides, for code that knows none of them; each has a type of its own."""

    came: int
    """Whether the seat to move came in during this very turn."""
    drawn: int
    """Cards drawn in this turn."""


def turn_observed(observation: Observation) -> TurnObserved:
    """An observation of a rummy, read through what any of them may have."""
    return cast(TurnObserved, observation)


def table_observed(observation: Observation) -> TableObserved:
    """An observation of a rummy, read through what all of them have."""
    return cast(TableObserved, observation)

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


def table_observed(observation: Observation) -> TableObserved:
    """An observation of a rummy, read through what all of them have."""
    return cast(TableObserved, observation)

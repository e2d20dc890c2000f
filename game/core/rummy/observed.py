"""What every rummy lets a seat know of its table."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict, cast

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


def table_observed(observation: Mapping[str, Any]) -> TableObserved:
    """An observation of a rummy, read through what all of them have."""
    return cast(TableObserved, observation)


def totals_of(observation: Observation) -> list[int]:
    """How the match stands, by seat: points or games won; empty where a game counts neither."""
    return list(observation.get("scores") or observation.get("wins") or ())

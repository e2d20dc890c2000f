"""What a seat of SOCiable may know, as its observation has it."""

from typing import NotRequired, TypedDict, cast

from game.core.game import Observation


class Observed(TypedDict):
    """All that is public, and for a seat its own hand."""

    seat: int | None
    players: int
    counts: list[int]
    stock: int
    order: list[int]
    """Seats from Boss to Temp."""
    give: list[str]
    """Gifts still to choose, ``from>to:count``."""
    lead: list[str]
    by: int | None
    passes: int
    turn: int | None
    out: list[int]
    scores: list[int]
    gone: list[str]
    laid: list[int]
    quit: list[int]
    rounds: NotRequired[list[list[str]]]
    """Who laid how many cards, ``seat:count``, round by round; not there before the first play."""
    hand: NotRequired[list[str]]
    """Not for spectators."""
    given: NotRequired[list[str]]
    """What this seat gave and got, ``from>to:cards``; not there where there was no exchange."""


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)

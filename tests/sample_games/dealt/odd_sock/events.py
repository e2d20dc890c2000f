"""What can happen in Odd Sock, every kind of event with what it carries, and what a seat may know."""

from __future__ import annotations

from typing import NotRequired, TypeAlias, TypedDict, cast, get_args

from game.core.cards import HiddenCards
from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation


@event_kind("deal")
class SocksDealt(TypedEvent):
    """All socks are dealt."""

    hands: list[list[str] | HiddenCards]
    """By seat; only the owner knows the socks."""


@event_kind("pairs")
class PairsMade(TypedEvent):
    """A seat puts pairs into the drawer, for all to see, and mixes what is left."""

    seat: int
    socks: list[str]
    """One of each pair."""
    hand: list[str] | HiddenCards
    """What is left, as it lies then."""


@event_kind("draw")
class SockDrawn(TypedEvent):
    """A seat has drawn a sock of its neighbour's hand; only the two know it."""

    seat: int
    from_: int
    place: int
    """Where it lay in that hand, from 1."""
    sock: list[str] | HiddenCards
    """The one card."""


@event_kind("out")
class SeatOut(TypedEvent):
    """A seat holds no sock any more."""

    seat: int


@event_kind("end")
class MatchEnded(TypedEvent):
    """All pairs lie in the drawer: the seat is left with the odd sock."""

    seat: int


Happening: TypeAlias = SocksDealt | PairsMade | SockDrawn | SeatOut | MatchEnded

read: EventReader[Happening] = EventReader(*get_args(Happening))
"""Reads an event of the game."""


class Observed(TypedDict):
    """All that is public, and for a seat its own hand and what it knows of its neighbours."""

    seat: int | None
    players: int
    counts: list[int]
    turn: int | None
    pairs: list[int]
    """How many pairs each seat has put into the drawer."""
    new: list[int | None]
    """Whose sock lies at the end of a hand, drawn from there and not paired; `None` for nobody's."""
    gone: list[str]
    """What lies in the drawer."""
    draws: int
    hand: NotRequired[list[str]]
    """Not for spectators; from left to right."""
    gave: NotRequired[dict[str, str]]
    """The seats at the end of whose hand a sock lies that was the viewer's, and which it is."""


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)

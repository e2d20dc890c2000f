"""Events and observation of Odd Sock."""

from __future__ import annotations

from typing import NotRequired, TypeAlias, cast, get_args

from game.core.cards import HiddenCards
from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import CommonObservation, Observation


@event_kind("deal")
class SocksDealt(TypedEvent):
    """All socks are dealt."""

    hands: list[list[str] | HiddenCards]  # by seat; only the owner knows the socks


@event_kind("pairs")
class PairsMade(TypedEvent):
    """A seat puts its pairs into the drawer openly and shuffles the rest."""

    seat: int
    socks: list[str]  # one of each pair
    hand: list[str] | HiddenCards  # remaining socks in their new order


@event_kind("draw")
class SockDrawn(TypedEvent):
    """A seat draws a sock from its neighbour's hand; only these two know it."""

    seat: int
    from_: int
    place: int  # position in that hand, from 1
    sock: list[str] | HiddenCards  # the one card


@event_kind("out")
class SeatOut(TypedEvent):
    """A seat has no sock left."""

    seat: int


@event_kind("end")
class MatchEnded(TypedEvent):
    """All pairs are in the drawer; the seat is left with the odd sock."""

    seat: int


Happening: TypeAlias = SocksDealt | PairsMade | SockDrawn | SeatOut | MatchEnded

read: EventReader[Happening] = EventReader(*get_args(Happening))
"""Reader of an event of the game."""


class Observed(CommonObservation):
    """Public data, and for a seat its own hand and what it knows of its neighbours."""

    pairs: list[int]  # number of pairs in the drawer by seat
    new: list[int | None]
    """Previous owner of the last sock of each hand if it was drawn and not paired, else None."""
    gone: list[str]  # socks in the drawer
    draws: int
    gave: NotRequired[dict[str, str]]
    """Seats whose last sock was the viewer's, and that sock."""


def observed(observation: Observation) -> Observed:
    """Read an observation through its type."""
    return cast(Observed, observation)

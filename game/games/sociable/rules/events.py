"""What can happen in SOCiable, every kind of event with what it carries, and what a seat may know.

Orders go from Boss to Temp.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NotRequired, TypeAlias, TypedDict, cast, get_args

from game.core.cards import HiddenCards
from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation


class SociableEventKind(StrEnum):
    """Every kind of event of the game."""

    DRAW_POSITION = "draw_position"
    SEATED = "seated"
    DEAL = "deal"
    GIFT = "gift"
    BLIND_DRAW = "blind_draw"
    PLAY = "play"
    PASS = "pass"
    OUT = "out"
    ROUND_END = "round_end"
    HAND_END = "hand_end"
    MATCH_END = "match_end"


@event_kind(SociableEventKind.DRAW_POSITION)
class PlacesDrawn(TypedEvent):
    """A card each decides who sits where; equals draw again."""

    seats: list[int]
    cards: list[str]
    """A card for each of those seats."""


@event_kind(SociableEventKind.SEATED)
class SeatsTaken(TypedEvent):
    """Everybody has a chair, for the first time."""

    order: list[int]


@event_kind(SociableEventKind.DEAL)
class SociableHandDealt(TypedEvent):
    """The Temp has dealt a hand."""

    seat: int
    order: list[int]
    hands: list[list[str] | HiddenCards]
    """By seat; only the owner knows the cards."""


@event_kind(SociableEventKind.GIFT)
class GiftGiven(TypedEvent):
    """A seat has given cards to another one; only the two know them."""

    seat: int
    to: int
    cards: list[str] | HiddenCards
    forced: bool
    """Whether it had to be the strongest cards."""


@event_kind(SociableEventKind.BLIND_DRAW)
class BlindCardDrawn(TypedEvent):
    """A seat has drawn one of another's cards blindly; only the two know it."""

    seat: int
    from_: int
    cards: list[str] | HiddenCards
    """The one card."""


@event_kind(SociableEventKind.PLAY)
class SociableCardsPlayed(TypedEvent):
    """A seat has laid cards."""

    seat: int
    cards: list[str]


@event_kind(SociableEventKind.PASS)
class SociableTurnPassed(TypedEvent):
    """A seat lays nothing."""

    seat: int


@event_kind(SociableEventKind.OUT)
class SeatOut(TypedEvent):
    """A seat has laid its last card."""

    seat: int
    place: int
    """How many were out before."""


@event_kind(SociableEventKind.ROUND_END)
class RoundEnded(TypedEvent):
    """Nobody beats what lies there; the seat leads the next round."""

    seat: int
    cards: list[str]
    by: int | None
    """Who laid them."""


@event_kind(SociableEventKind.HAND_END)
class SociableHandEnded(TypedEvent):
    """A hand is over: the new order, and points and scores by seat."""

    order: list[int]
    points: list[int]
    scores: list[int]


@event_kind(SociableEventKind.MATCH_END)
class SociableMatchEnded(TypedEvent):
    """The match is over."""

    winners: list[int]
    reason: str


SociableHappening: TypeAlias = (
    PlacesDrawn
    | SeatsTaken
    | SociableHandDealt
    | GiftGiven
    | BlindCardDrawn
    | SociableCardsPlayed
    | SociableTurnPassed
    | SeatOut
    | RoundEnded
    | SociableHandEnded
    | SociableMatchEnded
)

as_event: EventReader[SociableHappening] = EventReader(*get_args(SociableHappening))
"""Reads an event of the game."""


class SociableObservation(TypedDict):
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


def as_observation(observation: Observation) -> SociableObservation:
    """An observation of the game, read through its type."""
    return cast(SociableObservation, observation)

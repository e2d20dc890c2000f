"""Events of SOCiable with their fields, and the observation of a seat.

Every ``order`` goes from Boss to Temp.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NotRequired, TypeAlias, TypedDict, cast, get_args

from game.core.cards import HiddenCards
from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation


class SociableEventKind(StrEnum):
    """Kind of an event of SOCiable."""

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
    """Each seat drew a card for its chair; seats with equal cards draw again."""

    seats: list[int]
    cards: list[str]  # one card for each of ``seats``


@event_kind(SociableEventKind.SEATED)
class SeatsTaken(TypedEvent):
    """The seats took their chairs for the first hand."""

    order: list[int]


@event_kind(SociableEventKind.DEAL)
class SociableHandDealt(TypedEvent):
    """A hand was dealt by the Temp."""

    seat: int
    order: list[int]
    hands: list[list[str] | HiddenCards]  # by seat; only the owner knows the cards


@event_kind(SociableEventKind.GIFT)
class GiftGiven(TypedEvent):
    """A seat gave cards to another; only these two know them."""

    seat: int
    to: int
    cards: list[str] | HiddenCards
    forced: bool  # True if it had to be the strongest cards


@event_kind(SociableEventKind.BLIND_DRAW)
class BlindCardDrawn(TypedEvent):
    """A seat drew a card blindly from another seat's hand; only these two know it."""

    seat: int
    from_: int
    cards: list[str] | HiddenCards  # always one card


@event_kind(SociableEventKind.PLAY)
class SociableCardsPlayed(TypedEvent):
    """A seat laid cards."""

    seat: int
    cards: list[str]


@event_kind(SociableEventKind.PASS)
class SociableTurnPassed(TypedEvent):
    """A seat passed."""

    seat: int


@event_kind(SociableEventKind.OUT)
class SeatOut(TypedEvent):
    """A seat laid its last card."""

    seat: int
    place: int  # seats that were out before


@event_kind(SociableEventKind.ROUND_END)
class RoundEnded(TypedEvent):
    """A round ended because all others passed; ``seat`` leads the next one."""

    seat: int
    cards: list[str]
    by: int | None  # seat that laid ``cards``


@event_kind(SociableEventKind.HAND_END)
class SociableHandEnded(TypedEvent):
    """A hand ended, with the new order, and points and scores by seat."""

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


class SociableObservation(TypedDict):
    """Public part of the state, plus the hand of ``seat`` if that is a player."""

    seat: int | None
    players: int
    counts: list[int]
    stock: int
    order: list[int]  # seats from Boss to Temp
    give: list[str]  # gifts still to choose, ``from>to:count``
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
    """Plays as ``seat:count``, round by round. Missing before the first play."""
    hand: NotRequired[list[str]]  # missing for spectators
    given: NotRequired[list[str]]
    """Cards that this seat gave and got, as ``from>to:cards``. Missing if there was no exchange."""


def as_observation(observation: Observation) -> SociableObservation:
    """Return the same observation, typed as one of SOCiable; nothing is checked."""
    return cast(SociableObservation, observation)

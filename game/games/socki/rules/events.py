"""Events of SOCKI, and the type of its observations."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias, cast, get_args

from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation
from game.core.rummy.table import (
    CardDrawn,
    HandEndedEvent,
    Hands,
    HandsDealtEvent,
    RummyCardsPlayed,
    RummyObservation,
    RummyTurnPassed,
)


class SockiEventKind(StrEnum):
    """Event kinds of the game."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    PASS = "pass"
    KNOCK = "knock"
    HAND_END = "hand_end"
    PLAYOFF = "playoff"
    MATCH_END = "match_end"


@event_kind(SockiEventKind.DEAL)
class SockiHandDealt(HandsDealtEvent):
    """A seat has dealt; seat ``turn`` plays first."""

    seat: int
    dealer: int
    turn: int
    hands: Hands
    stock: int


@event_kind(SockiEventKind.KNOCK)
class Knocked(TypedEvent):
    """A seat has ended its turn with a knock on its neighbour."""

    seat: int
    neighbour: int


@event_kind(SockiEventKind.HAND_END)
class SockiHandEnded(HandEndedEvent):
    """A hand is over: a seat has gone out, or the round is blocked."""

    seat: int | None
    blocked: bool
    left: Hands
    points: list[int]
    reset: list[int]
    """Seats whose total was exactly the target and is reset to 0."""
    scores: list[int]
    final: bool
    """True if the match ends with this hand."""

    def totals(self) -> list[int]:
        """Totals of the match after the hand, by seat."""
        return self.scores

    def won_by(self) -> list[int]:
        """Seat that went out, as a list; empty if the round is blocked."""
        return [] if self.seat is None else [self.seat]


@event_kind(SockiEventKind.PLAYOFF)
class PlayoffCalled(TypedEvent):
    """Seats with equal totals play one more hand."""

    seats: list[int]


@event_kind(SockiEventKind.MATCH_END)
class SockiMatchEnded(TypedEvent):
    """The match is over."""

    winners: list[int]
    scores: list[int]


SockiHappening: TypeAlias = (
    SockiHandDealt
    | CardDrawn
    | RummyCardsPlayed
    | RummyTurnPassed
    | Knocked
    | SockiHandEnded
    | PlayoffCalled
    | SockiMatchEnded
)

as_event: EventReader[SockiHappening] = EventReader(*get_args(SockiHappening))


class SockiObservation(RummyObservation):
    """Observation with the table and the totals."""

    dealer: int
    drawn: int  # cards drawn in this turn
    scores: list[int]


def as_observation(observation: Observation) -> SockiObservation:
    """Observation unchanged, cast to the game's type without validation."""
    return cast(SockiObservation, observation)

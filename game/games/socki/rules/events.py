"""What can happen in SOCKI, and what a seat may know: every kind of event, the type of an observation."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias, cast, get_args

from game.core.events import EventReader, TypedEvent, event
from game.core.game import Observation
from game.core.rummy.table import (
    CardDrawn,
    CardsPlayed,
    Dealing,
    HandClosing,
    Hands,
    TableObserved,
    TurnPassed,
)


class Kind(StrEnum):
    """Every kind of event of the game."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    PASS = "pass"
    KNOCK = "knock"
    HAND_END = "hand_end"
    PLAYOFF = "playoff"
    MATCH_END = "match_end"


@event(Kind.DEAL)
class HandDealt(Dealing):
    """A seat has dealt, and the next one begins."""

    seat: int
    dealer: int
    turn: int
    hands: Hands
    stock: int


@event(Kind.KNOCK)
class Knocked(TypedEvent):
    """A seat has ended its turn with a knock on its neighbour."""

    seat: int
    neighbour: int


@event(Kind.HAND_END)
class HandEnded(HandClosing):
    """A hand is over: a seat has gone out, or nobody could."""

    seat: int | None
    blocked: bool
    left: Hands
    points: list[int]
    reset: list[int]
    """Seats whose total was exactly the target, and begins anew."""
    scores: list[int]
    final: bool
    """Whether the match ends with it."""

    def totals(self) -> list[int]:
        return self.scores

    def won_by(self) -> list[int]:
        return [] if self.seat is None else [self.seat]


@event(Kind.PLAYOFF)
class PlayoffCalled(TypedEvent):
    """These seats have equal totals, and play one more hand."""

    seats: list[int]


@event(Kind.MATCH_END)
class MatchEnded(TypedEvent):
    """The match is over."""

    winners: list[int]
    scores: list[int]


SockiHappening: TypeAlias = (
    HandDealt | CardDrawn | CardsPlayed | TurnPassed | Knocked | HandEnded | PlayoffCalled | MatchEnded
)

read: EventReader[SockiHappening] = EventReader(*get_args(SockiHappening))
"""Reads an event of the game."""


class Observed(TableObserved):
    """The table, and the totals."""

    dealer: int
    drawn: int
    """Cards drawn in this turn."""
    scores: list[int]


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)

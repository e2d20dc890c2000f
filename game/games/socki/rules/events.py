"""What can happen in SOCKI, and what a seat may know: every kind of event, the type of an observation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias, cast

from game.core.events import EventReader, TypedEvent
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


@dataclass(frozen=True, slots=True)
class HandDealt(Dealing):
    """A seat has dealt, and the next one begins."""

    kind: ClassVar[Kind] = Kind.DEAL
    seat: int
    dealer: int
    turn: int
    hands: Hands
    stock: int


@dataclass(frozen=True, slots=True)
class Knocked(TypedEvent):
    """A seat has ended its turn with a knock on its neighbour."""

    kind: ClassVar[Kind] = Kind.KNOCK
    seat: int
    neighbour: int


@dataclass(frozen=True, slots=True)
class HandEnded(HandClosing):
    """A hand is over: a seat has gone out, or nobody could."""

    kind: ClassVar[Kind] = Kind.HAND_END
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


@dataclass(frozen=True, slots=True)
class PlayoffCalled(TypedEvent):
    """These seats have equal totals, and play one more hand."""

    kind: ClassVar[Kind] = Kind.PLAYOFF
    seats: list[int]


@dataclass(frozen=True, slots=True)
class MatchEnded(TypedEvent):
    """The match is over."""

    kind: ClassVar[Kind] = Kind.MATCH_END
    winners: list[int]
    scores: list[int]


SockiHappening: TypeAlias = (
    HandDealt | CardDrawn | CardsPlayed | TurnPassed | Knocked | HandEnded | PlayoffCalled | MatchEnded
)

read: EventReader[SockiHappening] = EventReader(
    HandDealt, CardDrawn, CardsPlayed, TurnPassed, Knocked, HandEnded, PlayoffCalled, MatchEnded
)
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

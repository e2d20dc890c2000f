"""What can happen in RockIt, and what a seat may know: every kind of event, the type of an observation."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias, TypedDict, cast, get_args

from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation
from game.core.rummy.table import (
    CardDrawn,
    CardsLaidEvent,
    HandEndedEvent,
    Hands,
    HandsDealtEvent,
    RummyCardsPlayed,
    RummyObservation,
    RummyTurnPassed,
    TableChangedEvent,
)


class RockItEventKind(StrEnum):
    """Every kind of event of the game."""

    TOSS = "toss"
    DEAL = "deal"
    COME = "come"
    PLAY = "play"
    ROCKIT = "rockit"
    REARRANGE = "rearrange"
    DRAW = "draw"
    PASS = "pass"
    GAME_END = "game_end"
    MATCH_END = "match_end"


@event_kind(RockItEventKind.TOSS)
class StarterTossed(TypedEvent):
    """Chance has said who begins."""

    first: int


@event_kind(RockItEventKind.DEAL)
class GameDealt(HandsDealtEvent):
    """The cards of a game have been dealt."""

    turn: int
    hands: Hands
    stock: int


@event_kind(RockItEventKind.COME)
class SeatCameIn(CardsLaidEvent):
    """A seat has come in with a trick."""

    seat: int
    cards: list[str]
    table: list[list[str]]
    left: int


@event_kind(RockItEventKind.ROCKIT)
class RockItSaid(TypedEvent):
    """A seat has ended its turn; its neighbour is next."""

    seat: int
    neighbour: int


@event_kind(RockItEventKind.REARRANGE)
class BoardRearranged(TableChangedEvent):
    """A seat has left the board another one, though it laid nothing."""

    seat: int
    table: list[list[str]]


@event_kind(RockItEventKind.GAME_END)
class GameEnded(HandEndedEvent):
    """A game is over: who won it and why, the cards left, and the games won."""

    winners: list[int]
    reason: str
    counts: list[int]
    wins: list[int]

    def totals(self) -> list[int]:
        return self.wins

    def won_by(self) -> list[int]:
        return self.winners


@event_kind(RockItEventKind.MATCH_END)
class RockItMatchEnded(TypedEvent):
    """The match is over."""

    winners: list[int]
    wins: list[int]


RockItHappening: TypeAlias = (
    StarterTossed | GameDealt | SeatCameIn | RummyCardsPlayed | RockItSaid | BoardRearranged | CardDrawn
    | RummyTurnPassed | GameEnded | RockItMatchEnded
)  # fmt: skip

as_event: EventReader[RockItHappening] = EventReader(*get_args(RockItHappening))  # fmt: skip
"""Reads an event of the game."""


_WhoIsIn = TypedDict("_WhoIsIn", {"in": list[int]})
"""Which seats have come in, 0 or 1 each; a word that no class can have as a field."""


class RockItObservation(RummyObservation, _WhoIsIn):
    """The board, who has come in, and the games won."""

    came: int
    """Whether the seat to move came in during this very turn."""
    wins: list[int]


def as_observation(observation: Observation) -> RockItObservation:
    """An observation of the game, read through its type."""
    return cast(RockItObservation, observation)

"""Events of RockIt and the type of its observation."""

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
    """Kinds of events."""

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
    """Chance has chosen the starter."""

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
    """A seat has ended its turn."""

    seat: int
    neighbour: int


@event_kind(RockItEventKind.REARRANGE)
class BoardRearranged(TableChangedEvent):
    """A seat has rearranged the board without laying a card."""

    seat: int
    table: list[list[str]]


@event_kind(RockItEventKind.GAME_END)
class GameEnded(HandEndedEvent):
    """End of a game: winners, reason, cards left, and games won."""

    winners: list[int]
    reason: str
    counts: list[int]
    wins: list[int]

    def totals(self) -> list[int]:
        """Games won in the match, by seat."""
        return self.wins

    def won_by(self) -> list[int]:
        """Seats that won the game."""
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


# seats that have come in, 0 or 1 each; "in" cannot be a field name of a class
_WhoIsIn = TypedDict("_WhoIsIn", {"in": list[int]})


class RockItObservation(RummyObservation, _WhoIsIn):
    """Observation: board, seats that have come in, games won."""

    came: int  # 1 if the seat to move has come in during this turn
    wins: list[int]


def as_observation(observation: Observation) -> RockItObservation:
    """Observation unchanged, cast to the game's type without validation."""
    return cast(RockItObservation, observation)

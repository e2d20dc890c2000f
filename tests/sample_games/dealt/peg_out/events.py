"""Events and observation of Peg Out."""

from __future__ import annotations

from typing import TypeAlias, cast, get_args

from game.core.cards import HiddenCards
from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import CommonObservation, Observation


@event_kind("deal")
class HandsDealt(TypedEvent):
    """All hands are dealt, and the first card is on the pile."""

    hands: list[list[str] | HiddenCards]
    first: str


@event_kind("lay")
class CardLaid(TypedEvent):
    """A seat lays a card on the pile."""

    seat: int
    card: str


@event_kind("draw")
class CardDrawn(TypedEvent):
    """A seat draws a card that only it knows; empty if the stock is empty."""

    seat: int
    cards: list[str] | HiddenCards


@event_kind("end")
class MatchEnded(TypedEvent):
    """A seat has laid its last card; None if no seat can continue."""

    seat: int | None


Happening: TypeAlias = HandsDealt | CardLaid | CardDrawn | MatchEnded

read: EventReader[Happening] = EventReader(*get_args(Happening))
"""Reader of an event of the game."""


class Observed(CommonObservation):
    """Public data, and for a seat its own hand."""

    pile: list[str]
    stuck: int


def observed(observation: Observation) -> Observed:
    """Read an observation through its type."""
    return cast(Observed, observation)

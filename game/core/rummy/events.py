"""What can happen in a rummy, whatever its name: the kinds that games share, and what those of their own are.

A game's ``rules/events.py`` lists these with its own. Its classes for a deal and for the end of a hand derive
from `Dealing` and `HandClosing`, by which the shared table knows them.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from game.core.cards import HiddenCards, count_of, hidden
from game.core.happenings import Happening

Hands = list[list[str] | HiddenCards]
"""The hand of each seat, as far as the viewer may know it."""


def known_to(viewer: int | None, hands: Hands) -> Hands:
    """The hands as a seat, or a spectator, may know them: its own, and the numbers of the others."""
    return [hand if seat == viewer else hidden(count_of(hand)) for seat, hand in enumerate(hands)]


class SharedKind(StrEnum):
    """The kinds that every rummy has."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    PASS = "pass"


class Dealing(Happening):
    """Hands have been dealt."""

    __slots__ = ()
    hands: Hands
    stock: int
    """How many cards are left to draw."""


class TableChanging(Happening):
    """A seat has left the table another one."""

    __slots__ = ()
    seat: int
    table: list[list[str]]


class CardsLaying(TableChanging):
    """A seat has laid cards of its hand."""

    __slots__ = ()
    cards: list[str]
    left: int
    """How many the hand still holds."""


class HandClosing(Happening):
    """A hand is over."""

    __slots__ = ()

    @abstractmethod
    def totals(self) -> list[int]:
        """How the match stands, by seat."""

    @abstractmethod
    def won_by(self) -> list[int]:
        """The seats that have reason to be glad."""


@dataclass(frozen=True, slots=True)
class CardDrawn(Happening):
    """A seat has drawn a card, which only it knows."""

    kind: ClassVar[str] = SharedKind.DRAW
    seat: int
    card: str | HiddenCards
    stock: int


@dataclass(frozen=True, slots=True)
class CardsPlayed(CardsLaying):
    """A seat has laid cards; the whole table after it."""

    kind: ClassVar[str] = SharedKind.PLAY
    seat: int
    cards: list[str]
    table: list[list[str]]
    left: int


@dataclass(frozen=True, slots=True)
class TurnPassed(Happening):
    """A seat has passed; so many passes in a row."""

    kind: ClassVar[str] = SharedKind.PASS
    seat: int
    passes: int

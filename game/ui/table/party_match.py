"""What phones need to know of a match on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from game.bots.worker import Worker
from game.core.contract import IllegalMove, Outcome
from game.core.session import Session
from game.match.seats import Seat
from game.store.settings import Settings


class PartyMatch(Protocol):
    """A match, as the phones that play at it see it."""

    message: str
    """What is told beside the board."""

    @property
    def session(self) -> Session:
        """The rules' side of it."""

    @property
    def seats(self) -> Sequence[Seat]:
        """Who sits where."""

    @property
    def conceded(self) -> int | None:
        """The seat that has given up."""

    @property
    def person(self) -> int | None:
        """The seat to move, when a person at the screen holds it."""

    def result(self) -> Outcome:
        """How it ended."""

    def ending(self, outcome: Outcome) -> str:
        """That as a sentence."""

    def explain(self, refused: IllegalMove) -> str:
        """A refusal as a sentence."""

    def play(self, move: str) -> bool:
        """Make a move for the seat to move."""

    def undo(self) -> None:
        """Take back, or ask whoever has to agree."""

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait."""

    def may_phone_undo(self, seat: int) -> bool:
        """Whether the last move of a person was made by this seat."""

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached."""

    def phone_there(self, seat: int) -> None:
        """The phone of a seat is there."""

    def phone_view(self, seat: int) -> dict[str, Any]:
        """What the phone shows besides its observation."""

    def phone_moves(self, seat: int) -> list[str]:
        """The moves that the phone offers."""

    def phone_act(self, seat: int, words: Mapping[str, Any]) -> str:
        """What the person at a phone does besides making a move."""

    def phone_question(self, seat: int, asked: int) -> tuple[Any, ...]:
        """What a worker is asked for a hint."""

    def phone_hint(self, seat: int, answer: Any) -> dict[str, Any]:
        """What the phone is told of the answer."""


class PartyHost(Protocol):
    """The program, as the phones of its party need it."""

    settings: Settings
    scenes: Any
    """The stack of scenes."""

    @property
    def now(self) -> float:
        """The time in ms."""

    @property
    def still(self) -> bool:
        """Whether movement is to be replaced by fades."""

    def worker(self) -> Worker:
        """A further worker process."""

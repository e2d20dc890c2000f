"""What phones need to know of a match on the screen."""

from __future__ import annotations

from typing import Any, Protocol

from game.match.hints import Hints
from game.match.match import Match
from game.match.phone_part import PhonePart
from game.store.settings import Settings
from game.ui.table.messages import Messages
from game.ui.table.words import MatchWords


class PartyView(Protocol):
    """What a game says of its match, and what it adds on phones; a `View` has it."""

    words: MatchWords
    phone: PhonePart


class PartyTable(Protocol):
    """Where moves are made and what is told beside the board; a `ViewContext` is it."""

    messages: Messages
    hints: Hints

    def play(self, move: str) -> bool:
        """Make a move for the seat to move."""


class PartyDoor(Protocol):
    """Whoever is told which phones have gone and come; `Attendance` is."""

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached."""

    def phone_there(self, seat: int) -> None:
        """The phone of a seat is there."""


class PartyMatch(Protocol):
    """The scene of a match, as the phones that play at it see it; `MatchScene` is it."""

    match: Match

    @property
    def view(self) -> PartyView:
        """The game's side of it."""

    @property
    def context(self) -> PartyTable:
        """Where moves go."""

    @property
    def attendance(self) -> PartyDoor:
        """Who is there."""

    def undo(self) -> None:
        """Take back, or ask whoever has to agree."""

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait."""


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


def is_waiting(host: PartyHost, scene: PartyMatch) -> bool:
    """Whether the match waits behind a menu on the big screen."""
    return host.scenes.top is not scene and scene.match.person is None

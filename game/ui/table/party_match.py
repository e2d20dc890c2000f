"""What the party of a window needs to know of it, and of the match that is shown there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from game.match.match import Match
from game.match.phone_seats import PhoneSeats
from game.match.socks import Sockkeeper
from game.store.settings import Settings


class PartyDoor(Protocol):
    """Whoever is told which phones have gone and come; `DeviceWatch` is."""

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached."""

    def phone_there(self, seat: int, name: str = "") -> None:
        """The phone of a seat is there, perhaps of somebody of this name who sits down now."""


class PartyMatch(Protocol):
    """The scene of a match; `MatchScene` is it."""

    match: Match
    phones: PhoneSeats

    @property
    def attendance(self) -> PartyDoor:
        """Who is there."""


class PartyHost(Protocol):
    """The program."""

    settings: Settings
    socks: Sockkeeper
    """Knows what puppets wear."""
    scenes: Any
    """The stack of scenes."""

    @property
    def now(self) -> float:
        """The time in ms."""

    def open(self, name: str, *arguments: Any, then: Callable[[Any], None] | None = None) -> None:
        """Push one of the named screens, made of these arguments."""

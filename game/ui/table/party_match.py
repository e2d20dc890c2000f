"""What the party of a window needs to know of it, and of the match that is shown there."""

from __future__ import annotations

from typing import Any, Protocol

from game.match.match import Match
from game.match.phone_seats import PhoneSeats
from game.store.settings import Settings


class PartyDoor(Protocol):
    """Whoever is told which phones have gone and come; `DeviceWatch` is."""

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached."""

    def phone_there(self, seat: int) -> None:
        """The phone of a seat is there."""


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
    scenes: Any
    """The stack of scenes."""

    @property
    def now(self) -> float:
        """The time in ms."""

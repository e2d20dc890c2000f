"""The door of a hall: whose phones are there, who says that they are somebody, and who has to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from game.match.hall.hall import Hall
from game.match.hall.presence import Presence
from game.party.lectern import TeacherWish
from game.party.messages import News, WatcherMessage
from game.party.registry import Place, SeatClaim


class Lectern(Protocol):
    """What brings word to the pages and back; `game.party.lectern.Lectern` is it."""

    token: str
    languages: tuple[str, ...]

    def open(self, token: str = "") -> None:
        """Let pages in, by this token or a new one."""

    def renew(self) -> None:
        """Let all pages out; from now on a new token lets in."""

    def heard(self) -> list[TeacherWish]:
        """What pages have asked for since the last call."""

    def tell(self, say: Callable[[str], Mapping[str, Any]]) -> None:
        """Tell all pages how things stand, each in its language, unless they know."""

    def answer(self, number: int, refused: str = "") -> None:
        """Answer a wish."""


class HallParty(Protocol):
    """What the phones of a hall need of a party; `game.party.party.Party` has it."""

    @property
    def claims(self) -> tuple[SeatClaim, ...]:
        """Phones that say they are somebody who is away."""

    @property
    def lectern(self) -> Lectern:
        """The pages of the teacher."""

    def next_news(self) -> News | None:
        """What has happened next."""

    def heard(self) -> list[WatcherMessage]:
        """What those who only watch have done."""

    def together(self) -> AbstractContextManager[None]:
        """Pass on in one go what is told within."""

    def offer(self, places: Sequence[Place], title: str = "", listed: int | None = None) -> None:
        """Say which seats there are."""

    def is_there(self, seat: int) -> bool:
        """Whether the phone of a seat can be reached now."""

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Tell the phone of a seat how things stand."""

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        """Answer what a phone has said."""

    def remove(self, seat: int) -> None:
        """Take a seat from its phone."""

    def decide(self, seat: int, *, admitted: bool) -> None:
        """Let in whoever says that this seat was theirs, or send them away."""

    def serve(self, name: str, data: bytes) -> None:
        """Have a file ready for pages."""

    def kept(self) -> dict[str, Any]:
        """What brings the phones back after a restart."""


class HallDoor:
    """Where the phones of a party come into a hall.

    Attributes:
        party: the party.
        hall: the hall.
        presence: whose phones are there.
    """

    def __init__(self, party: HallParty, hall: Hall, now: float = 0.0) -> None:
        """Open the door at this time, in ms."""
        self.party, self.hall = party, hall
        self.presence = Presence(party.is_there, now)

    @property
    def claims(self) -> tuple[SeatClaim, ...]:
        """Phones that say they are somebody whose phone is away."""
        return self.party.claims

    def away_for(self, person: int) -> float:
        """For how long the phone of somebody has given no sign, in ms."""
        return self.presence.away_for(person)

    def decide(self, person: int, *, admitted: bool) -> None:
        """Let in whoever says that they are somebody, or send them away."""
        self.party.decide(person, admitted=admitted)

    def remove(self, person: int) -> None:
        """Take somebody's place in the hall from their phone."""
        self.party.remove(person)
        self.hall.leave(person)

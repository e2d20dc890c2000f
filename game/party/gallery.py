"""Phones that only watch: they are told what everybody may see, and what they say is answered at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from game.party.bulletin import Bulletin
from game.party.crowding import in_the_way
from game.party.messages import WatcherMessage

if TYPE_CHECKING:
    from game.party.connection import Connection

AUDIENCE = 40
"""So many may watch."""
_WAITING = 400
"""So many of their words wait for the window; more than that nobody could hear out."""


class Gallery:
    """The watchers of a party.

    The window reads `watchers`, `heard` and sets `public`; all else is done in the thread of the server.

    Attributes:
        watchers: who watches, by the names that their phones call themselves.
        wake: called when the window has something to look at.
        languages: what they read, as far as they have said; it may be anything.
        public: what they are told, as JSON, in the language of the window; empty for nothing yet.
        others: the same in languages that some of them read.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        """Make it; ``wake`` is called when the window has something to look at."""
        self.wake = wake
        self._said: deque[WatcherMessage] = deque(maxlen=_WAITING)
        self.watchers: tuple[str, ...] = ()
        self.languages: tuple[str, ...] = ()
        self.public = ""
        self.others: dict[str, str] = {}

    def heard(self) -> list[WatcherMessage]:
        """What watchers have done since the last call, in order."""
        found = []
        while self._said:
            found.append(self._said.popleft())
        return found

    def enter(self, phones: Iterable[Connection], phone: Connection, watcher: str) -> None:
        """A phone without a seat wants to watch."""
        if phone.seat is not None:
            phone.note("error", why="seated")
        elif not phone.watcher and not self._makes_room(phones, phone):
            phone.note("error", why="full")
        else:
            phone.first_name = phone.first_name or watcher or "?"
            phone.looking, phone.watcher = True, phone.first_name
            phone.note("watching")
            if self.public:
                phone.state(Bulletin(self._told(phone.language)))

    @staticmethod
    def _makes_room(phones: Iterable[Connection], phone: Connection) -> bool:
        """Whether one more may watch: where many do from one address, one of them goes for another's."""
        there = [other for other in phones if other.watcher]
        if len(there) < AUDIENCE:
            return True
        spared = in_the_way({other: other.peer for other in there}, there, phone.peer)
        if spared is not None:
            spared.watcher = ""
            spared.note("error", why="full")
        return spared is not None

    def _told(self, language: str) -> str:
        """What somebody is told who reads this language."""
        return self.others.get(language, self.public)

    def speak(self, phones: Iterable[Connection], phone: Connection, language: str) -> None:
        """A watcher reads this language; where nobody else does, the window has to say it first."""
        told, phone.language = self._told(phone.language), language
        if self.public and self._told(language) != told:
            phone.state(Bulletin(self._told(language)))
        self.note(phones)

    def translated(self, say: Callable[[str], Mapping[str, Any] | None]) -> dict[str, Bulletin]:
        """What `public` says in the languages that are read here, as far as that is new.

        Phones may ask for anything: what is no language, or that of the window, costs nothing.
        """
        said = {language: say(language) for language in self.languages}
        told = {language: Bulletin.of(one, ()) for language, one in said.items() if one is not None}
        told = {language: one for language, one in told.items() if one.state != self.others.get(language)}
        self.others = {**self.others, **{language: one.state for language, one in told.items()}}
        return told

    def say(self, message: WatcherMessage) -> None:
        """A watcher has done something."""
        self._said.append(message)
        self.wake()

    def note(self, phones: Iterable[Connection]) -> None:
        """Take in who watches now, of all phones that are there."""
        there = [phone for phone in phones if phone.watcher]
        watchers = tuple(phone.watcher for phone in there)
        spoken = tuple(sorted({phone.language for phone in there} - {""}))
        if (watchers, spoken) != (self.watchers, self.languages):
            self.watchers, self.languages = watchers, spoken
            self.wake()

    @staticmethod
    def show(phones: Iterable[Connection], told: Bulletin) -> None:
        """Pass on to all who watch what everybody may see."""
        for phone in phones:
            if phone.watcher:
                phone.state(told)

    @staticmethod
    def translate(phones: Iterable[Connection], told: Mapping[str, Bulletin]) -> None:
        """Pass it on in the language of each; what has not gone out yet in another is not sent then."""
        for phone in phones:
            if phone.watcher and phone.language in told:
                phone.state(told[phone.language])

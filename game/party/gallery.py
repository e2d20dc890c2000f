"""Phones that only watch: they are told what everybody may see, and what they say is answered at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from game.party.bulletin import Bulletin
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
        public: what they are told, as JSON; empty where there is nothing to see yet.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        """Make it; ``wake`` is called when the window has something to look at."""
        self.wake = wake
        self._said: deque[WatcherMessage] = deque(maxlen=_WAITING)
        self.watchers: tuple[str, ...] = ()
        self.public = ""

    def heard(self) -> list[WatcherMessage]:
        """What watchers have done since the last call, in order."""
        found = []
        while self._said:
            found.append(self._said.popleft())
        return found

    def enter(self, phone: Connection, watcher: str) -> None:
        """A phone without a seat wants to watch."""
        if phone.seat is not None:
            phone.note("error", why="seated")
        elif not phone.watcher and len(self.watchers) >= AUDIENCE:
            phone.note("error", why="full")
        else:
            phone.looking, phone.watcher = True, watcher or "?"
            phone.note("watching")
            if self.public:
                phone.state(Bulletin(self.public))

    def say(self, message: WatcherMessage) -> None:
        """A watcher has done something."""
        self._said.append(message)
        self.wake()

    def note(self, phones: Iterable[Connection]) -> None:
        """Take in who watches now, of all phones that are there."""
        watchers = tuple(phone.watcher for phone in phones if phone.watcher)
        if watchers != self.watchers:
            self.watchers = watchers
            self.wake()

    @staticmethod
    def show(phones: Iterable[Connection], told: Bulletin) -> None:
        """Pass on to all who watch what everybody may see."""
        for phone in phones:
            if phone.watcher:
                phone.state(told)

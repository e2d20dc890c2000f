"""Phones that only watch: they are told what everybody may see, and what they say is answered at once.

Here too: how many lines there may be at one moment, and who goes where there are too many.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from game.party.messages import SpectatorMessage
from game.party.public_address import is_far
from game.party.state_updates import StateUpdate

if TYPE_CHECKING:
    from game.party.connection import PhoneConnection


Key = TypeVar("Key", bound=Hashable)
CROWD = 96
"""Lines at one moment: 40 who watch and eight who play, each with two of them while it calls anew."""
STRANGERS = 48
"""Lines at one moment from one address that have shown neither the code nor a token.

All others are not counted by address: a router gives each phone one of its own, but behind a bridge or at a
hotspot a whole party may share one, and may call anew in the same moment.
"""
SEVERAL = 2
"""So many who have done nothing yet may sit there from one address, and none of them makes room."""


def rivals(phones: Sequence[PhoneConnection], peer: str) -> Sequence[PhoneConnection]:
    """Those of whom one must go before one more may call from this address; none where there is room.

    For somebody from elsewhere that is another from elsewhere, as long as there is one without a seat: who
    passes them on says of their addresses what it likes.
    """
    strangers = [phone for phone in phones if phone.peer == peer and phone.is_stranger]
    if len(strangers) >= STRANGERS:
        return strangers
    if len(phones) < CROWD:
        return ()
    far = [phone for phone in phones if is_far(phone.peer) and phone.seat is None]
    return far if far and is_far(peer) else phones


def least_needed(among: Sequence[PhoneConnection]) -> PhoneConnection | None:
    """Who goes first; `None` where all have a seat, or are the teacher's.

    Of those who neither watch nor wait for a seat of theirs, somebody from the address that has the most, and
    first of all one who has not shown the code; where all do, one of them from such an address.
    """
    seatless = [phone for phone in among if phone.seat is None and not phone.teaches]
    loose = [phone for phone in seatless if not phone.watcher and not phone.token] or seatless
    crowds = Counter(phone.peer for phone in loose)
    return max(loose, key=lambda phone: (crowds[phone.peer], not phone.looking), default=None)


def evictable_seat(idle: Mapping[Key, str], there: Container[Key], peer: str) -> Key | None:
    """Whose seat somebody gets for whom none is free, where all are alike; `None` for nobody's.

    Else one phone could take all places of a class by itself. Of those who have done nothing yet that is
    somebody who is away, or, for an address that has none of them, one of the address with the most; of that
    the one who has come last. A whole class behind one address loses nobody to one of its own.

    Args:
        idle: those who have done nothing yet, as their tokens, and from where they have come.
        there: the phones that can be reached.
        peer: from which address somebody asks.
    """
    crowds = Counter(idle.values())
    gone = [token for token in idle if token not in there]
    heavy = [token for token in idle if peer not in crowds and crowds[idle[token]] > SEVERAL]
    return max(gone or heavy, key=lambda token: (crowds[idle[token]], list(idle).index(token)), default=None)


AUDIENCE = 40
"""So many may watch."""
_WAITING = 400
"""So many of their words wait for the window; more than that nobody could hear out."""


class Spectators:
    """The watchers of a party.

    The window reads `watchers`, `heard` and sets `public`; all else is done in the thread of the server.

    Attributes:
        watchers: who watches, by the names that their phones call themselves.
        wake: called when the window has something to look at.
        is_far: whether one of them is elsewhere.
        languages: what they read, as far as they have said; it may be anything.
        public: what they are told, as JSON, in the language of the window; empty for nothing yet.
        others: the same in languages that some of them read.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self._said: deque[SpectatorMessage] = deque(maxlen=_WAITING)
        self.watchers: tuple[str, ...] = ()
        self.is_far = False
        self.languages: tuple[str, ...] = ()
        self.public = ""
        self.others: dict[str, str] = {}

    def heard(self) -> list[SpectatorMessage]:
        """What watchers have done since the last call, in order."""
        return [self._said.popleft() for _message in range(len(self._said))]

    def enter(self, phones: Iterable[PhoneConnection], phone: PhoneConnection, watcher: str) -> None:
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
                phone.state(StateUpdate(self._told(phone.language)))

    @staticmethod
    def _makes_room(phones: Iterable[PhoneConnection], phone: PhoneConnection) -> bool:
        """Whether one more may watch: where many do from one address, one of them goes for another's."""
        there = [other for other in phones if other.watcher]
        if len(there) < AUDIENCE:
            return True
        spared = evictable_seat({other: other.peer for other in there}, there, phone.peer)
        if spared is not None:
            spared.watcher = ""
            spared.note("error", why="full")
        return spared is not None

    def _told(self, language: str) -> str:
        """What somebody is told who reads this language."""
        return self.others.get(language, self.public)

    def speak(self, phones: Iterable[PhoneConnection], phone: PhoneConnection, language: str) -> None:
        """A watcher reads this language; where nobody else does, the window has to say it first."""
        told, phone.language = self._told(phone.language), language
        if self.public and self._told(language) != told:
            phone.state(StateUpdate(self._told(language)))
        self.note(phones)

    def translated(self, say: Callable[[str], Mapping[str, Any] | None]) -> dict[str, StateUpdate]:
        """What `public` says in the languages that are read here, as far as that is new.

        Phones may ask for anything: what is no language, or that of the window, costs nothing.
        """
        said = {language: say(language) for language in self.languages}
        told = {language: StateUpdate.of(one, ()) for language, one in said.items() if one is not None}
        told = {language: one for language, one in told.items() if one.state != self.others.get(language)}
        self.others = {**self.others, **{language: one.state for language, one in told.items()}}
        return told

    def say(self, message: SpectatorMessage) -> None:
        self._said.append(message)
        self.wake()

    def note(self, phones: Iterable[PhoneConnection]) -> None:
        """Take in who watches now, of all phones that are there."""
        there = [phone for phone in phones if phone.watcher]
        watchers = tuple(phone.watcher for phone in there)
        spoken = tuple(sorted({phone.language for phone in there} - {""}))
        far = any(is_far(phone.peer) for phone in there)
        if (watchers, spoken, far) != (self.watchers, self.languages, self.is_far):
            self.watchers, self.languages, self.is_far = watchers, spoken, far
            self.wake()

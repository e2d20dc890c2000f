"""Spectators: phones that only watch. They get the public state, and an answer at once.

Also limits the number of connections and chooses which ones are closed.
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
MAX_CONNECTIONS = 96  # connections at once: 40 spectators and eight players, each twice while reconnecting
MAX_UNKNOWN_PER_ADDRESS = 48
"""Connections at once from one address that have sent neither the code nor a token.

Others are not limited by address. A router gives each phone its own, but behind a bridge or at a hotspot a
whole party may share one, and may reconnect at the same moment.
"""
MAX_IDLE_PER_ADDRESS = 2  # idle people from one address who keep their seats


def rivals(phones: Sequence[PhoneConnection], peer: str) -> Sequence[PhoneConnection]:
    """Connections of which one must be closed before ``peer`` may connect. Empty if there is room.

    A guest from elsewhere replaces another such guest without a seat if there is one, because a relay or
    tunnel may report any address.
    """
    strangers = [phone for phone in phones if phone.peer == peer and phone.is_stranger]
    if len(strangers) >= MAX_UNKNOWN_PER_ADDRESS:
        return strangers
    if len(phones) < MAX_CONNECTIONS:
        return ()
    remote_phones = [phone for phone in phones if is_far(phone.peer) and phone.seat is None]
    return remote_phones if remote_phones and is_far(peer) else phones


def least_needed(among: Sequence[PhoneConnection]) -> PhoneConnection | None:
    """Connection to close first. None if all hold a seat or a token.

    Phones that neither watch nor wait for a seat go first, from the address with the most of them, and those
    without the code before others. If there is none, a spectator or waiting phone is chosen in the same way.
    """
    seatless = [phone for phone in among if phone.seat is None and not phone.has_token]
    loose = [phone for phone in seatless if not phone.watcher and not phone.token] or seatless
    crowds = Counter(phone.peer for phone in loose)
    return max(loose, key=lambda phone: (crowds[phone.peer], not phone.looking), default=None)


def replaceable_key(idle: Mapping[Key, str], present: Container[Key], peer: str) -> Key | None:
    """Key of an idle person to replace: a disconnected one, else one at a crowded address; None if all stay.

    The address with the most is chosen, and its latest. Crowded means more than `MAX_IDLE_PER_ADDRESS`, and
    does not apply if ``peer`` has an idle seat, so a class behind one address loses no place to one of its
    own.

    Args:
        idle: address of each person who has done nothing yet, in order of arrival.
        present: connected phones.
        peer: address of the newcomer.
    """
    crowds = Counter(idle.values())
    absent = [token for token in idle if token not in present]
    heavy = [token for token in idle if peer not in crowds and crowds[idle[token]] > MAX_IDLE_PER_ADDRESS]
    return max(
        absent or heavy, key=lambda token: (crowds[idle[token]], list(idle).index(token)), default=None
    )


MAX_SPECTATORS = 40  # spectators at most
_MAX_QUEUED = 400  # spectator messages queued for the window


class Spectators:
    """Spectators of a party.

    The window reads `watchers`, calls `take_messages` and sets `public`. The rest runs in the server thread.

    Attributes:
        watchers: names of the spectators, as given by their phones.
        wake: called when the window has something to read.
        is_far: True if one of them is not in the local network.
        languages: their languages, if sent; not validated.
        public: their state as JSON in the language of the window; empty before the first.
        others: the same state in other languages that some of them read.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self._messages: deque[SpectatorMessage] = deque(maxlen=_MAX_QUEUED)
        self.watchers: tuple[str, ...] = ()
        self.is_far = False
        self.languages: tuple[str, ...] = ()
        self.public = ""
        self.others: dict[str, str] = {}

    def take_messages(self) -> list[SpectatorMessage]:
        """Remove and return the queued spectator messages, oldest first."""
        return [self._messages.popleft() for _message in range(len(self._messages))]

    def enter(self, phones: Iterable[PhoneConnection], phone: PhoneConnection, watcher: str) -> None:
        """Make a phone without a seat a spectator, or send it an error."""
        if phone.seat is not None:
            phone.queue_message("error", why="seated")
        elif not phone.watcher and not self._makes_room(phones, phone):
            phone.queue_message("error", why="full")
        else:
            phone.first_name = phone.first_name or watcher or "?"
            phone.looking, phone.watcher = True, phone.first_name
            phone.queue_message("watching")
            if self.public:
                phone.queue_state(StateUpdate(self._public_state(phone.language)))

    @staticmethod
    def _makes_room(phones: Iterable[PhoneConnection], phone: PhoneConnection) -> bool:
        """True if one more phone may watch. May end the watching of one from an address with many."""
        watching = [watcher for watcher in phones if watcher.watcher]
        if len(watching) < MAX_SPECTATORS:
            return True
        spared = replaceable_key({watcher: watcher.peer for watcher in watching}, watching, phone.peer)
        if spared is not None:
            spared.watcher = ""
            spared.queue_message("error", why="full")
        return spared is not None

    def _public_state(self, language: str) -> str:
        """Public state as JSON in this language, or in that of the window; empty before the first."""
        return self.others.get(language, self.public)

    def speak(self, phones: Iterable[PhoneConnection], phone: PhoneConnection, language: str) -> None:
        """Set a spectator's language, and queue the state in it if known; the window translates new ones."""
        old_state, phone.language = self._public_state(phone.language), language
        if self.public and self._public_state(language) != old_state:
            phone.queue_state(StateUpdate(self._public_state(language)))
        self.note(phones)

    def new_translations(self, say: Callable[[str], Mapping[str, Any] | None]) -> dict[str, StateUpdate]:
        """Store and return new translations of `public`, by language, if they have changed.

        Phones may send any language. ``say`` returns None for the window's own and for unknown ones.
        """
        states = {language: say(language) for language in self.languages}
        updates = {
            language: StateUpdate.of(update, ()) for language, update in states.items() if update is not None
        }
        updates = {
            language: update
            for language, update in updates.items()
            if update.state != self.others.get(language)
        }
        self.others = {**self.others, **{language: update.state for language, update in updates.items()}}
        return updates

    def say(self, message: SpectatorMessage) -> None:
        """Queue a message for the window and wake it."""
        self._messages.append(message)
        self.wake()

    def note(self, phones: Iterable[PhoneConnection]) -> None:
        """Recompute names, languages and `is_far` from all connected phones. Wakes the window on a change."""
        watching = [phone for phone in phones if phone.watcher]
        watchers = tuple(phone.watcher for phone in watching)
        spoken = tuple(sorted({phone.language for phone in watching} - {""}))
        has_remote = any(is_far(phone.peer) for phone in watching)
        if (watchers, spoken, has_remote) != (self.watchers, self.languages, self.is_far):
            self.watchers, self.languages, self.is_far = watchers, spoken, has_remote
            self.wake()

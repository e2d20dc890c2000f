"""Window side of a party: open and close it, read the news from phones, publish states to them.

Every call returns at once; the server runs in its own thread. A seat is held by a random token, never by the
room code. The code shows the free seats and nothing else.

Both threads use the registry and the state cache, which hold locks, and queues for news, spectator messages
and calls to the pool. All other data belongs to one thread. The other thread reads only values that are
replaced as a whole.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.core.schema import read_with_defaults, to_json
from game.log import log, place_of
from game.party.doors import OtherDoor
from game.party.messages import CONTROL_ACTIONS, LanguageChanged, News, SeatMessage, SpectatorMessage
from game.party.public_address import PublicAddress
from game.party.registry import FIRST_BENCH, Participant, SavedParty, SeatClaim, SeatInfo, SeatRegistry
from game.party.spectators import Spectators
from game.party.state_updates import StateCache, StateUpdate
from game.party.token_channel import TokenChannel

if TYPE_CHECKING:
    from game.party.connection_pool import PoolCall
    from game.party.server import Attachment, PartyServer


Matrix = tuple[tuple[bool, ...], ...]


class PartyState(StrEnum):
    """State of a party."""

    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    FAILED = "failed"
    """No port was available, or the server failed while open; `Party.trouble` has the reason."""


@dataclass(frozen=True, slots=True)
class JoinInfo:
    """Address, link and QR code of a party. All fields are empty unless it is open."""

    address: str = ""
    """Text to type into a browser, such as ``192.168.0.14:8080``, or a public name."""
    link: str = ""
    """Address with the room code, for the QR code."""
    qr: Matrix = ()
    """QR code of the link: rows of dark modules, top to bottom, without the quiet zone."""
    addresses: tuple[str, ...] = ()
    """Addresses to choose from, without port, likeliest first; see `Party.prefer_address`."""
    origin: str = ""
    """Beginning of all links to this party, such as ``http://192.168.0.14:8080``."""
    home: str = ""
    """Address in the local network. Differs from ``address`` if a public name is shown."""


NO_JOIN_INFO = JoinInfo()  # of a party that is not open


@dataclass(frozen=True, slots=True)
class PartyStatus:
    """Consistent snapshot of what the screen shows of a party."""

    state: PartyState = PartyState.CLOSED
    error: str = ""
    code: str = ""
    join_info: JoinInfo = NO_JOIN_INFO
    others: tuple[OtherDoor, ...] = ()

    @property
    def other_door(self) -> OtherDoor | None:
        """First of the other doors that has a QR code. None without one."""
        return next((door for door in self.others if door.qr), None)


def is_nowhere(address: str) -> bool:
    """True if the address starts with ``127.``, so only this computer can use it, as without a network."""
    return address.startswith("127.")


def _is_control_message(news: News) -> bool:
    """True if the news is a vote or a veto."""
    return isinstance(news, SeatMessage) and news.words["do"] in CONTROL_ACTIONS


FIRST_PORT = 8080  # first port to try; the next few are tried if it is taken
HEARTBEAT_S = 1.4  # seconds between two heartbeats
_MAX_QUEUED = (
    4000  # queued news at most, oldest dropped; reached only if no scene reads them, as in the title
)
_MAX_FAULTS = 20


class Party:
    """Server for phones. It listens only while it is open.

    Attributes:
        state: state of the party. Changes in another thread, which then calls ``wake``.
        trouble: reason in the system's words why it could not open or has failed.
        door: current address and link. Changes when this machine gets another address.
        token_channel: pages admitted by a token.
        attachments: parts that extras have added; see `attach`.
        wake: called from other threads to wake the window.
        faults: internal errors that the party has survived, oldest first, until the window takes them.
        letters: texts that phones upload.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None, beat: float = HEARTBEAT_S) -> None:
        """Create a closed party.

        ``wake`` is called from another thread whenever there is news or `state` has changed. ``beat`` is the
        time between heartbeats in seconds. A phone that misses four in a row is disconnected.
        """
        self.wake = wake
        self._beat = beat
        self._news: deque[tuple[str, News]] = deque(maxlen=_MAX_QUEUED)
        self.faults: deque[Exception] = deque(maxlen=_MAX_FAULTS)
        self._server: PartyServer | None = None
        self._unwanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._parcel: list[PoolCall] | None = None
        self._state_cache = StateCache(wake)
        self.letters = self._state_cache.letters
        self._lock = threading.Lock()
        """Held while state, trouble and door change, because they belong together."""
        self._registry = SeatRegistry()
        self._port = FIRST_PORT
        self._spectators = Spectators(wake)
        self.token_channel = TokenChannel(wake, self._call)
        self._mounts: dict[str, Path] = {}  # folders of mounted pages by name
        self.attachments: tuple[Attachment, ...] = ()
        self._saved_extras: dict[str, str] = {}  # saved texts of extras by name
        self.state = PartyState.CLOSED
        self.trouble = self._wanted = ""
        self._public: PublicAddress | None = None
        self.door = NO_JOIN_INFO

    @property
    def code(self) -> str:
        """Room code, four capital letters."""
        return self._registry.code

    @property
    def status(self) -> PartyStatus:
        """Consistent snapshot of the party. Other threads change it, so read it once for each frame."""
        with self._lock:
            status = PartyStatus(self.state, self.trouble, self.code, self.door)
        return replace(status, others=tuple(attachment.door for attachment in self.attachments))

    @property
    def is_open(self) -> bool:
        return self.state is PartyState.OPEN

    # Open and close.

    def open(self, port: int | None = None, host: str | None = None) -> None:
        """Start opening in a thread, and return at once; `state` shows when it is done. No effect if open.

        ``port`` defaults to the last one, which phones still try; 0 means any. The next few are tried if it
        is taken. ``host`` defaults to the address in the local network.
        """
        if self.state in (PartyState.OPENING, PartyState.OPEN) and not self._unwanted.is_set():
            return
        self._unwanted.clear()
        port = self._port if port is None else port
        arguments = self._thread, port, host
        self._thread = threading.Thread(target=self._run, args=arguments, name="party", daemon=True)
        self._set_state(PartyState.OPENING)
        self._thread.start()

    def close(self, seconds: float = 0.0, *, over: bool = False) -> None:
        """Disconnect the phones and stop listening. Tokens stay valid, unless the party is ``over``.

        Waits at most ``seconds`` until the port is free again; returns at once for 0.
        """
        self._unwanted.set()  # Set before reading the server, which the other thread may just have created.
        server, thread = self._server, self._thread
        if server is not None:
            server.stop(over=over)
        if thread is not None and seconds:
            thread.join(seconds)

    def prefer_address(self, address: str) -> None:
        """Show this address while the machine has it. An empty one selects the likeliest."""
        self._wanted, server = address, self._server
        if server is not None:
            server.prefer(address)

    def set_public_address(self, public: PublicAddress | None) -> None:
        """Also accept guests by this public address and show it. None: only the local network."""
        self._public, self._wanted, server = public, "", self._server
        if server is not None:
            server.expose(public)

    # Guests elsewhere.

    def attach(self, attachment: Attachment) -> None:
        """Add the part of an extra, for instance another way in. It begins at once if the party is open."""
        self.attachments += (attachment,)
        attachment.restore_state(self._saved_extras.get(attachment.name, ""))
        server = self._server
        if server is not None:
            server.attach(attachment)

    def is_far(self, seat: int | None) -> bool:
        """True while open if a seat's phone was last connected from elsewhere. For None, any spectator."""
        if seat is None:
            return self._spectators.is_far
        server = self._server
        return server is not None and self._registry.token(seat) in server.pool.far

    # News from phones.

    def poll(self) -> list[News]:
        """Remove and return all queued news, oldest first."""
        return list(iter(self.next_news, None))

    @property
    def has_news(self) -> bool:
        """True if news of seats or requests of pages are queued; messages of spectators do not count."""
        return bool(self._news) or self.token_channel.has_requests

    def next_news(self) -> News | None:
        """Remove and return the oldest news, with the current seat number. None if there is none.

        News of unknown tokens is dropped, and of people on the bench all but votes.
        """
        while self._news:
            token, news = self._news.popleft()
            # Seats may have been renumbered or removed meanwhile. From people on the bench only votes count.
            seat = self._registry.heard_of(token)
            if seat is not None and (seat < FIRST_BENCH or _is_control_message(news)):
                return replace(news, seat=seat)
        return None

    @property
    def spectators(self) -> list[str]:
        """Names of the spectators without duplicates."""
        return list(dict.fromkeys(self._spectators.watchers))

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of the spectators as sent by their phones, sorted, without duplicates, not validated."""
        return self._spectators.languages

    def take_spectator_messages(self) -> list[SpectatorMessage]:
        """Remove and return the queued spectator messages, oldest first."""
        return self._spectators.take_messages()

    # Seats.

    def offer(
        self, places: Sequence[SeatInfo], title: str = "", listed: int | None = None, *,
        deals: bool = False, between: bool = False,
    ) -> None:  # fmt: skip
        """Set the seats, which of them are free, and the title; see `SeatRegistry.offer`."""
        self._registry.offer(places, title, listed, deals=deals, between=between)
        self._call(lambda pool: pool.send_seat_list())

    @property
    def free(self) -> list[SeatInfo]:
        """Seats that a phone may take."""
        return self._registry.free

    @property
    def held_seats(self) -> list[int]:
        """Sorted seats held by phones, connected or not, without the bench."""
        return self._registry.held_seats

    @property
    def bench(self) -> list[int]:
        """Bench numbers, from `FIRST_BENCH` on, of people who wait for a seat, longest waiting first."""
        return self._registry.bench

    def place(self, seat: int) -> SeatInfo | None:
        """Seat as last offered. None if it was not."""
        return self._registry.place(seat)

    @property
    def people(self) -> dict[int, Participant]:
        """People with a phone by the number of their seat or bench place, lowest first."""
        return self._registry.people

    @property
    def names(self) -> dict[int, str]:
        """Names of all people, by seat or bench number."""
        return {seat: seat_info.name for seat, seat_info in self.people.items()}

    def person(self, seat: int) -> Participant:
        """Person in a seat or on the bench. Has an empty token if no phone has that number."""
        return self._registry.person(seat)

    def had(self, seat: int) -> bool:
        """True if a phone has held this seat since the last renumbering."""
        return self._registry.had(seat)

    def speaks(self, seat: int, language: str) -> None:
        """Record the language of the person in a seat. It stays with the person."""
        self._registry.speaks(self._registry.token(seat), language)

    def keep_chairs(self) -> None:
        """Mark the current seats as those of a lobby; see `SeatRegistry.keep_chairs`."""
        self._registry.keep_chairs()

    @property
    def remote(self) -> int | None:
        """Seat or bench number of the host's remote phone. None if there is none."""
        return self._registry.remote

    def appoint(self, seat: int | None) -> None:
        """Make only the phone of a seat the host's remote. None removes it."""
        self._registry.appoint(seat)

    def is_there(self, seat: int) -> bool:
        """True if a phone holds this seat or bench number and is connected now."""
        server, token = self._server, self._registry.token(seat)
        return server is not None and bool(token) and token in server.pool.there

    @property
    def claims(self) -> tuple[SeatClaim, ...]:
        """Claims of phones on seats whose phones are away, one per seat, longest wait first; see `decide`."""
        server = self._server
        return server.pool.claims if server is not None else ()

    def decide(self, seat: int, *, admitted: bool) -> None:
        """Apply the host's decision on a claim to ``seat``.

        The token of the previous phone stays valid unless the claim is admitted.
        """
        self._call(lambda pool: pool.apply_decision(seat, admitted=admitted))

    def remove(self, seat: int) -> None:
        """Take a seat from its phone for good. The phone is informed and its token is void."""
        token = self._registry.release(seat)
        if token:
            self._state_cache.put_state(token, "")
            self._call(lambda pool: pool.on_seat_removed(token))

    def reseat(self, seats: Mapping[int, int]) -> None:
        """Renumber the seats, as at the start of a match: old number to new number.

        People whose number is missing have no seat in this game. They wait on the bench under their names;
        see `names`.
        """
        self._state_cache.clear()
        self._registry.reseat(seats)
        self._call(lambda pool: pool.on_reseated())

    def dump_state(self) -> dict[str, Any]:
        """Code, people with their tokens, port and secrets as plain JSON, to be saved beside a match."""
        texts = {attachment.name: attachment.dump_state() for attachment in self.attachments}
        extras = self._saved_extras | {name: text for name, text in texts.items() if text}
        saved: dict[str, Any] = to_json(replace(self._registry.dump_state(), port=self._port, extras=extras))
        return saved

    def restore_state(self, saved: object) -> None:
        """Restore tokens, port and secret of a saved (untrusted) party, and its code unless one is open."""
        self._state_cache.clear()
        read = read_with_defaults(SavedParty, saved)
        self._registry.restore_state(read, code=self.state not in (PartyState.OPENING, PartyState.OPEN))
        self._port = read.port or FIRST_PORT
        self._saved_extras = ({"elsewhere": read.far} if read.far else {}) | dict(read.extras)
        for attachment in self.attachments:
            attachment.restore_state(self._saved_extras.get(attachment.name, ""))
        self._call(lambda pool: pool.on_reseated())

    # States for phones.

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Context manager that sends all messages of its body in one call to the server thread.

        Waking that thread takes time. The messages are sent even if the body raises.
        """
        self._parcel = []
        try:
            yield
        finally:
            # The messages before an error are still valid.
            parcel, self._parcel, server = self._parcel, None, self._server
            if parcel and server is not None:
                server.call(parcel)

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Send a state to the phone of a seat, unless it has it. A phone that reconnects gets the last one.

        The state is complete, not a difference. ``events`` led to it; a phone that was away never gets them.
        No other phone gets any of it.
        """
        token = self._registry.token(seat)
        if not token:
            return
        update = StateUpdate.of(state, events)
        if not events and update.state == self._state_cache.state(token):
            return  # the phone has this state
        # Kept as text, so that a phone that reconnects gets it without waiting for the window.
        self._state_cache.put_state(token, update.state)
        self._call(lambda pool: pool.publish(token, update))

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Send a state to all spectators, as `publish` does for a seat."""
        update = StateUpdate.of(state, events)
        if not events and update.state == self._spectators.public:
            return
        self._spectators.public, self._spectators.others = update.state, {}
        self._call(lambda pool: pool.show(update))

    def translate(self, say: Callable[[str], Mapping[str, Any] | None]) -> None:
        """Send the state of the last `show` to spectators in their languages.

        ``say`` returns the state in a language, or None if that needs no translation.
        """
        updates = self._spectators.new_translations(say)
        self._call(lambda pool: pool.translate(updates))

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        """Answer message ``number`` of a phone. ``refused`` is empty if it was done, or says why not."""
        token = self._registry.token(seat)
        self._call(lambda pool: pool.answer(token, number, refused))

    def serve(self, name: str, data: bytes) -> None:
        """Serve a file to the phones at ``/play/NAME``. Empty data removes it."""
        self._state_cache.put(name, data)

    def mount(self, name: str, folder: Path) -> None:
        """Serve the files of a folder at ``/NAME`` and below, once `token_channel` has issued a token."""
        self._mounts[name] = folder

    # The server thread.

    def _call(self, call: PoolCall) -> None:
        """Run a call on the pool in the server thread, at the end of a `batch`. Dropped without a server."""
        server = self._server
        if self._parcel is not None:
            self._parcel.append(call)
        elif server is not None:
            server.call([call])

    @property
    def _is_over(self) -> bool:
        """True if the opening of the current thread was closed. Another one may have begun since."""
        return self._unwanted.is_set() or threading.current_thread() is not self._thread

    def _run(self, before: threading.Thread | None, port: int, host: str | None) -> None:
        """Thread of the server: wait for the one ``before``, serve until closed, and set the state."""
        if before is not None:
            before.join()  # its port is then free

        def tell(token: str, news: News) -> None:
            """Queue news and wake the window."""
            if not isinstance(news, SeatMessage | LanguageChanged):
                log("party", "%s %d", type(news).__name__, news.seat)
            self._news.append((token, news))
            self.wake()

        trouble = ""
        try:
            from game.party.server import PartyServer

            server = PartyServer(
                self._registry, tell, self._state_cache, self._beat,
                spectators=self._spectators, token_channel=self.token_channel, mounts=self._mounts,
                preferred=self._wanted, public=self._public,
            )  # fmt: skip
            server.bind(port, host)
            self._server = server
            server.moved, server.faulted = self._on_address_changed, self.note_fault
            for attachment in self.attachments:
                server.attach(attachment)
            self._on_address_changed()
            # Closed while it was still opening, when `close` found no server to stop.
            if self._is_over:
                server.stop()
            server.serve_until_stopped()
        except Exception as error:
            log("party", "%s", place_of(error))
            trouble = (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
            if not isinstance(error, (OSError, ImportError)):
                raise  # a bug; the terminal shows the traceback
        finally:
            # A window must not show "open" for ever after the thread has died.
            self._server = None
            for attachment in self.attachments:
                attachment.on_closed()
            if threading.current_thread() is self._thread:
                self._set_state(PartyState.FAILED if trouble else PartyState.CLOSED, trouble)

    def note_fault(self, error: Exception) -> None:
        """Keep an internal error for the window and wake it."""
        log("party", "%s", place_of(error))
        self.faults.append(error)
        self.wake()

    def _on_address_changed(self) -> None:
        """Set the state to open with the server's current address, unless it was closed."""
        server = self._server
        if server is None or self._is_over:
            return
        self._port = server.port
        door = JoinInfo(
            server.address, server.link, server.qr(), server.addresses, server.origin, server.home
        )
        self._set_state(PartyState.OPEN, door=door)

    def _set_state(self, state: PartyState, trouble: str = "", door: JoinInfo = NO_JOIN_INFO) -> None:
        """Set state, trouble and join info together, and wake the window."""
        log("party", "%s", state.name)
        with self._lock:
            self.state, self.trouble, self.door = state, trouble, door
        self.wake()

"""The party as the window has it: open, close, look what phones have done, tell them what they may know.

Everything here returns at once; the server runs in a thread of its own. A seat is held by a random token,
never by the room code: whoever knows the code sees free seats and nothing else.

Both threads use the registry and the state cache, which hold locks, and queues of news, of what watchers say
and of calls to the pool. All else belongs to one thread; the other reads at most a value that is replaced
whole.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from game.core.schema import read_with_defaults, to_json
from game.party.messages import CONTROL_ACTIONS, News, SeatMessage, SpectatorMessage
from game.party.public_address import PublicAddress
from game.party.registry import NO_SEAT, Participant, SavedParty, SeatClaim, SeatInfo, SeatRegistry
from game.party.relay_invite import (
    RELAY,
    RELAY_OFF,
    RelayAddress,
    RelayInvite,
    RelayState,
    RelayStatus,
    letters,
    read_relay,
    secret_of,
)
from game.party.spectators import Spectators
from game.party.state_updates import StateCache, StateUpdate
from game.party.teacher_channel import TeacherChannel

if TYPE_CHECKING:
    from game.party.connection_pool import PoolCall
    from game.party.server import PartyServer


Matrix = tuple[tuple[bool, ...], ...]


class PartyState(StrEnum):
    """How far a party is."""

    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    FAILED = "failed"
    """No port could be had, or it broke while it was open; `Party.trouble` says why."""


@dataclass(frozen=True, slots=True)
class JoinInfo:
    """Where phones find a party; all of it is empty while it is not open."""

    address: str = ""
    """What a person types into a browser, as ``192.168.0.14:8080``, or a public name."""
    link: str = ""
    """The same with the code, for the QR code."""
    qr: Matrix = ()
    """The QR code of the link, rows of dark modules from the top, without the quiet zone."""
    addresses: tuple[str, ...] = ()
    """Those that could be typed, without the port, the likeliest first; see `Party.prefer`."""
    origin: str = ""
    """The address as all links to this party begin, as ``http://192.168.0.14:8080``."""
    home: str = ""
    """The address in the local network, which is another one where people are told a public name."""


NO_JOIN_INFO = JoinInfo()
"""Where phones find a party that is not open."""


@dataclass(frozen=True, slots=True)
class PartyStatus:
    """All that is shown of a party, as it was at one moment."""

    state: PartyState = PartyState.CLOSED
    trouble: str = ""
    code: str = ""
    door: JoinInfo = NO_JOIN_INFO
    far: RelayStatus = RELAY_OFF


def is_nowhere(address: str) -> bool:
    """Whether only this computer finds the party at this address, as without a network."""
    return address.startswith("127.")


def _steers(news: News) -> bool:
    return isinstance(news, SeatMessage) and news.words["do"] in CONTROL_ACTIONS


PORT = 8080
"""Where phones find the party, unless something else is there: then it is one of the next few."""
BEAT = 1.4
"""Seconds between two signs of life of a phone."""
_WAITING = 4000
"""News that may wait; more comes only where nobody looks, as in the title, and then the newest count."""
_FAULTS = 20


class Party:
    """A server for phones, which listens only while it is open.

    Attributes:
        state: how far it is; changes behind your back, after which ``wake`` is called.
        trouble: why it could not open, or is open no more, in the system's words.
        door: where phones find it now; it moves along when this machine gets another address.
        teacher_channel: the pages of a teacher.
        faults: errors of our own that the party has survived, oldest first, until the window takes them.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None, beat: float = BEAT) -> None:
        """Make a party.

        ``wake`` is called, from another thread, whenever there is news or `state` has changed. A phone that
        misses four beats (in seconds) in a row has dropped out.
        """
        self._wake = wake
        self._beat = beat
        self._news: deque[tuple[str, News]] = deque(maxlen=_WAITING)
        self.faults: deque[Exception] = deque(maxlen=_FAULTS)
        self._server: PartyServer | None = None
        self._unwanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._parcel: list[PoolCall] | None = None
        self._state_cache = StateCache(wake)
        self.letters = self._state_cache.letters  # what phones bring
        self._lock = threading.Lock()
        """Held while state, trouble and door change, which belong together."""
        self._registry = SeatRegistry()
        self._port = PORT
        self._spectators = Spectators(wake)
        self.teacher_channel = TeacherChannel(wake, self._call)
        self._invitation: RelayInvite | None = None
        """The last one; only whoever has wanted friends elsewhere has any."""
        self._relay: RelayAddress | None = None
        """The relay that is called while the party is open."""
        self._far = RELAY_OFF
        self.state = PartyState.CLOSED
        self.trouble = self._wanted = ""
        self._public: PublicAddress | None = None
        self.door = NO_JOIN_INFO

    @property
    def code(self) -> str:
        """The room code, four capital letters."""
        return self._registry.code

    @property
    def front(self) -> PartyStatus:
        """How it stands now; it changes behind your back, so whoever draws it looks once."""
        with self._lock:
            return PartyStatus(self.state, self.trouble, self.code, self.door, self._far)

    @property
    def is_open(self) -> bool:
        return self.state is PartyState.OPEN

    # Open and close.

    def open(self, port: int | None = None, host: str | None = None) -> None:
        """Start to open; returns at once, and `state` tells when it is done.

        Without a port at that of before, which phones still call, 0 for any; where it is taken, the next few
        are tried. Without a host at the address of the local network.
        """
        if self.state in (PartyState.OPENING, PartyState.OPEN) and not self._unwanted.is_set():
            return
        self._unwanted.clear()
        port = self._port if port is None else port
        arguments = self._thread, port, host
        self._thread = threading.Thread(target=self._run, args=arguments, name="party", daemon=True)
        self._stand(PartyState.OPENING)
        self._thread.start()

    def close(self, seconds: float = 0.0, *, over: bool = False) -> None:
        """Tell the phones and stop listening; tokens stay good for the next `open`, unless it is ``over``.

        Waits for so many seconds until the port is free again; with 0 it returns at once.
        """
        self._unwanted.set()  # before the look at the server, which the other thread may just have made
        server, thread = self._server, self._thread
        if server is not None:
            server.stop(over=over)
        if thread is not None and seconds:
            thread.join(seconds)

    def prefer(self, address: str) -> None:
        """Have people told this address as long as the machine has it; an empty one for the likeliest."""
        self._wanted, server = address, self._server
        if server is not None:
            server.prefer(address)

    def expose(self, public: PublicAddress | None) -> None:
        """Let guests in by this address too, and tell people that one; `None` for the local network alone."""
        self._public, self._wanted, server = public, "", self._server
        if server is not None:
            server.expose(public)

    # Friends elsewhere.

    def befriend(self, *, on: bool, relay: str = "") -> None:
        """Call a relay while the party is open, so that friends elsewhere may come by a link; or no more.

        It is off at first, also in a party that comes back with a match: its link is the same then, once it
        is switched on. The relay is that of the surroundings (`RELAY`), or this one. See `RelayState` for
        what comes of it.
        """
        self._relay = read_relay(os.environ.get(RELAY) or relay) if on else None
        if self._relay is not None and self._invitation is None:
            self._invitation = RelayInvite()
        if on and self._relay is None:
            self._far_stands(RelayStatus(RelayState.UNSET))
        elif not self.is_open:
            self._far_stands(RELAY_OFF)
        self._befriend()

    def new_link(self) -> None:
        """Have another link from now on: that of before leads nowhere, and whoever has come by it must go."""
        if self._invitation is not None:
            self._invitation = self._invitation.next
            self._befriend()

    def lend_number(self, *, wanted: bool) -> None:
        """Ask the relay for a number, for who can only type, or give it back; see `RelayStatus.number`."""
        if self._server is not None:
            self._server.ask_outpost(lambda outpost: outpost.lend(wanted=wanted))

    def match_socks(self, ask: int, *, admitted: bool) -> None:
        """Whether the socks of a `SasPrompt` are those of its phone; only then is that told the link."""
        if self._server is not None:
            self._server.ask_outpost(lambda outpost: outpost.decide(ask, admitted=admitted))

    def is_far(self, seat: int | None) -> bool:
        """Whether the phone of a seat calls from elsewhere, or did last; for `None`, one that watches."""
        if seat is None:
            return self._spectators.is_far
        server = self._server
        return server is not None and self._registry.token(seat) in server.pool.far

    def _befriend(self) -> None:
        server = self._server
        if server is not None and self._invitation is not None:
            server.befriend(self._relay, self._invitation)

    def _far_stands(self, door: RelayStatus) -> None:
        with self._lock:
            self._far = door
        self._wake()

    # What phones do.

    def poll(self) -> list[News]:
        return list(iter(self.next_news, None))

    @property
    def has_news(self) -> bool:
        """Whether a phone or a page of the teacher has done something that nobody has taken in."""
        return bool(self._news) or self.teacher_channel.has_wishes

    def next_news(self) -> News | None:
        """What has happened next."""
        while self._news:
            token, news = self._news.popleft()
            # Seats may have been numbered anew, or taken away, while this was on its way. Of those who wait
            # for one it is heard what they are for, and nothing else.
            seat = self._registry.heard_of(token)
            if seat is not None and (seat < NO_SEAT or _steers(news)):
                return replace(news, seat=seat)
        return None

    @property
    def watchers(self) -> list[str]:
        """Who only watches, by the names that their phones call themselves; each of them once."""
        return list(dict.fromkeys(self._spectators.watchers))

    @property
    def languages(self) -> tuple[str, ...]:
        """What they read; it may be anything."""
        return self._spectators.languages

    def heard(self) -> list[SpectatorMessage]:
        """What those who only watch have done since the last call."""
        return self._spectators.heard()

    # Seats.

    def offer(
        self, places: Sequence[SeatInfo], title: str = "", listed: int | None = None, *,
        deals: bool = False, between: bool = False,
    ) -> None:  # fmt: skip
        """Say which seats there are, which are free, and what is played; see `SeatRegistry.offer`."""
        self._registry.offer(places, title, listed, deals=deals, between=between)
        self._call(lambda pool: pool.offered())

    @property
    def free(self) -> list[SeatInfo]:
        return self._registry.free

    @property
    def held(self) -> list[int]:
        """The seats that phones hold, whether the phone is there or not."""
        return self._registry.held

    @property
    def bench(self) -> list[int]:
        """The numbers of those who wait for a seat, with which they are told and heard like a seat."""
        return self._registry.bench

    def place(self, seat: int) -> SeatInfo | None:
        return self._registry.place(seat)

    @property
    def people(self) -> dict[int, Participant]:
        """Who has a seat, and who waits for one, with numbers by which `reseat` can give them one."""
        return self._registry.people

    @property
    def names(self) -> dict[int, str]:
        """What they are called."""
        return {seat: one.name for seat, one in self.people.items()}

    def person(self, seat: int) -> Participant:
        return self._registry.person(seat)

    def had(self, seat: int) -> bool:
        """Whether a phone has had this seat since they were numbered last."""
        return self._registry.had(seat)

    def speaks(self, seat: int, language: str) -> None:
        """Whoever has this seat reads this language, whichever seat they will have."""
        self._registry.speaks(self._registry.token(seat), language)

    def keep_chairs(self) -> None:
        """The seats are those of a lobby; see `SeatRegistry.keep_chairs`."""
        self._registry.keep_chairs()

    @property
    def remote(self) -> int | None:
        """The seat of the host's remote, or its number on the bench; `None` where there is none."""
        return self._registry.remote

    def appoint(self, seat: int | None) -> None:
        """Make the phone of a seat the host's remote, or none."""
        self._registry.appoint(seat)

    def is_there(self, seat: int) -> bool:
        server, token = self._server, self._registry.token(seat)
        return server is not None and bool(token) and token in server.pool.there

    @property
    def claims(self) -> tuple[SeatClaim, ...]:
        """Seats whose phones are away, and of which other phones say that they are theirs; see `decide`."""
        server = self._server
        return server.pool.claims if server is not None else ()

    def decide(self, seat: int, *, admitted: bool) -> None:
        """The host lets in whoever says that this seat was theirs, or sends them away.

        The phone that had it before keeps its token unless somebody is let in.
        """
        self._call(lambda pool: pool.decided(seat, admitted=admitted))

    def remove(self, seat: int) -> None:
        """Take a seat from its phone for good: the phone is told, its token is void."""
        token = self._registry.release(seat)
        if token:
            self._state_cache.keep(token, "")
            self._call(lambda pool: pool.removed(token))

    def reseat(self, seats: Mapping[int, int]) -> None:
        """Number the seats anew, as when a match starts: old number -> new.

        Whoever is not named has no seat in this game, and waits for one with their name, see `names`.
        """
        self._state_cache.clear()
        self._registry.reseat(seats)
        self._call(lambda pool: pool.reseated())

    def kept(self) -> dict[str, Any]:
        """Code, tokens and port as plain JSON, to be saved beside a match."""
        far = letters(self._invitation.secret) if self._invitation is not None else ""
        found: dict[str, Any] = to_json(replace(self._registry.kept(), port=self._port, far=far))
        return found

    def recall(self, kept: object) -> None:
        """Take up the tokens of an earlier party, and its code unless one is open; it may be anything."""
        self._state_cache.clear()
        read = read_with_defaults(SavedParty, kept)
        self._registry.recall(read, code=self.state not in (PartyState.OPENING, PartyState.OPEN))
        self._port = read.port or PORT
        if read.far and self._relay is None:
            self._invitation = RelayInvite(secret_of(read.far))
        self._call(lambda pool: pool.reseated())

    # What phones are told.

    @contextmanager
    def together(self) -> Iterator[None]:
        """Pass on in one go what is told within: each waking of the other thread costs a moment."""
        self._parcel = []
        try:
            yield
        finally:
            # Sent even where something broke within: what was told before is true all the same.
            parcel, self._parcel, server = self._parcel, None, self._server
            if parcel and server is not None:
                server.call(parcel)

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Tell the phone of a seat how things stand, unless it knows; who comes back gets the last at once.

        The state is whole and not a difference; of events on the way there a phone that was away never hears.
        Nobody else gets a byte of it.
        """
        token = self._registry.token(seat)
        if not token:
            return
        told = StateUpdate.of(state, events)
        if not events and told.state == self._state_cache.state(token):
            return  # which is what this phone was told last
        # Kept as text: a phone that comes back gets it without waiting for the window.
        self._state_cache.keep(token, told.state)
        self._call(lambda pool: pool.publish(token, told))

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Tell all who only watch how things stand, as `publish` does for a seat."""
        told = StateUpdate.of(state, events)
        if not events and told.state == self._spectators.public:
            return
        self._spectators.public, self._spectators.others = told.state, {}
        self._call(lambda pool: pool.show(told))

    def translate(self, say: Callable[[str], Mapping[str, Any] | None]) -> None:
        """Tell watchers in their own languages what `show` has told; `None` for one that nobody needs."""
        told = self._spectators.translated(say)
        self._call(lambda pool: pool.translate(told))

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        """Answer what a phone has said: it was done, or a sentence that says why not."""
        token = self._registry.token(seat)
        self._call(lambda pool: pool.answer(token, number, refused))

    def serve(self, name: str, data: bytes) -> None:
        """Have a file ready for the phones at ``/play/NAME``; empty data takes it away."""
        self._state_cache.put(name, data)

    # The other thread.

    def _call(self, call: PoolCall) -> None:
        server = self._server
        if self._parcel is not None:
            self._parcel.append(call)
        elif server is not None:
            server.call([call])

    @property
    def _is_over(self) -> bool:
        """Whether the opening that this thread serves was closed; another one may have begun since."""
        return self._unwanted.is_set() or threading.current_thread() is not self._thread

    def _run(self, before: threading.Thread | None, port: int, host: str | None) -> None:
        if before is not None:
            before.join()  # until its port is free

        def tell(token: str, news: News) -> None:
            self._news.append((token, news))
            self._wake()

        trouble = ""
        try:
            from game.party.server import PartyServer

            server = PartyServer(
                self._registry, tell, self._state_cache, self._beat,
                spectators=self._spectators, teacher_channel=self.teacher_channel, wanted=self._wanted,
                public=self._public,
            )  # fmt: skip
            server.bind(port, host)
            self._server = server
            server.moved, server.far_moved, server.faulted = self._moved, self._far_stands, self._faulted
            self._befriend()
            self._moved()
            # Closed while it was still opening, when `close` found no server to stop.
            if self._is_over:
                server.stop()
            server.serve_until_stopped()
        except Exception as error:
            trouble = (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
            if not isinstance(error, (OSError, ImportError)):
                raise  # a fault of ours: whoever reads the terminal is told where
        finally:
            # Nobody sees a thread die, and a window that says "open" would wait for ever.
            self._server = None
            if self._far.state is not RelayState.UNSET:
                self._far_stands(RELAY_OFF)
            if threading.current_thread() is self._thread:
                self._stand(PartyState.FAILED if trouble else PartyState.CLOSED, trouble)

    def _faulted(self, error: Exception) -> None:
        self.faults.append(error)
        self._wake()

    def _moved(self) -> None:
        """It is open, and people are told this address now."""
        server = self._server
        if server is None or self._is_over:
            return
        self._port = server.port
        door = JoinInfo(
            server.address, server.link, server.qr(), server.addresses, server.origin, server.home
        )
        self._stand(PartyState.OPEN, door=door)

    def _stand(self, state: PartyState, trouble: str = "", door: JoinInfo = NO_JOIN_INFO) -> None:
        """From now on it stands so."""
        with self._lock:
            self.state, self.trouble, self.door = state, trouble, door
        self._wake()

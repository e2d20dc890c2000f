"""The connections of the server: how many there may be at once, how long, and the end of all of them.

A neighbour who calls without end does not slow the window: requests beyond a budget wait, and calls beyond it
are turned away, some at a time.

Who may call (`party/spectators.py`). Lines that have shown neither code nor token are counted by address, 48
at a time. Those of players and watchers are not: at a hotspot or behind a bridge a whole party shares one
address. Where there is no room, whoever neither plays nor watches goes first, from the address that has the
most of them. Calls are measured too (`party/listener.py`): by address, and where all together call too often
only who has called little of late is let in. A class behind one address loads its pages at once:
connections that only wait make room for those that ask. Places of a class and of the audience are not
counted by address either; where none is left, whoever calls from an address that has none gets that of
somebody who has done nothing yet, from the address with the most, so one phone cannot take all of them. A
seat that the host has refused to somebody is not asked for again from there for a while
(`party/connection_pool.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import partial
from typing import Any, cast

MOST = 200
"""Connections at one moment, so that whoever opens very many takes no file handles from the window."""
NEIGHBOURLY = 150
"""Connections at one moment from one address; all phones may come through the same router."""
SECONDS = 60.0
"""How long a connection may last that is no line of a phone: long enough to fetch the page,
also by bad Wi-Fi from a computer that is busy."""
BURST, A_SECOND = 2400.0, 15.0
"""Calls and requests that an address may make at once, and then every second; a page makes some forty, and a
whole class may come through one address."""
REFUSED = 0.2
"""What a call costs that is turned away: a party behind one router that calls again has to get in."""
LIGHT = 1900.0
"""What an address has left that has called little of late: it is let in where all together call too often."""
ALL = ""
"""Under this all addresses together are counted."""
UNHEARD = 16 << 10
"""Bytes that a connection may send before they have become a request or a message; then it is not read."""
KILOBYTE = 1024
"""Bytes that cost an address as much as a call, until they have become a request or a message."""
REST = 0.05
"""Seconds that nobody is listened to after a call was turned away: that costs time too."""
_HEAD = 14
"""Bytes of the longest head of a frame."""
_AT_ONCE = 256
"""Calls that are taken in one go: who comes back must not wait behind a crowd that is turned away."""
_BEGINNING = 16
"""Connections that begin at the same moment; each takes half a millisecond, and phones on the line wait."""
_PEERS = 500


class RateLimit:
    """What each address may still ask for; it grows with time."""

    def __init__(
        self, clock: Callable[[], float], burst: float, a_second: float, peers: int = _PEERS
    ) -> None:
        """Let so much be asked for at once, and then so much more every second, of so many addresses."""
        self._clock, self._burst, self._a_second, self._most = clock, burst, a_second, peers
        self._peers: dict[str, tuple[float, float]] = {}

    def spend(self, peer: str, cost: float = 1.0) -> float:
        """Take one off, or a part of one; seconds until it is really there, 0 where it is."""
        left = self.left(peer) - cost
        self._peers.pop(peer, None)
        self._peers[peer] = left, self._clock()
        while len(self._peers) > self._most:
            self._peers.pop(next(iter(self._peers)))
        return max(0.0, -left / self._a_second)

    def left(self, peer: str) -> float:
        """How much there is, less than nothing where some of it is still waited for."""
        left, since = self._peers.get(peer, (self._burst, 0.0))
        return min(self._burst, left + (self._clock() - since) * self._a_second)


class Meter(asyncio.BufferedProtocol):
    """Passes on what a connection sends, and stops reading where too much of it becomes no message.

    Chunks of a body and frames of a message cost time one by one, and no handler hears of them.
    """

    _buffer = bytearray(UNHEARD)  # one for all: it is empty again before another connection is read

    def __init__(self, inner: asyncio.Protocol, spend: Callable[[float], object]) -> None:
        """Make one; ``spend`` is called with what its address pays, less than nothing for what comes back."""
        self._inner, self._spend = inner, spend
        self.most, self._unheard = UNHEARD, 0
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._inner.connection_made(transport)

    def get_buffer(self, _wanted: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, count: int) -> None:
        self.feed(bytes(self._buffer[:count]))

    def feed(self, data: bytes) -> None:
        self._unheard += len(data)
        self._spend(len(data) / KILOBYTE)
        if self._unheard > 2 * self.most:  # aiohttp reads on by itself to throw a body away
            self._transport.abort()
            return
        if self._unheard > self.most:
            self._transport.pause_reading()
        self._inner.data_received(data)

    def heard(self, said: object) -> None:
        """Give back what a message has cost that has arrived."""
        self.give_back(_HEAD + (4 * len(said) if isinstance(said, str | bytes) else 0))

    def give_back(self, size: int = UNHEARD) -> None:
        """Give back at most so many bytes: they have become a message, or a request."""
        heard = min(self._unheard, size)
        was_over = self._unheard > self.most
        self._unheard -= heard
        self._spend(-heard / KILOBYTE)
        if was_over and self._unheard <= self.most and not self._transport.is_closing():
            self._transport.resume_reading()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        self._inner.connection_lost(error)

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


def meter(transport: asyncio.BaseTransport | None) -> Meter:
    """The meter of a connection of ours."""
    return cast(Meter, cast(asyncio.Transport, transport).get_protocol())


class ConnectionListener:
    """Listens, and hands each connection to a protocol of its own."""

    def __init__(self, answer: Callable[[], asyncio.Protocol], loop: asyncio.AbstractEventLoop) -> None:
        """Make it; ``answer`` gives the protocol of a new connection."""
        self._answer, self._loop = answer, loop
        self.budget = RateLimit(loop.time, BURST, A_SECOND)
        self._sockets: list[socket.socket] = []
        self._opening: set[asyncio.Task[None]] = set()
        self._since: dict[asyncio.BaseTransport, float] = {}
        self._peers: dict[asyncio.BaseTransport, str] = {}
        self._lines: set[asyncio.BaseTransport] = set()
        self._idle: dict[asyncio.BaseTransport, None] = {}
        """Connections that were answered and wait, as browsers keep them; that which waits longest first."""
        self._answering: set[asyncio.BaseTransport] = set()

    def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Take calls at these sockets too, which listen already."""
        self._sockets += sockets
        for listening in sockets:
            listening.settimeout(0.0)
            self._loop.add_reader(listening, self._take, listening)

    def cease(self, listening: socket.socket) -> None:
        """Take no more calls at this socket: its address is gone."""
        if listening in self._sockets:
            self._sockets.remove(listening)
            self._loop.remove_reader(listening)
            listening.close()

    async def hush(self) -> None:
        """Take no more calls; those that were taken begin."""
        sockets, self._sockets = self._sockets, []
        for listening in sockets:
            self._loop.remove_reader(listening)
            listening.close()
        await asyncio.gather(*self._opening, return_exceptions=True)

    async def end(self) -> None:
        """Cut every connection, also those whose other end takes nothing in."""
        for transport in self._since:
            _cut(transport)
        self._since.clear()
        await settle()

    def _take(self, listening: socket.socket) -> None:
        """Take the calls that wait; where one was too many, listen again only after a rest."""
        self.sweep()
        is_crowded = False
        for _call in range(_AT_ONCE):
            if len(self._opening) >= _BEGINNING:  # the others wait in the system's queue for the next turn
                break
            try:
                made, (peer, _port) = listening.accept()
            except OSError:  # no more of them, or it has hung up already, or there are no handles left
                break
            if not self.welcomes(peer):
                made.close()
                is_crowded = True
                continue
            made.settimeout(0.0)
            run(self._begin(made, peer), self._opening)
        if is_crowded:
            self._loop.remove_reader(listening)
            self._loop.call_later(REST, self._listen_again, listening)

    def _listen_again(self, listening: socket.socket) -> None:
        if listening in self._sockets:
            self._loop.add_reader(listening, self._take, listening)

    def welcomes(self, peer: str) -> bool:
        """Whether somebody may call from this address; where all call too often, only who has called little.

        A call that is turned away counts too: whoever goes on calling without end is heard no more.
        """
        left = self.budget.left(peer)
        if left < 1 or (left < LIGHT and self.budget.left(ALL) < 1):
            if left >= 0:
                self.budget.spend(peer, REFUSED)
            return False
        self.budget.spend(peer)
        self.budget.spend(ALL)
        return list(self._peers.values()).count(peer) < NEIGHBOURLY or self.makes_room(peer)

    def makes_room(self, peer: str) -> bool:
        """Cut a connection from this address that only waits: whoever has it calls anew when needed.

        Where all of them were never answered, one that has not asked for anything in full, the oldest: who
        calls now says at once what they want.
        """
        half_open = (one for one in self._since if one not in self._idle and one not in self._answering)
        for transport in [*self._idle, *half_open]:
            if self._peers.get(transport) == peer and transport not in self._lines:
                self._forget(transport)
                _cut(transport)
                return True
        return False

    @contextlib.contextmanager
    def answering(self, transport: asyncio.BaseTransport | None) -> Iterator[None]:
        """Within, a request is answered on this connection; afterwards it waits for another."""
        if transport is None:
            yield
            return
        self._idle.pop(transport, None)
        self._answering.add(transport)
        try:
            yield
        finally:
            self._answering.discard(transport)
            if transport in self._peers:
                self._idle[transport] = None

    async def _begin(self, made: socket.socket, peer: str) -> None:
        """Serve a new connection; where there are too many, one that is no line must go.

        It is the oldest of the address that has the most: whoever calls very often pushes out nobody else.
        """
        with contextlib.suppress(OSError):
            transport, _protocol = await self._loop.connect_accepted_socket(
                lambda: Meter(self._answer(), partial(self.budget.spend, peer)), made
            )
            self.remember(transport, peer)
        while len(self._since) > MOST:
            loose = [one for one in self._since if one not in self._lines] or list(self._since)
            crowds = Counter(self._peers[one] for one in loose)
            heaviest = max(loose, key=lambda one: crowds[self._peers[one]])
            self._forget(heaviest)
            _cut(heaviest)

    def remember(self, transport: asyncio.BaseTransport, peer: str) -> None:
        """Somebody at this address has a connection from now on."""
        self._since[transport], self._peers[transport] = self._loop.time(), peer

    def _forget(self, transport: asyncio.BaseTransport) -> None:
        for known in (self._since, self._peers, self._idle):
            known.pop(transport, None)

    def keep(self, transport: asyncio.BaseTransport | None) -> None:
        """This connection is the line of a phone, and lasts."""
        if transport is not None:
            self._lines.add(transport)

    def part(self, transport: asyncio.BaseTransport | None) -> None:
        """This line is over; it has a moment left to send what waits."""
        if transport is not None:
            self._lines.discard(transport)

    def sweep(self) -> None:
        """Forget connections that are gone, and cut those that have lasted too long."""
        last = self._loop.time() - SECONDS
        for transport, since in list(self._since.items()):
            if transport.get_extra_info("socket").fileno() < 0:
                self._forget(transport)
            elif since < last and transport not in self._lines:
                _cut(transport)


def run(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> asyncio.Task[None]:
    """Start a task that stays in ``tasks`` until it ends: the loop alone would let it be collected."""
    task = asyncio.ensure_future(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task


async def settle() -> None:
    """Let what the loop has put off happen: connections begin and end in turns of their own."""
    for _turn in range(4):
        await asyncio.sleep(0)


def _cut(transport: asyncio.BaseTransport) -> None:
    cast(asyncio.Transport, transport).abort()

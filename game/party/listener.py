"""Connection listener: accepts connections and limits their number, rate and duration.

A neighbour who connects without end must not slow the window down. Requests above the budget wait, and
connections above it are refused in batches.

Who may connect (see also `party/spectators.py`): connections that have sent neither code nor token are
limited to 48 per address. Players and spectators are not, because at a hotspot or behind a bridge a whole
party shares one address. If there is no room, a connection that neither plays nor watches is closed, from the
address with most of them. The connection rate is limited by address. If the total rate is too high, only
addresses that have connected little of late are accepted. A class behind one address loads its pages at once,
so idle connections make room for new ones. Places of a class and of the audience are not limited by address
either. If none is left, a phone from a new address gets the place of one that has done nothing yet, from the
address with the most, so one phone cannot take all places. A seat that the host has refused cannot be claimed
again from that address for a while (`party/connection_pool.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import partial
from typing import Any, cast

MAX_CONNECTIONS = 200  # connections at once; more would use up the window's file handles
MAX_PER_ADDRESS = 150  # connections at once from one address; all phones may come through one router
MAX_CONNECTION_S = 60.0
"""Maximum duration in s of a connection that is not marked long-lived.

A busy computer on bad Wi-Fi needs that long to send the page.
"""
CONNECTION_BURST, CONNECTIONS_PER_SECOND = 2400.0, 15.0
"""Connections and requests that an address may make at once, and then per second.

A page makes about forty, and a whole class may share one address.
"""
REFUSAL_COST = 0.2  # cost of a refused connection; low, so that a party behind one router gets in again
LIGHT_USE_BUDGET = (
    1900.0  # budget above which an address may still connect when all together connect too often
)
ALL_ADDRESSES = ""  # key that counts all addresses together
MAX_UNREAD = 16 << 10  # bytes that may arrive before they form a request or message; then reading pauses
KILOBYTE = 1024  # bytes of unfinished input that cost an address as much as one connection
REFUSAL_PAUSE_S = 0.05  # seconds without accepting after a refused connection, which also takes time
_MAX_FRAME_HEADER = 14  # bytes of the longest frame header
# connections accepted in one go, so that a returning phone does not wait behind a refused crowd
_ACCEPT_BATCH = 256
_MAX_STARTING = (
    16  # connections set up at the same moment; each takes 0.5 ms during which connected phones wait
)
_MAX_PEERS = 500


class RateLimit:
    """Token bucket for each address."""

    def __init__(
        self, clock: Callable[[], float], burst: float, a_second: float, peers: int = _MAX_PEERS
    ) -> None:
        """Allow ``burst`` units at once, then ``a_second`` per second, for each of ``peers`` addresses."""
        self._clock, self._burst, self._a_second, self._max_peers = clock, burst, a_second, peers
        self._peers: dict[str, tuple[float, float]] = {}

    def spend(self, peer: str, cost: float = 1.0) -> float:
        """Spend ``cost`` and return the seconds until it is covered, 0 if it is already."""
        left = self.left(peer) - cost
        self._peers.pop(peer, None)
        self._peers[peer] = left, self._clock()
        while len(self._peers) > self._max_peers:
            self._peers.pop(next(iter(self._peers)))
        return max(0.0, -left / self._a_second)

    def left(self, peer: str) -> float:
        """Units left for ``peer``. Negative while a debt is being paid off."""
        left, since = self._peers.get(peer, (self._burst, 0.0))
        return min(self._burst, left + (self._clock() - since) * self._a_second)


class Meter(asyncio.BufferedProtocol):
    """Protocol wrapper that measures what a connection sends, and pauses reading if it forms no message.

    Body chunks and frames of an unfinished message cost time, and no handler sees them.
    """

    def __init__(self, inner: asyncio.Protocol, spend: Callable[[float], object]) -> None:
        """Wrap ``inner``. ``spend`` is called with the cost in units; negative for a refund."""
        self._inner, self._spend = inner, spend
        self.max_bytes, self._unheard = MAX_UNREAD, 0
        self._transport: asyncio.Transport
        self._buffer: bytearray

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport, and pass it to the inner protocol."""
        self._transport = cast(asyncio.Transport, transport)
        self._inner.connection_made(transport)

    def get_buffer(self, _wanted: int) -> bytearray:
        """New buffer of `MAX_UNREAD` bytes for the next data; several threads would fill a common one."""
        self._buffer = bytearray(MAX_UNREAD)
        return self._buffer

    def buffer_updated(self, count: int) -> None:
        """Pass the first ``count`` bytes of the buffer to `feed`."""
        data = bytes(self._buffer[:count])
        del self._buffer
        self.feed(data)

    def feed(self, data: bytes) -> None:
        """Pass on and charge received bytes. If too many form no message, pauses reading, then aborts."""
        self._unheard += len(data)
        self._spend(len(data) / KILOBYTE)
        if self._unheard > 2 * self.max_bytes:  # aiohttp keeps reading to discard a body
            self._transport.abort()
            return
        if self._unheard > self.max_bytes:
            self._transport.pause_reading()
        self._inner.data_received(data)

    def refund_message(self, message: object) -> None:
        """Refund a complete message: up to 4 bytes a character and the longest head."""
        self.give_back(_MAX_FRAME_HEADER + (4 * len(message) if isinstance(message, str | bytes) else 0))

    def give_back(self, size: int = MAX_UNREAD) -> None:
        """Refund at most ``size`` uncredited bytes that became a request or message. May resume reading."""
        credit = min(self._unheard, size)
        was_over = self._unheard > self.max_bytes
        self._unheard -= credit
        self._spend(-credit / KILOBYTE)
        if was_over and self._unheard <= self.max_bytes and not self._transport.is_closing():
            self._transport.resume_reading()

    def eof_received(self) -> bool | None:
        """Pass the end of input to the inner protocol; True if that keeps the connection open."""
        return self._inner.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """Pass the end of the connection to the inner protocol."""
        self._inner.connection_lost(error)

    def pause_writing(self) -> None:
        """Pass the pause to the inner protocol."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass the resumption to the inner protocol."""
        self._inner.resume_writing()


def meter(transport: asyncio.BaseTransport | None) -> Meter:
    """The `Meter` that is the protocol of one of our connections."""
    return cast(Meter, cast(asyncio.Transport, transport).get_protocol())


class ConnectionListener:
    """Accepts connections and gives each one its own protocol."""

    def __init__(self, answer: Callable[[], asyncio.Protocol], loop: asyncio.AbstractEventLoop) -> None:
        """Create a listener that is not bound. ``answer`` makes the protocol of a new connection."""
        self._answer, self._loop = answer, loop
        self.budget = RateLimit(loop.time, CONNECTION_BURST, CONNECTIONS_PER_SECOND)
        self._sockets: list[socket.socket] = []
        self._opening: set[asyncio.Task[None]] = set()
        self._since: dict[asyncio.BaseTransport, float] = {}
        self._peers: dict[asyncio.BaseTransport, str] = {}
        self._lines: set[asyncio.BaseTransport] = set()
        self._idle: dict[asyncio.BaseTransport, None] = {}
        """Answered keep-alive connections, longest idle first."""
        self._answering: set[asyncio.BaseTransport] = set()

    def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Also accept connections at these sockets, which are already listening."""
        self._sockets += sockets
        for listening in sockets:
            listening.settimeout(0.0)
            self._loop.add_reader(listening, self._take, listening)

    def stop_listening(self, listening: socket.socket) -> None:
        """Close this socket, because its address is gone. Accepted connections stay."""
        if listening in self._sockets:
            self._sockets.remove(listening)
            self._loop.remove_reader(listening)
            listening.close()

    async def drain(self) -> None:
        """Close the listening sockets and wait until accepted connections are set up."""
        sockets, self._sockets = self._sockets, []
        for listening in sockets:
            self._loop.remove_reader(listening)
            listening.close()
        await asyncio.gather(*self._opening, return_exceptions=True)

    async def end(self) -> None:
        """Abort every connection, also those whose other end does not read."""
        for transport in self._since:
            _abort(transport)
        self._since.clear()
        await settle()

    def _take(self, listening: socket.socket) -> None:
        """Accept the waiting connections. If one is refused, pause for `REFUSAL_PAUSE_S` seconds."""
        self.sweep()
        is_crowded = False
        for _call in range(_ACCEPT_BATCH):
            if len(self._opening) >= _MAX_STARTING:  # the rest stays in the system's queue for the next turn
                break
            try:
                client, (peer, _port) = listening.accept()
            except OSError:  # no more waiting, already closed again, or no file handles left
                break
            if not self.accepts(peer):
                client.close()
                is_crowded = True
                continue
            client.settimeout(0.0)
            run(self._begin(client, peer), self._opening)
        if is_crowded:
            self._loop.remove_reader(listening)
            self._loop.call_later(REFUSAL_PAUSE_S, self._listen_again, listening)

    def _listen_again(self, listening: socket.socket) -> None:
        """Accept connections at this socket again, unless it was closed."""
        if listening in self._sockets:
            self._loop.add_reader(listening, self._take, listening)

    def accepts(self, peer: str) -> bool:
        """True if one more connection from ``peer`` is within all limits. Charges the address also if not.

        May close an idle one for it. A refused connection costs budget too, so an address that keeps
        connecting stays blocked.
        """
        left = self.budget.left(peer)
        if left < 1 or (left < LIGHT_USE_BUDGET and self.budget.left(ALL_ADDRESSES) < 1):
            if left >= 0:
                self.budget.spend(peer, REFUSAL_COST)
            return False
        self.budget.spend(peer)
        self.budget.spend(ALL_ADDRESSES)
        return list(self._peers.values()).count(peer) < MAX_PER_ADDRESS or self.makes_room(peer)

    def makes_room(self, peer: str) -> bool:
        """Abort a connection from ``peer`` that is idle or has sent no request. False if there is none.

        A client with an idle connection can reconnect. If none is idle, abort the oldest one that has not
        sent a complete request, because a real client sends its request at once.
        """
        half_open = (
            transport
            for transport in self._since
            if transport not in self._idle and transport not in self._answering
        )
        for transport in [*self._idle, *half_open]:
            if self._peers.get(transport) == peer and transport not in self._lines:
                self._forget(transport)
                _abort(transport)
                return True
        return False

    @contextlib.contextmanager
    def answering(self, transport: asyncio.BaseTransport | None) -> Iterator[None]:
        """Context manager that marks ``transport`` as busy while a request is answered, then as idle."""
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

    async def _begin(self, client: socket.socket, peer: str) -> None:
        """Set up a connection. Above `MAX_CONNECTIONS`, abort the busiest address's oldest short one.

        Thus an address that opens very many connections pushes out only its own.
        """
        with contextlib.suppress(OSError):
            transport, _protocol = await self._loop.connect_accepted_socket(
                lambda: Meter(self._answer(), partial(self.budget.spend, peer)), client
            )
            self.remember(transport, peer)
        while len(self._since) > MAX_CONNECTIONS:
            loose = [waiting for waiting in self._since if waiting not in self._lines] or list(self._since)
            crowds = Counter(self._peers[waiting] for waiting in loose)
            heaviest = max(loose, key=lambda waiting: crowds[self._peers[waiting]])
            self._forget(heaviest)
            _abort(heaviest)

    def remember(self, transport: asyncio.BaseTransport, peer: str) -> None:
        """Register a connection with its start time and address."""
        self._since[transport], self._peers[transport] = self._loop.time(), peer

    def _forget(self, transport: asyncio.BaseTransport) -> None:
        """Remove a connection from the tables, without closing it."""
        for table in (self._since, self._peers, self._idle):
            table.pop(transport, None)

    def mark_long_lived(self, transport: asyncio.BaseTransport | None) -> None:
        """Exempt this connection from the limit of `MAX_CONNECTION_S` and from `makes_room`."""
        if transport is not None:
            self._lines.add(transport)

    def release(self, transport: asyncio.BaseTransport | None) -> None:
        """End the exemption of `mark_long_lived`. Queued data may still be sent."""
        if transport is not None:
            self._lines.discard(transport)

    def sweep(self) -> None:
        """Forget closed connections; abort others older than `MAX_CONNECTION_S`, except long-lived ones."""
        last = self._loop.time() - MAX_CONNECTION_S
        for transport, since in list(self._since.items()):
            if transport.get_extra_info("socket").fileno() < 0:
                self._forget(transport)
            elif since < last and transport not in self._lines:
                _abort(transport)


def run(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> asyncio.Task[None]:
    """Start and return a task, held in ``tasks`` until it ends: the loop holds only a weak reference."""
    task = asyncio.ensure_future(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task


async def settle() -> None:
    """Run the event loop for four turns, so that pending connection callbacks happen."""
    for _turn in range(4):
        await asyncio.sleep(0)


def _abort(transport: asyncio.BaseTransport) -> None:
    """Close a connection at once, dropping its queued data."""
    cast(asyncio.Transport, transport).abort()

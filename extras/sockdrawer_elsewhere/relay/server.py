"""Network server of a relay: lines, the loader page, and metrics for the operator.

No log contains addresses of callers. A connection that is not upgraded to a line is cut after some seconds,
so that silent connections cannot keep others out.
"""

from __future__ import annotations

import asyncio
import gc
import gzip
import logging
import os
import re
import signal
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from typing import cast

from aiohttp import WSMsgType, web

from game.party.listener import CONNECTION_BURST, CONNECTIONS_PER_SECOND, Meter, RateLimit, meter
from sockdrawer_elsewhere.relay.bus import NatsBus, NodeBus
from sockdrawer_elsewhere.relay.node import (
    PIN_DIGITS,
    CloseReason,
    ConnectionClosed,
    ConnectionRejected,
    RelayNode,
    RelayPhone,
    RelayRoom,
    is_number,
    room_name,
)
from sockdrawer_elsewhere.relay.rate_limits import PeerAddress, RelayLimits, peer_address

MAX_CONNECTION_S = 15.0  # s until a connection that is no line is cut
MAX_CONNECTIONS, MAX_PER_ADDRESS = 2000, 256  # maximum number of those, in total and of one address
SWEEP_S = 5  # s between two sweeps
CLOSE_TIMEOUT_S = 2.0  # s for the other end of a line to close it too
SEND_BUFFER_SIZE = 64 << 10  # bytes of the kernel's send buffer of a line
BACKLOG = 256
FRAMES_PER_TURN = 8  # frames of one line that are handled before other lines
MAX_UNREAD = 16 << 10  # bytes that a queued connection may send before its turn
ACCEPT_PAUSE_S = 0.001  # s between two new connections, in which all lines are handled
LINES_PER_COLLECTION = 5000  # ended lines until a full garbage collection
_ROOM = re.compile(r"[A-Za-z0-9_-]{12}")
_SILENT = logging.Logger("relay", logging.CRITICAL + 1)  # aiohttp would log addresses
_KINDS = {".html": "text/html", ".js": "text/javascript"}
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "frame-ancestors 'none'",  # the page sets the rest
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class RelayConfig:
    """Configuration of a relay.

    Attributes:
        host: address to listen at.
        port: its port; 0 for any free one.
        bus: address of NATS, or empty for a single node.
        metrics: where metrics are served, ``PORT`` of this computer only or ``HOST:PORT``; or empty.
        header: header in which a proxy passes on the caller's address; empty without a proxy.
        page: True if the loader page is served too.
    """

    host: str = "127.0.0.1"
    port: int = 9000
    bus: str = ""
    metrics: str = ""
    header: str = ""
    page: bool = False


class SocketConnection:
    """WebSocket line of a phone or a host."""

    __slots__ = ("_is_ending", "_socket", "_transport", "heard")

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport, last_heard: float
    ) -> None:
        self._socket, self._transport, self.heard = socket, transport, last_heard
        self._is_ending = False

    @property
    def waiting(self) -> int:
        """Bytes not sent yet; 0 if the line is closing."""
        return 0 if self._transport.is_closing() else self._transport.get_write_buffer_size()

    def took(self, message: object) -> None:
        """Refund a received message to the meter, which charges bytes that form no message."""
        meter(self._transport).refund_message(message)

    async def send(self, data: bytes) -> None:
        """Send a binary message; does nothing if the line is closing or lost."""
        if not self._transport.is_closing():
            with suppress(ConnectionError, RuntimeError):
                await self._socket.send_bytes(data)

    async def pong(self, data: bytes) -> None:
        """Answer a ping with its data; does nothing if the line is closing or lost."""
        if not self._transport.is_closing():
            with suppress(ConnectionError, RuntimeError):
                await self._socket.pong(data)

    async def ping(self) -> None:
        """Send a ping; does nothing if the line is lost."""
        with suppress(ConnectionError, RuntimeError):
            await self._socket.ping()

    async def close(self, end: CloseReason) -> None:
        """Send a close frame with the reason; disconnect after `CLOSE_TIMEOUT_S`. Later calls do nothing."""
        if not self._is_ending and not self._transport.is_closing():
            self._is_ending = True
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self.close_now)
            with suppress(ConnectionError, RuntimeError):
                payload = end.to_bytes(2, "big") + end.name.lower().encode()
                await self._socket.send_frame(payload, WSMsgType.CLOSE)

    def close_now(self) -> None:
        """Disconnect at once, without a close frame."""
        self._transport.abort()

    async def finish(self) -> None:
        """Close the line, and wait up to `CLOSE_TIMEOUT_S` s for the other end to close it too."""
        with suppress(ConnectionError, RuntimeError):
            if not self._is_ending:
                await self._socket.close()
            # Send only one close frame: a browser reports a second one as an error.
            async for _more in self._socket:
                pass
        self._transport.close()
        if self._transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self.close_now)


class RelayListener:
    """Accepts connections, queues their handshakes, and cuts those that do not become lines."""

    def __init__(self, answer: Callable[[], asyncio.Protocol], *, is_told: bool) -> None:
        """Create it. ``is_told``: a proxy passes on addresses, so all connections come from one address."""
        self._answer, self._clock, self._is_told = answer, asyncio.get_running_loop().time, is_told
        self._since: dict[asyncio.Transport, tuple[float, str]] = {}
        self._peers: Counter[str] = Counter()
        self._unheard = RateLimit(self._clock, CONNECTION_BURST, CONNECTIONS_PER_SECOND)
        self._doors: asyncio.Queue[QueuedProtocol] = asyncio.Queue()
        self.taken = 0  # connections accepted since the start

    def begin(self, door: QueuedProtocol, transport: asyncio.Transport) -> None:
        """Queue a new connection, or cut it if its address has too many. Above the limit cuts the oldest."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._is_told and (self._peers[peer] >= MAX_PER_ADDRESS or self._unheard.left(peer) < 1):
            transport.abort()
            return
        while len(self._since) >= MAX_CONNECTIONS:
            oldest = next(iter(self._since))
            self.mark_long_lived(oldest)
            oldest.abort()
        self.taken += 1
        self._since[transport] = self._clock(), peer
        self._peers[peer] += 1
        self._doors.put_nowait(door)

    async def answer(self) -> None:
        """Start the handshakes of queued connections in order, without end, `ACCEPT_PAUSE_S` s apart."""
        while True:
            door = await self._doors.get()
            spend = partial(self._unheard.spend, self._since.get(door.transport, (0.0, ""))[1])
            if door.hand_on(Meter(self._answer(), spend)):
                await asyncio.sleep(ACCEPT_PAUSE_S)

    def mark_long_lived(self, transport: asyncio.Transport) -> None:
        """Stop tracking a connection that has become a line, or is closed."""
        _since, peer = self._since.pop(transport, (0.0, ""))
        if peer:
            self._peers[peer] -= 1
            if not self._peers[peer]:
                del self._peers[peer]

    def sweep(self) -> None:
        """Forget closed connections, and cut those that were queued more than `MAX_CONNECTION_S` s ago."""
        last = self._clock() - MAX_CONNECTION_S
        for transport, (since, _peer) in list(self._since.items()):
            if since < last:
                transport.abort()
            if transport.is_closing():
                self.mark_long_lived(transport)


class QueuedProtocol(asyncio.Protocol):
    """Protocol of a queued connection; buffers the first bytes."""

    def __init__(self, calls: RelayListener) -> None:
        self._calls = calls
        self._said = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport, and queue this connection for its handshake, or cut it above a limit."""
        self.transport = cast(asyncio.Transport, transport)
        self._calls.begin(self, self.transport)

    def data_received(self, data: bytes) -> None:
        """Buffer the first bytes; cut the connection if they are more than `MAX_UNREAD`."""
        self._said += data
        if len(self._said) > MAX_UNREAD:
            self.transport.abort()

    def hand_on(self, protocol: Meter) -> bool:
        """Start the handshake with this protocol. False if the connection is closed already, else True."""
        if self.transport.is_closing():
            return False
        self.transport.set_protocol(protocol)
        try:
            protocol.connection_made(self.transport)
            if self._said:
                protocol.feed(self._said)
        except Exception:  # like the event loop, so that the queue continues
            logging.getLogger("sock-drawer relay").exception("A call has failed.")
            self.transport.abort()
        return True


class RelayServer:
    """One listening node; use it with ``async with``."""

    def __init__(
        self,
        setup: RelayConfig,
        limits: RelayLimits = RelayLimits(),  # noqa: B008
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._setup, self._limits, self._clock = setup, limits, clock
        self.bus = NatsBus(setup.bus) if setup.bus else NodeBus()
        self.node = RelayNode(self._clock, limits, self.bus)
        self._page = _loader() if setup.page else {}
        self._stack = ExitStack()
        self._runners: list[web.AppRunner] = []
        self._lines = 0
        self._turnstile = asyncio.Lock()
        self._calls: RelayListener
        self._tasks: list[asyncio.Task[None]]
        self.port = self.metrics_port = 0  # actual ports while it listens

    async def __aenter__(self) -> RelayServer:
        """Start to listen, also for metrics if configured; returns itself. ValueError for a bad address."""
        setup = self._setup
        listening = _listen(setup.host, setup.port)
        self.port = listening.getsockname()[1]
        await self.bus.start(self.node)
        runner = await self._runner(self._routes())
        assert runner.server is not None
        self._calls = RelayListener(
            cast(Callable[[], asyncio.Protocol], runner.server), is_told=bool(setup.header)
        )
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: QueuedProtocol(self._calls), sock=listening, backlog=BACKLOG
        )
        self._stack.callback(server.close)
        if setup.metrics:
            host, _, port = setup.metrics.rpartition(":")
            listener = _listen(host.strip("[]") or "127.0.0.1", int(port))
            self.metrics_port = listener.getsockname()[1]
            app = web.Application()
            app.router.add_get("/metrics", self._metrics)
            app.router.add_get("/health", self._health)
            await web.SockSite(await self._runner(app), listener).start()
        self._tasks = [asyncio.ensure_future(task) for task in (self._sweep(), self._calls.answer())]
        return self

    async def __aexit__(self, *_fault: object) -> None:
        """Stop listening, close all lines and disconnect from the bus."""
        for task in self._tasks:
            task.cancel()
        self._stack.close()
        await self.node.close()
        for runner in self._runners:
            await runner.cleanup()
        await self.bus.end()

    @property
    def connection_count(self) -> int:
        """Number of connections accepted since the start."""
        return self._calls.taken

    @property
    def ended_count(self) -> int:
        """Number of lines that have ended."""
        return self._lines - self.node.lines

    async def _runner(self, app: web.Application) -> web.AppRunner:
        """Set up and keep an aiohttp runner without logs and without the header ``Server``."""

        async def unsigned(_request: web.Request, response: web.StreamResponse) -> None:
            """Remove the header ``Server``."""
            response.headers.popall("Server", None)

        app.on_response_prepare.append(unsigned)
        runner = web.AppRunner(
            app, access_log=None, logger=_SILENT, handle_signals=False, shutdown_timeout=CLOSE_TIMEOUT_S,
            keepalive_timeout=MAX_CONNECTION_S,
        )  # fmt: skip
        await runner.setup()
        self._runners.append(runner)
        return runner

    def _routes(self) -> web.Application:
        """Application with the lines, the health check and the files of the loader page."""
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.router.add_get("/line", self._line)
        app.router.add_get("/health", self._health)
        for name, data in self._page.items():
            app.router.add_get("/" if name == "index.html" else f"/{name}", _file(name, data))
        return app

    async def _sweep(self) -> None:
        """Cut old connections every second and sweep the node every `SWEEP_S` s, without end."""
        turn = 0
        while True:
            await asyncio.sleep(1)
            turn += 1
            self._calls.sweep()
            if turn % SWEEP_S == 0:
                await self.node.sweep()

    # Requests

    def _place(self, request: web.Request) -> PeerAddress:
        """Address of a caller: the last one in the proxy's header if it is valid, else the connection's."""
        values = request.headers.getall(self._setup.header, []) if self._setup.header else []
        with suppress(ValueError):
            return peer_address(
                ",".join(values).rpartition(",")[2].strip()
            )  # some proxies add another header line
        return peer_address(request.remote or "::")

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Middleware: the handler's response, 413 for a body, status and text if refused, 500 for a fault."""
        try:
            if request.body_exists:
                raise web.HTTPRequestEntityTooLarge(0, 0)
            if request.transport is not None:
                meter(request.transport).give_back()
            if request.path != "/health":
                self.node.admit(self._place(request))
            async with self._turnstile:  # one handshake at a time, with all lines handled in between
                await asyncio.sleep(0)
            return await handler(request)
        except ConnectionRejected as refused:
            again = {"Retry-After": "30"} if refused.status == 429 else {}
            return web.Response(status=refused.status, text=refused.why, headers=again)
        except (web.HTTPException, asyncio.CancelledError):
            raise
        except Exception:
            self.node.count["faults"] += 1
            logging.getLogger("sock-drawer relay").exception("A call has failed.")
            raise web.HTTPInternalServerError from None

    async def _health(self, _request: web.Request) -> web.Response:
        """Response "ok" with HTTP 200; its text mentions a lost bus."""
        return web.Response(text="ok\n" if self.bus.is_there else "ok, but the bus is lost\n")

    async def _line(self, request: web.Request) -> web.StreamResponse:
        """Serve a host's or a phone's line until it ends; HTTP 400 if the query is invalid."""
        query = request.query
        room, number, role = query.get("room", ""), query.get("number", ""), query.get("role", "")
        if role == "host" and _ROOM.fullmatch(room):
            return await self._host(request, room)
        if role == "phone" and (_ROOM.fullmatch(room) if room else is_number(number)):
            return await self._phone(request, room, number)
        raise web.HTTPBadRequest(
            text=f"A line is that of a host or a phone, of a room or {PIN_DIGITS} digits."
        )

    async def _host(self, request: web.Request, name: str) -> web.StreamResponse:
        """Serve a host's line until it ends; ConnectionRejected for a wrong proof (403) or above a limit."""
        place, proof = self._place(request), b""
        with suppress(ValueError):
            proof = bytes.fromhex(request.headers.get("X-Proof", ""))
        if room_name(proof) != name:
            raise self.node.refusal_error(403, "this is not the proof of that room")
        with self.node.line_of(place), self.node.room_of(name, place):
            answer, line = await self._upgrade(request, self._limits.down)
            room = await self.node.open(name, line, place)
            try:
                await self._listen(answer, line, room, lambda data: self.node.from_host(room, line, data))
            finally:
                await self.node.end(room, line)
                await line.finish()
        return answer

    async def _phone(self, request: web.Request, name: str, number: str) -> web.StreamResponse:
        """Serve a phone's line until it ends, in the room ``name`` or, if given, the one with ``number``."""
        place = self._place(request)
        with self.node.line_of(place):
            answer, line = await self._upgrade(request, self._limits.up)
            try:
                if number:
                    name = await self.node.room_with(number, place)
                phone = await self.node.enter(name, line, place, by_number=bool(number))
                try:
                    await self._listen(answer, line, phone, lambda data: self.node.from_phone(phone, data))
                finally:
                    await self.node.leave(phone)
            except ConnectionClosed as over:
                await line.close(over.end)
            finally:
                await line.finish()
        return answer

    async def _upgrade(
        self, request: web.Request, max_size: int
    ) -> tuple[web.WebSocketResponse, SocketConnection]:
        """Upgrade a request to a WebSocket; returns (it, its line). HTTP 400 if it is closed already."""
        answer = web.WebSocketResponse(
            max_msg_size=max_size + 1,
            autoping=False,
            autoclose=False,
            compress=False,
            timeout=CLOSE_TIMEOUT_S,
        )
        await answer.prepare(request)
        transport = request.transport
        if transport is None:
            raise web.HTTPBadRequest  # it is closed already
        # Writes never wait: the buffer is measured, and a slow line is cut.
        transport.set_write_buffer_limits(high=2 * (self._limits.waiting + self._limits.down))
        self._calls.mark_long_lived(transport)
        meter(transport).max_bytes = 2 * max_size
        self._lines += 1
        return answer, SocketConnection(answer, transport, self._clock())

    async def _listen(
        self, answer: web.WebSocketResponse, line: SocketConnection, caller: RelayPhone | RelayRoom,
        hear: Callable[[bytes], Awaitable[float]],
    ) -> None:  # fmt: skip
        """Pass binary frames to ``hear``, which returns a pause in s, until the line ends or is invalid."""
        try:
            count = 0
            async for frame in answer:
                line.heard = self._clock()
                line.took(frame.data)
                if (count := count + 1) % FRAMES_PER_TURN == 0:
                    await asyncio.sleep(0)
                if frame.type is WSMsgType.BINARY:
                    if wait := await hear(frame.data):
                        await asyncio.sleep(wait)
                elif frame.type in (WSMsgType.PING, WSMsgType.PONG):
                    self.node.count_ping(caller)
                    if frame.type is WSMsgType.PING:
                        await line.pong(frame.data)
                else:
                    raise ConnectionClosed(CloseReason.WRONG)
        except ConnectionClosed as over:
            await line.close(over.end)

    async def _metrics(self, _request: web.Request) -> web.Response:
        """Response with the metrics as plain text."""
        return web.Response(text=self._figures(), headers={"Content-Type": "text/plain; version=0.0.4"})

    def _figures(self) -> str:
        """Metrics in the form of Prometheus; none is about a single room or address."""
        node, used = self.node, os.times()
        values = {
            "hosts": node.hosts,
            "phones": len(node.phones),
            "numbers_lent": node.lent_count,
            "bus_up": int(self.bus.is_there),
            "resident_memory_bytes": _memory(),
        }
        lines = [
            f"# TYPE sock_drawer_relay_{name} gauge\nsock_drawer_relay_{name} {values[name]}"
            for name in values
        ]
        totals = {"processor_seconds": used.user + used.system}
        events = []
        for name, count in sorted(node.count.items()):
            if " " in name and name.split()[0] in ("frames", "bytes"):
                totals[name.replace(" ", "_")] = count
            else:
                events.append(f'sock_drawer_relay_events_total{{event="{name}"}} {count}')
        lines += [
            f"# TYPE sock_drawer_relay_{name}_total counter\nsock_drawer_relay_{name}_total {value}"
            for name, value in totals.items()
        ]
        return "\n".join([*lines, "# TYPE sock_drawer_relay_events_total counter", *events]) + "\n"


def _memory() -> int:
    """Resident memory of this process in bytes; 0 if unknown."""
    with suppress(OSError), open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _loader() -> Mapping[str, bytes]:
    """Files of the loader page by name; the rest of the page comes from the big screen itself."""
    from sockdrawer_elsewhere.far import site

    return site()


def _file(name: str, data: bytes) -> Handler:
    """Handler that responds with ``data``, compressed if the client accepts gzip."""
    kind = _KINDS[name[name.rindex(".") :]]
    packed = gzip.compress(data, mtime=0)

    async def answer(request: web.Request) -> web.Response:
        """Response with the file."""
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers = {**_HEADERS, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return web.Response(body=packed, headers=headers, content_type=kind, charset="utf-8")
        return web.Response(body=data, headers=_HEADERS, content_type=kind, charset="utf-8")

    return answer


def _listen(host: str, port: int) -> socket.socket:
    """Bound socket, not listening yet, with buffers of `SEND_BUFFER_SIZE` bytes; ValueError if unusable."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_SIZE)
        if family is socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(host != "::"))
        listener.bind((host, port))
        listener.settimeout(0.0)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ValueError(f"Can't listen on {host}, port {port}: {error}.") from None
    return listener


async def _tidy(server: RelayServer) -> None:
    """Collect garbage of closed connections, without end: often among new objects, seldom among all.

    Python's full collection starts whenever the heap has grown by a quarter. With ten thousand lines it takes
    a fifth of a second, in which no frame is handled.
    """
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)
    last_taken = last_ended = 0
    while True:
        await asyncio.sleep(0.05)
        if server.ended_count - last_ended > max(LINES_PER_COLLECTION, server.node.lines // 2):
            last_ended = server.ended_count
            gc.unfreeze()
        elif server.connection_count - last_taken < 20:
            continue
        last_taken = server.connection_count
        gc.collect()
        gc.freeze()  # survivors live long, and are not scanned again until many lines have ended


async def _serve(setup: RelayConfig) -> None:
    """Run a relay until a signal stops it."""
    over = asyncio.Event()
    with suppress(NotImplementedError):  # Windows supports only Ctrl+C
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
    async with RelayServer(setup) as server:
        tidying = asyncio.ensure_future(_tidy(server))
        print(f"The relay is listening on {setup.host}, port {server.port}.", flush=True)
        if setup.metrics:
            print(f"Metrics are at /metrics, port {server.metrics_port}.", flush=True)
        await over.wait()
        tidying.cancel()


def serve(setup: RelayConfig) -> int:
    """Run a relay until it is stopped, and return 0; ValueError if its address or the bus is unusable."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _soft, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))  # each line is an open file
    try:
        import uvloop
    except ImportError:
        asyncio.run(_serve(setup))
    else:
        uvloop.run(_serve(setup))
    return 0

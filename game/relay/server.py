"""What listens: lines and the loader of the page for everybody, figures for whoever runs it.

No line of any log says who called. A connection that is no line is cut after some seconds, so whoever opens
very many and says nothing keeps nobody out.
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

from game.party.listener import A_SECOND, BURST, Meter, RateLimit, meter
from game.relay.bus import NatsBus, NodeBus
from game.relay.node import (
    DIGITS,
    CloseReason,
    ConnectionClosed,
    ConnectionRejected,
    RelayNode,
    RelayPhone,
    RelayRoom,
    is_number,
    room_name,
)
from game.relay.rate_limits import PeerAddress, RelayLimits, peer_address

SECONDS = 15.0
"""How long a connection may last that is no line."""
CONNECTIONS, FROM_ONE = 2000, 256
"""How many of those there may be, and of one address."""
SWEEP = 5
"""Seconds between two looks at what has lasted too long."""
GOODBYE = 2.0
"""Seconds that the other end of a line has to say goodbye as well."""
KERNEL = 64 << 10
"""Bytes that the system keeps for a line that takes nothing."""
BACKLOG = 256
AT_ONCE = 8
"""Frames of one line that are heard before the others have their turn."""
SAID = 16 << 10
"""Bytes that a connection may say before its turn has come."""
BREATH = 0.001
"""Seconds between two new connections that are answered, in which all lines are heard."""
LEFT = 5000
"""Lines that have ended until it is looked through all for what they have left behind."""
_ROOM = re.compile(r"[A-Za-z0-9_-]{12}")
_SILENT = logging.Logger("relay", logging.CRITICAL + 1)  # what aiohttp would write has addresses in it
_KINDS = {".html": "text/html", ".js": "text/javascript"}
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "frame-ancestors 'none'",  # the rest stands in the page itself
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class RelayConfig:
    """What a relay is started with.

    Attributes:
        host: the address it listens at.
        port: its port; 0 for any that is free.
        bus: the address of NATS, or nothing for a node that is alone.
        metrics: where figures are told, ``PORT`` of this computer alone or ``HOST:PORT``; or nothing.
        header: the header in which a proxy says who has called; nothing where there is none.
        page: whether the loader of the page is served too.
    """

    host: str = "127.0.0.1"
    port: int = 9000
    bus: str = ""
    metrics: str = ""
    header: str = ""
    page: bool = False


class SocketConnection:
    """The line of a phone or a host."""

    __slots__ = ("_is_ending", "_socket", "_transport", "heard")

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport, heard: float) -> None:
        self._socket, self._transport, self.heard = socket, transport, heard
        self._is_ending = False

    @property
    def waiting(self) -> int:
        return 0 if self._transport.is_closing() else self._transport.get_write_buffer_size()

    def took(self, said: object) -> None:
        """Give back what a message has cost that has arrived."""
        meter(self._transport).heard(said)

    async def send(self, data: bytes) -> None:
        if not self._transport.is_closing():
            with suppress(ConnectionError, RuntimeError):
                await self._socket.send_bytes(data)

    async def pong(self, data: bytes) -> None:
        if not self._transport.is_closing():
            with suppress(ConnectionError, RuntimeError):
                await self._socket.pong(data)

    async def ping(self) -> None:
        with suppress(ConnectionError, RuntimeError):
            await self._socket.ping()

    async def close(self, end: CloseReason) -> None:
        if not self._is_ending and not self._transport.is_closing():
            self._is_ending = True
            asyncio.get_running_loop().call_later(GOODBYE, self.cut)
            with suppress(ConnectionError, RuntimeError):
                said = end.to_bytes(2, "big") + end.name.lower().encode()
                await self._socket.send_frame(said, WSMsgType.CLOSE)

    def cut(self) -> None:
        self._transport.abort()

    async def ended(self) -> None:
        """Hear no more; returns when the other end has said goodbye as well, or had the time for it."""
        with suppress(ConnectionError, RuntimeError):
            if not self._is_ending:
                await self._socket.close()
            # Goodbye is said once: when the other end says it too, a browser would take more for a fault.
            async for _more in self._socket:
                pass
        self._transport.close()
        if self._transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(GOODBYE, self.cut)


class RelayListener:
    """Takes connections, and cuts those that are no lines after a while."""

    def __init__(self, answer: Callable[[], asyncio.Protocol], *, is_told: bool) -> None:
        """Make it; ``is_told`` where a proxy says who has called, so that all come from one address."""
        self._answer, self._clock, self._is_told = answer, asyncio.get_running_loop().time, is_told
        self._since: dict[asyncio.Transport, tuple[float, str]] = {}
        self._peers: Counter[str] = Counter()
        self._unheard = RateLimit(self._clock, BURST, A_SECOND)
        self._doors: asyncio.Queue[QueuedProtocol] = asyncio.Queue()
        self.taken = 0
        """How many there were so far."""

    def begin(self, door: QueuedProtocol, transport: asyncio.Transport) -> None:
        """Let a new connection wait for its answer, if there is room for it."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._is_told and (self._peers[peer] >= FROM_ONE or self._unheard.left(peer) < 1):
            transport.abort()
            return
        while len(self._since) >= CONNECTIONS:
            oldest = next(iter(self._since))
            self.keep(oldest)
            oldest.abort()
        self.taken += 1
        self._since[transport] = self._clock(), peer
        self._peers[peer] += 1
        self._doors.put_nowait(door)

    async def answer(self) -> None:
        """Answer those that wait, one after the other: a crowd takes half of the time, and lines the rest."""
        while True:
            door = await self._doors.get()
            spend = partial(self._unheard.spend, self._since.get(door.transport, (0.0, ""))[1])
            if door.hand_on(Meter(self._answer(), spend)):
                await asyncio.sleep(BREATH)

    def keep(self, transport: asyncio.Transport) -> None:
        """This one is a line, or none at all any more."""
        _since, peer = self._since.pop(transport, (0.0, ""))
        if peer:
            self._peers[peer] -= 1
            if not self._peers[peer]:
                del self._peers[peer]

    def sweep(self) -> None:
        """Forget those that are gone, and cut those that have lasted too long."""
        last = self._clock() - SECONDS
        for transport, (since, _peer) in list(self._since.items()):
            if since < last:
                transport.abort()
            if transport.is_closing():
                self.keep(transport)


class QueuedProtocol(asyncio.Protocol):
    """Has a connection wait for its turn, with the little that it says meanwhile."""

    def __init__(self, calls: RelayListener) -> None:
        self._calls = calls
        self._said = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._calls.begin(self, self.transport)

    def data_received(self, data: bytes) -> None:
        self._said += data
        if len(self._said) > SAID:
            self.transport.abort()

    def hand_on(self, protocol: Meter) -> bool:
        """Its turn has come: it is answered from now on; whether it is still there."""
        if self.transport.is_closing():
            return False
        self.transport.set_protocol(protocol)
        try:
            protocol.connection_made(self.transport)
            if self._said:
                protocol.feed(self._said)
        except Exception:  # as the loop itself does: of the others none waits for it
            logging.getLogger("sock-drawer relay").exception("A call has failed.")
            self.transport.abort()
        return True


class RelayServer:
    """One node that listens, for as long as it is in use with ``async with``."""

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
        self.port = self.metrics_port = 0
        """The ports that it has, once it listens."""

    async def __aenter__(self) -> RelayServer:
        """Listen.

        Raises:
            ValueError: nothing can listen there.
        """
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
        taking = await loop.create_server(
            lambda: QueuedProtocol(self._calls), sock=listening, backlog=BACKLOG
        )
        self._stack.callback(taking.close)
        if setup.metrics:
            host, _, port = setup.metrics.rpartition(":")
            told = _listen(host.strip("[]") or "127.0.0.1", int(port))
            self.metrics_port = told.getsockname()[1]
            app = web.Application()
            app.router.add_get("/metrics", self._metrics)
            app.router.add_get("/health", self._health)
            await web.SockSite(await self._runner(app), told).start()
        self._tasks = [asyncio.ensure_future(one) for one in (self._sweep(), self._calls.answer())]
        return self

    async def __aexit__(self, *_fault: object) -> None:
        for task in self._tasks:
            task.cancel()
        self._stack.close()
        await self.node.close()
        for runner in self._runners:
            await runner.cleanup()
        await self.bus.end()

    @property
    def taken(self) -> int:
        """How many connections there were so far."""
        return self._calls.taken

    @property
    def ended(self) -> int:
        """How many lines there were that are no more."""
        return self._lines - self.node.lines

    async def _runner(self, app: web.Application) -> web.AppRunner:
        async def unsigned(_request: web.Request, response: web.StreamResponse) -> None:
            response.headers.popall("Server", None)

        app.on_response_prepare.append(unsigned)
        runner = web.AppRunner(
            app, access_log=None, logger=_SILENT, handle_signals=False, shutdown_timeout=GOODBYE,
            keepalive_timeout=SECONDS,
        )  # fmt: skip
        await runner.setup()
        self._runners.append(runner)
        return runner

    def _routes(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.router.add_get("/line", self._line)
        app.router.add_get("/health", self._health)
        for name, data in self._page.items():
            app.router.add_get("/" if name == "index.html" else f"/{name}", _file(name, data))
        return app

    async def _sweep(self) -> None:
        turn = 0
        while True:
            await asyncio.sleep(1)
            turn += 1
            self._calls.sweep()
            if turn % SWEEP == 0:
                await self.node.sweep()

    # Requests.

    def _place(self, request: web.Request) -> PeerAddress:
        """Where a request is from; of a proxy's list the last one, which it has seen itself."""
        told = request.headers.getall(self._setup.header, []) if self._setup.header else []
        with suppress(ValueError):
            return peer_address(
                ",".join(told).rpartition(",")[2].strip()
            )  # some proxies add a line of their own
        return peer_address(request.remote or "::")

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Nobody may ask for too much, and no fault tells more than that there was one."""
        try:
            if request.body_exists:
                raise web.HTTPRequestEntityTooLarge(0, 0)
            if request.transport is not None:
                meter(request.transport).give_back()
            if request.path != "/health":
                self.node.admit(self._place(request))
            async with (
                self._turnstile
            ):  # of a crowd one after the other, and between them all lines are heard
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
        """Whether this node can be used; without its bus it still serves rooms that are here alone."""
        return web.Response(text="ok\n" if self.bus.is_there else "ok, but the bus is lost\n")

    async def _line(self, request: web.Request) -> web.StreamResponse:
        asked = request.query
        room, number, role = asked.get("room", ""), asked.get("number", ""), asked.get("role", "")
        if role == "host" and _ROOM.fullmatch(room):
            return await self._host(request, room)
        if role == "phone" and (_ROOM.fullmatch(room) if room else is_number(number)):
            return await self._phone(request, room, number)
        raise web.HTTPBadRequest(text=f"A line is that of a host or a phone, of a room or {DIGITS} digits.")

    async def _host(self, request: web.Request, name: str) -> web.StreamResponse:
        where, proof = self._place(request), b""
        with suppress(ValueError):
            proof = bytes.fromhex(request.headers.get("X-Proof", ""))
        if room_name(proof) != name:
            raise self.node.refused(403, "this is not the proof of that room")
        with self.node.line_of(where), self.node.room_of(name, where):
            answer, line = await self._upgrade(request, self._limits.down)
            room = await self.node.open(name, line, where)
            try:
                await self._listen(answer, line, room, lambda data: self.node.from_host(room, line, data))
            finally:
                await self.node.end(room, line)
                await line.ended()
        return answer

    async def _phone(self, request: web.Request, name: str, number: str) -> web.StreamResponse:
        where = self._place(request)
        with self.node.line_of(where):
            answer, line = await self._upgrade(request, self._limits.up)
            try:
                if number:
                    name = await self.node.room_with(number, where)
                phone = await self.node.enter(name, line, where, by_number=bool(number))
                try:
                    await self._listen(answer, line, phone, lambda data: self.node.from_phone(phone, data))
                finally:
                    await self.node.leave(phone)
            except ConnectionClosed as over:
                await line.close(over.end)
            finally:
                await line.ended()
        return answer

    async def _upgrade(
        self, request: web.Request, most: int
    ) -> tuple[web.WebSocketResponse, SocketConnection]:
        answer = web.WebSocketResponse(
            max_msg_size=most + 1, autoping=False, autoclose=False, compress=False, timeout=GOODBYE
        )
        await answer.prepare(request)
        transport = request.transport
        if transport is None:
            raise web.HTTPBadRequest  # it has gone already
        # Nothing waits for the other end: what it does not take is measured, and it is cut.
        transport.set_write_buffer_limits(high=2 * (self._limits.waiting + self._limits.down))
        self._calls.keep(transport)
        meter(transport).most = 2 * most
        self._lines += 1
        return answer, SocketConnection(answer, transport, self._clock())

    async def _listen(
        self, answer: web.WebSocketResponse, line: SocketConnection, caller: RelayPhone | RelayRoom,
        hear: Callable[[bytes], Awaitable[float]],
    ) -> None:  # fmt: skip
        """Hear what is said until the line ends."""
        try:
            heard = 0
            async for frame in answer:
                line.heard = self._clock()
                line.took(frame.data)
                if (heard := heard + 1) % AT_ONCE == 0:
                    await asyncio.sleep(0)
                if frame.type is WSMsgType.BINARY:
                    if wait := await hear(frame.data):
                        await asyncio.sleep(wait)
                elif frame.type in (WSMsgType.PING, WSMsgType.PONG):
                    self.node.pinged(caller)
                    if frame.type is WSMsgType.PING:
                        await line.pong(frame.data)
                else:
                    raise ConnectionClosed(CloseReason.WRONG)
        except ConnectionClosed as over:
            await line.close(over.end)

    async def _metrics(self, _request: web.Request) -> web.Response:
        return web.Response(text=self._figures(), headers={"Content-Type": "text/plain; version=0.0.4"})

    def _figures(self) -> str:
        """How it goes, in the form of Prometheus; nothing in it is of one room or one address."""
        node, used = self.node, os.times()
        now = {
            "hosts": node.hosts,
            "phones": len(node.phones),
            "numbers_lent": node.lent,
            "bus_up": int(self.bus.is_there),
            "resident_memory_bytes": _memory(),
        }
        lines = [
            f"# TYPE sock_drawer_relay_{name} gauge\nsock_drawer_relay_{name} {now[name]}" for name in now
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
    """What this process holds in memory now, in bytes; 0 where the system does not say."""
    with suppress(OSError), open("/proc/self/statm", encoding="ascii") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _loader() -> Mapping[str, bytes]:
    """The files of the page that calls; all else it gets from the big screen itself."""
    from game.party.far import site

    return site()


def _file(name: str, data: bytes) -> Handler:
    kind = _KINDS[name[name.rindex(".") :]]
    packed = gzip.compress(data, mtime=0)

    async def answer(request: web.Request) -> web.Response:
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers = {**_HEADERS, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
            return web.Response(body=packed, headers=headers, content_type=kind, charset="utf-8")
        return web.Response(body=data, headers=_HEADERS, content_type=kind, charset="utf-8")

    return answer


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; what it takes keeps little for whoever reads slowly.

    Raises:
        ValueError: nothing can listen there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL)
        if family is socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(host != "::"))
        made.bind((host, port))
        made.settimeout(0.0)
    except (OSError, OverflowError) as error:
        made.close()
        raise ValueError(f"Nothing can listen at {host}, port {port}: {error}.") from None
    return made


async def _tidy(server: RelayServer) -> None:
    """Look for what connections have left behind: often among what is new, and seldom through all that lives.

    Python itself looks through everything whenever that has grown by a quarter, which takes it a fifth of a
    second where there are ten thousand lines, and nobody is heard meanwhile.
    """
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)
    looked = swept = 0
    while True:
        await asyncio.sleep(0.05)
        if server.ended - swept > max(LEFT, server.node.lines // 2):
            swept = server.ended
            gc.unfreeze()
        elif server.taken - looked < 20:
            continue
        looked = server.taken
        gc.collect()
        gc.freeze()  # what is still there stays for long, and is not looked at again until much has gone


async def _serve(setup: RelayConfig) -> None:
    over = asyncio.Event()
    with suppress(NotImplementedError):  # Windows knows Ctrl+C alone
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
    async with RelayServer(setup) as server:
        tidying = asyncio.ensure_future(_tidy(server))
        print(f"The relay listens at {setup.host}, port {server.port}.", flush=True)
        if setup.metrics:
            print(f"Figures are told at its path /metrics, port {server.metrics_port}.", flush=True)
        await over.wait()
        tidying.cancel()


def serve(setup: RelayConfig) -> int:
    """Pass on what hosts and phones say, until somebody ends the program; the exit status.

    Raises:
        ValueError: nothing can listen there, or what the bus takes is not installed.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # each line is an open file
    try:
        import uvloop
    except ImportError:
        asyncio.run(_serve(setup))
    else:
        uvloop.run(_serve(setup))
    return 0

"""Party server for phones: one page, its files and a WebSocket, all on one port.

It is imported in the server thread when a party opens. `ServerSockets` chooses the addresses to listen at and
the one to show, and follows changes of the network.

zeroconf, which would give the party a name such as `socks.local:8080`, was considered and rejected. It was
tried (0.154): 15 MB and 0.5 s of imports, one more thread, sockets on a port that systems already use, and
1.7 s until the name is ready. It would help few people. The QR code must contain the number anyway, because
Android's browsers resolve such names only since Android 12, and Windows and Linux not everywhere. A person
who types saves one character, and needs the port in both cases. If multicast is blocked, as in guest networks
and by many access points, the name is dead and the number works, so the screen would have to show both, and
people would ask which is right. A second party in the same network needs a second name. The number needs
nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import ipaddress
import logging
import re
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import segno
from aiohttp import WSMsgType, web, web_response

from game.party.connection import PhoneConnection
from game.party.connection_pool import ConnectionPool, PoolCall
from game.party.listener import MAX_UNREAD, ConnectionListener, meter, run, settle
from game.party.messages import News
from game.party.page_files import art, boot, fonts, mounted_page, page, prints
from game.party.public_address import PublicAddress, is_passed_on
from game.party.registry import CODE_LENGTH, SECRET_LENGTH, SeatRegistry
from game.party.spectators import Spectators
from game.party.state_updates import MAX_UPLOAD, StateCache
from game.party.token_channel import TokenChannel

if TYPE_CHECKING:
    from game.party.doors import OtherDoor

# aiohttp has no setting for the server's name, which must not be revealed even to requests it cannot read.
vars(web_response)["SERVER_SOFTWARE"] = ""
LOOPBACK = "127.0.0.1"
# private addresses used to look up a route; no packet is sent
_PROBES = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")
_MIN_PREFIX = 8
"""Shortest subnet prefix whose callers are answered. Registries never assigned a wider one."""
Networks = dict[str, ipaddress.IPv4Network]  # addresses of this machine with their subnets


def local_address() -> str:
    """IPv4 address that phones on the local network can reach. The loopback address without a network."""
    for probe in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe_socket:
            try:
                probe_socket.connect((probe, 9))
                address = str(probe_socket.getsockname()[0])
            except OSError:
                continue
        if not ipaddress.ip_address(address).is_loopback:
            return address
    return LOOPBACK


def local_networks() -> Networks:
    """IPv4 addresses of this machine, but no loopback, with their subnets: private first, likeliest first.

    May block for a moment, so never call it on an event loop.
    """
    import ifaddr

    likeliest, networks = local_address(), Networks()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.is_IPv4 and not ipaddress.ip_address(str(ip.ip)).is_loopback:
                prefix = max(ip.network_prefix, _MIN_PREFIX)
                networks[str(ip.ip)] = ipaddress.IPv4Network((str(ip.ip), prefix), strict=False)
    return {
        address: networks[address]
        for address in sorted(
            networks, key=lambda address: (not is_local(address), address != likeliest, address)
        )
    }


def is_local(peer: str | None, networks: Iterable[ipaddress.IPv4Network] = ()) -> bool:
    """True if an IP address is private, loopback or link-local, or in one of these subnets."""
    try:
        address = ipaddress.ip_address(peer or "")
    except ValueError:
        return False
    is_near = any(address in network for network in networks)
    return is_near or address.is_private or address.is_loopback or address.is_link_local


PORT_TRIES = 10  # consecutive ports to try
BACKLOG = 512  # connections waiting to be accepted; the client's system retries others after a second
ADDRESS_CHECK_S = 3.0  # seconds between two checks of this machine's addresses


class ServerSockets:
    """Listening sockets of the server.

    Attributes:
        host: address that is shown.
        port: port, the same for every address.
    """

    def __init__(self, preferred: str = "") -> None:
        """Create it without sockets. ``preferred`` is the address that the host chose before, if any."""
        self.host, self.port = LOOPBACK, 0
        self.networks: Networks = {}
        self.public: PublicAddress | None = None
        self._wanted = preferred
        self._is_fixed = False
        self._sockets: dict[str, socket.socket] = {}

    @property
    def sockets(self) -> list[socket.socket]:
        """Open listening sockets."""
        return list(self._sockets.values())

    def open(self, port: int, host: str | None) -> None:
        """Start to listen at ``host`` and the loopback address; raises OSError if no port is available.

        ``port`` 0 means any port. If a port is taken, the next few are tried. Without ``host`` the address in
        the network is used, and followed when it changes.
        """
        self._is_fixed = host is not None
        if host is None:
            self.networks = local_networks()
        self.host = host or self._best_address()
        for tried in range(port, port + PORT_TRIES) if port else (0,):
            try:
                self._sockets[self.host] = listen(self.host, tried)
                break
            except OSError:
                if tried in (0, port + PORT_TRIES - 1):
                    raise
        self.port = self._sockets[self.host].getsockname()[1]
        if self.host != LOOPBACK:
            with contextlib.suppress(OSError):  # phones do not use it
                self._sockets[LOOPBACK] = listen(LOOPBACK, self.port)

    def close(self) -> None:
        """Close all listening sockets."""
        for listening in self._sockets.values():
            listening.close()

    @property
    def likely_addresses(self) -> tuple[str, ...]:
        """Addresses that can be shown, likeliest first; only `host` if it was given to `open`."""
        return (self.host,) if self._is_fixed else tuple(self.networks)

    def knows(self, address: str | None) -> bool:
        """True if an address is private, loopback or link-local, or in one of this machine's networks."""
        return is_local(address, self.networks.values())

    def _best_address(self) -> str:
        """Address that the host chose if available, else the current one, else the likeliest."""
        preferred = (self._wanted, self.host)
        return next(
            (address for address in preferred if address in self.likely_addresses),
            (*self.likely_addresses, LOOPBACK)[0],
        )

    @property
    def join_info(self) -> PublicAddress | None:
        """Public address if it is shown. None without one, or while the chosen local address is available."""
        return None if self._wanted in self.likely_addresses else self.public

    def prefer(self, address: str, calls: ConnectionListener) -> None:
        """Show this address if it exists, now and whenever it comes back, and listen at it."""
        self._wanted = address
        self._move(calls)

    async def follow(self, calls: ConnectionListener, moved: Callable[[], object]) -> None:
        """Poll this machine's addresses for ever, unless the host is fixed; moves the sockets on a change."""
        loop = asyncio.get_running_loop()
        while not self._is_fixed:
            await asyncio.sleep(ADDRESS_CHECK_S)
            networks = await loop.run_in_executor(None, local_networks)
            if list(networks.items()) != list(self.networks.items()):
                self.networks = networks
                self._move(calls)
                moved()

    def _move(self, calls: ConnectionListener) -> None:
        """Listen at the best address and show it, or change nothing if that fails; closes lost addresses."""
        host = self._best_address()
        if host not in self._sockets:
            try:
                self._sockets[host] = listen(host, self.port)
            except OSError:  # the address is not ready yet, or the port is taken there
                self.networks.pop(host, None)
                return
            calls.listen([self._sockets[host]])
        for lost_address in set(self._sockets) - {host, LOOPBACK, *self.likely_addresses}:
            calls.stop_listening(self._sockets.pop(lost_address))
        self.host = host


def listen(host: str, port: int) -> socket.socket:
    """Non-blocking socket that listens here; raises OSError if the port is taken or the address not ours."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
        listening.settimeout(0.0)
    except OSError:
        listening.close()
        raise
    return listening


CONTENT_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".ttf": "font/ttf",
    ".webmanifest": "application/manifest+json",
}
PAGE_POLICY = (
    f"default-src 'none'; script-src 'self' {boot()}; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# for printable pages, which need no other file and send no request
HANDOUT_POLICY = (
    f"default-src 'none'; script-src {prints()}; style-src 'unsafe-inline'; font-src data:; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
UPLOAD_TIMEOUT_S = 20.0  # seconds for one upload, because others wait for it
_HOST_PATTERN = re.compile(r"([A-Za-z0-9.-]+)(?::[0-9]{1,5})?")
_SILENT_LOGGER = logging.Logger("party", logging.CRITICAL + 1)
ORIGIN, PEER = web.RequestKey("origin", str), web.RequestKey("peer", str)
"""Request keys: origin of the page, and rate-limit key of the caller, of an accepted request."""
PROTOCOL_HEADER = "X-Forwarded-Proto"
"""Header in which tunnels say if they were called by https. Only a tunnel's own guests could forge it."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Attachment(Protocol):
    """Part of a party that an extra adds by `Party.attach`. It stays until the party is dropped."""

    name: str
    """Name of the extra, under which its data is saved with the party."""

    @property
    def door(self) -> OtherDoor:
        """Its door, as shown now. Called from the window thread."""

    def tick(self) -> None:
        """Follow the state in the window. Called in every pass of the window thread."""

    def dump_state(self) -> str:
        """Text to save with the party. Empty for none."""

    def restore_state(self, saved: str) -> None:
        """Take over a saved, untrusted text."""

    async def begin(self, server: PartyServer) -> None:
        """Start. Called in the server thread whenever the party has opened."""

    async def end(self) -> None:
        """Disconnect. Called in the server thread before it closes."""

    def on_closed(self) -> None:
        """Handle the end of the server, also of one that failed before `begin`."""


class PartyServer:
    """One opening of a party: created, bound and served in one thread, called from another."""

    def __init__(
        self,
        registry: SeatRegistry,
        tell: Callable[[str, News], None],
        state_cache: StateCache,
        beat: float,
        *,
        spectators: Spectators,
        token_channel: TokenChannel,
        mounts: Mapping[str, Path],
        preferred: str = "",
        public: PublicAddress | None = None,
    ) -> None:
        self._registry = registry
        self._state_cache = state_cache
        # Used on all systems, because `ConnectionListener` adds readers, which Windows' default loop cannot.
        self._loop = asyncio.SelectorEventLoop()
        self._loop.set_exception_handler(self._report)
        self.tasks: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()
        self._reading = False  # True while a phone uploads a text
        self._farewell = "closed"
        self.pool = ConnectionPool(
            registry, tell, state_cache, beat, spectators=spectators, token_channel=token_channel,
            loop=self._loop,
        )  # fmt: skip
        self._token_channel = token_channel
        self._mounts = mounts
        self._page = page() | fonts()
        self._art = art()
        self.door = ServerSockets(preferred)
        self.door.public = public
        self._calls: ConnectionListener
        self._early: list[Callable[[], object]] | None = []
        """Calls that arrived before the server was open."""
        self._names: tuple[str, ...] = ()
        self.moved: Callable[[], object] = lambda: None
        """Called when the shown address or the choice of addresses changes. Set it before
        `serve_until_stopped`."""
        self.faulted: Callable[[Exception], object] = lambda _error: None
        """Called with an internal error that the party survives. Set it before `serve_until_stopped`."""
        self._attachments: list[Attachment] = []

    def _report(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an error and report it to the window. Protocol errors of strangers are only logged."""
        loop.default_exception_handler(context)
        error = context.get("exception")
        if isinstance(error, Exception) and "protocol" not in context:
            self.faulted(error)

    @property
    def link(self) -> str:
        """Link to the page. The code follows ``#``, so it is never sent in a request."""
        return f"{self.origin}/#{self._invitation}"

    def qr(self) -> tuple[tuple[bool, ...], ...]:
        """Modules of the QR code that leads to `link`: rows, top to bottom, True is dark.

        Capitals alone make it four modules smaller, so each one is larger in little room. They exclude ``#``,
        so the code is a separate path; see `_redirect_room`.
        """
        return modules(f"{self.origin}/{self._invitation}".upper())

    def bind(self, port: int, host: str | None) -> None:
        """Start listening, like `ServerSockets.open`; raises OSError if no port is available."""
        try:
            self.door.open(port, host)
        except OSError:
            self._loop.close()
            raise
        name = socket.gethostname().lower()
        self._names = ("localhost", name, f"{name}.local")

    @property
    def _invitation(self) -> str:
        """Code for links: the room code, or at a public address the longer invitation."""
        return self._registry.code if self.door.join_info is None else self._registry.invitation

    @property
    def origin(self) -> str:
        """Origin of the pages at the shown address."""
        return f"http://{self.home}" if self.door.join_info is None else self.door.join_info.origin

    @property
    def address(self) -> str:
        """Address to type: host and port, or the public name if that is shown."""
        return self.home if self.door.join_info is None else self.door.join_info.name

    @property
    def home(self) -> str:
        """Address in the local network, as host and port."""
        return f"{self.door.host}:{self.door.port}"

    @property
    def port(self) -> int:
        """Port at which the server listens."""
        return self.door.port

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses to choose from: the public name if there is one, then local ones, likeliest first."""
        public = self.door.public
        return (*([] if public is None else [public.name]), *self.door.likely_addresses)

    def expose(self, public: PublicAddress | None) -> None:
        """Also accept requests by this public address, or only local ones. Called from the window thread."""

        def expose() -> None:
            """Set the public address, forget the chosen one, and report that."""
            self.door.public = public
            self.door.prefer("", self._calls)
            self.moved()

        self.soon(expose)

    def prefer(self, address: str) -> None:
        """Show this address as long as it exists. Called from the window thread."""

        def move() -> None:
            """Show the address, and report that."""
            self.door.prefer(address, self._calls)
            self.moved()  # also if listening there failed, and the address is no longer offered

        self.soon(move)

    def attach(self, attachment: Attachment) -> None:
        """Begin the part of an extra once the server is open. Called from the window thread."""

        def begin() -> None:
            """Begin it, unless it has begun or the server is closing."""
            if attachment not in self._attachments and not self._stopping.is_set():
                self._attachments.append(attachment)
                self.run(attachment.begin(self))

        self.soon(begin)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task. Its error is reported to the window, and the party survives. In the server thread."""
        run(work, self.tasks)

    @property
    def guest_code(self) -> str:
        """Code for guests from elsewhere; see `SeatRegistry.invitation`."""
        return self._registry.invitation

    def gzipped_file(self, path: str) -> bytes | None:
        """Gzipped file that a phone gets at this path, of the page or below ``/play``. None without one."""
        folder, _, name = path.removeprefix("/").rpartition("/")
        data = self._state_cache.file(name) if folder == "play" else None
        if not folder:
            data = self._page.get(name or "index.html")
        return None if data is None else _etag_and_gzip(data)[1]

    def call(self, parcel: Sequence[PoolCall]) -> None:
        """Schedule these calls in order; one that raises stops no other. Called from the window thread."""

        def unpack() -> None:
            """Schedule the calls."""
            for call in parcel:
                self._loop.call_soon(call, self.pool)

        self.soon(unpack)

    def stop(self, *, over: bool = False) -> None:
        """Disconnect the phones and stop, for good if ``over``. Called from the window thread."""

        def stop() -> None:
            """Set the farewell, and the event that ends the server."""
            self._farewell = "over" if over else "closed"
            self._stopping.set()

        self.soon(stop)

    def soon(self, call: Callable[[], object]) -> None:
        """Run a call in the server thread, once the server is open. Dropped if the loop has ended."""
        with contextlib.suppress(RuntimeError):  # the loop has just ended
            self._loop.call_soon_threadsafe(self._once_open, call)

    def _once_open(self, call: Callable[[], object]) -> None:
        """Run a call, or keep it until the server is open."""
        if self._early is None:
            call()
        else:
            self._early.append(call)

    def serve_until_stopped(self) -> None:
        """Serve until `stop` is called, and close every socket. Raises the error if a server task fails."""
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.run_until_complete(_cancel_tasks())
            self._loop.close()
            self.door.close()

    async def _serve(self) -> None:
        """Serve until `stop`, then close everything. Raises the error of a failed task."""
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.router.add_get("/", files_answer(self._page.get, "index.html"))
        app.router.add_get("/line", self._open_websocket)
        app.router.add_get("/play/{name}", files_answer(self._state_cache.file, handouts=True))
        app.router.add_get("/art/{name}", files_answer(self._art.get))
        app.router.add_get(
            f"/{{code:[A-Za-z]{{{CODE_LENGTH}}}|[A-Za-z]{{{CODE_LENGTH + SECRET_LENGTH}}}}}",
            self._redirect_room,
        )
        app.router.add_get("/bring", files_answer(self._page.get, "bring.html"))
        app.router.add_post("/bring/{word:[A-Za-z]{6}}", self._receive_upload)
        app.router.add_get("/{name}", self._send_page)
        app.router.add_get("/{page}/{name}", self._send_mounted)
        # Invalid requests from strangers do not belong in the terminal.
        runner = web.AppRunner(
            app, access_log=None, logger=_SILENT_LOGGER, handle_signals=False, shutdown_timeout=0.5
        )
        await runner.setup()
        assert runner.server is not None
        self._calls = ConnectionListener(runner.server, self._loop)
        self._calls.listen(self.door.sockets)
        while self._early:
            self._loop.call_soon(self._early.pop(0))
            await asyncio.sleep(0)  # a call's own callbacks run before the next call
        self._early = None
        following = asyncio.ensure_future(self.door.follow(self._calls, self.moved))
        beating = asyncio.ensure_future(self.pool.beat(self._calls.sweep))
        for task in (following, beating):
            task.add_done_callback(self._on_task_done)
        await self._stopping.wait()
        beating.cancel()
        following.cancel()
        await self._calls.drain()
        await self.pool.close(self._farewell)
        for attachment in self._attachments:
            await attachment.end()
        await runner.cleanup()
        await self._calls.end()
        for ended in await asyncio.gather(beating, following, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def _on_task_done(self, task: asyncio.Future[None]) -> None:
        """End the server if one of its tasks has failed, because its work would silently stop."""
        if not task.cancelled() and task.exception() is not None:
            self._stopping.set()

    # Requests.

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Middleware: passes on requests of the local network or the tunnel's guests; others get HTTP 403.

        This prevents DNS rebinding. A caller above its budget waits, and cannot send another request
        meanwhile.
        """
        if request.transport is None:  # already disconnected
            raise web.HTTPBadRequest
        if request.body_exists and request.match_info.handler != self._receive_upload:
            request.transport.abort()
            raise web.HTTPRequestEntityTooLarge(0, 0)
        meter(request.transport).give_back()
        with self._calls.answering(request.transport):
            public, peer = self.door.public, request.remote or ""
            # The header as sent, because aiohttp's `host` is that of the URL if the request line has a full
            # one.
            host_header = request.headers.get("Host", "")
            host = _HOST_PATTERN.fullmatch(host_header)
            is_ours = host is not None and (host[1].lower() in self._names or self.door.knows(host[1]))
            request[ORIGIN] = f"http://{host_header}"
            if public is not None and public.is_far(peer, request.headers):
                header_values = request.headers.getall(public.forwarded, ())
                peer, is_ours, request[ORIGIN] = public.caller(header_values), True, public.origin
            elif public is not None and is_passed_on(peer, request.headers):
                is_ours = False  # through the tunnel, but by a local name
            request[PEER] = peer
            await asyncio.sleep(self._calls.budget.spend(peer))
            if not self.door.knows(request.remote) or not is_ours:
                raise web.HTTPForbidden(text="This party is for the local network.")
            if request[ORIGIN] != f"http://{host_header}" and request.headers.get(PROTOCOL_HEADER) == "http":
                # Typed without a scheme. A WebSocket would fail there, and the traffic could be read.
                raise web.HTTPPermanentRedirect(f"{request[ORIGIN]}{request.path_qs}")
            return await handler(request)

    async def _send_page(self, request: web.Request) -> web.Response:
        """Respond with a file of the phone page, or with a mounted page; 404 if there is neither."""
        name = request.match_info["name"]
        data = self._page.get(name)
        return (
            file_answer(request, name, data)
            if data is not None
            else self._mounted(request, name, "index.html")
        )

    async def _send_mounted(self, request: web.Request) -> web.Response:
        """Respond with a file of a mounted page; 404 without one."""
        return self._mounted(request, request.match_info["page"], request.match_info["name"])

    def _mounted(self, request: web.Request, page_name: str, name: str) -> web.Response:
        """Response with a file of a mounted page; 404 if it is unknown, or before a token was issued.

        The page shows nothing before its token was sent on the WebSocket.
        """
        folder = self._mounts.get(page_name) if self._token_channel.is_open else None
        data = mounted_page(folder).get(name) if folder is not None else None
        if data is None:
            raise web.HTTPNotFound
        return file_answer(request, name, data)

    async def _redirect_room(self, request: web.Request) -> web.Response:
        """Target of the QR code: redirects (302) to the page with the code behind ``#``."""
        return web.Response(status=302, headers={"Location": f"/#{request.match_info['code'].upper()}"})

    async def _receive_upload(self, request: web.Request) -> web.Response:
        """Take a text for the big screen: HTTP 204, or 404 if none is wanted, 503 if busy, 413 or 408."""
        word, letters = request.match_info["word"], self._state_cache.letters
        if request.headers.get("Origin") != request[ORIGIN] or not letters.knows(word):
            raise web.HTTPNotFound
        if self._reading:
            raise web.HTTPServiceUnavailable
        self._reading = True
        meter(request.transport).max_bytes = 2 * MAX_UPLOAD
        text = bytearray()
        try:
            async with asyncio.timeout(UPLOAD_TIMEOUT_S):
                async for piece in request.content.iter_chunked(1 << 16):
                    text += piece
                    if len(text) > MAX_UPLOAD:
                        raise web.HTTPRequestEntityTooLarge(MAX_UPLOAD, len(text))
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        finally:
            self._reading = False
        if not letters.put(word, bytes(text)):
            raise web.HTTPServiceUnavailable
        return web.Response(status=204)

    async def _open_websocket(self, request: web.Request) -> web.StreamResponse:
        """Serve a phone's WebSocket until it ends; HTTP 403 for a foreign page, 503 if there is no room."""
        if request.headers.get("Origin") != request[ORIGIN]:
            raise web.HTTPForbidden(text="This page is not of this party.")
        if self._stopping.is_set() or not self.pool.has_room(request[PEER]):
            raise web.HTTPServiceUnavailable(text="Too many phones.")
        socket_ = web.WebSocketResponse(max_msg_size=MAX_UNREAD, autoping=False, compress=False)
        await socket_.prepare(request)
        transport = request.transport
        self._calls.mark_long_lived(transport)
        phone = PhoneConnection(socket_, request[PEER], self._loop.time)
        self.pool.enter(phone)
        try:
            async for frame in socket_:
                meter(transport).refund_message(frame.data)
                if frame.type is WSMsgType.PING:
                    if phone.spend_message():
                        await socket_.pong(frame.data)
                else:
                    try:
                        self.pool.on_message(phone, frame.data if frame.type is WSMsgType.TEXT else None)
                    except Exception as error:
                        self._loop.call_exception_handler({"message": "Phone message", "exception": error})
                        raise
                # After a busy moment many messages arrive at once. Each is answered before the next is read.
                await asyncio.sleep(0)
                if phone.closing:
                    break
        finally:
            self.pool.leave(phone)
            self._calls.release(transport)
            await phone.close()
        return socket_


async def _cancel_tasks() -> None:
    """Cancel and await the other tasks of the loop, such as a connection made while the party closed."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await settle()


def files_answer(file: Callable[[str], bytes | None], always: str = "", *, handouts: bool = False) -> Handler:
    """Handler that responds with the file named by the request, or with ``always``; 404 without one.

    Among ``handouts`` an HTML page is printable and has its own style.
    """

    async def answer(request: web.Request) -> web.Response:
        """Response with the file."""
        name = always or request.match_info["name"]
        data = file(name)
        if data is None:
            raise web.HTTPNotFound
        return file_answer(request, name, data, is_handout=handouts and name.endswith(".html"))

    return answer


def file_answer(request: web.Request, name: str, data: bytes, *, is_handout: bool = False) -> web.Response:
    """Response with a file, compressed if the client accepts gzip, or 304 if the client has it."""
    tag, packed = _etag_and_gzip(data)
    policy = (
        HANDOUT_POLICY
        if is_handout
        else f"{PAGE_POLICY}; connect-src 'self' {request[ORIGIN].replace('http', 'ws', 1)}"
    )
    headers = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": policy,
        "ETag": tag,
        "Referrer-Policy": "no-referrer",
        "Vary": "Accept-Encoding, Host",
        "X-Content-Type-Options": "nosniff",
    }
    if request.headers.get("If-None-Match") == tag:
        return web.Response(status=304, headers=headers)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        data, headers["Content-Encoding"] = packed, "gzip"
    kind = CONTENT_TYPES.get(Path(name).suffix, "application/octet-stream")
    charset = "utf-8" if kind.startswith("text/") else None
    return web.Response(body=data, headers=headers, content_type=kind, charset=charset)


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Modules of a QR code for a text: rows, top to bottom, True is dark."""
    return tuple(tuple(bool(dark) for dark in row) for row in segno.make_qr(text, error="m").matrix)


@lru_cache(maxsize=64)
def _etag_and_gzip(data: bytes) -> tuple[str, bytes]:
    """ETag of a file in quotes, and its gzipped content."""
    return f'"{hashlib.sha256(data).hexdigest()[:20]}"', gzip.compress(data, mtime=0)

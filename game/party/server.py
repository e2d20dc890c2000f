"""The server that phones talk to: one page, its files, and a WebSocket, all from one port.

It is imported in the party's own thread, when a party opens. `ServerSockets` decides at which addresses it
listens, and which of them people are told: it moves along with the network.

Considered and left out: zeroconf, by which phones would find the party at a name, as `socks.local:8080`. It
was tried (0.154, in an environment of its own): 15 MB and half a second of imports, one more thread and
sockets at a port that systems have already, and 1.7 s until the name stands. It would spare nobody
anything: the picture is read by a camera, whatever it says, and has to say the number, as Android's
browsers know such names since Android 12 only, and Windows and Linux not everywhere; who types has ten
letters instead of eleven digits, and the port all the same. Where multicast is blocked, as in guest
networks and by many access points, the name is dead and the number works, so both would have to stand in
the corner, and the host would be asked which of them is right. A second party in the same network needs a
second name. The number needs nothing.
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
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import segno
from aiohttp import WSMsgType, web, web_response

from game.party.connection import PhoneConnection
from game.party.connection_pool import ConnectionPool, PoolCall
from game.party.listener import UNHEARD, ConnectionListener, meter, run, settle
from game.party.messages import News
from game.party.page_files import art, boot, bundle, fonts, page, prints, teacher_page
from game.party.public_address import PublicAddress, is_passed_on
from game.party.registry import CODE, SECRET, SeatRegistry
from game.party.relay_invite import RELAY_OFF, RelayAddress, RelayInvite, RelayState, RelayStatus
from game.party.spectators import Spectators
from game.party.state_updates import LONGEST, StateCache
from game.party.teacher_channel import PLACE, TeacherChannel

if TYPE_CHECKING:
    from game.party.relay_client import RelayClient

# What answers here is nobody's affair, also where a request cannot be read and no handler of ours sees it.
vars(web_response)["SERVER_SOFTWARE"] = ""
LOOPBACK = "127.0.0.1"
_PROBES = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")
"""Private addresses to which no packet is sent: only the way there is asked for."""
_WIDEST = 8
"""Shortest prefix of a subnet whose callers are answered; registries never gave out a wider one."""
Networks = dict[str, ipaddress.IPv4Network]
"""Addresses of this machine, each with its subnet."""


def local_address() -> str:
    """The IPv4 address that phones on the local network reach; the loopback where there is no network."""
    for probe in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            try:
                asked.connect((probe, 9))
                found = str(asked.getsockname()[0])
            except OSError:
                continue
        if not ipaddress.ip_address(found).is_loopback:
            return found
    return LOOPBACK


def local_networks() -> Networks:
    """Every IPv4 address of this machine with its subnet: private ones first, of those the likeliest.

    May take a moment: never called on a loop.
    """
    import ifaddr

    likeliest, found = local_address(), Networks()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.is_IPv4 and not ipaddress.ip_address(str(ip.ip)).is_loopback:
                prefix = max(ip.network_prefix, _WIDEST)
                found[str(ip.ip)] = ipaddress.IPv4Network((str(ip.ip), prefix), strict=False)
    return {
        one: found[one] for one in sorted(found, key=lambda one: (not is_local(one), one != likeliest, one))
    }


def is_local(peer: str | None, networks: Iterable[ipaddress.IPv4Network] = ()) -> bool:
    """Whether an address is private, of this machine, or in one of these subnets."""
    try:
        address = ipaddress.ip_address(peer or "")
    except ValueError:
        return False
    is_near = any(address in network for network in networks)
    return is_near or address.is_private or address.is_loopback or address.is_link_local


TRIES = 10
"""How many ports are tried, one after the other."""
BACKLOG = 512
"""Calls that may wait to be taken; one that finds no place is tried again after a second, by its system."""
LOOK = 3.0
"""Seconds between two looks at the addresses of this machine."""


class ServerSockets:
    """The sockets of the server.

    Attributes:
        host: the address that people are told.
        port: the one port, at every address.
    """

    def __init__(self, wanted: str = "") -> None:
        """Make it; ``wanted`` is the address that was chosen before, if one was."""
        self.host, self.port = LOOPBACK, 0
        self.networks: Networks = {}
        self.public: PublicAddress | None = None
        self._wanted = wanted
        self._is_fixed = False
        self._sockets: dict[str, socket.socket] = {}

    @property
    def sockets(self) -> list[socket.socket]:
        return list(self._sockets.values())

    def open(self, port: int, host: str | None) -> None:
        """Start to listen, at the loopback too where that is another address.

        At any port for 0; where it is taken, the next few are tried. Without a host at the address of the
        network, wherever it moves.

        Raises:
            OSError: no port could be had.
        """
        self._is_fixed = host is not None
        if host is None:
            self.networks = local_networks()
        self.host = host or self._best()
        for tried in range(port, port + TRIES) if port else (0,):
            try:
                self._sockets[self.host] = listen(self.host, tried)
                break
            except OSError:
                if tried in (0, port + TRIES - 1):
                    raise
        self.port = self._sockets[self.host].getsockname()[1]
        if self.host != LOOPBACK:
            with contextlib.suppress(OSError):  # phones do not come that way
                self._sockets[LOOPBACK] = listen(LOOPBACK, self.port)

    def close(self) -> None:
        """Listen no more, also where nobody has begun to take calls."""
        for listening in self._sockets.values():
            listening.close()

    @property
    def found(self) -> tuple[str, ...]:
        """The addresses that people could be told, the likeliest first."""
        return (self.host,) if self._is_fixed else tuple(self.networks)

    def knows(self, address: str | None) -> bool:
        """Whether an address belongs to this machine or to a network that it is in."""
        return is_local(address, self.networks.values())

    def _best(self) -> str:
        """The address that was chosen, else the one that is told already, else the likeliest."""
        wanted = (self._wanted, self.host)
        return next((one for one in wanted if one in self.found), (*self.found, LOOPBACK)[0])

    @property
    def told(self) -> PublicAddress | None:
        """The public address where people are told that: unless another one was chosen that is there."""
        return None if self._wanted in self.found else self.public

    def prefer(self, address: str, calls: ConnectionListener) -> None:
        """Tell people this address from now on, as long as it is there."""
        self._wanted = address
        self._move(calls)

    async def follow(self, calls: ConnectionListener, moved: Callable[[], object]) -> None:
        """Look again and again which addresses there are, and move along; the looking is done elsewhere."""
        loop = asyncio.get_running_loop()
        while not self._is_fixed:
            await asyncio.sleep(LOOK)
            found = await loop.run_in_executor(None, local_networks)
            if list(found.items()) != list(self.networks.items()):
                self.networks = found
                self._move(calls)
                moved()

    def _move(self, calls: ConnectionListener) -> None:
        """Listen where people are told to come; phones at an address that is still there may stay."""
        host = self._best()
        if host not in self._sockets:
            try:
                self._sockets[host] = listen(host, self.port)
            except OSError:  # it is not quite there yet, or somebody else has the port
                self.networks.pop(host, None)
                return
            calls.listen([self._sockets[host]])
        for gone in set(self._sockets) - {host, LOOPBACK, *self.found}:
            calls.cease(self._sockets.pop(gone))
        self.host = host


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        OSError: the port is taken there, or the address is not ours.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
        made.settimeout(0.0)
    except OSError:
        made.close()
        raise
    return made


KINDS = {
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
POLICY = (
    f"default-src 'none'; script-src 'self' {boot()}; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HANDOUT_POLICY = (
    f"default-src 'none'; script-src {prints()}; style-src 'unsafe-inline'; font-src data:; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Of a page to hand out, which needs no other file and asks for nothing."""
READING = 20.0
"""Seconds that a text of a phone may take: others wait for it."""
_HOST = re.compile(r"([A-Za-z0-9.-]+)(?::[0-9]{1,5})?")
_SILENT = logging.Logger("party", logging.CRITICAL + 1)
ORIGIN, PEER = web.RequestKey("origin", str), web.RequestKey("peer", str)
"""Of a request that is answered: the origin of its page, and what its caller is counted by."""
PROTOCOL = "X-Forwarded-Proto"
"""By which tunnels tell whether they were called by https; none but their own guests would write it."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PartyServer:
    """One opening of a party: made, bound and served in one thread, called from another."""

    def __init__(
        self,
        registry: SeatRegistry,
        tell: Callable[[str, News], None],
        state_cache: StateCache,
        beat: float,
        *,
        spectators: Spectators,
        teacher_channel: TeacherChannel,
        wanted: str = "",
        public: PublicAddress | None = None,
    ) -> None:
        self._registry = registry
        self._state_cache = state_cache
        # This kind on every system: `ConnectionListener` adds readers, which the usual one on Windows cannot.
        self._loop = asyncio.SelectorEventLoop()
        self._loop.set_exception_handler(self._report)
        self.tasks: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()
        self._reading = False
        """Whether a text is on its way from a phone."""
        self._farewell = "closed"
        self.pool = ConnectionPool(
            registry, tell, state_cache, beat, spectators=spectators, teacher_channel=teacher_channel,
            loop=self._loop,
        )  # fmt: skip
        self._teacher_channel = teacher_channel
        self._teacher = teacher_page()
        self._page = page() | fonts()
        self._art = art()
        self.door = ServerSockets(wanted)
        self.door.public = public
        self._calls: ConnectionListener
        self._early: list[Callable[[], object]] | None = []
        """What was asked while it was still opening."""
        self._names: tuple[str, ...] = ()
        self.moved: Callable[[], object] = lambda: None
        """Called when people are told another address, or could be; set before `serve_until_stopped`."""
        self.far_moved: Callable[[RelayStatus], object] = lambda door: None
        """Called when the door to friends elsewhere stands otherwise; set before `befriend` is called."""
        self.faulted: Callable[[Exception], object] = lambda _error: None
        """Called with a fault of our own that the party survives; set before `serve_until_stopped`."""
        self._outpost: RelayClient | None = None

    def _report(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log a fault, and tell the window of it; nonsense from a stranger's connection is only logged."""
        loop.default_exception_handler(context)
        error = context.get("exception")
        if isinstance(error, Exception) and "protocol" not in context:
            self.faulted(error)

    @property
    def link(self) -> str:
        """What the QR code says; the code stands behind ``#``, so that it is never sent in a request."""
        return f"{self.origin}/#{self._invitation}"

    def qr(self) -> tuple[tuple[bool, ...], ...]:
        """The dark modules of a QR code that leads to `link`.

        Capitals alone make it four modules smaller, so each is larger where there is little room; a name with
        ``#`` is not of them, so the code is a place of its own, see `_room`.
        """
        return modules(f"{self.origin}/{self._invitation}".upper())

    def bind(self, port: int, host: str | None) -> None:
        """Start to listen; see `ServerSockets.open`.

        Raises:
            OSError: no port could be had.
        """
        try:
            self.door.open(port, host)
        except OSError:
            self._loop.close()
            raise
        name = socket.gethostname().lower()
        self._names = ("localhost", name, f"{name}.local")

    @property
    def _invitation(self) -> str:
        return self._registry.code if self.door.told is None else self._registry.invitation

    @property
    def origin(self) -> str:
        """Of the pages that people are told of."""
        return f"http://{self.home}" if self.door.told is None else self.door.told.origin

    @property
    def address(self) -> str:
        """What people are told to type."""
        return self.home if self.door.told is None else self.door.told.name

    @property
    def home(self) -> str:
        """Where the party is found in the local network."""
        return f"{self.door.host}:{self.door.port}"

    @property
    def port(self) -> int:
        return self.door.port

    @property
    def addresses(self) -> tuple[str, ...]:
        public = self.door.public
        return (*([] if public is None else [public.name]), *self.door.found)

    def expose(self, public: PublicAddress | None) -> None:
        """Answer by this address too from now on, or by none but those at home; from the other thread."""

        def expose() -> None:
            self.door.public = public
            self.door.prefer("", self._calls)
            self.moved()

        self.soon(expose)

    def prefer(self, address: str) -> None:
        """Tell people this address from now on, as long as it is there; from the other thread."""

        def move() -> None:
            self.door.prefer(address, self._calls)
            self.moved()  # also where nobody could listen there, and it is offered no more

        self.soon(move)

    def befriend(self, relay: RelayAddress | None, invitation: RelayInvite) -> None:
        """Call this relay from now on, with this invitation, or none; from the other thread."""
        self.soon(lambda: run(self._befriend(relay, invitation), self.tasks))

    async def _befriend(self, relay: RelayAddress | None, invitation: RelayInvite) -> None:
        old, self._outpost = self._outpost, None
        door = RELAY_OFF
        if relay is not None and not self._stopping.is_set():
            link = invitation.link(relay)
            door = RelayStatus(RelayState.CALLING, link, modules(link))
            try:
                if relay.is_safe:
                    import ssl  # noqa: F401 - a packed program has none

                from game.party.relay_client import RelayClient

                self._outpost = RelayClient(
                    relay,
                    invitation,
                    self.pool,
                    self.far_file,
                    self._registry.invitation,
                    door,
                    self.far_moved,
                )
                self._outpost.begin()
            except ImportError as error:
                door = replace(RELAY_OFF, state=RelayState.MISSING, trouble=str(error))
        self.far_moved(door)
        if old is not None:
            await old.end()

    def ask_outpost(self, ask: Callable[[RelayClient], object]) -> None:
        """Have the line to the relay do something, where there is one; from the other thread."""
        self.soon(lambda: ask(self._outpost) if self._outpost is not None else None)

    def far_file(self, path: str) -> bytes | None:
        """What a far phone asks for, packed: the files of the page, and in one all that it begins with."""
        if path == "/all":
            return bundle()
        folder, _, name = path.removeprefix("/").rpartition("/")
        data = self._state_cache.file(name) if folder == "play" else None
        if not folder:
            data = self._page.get(name or "index.html")
        return None if data is None else _packed(data)[1]

    def call(self, parcel: Sequence[PoolCall]) -> None:
        """Make these calls in order, from the other thread; one that raises does not stop the next."""

        def unpack() -> None:
            for call in parcel:
                self._loop.call_soon(call, self.pool)

        self.soon(unpack)

    def stop(self, *, over: bool = False) -> None:
        """Tell the phones and stop listening, for good or until the next time; from the other thread."""

        def stop() -> None:
            self._farewell = "over" if over else "closed"
            self._stopping.set()

        self.soon(stop)

    def soon(self, call: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended a moment ago: nobody is left to tell
            self._loop.call_soon_threadsafe(self._once_open, call)

    def _once_open(self, call: Callable[[], object]) -> None:
        if self._early is None:
            call()
        else:
            self._early.append(call)

    def serve_until_stopped(self) -> None:
        """Serve; returns when `stop` was called, or raises what has broken, and every socket is closed."""
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.run_until_complete(_let_go())
            self._loop.close()
            self.door.close()

    async def _serve(self) -> None:
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        app.router.add_get("/", files_answer(self._page.get, "index.html"))
        app.router.add_get("/line", self._line)
        app.router.add_get(f"/{PLACE}", files_answer(self._teacher_file, "index.html"))
        app.router.add_get(f"/{PLACE}/{{name}}", files_answer(self._teacher_file))
        app.router.add_get("/play/{name}", files_answer(self._state_cache.file, handouts=True))
        app.router.add_get("/art/{name}", files_answer(self._art.get))
        app.router.add_get(f"/{{code:[A-Za-z]{{{CODE}}}|[A-Za-z]{{{CODE + SECRET}}}}}", self._room)
        app.router.add_get("/bring", files_answer(self._page.get, "bring.html"))
        app.router.add_post("/bring/{word:[A-Za-z]{6}}", self._brought)
        app.router.add_get("/{name}", files_answer(self._page.get))
        # What strangers send wrong is no affair of whoever sees the terminal.
        runner = web.AppRunner(
            app, access_log=None, logger=_SILENT, handle_signals=False, shutdown_timeout=0.5
        )
        await runner.setup()
        assert runner.server is not None
        self._calls = ConnectionListener(runner.server, self._loop)
        self._calls.listen(self.door.sockets)
        while self._early:
            self._loop.call_soon(self._early.pop(0))
            await asyncio.sleep(0)  # what it has begun comes before what was asked after it
        self._early = None
        following = asyncio.ensure_future(self.door.follow(self._calls, self.moved))
        beating = asyncio.ensure_future(self.pool.beat(self._calls.sweep))
        for task in (following, beating):
            task.add_done_callback(self._over)
        await self._stopping.wait()
        beating.cancel()
        following.cancel()
        await self._calls.hush()
        await self.pool.close(self._farewell)
        if self._outpost is not None:
            await self._outpost.end()
        await runner.cleanup()
        await self._calls.end()
        for ended in await asyncio.gather(beating, following, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def _over(self, task: asyncio.Future[None]) -> None:
        """One of our own tasks has ended: where it broke, all ends, as nobody would see its work undone."""
        if not task.cancelled() and task.exception() is not None:
            self._stopping.set()

    # Requests.

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only machines of the local network, and only by an address of our own (no rebound names).

        One of these machines may be this one, at which a tunnel ends: then guests come from elsewhere, by
        the name of that tunnel. Who asks for too much waits, and cannot ask for more meanwhile.
        """
        if request.transport is None:  # it has hung up
            raise web.HTTPBadRequest
        if request.body_exists and request.match_info.handler != self._brought:
            request.transport.abort()
            raise web.HTTPRequestEntityTooLarge(0, 0)
        meter(request.transport).give_back()
        with self._calls.answering(request.transport):
            public, peer = self.door.public, request.remote or ""
            # As it was said; aiohttp's `host` is that of a whole address, where one was asked for.
            called = request.headers.get("Host", "")
            host = _HOST.fullmatch(called)
            is_ours = host is not None and (host[1].lower() in self._names or self.door.knows(host[1]))
            request[ORIGIN] = f"http://{called}"
            if public is not None and public.is_far(peer, request.headers):
                told = request.headers.getall(public.forwarded, ())
                peer, is_ours, request[ORIGIN] = public.caller(told), True, public.origin
            elif public is not None and is_passed_on(peer, request.headers):
                is_ours = False  # by the tunnel, but under a name of home
            request[PEER] = peer
            await asyncio.sleep(self._calls.budget.spend(peer))
            if not self.door.knows(request.remote) or not is_ours:
                raise web.HTTPForbidden(text="This party is for the local network.")
            if request[ORIGIN] != f"http://{called}" and request.headers.get(PROTOCOL) == "http":
                # Typed without a scheme: no line could be had there, and all could be read on the way.
                raise web.HTTPPermanentRedirect(f"{request[ORIGIN]}{request.path_qs}")
            return await handler(request)

    def _teacher_file(self, name: str) -> bytes | None:
        """A file of the teacher's page; it holds nothing before its token was shown on the line."""
        return self._teacher.get(name) if self._teacher_channel.is_open else None

    async def _room(self, request: web.Request) -> web.Response:
        """What a camera has read: the page, with the code where it looks for it."""
        return web.Response(status=302, headers={"Location": f"/#{request.match_info['code'].upper()}"})

    async def _brought(self, request: web.Request) -> web.Response:
        """A text for the big screen, where that waits for one; one at a time."""
        word, letters = request.match_info["word"], self._state_cache.letters
        if request.headers.get("Origin") != request[ORIGIN] or not letters.knows(word):
            raise web.HTTPNotFound
        if self._reading:
            raise web.HTTPServiceUnavailable
        self._reading = True
        meter(request.transport).most = 2 * LONGEST
        text = bytearray()
        try:
            async with asyncio.timeout(READING):
                async for piece in request.content.iter_chunked(1 << 16):
                    text += piece
                    if len(text) > LONGEST:
                        raise web.HTTPRequestEntityTooLarge(LONGEST, len(text))
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        finally:
            self._reading = False
        if not letters.put(word, bytes(text)):
            raise web.HTTPServiceUnavailable
        return web.Response(status=204)

    async def _line(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket of a phone; a page of somebody else may not open one."""
        if request.headers.get("Origin") != request[ORIGIN]:
            raise web.HTTPForbidden(text="This page is not of this party.")
        if self._stopping.is_set() or not self.pool.has_room(request[PEER]):
            raise web.HTTPServiceUnavailable(text="Too many phones.")
        socket_ = web.WebSocketResponse(max_msg_size=UNHEARD, autoping=False, compress=False)
        await socket_.prepare(request)
        transport = request.transport
        self._calls.keep(transport)
        phone = PhoneConnection(socket_, request[PEER], self._loop.time)
        self.pool.enter(phone)
        try:
            async for frame in socket_:
                meter(transport).heard(frame.data)
                if frame.type is WSMsgType.PING:
                    if phone.may_speak():
                        await socket_.pong(frame.data)
                else:
                    try:
                        self.pool.heard(phone, frame.data if frame.type is WSMsgType.TEXT else None)
                    except Exception as error:
                        self._loop.call_exception_handler({"message": "Phone message", "exception": error})
                        raise
                # Much comes at once after a busy moment here: a word is answered before the next is heard.
                await asyncio.sleep(0)
                if phone.closing:
                    break
        finally:
            self.pool.leave(phone)
            self._calls.part(transport)
            await phone.close()
        return socket_


async def _let_go() -> None:
    """End what is still under way, as a call that came in the moment the party closed."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await settle()


def files_answer(file: Callable[[str], bytes | None], always: str = "", *, handouts: bool = False) -> Handler:
    """Answers requests with the file that they name, or always with the same.

    Among ``handouts`` a page is one to print, which brings its own style.
    """

    async def answer(request: web.Request) -> web.Response:
        name = always or request.match_info["name"]
        data = file(name)
        if data is None:
            raise web.HTTPNotFound
        return file_answer(request, name, data, is_handout=handouts and name.endswith(".html"))

    return answer


def file_answer(request: web.Request, name: str, data: bytes, *, is_handout: bool = False) -> web.Response:
    """The answer with a file, packed where it may be, or with nothing where the phone has it already."""
    tag, packed = _packed(data)
    policy = (
        HANDOUT_POLICY
        if is_handout
        else f"{POLICY}; connect-src 'self' {request[ORIGIN].replace('http', 'ws', 1)}"
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
    kind = KINDS.get(Path(name).suffix, "application/octet-stream")
    charset = "utf-8" if kind.startswith("text/") else None
    return web.Response(body=data, headers=headers, content_type=kind, charset=charset)


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The dark modules of a QR code that says this."""
    return tuple(tuple(bool(dark) for dark in row) for row in segno.make_qr(text, error="m").matrix)


@lru_cache(maxsize=64)
def _packed(data: bytes) -> tuple[str, bytes]:
    """The tag of a file, and the file as it travels."""
    return f'"{hashlib.sha256(data).hexdigest()[:20]}"', gzip.compress(data, mtime=0)

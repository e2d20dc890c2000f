"""Phones without a screen: real sockets to a real server on the loopback, and hand-written frames."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from ipaddress import IPv4Network
from socket import SHUT_RDWR
from typing import Any, TypeAlias, TypedDict, TypeVar

import aiohttp

from game.party.messages import News
from game.party.party import Party, PartyState
from game.party.registry import SeatInfo
from game.party.server import Networks
from tests.sampling import PATIENCE


def networks(*addresses: str) -> Networks:
    """Addresses of a machine, each the only one in its subnet."""
    return {address: IPv4Network(address) for address in addresses}


T = TypeVar("T")
N = TypeVar("N", bound=News)
Part: TypeAlias = dict[str, Any] | Any  # or None


class PhoneState(TypedDict, total=False):
    """State that a phone receives, as far as tests read it."""

    about: Part
    ask: Part
    autoplay: bool
    bench: dict[str, int]
    clock: Part
    commitment: str
    farewell: list[dict[str, Any]]
    game: str
    hint: Part
    hints: bool
    lesson: dict[str, Any]
    lobby: bool
    match: int
    moment: str
    moves: list[str]
    next: list[str]
    notice: Part
    observation: dict[str, Any]
    options: dict[str, Any]
    over: Part
    ply: int
    prompt: Part
    reduced_motion: bool
    rehearsal: bool
    scores: list[int]
    seat: int
    seats: list[dict[str, Any]]
    showing_end: str
    steer: Part
    table: str
    text: int
    threats: Part
    turn: int
    view: dict[str, Any]
    vote: Part
    waiting: bool
    words: str
    worn: list[int]


TOKEN = re.compile(r'^(\{"type":"seat",.*"token":)"[^"]*"')


def readable(text: str) -> str:
    """Message without its token, because random letters may look like cards."""
    return TOKEN.sub(r'\1""', text)


class Host:
    """A party, and a way to wait for its news without sleeping."""

    def __init__(self, **settings: Any) -> None:
        self.woken = threading.Event()
        # Phones here read only when asked, so a normal beat would drop them.
        self.party = Party(self.woken.set, **{"beat": PATIENCE, **settings})
        self.news: list[News] = []

    def open(self, port: int = 0) -> None:
        self.party.open(port, "127.0.0.1")
        self.until(lambda: self.party.state is not PartyState.OPENING)
        assert self.party.is_open, self.party.trouble

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until this is true. Checks again at each piece of news."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"not in time; news: {self.news}"
            self.woken.wait(0.05)
            self.woken.clear()
            self.news += self.party.poll()

    def hear(self, kind: type[N], seat: int | None = None) -> N:
        """Wait for news of this kind and remove it."""
        found: list[N] = []

        def is_found() -> bool:
            found[:] = [n for n in self.news if isinstance(n, kind) and seat in (None, n.seat)]
            return bool(found)

        self.until(is_found)
        self.news.remove(found[0])
        return found[0]

    def offer(self, *free: int, count: int = 4) -> None:
        places = [SeatInfo(seat, f"Player {seat + 1}", seat, seat in free) for seat in range(count)]
        self.party.offer(places, "SOCKI")


@contextlib.contextmanager
def hosted(**settings: Any) -> Iterator[Host]:
    """Run an open party."""
    host = Host(**settings)
    host.open()
    try:
        yield host
    finally:
        host.party.close(PATIENCE)


class LoopThread:
    """An event loop in a thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()


class Line:
    """A phone's connection, and what it says."""

    socket: aiohttp.ClientWebSocketResponse

    def __init__(self) -> None:
        self.heard: list[str] = []  # every message received, without the token
        self.token = ""
        self.said = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end."""
        raise NotImplementedError

    def send(self, kind: str, **fields: object) -> None:
        self.send_text(json.dumps({"type": kind, **fields}))

    def send_text(self, text: str) -> None:
        self.run(self.socket.send_str(text))

    def say(self, do: str, **payload: object) -> int:
        self.said += 1
        self.send("action", number=self.said, words={"do": do, **payload})
        return self.said

    def drop(self) -> None:
        """Cut the connection without closing it, as when the network fails."""

        async def cut() -> None:
            self.socket.get_extra_info("socket").shutdown(SHUT_RDWR)
            await self.socket.close()

        self.run(cut())


class Phone(Line):
    """A phone that reads when asked to."""

    def __init__(self, party: Party) -> None:
        super().__init__()
        self.address, self.code = party.door.address, party.code
        self._loop = asyncio.new_event_loop()
        self._connections = contextlib.AsyncExitStack()
        self.seat: int | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def call(self, origin: str | None = None, **headers: str) -> Phone:
        """Connect."""
        sent = {"Origin": f"http://{self.address}" if origin is None else origin, **headers}

        async def connect() -> None:
            session = await self._connections.enter_async_context(aiohttp.ClientSession())
            headers = {name: value for name, value in sent.items() if value}
            connecting = session.ws_connect(f"http://{self.address}/line", headers=headers)
            self.socket = await self._connections.enter_async_context(connecting)

        self.run(connect())
        return self

    def get(self, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        async def fetch() -> tuple[int, bytes, dict[str, str]]:
            url = f"http://{self.address}{path}"
            async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
                all_headers = {name.lower(): value for name, value in response.headers.items()}
                return response.status, await response.read(), all_headers

        return self.run(fetch())

    def next(self) -> dict[str, Any]:
        """Return the next message except heartbeats, which are answered."""
        while True:
            frame = self.run(self.socket.receive())
            if frame.type is not aiohttp.WSMsgType.TEXT:
                return {"type": "gone"}
            self.heard.append(readable(frame.data))
            message: dict[str, Any] = json.loads(frame.data)
            if message["type"] != "heartbeat":
                return message
            self.send("heartbeat")

    def expect(self, kind: str) -> dict[str, Any]:
        """Return the next message of this kind. Skips others."""
        while True:
            message = self.next()
            if message["type"] == kind:
                return message
            assert message["type"] != "gone", f"the line is dead, while waiting for {kind}"

    def listen(self, seconds: float) -> None:
        """Answer heartbeats for ``seconds``. Skips other messages."""

        async def listened() -> None:
            end = self._loop.time() + seconds
            with contextlib.suppress(TimeoutError):
                while (left := end - self._loop.time()) > 0:
                    frame = await self.socket.receive(timeout=left)
                    assert frame.type is aiohttp.WSMsgType.TEXT, (
                        "the line is dead, while nothing is waited for"
                    )
                    if json.loads(frame.data)["type"] == "heartbeat":
                        await self.socket.send_str(json.dumps({"type": "heartbeat"}))

        self.run(listened())

    def look(self) -> dict[str, Any]:
        """Ask which seats are free."""
        self.send("list_seats", code=self.code)
        return self.expect("seats")

    def watch(self, name: str) -> Phone:
        self.send("spectate", code=self.code, watcher=name)
        self.expect("watching")
        return self

    def join(self, seat: int, name: str = "") -> Phone:
        self.send("join", code=self.code, seat=seat, name=name)
        return self.sit()

    def back(self) -> Phone:
        self.call()
        self.send("reconnect", token=self.token)
        return self.sit()

    def sit(self) -> Phone:
        message = self.expect("seat")
        self.seat, self.token = message["seat"], message["token"]
        return self

    def close(self) -> None:
        self.run(self._connections.aclose())
        self._loop.close()


Phones = Callable[[], Phone]
HELLO = (
    "GET /line HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c29ja3Nzb2Nrc3NvY2tzIQ==\r\n\r\n"
)


class Wire:
    """A raw connection that reads only when asked to and never answers."""

    def __init__(self, address: str, *texts: str) -> None:
        """Connect and send these messages in one go."""
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), PATIENCE)
        self.heard = b""
        self._socket.sendall(HELLO.format(at=address).encode() + _frames(texts))

    def send(self, *texts: str) -> None:
        """Send short messages in one piece."""
        self._socket.sendall(_frames(texts))

    def hear(self, pattern: bytes, count: int) -> bytes:
        """Read until ``pattern`` was received ``count`` times. Returns everything received."""
        while self.heard.count(pattern) < count:
            more = self._socket.recv(65536)
            assert more, f"the line is dead after {self.heard.count(pattern)} of {count}"
            self.heard += more
        return self.heard

    def close(self) -> None:
        self._socket.close()


def _frames(texts: Iterable[str]) -> bytes:
    return b"".join(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode() for text in texts)

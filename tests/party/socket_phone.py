"""Phones without a screen: real sockets to a real server on the loopback, and hand-written frames."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from ipaddress import IPv4Network
from typing import Any

import aiohttp

from game.party.messages import News
from game.party.party import Party, PartyState
from game.party.registry import SeatInfo
from game.party.server import Networks
from tests.sampling import PATIENCE


def networks(*addresses: str) -> Networks:
    """Addresses of a machine, each the only one in its subnet."""
    return {address: IPv4Network(address) for address in addresses}


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

    def hear(self, kind: type[News], seat: int | None = None) -> Any:
        """Wait for news of this kind and remove it."""

        def found() -> Any:
            return next((n for n in self.news if type(n) is kind and seat in (None, n.seat)), None)

        self.until(lambda: found() is not None)
        news = found()
        self.news.remove(news)
        return news

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


class Phone:
    """A phone that keeps every message it receives, without its token."""

    def __init__(self, party: Party) -> None:
        self.address, self.code = party.door.address, party.code
        self._loop = asyncio.new_event_loop()
        self._session: aiohttp.ClientSession | None = None
        self._socket: Any = None
        self._response: aiohttp.ClientResponse | None = None  # keeps the connection
        self.heard: list[str] = []
        self.waiting: list[dict[str, Any]] = []
        self.token = ""
        self.seat: int | None = None
        self._said = 0

    def run(self, work: Any) -> Any:
        return self._loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def call(self, origin: str | None = None, **headers: str) -> Phone:
        """Connect."""
        sent = {"Origin": f"http://{self.address}" if origin is None else origin, **headers}

        async def connect() -> None:
            if self._session is None:
                self._session = aiohttp.ClientSession()
            self._socket = await self._session.ws_connect(
                f"http://{self.address}/line", headers={name: value for name, value in sent.items() if value}
            )
            self._response = self._socket._response

        self.run(connect())
        return self

    def get(self, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        async def fetch() -> tuple[int, bytes, dict[str, str]]:
            url = f"http://{self.address}{path}"
            async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
                all_headers = {name.lower(): value for name, value in response.headers.items()}
                return response.status, await response.read(), all_headers

        answer: tuple[int, bytes, dict[str, str]] = self.run(fetch())
        return answer

    def send(self, kind: str, **fields: Any) -> None:
        self.send_text(json.dumps({"type": kind, **fields}))

    def send_text(self, text: str) -> None:
        self.run(self._socket.send_str(text))

    def next(self) -> dict[str, Any]:
        """Return the next message except heartbeats, which are answered."""
        while True:
            frame = self.run(self._socket.receive())
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
                    frame = await self._socket.receive(timeout=left)
                    assert frame.type is aiohttp.WSMsgType.TEXT, (
                        "the line is dead, while nothing is waited for"
                    )
                    if json.loads(frame.data)["type"] == "heartbeat":
                        await self._socket.send_str(json.dumps({"type": "heartbeat"}))

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

    def say(self, do: str, **payload: Any) -> int:
        self._said += 1
        self.send("action", number=self._said, words={"do": do, **payload})
        return self._said

    def drop(self) -> None:
        """Abort the connection without closing it, as when the network fails."""
        assert self._response is not None
        assert self._response.connection is not None
        assert self._response.connection.transport is not None
        self._response.connection.transport.abort()
        self.run(asyncio.sleep(0))
        self._hang_up()
        self._socket = None

    def _hang_up(self) -> None:
        # Without this the client warns of an unclosed response later, in the middle of another test.
        if self._response is not None:
            self._response.close()

    def close(self) -> None:
        async def end() -> None:
            self._hang_up()
            if self._session is not None:
                await self._session.close()

        self.run(end())
        self._loop.close()


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

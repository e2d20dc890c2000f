"""What strangers on the network may try against a party; `tests.party.attack` has all of it done at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import struct
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from game.core.chance import Chance
from game.party.registry import LETTERS
from tests.party.test_messages import strange_messages
from tests.party.wire import HELLO

SOON = 3.0
"""Seconds after which an answer is not waited for any more."""
HELD = 40
"""Connections that are held open from one address and for one kind; the oldest are let go."""
NAMES = (
    "", "\u200b\u200b", "\u202eevil", "\u0301" * 80, "\U0001f984" * 40, "A" * 80, "\x00\x07", "<b>Bo</b>",
)  # fmt: skip
PATHS = (
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/play/../party.py", "/play/..%2f..%2fparty.py", "*",
    "/art/%00.svg", "/" + "a" * 9000, "/play/\u00e9", "/line", "/?" + "q=1&" * 900, "//etc/passwd", "",
)  # fmt: skip
REQUESTS = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 400, b"GET\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n" + b"x" * 2000,
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X-Much: 1\r\n" * 3000 + b"\r\n", b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET /line HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
)  # fmt: skip


@dataclass(slots=True)
class Front:
    """One address from which one kind of thing is tried.

    Attributes:
        host: where the party is.
        port: its port.
        code: its room code, empty where nobody knows it.
        source: the address that calls come from.
        seat: a seat that may be taken and given up, where the code is known.
        tally: what came of what was tried.
        chance: what is tried when.
    """

    host: str
    port: int
    code: str
    source: str
    seat: int
    tally: Counter[str]
    chance: Chance
    held: list[asyncio.StreamWriter] = field(default_factory=list)

    async def call(self, *, hold: bool = False) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect; what is not held is closed by whoever called."""
        self.tally["tried"] += 1
        reader, writer = await asyncio.wait_for(
            asyncio.open_connection(self.host, self.port, local_addr=(self.source, 0)), SOON
        )
        if hold:
            self.held.append(writer)
            if len(self.held) > HELD:
                cut(self.held.pop(0))
        return reader, writer

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A line as phones have it."""
        reader, writer = await self.call()
        writer.write(HELLO.format(at=f"{self.host}:{self.port}").encode())
        told = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SOON)
        if b" 101 " not in told:
            cut(writer)
            raise ConnectionError("no line")
        return reader, writer

    async def ask(self, *frames: bytes) -> bytes:
        """Open a line, send this, and note what came of it; what was heard last."""
        reader, writer = await self.line()
        try:
            writer.writelines(frames)
            heard = await asyncio.wait_for(reader.read(65536), SOON)
            self.tally["answered" if heard else "cut"] += 1
            return heard
        finally:
            cut(writer)

    def guessed(self) -> str:
        """A room code that is not the right one."""
        code = self.code
        while code == self.code:
            code = "".join(self.chance.pick(LETTERS) for _ in range(4))
        return code


def cut(writer: asyncio.StreamWriter) -> None:
    """Hang up without a word."""
    writer.transport.abort()


def frame(text: str | bytes, kind: int = 1, claimed: int | None = None) -> bytes:
    """A WebSocket frame from a client, whose length may be a lie."""
    data = text.encode() if isinstance(text, str) else text
    length = len(data) if claimed is None else claimed
    if length < 126:
        head = bytes([0x80 | kind, 0x80 | length])
    elif length < 2**16:
        head = bytes([0x80 | kind, 0xFE]) + struct.pack("!H", length)
    else:
        head = bytes([0x80 | kind, 0xFF]) + struct.pack("!Q", length)
    return head + bytes(4) + data


def said(kind: str, **fields: object) -> bytes:
    return frame(json.dumps({"type": kind, **fields}))


Assault: TypeAlias = Callable[[Front], Awaitable[object]]
"""One round of a kind; `OSError` and the like mean that it was turned away."""


async def connections(front: Front) -> None:
    """Calls that say nothing and stay."""
    for _ in range(10):
        await front.call(hold=True)


async def half_open(front: Front) -> None:
    """Requests that never end."""
    _reader, writer = await front.call(hold=True)
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0")


async def slow_senders(front: Front) -> None:
    """A request letter by letter, of one who takes nothing in; and a line that sends half a frame."""
    _reader, writer = await front.call(hold=True)
    for letter in b"GET /fredoka.ttf HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3:
        if writer.is_closing():  # it has been told to go
            break
        writer.write(bytes([letter]))
        await asyncio.sleep(0)
    _reader, line = await front.line()
    front.held.append(line)
    line.write(said("look", code=front.guessed())[:-4])


async def giant_frames(front: Front) -> None:
    """Messages that are far too large, and some that only say so."""
    await front.ask(frame("x" * 4097))
    await front.ask(frame("x" * 70_000))
    await front.ask(frame("x", claimed=2**40))
    await front.ask(frame(b"\x00" * 70_000, kind=2))


async def malformed(front: Front) -> None:
    """No HTTP, no WebSocket, no JSON, no message."""
    reader, writer = await front.call()
    writer.write(front.chance.pick(REQUESTS))
    with contextlib.suppress(asyncio.TimeoutError):
        heard = await asyncio.wait_for(reader.read(4096), SOON / 3)
        front.tally["answered" if heard else "cut"] += 1
    cut(writer)
    texts = [text for text in strange_messages(30) if '"leave"' not in text]
    await front.ask(*(frame(text.encode("utf-8", "surrogatepass")) for text in texts))
    await front.ask(frame(os.urandom(20), kind=front.chance.below(16)))
    await front.ask(*(frame(b"?", kind=9) for _ in range(100)))


async def guesses(front: Front) -> None:
    """Codes and tokens that are wrong."""
    kinds: dict[str, dict[str, object]] = {
        "look": {}, "join": {"seat": 0, "name": "Eve"}, "claim": {"seat": 0}, "watch": {"watcher": "eve"},
    }  # fmt: skip
    for kind, more in kinds.items():
        heard = await front.ask(said(kind, code=front.guessed(), **more))
        front.tally["got in"] += b'"seats"' in heard or b'"seat"' in heard or b'"watching"' in heard
    token = "".join(front.chance.pick(LETTERS) for _ in range(32))
    heard = await front.ask(said("back", token=token))
    front.tally["got in"] += b'"seat"' in heard


async def replays(front: Front) -> None:
    """What somebody else said, said again by one who has no seat."""
    words = {"do": "draw", "moment": "00000000"}
    heard = await front.ask(*(said("say", number=1 + n % 3, words=words) for n in range(40)), said("leave"))
    front.tally["got in"] += b'"answer"' in heard


async def names(front: Front) -> None:
    """Names that nobody can see or that are too long; each sits down where there is a seat, and leaves."""
    join = said("join", code=front.code or front.guessed(), seat=front.seat, name=front.chance.pick(NAMES))
    await front.ask(join, said("leave"))


async def paths(front: Front) -> None:
    """Ways out of the folder of the page."""
    reader, writer = await front.call()
    path = front.chance.pick(PATHS)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {front.host}:{front.port}\r\n\r\n".encode())
    heard = await asyncio.wait_for(reader.read(65536), SOON)
    front.tally["answered" if heard else "cut"] += 1
    front.tally["got in"] += b"root:" in heard or b"from __future__" in heard
    cut(writer)


async def churn(front: Front) -> None:
    """Strangers come, some with the code, look or watch, and are gone."""
    code = front.code or front.guessed()
    look, watch = said("look", code=code), said("watch", code=code, watcher=f"eve {front.source}")
    await front.ask(look, watch, said("say", number=1, words={"do": "react", "sign": "ha"}))
    await front.ask()


ASSAULTS: Mapping[str, Assault] = {
    "floods of connections": connections,
    "half-open requests": half_open,
    "slow senders": slow_senders,
    "giant frames": giant_frames,
    "malformed messages": malformed,
    "guessed codes and tokens": guesses,
    "replayed actions": replays,
    "strange names": names,
    "path tricks": paths,
    "churn of strangers": churn,
}


async def once(assault: Assault, front: Front) -> None:
    """One round; being turned away is what most of them are for."""
    try:
        await assault(front)
    except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        front.tally["turned away"] += 1
    except TimeoutError:
        front.tally["no answer"] += 1

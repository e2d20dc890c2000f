"""What strangers on the network may try against a party, all at once, while somebody plays and comes back.

    python -m tools.attack --seconds 180   starts a party of its own: a window with SOCKI and 90 cards
    python -m tools.attack --at HOST:PORT --code WOOL   attacks one that is open

It comes from 20 addresses of the loopback. Told: what was tried, what came of it, and how long a seated phone
waited for its answers. Before that, each attack alone from one address, against the party and against a sink
that only takes in: what a computer under such load costs anyway. ``--seconds 0`` does only that.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import struct
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import aiohttp

from game.core.rng import SeededRng
from game.party.messages import LARGEST
from game.party.registry import LETTERS
from game.party.relay_invite import RELAY, RelayState
from tests.party.socket_phone import HELLO
from tests.sampling import PATIENCE
from tools.command import command

POURED = 200
"""Parts of a flood that one connection sends at most, of some 24 kB each."""
FLOODERS, FLOOD = 24, 5.0
"""Connections of an attack alone, and seconds that it lasts."""
TIMES = 3.0
"""How much longer a seated phone may wait in an attack than where that goes to a sink."""
BAR = 100.0
"""The 95th percentile of the answers to a seated phone, in ms."""
PAUSE = 0.1
"""Seconds between two words of the seated phone: it must not be too fast itself."""
CALM = 100
"""Words that it says before the attack."""
AGAIN = 0.3
"""Seconds until it calls again where it was turned away."""
FAULTS = (OSError, aiohttp.ClientError, asyncio.TimeoutError)
OUTCOMES = ("tried", "answered", "turned away", "cut", "no answer", "got in")
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
GOOD: list[dict[str, Any]] = [
    {"type": "look", "code": "WOOL"},
    {"type": "join", "code": "WOOL", "seat": 3, "name": "Kofi"},
    {"type": "back", "token": "x" * 32},
    {"type": "say", "number": 4, "words": {"do": "move", "move": "draw", "ply": 7}},
    {"type": "say", "number": 5, "words": {"do": "lay", "cards": [1, 2, 3], "pile": None}},
    {"type": "claim", "code": "WOOL", "seat": 1},
    {"type": "watch", "code": "WOOL", "watcher": "eve"},
    {"type": "speak", "language": "de"},
    {"type": "teach", "token": "x" * 26},
    {"type": "leave"},
    {"type": "beat"},
]
STRANGE: list[Any] = [
    None, True, -1, 2**70, 1.5, "", "\x00", "\ud800", "WOOL" * 999, [], {}, [[[[[[1]]]]]], {"do": "move"},
    "../../etc", "<script>", {"__proto__": {}}, list(range(500)), "draw\n0 draw",
]  # fmt: skip


def strange_messages(count: int) -> Iterator[str]:
    """Good messages with something wrong in them, and noise; one by one, as there may be very many."""
    chance = SeededRng("strange messages")
    for number in range(count):
        message = json.loads(json.dumps(chance.pick(GOOD)))
        where = message
        if chance.below(2) and isinstance(message.get("words"), dict):
            where = message["words"]
        kind = chance.below(5)
        name = chance.pick(sorted(where))
        if "number" in message:
            message["number"] = number  # what is said twice is done once
        if kind == 0:
            where[name] = chance.pick(STRANGE)
        elif kind == 1:
            del where[name]
        elif kind == 2:
            where[f"more{number}"] = chance.pick(STRANGE)
        text = json.dumps(message)
        if kind == 3:
            place = chance.below(len(text))
            text = text[:place] + chance.pick(["", "}", '"', "\u0000", "é", "9" * 400]) + text[place + 1 :]
        elif kind == 4:
            text = chance.pick(["", "null", "[]", "3", text * 40, "{" * 5000, "x" * (LARGEST + 1)])
        yield text


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
    chance: SeededRng
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
    """A message of a phone, as a frame."""
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


async def _pour(front: Front, begins: bytes, piece: bytes) -> None:
    """Send pieces until nobody takes any more for a second."""
    _reader, writer = await front.call()
    try:
        writer.write(begins)
        for _part in range(POURED):
            writer.write(piece * 4000)
            await asyncio.wait_for(writer.drain(), 1)
    finally:
        cut(writer)


async def chunks(front: Front) -> None:
    """A body of many small chunks, where no body is wanted."""
    head = f"POST / HTTP/1.1\r\nHost: {front.host}:{front.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    await _pour(front, head.encode(), b"1\r\nx\r\n")


async def continuations(front: Front) -> None:
    """A message of empty frames that never ends."""
    head = HELLO.format(at=f"{front.host}:{front.port}").encode()
    await _pour(front, head + b"\x01\x80" + bytes(4), b"\0\x80" + bytes(4))


ASSAULTS: Mapping[str, Assault] = {
    "chunked bodies": chunks,
    "empty frames": continuations,
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


@dataclass(slots=True)
class Target:
    """A party that is attacked; the last two free seats are those of guests, another is fought over."""

    host: str
    port: int
    code: str

    @property
    def at(self) -> str:
        return f"{self.host}:{self.port}"


class Guest:
    """Somebody who plays: says things, drops out and comes back, and measures how long that takes, in ms."""

    def __init__(self, target: Target, seat: int) -> None:
        self.target, self.seat = target, seat
        self.token = ""
        self.said = 0
        self.waited: list[float] = []
        self.again = 0
        """How often it called in vain."""
        self.session: aiohttp.ClientSession
        self._socket: Any

    async def call(self, kind: str, **fields: object) -> None:
        """Open a line, say who this is, and wait for the seat."""
        self._socket = await self._open()
        await self._socket.send_json({"type": kind, **fields})
        self.token = (await self._hear("seat"))["token"]

    async def _open(self) -> Any:
        at = self.target.at
        return await self.session.ws_connect(
            f"http://{at}/line", headers={"Origin": f"http://{at}"}, max_msg_size=0
        )

    async def join(self) -> Guest:
        await self.call("join", code=self.target.code, seat=self.seat, name=f"Guest {self.seat}")
        return self

    async def _hear(self, kind: str) -> dict[str, str]:
        while True:
            frame = await asyncio.wait_for(self._socket.receive(), PATIENCE)
            if frame.type is not aiohttp.WSMsgType.TEXT:
                raise ConnectionError(f"the line is dead while waiting for {kind}")
            message: dict[str, str] = json.loads(frame.data)
            if message["type"] == "beat":
                await self._socket.send_json({"type": "beat"})
            elif message["type"] == kind:
                return message

    async def say(self) -> None:
        """Say something, and wait for the answer."""
        start = perf_counter()
        self.said += 1
        await self._socket.send_json({"type": "say", "number": self.said, "words": {"do": "sort"}})
        await self._hear("answer")
        self.waited.append(1000 * (perf_counter() - start))

    async def drop_and_return(self) -> None:
        """Lose the line without a word, and come back with the token."""
        response = self._socket._response
        if response.connection is not None and response.connection.transport is not None:
            response.connection.transport.abort()
        response.close()
        await self.back()

    async def back(self) -> None:
        """Call with the token, again and again where nobody answers, as the page does."""
        start = perf_counter()
        while True:
            try:
                await self.call("back", token=self.token)
                break
            except FAULTS:
                if perf_counter() - start > PATIENCE:
                    raise
                self.again += 1
                await asyncio.sleep(AGAIN)
        self.waited.append(1000 * (perf_counter() - start))


@dataclass(slots=True)
class Account:
    """What came of an attack."""

    tallies: dict[str, Counter[str]] = field(default_factory=dict)
    answers: list[float] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)
    calm: list[float] = field(default_factory=list)
    """How long answers took in the same run, before the attack."""
    alone: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Median answer in ms while an attack goes to a sink, and while it goes to the party."""
    again: int = 0
    """How often somebody who came back was turned away at first."""
    lost: list[str] = field(default_factory=list)
    """Why guests lost their line, or could not come back."""

    def lines(self) -> Iterator[str]:
        """A table of it."""
        yield f"{'':26}" + "".join(f"{name:>12}" for name in OUTCOMES)
        for kind, tally in self.tallies.items():
            yield f"{kind:26}" + "".join(f"{tally[name]:12}" for name in OUTCOMES)
        for what, waited in (
            ("Before it, a seated phone: answers", self.calm),
            ("Meanwhile, a seated phone: answers", self.answers),
            ("Meanwhile, drops and returns", self.returns),
        ):
            times = sorted(waited) or [float("inf")]
            p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
            yield (
                f"{what}: {len(waited)}, p50 {p50:.1f} ms, p95 {p95:.1f} ms (bar {BAR:.0f}), "
                f"longest {times[-1]:.0f} ms"
            )
        for kind, (sink, party) in self.alone.items():
            yield (
                f"{kind} alone, to a sink: p50 {sink:.1f} ms; to the party: {party:.1f} ms, "
                f"{party / sink:.1f} times (bar {TIMES:.0f})"
            )
        yield f"Calls in vain of who came back: {self.again}; lines that were lost: {self.lost or 'none'}"

    @property
    def held(self) -> bool:
        """Whether nobody got in, and nobody was kept out."""
        got_in = any(tally["got in"] for tally in self.tallies.values())
        return not self.lost and not got_in and all(b < TIMES * a for a, b in self.alone.values())


def fronts(target: Target, addresses: int, kind: str, tally: Counter[str]) -> list[Front]:
    """From where a kind is tried."""
    where = target.host, target.port, target.code
    return [
        Front(*where, f"127.0.0.{2 + number}", 0, tally, SeededRng("attack", kind, number))
        for number in range(addresses)
    ]


async def besiege(target: Target, addresses: int, goes_on: Callable[[int], bool]) -> dict[str, Counter[str]]:
    """Try everything from every address, round after round."""
    tallies: dict[str, Counter[str]] = {kind: Counter() for kind in ASSAULTS}

    async def keep_on(kind: str, front: Front) -> None:
        rounds = 0
        while goes_on(rounds):
            await once(ASSAULTS[kind], front)
            rounds += 1
            await asyncio.sleep(0)
        for writer in front.held:
            cut(writer)

    await asyncio.gather(
        *(keep_on(kind, front) for kind, tally in tallies.items()
          for front in fronts(target, addresses, kind, tally))
    )  # fmt: skip
    return tallies


async def _sink(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Take everything in and do nothing with it."""
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            continue
    cut(writer)


async def pour(target: Target, kind: str, seconds: float) -> None:
    """Have one address attack a party, or a sink where it has no port, for some seconds."""
    sink = await asyncio.start_server(_sink, target.host, 0) if not target.port else None
    if sink is not None:
        target.port = sink.sockets[0].getsockname()[1]
    end = perf_counter() + seconds

    async def keep_on(front: Front) -> None:
        while perf_counter() < end:
            await once(ASSAULTS[kind], front)
            await asyncio.sleep(0.01)

    front = fronts(target, 1, kind, Counter())[0]
    await asyncio.gather(*(keep_on(front) for _connection in range(FLOODERS)))
    if sink is not None:
        sink.close()


async def each_alone(target: Target, seconds: float = FLOOD) -> dict[str, tuple[float, float]]:
    """The medians of a seated phone's answers, for each attack: to a sink, and to the party."""
    found = {}
    async with aiohttp.ClientSession() as session:
        guest = Guest(target, 1)
        guest.session = session
        await guest.join()
        for kind in ASSAULTS:
            medians = []
            for port in (0, target.port):
                guest.waited = []
                attacking = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "tools.attack", "--alone", kind, "--at", f"{target.host}:{port}",
                    "--seconds", str(seconds),
                )  # fmt: skip
                while attacking.returncode is None:
                    await guest.say()
                    await asyncio.sleep(PAUSE)
                medians.append(sorted(guest.waited)[len(guest.waited) // 2])
            found[kind] = medians[0], medians[1]
        await guest._socket.send_json({"type": "leave"})
        await guest._hear("left")
    return found


async def play_on(
    target: Target, account: Account, attack: Callable[[], Awaitable[object]], calm: int = CALM
) -> None:
    """Have one guest say things, and another drop out and come back, as long as an attack goes on.

    Args:
        target: the party.
        account: where it is noted.
        attack: what goes on meanwhile.
        calm: how many words are said before it, to compare with.
    """

    async def keep_on(guest: Guest, act: Callable[[], Awaitable[object]], pause: float) -> None:
        while not (attacking.done() and guest.waited):
            try:
                await act()
            except (TimeoutError, OSError, aiohttp.ClientError) as error:
                account.lost.append(repr(error))
                with contextlib.suppress(OSError, aiohttp.ClientError, asyncio.TimeoutError):
                    await guest.call("back", token=guest.token)
            await asyncio.sleep(pause)

    async with aiohttp.ClientSession() as session:
        speaker, comer = Guest(target, 1), Guest(target, 2)
        for guest in (speaker, comer):
            guest.session = session
            await guest.join()
        for _ in range(calm):
            await speaker.say()
            await asyncio.sleep(PAUSE)
        account.calm, speaker.waited = speaker.waited, []
        attacking = asyncio.ensure_future(attack())
        await asyncio.gather(
            attacking, keep_on(speaker, speaker.say, PAUSE), keep_on(comer, comer.drop_and_return, 5 * PAUSE)
        )
        account.answers, account.returns, account.again = speaker.waited, comer.waited, comer.again


# On the command line: the party, the strangers and the guests are processes of their own.


def main() -> None:
    """Attack a party, and print what came of it."""
    parser = command(__doc__)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--addresses", type=int, default=20, help="how many attack, from 127.0.0.2 on")
    parser.add_argument(
        "--at", default="", help="HOST:PORT of a party that is open; one is started unless given"
    )
    parser.add_argument(
        "--code", default="", help="its room code; three of its seats must be free, from the first on"
    )
    for part in ("--strangers", "--stand"):
        parser.add_argument(part, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--alone", choices=list(ASSAULTS), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.stand:
        _stand()
        return
    with contextlib.ExitStack() as stack:
        errors = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "stderr"
        at, code = chosen.at, chosen.code
        if not at:
            at, code, _link = stack.enter_context(standing(errors))
        host, _, port = at.rpartition(":")
        target = Target(host, int(port), code)
        if chosen.alone:
            logging.disable()
            asyncio.run(pour(target, chosen.alone, chosen.seconds))
            return
        if chosen.strangers:
            logging.disable()  # of lines that were cut while they wrote
            end = perf_counter() + chosen.seconds
            told = asyncio.run(besiege(target, chosen.addresses, lambda _rounds: perf_counter() < end))
            print(json.dumps(told))
            return
        alone = asyncio.run(each_alone(target))
        account = Account()
        if chosen.seconds:
            account = asyncio.run(_attacked(target, chosen.seconds, chosen.addresses))
        account.alone = alone
        load = os.getloadavg()[0]
        print(f"{chosen.seconds:.0f} s from {chosen.addresses} addresses, load of the machine {load:.1f}:")
        print("\n".join(account.lines()))
        written = errors.read_text() if errors.exists() else ""
        print(f"Written to the terminal of the party: {written or 'nothing'}")
    sys.exit(not account.held or "Traceback" in written)


async def _attacked(target: Target, seconds: float, addresses: int) -> Account:
    account, told = Account(), list[bytes]()

    async def attack() -> None:
        strangers = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tools.attack", "--strangers", "--at", target.at,
            "--code", target.code, "--seconds", str(seconds), "--addresses", str(addresses),
            stdout=subprocess.PIPE,
        )  # fmt: skip
        told.append((await strangers.communicate())[0])

    await play_on(target, account, attack)
    account.tallies = {kind: Counter(tally) for kind, tally in json.loads(told[0]).items()}
    return account


@contextlib.contextmanager
def standing(errors: Path, relay: str = "") -> Iterator[tuple[str, str, str]]:
    """A party in a process of its own: its address, its code, and its link where it calls a relay."""
    with errors.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.attack", "--stand"], env=os.environ | {RELAY: relay},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        at, code, link = process.stdout.readline().removesuffix("\n").split(" ")
        yield at, code, link
    finally:
        process.stdin.close()
        process.wait(PATIENCE)
        process.stdout.close()


def _stand() -> None:
    """A window with SOCKI, all seats for phones: says where, and turns until its input ends."""
    from game.core.session import Session
    from game.match.seats import PHONE, Seat
    from game.ui.match.match_flow import match_scene
    from tests.scenes.harness import WindowRobot
    from tools.bench_party import SEATS, position

    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    with tempfile.TemporaryDirectory() as home:
        window = WindowRobot(Path(home))
        party = window.stage.phones.open(port=0, host="127.0.0.1")
        seats = [Seat(f"Phone {seat + 1}", seat, "", PHONE) for seat in range(SEATS)]
        window.stage.scenes.push(match_scene(window.stage, Session.from_position("socki", position()), seats))
        while not (party.is_open and party.free):
            window.turn()
        if os.environ.get(RELAY):
            party.befriend(on=True)
            while party.front.far.state is not RelayState.OPEN:
                window.turn()
        print(party.door.address, party.code, party.front.far.link, flush=True)
        before = perf_counter()
        while not ended.wait(1 / 60):
            now = perf_counter()
            window.turn(ms=1000 * (now - before))
            before = now
        window.close()


if __name__ == "__main__":
    main()

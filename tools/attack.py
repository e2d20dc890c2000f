"""Attack a party as strangers on the network could, while a guest plays and another reconnects.

    python -m tools.attack --seconds 180   starts a party: a window with SOCKI and 90 cards
    python -m tools.attack --at HOST:PORT --code WOOL   attacks an open party

The attack comes from 20 loopback addresses. Prints the number of attempts, their outcomes, and how long a
seated phone waited for answers. Before that, it runs each attack alone from one address, against the party
and against a sink that only reads, which shows the unavoidable cost of such a load. ``--seconds 0`` does only
that.
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
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import aiohttp

from game.core.rng import SeededRng
from game.party.messages import MAX_MESSAGE_SIZE
from game.party.registry import CODE_LETTERS
from tests.party.socket_phone import HELLO
from tests.sampling import PATIENCE
from tools.command import command

if TYPE_CHECKING:
    from game.party.party import Party
    from tests.scenes.harness import WindowRobot

POURED = 200  # largest number of parts, of about 24 kB each, that one connection of a flood sends
FLOODERS, FLOOD = 24, 5.0  # connections of a single attack, and its length in seconds
TIMES = 3.0  # largest ratio of a seated phone's waiting time in an attack to that with a sink
BAR = 100.0  # ms, 95th percentile of the answers to a seated phone
PAUSE = 0.1  # seconds between two messages of the seated phone, which must not hit limits
CALM = 100  # messages before the attack
AGAIN = 0.3  # seconds until a refused phone connects again
FAULTS = (OSError, aiohttp.ClientError, asyncio.TimeoutError)
OUTCOMES = ("tried", "answered", "turned away", "cut", "no answer", "got in")
SOON = 3.0  # timeout of an answer in seconds
HELD = 40  # open connections of one address and kind of attack; the oldest are closed
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
    {"type": "list_seats", "code": "WOOL"},
    {"type": "join", "code": "WOOL", "seat": 3, "name": "Kofi"},
    {"type": "reconnect", "token": "x" * 32},
    {"type": "action", "number": 4, "words": {"do": "move", "move": "draw", "ply": 7}},
    {"type": "action", "number": 5, "words": {"do": "lay", "cards": [1, 2, 3], "pile": None}},
    {"type": "claim", "code": "WOOL", "seat": 1},
    {"type": "spectate", "code": "WOOL", "watcher": "eve"},
    {"type": "set_language", "language": "de"},
    {"type": "token_login", "token": "x" * 26},
    {"type": "leave"},
    {"type": "heartbeat"},
]
STRANGE: list[Any] = [
    None, True, -1, 2**70, 1.5, "", "\x00", "\ud800", "WOOL" * 999, [], {}, [[[[[[1]]]]]], {"do": "move"},
    "../../etc", "<script>", {"__proto__": {}}, list(range(500)), "draw\n0 draw",
]  # fmt: skip


def strange_messages(count: int) -> Iterator[str]:
    """Yield valid messages with one defect, and noise. A generator, because there may be very many."""
    rng = SeededRng("strange messages")
    for number in range(count):
        message = json.loads(json.dumps(rng.pick(GOOD)))
        part = message
        if rng.below(2) and isinstance(message.get("words"), dict):
            part = message["words"]
        kind = rng.below(5)
        name = rng.pick(sorted(part))
        if "number" in message:
            message["number"] = number  # a repeated number would be ignored
        if kind == 0:
            part[name] = rng.pick(STRANGE)
        elif kind == 1:
            del part[name]
        elif kind == 2:
            part[f"more{number}"] = rng.pick(STRANGE)
        text = json.dumps(message)
        if kind == 3:
            place = rng.below(len(text))
            text = text[:place] + rng.pick(["", "}", '"', "\u0000", "é", "9" * 400]) + text[place + 1 :]
        elif kind == 4:
            text = rng.pick(["", "null", "[]", "3", text * 40, "{" * 5000, "x" * (MAX_MESSAGE_SIZE + 1)])
        yield text


@dataclass(slots=True)
class Front:
    """Source address of one kind of attack.

    Attributes:
        host: host of the party.
        port: its port.
        code: its room code, "" if unknown.
        source: address that connections come from.
        seat: a seat that may be taken and left if the code is known.
        tally: number of outcomes by kind.
        chance: random numbers for the choice of attempts.
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
        """Connect. The caller closes the connection, unless ``hold`` keeps it in ``held``."""
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
        """Open a WebSocket as phones do. Raises ConnectionError if it is refused."""
        reader, writer = await self.call()
        writer.write(HELLO.format(at=f"{self.host}:{self.port}").encode())
        response = b""
        try:
            response = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SOON)
        finally:
            if b" 101 " not in response:
                cut(writer)
        if b" 101 " not in response:
            raise ConnectionError("no line")
        return reader, writer

    async def ask(self, *frames: bytes) -> bytes:
        """Open a WebSocket, send ``frames``, record the outcome and return the answer."""
        reader, writer = await self.line()
        try:
            writer.writelines(frames)
            answer = await asyncio.wait_for(reader.read(65536), SOON)
            self.tally["answered" if answer else "cut"] += 1
            return answer
        finally:
            cut(writer)

    def guessed(self) -> str:
        """Return a wrong room code."""
        code = self.code
        while code == self.code:
            code = "".join(self.chance.pick(CODE_LETTERS) for _ in range(4))
        return code


def cut(writer: asyncio.StreamWriter) -> None:
    """Close the connection without a close frame."""
    writer.transport.abort()


def frame(text: str | bytes, kind: int = 1, claimed: int | None = None) -> bytes:
    """Return a client's WebSocket frame. ``claimed`` is a false length for the header."""
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
    """Return a phone's message as a frame."""
    return frame(json.dumps({"type": kind, **fields}))


Assault: TypeAlias = Callable[[Front], Awaitable[object]]
"""One round of an attack. OSError and the like mean that it was refused."""


async def connections(front: Front) -> None:
    """Open connections that send nothing and stay."""
    for _ in range(10):
        await front.call(hold=True)


async def half_open(front: Front) -> None:
    """Send a request that never ends."""
    _reader, writer = await front.call(hold=True)
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0")


async def slow_senders(front: Front) -> None:
    """Send a request byte by byte without reading the answer, and half a WebSocket frame."""
    _reader, writer = await front.call(hold=True)
    for letter in b"GET /fredoka.ttf HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 3:
        if writer.is_closing():  # the server has closed it
            break
        writer.write(bytes([letter]))
        await asyncio.sleep(0)
    _reader, line = await front.line()
    front.held.append(line)
    line.write(said("list_seats", code=front.guessed())[:-4])


async def giant_frames(front: Front) -> None:
    """Send messages that are far too large, and frames that only claim to be."""
    await front.ask(frame("x" * 4097))
    await front.ask(frame("x" * 70_000))
    await front.ask(frame("x", claimed=2**40))
    await front.ask(frame(b"\x00" * 70_000, kind=2))


async def malformed(front: Front) -> None:
    """Send invalid HTTP, WebSocket frames, JSON and messages."""
    reader, writer = await front.call()
    writer.write(front.chance.pick(REQUESTS))
    try:
        with contextlib.suppress(asyncio.TimeoutError):
            answer = await asyncio.wait_for(reader.read(4096), SOON / 3)
            front.tally["answered" if answer else "cut"] += 1
    finally:
        cut(writer)
    texts = [text for text in strange_messages(30) if '"leave"' not in text]
    await front.ask(*(frame(text.encode("utf-8", "surrogatepass")) for text in texts))
    await front.ask(frame(os.urandom(20), kind=front.chance.below(16)))
    await front.ask(*(frame(b"?", kind=9) for _ in range(100)))


async def guesses(front: Front) -> None:
    """Try wrong codes and tokens."""
    kinds: dict[str, dict[str, object]] = {
        "look": {}, "join": {"seat": 0, "name": "Eve"}, "claim": {"seat": 0}, "watch": {"watcher": "eve"},
    }  # fmt: skip
    for kind, fields in kinds.items():
        answer = await front.ask(said(kind, code=front.guessed(), **fields))
        front.tally["got in"] += b'"seats"' in answer or b'"seat"' in answer or b'"watching"' in answer
    token = "".join(front.chance.pick(CODE_LETTERS) for _ in range(32))
    answer = await front.ask(said("reconnect", token=token))
    front.tally["got in"] += b'"seat"' in answer


async def replays(front: Front) -> None:
    """Repeat messages of a player without having a seat."""
    action = {"do": "draw", "moment": "00000000"}
    answer = await front.ask(
        *(said("action", number=1 + n % 3, words=action) for n in range(40)), said("leave")
    )
    front.tally["got in"] += b'"answer"' in answer


async def names(front: Front) -> None:
    """Join with an invisible or too long name, then leave."""
    join = said("join", code=front.code or front.guessed(), seat=front.seat, name=front.chance.pick(NAMES))
    await front.ask(join, said("leave"))


async def paths(front: Front) -> None:
    """Try to leave the folder of the page's files."""
    reader, writer = await front.call()
    path = front.chance.pick(PATHS)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {front.host}:{front.port}\r\n\r\n".encode())
    try:
        answer = await asyncio.wait_for(reader.read(65536), SOON)
    finally:
        cut(writer)
    front.tally["answered" if answer else "cut"] += 1
    front.tally["got in"] += b"root:" in answer or b"from __future__" in answer


async def churn(front: Front) -> None:
    """Connect, look or watch, some with the code, and disconnect."""
    code = front.code or front.guessed()
    look, watch = said("list_seats", code=code), said("spectate", code=code, watcher=f"eve {front.source}")
    await front.ask(look, watch, said("action", number=1, words={"do": "react", "sign": "ha"}))
    await front.ask()


async def _flood(front: Front, head: bytes, piece: bytes) -> None:
    """Send pieces until the server accepts none for a second."""
    _reader, writer = await front.call()
    try:
        writer.write(head)
        for _part in range(POURED):
            writer.write(piece * 4000)
            await asyncio.wait_for(writer.drain(), 1)
    finally:
        cut(writer)


async def chunks(front: Front) -> None:
    """Send a body of many small chunks to a path that takes none."""
    head = f"POST / HTTP/1.1\r\nHost: {front.host}:{front.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    await _flood(front, head.encode(), b"1\r\nx\r\n")


async def continuations(front: Front) -> None:
    """Send a message of empty continuation frames that never ends."""
    head = HELLO.format(at=f"{front.host}:{front.port}").encode()
    await _flood(front, head + b"\x01\x80" + bytes(4), b"\0\x80" + bytes(4))


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
    """Run one round. A refusal is the expected outcome of most attacks."""
    try:
        await assault(front)
    except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        front.tally["turned away"] += 1
    except TimeoutError:
        front.tally["no answer"] += 1


@dataclass(slots=True)
class Target:
    """Party under attack. The speaker and the comer take seats 1 and 2; seat 0 is for attackers."""

    host: str
    port: int
    code: str

    @property
    def at(self) -> str:
        return f"{self.host}:{self.port}"


class Guest:
    """Player who sends messages, disconnects and comes back. Measures waiting times in ms."""

    def __init__(self, target: Target, seat: int) -> None:
        self.target, self.seat = target, seat
        self.token = ""
        self.said = 0
        self.waited: list[float] = []
        self.again = 0  # number of refused connections
        self.session: aiohttp.ClientSession
        self._socket: Any

    async def call(self, kind: str, **fields: object) -> None:
        """Connect, introduce the phone, and wait for the seat."""
        self._socket = await self._open()
        await self._socket.send_json({"type": kind, **fields})
        self.token = (await self._receive("seat"))["token"]

    async def _open(self) -> Any:
        at = self.target.at
        return await self.session.ws_connect(
            f"http://{at}/line", headers={"Origin": f"http://{at}"}, max_msg_size=0
        )

    async def join(self) -> Guest:
        await self.call("join", code=self.target.code, seat=self.seat, name=f"Guest {self.seat}")
        return self

    async def _receive(self, kind: str) -> dict[str, str]:
        while True:
            frame = await asyncio.wait_for(self._socket.receive(), PATIENCE)
            if frame.type is not aiohttp.WSMsgType.TEXT:
                raise ConnectionError(f"the line is dead while waiting for {kind}")
            message: dict[str, str] = json.loads(frame.data)
            if message["type"] == "heartbeat":
                await self._socket.send_json({"type": "heartbeat"})
            elif message["type"] == kind:
                return message

    async def say(self) -> None:
        """Send a message and wait for the answer."""
        start = perf_counter()
        self.said += 1
        await self._socket.send_json({"type": "action", "number": self.said, "words": {"do": "sort"}})
        await self._receive("answer")
        self.waited.append(1000 * (perf_counter() - start))

    async def drop_and_return(self) -> None:
        """Abort the connection and come back with the token."""
        response = self._socket._response
        if response.connection is not None and response.connection.transport is not None:
            response.connection.transport.abort()
        response.close()
        await self.back()

    async def back(self) -> None:
        """Connect with the token, and retry like the page does. Raises the error after `PATIENCE` seconds."""
        start = perf_counter()
        while True:
            try:
                await self.call("reconnect", token=self.token)
                break
            except FAULTS:
                if perf_counter() - start > PATIENCE:
                    raise
                self.again += 1
                await asyncio.sleep(AGAIN)
        self.waited.append(1000 * (perf_counter() - start))


@dataclass(slots=True)
class Account:
    """Results of an attack."""

    tallies: dict[str, Counter[str]] = field(default_factory=dict)
    answers: list[float] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)
    calm: list[float] = field(default_factory=list)  # answer times in ms before the attack
    alone: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Median answer time in ms by attack: against a sink, and against the party."""
    again: int = 0  # refused attempts of a guest to come back
    # errors of guests that lost their connection or could not come back
    lost: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield the results as lines of a table."""
        yield f"{'':26}" + "".join(f"{name:>12}" for name in OUTCOMES)
        for kind, tally in self.tallies.items():
            yield f"{kind:26}" + "".join(f"{tally[name]:12}" for name in OUTCOMES)
        for label, delays in (
            ("Before it, a seated phone: answers", self.calm),
            ("Meanwhile, a seated phone: answers", self.answers),
            ("Meanwhile, drops and returns", self.returns),
        ):
            times = sorted(delays) or [float("inf")]
            p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
            yield (
                f"{label}: {len(delays)}, p50 {p50:.1f} ms, p95 {p95:.1f} ms (bar {BAR:.0f}), "
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
        """True if no attacker got in, no guest was lost, and no attack alone cost more than ``TIMES``."""
        got_in = any(tally["got in"] for tally in self.tallies.values())
        return not self.lost and not got_in and all(b < TIMES * a for a, b in self.alone.values())


def fronts(target: Target, addresses: int, kind: str, tally: Counter[str]) -> list[Front]:
    """Return the sources of one kind of attack, from 127.0.0.2 on."""
    party = target.host, target.port, target.code
    return [
        Front(*party, f"127.0.0.{2 + number}", 0, tally, SeededRng("attack", kind, number))
        for number in range(addresses)
    ]


async def besiege(
    target: Target, addresses: int, should_continue: Callable[[int], bool]
) -> dict[str, Counter[str]]:
    """Run all attacks from every address while ``goes_on(round)`` is true. Returns the outcomes by kind."""
    tallies: dict[str, Counter[str]] = {kind: Counter() for kind in ASSAULTS}

    async def keep_on(kind: str, front: Front) -> None:
        rounds = 0
        while should_continue(rounds):
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


async def _discard_input(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read everything and ignore it."""
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            continue
    cut(writer)


async def pour(target: Target, kind: str, seconds: float) -> None:
    """Attack from one address for ``seconds``. The target is a sink if its port is 0."""
    sink = await asyncio.start_server(_discard_input, target.host, 0) if not target.port else None
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
    """Return a seated phone's median answer times in ms per attack: (with a sink, with the party)."""
    results = {}
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
            results[kind] = medians[0], medians[1]
        await guest._socket.send_json({"type": "leave"})
        await guest._receive("left_ok")
    return results


async def play_on(
    target: Target, account: Account, attack: Callable[[], Awaitable[object]], calm: int = CALM
) -> None:
    """Let a guest send messages and another reconnect while ``attack`` runs.

    Args:
        target: the party.
        account: gets the results.
        attack: runs meanwhile.
        calm: number of messages before it, for comparison.
    """

    async def keep_on(guest: Guest, act: Callable[[], Awaitable[object]], pause: float) -> None:
        while not (attacking.done() and guest.waited):
            try:
                await act()
            except (TimeoutError, OSError, aiohttp.ClientError) as error:
                account.lost.append(repr(error))
                with contextlib.suppress(OSError, aiohttp.ClientError, asyncio.TimeoutError):
                    await guest.call("reconnect", token=guest.token)
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


# The party, the strangers and the guests run in separate processes.


def main() -> None:
    """Attack a party and print the results."""
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
    arguments = parser.parse_args()
    if arguments.stand:
        run_party()
        return
    with contextlib.ExitStack() as stack:
        errors = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "stderr"
        at, code = arguments.at, arguments.code
        if not at:
            at, code = stack.enter_context(standing(errors))
        host, _, port = at.rpartition(":")
        target = Target(host, int(port), code)
        if arguments.alone:
            logging.disable()
            asyncio.run(pour(target, arguments.alone, arguments.seconds))
            return
        if arguments.strangers:
            logging.disable()  # errors of writes to aborted connections
            end = perf_counter() + arguments.seconds
            tallies = asyncio.run(besiege(target, arguments.addresses, lambda _rounds: perf_counter() < end))
            print(json.dumps(tallies))
            return
        alone = asyncio.run(each_alone(target))
        account = Account()
        if arguments.seconds:
            account = asyncio.run(_run_attack(target, arguments.seconds, arguments.addresses))
        account.alone = alone
        load = os.getloadavg()[0]
        print(
            f"{arguments.seconds:.0f} s from {arguments.addresses} addresses, load of the machine {load:.1f}:"
        )
        print("\n".join(account.lines()))
        stderr_text = errors.read_text() if errors.exists() else ""
        print(f"Written to the terminal of the party: {stderr_text or 'nothing'}")
    sys.exit(not account.held or "Traceback" in stderr_text)


async def _run_attack(target: Target, seconds: float, addresses: int) -> Account:
    account, outputs = Account(), list[bytes]()

    async def attack() -> None:
        strangers = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tools.attack", "--strangers", "--at", target.at,
            "--code", target.code, "--seconds", str(seconds), "--addresses", str(addresses),
            stdout=subprocess.PIPE,
        )  # fmt: skip
        outputs.append((await strangers.communicate())[0])

    await play_on(target, account, attack)
    account.tallies = {kind: Counter(tally) for kind, tally in json.loads(outputs[0]).items()}
    return account


@contextlib.contextmanager
def standing(errors: Path, *module: str) -> Iterator[list[str]]:
    """Run a party in a separate process, by `run_party`. Yields the words that it prints.

    ``module`` is the one to run, with its arguments, if not this one.
    """
    with errors.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *(module or ("tools.attack", "--stand"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        yield process.stdout.readline().split()
    finally:
        process.stdin.close()
        process.wait(PATIENCE)
        process.stdout.close()


def run_party(more: Callable[[WindowRobot, Party], Iterable[str]] = lambda _window, _party: ()) -> None:
    """Run a window with SOCKI and seats for phones until stdin ends. Prints address, code and ``more``."""
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
        party = window.context.phones.open(port=0, host="127.0.0.1")
        seats = [Seat(f"Phone {seat + 1}", seat, "", PHONE) for seat in range(SEATS)]
        window.context.scenes.push(
            match_scene(window.context, Session.from_position("socki", position()), seats)
        )
        while not (party.is_open and party.free):
            window.step()
        print(party.door.address, party.code, *more(window, party), flush=True)
        before = perf_counter()
        while not ended.wait(1 / 60):
            now = perf_counter()
            window.step(ms=1000 * (now - before))
            before = now
        window.close()


if __name__ == "__main__":
    main()

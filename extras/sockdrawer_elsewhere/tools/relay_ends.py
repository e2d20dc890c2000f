"""Scripted hosts and phones at a relay, which reconnect like the program and its page.

Shared by the tests, the benchmark and the attack of the relay. Nothing is encrypted, because a relay cannot
tell.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import aiohttp

from sockdrawer_elsewhere.relay.node import HEADER_SIZE, RELAY_CHANNEL, FrameKind, room_name

CONFIG = Path(__file__).parents[3] / "packaging" / "relay" / "haproxy.cfg"
FAULTS = (aiohttp.ClientError, OSError, asyncio.TimeoutError)
DEAD = 4.0
"""Seconds without an answer after which a phone reconnects, like the page (``connection.js``)."""
HOST_AGAIN, PHONE_AGAIN = (0.15, 3.0), (0.15, 2.0)  # seconds until a reconnection, at first and at most
STATE = random.Random(1).randbytes(3000)  # answer of a host, as large as a state


def frame(kind: int, channel: bytes = RELAY_CHANNEL, payload: bytes = b"") -> bytes:
    """Return a frame between a host and a relay."""
    return bytes([kind]) + channel + payload


def proof() -> bytes:
    """Return the secret of the host of a new room."""
    return secrets.token_bytes(16)


class Callers:
    """Connects to relays from any loopback addresses."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._sessions: dict[str, aiohttp.ClientSession] = {}

    async def __aenter__(self) -> Callers:
        return self

    async def __aexit__(self, *_fault: object) -> None:
        await self._stack.aclose()

    async def session(self, source: str) -> aiohttp.ClientSession:
        """Return the HTTP session that connects from a source address."""
        if source not in self._sessions:
            connector = aiohttp.TCPConnector(limit=0, local_addr=(source, 0))
            self._sessions[source] = await self._stack.enter_async_context(
                aiohttp.ClientSession(connector=connector)
            )
        return self._sessions[source]

    async def host(
        self, entry: str, proof: bytes, *, room: str = "", source: str = "127.0.0.1", **headers: str
    ) -> aiohttp.ClientWebSocketResponse:
        """Connect as a host, to its own room if none is given."""
        all_headers = {"X-Proof": proof.hex()} | headers
        address = f"{entry}/line?role=host&room={room or room_name(proof)}"
        return await self._call(address, source, all_headers)

    async def phone(
        self, entry: str, room: str = "", *, number: str = "", source: str = "127.0.0.1", **headers: str
    ) -> aiohttp.ClientWebSocketResponse:
        """Connect as a phone, by room or by PIN."""
        query = f"number={number}" if number else f"room={room}"
        return await self._call(f"{entry}/line?role=phone&{query}", source, headers)

    async def _call(
        self, address: str, source: str, headers: dict[str, str]
    ) -> aiohttp.ClientWebSocketResponse:
        """Connect a WebSocket to an address."""
        session = await self.session(source)
        return await session.ws_connect(address, headers=headers, max_msg_size=0)


def sources(first: int = 1) -> Iterator[str]:
    """Yield loopback addresses, twelve in each /24: a relay admits rooms from no more per network."""
    for network in range(first, 250):
        for number in range(1, 13):
            yield f"127.0.{network}.{number}"


@dataclass(slots=True)
class Told:
    """Measurements of scripted phones.

    Attributes:
        took: seconds from each message to its answer.
        since: time of each phone's last answer.
        gaps: longest time in seconds that each phone had no answer, since `begin`.
        done: by room and phone, how often the host has handled each message number.
        wrong: answers to another message, for example after a doubled frame.
    """

    took: list[float] = field(default_factory=list)
    since: dict[tuple[str, int], float] = field(default_factory=dict)
    gaps: dict[tuple[str, int], float] = field(default_factory=dict)
    done: dict[tuple[str, int], Counter[int]] = field(default_factory=dict)
    wrong: int = 0

    def begin(self) -> None:
        """Forget the durations and gaps measured so far."""
        self.took.clear()
        self.gaps = dict.fromkeys(self.since, 0.0)

    def answered(self, phone: tuple[str, int], duration: float) -> None:
        """Record an answer to a phone, given as room and number, after ``duration`` seconds."""
        now = monotonic()
        self.took.append(duration)
        self.gaps[phone] = max(self.gaps.get(phone, 0.0), now - self.since.get(phone, now))
        self.since[phone] = now

    def lost(self) -> int:
        """Return the number of messages that were never handled although a later one was."""
        return sum(max(counts) - len(counts) for counts in self.done.values() if counts)


class ScriptedHost:
    """Host that holds a room and handles each message of a phone once, even if it is repeated."""

    def __init__(self, callers: Callers, entry: Callable[[], str], source: str, measurements: Told) -> None:
        self._callers, self._entry, self._source, self._told = callers, entry, source, measurements
        self._proof = proof()
        self.room = room_name(self._proof)
        self.is_there = asyncio.Event()

    async def run(self) -> None:
        """Hold the room until cancelled, and reconnect after faults."""
        wait, max_wait = HOST_AGAIN
        while True:
            try:
                line = await asyncio.wait_for(
                    self._callers.host(self._entry(), self._proof, source=self._source), DEAD
                )
                self.is_there.set()
                wait = HOST_AGAIN[0]
                async with line:
                    await self._serve(line)
            except FAULTS:
                pass
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))
            wait = min(max_wait, 2 * wait)

    async def _serve(self, line: aiohttp.ClientWebSocketResponse) -> None:
        """Answer the messages of one connection until it ends."""
        channels = set()
        async for message in line:
            if message.type is not aiohttp.WSMsgType.BINARY:
                return
            kind, channel, payload = message.data[0], message.data[1:HEADER_SIZE], message.data[HEADER_SIZE:]
            if kind == FrameKind.OPENED:
                channels.add(channel)
            elif kind == FrameKind.CLOSED:
                channels.discard(channel)
            elif kind == FrameKind.DATA and channel not in channels:
                await line.send_bytes(frame(FrameKind.CLOSED, channel))
            elif kind == FrameKind.DATA:
                phone, number = int.from_bytes(payload[:4], "big"), int.from_bytes(payload[4:8], "big")
                counts = self._told.done.setdefault((self.room, phone), Counter())
                if number > max(counts, default=0):
                    counts[number] += 1
                await line.send_bytes(frame(FrameKind.DATA, channel, payload[:8] + STATE))


class ScriptedPhone:
    """Phone that sends numbered messages and repeats each until it is answered."""

    def __init__(self, host: ScriptedHost, number: int, entry: Callable[[], str], pause: float) -> None:
        self._host, self._entry, self._pause = host, entry, pause
        self._me, self._key = number.to_bytes(4, "big"), (host.room, number)

    async def run(self, callers: Callers, source: str, measurements: Told) -> None:
        """Send messages until cancelled, and record the answers in ``measurements``."""
        message_number, tries = 1, 0
        await asyncio.sleep(random.uniform(0, self._pause))
        while True:
            try:
                line = await asyncio.wait_for(
                    callers.phone(self._entry(), self._host.room, source=source), DEAD
                )
                async with line:
                    while True:
                        start = monotonic()
                        await line.send_bytes(self._me + message_number.to_bytes(4, "big") + bytes(142))
                        answer = await line.receive(DEAD)
                        if answer.type is not aiohttp.WSMsgType.BINARY:
                            break
                        tries = 0
                        measurements.answered(self._key, monotonic() - start)
                        measurements.wrong += answer.data[4:8] != message_number.to_bytes(4, "big")
                        message_number += 1
                        await asyncio.sleep(self._pause * random.uniform(0.8, 1.2))
            except FAULTS:
                pass
            tries += 1
            await asyncio.sleep(min(PHONE_AGAIN[1], PHONE_AGAIN[0] * 2 ** min(tries, 4)))


class Relay:
    """Relay in a separate process."""

    def __init__(self, *extra: str, port: int = 0, metrics: int = 0) -> None:
        self._words = [
            sys.executable,
            "main.py",
            "relay",
            "--port",
            f"{port}",
            "--metrics",
            f"{metrics}",
            *extra,
        ]
        self.port, self.metrics = port, metrics
        self.start()

    def start(self) -> None:
        """Start it, or start it again at the same ports."""
        arguments = [*self._words[:4], f"{self.port}", "--metrics", f"{self.metrics}", *self._words[7:]]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rstrip(".\n").rpartition(" ")[2])
        self.metrics = int(self.process.stdout.readline().rstrip(".\n").rpartition(" ")[2])

    @property
    def entry(self) -> str:
        """Address of the relay."""
        return f"http://127.0.0.1:{self.port}"

    def figures(self) -> dict[str, float]:
        """Return its metrics by name."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}/metrics") as response:
            lines = [line for line in response.read().decode().splitlines() if not line.startswith("#")]
        pairs = (line.removeprefix("sock_drawer_relay_").rpartition(" ") for line in lines)
        return {name: float(value) for name, _, value in pairs}

    def end(self) -> None:
        """Kill it and wait for its end."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def free_port() -> int:
    """Return a free port of the loopback."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def relays(count: int = 1, *extra: str) -> Iterator[list[Relay]]:
    """Run relays for the body."""
    nodes = [Relay(*extra) for _ in range(count)]
    try:
        yield nodes
    finally:
        for node in nodes:
            node.end()


class Program:
    """Other program that can be killed and started again."""

    def __init__(self, *arguments: str) -> None:
        self._words = arguments
        self.start()

    def start(self) -> None:
        """Start the program."""
        self._process = subprocess.Popen(self._words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """Kill it and wait for its end."""
        self._process.kill()
        self._process.wait()


def found(program: str) -> str | None:
    """Return the path of a system program. Servers are often in folders only on root's path."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


class Nats(Program):
    """NATS server at a free port."""

    def __init__(self, program: str) -> None:
        port = free_port()
        self.address = f"nats://127.0.0.1:{port}"
        super().__init__(program, "-a", "127.0.0.1", "-p", f"{port}")


@contextmanager
def nats() -> Iterator[Nats | None]:
    """Run a NATS server for the body; yields None if it is not installed."""
    program = found("nats-server")
    server = Nats(program) if program else None
    try:
        yield server
    finally:
        if server is not None:
            server.kill()


@contextmanager
def balanced(*ports: int, tls_address: str = "") -> Iterator[str | None]:
    """Run HAProxy in front of these nodes, with the shipped configuration; yields None if not installed.

    ``tls_address`` is the address of the TLS terminator in front of it.
    """
    program, port = found("haproxy"), free_port()
    config = CONFIG.read_text("utf-8").replace(":8080", f"127.0.0.1:{port}")
    for number in (1, 2):
        config = config.replace(f"node{number}:9000", f"127.0.0.1:{ports[(number - 1) % len(ports)]}")
    if tls_address:
        config = config.replace("src 172.30.86.1", f"src {tls_address}")
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
        file.write(config)
        file.flush()
        proxy = Program(program, "-db", "-f", file.name) if program else None
        try:
            yield f"http://127.0.0.1:{port}" if proxy else None
        finally:
            if proxy is not None:
                proxy.kill()

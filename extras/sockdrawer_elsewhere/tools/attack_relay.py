"""Attack a relay and break its parts, while others play.

``python -m sockdrawer_elsewhere.tools.attack_relay`` with ``PYTHONPATH=extras``. Twenty rooms of four phones
send a message per second each. First they play in peace, then under attack. The attackers run in separate
processes with hundreds of loopback addresses: they hold 10,000 connections, send nothing or half a request,
never read, guess PINs, send wrong proofs, and send frames of 1 MB or too many frames. Prints the
outcomes, the answer times of the players in both phases, and the memory of the relay. Real attackers use
other computers, so here they get only processor time that the players leave.

Then it breaks the relay (killed and restarted), one of two nodes behind HAProxy, and NATS between them.
Prints how long a phone had no answer, and if messages were lost or answered wrongly. A real party with two
phones at home and two remote ones runs meanwhile; for it the longest time without an answer is printed.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic

import aiohttp

from sockdrawer_elsewhere.relay.node import HEADER_SIZE, FrameKind
from sockdrawer_elsewhere.secure_channel import DecryptionError
from sockdrawer_elsewhere.tests.relay_phones import FarSocket
from sockdrawer_elsewhere.tools.bench_relay import ended, spread
from sockdrawer_elsewhere.tools.relay_ends import (
    DEAD,
    FAULTS,
    Callers,
    Relay,
    ScriptedHost,
    ScriptedPhone,
    Told,
    balanced,
    frame,
    nats,
    proof,
    relays,
    sources,
)
from tools.attack import Guest, Target, standing
from tools.command import command

FAR_PARTY = "sockdrawer_elsewhere.tools.far_party"
ROOMS, PHONES, PAUSE = 20, 4, 1.0
LINES = 10_000
WORD = 0.1  # seconds between two messages of a phone at the real party
SLOWER, MEMORY, AWAY, SILENT = 3.0, 300.0, 7.0, 1.0
"""Bars: ratio of the players' p99 under attack, MB of the relay, seconds without an answer, and the same for
a phone at home."""
UPGRADE = (
    "GET /line?role=phone&room={room} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Party:
    """Rooms of scripted phones."""

    def __init__(self, callers: Callers, entry: str, phone_entry: str = "") -> None:
        """Hosts connect to ``entry``, phones to ``phone_entry`` if it is given."""
        self._callers, self._entry, self._beyond = callers, lambda: entry, lambda: phone_entry or entry
        self.told = Told()
        self._tasks: list[asyncio.Future[None]] = []

    async def begin(self) -> None:
        """Start all hosts and phones. Returns once all phones play."""
        for _room, source in zip(range(ROOMS), sources(200), strict=False):
            host = ScriptedHost(self._callers, self._entry, source, self.told)
            self._tasks.append(asyncio.ensure_future(host.run()))
            await asyncio.wait_for(host.is_there.wait(), 30)
            for number in range(PHONES):
                phone = ScriptedPhone(host, number, self._beyond, PAUSE)
                self._tasks.append(asyncio.ensure_future(phone.run(self._callers, source, self.told)))
        while len(self.told.since) < ROOMS * PHONES:
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)

    async def end(self) -> None:
        await ended(self._tasks)


# Attackers, each kind in a separate process.


async def hold_lines(entry: str, tally: Counter[str], seconds: float) -> None:
    """Open as many connections as possible: rooms full of phones that do not even answer pings."""
    port, until = int(entry.rpartition(":")[2]), monotonic() + seconds
    writers: list[asyncio.StreamWriter] = []
    async with Callers() as callers:
        rooms: list[aiohttp.ClientWebSocketResponse] = []
        for source in itertools.islice(sources(), 400):
            if len(writers) + len(rooms) >= LINES or monotonic() > until:
                break
            secret = proof()
            try:
                line = await callers.host(entry, secret, source=source)
            except FAULTS:
                tally["turned away"] += 1
                continue
            rooms.append(line)
            room = str(line._response.url.query["room"])
            calls = (_open_raw(port, source, UPGRADE.format(room=room)) for _ in range(64))
            for answer, writer in await asyncio.gather(*calls):
                tally["line" if answer == 101 else "turned away"] += 1
                if writer is not None:
                    writers.append(writer)
        tally["held at once"] = len(writers) + len(rooms)
        await asyncio.sleep(max(0, until - monotonic()))
        for writer in writers:
            writer.transport.abort()


async def _open_raw(port: int, source: str, request: str) -> tuple[int, asyncio.StreamWriter | None]:
    """Open a connection and send ``request``. Returns the HTTP status (0 for none) and the connection."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=1024)
        writer.write(request.encode())
        answer = await asyncio.wait_for(reader.readline(), 10) if request.endswith("\r\n\r\n") else b""
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        return int((answer.split() or [b"0", b"0"])[1]), writer
    except (*FAULTS, IndexError, ValueError):
        return 0, None


async def say_nothing(entry: str, tally: Counter[str], seconds: float) -> None:
    """Connect again and again from a few addresses, and send nothing or half a request."""
    port, until = int(entry.rpartition(":")[2]), monotonic() + seconds
    writers: list[asyncio.StreamWriter] = []
    for source in itertools.cycle(itertools.islice(sources(150), 12)):
        if monotonic() > until:
            break
        for request in ("", "GET /line HTTP/1.1\r\nX: "):
            _answer, writer = await _open_raw(port, source, request)
            tally["connected" if writer is not None else "turned away"] += 1
            if writer is not None:
                writers.append(writer)
        await asyncio.sleep(0.005)
    for writer in writers:
        writer.transport.abort()


async def take_nothing(entry: str, tally: Counter[str], seconds: float) -> None:
    """Send as fast as possible as a host to phones that never read."""
    port, until = int(entry.rpartition(":")[2]), monotonic() + seconds

    async def pour(source: str, callers: Callers) -> None:
        while monotonic() < until:
            with suppress(*FAULTS):
                secret = proof()
                line = await callers.host(entry, secret, source=source)
                room = str(line._response.url.query["room"])
                writers = [(await _open_raw(port, source, UPGRADE.format(room=room)))[1] for _ in range(8)]
                channels = [(await line.receive_bytes())[1:HEADER_SIZE] for _ in writers]
                while monotonic() < until and channels:
                    for channel in channels:
                        await line.send_bytes(frame(FrameKind.DATA, channel, bytes(90_000)))
                        tally["frames of 90 kB"] += 1
                    while not (await _has_no_message(line)):
                        channels.pop()
                        tally["deaf line cut"] += 1
                for writer in writers:
                    if writer is not None:
                        writer.transport.abort()

    async with Callers() as callers:
        await asyncio.gather(*(pour(source, callers) for source in itertools.islice(sources(160), 12)))


async def _has_no_message(line: aiohttp.ClientWebSocketResponse) -> bool:
    """Return True if no message for the host is waiting."""
    try:
        await line.receive(0.001)
    except TimeoutError:
        return True
    return line.closed


async def say_too_much(entry: str, tally: Counter[str], seconds: float) -> None:
    """Send 1 MB frames, endless frames, noise, wrong proofs for existing rooms, and guessed PINs."""
    until = monotonic() + seconds

    async def shout(source: str, callers: Callers) -> None:
        pins = iter(range(10**6))
        while monotonic() < until:
            try:
                secret = proof()
                host = await callers.host(entry, secret, source=source)
                room = str(host._response.url.query["room"])
                for attack in ("large", "many", "noise", "text"):
                    phone = await callers.phone(entry, room, source=source)
                    with suppress(*FAULTS):
                        if attack == "large":
                            await phone.send_bytes(bytes(1 << 20))
                        elif attack == "text":
                            await phone.send_str("words")
                        for _ in range(200 if attack == "many" else 1):
                            await phone.send_bytes(os.urandom(60))
                    if attack != "noise":  # the relay cannot tell noise from an encrypted message
                        tally[f"{attack}: closed with {await _receive_close_code(phone)}"] += 1
                for _ in range(5):
                    await _count_refusal(callers.host(entry, proof(), room=room, source=source), tally)
                    line = await callers.phone(entry, number=f"{next(pins):06}", source=source)
                    tally[f"number guessed: {(await line.receive(5)).data}"] += 1
                with suppress(*FAULTS):
                    await host.send_bytes(bytes(1 << 20))
                tally[f"host's 1 MB: closed with {(await _receive_close_code(host))}"] += 1
            except FAULTS as fault:
                tally[f"turned away {getattr(fault, 'status', '')}"] += 1
            await asyncio.sleep(0.05)

    async with Callers() as callers:
        await asyncio.gather(*(shout(source, callers) for source in itertools.islice(sources(170), 24)))


async def _count_refusal(call: Awaitable[aiohttp.ClientWebSocketResponse], tally: Counter[str]) -> None:
    try:
        await call
        tally["BROKEN IN"] += 1
    except aiohttp.WSServerHandshakeError as error:
        tally[f"wrong proof: {error.status}"] += 1


async def _receive_close_code(line: aiohttp.ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(5):
        while (await line.receive()).type is aiohttp.WSMsgType.BINARY:
            pass
    return line.close_code


KINDS = {attack.__name__: attack for attack in (hold_lines, say_nothing, take_nothing, say_too_much)}


def stranger(kind: str, entry: str, seconds: float) -> None:
    """Run one kind of attack and print its outcomes."""
    if hasattr(os, "sched_setscheduler"):  # lower than the others, however these were started (chrt)
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(10)
    _soft, max_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max_files, max_files))
    tally: Counter[str] = Counter()
    print(flush=True)
    sys.stdin.read()  # until all processes are started
    asyncio.run(KINDS[kind](entry, tally, seconds))
    print(
        f"  {kind.replace('_', ' ')}: " + ", ".join(f"{outcome} {n}" for outcome, n in sorted(tally.items()))
    )


@contextmanager
def strangers(entry: str, seconds: float) -> Iterator[Callable[[], None]]:
    """Start all attackers in advance, because starting is costly. Yields a function that releases them.

    Prints their outcomes at the end.
    """
    arguments = [sys.executable, "-m", "sockdrawer_elsewhere.tools.attack_relay", "--as"]
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [*arguments, kind, entry, f"{seconds}"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for kind in KINDS
        ]
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()

        def go() -> None:
            for process in processes:
                assert process.stdin is not None
                process.stdin.close()

        yield go
        for process in processes:
            assert process.stdout is not None
            print(process.stdout.read(), end="")


async def attacked(relay: Relay, seconds: float) -> tuple[list[float], list[float], float]:
    """Return answer times in peace, answer times under attack, and the largest memory in MB."""
    with strangers(relay.entry, seconds) as go:
        async with Callers() as callers:
            party = Party(callers, relay.entry)
            await party.begin()
            gc.disable()  # pauses of this process must not count for the relay
            sys.setswitchinterval(0.0002)
            party.told.begin()
            await asyncio.sleep(seconds)
            calm_times, memory = list(party.told.took), 0.0
            go()
            party.told.begin()
            until = monotonic() + seconds
            while monotonic() < until:
                figures = await asyncio.to_thread(relay.figures)
                memory = max(memory, figures["resident_memory_bytes"] / 2**20)
                await asyncio.sleep(0.5)
            attack_times = list(party.told.took)
            party.told.begin()
            await asyncio.sleep(3)
            print(f"  as all of them broke off at once, one waited {1000 * max(party.told.took):.0f} ms")
            await party.end()
    gc.enable()
    measurements = party.told
    print(
        f"  the others: {ROOMS * PHONES} phones, {measurements.wrong} wrong answers, "
        f"{measurements.lost()} lost words"
    )
    return calm_times, attack_times, memory


# Failures.


class FarGuest(Guest):
    """Remote guest of a party, who connects by the relay."""

    link = ""

    async def _open(self) -> FarSocket:
        relay, _, invite = self.link.partition("#")
        return await FarSocket.call(self.session, relay.rstrip("/"), invite)


class Table:
    """Real party with two phones at home and two remote ones that send messages all the time."""

    def __init__(self, at: str, code: str, link: str, phone_entry: str) -> None:
        host, _, port = at.rpartition(":")
        target = Target(host, int(port), code)
        self.home, self.far = [Guest(target, seat) for seat in (1, 2)], [FarGuest(target, n) for n in (3, 4)]
        for guest in self.far:
            guest.link = link.replace(link.partition("#")[0], f"{phone_entry}/")
        self.answered: dict[Guest, float] = {}  # time of the last answer
        self.gaps: dict[Guest, float] = {}  # seconds, longest time without an answer
        self.peace = 0.0  # seconds, longest time without an answer at home before the failure
        self._tasks: list[asyncio.Future[None]] = []

    async def sit(self, session: aiohttp.ClientSession) -> None:
        """Take the seats and start to send messages."""
        for guest in (*self.home, *self.far):
            guest.session = session
            await guest.join()
            self._tasks.append(asyncio.ensure_future(self._keep_sending(guest)))

    async def _keep_sending(self, guest: Guest) -> None:
        while True:
            try:
                await asyncio.wait_for(guest.say(), DEAD)
                now = monotonic()
                self.gaps[guest] = max(self.gaps.get(guest, 0.0), now - self.answered.get(guest, now))
                self.answered[guest] = now
            except (*FAULTS, DecryptionError):
                with suppress(*FAULTS, DecryptionError):
                    await asyncio.wait_for(guest.call("reconnect", token=guest.token), DEAD)
            await asyncio.sleep(WORD)

    async def end(self) -> str:
        """Stop, and return the results in words."""
        home, remote = self.silence(self.home), self.silence(self.far)
        await ended(self._tasks)
        return (
            f"at a party two phones at home were told nothing for {home:.2f} s at most (bar {SILENT:.0f}; "
            f"{self.peace:.2f} before), two elsewhere for {remote:.1f} s (bar {AWAY:.0f})"
        )

    def silence(self, guests: Sequence[Guest]) -> float:
        """Return the longest time in seconds that one of ``guests`` had no answer."""
        now = monotonic()
        return max(max(self.gaps.get(guest, 0.0), now - self.answered[guest]) for guest in guests)


async def broken(
    break_part: Callable[[], Awaitable[None]], seconds: float, entry: str, phone_entry: str = ""
) -> str:
    """Play, call ``break_part``, play on, and return the results in words."""
    with (
        tempfile.TemporaryDirectory() as errors,
        standing(Path(errors) / "stderr", FAR_PARTY, entry.replace("http:", "ws:")) as (at, code, link),
    ):
        async with Callers() as callers:
            table = Table(at, code, link, phone_entry or entry)
            party = Party(callers, entry, phone_entry)
            await table.sit(await callers.session("127.0.0.1"))
            await party.begin()
            table.gaps.clear()
            await asyncio.sleep(seconds / 2)
            table.peace = table.silence(table.home)
            table.gaps.clear()
            party.told.begin()
            await break_part()
            await asyncio.sleep(seconds)
            now = monotonic()
            gaps = [max(gap, now - party.told.since[phone]) for phone, gap in party.told.gaps.items()]
            await party.end()
            party_result = await table.end()
    waiting_count = sum(gap > 2 * PAUSE for gap in gaps)
    return (
        f"{waiting_count} of {len(gaps)} phones waited, {max(gaps):.1f} s at most (bar {AWAY:.0f}); "
        f"{party.told.lost()} words lost, {party.told.wrong} wrong answers;\n    {party_result}"
    )


async def relay_killed(seconds: float) -> str:
    """Kill the only relay and start it again at once."""
    with relays() as (relay,):

        async def kill() -> None:
            relay.end()
            await asyncio.to_thread(relay.start)

        return await broken(kill, seconds, relay.entry)


async def node_killed(seconds: float) -> str:
    """Kill one of two nodes for good, behind a load balancer that notices."""
    with nats() as bus:
        if bus is None:
            return "not tried: apt-get install nats-server haproxy"
        with (
            relays(2, "--bus", bus.address, "--address-header", "X-Forwarded-For") as nodes,
            balanced(*(node.port for node in nodes)) as entry,
        ):
            if entry is None:
                return "not tried: apt-get install haproxy"

            async def kill() -> None:
                nodes[1].process.kill()

            await asyncio.sleep(2)  # until the balancer has checked both
            return await broken(kill, seconds, entry)


async def bus_killed(seconds: float) -> str:
    """Stop NATS for a moment, between hosts on one node and phones on the other."""
    with nats() as bus:
        if bus is None:
            return "not tried: apt-get install nats-server"
        with relays(2, "--bus", bus.address) as nodes:

            async def kill() -> None:
                bus.kill()
                await asyncio.sleep(2.5)
                bus.start()

            return await broken(kill, seconds, nodes[0].entry, nodes[1].entry)


def main() -> None:
    """Run attacks and failures and print the results."""
    if sys.argv[1:2] == ["--as"]:
        kind, entry, seconds = sys.argv[2:]
        stranger(kind, entry, float(seconds))
        return
    parser = command(__doc__)
    parser.add_argument(
        "--seconds", type=float, default=30, help="in peace and of attack (default: %(default)s)"
    )
    seconds = parser.parse_args().seconds
    print(f"Strangers, {seconds:.0f} s, load {os.getloadavg()[0]:.1f}:")
    with relays() as (relay,):
        peace, attack, memory = asyncio.run(attacked(relay, seconds))
    (_, p99_calm), (_, p99_attack) = spread(peace), spread(attack)
    print(
        f"  answers to the others: p99 {p99_calm:.1f} ms in peace, {p99_attack:.1f} ms then, "
        f"{p99_attack / p99_calm:.1f} times (bar {SLOWER:.0f}); "
        f"the relay {memory:.0f} MB at most (bar {MEMORY:.0f})"
    )
    print(f"What breaks under {ROOMS} rooms of {PHONES}, load {os.getloadavg()[0]:.1f}:")
    breaks = {"the relay, killed and started again": relay_killed, "one of two nodes, killed": node_killed,
              "NATS, gone for 2.5 s": bus_killed}  # fmt: skip
    for label, measure in breaks.items():
        print(f"  {label}: {asyncio.run(measure(12))}", flush=True)


if __name__ == "__main__":
    main()

"""All of `tests.party.assaults` at once, from many addresses, while somebody plays and somebody comes back.

``python -m tests.party.attack --seconds 180`` starts a party of its own, a window with SOCKI and 90 cards on
the table, and attacks it from 20 addresses of the loopback; ``--at HOST:PORT --code WOOL`` one that is open.
It prints what was tried, what came of it, and how long a seated phone waited for its answers.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import aiohttp

from game.core.chance import Chance
from tests.party.assaults import ASSAULTS, Front, cut, once
from tests.scale import PATIENCE

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
        self._socket: aiohttp.ClientWebSocketResponse

    async def call(self, kind: str, **fields: object) -> None:
        """Open a line, say who this is, and wait for the seat."""
        at = self.target.at
        self._socket = await self.session.ws_connect(
            f"http://{at}/line", headers={"Origin": f"http://{at}"}, max_msg_size=0
        )
        await self._socket.send_json({"type": kind, **fields})
        self.token = (await self._hear("seat"))["token"]

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
        yield f"Calls in vain of who came back: {self.again}; lines that were lost: {self.lost or 'none'}"

    @property
    def held(self) -> bool:
        """Whether nobody got in, and nobody was kept out."""
        return not self.lost and not any(tally["got in"] for tally in self.tallies.values())


def fronts(target: Target, addresses: int, kind: str, tally: Counter[str]) -> list[Front]:
    """From where a kind is tried."""
    where = target.host, target.port, target.code
    return [
        Front(*where, f"127.0.0.{2 + number}", 0, tally, Chance("attack", kind, number))
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
    parser = argparse.ArgumentParser(prog="python -m tests.party.attack", description=__doc__)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--addresses", type=int, default=20, help="how many attack, from 127.0.0.2 on")
    parser.add_argument(
        "--at", default="", help="HOST:PORT of a party that is open; one is started unless given"
    )
    parser.add_argument(
        "--code", default="", help="its room code; three of its seats must be free, from the first on"
    )
    parser.add_argument("--strangers", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    with contextlib.ExitStack() as stack:
        errors = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "stderr"
        at, code = (chosen.at, chosen.code) if chosen.at else stack.enter_context(standing(errors))
        host, _, port = at.rpartition(":")
        target = Target(host, int(port), code)
        if chosen.strangers:
            logging.disable()  # of lines that were cut while they wrote
            end = perf_counter() + chosen.seconds
            told = asyncio.run(besiege(target, chosen.addresses, lambda _rounds: perf_counter() < end))
            print(json.dumps(told))
            return
        account = asyncio.run(_attacked(target, chosen.seconds, chosen.addresses))
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
            sys.executable, "-m", "tests.party.attack", "--strangers", "--at", target.at,
            "--code", target.code, "--seconds", str(seconds), "--addresses", str(addresses),
            stdout=subprocess.PIPE,
        )  # fmt: skip
        told.append((await strangers.communicate())[0])

    await play_on(target, account, attack)
    account.tallies = {kind: Counter(tally) for kind, tally in json.loads(told[0]).items()}
    return account


@contextlib.contextmanager
def standing(errors: Path) -> Iterator[tuple[str, str]]:
    """A party in a process of its own: its address and its code."""
    with errors.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.party.attacked"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        at, code = process.stdout.readline().split()
        yield at, code
    finally:
        process.stdin.close()
        process.wait(PATIENCE)
        process.stdout.close()


if __name__ == "__main__":
    main()

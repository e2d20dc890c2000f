"""The bars of a class: ``python -m tools.bench_class [--seconds S] [--pages N]``.

A hall of eight tables and forty phones on the loopback, kept on the disk move by move, with a teacher's page
open: some phones are pages of a browser, the others a process of their own, in which each plays what comes
to mind after a moment, as people do. Told: from a tap to the screens of the others at that table, and the
memory of the host.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import aiohttp

from game.bots.worker import Worker
from game.core.chance import Chance
from game.core.contract import Options
from game.core.discovery import find
from game.match.hall.desk import Desk
from game.match.hall.hall import Hall
from game.match.hall.phones import HallPhones
from game.match.hall.plan import HallPlan, TablePlan
from game.match.hall.pool import WorkerPool
from game.party.party import Party
from game.store.autosave import Autosave
from game.store.evening import Evening
from game.store.files import Folder
from game.store.saves import Saves
from game.ui.table.phone_pages import PhonePages

TABLES, PHONES = 8, 40
BAR, MEMORY = 200.0, 500.0
"""The 99th percentile in ms, and what the host may take in MB."""
SOON, LATER = 0.15, 0.9
"""After so many seconds somebody plays."""
NOTE = """window.drawn = []; new MutationObserver(() => window.drawn.push([Date.now(),
[...document.querySelectorAll('.at small')].at(-1)?.textContent, document.body.dataset.ply]))
.observe(document.body, {attributes: true});"""


class Client:
    """A phone without a screen."""

    def __init__(self, number: int, heard: list[tuple[float, str, int]]) -> None:
        self.number, self.heard = number, heard
        self.taps: list[tuple[float, str, int]] = []
        self._chance = Chance("class", number)
        self._played: tuple[int, int] | None = None

    async def play(self, session: aiohttp.ClientSession, address: str, code: str) -> None:
        """Sit down, and play until the line is closed."""
        async with session.ws_connect(
            f"ws://{address}/line", headers={"Origin": f"http://{address}"}, max_msg_size=0
        ) as line:
            await line.send_json({"type": "join", "code": code, "seat": 0, "name": f"Pupil {self.number}"})
            async for frame in line:
                message = json.loads(frame.data)
                if message["type"] == "beat":
                    await line.send_json({"type": "beat"})
                elif message["type"] == "state" and not message["state"]["lobby"]:
                    await self._hear(line, message["state"])

    async def _hear(self, line: aiohttp.ClientWebSocketResponse, state: dict[str, Any]) -> None:
        self.heard.append((time.time() * 1000, f"{state['match']} {state['table']}", state["ply"]))
        if state["over"] or state["showing"] or state["waiting"] or state["turn"] != state["seat"]:
            return
        if self._played == (state["match"], state["ply"]):
            return
        self._played = state["match"], state["ply"]
        asyncio.get_running_loop().call_later(
            SOON + (LATER - SOON) * self._chance.below(1000) / 1000,
            lambda: asyncio.ensure_future(self._move(line, state)),
        )

    async def _move(self, line: aiohttp.ClientWebSocketResponse, state: dict[str, Any]) -> None:
        options = Options(state["options"])
        move = find(state["game"]).bot.choose(state["seen"], options, "easy", self._chance)
        self.taps.append((time.time() * 1000, f"{state['match']} {state['table']}", state["ply"] + 1))
        words = {"do": "move", "move": move, "ply": state["ply"]}
        with contextlib.suppress(ConnectionError):
            await line.send_json({"type": "say", "number": len(self.taps), "words": words})


async def crowd(address: str, code: str, count: int) -> None:
    """Phones, in a process of their own, until somebody says so; then all that they have seen is told."""
    heard: list[tuple[float, str, int]] = []
    clients = [Client(number, heard) for number in range(count)]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        playing = [asyncio.ensure_future(client.play(session, address, code)) for client in clients]
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    print(json.dumps({"heard": heard, "taps": [tap for client in clients for tap in client.taps]}))


async def teach(address: str, token: str) -> None:
    """A teacher's page that only looks."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            f"ws://{address}/line", headers={"Origin": f"http://{address}"}, max_msg_size=0
        ) as line,
    ):
        await line.send_json({"type": "teach", "token": token})
        await line.send_json({"type": "speak", "language": "en"})
        async for frame in line:
            if '"beat"' in frame.data[:20]:
                await line.send_json({"type": "beat"})


class Host:
    """The hall and its loop."""

    def __init__(self, folder: Path) -> None:
        self.woken = threading.Event()
        self.party = Party(self.woken.set)
        self.party.open(0, "127.0.0.1")
        plan = HallPlan("sociable", (TablePlan(5),) * TABLES, title="Class 9b", level="easy", minutes=600)
        self._autosave = Autosave(Saves(Folder(folder)))
        slot = Evening(Folder(folder), self._autosave)
        self.hall = Hall(plan, WorkerPool(Worker, 2), slot)
        self.desk = Desk(self.hall)
        self.phones = HallPhones(self.party, self.hall, self._ms(), self.desk)
        stage: Any = SimpleNamespace(settings=SimpleNamespace(language="en"))
        pages = PhonePages(stage)
        pages.open(self.party)
        pages.serve(self.party, "sociable")
        self._last = self._ms()
        self.turns: list[float] = []
        """How long turns of the loop took, in ms."""
        self.own: list[float] = []
        """How much of that this thread has worked: on a busy machine it waits for the others."""
        while not self.party.is_open:
            time.sleep(0.01)

    @staticmethod
    def _ms() -> float:
        return time.monotonic() * 1000

    def turn(self, seconds: float = 0.0) -> None:
        """Move the hall on for so long, at least once."""
        end = self._ms() + seconds * 1000
        while True:
            now, worked = self._ms(), time.thread_time()
            self.hall.tick(now - self._last, time.time())
            self.phones.turn(now)
            self._last = now
            self.turns.append(self._ms() - now)
            self.own.append((time.thread_time() - worked) * 1000)
            if now >= end:
                return
            self.woken.wait(0.02)
            self.woken.clear()

    def close(self) -> None:
        """The class is over."""
        self.party.close(5)
        self.hall.close(forget=True)
        self._autosave.close()


def delays(taps: Sequence[Sequence[Any]], heard: Sequence[Sequence[Any]]) -> list[float]:
    """From each tap to each screen that showed what came of it, in ms."""
    first = {(table, int(ply)): at for at, table, ply in reversed(taps)}
    return [at - first[table, int(ply)] for at, table, ply in heard if (table, int(ply)) in first]


def p99(found: list[float]) -> float:
    """What all but a hundredth stay below; a very long time where nothing was seen."""
    return statistics.quantiles(found, n=100)[98] if len(found) > 1 else 1e9


def told(name: str, found: list[float]) -> str:
    """A line about delays."""
    if len(found) < 2:
        return f"{name}: nothing was seen"
    return f"{name}: {len(found)} seen, median {statistics.median(found):.0f} ms, p99 {p99(found):.0f} ms"


def measure(seconds: float, pages: int) -> int:
    """Have a class play; 0 where the bars are met."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        host = Host(Path(folder))
        browsers = opened(host, pages, stack)
        where = host.party.address, host.party.code, str(PHONES - len(browsers))
        command = [sys.executable, "-m", "tools.bench_class", "--crowd", *where]
        others = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        teacher = teach(host.party.address, host.desk.token)
        threading.Thread(target=lambda: asyncio.run(teacher), daemon=True).start()
        play(host, seconds, len(browsers))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        drawn = [row for page in browsers for row in page.run("window.drawn") or []]
        seen = json.loads(others.communicate("over\n")[0])
        host.close()
    phones = delays(seen["taps"], seen["heard"])
    by_table = [(at, table.partition(" ")[2], ply) for at, table, ply in seen["taps"]]
    # A page does not say which match it shows: of two of a table only what is near is taken.
    near = [one for one in delays(by_table, [row for row in drawn if all(row)]) if 0 <= one < 30_000]
    for name, found in (("tap to another phone", phones), ("tap to another page, drawn", near)):
        print(told(name, found))
    hands = sum(table.hands for table in host.hall.tables)
    print(f"{hands} hands ended, {len(seen['taps'])} taps; load {os.getloadavg()[0]:.1f}")
    print(f"turns of the loop: p99 {p99(host.turns):.0f} ms, of which it has worked {p99(host.own):.0f} ms")
    print(f"memory of the host {memory:.0f} MB (bar {MEMORY:.0f})")
    is_met = max(p99(phones), p99(near) if browsers else 0.0) < BAR and memory < MEMORY
    print("the bars are met" if is_met else f"NOT met (bar {BAR:.0f} ms)")
    return int(not is_met)


def play(host: Host, seconds: float, pages: int) -> None:
    """Have all sit down, and play for so long."""
    while len(host.hall.roster) < PHONES:
        host.turn(0.05)
    host.desk.do({"do": "shuffle"})
    host.desk.do({"do": "begin"})
    host.turn(2.0)
    host.turns.clear()
    host.own.clear()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for number in range(pages):
            host.hall.take_over(number)  # a computer plays for those who only look
        host.turn(0.5)


def opened(host: Host, pages: int, stack: contextlib.ExitStack) -> list[Any]:
    """Pages of a real browser that have sat down; none where there is no browser."""
    if not pages:
        return []
    from tests.party.browser import Chromium, find_browser

    path = find_browser()
    if path is None:
        return []
    browser = Chromium(path)
    stack.callback(browser.close)
    found = []
    host.turn(0.1)
    for number in range(pages):
        page = browser.page((390, 844))
        page.open(host.party.link)
        while not page.run("!!document.querySelector('#join')"):
            host.turn(0.05)
        page.tap("Take this seat")
        while len(host.hall.roster) <= number:
            host.turn(0.05)
        page.run(NOTE)
        found.append(page)
    return found


def main() -> int:
    """Measure, or be the crowd of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pages", type=int, default=4, help="pages of a real browser among the forty")
    parser.add_argument("--crowd", nargs=3, metavar=("ADDRESS", "CODE", "COUNT"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.crowd:
        address, code, count = asked.crowd
        asyncio.run(crowd(address, code, int(count)))
        return 0
    return measure(asked.seconds, asked.pages)


if __name__ == "__main__":
    raise SystemExit(main())

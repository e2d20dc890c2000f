"""The bars of a class: ``python -m tools.bench_class [--seconds S] [--pages N] [--size WxH]``.

The program with its big screen, a hall of eight tables and forty phones, kept on the disk move by move, with
a teacher's page open: some phones are pages of a browser, the others a process of their own, in which each
plays what comes to mind after a moment, as people do. Told: from a tap to the screens of the others at that
table, the frames of the window, and the memory of the host.
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
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import aiohttp
import pygame

from game.app import FRAME, App
from game.core.chance import Chance
from game.core.contract import Options
from game.core.discovery import find
from game.match.hall.plan import HallPlan, TablePlan
from game.match.hall.wish import Begin, SeatByChance
from game.party.front import Front
from game.scenes import SCREENS
from game.scenes.hall.gather import Gather
from game.scenes.hall.run import HallRun
from game.store.stores import Stores
from game.ui.kit.audio import Audio
from game.ui.kit.stack import SceneHooks
from game.ui.kit.stage import Stage

TABLES, PHONES = 8, 40
BAR, MEMORY = 200.0, 500.0
"""The 99th percentile in ms, and what the host may take in MB."""
WARM = 6.0
"""Seconds for which nothing is noted yet: the pictures of the tables are drawn for the first time."""
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


class Watched(App):
    """The program's own loop, which stops at a time and notes how long its turns take."""

    def __init__(self, stage: Stage, screen: pygame.Surface) -> None:
        super().__init__(stage, screen)
        self.until = 0.0
        self.turns: list[float] = []
        """How long turns of the loop took, in ms."""
        self.frames: list[float] = []
        """The same of those that have drawn something."""
        self.own: list[float] = []
        """How much of a frame this thread has worked: on a busy machine it waits for the others."""
        self._draws = False

    @property
    def open(self) -> bool:
        """Whether there is something to show, and time left."""
        return super().open and perf_counter() < self.until

    def turn(self, events: Iterable[pygame.event.Event]) -> None:
        """A turn, with a watch beside it."""
        start, worked = perf_counter(), time.thread_time()
        self._draws = False
        super().turn(events)
        took = 1000 * (perf_counter() - start)
        self.turns.append(took)
        if self._draws:
            self.frames.append(took)
            self.own.append(1000 * (time.thread_time() - worked))

    def draw(self) -> None:
        """A whole frame."""
        self._draws = True
        super().draw()

    def breathe(self, top: SceneHooks, now: float) -> None:
        """A frame of idle life."""
        self._draws = True
        super().breathe(top, now)

    def forget(self) -> None:
        """Begin to note anew."""
        for found in (self.turns, self.frames, self.own):
            found.clear()


class Host:
    """The window with a hall."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        pygame.display.init()
        pygame.font.init()
        plan = HallPlan("sociable", (TablePlan(5),) * TABLES, title="Class 9b", level="easy", minutes=600)
        stage = Stage(Stores(folder), Audio(), lambda: 1000 * perf_counter(), SCREENS)
        self.app = Watched(stage, pygame.display.set_mode(size))
        stage.open("title")
        self.run = HallRun.begun(stage, plan)
        stage.scenes.push(Gather(self.run))
        self.hall = self.run.hall
        while not stage.phones.is_open:
            self.turn(0.01)

    @property
    def front(self) -> Front:
        """The way in."""
        return self.app.stage.phones.front

    def turn(self, seconds: float = 0.0) -> None:
        """Let the program go on for so long, at least for one turn."""
        self.app.until = perf_counter() + seconds
        self.app.turn(pygame.event.get())
        self.app.run()

    def close(self) -> None:
        """The class is over."""
        self.run.close(forget=True)
        self.app.stage.thinker.close()
        self.app.stage.helper.close()
        self.app.stage.stores.close()


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


def measure(seconds: float, pages: int, size: tuple[int, int]) -> int:
    """Have a class play; 0 where the bars are met."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        host = Host(Path(folder), size)
        browsers = opened(host, pages, stack)
        address = host.front.door.address
        where = address, host.front.code, str(PHONES - len(browsers))
        command = [sys.executable, "-m", "tools.bench_class", "--crowd", *where]
        others = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        teacher = teach(address, host.run.desk.token)
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
    app = host.app
    late = sum(took > FRAME for took in app.frames)
    print(f"turns of the loop: {len(app.turns)}, p99 {p99(app.turns):.1f} ms")
    print(
        f"frames at {size[0]}x{size[1]}: {len(app.frames)}, median {statistics.median(app.frames):.1f} ms, "
        f"p99 {p99(app.frames):.1f} ms, longest {max(app.frames):.1f} ms, {late} late (bar {FRAME:.1f} ms)"
    )
    own = f"median {statistics.median(app.own):.1f} ms, p99 {p99(app.own):.1f} ms"
    print(f"of CPU time: {own}, longest {max(app.own):.1f} ms")
    print(f"memory of the host {memory:.0f} MB (bar {MEMORY:.0f})")
    is_met = max(p99(phones), p99(near) if browsers else 0.0) < BAR and memory < MEMORY and not late
    print("the bars are met" if is_met else "NOT met")
    return int(not is_met)


def play(host: Host, seconds: float, pages: int) -> None:
    """Have all sit down, and play for so long."""
    while len(host.hall.roster) < PHONES:
        host.turn(0.05)
    host.run.do(SeatByChance())
    host.run.do(Begin())
    host.turn(WARM)
    host.app.forget()
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
        page.open(host.front.door.link)
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
    parser.add_argument("--size", default="1920x1080", help="of the window")
    parser.add_argument("--crowd", nargs=3, metavar=("ADDRESS", "CODE", "COUNT"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.crowd:
        address, code, count = asked.crowd
        asyncio.run(crowd(address, code, int(count)))
        return 0
    wide, high = map(int, asked.size.split("x"))
    return measure(asked.seconds, asked.pages, (wide, high))


if __name__ == "__main__":
    raise SystemExit(main())

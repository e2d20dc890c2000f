"""Benchmark of a class: ``PYTHONPATH=extras python -m sockdrawer_classroom.tools.bench_class [--seconds S]``.

Runs the program with its big screen, eight tables, forty phones and the teacher's page, and saves every move
to disk. Some phones are pages of a browser, the others run in a separate process (`class_crowd`). Prints the
time from a tap to the screens of the others at that table and the host's part of it, the window's frames and
the parts of a loop turn, the host's work per tap, and its memory.

In a classroom each phone is a separate computer. Here all share the host's processor, so they yield to it:
the browser runs in Linux's idle class, from which a waking window takes the processor at once (next to a
browser of nice 19 it waited for milliseconds). Their remaining delay is printed separately from the host's.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from aiohttp import web

from game.launch import settle
from game.party.connection import PhoneConnection
from game.party.connection_pool import ConnectionPool
from game.party.party import Party, PartyStatus
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from sockdrawer_classroom.classroom import BeginClass, ClassPlan, ClassTablePlan, SeatRandomly
from sockdrawer_classroom.scenes.class_runner import ClassRunner
from sockdrawer_classroom.scenes.waiting_room import WaitingRoomScene
from sockdrawer_classroom.tools.turn_parts import Watched, tell_parts, whole
from tools.command import command

FRAME = 1000 / 60  # ms
TABLES, PHONES = 8, 40
BAR, MEMORY = 200.0, 500.0  # 99th percentile in ms, largest memory of the host in MB
WARM = 6.0  # seconds that are not recorded, while the tables' pictures are rendered
CROWD = 5  # nice value of the scripted phones
NOTE = """window.drawn = []; new MutationObserver(() => { const { match, ply } = document.body.dataset;
window.drawn.push([Date.now(), Number(match), Number(ply)]); }).observe(document.body, {attributes: true});"""
SAID = re.compile(r'"number": ?(\d+)')
TOLD = re.compile(rb'"state":{"lobby":false,"match":(\d+),.*?"ply":(\d+),.*?"seat":(\d+),"moment"')

Seen = tuple[int, int, int]
"""Match, seat and ply that one screen shows for the first time."""


@dataclass
class Journal:
    """Times of messages in the host, in ms since 1970."""

    read: dict[tuple[int, int], float] = field(default_factory=dict)  # taps, by person and message number
    sent: dict[Seen, float] = field(default_factory=dict)  # states, when they were handed to the system
    shown: dict[int, list[Seen]] = field(default_factory=dict)  # states sent to each person, in order

    def watch(self) -> None:
        """Patch the server so that it records messages."""
        on_message, send, publish = ConnectionPool.on_message, web.WebSocketResponse.send_frame, Party.publish

        def note_read(pool: ConnectionPool, phone: PhoneConnection, text: str | None) -> None:
            if text and phone.seat is not None and (match := SAID.search(text)):
                self.read.setdefault((phone.seat, int(match[1])), time.time() * 1000)
            on_message(pool, phone, text)

        async def note_sent(line: Any, message: bytes, *more: Any) -> None:
            await send(line, message, *more)
            if match_found := TOLD.search(message):
                match, ply, seat = map(int, match_found.groups())
                self.sent.setdefault((match, seat, ply), time.time() * 1000)

        def note_told(party: Party, seat: int, state: Mapping[str, Any], events: Any = ()) -> None:
            if not state["lobby"]:
                state_key, states = (
                    (state["match"], state["seat"], state["ply"]),
                    self.shown.setdefault(seat, []),
                )
                if state_key not in states[-1:]:
                    states.append(state_key)
            publish(party, seat, state, events)

        ConnectionPool.on_message = note_read  # type: ignore[method-assign, assignment]
        web.WebSocketResponse.send_frame = note_sent  # type: ignore[method-assign, assignment]
        Party.publish = note_told  # type: ignore[method-assign, assignment]


class Host:
    """Window with a class."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        pygame.display.init()
        pygame.font.init()
        plan = ClassPlan(
            "sociable", (ClassTablePlan(5),) * TABLES, title="Class 9b", level="easy", minutes=600
        )
        app = AppContext(Storage(folder), Audio(), lambda: 1000 * perf_counter(), SCREENS)
        self.app = Watched(app, pygame.display.set_mode(size))
        app.open_scene("title")
        settle()
        self.run = ClassRunner.begun(app, plan)
        app.scenes.push(WaitingRoomScene(self.run))
        self.hall = self.run.hall
        self.journal = Journal()
        self.journal.watch()
        self.app.parts.watch()
        while not app.phones.is_open:
            self.turn(0.01)

    @property
    def front(self) -> PartyStatus:
        return self.app.context.phones.status

    def turn(self, seconds: float = 0.0) -> None:
        """Run the program for ``seconds``, at least one loop turn."""
        self.app.until = perf_counter() + seconds
        self.app.step_frame(pygame.event.get())
        self.app.run()

    def close(self) -> None:
        """End the class and close the workers and stores."""
        self.run.close(forget=True)
        self.app.context.close_workers()
        self.app.context.stores.close()


@dataclass(frozen=True)
class Tap:
    """Move of a phone."""

    at: float
    person: int
    number: int


@dataclass
class Delays:
    """Delays from taps to screens in ms, in total and by part."""

    whole: list[float] = field(default_factory=list)
    before: list[float] = field(default_factory=list)  # from the tap until the host has read it
    host: list[float] = field(default_factory=list)  # until the host has sent the new state
    after: list[float] = field(default_factory=list)  # until a phone has shown it

    def tell(self, name: str) -> None:
        """Print the delays as a table."""
        print(f"{name:34} {'seen':>6} {'p50':>6} {'p95':>6} {'p99':>6} longest")
        parts = {
            "  tap to screen": self.whole,
            "  - until the host has read it": self.before,
            "  - in the host": self.host,
            "  - until that phone shows it": self.after,
        }
        for part, values in parts.items():
            cuts = [statistics.median(values), quantile(values, 95), p99(values), max(values, default=0.0)]
            print(f"{part:34} {len(values):6}", *(f"{cut:6.0f}" for cut in cuts))


def delays(
    taps: Sequence[Sequence[Sequence[Any]]], screens: Iterable[tuple[float, Seen]], journal: Journal
) -> Delays:
    """Return the delays from each tap to the other screens that show its result."""
    taps_by_ply = {
        (match, ply): Tap(at, person, number)
        for phone_taps in taps
        for at, match, ply, person, number in phone_taps
    }
    people = {state_key[:2]: person for person, states in journal.shown.items() for state_key in states}
    result = Delays()
    for at, screen_state in screens:
        match, seat, ply = screen_state
        tap, sent = taps_by_ply.get((match, ply)), journal.sent.get(screen_state)
        if tap is None or sent is None or people[match, seat] == tap.person:
            continue
        read = journal.read[tap.person, tap.number]
        result.whole.append(at - tap.at)
        result.before.append(read - tap.at)
        result.host.append(sent - read)
        result.after.append(at - sent)
    return result


def drawn(page: Any, person: int, journal: Journal) -> list[tuple[float, Seen]]:
    """Return the times when a page first showed each state that it was sent.

    States are matched by match and ply, because a page draws only the newest one. If two states arrive
    together, the first is shown only as part of the second.
    """
    rows: list[tuple[float, int, int]] = page.run("window.drawn") or []
    times: list[tuple[float, Seen]] = []
    for state_key in journal.shown.get(person, []):
        match, _seat, ply = state_key
        at = next((at for at, row_match, row_ply in rows if row_match == match and row_ply >= ply), None)
        times += [(at, state_key)] if at is not None else []
    return times


def quantile(values: Sequence[float], percent: int) -> float:
    """Return a percentile of ``values``; 1e9 if there are too few values."""
    return statistics.quantiles(values, n=100)[percent - 1] if len(values) > 1 else 1e9


def p99(values: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return quantile(values, 99)


def worked() -> dict[str, float]:
    """Return the processor time of each thread of the host, in ms."""
    return {
        thread.name: 1000 * time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
        for thread in threading.enumerate()
        if thread.ident is not None
    }


def waited() -> float:
    """Return the time in ms that this thread has waited for a processor; 0 if the system does not tell."""
    schedstat = Path("/proc/thread-self/schedstat")
    return int(schedstat.read_text().split()[1]) / 1e6 if schedstat.exists() else 0.0


def measure(seconds: float, page_count: int, size: tuple[int, int]) -> int:
    """Run a class and print the results. Returns the exit code, 0 if the bars are met."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        host = Host(Path(folder), size)
        browsers = opened(host, page_count, stack)
        front = host.front
        crowd_arguments = (
            front.join_info.address,
            front.code,
            host.run.desk.token,
            str(PHONES - len(browsers)),
        )
        command = [
            "nice",
            "-n",
            str(CROWD),
            sys.executable,
            "-m",
            "sockdrawer_classroom.tools.class_crowd",
            "--",
            *crowd_arguments,
        ]
        crowd_process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        work = play(host, seconds, len(browsers))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows = [row for person, page in enumerate(browsers) for row in drawn(page, person, host.journal)]
        results = json.loads(crowd_process.communicate("over\n")[0])
        host.close()
    screens = [
        (at, (match, seat, ply)) for phone_states in results["heard"] for at, match, seat, ply in phone_states
    ]
    phone_delays, page_delays = (
        delays(results["taps"], screens, host.journal),
        delays(results["taps"], rows, host.journal),
    )
    phone_delays.tell(f"scripted phones (nice {CROWD}), ms")
    if browsers:
        page_delays.tell("pages (idle priority), ms")
    hands = sum(table.hands for table in host.hall.tables)
    moves = sum(len(table.play.match.session.log) for table in host.hall.tables if table.play)
    print(f"{hands} hands ended; {moves} moves in the matches under way; load {os.getloadavg()[0]:.1f}")
    work_text = ", ".join(f"{name} {ms / 10 / seconds:.1f}%" for name, ms in work.items() if ms > 0)
    print(f"the host has worked, of one core: {work_text}")
    print(f"for each of {len(host.journal.read)} taps: {sum(work.values()) / len(host.journal.read):.1f} ms")
    heavy = tell_frames(host.app, size)
    print(f"memory of the host {memory:.0f} MB (bar {MEMORY:.0f})")
    slowest = max(p99(phone_delays.whole), p99(page_delays.whole) if browsers else 0.0)
    is_met = slowest < BAR and memory < MEMORY and not heavy
    print("the bars are met" if is_met else "NOT met")
    return int(not is_met)


def tell_frames(app: Watched, size: tuple[int, int]) -> int:
    """Print the times of loop turns and frames. Returns the number of frames with too much work.

    A frame that is late only by the clock has waited for the browsers, which a classroom does not have on
    this computer.
    """
    late_count = sum(took > FRAME for took in app.frames)
    print(f"turns of the loop: {len(app.turns)}, p99 {p99(app.turns):.1f} ms")
    print(
        f"frames at {size[0]}x{size[1]}: {len(app.frames)}, median {statistics.median(app.frames):.1f} ms, "
        f"p99 {p99(app.frames):.1f} ms, longest {max(app.frames):.1f} ms, {late_count} late by the clock"
    )
    print(f"the window has stood in line for a processor for {app.waited / 1000:.1f} s")
    for name, turns in (("a frame", app.made), ("a turn that draws nothing", app.unseen)):
        work_times = [whole(turn) for turn in turns]
        heavy = sum(took > FRAME for took in work_times)
        summary = f"p99 {p99(work_times):.1f} ms, longest {max(work_times, default=0.0):.1f} ms"
        print(f"work of {name}: {summary}, {heavy} of {len(work_times)} beyond {FRAME:.1f} ms")
    tell_parts(app.made + app.unseen, FRAME)
    return sum(whole(turn) > FRAME for turn in app.made)


def play(host: Host, seconds: float, page_count: int) -> dict[str, float]:
    """Seat all phones and play for ``seconds``. Returns the processor time of each thread in ms."""
    while len(host.hall.roster) < PHONES:
        host.turn(0.05)
    host.run.execute(SeatRandomly())
    host.run.execute(BeginClass())
    host.turn(WARM)
    host.app.forget()
    before, idle = worked(), waited()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for number in range(page_count):
            host.hall.take_over(number)  # bots play for pages that only watch
        host.turn(0.5)
    host.app.waited = waited() - idle
    return {name: ms - before.get(name, 0.0) for name, ms in worked().items()}


def opened(host: Host, page_count: int, stack: contextlib.ExitStack) -> list[Any]:
    """Return pages of a real browser that have taken seats; empty without a browser."""
    if not page_count:
        return []
    from tools.browser import Chromium, find_browser

    path = find_browser()
    if path is None:
        return []
    program = Path(stack.enter_context(tempfile.TemporaryDirectory()), "idle")
    program.write_text(f'#!/bin/sh\nexec chrt --idle 0 {path} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    browser = Chromium(str(program))
    stack.callback(browser.close)
    browser_pages = []
    host.turn(0.1)
    for number in range(page_count):
        page = browser.page((390, 844))
        page.open(host.front.join_info.link)
        while not page.run("!!document.querySelector('#join')"):
            host.turn(0.05)
        page.tap("Take this seat")
        while len(host.hall.roster) <= number:
            host.turn(0.05)
        page.run(NOTE)
        browser_pages.append(page)
    return browser_pages


def main() -> int:
    """Parse the command line and measure. Returns the exit code."""
    parser = command(__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pages", type=int, default=4, help="pages of a real browser among the forty")
    parser.add_argument("--size", default="1920x1080", help="of the window")
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    return measure(arguments.seconds, arguments.pages, (width, height))


if __name__ == "__main__":
    raise SystemExit(main())

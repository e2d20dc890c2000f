"""Measure the memory of the window while bots play one match after another.

    python -m tools.window_memory --minutes 120
    python -m tools.window_memory --minutes 240 --phones 8   like an evening with eight phones

Runs the program with its workers, sound and picture cache in an invisible window, on a simulated clock that
runs as fast as possible; a bot's thinking takes no simulated time. All games are played in turn, two minutes
each, so that a round takes ten minutes. After a match its results are shown and another one starts. After
each round the title is shown, and once the last table and its music are freed, the memory of the process is
printed as the system reports it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import aiohttp
import pygame

from game.app import App
from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.session import Session
from game.launch import start_app
from game.match.seats import PHONE, Seat
from game.party.registry import FIRST_BENCH
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import FADE_MS, Audio
from game.ui.core.scene import AppContext
from game.ui.core.window import share_heap, trim_memory
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from tools.command import command

MINUTE = 60_000.0
TURN = 2 * MINUTE  # ms for which a game is played
RESULTS = 10_000.0  # ms for which the screens after a match are shown
LEFT = 2_000.0  # ms for which the title is shown before the measurement
NAMES = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")
PATIENCE = 60.0  # seconds until an answer is given up
ANSWER = 0.2
"""Seconds to wait for a phone. Then a loop turn passes, because the phone may not have the state yet."""
ROWS = 12  # source lines that are printed with ``--lines``


class PromptWorker(Worker):
    """Worker that blocks until its answer is there, so that no simulated time passes."""

    def __init__(self) -> None:
        self._answered = threading.Event()
        super().__init__(self._answered.set)

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        """Send a request and wait for its answer."""
        self._answered.clear()
        ticket = super().submit(where, *arguments)
        self._answered.wait(PATIENCE)
        return ticket


class Watched:
    """Program without a player, on a simulated clock.

    Args:
        home: data folder.
        size: size of the window in pixels.
        frame: ms between two loop turns.
        phones: number of phones that play.
    """

    def __init__(self, home: Path, size: tuple[int, int], frame: float, phones: int = 0) -> None:
        self.time, self.frame, self.matches, self.moves = 0.0, frame, 0, 0
        share_heap()  # like the program at its start
        stores = Storage(home)
        self.context = AppContext(stores, Audio(), lambda: self.time, SCREENS, stores.pictures)
        self.context.bot_worker = PromptWorker()
        house_rules: dict[str, object] = {slug: {} for slug in game_slugs()}
        self.context.update_settings(house_rules=house_rules, animation_speed="brisk", language="en")
        self.app: App = start_app(self.context, pygame.display.set_mode(size))
        self._crowd = self._start_phones(phones) if phones else None

    def _start_phones(self, phones: int) -> subprocess.Popen[str]:
        """Open a party for ``phones`` phones, which reconnect with tokens of an earlier evening."""
        tokens = [f"{number:0>32}" for number in range(phones)]
        saved = {"tokens": {str(seat): token for seat, token in enumerate(tokens)}}
        party = self.context.phones.open(saved, port=0, host="127.0.0.1")
        self._wait_until(lambda: party.is_open)
        call = [sys.executable, "-m", "tools.window_memory", "--crowd", party.door.address, *tokens]
        crowd = subprocess.Popen(call, stdin=subprocess.PIPE, text=True)
        self._wait_until(lambda: all(map(party.is_there, range(phones))))
        return crowd

    def _wait_until(self, is_done: Callable[[], bool]) -> None:
        """Wait for other threads and processes without passing simulated time."""
        while not is_done():
            time.sleep(0.01)

    def evening(self, minutes: float) -> Iterator[float]:
        """Play for ``minutes``. Yields the simulated minutes after each round of all games."""
        while self.time < minutes * MINUTE:
            for slug in game_slugs():
                self._play_game(slug, self.time + TURN)
            self._wait_for_quiet()
            yield self.time / MINUTE

    def _wait_for_quiet(self) -> None:
        """Wait until the last match is freed and only one room of music is loaded.

        A table that is replaced by the title exists during the transition, and two rooms take 60 MB each.
        """
        end = self.time + LEFT
        while self.time < end:
            self._turn()
        self.context.audio.wait_idle()
        pygame.time.wait(2 * FADE_MS)

    def _play_game(self, slug: str, end: float) -> None:
        """Play matches of a game until the simulated time ``end`` in ms."""
        while self.time < end:
            scene = self._begin_match(slug)
            results_ms = 0.0
            while self.time < end and results_ms < RESULTS:
                self._turn()
                results_ms += self.frame * (self.context.scenes.top is not scene)
            self.moves += len(scene.match.session.log)
        self.context.scenes.reset(self.context.screens["title"]())

    def _begin_match(self, slug: str) -> MatchScene:
        """Open a match of bots and phones, and return its scene."""
        info = find_game(slug).info
        count = info.default_players
        session = Session.new(slug, count, self.matches, options=info.quick_match, names=NAMES[:count])
        phone_seats = self._assign_seats(count - 1)
        seats = [
            Seat(
                name, number, "" if number in phone_seats else "easy", PHONE if number in phone_seats else ""
            )
            for number, name in enumerate(session.names)
        ]
        scene = match_scene(self.context, session, seats)
        self.context.scenes.reset(self.context.screens["title"](), scene)
        self.matches += 1
        return scene

    def _assign_seats(self, max_count: int) -> range:
        """Give phones the first seats, at most ``max_count``; the others wait on the bench."""
        party = self.context.phones.party
        if party is None:
            return range(0)
        waiting = sorted(party.names, key=lambda number: (number >= FIRST_BENCH, number))
        party.reseat(dict(zip(waiting, range(max_count), strict=False)))
        return range(min(max_count, len(waiting)))

    def _turn(self) -> None:
        """Run a loop turn, after the answer of a phone whose turn it is."""
        party, scene = self.context.phones.party, self.context.scenes.top
        if party is not None and isinstance(scene, MatchScene) and not scene.animations.is_busy:
            seat, end = scene.match.to_move, time.monotonic() + ANSWER
            while seat in party.held_seats and not party.has_news and time.monotonic() < end:
                time.sleep(0.001)
        self.time += self.frame
        self.app.step_frame(event for event in pygame.event.get() if event.type != pygame.WINDOWFOCUSLOST)

    def close(self) -> None:
        """End its processes and threads."""
        if self._crowd is not None:
            self._crowd.communicate("\n")
            self.context.phones.close(PATIENCE)
        self.context.close_workers()
        self.context.insights.close()
        self.context.audio.close()
        self.context.stores.close()


def in_memory() -> float:
    """Return the resident memory of this process in MB. Linux only."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    rows = dict(line.split(":", 1) for line in status.splitlines())
    return int(rows["VmRSS"].split()[0]) / 1024


def taken() -> float:
    """Return the resident memory in MB after unused memory was freed."""
    gc.collect()
    trim_memory()
    return in_memory()


def measured(
    minutes: float, size: tuple[int, int] = (1280, 720), frame: float = 100.0, phones: int = 0
) -> Iterator[tuple[float, float]]:
    """Run the program. Yields (minutes, MB) after each round of ten minutes."""
    with tempfile.TemporaryDirectory() as home:
        watched = Watched(Path(home), size, frame, phones)
        try:
            for elapsed in watched.evening(minutes):
                yield elapsed, taken()
            print(f"{watched.matches} matches, {watched.moves} moves", flush=True)
        finally:
            watched.close()


def grown(before: tracemalloc.Snapshot) -> None:
    """Print the source lines whose memory has grown most since ``before``."""
    ours = tracemalloc.Filter(inclusive=False, filename_pattern=tracemalloc.__file__)
    for row in tracemalloc.take_snapshot().filter_traces([ours]).compare_to(before, "lineno")[:ROWS]:
        print(f"    {row.size_diff / 1024:8.0f} kB in {row.count_diff:7} values: {row.traceback}")


async def _crowd(address: str, tokens: Sequence[str]) -> None:
    """Run all phones until a line arrives on stdin."""
    async with aiohttp.ClientSession() as session:
        phones = [asyncio.ensure_future(_phone(session, address, token)) for token in tokens]
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        for phone in phones:
            phone.cancel()
        await asyncio.gather(*phones, return_exceptions=True)


async def _phone(session: aiohttp.ClientSession, address: str, token: str) -> None:
    """Run a phone that plays the easy level's moves on its turn."""
    rng, action_count = SeededRng("phone", token), 0
    origin = {"Origin": f"http://{address}"}
    async with session.ws_connect(f"ws://{address}/line", headers=origin, max_msg_size=0) as line:
        await line.send_json({"type": "reconnect", "token": token})
        async for frame in line:
            message = json.loads(frame.data)
            if message["type"] == "heartbeat":
                await line.send_json({"type": "heartbeat"})
            if message["type"] != "state" or message["state"]["lobby"]:
                continue
            state = message["state"]
            is_waiting = state["over"] or state["showing_end"] or state["waiting"]
            if not is_waiting and state["turn"] == state["seat"]:
                move = find_game(state["game"]).bot.choose(
                    state["observation"], Options(state["options"]), "easy", rng
                )
                action_count += 1
                payload = {"do": "move", "move": move, "ply": state["ply"]}
                await line.send_json({"type": "action", "number": action_count, "words": payload})


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["--crowd"]:
        asyncio.run(_crowd(sys.argv[2], sys.argv[3:]))
        return
    parser = command(__doc__)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--size", default="1280x720", help="of the window, in pixels")
    parser.add_argument("--frame", type=float, default=100.0, help="ms between two turns of the loop")
    parser.add_argument("--phones", type=int, default=0, help="how many of them play along")
    parser.add_argument(
        "--lines", action="store_true", help="tell which lines of the source hold more than at first"
    )
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    first: tracemalloc.Snapshot | None = None
    if arguments.lines:
        tracemalloc.start()
    for elapsed, size in measured(arguments.minutes, (width, height), arguments.frame, arguments.phones):
        print(f"{elapsed:5.0f} min {size:7.1f} MB", flush=True)
        if arguments.lines and first is not None:
            grown(first)
        elif arguments.lines:
            first = tracemalloc.take_snapshot()
    pygame.quit()


if __name__ == "__main__":
    main()

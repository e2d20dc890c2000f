"""How much memory the window takes while computer players play one match after another before it.

    python -m tools.window_memory --minutes 120
    python -m tools.window_memory --minutes 240 --phones 8   as an evening with eight phones

The program itself runs, with its worker processes, its sound and its cache of pictures on disk, in a window
that nobody sees and on a clock that goes as fast as it can; what a computer player thinks takes none of its
time. Every ten minutes all games have had their turn, two minutes each; what ends meanwhile has its results
looked at, and begins anew. Then the title comes, and once the last table is off the screen and its music has
been let go of, this prints what the process has, as the system counts.
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
from game.launch import begun
from game.match.seats import PHONE, Seat
from game.party.registry import NO_SEAT
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import FADE, Audio
from game.ui.core.scene import AppContext
from game.ui.core.window import share_heap, trim_memory
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from tools.command import command

MINUTE = 60_000.0
TURN = 2 * MINUTE
"""So long a game is played before the next one comes."""
RESULTS = 10_000.0
"""So long whatever comes after a match stands on the screen."""
LEFT = 2_000.0
"""So long the title stands there before anybody looks."""
NAMES = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")
PATIENCE = 60.0
"""Seconds after which an answer no longer comes."""
ANSWER = 0.2
"""Seconds that a phone is waited for; then a turn goes by, as it may not have been told of it yet."""
ROWS = 12
"""So many lines of the source are told where they are asked for."""


class PromptWorker(Worker):
    """A worker process that is waited for: no time of the window passes meanwhile."""

    def __init__(self) -> None:
        self._answered = threading.Event()
        super().__init__(self._answered.set)

    def ask(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        """The same, once the answer has come."""
        self._answered.clear()
        ticket = super().ask(where, *arguments)
        self._answered.wait(PATIENCE)
        return ticket


class Watched:
    """The program with nobody before it, on a clock of its own.

    Args:
        home: where it keeps what it keeps.
        size: of the window, in pixels.
        frame: milliseconds between two turns of its loop.
        phones: how many phones play along.
    """

    def __init__(self, home: Path, size: tuple[int, int], frame: float, phones: int = 0) -> None:
        self.time, self.frame, self.matches, self.moves = 0.0, frame, 0, 0
        share_heap()  # as the program does when it starts
        stores = Storage(home)
        self.stage = AppContext(stores, Audio(), lambda: self.time, SCREENS, stores.pictures)
        self.stage.thinker = PromptWorker()
        known: dict[str, object] = {slug: {} for slug in game_slugs()}
        self.stage.change(house_rules=known, animation_speed="brisk", language="en")
        self.app: App = begun(self.stage, pygame.display.set_mode(size))
        self._crowd = self._invited(phones) if phones else None

    def _invited(self, phones: int) -> subprocess.Popen[str]:
        """Open a party that so many phones come to; by their tokens, as those of an evening before."""
        tokens = [f"{number:0>32}" for number in range(phones)]
        kept = {"tokens": {str(seat): token for seat, token in enumerate(tokens)}}
        party = self.stage.phones.open(kept, port=0, host="127.0.0.1")
        self._until(lambda: party.is_open)
        call = [sys.executable, "-m", "tools.window_memory", "--crowd", party.door.address, *tokens]
        crowd = subprocess.Popen(call, stdin=subprocess.PIPE, text=True)
        self._until(lambda: all(map(party.is_there, range(phones))))
        return crowd

    def _until(self, done: Callable[[], bool]) -> None:
        """Wait for what other threads and processes do; no time of the window passes."""
        while not done():
            time.sleep(0.01)

    def evening(self, minutes: float) -> Iterator[float]:
        """Play for so long; the minutes that are over, each time that all games have had their turn."""
        while self.time < minutes * MINUTE:
            for slug in game_slugs():
                self._game(slug, self.time + TURN)
            self._quiet()
            yield self.time / MINUTE

    def _quiet(self) -> None:
        """Wait until the last match is gone, and one room of music is there.

        A table that gives way to the title is kept for as long as that takes, and two rooms are 60 MB each.
        """
        end = self.time + LEFT
        while self.time < end:
            self._turn()
        self.stage.audio.settle()
        pygame.time.wait(2 * FADE)

    def _game(self, slug: str, end: float) -> None:
        while self.time < end:
            scene = self._begin(slug)
            shown = 0.0
            while self.time < end and shown < RESULTS:
                self._turn()
                shown += self.frame * (self.stage.scenes.top is not scene)
            self.moves += len(scene.match.session.log)
        self.stage.scenes.reset(self.stage.screens["title"]())

    def _begin(self, slug: str) -> MatchScene:
        info = find_game(slug).info
        count = info.default_players
        session = Session.new(slug, count, self.matches, options=info.short, names=NAMES[:count])
        held = self._seated(count - 1)
        seats = [
            Seat(name, number, "" if number in held else "easy", PHONE if number in held else "")
            for number, name in enumerate(session.names)
        ]
        scene = match_scene(self.stage, session, seats)
        self.stage.scenes.reset(self.stage.screens["title"](), scene)
        self.matches += 1
        return scene

    def _seated(self, most: int) -> range:
        """Give phones the first seats, as many as there are or may be; the others wait on the bench."""
        party = self.stage.phones.party
        if party is None:
            return range(0)
        waiting = sorted(party.names, key=lambda number: (number >= NO_SEAT, number))
        party.reseat(dict(zip(waiting, range(most), strict=False)))
        return range(min(most, len(waiting)))

    def _turn(self) -> None:
        party, scene = self.stage.phones.party, self.stage.scenes.top
        if party is not None and isinstance(scene, MatchScene) and not scene.playback.is_busy:
            seat, end = scene.match.to_move, time.monotonic() + ANSWER
            while seat in party.held and not party.has_news and time.monotonic() < end:
                time.sleep(0.001)
        self.time += self.frame
        self.app.turn(event for event in pygame.event.get() if event.type != pygame.WINDOWFOCUSLOST)

    def close(self) -> None:
        """End its processes and threads."""
        if self._crowd is not None:
            self._crowd.communicate("\n")
            self.stage.phones.close(PATIENCE)
        self.stage.thinker.close()
        self.stage.helper.close()
        self.stage.insights.close()
        self.stage.audio.close()
        self.stage.stores.close()


def in_memory() -> float:
    """What this process has in memory now, in MB, as Linux tells."""
    told = Path("/proc/self/status").read_text(encoding="utf-8")
    rows = dict(line.split(":", 1) for line in told.splitlines())
    return int(rows["VmRSS"].split()[0]) / 1024


def taken() -> float:
    """The same, without what nobody uses any more."""
    gc.collect()
    trim_memory()
    return in_memory()


def measured(
    minutes: float, size: tuple[int, int] = (1280, 720), frame: float = 100.0, phones: int = 0
) -> Iterator[tuple[float, float]]:
    """Watch for so long: the minutes that are over and the MB that are taken, every ten minutes."""
    with tempfile.TemporaryDirectory() as home:
        watched = Watched(Path(home), size, frame, phones)
        try:
            for gone in watched.evening(minutes):
                yield gone, taken()
            print(f"{watched.matches} matches, {watched.moves} moves", flush=True)
        finally:
            watched.close()


def grown(before: tracemalloc.Snapshot) -> None:
    """Print the lines whose values have grown most since then."""
    ours = tracemalloc.Filter(inclusive=False, filename_pattern=tracemalloc.__file__)
    for row in tracemalloc.take_snapshot().filter_traces([ours]).compare_to(before, "lineno")[:ROWS]:
        print(f"    {row.size_diff / 1024:8.0f} kB in {row.count_diff:7} values: {row.traceback}")


async def _crowd(address: str, tokens: Sequence[str]) -> None:
    """All phones, until somebody says so."""
    async with aiohttp.ClientSession() as session:
        phones = [asyncio.ensure_future(_phone(session, address, token)) for token in tokens]
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        for phone in phones:
            phone.cancel()
        await asyncio.gather(*phones, return_exceptions=True)


async def _phone(session: aiohttp.ClientSession, address: str, token: str) -> None:
    """A phone that plays what the easiest computer player would, whenever it is told that it is its turn."""
    chance, said = SeededRng("phone", token), 0
    origin = {"Origin": f"http://{address}"}
    async with session.ws_connect(f"ws://{address}/line", headers=origin, max_msg_size=0) as line:
        await line.send_json({"type": "back", "token": token})
        async for frame in line:
            message = json.loads(frame.data)
            if message["type"] == "beat":
                await line.send_json({"type": "beat"})
            if message["type"] != "state" or message["state"]["lobby"]:
                continue
            state = message["state"]
            waits = state["over"] or state["showing"] or state["waiting"]
            if not waits and state["turn"] == state["seat"]:
                move = find_game(state["game"]).bot.choose(
                    state["seen"], Options(state["options"]), "easy", chance
                )
                said += 1
                words = {"do": "move", "move": move, "ply": state["ply"]}
                await line.send_json({"type": "say", "number": said, "words": words})


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
    given = parser.parse_args()
    width, height = map(int, given.size.split("x"))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    first: tracemalloc.Snapshot | None = None
    if given.lines:
        tracemalloc.start()
    for gone, size in measured(given.minutes, (width, height), given.frame, given.phones):
        print(f"{gone:5.0f} min {size:7.1f} MB", flush=True)
        if given.lines and first is not None:
            grown(first)
        elif given.lines:
            first = tracemalloc.take_snapshot()
    pygame.quit()


if __name__ == "__main__":
    main()

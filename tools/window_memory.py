"""How much memory the window takes while computer players play one match after another before it.

    python -m tools.window_memory --minutes 120

The program itself runs, with its worker processes, its sound and its cache of pictures on disk, in a window
that nobody sees and on a clock that goes as fast as it can; what a computer player thinks takes none of its
time. Every ten minutes all games have had their turn, two minutes each; what ends meanwhile has its results
looked at, and begins anew. Then the title comes, and once the last table is off the screen and its music has
been let go of, this prints what the process has, as the system counts.
"""

from __future__ import annotations

import gc
import os
import tempfile
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.app import App
from game.bots.worker import Worker
from game.core.discovery import find, slugs
from game.core.session import Session
from game.launch import begun
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.stores import Stores
from game.ui.core.audio import FADE, Audio
from game.ui.core.scene import AppContext
from game.ui.core.window import give_back, share_heap
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
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
ROWS = 12
"""So many lines of the source are told where they are asked for."""


class PromptWorker(Worker):
    """A worker process that is waited for: no time of the window passes meanwhile."""

    def __init__(self) -> None:
        self._answered = threading.Event()
        super().__init__(self._answered.set)

    def ask(self, where: str, *arguments: Any) -> int:
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
    """

    def __init__(self, home: Path, size: tuple[int, int], frame: float) -> None:
        self.time, self.frame, self.matches, self.moves = 0.0, frame, 0, 0
        share_heap()  # as the program does when it starts
        stores = Stores(home)
        self.stage = AppContext(stores, Audio(), lambda: self.time, SCREENS, stores.pictures)
        self.stage.thinker = PromptWorker()
        known: dict[str, object] = {slug: {} for slug in slugs()}
        self.stage.change(house_rules=known, animation_speed="brisk", language="en")
        self.app: App = begun(self.stage, pygame.display.set_mode(size))

    def evening(self, minutes: float) -> Iterator[float]:
        """Play for so long; the minutes that are over, each time that all games have had their turn."""
        while self.time < minutes * MINUTE:
            for slug in slugs():
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
        info = find(slug).info
        count = info.default_players
        session = Session.new(slug, count, self.matches, options=info.short, names=NAMES[:count])
        seats = [Seat(name, number, "easy") for number, name in enumerate(session.names)]
        scene = match_scene(self.stage, session, seats)
        self.stage.scenes.reset(self.stage.screens["title"](), scene)
        self.matches += 1
        return scene

    def _turn(self) -> None:
        self.time += self.frame
        self.app.turn(event for event in pygame.event.get() if event.type != pygame.WINDOWFOCUSLOST)

    def close(self) -> None:
        """End its processes and threads."""
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
    give_back()
    return in_memory()


def measured(
    minutes: float, size: tuple[int, int] = (1280, 720), frame: float = 100.0
) -> Iterator[tuple[float, float]]:
    """Watch for so long: the minutes that are over and the MB that are taken, every ten minutes."""
    with tempfile.TemporaryDirectory() as home:
        watched = Watched(Path(home), size, frame)
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


def main() -> None:
    """Measure and print."""
    parser = command(__doc__)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--size", default="1280x720", help="of the window, in pixels")
    parser.add_argument("--frame", type=float, default=100.0, help="ms between two turns of the loop")
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
    for gone, size in measured(given.minutes, (width, height), given.frame):
        print(f"{gone:5.0f} min {size:7.1f} MB", flush=True)
        if given.lines and first is not None:
            grown(first)
        elif given.lines:
            first = tracemalloc.take_snapshot()
    pygame.quit()


if __name__ == "__main__":
    main()

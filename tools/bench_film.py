"""Benchmark of the album, of jumps in a replay, and of the analysis; part of ``make bench``.

`python -m tools.bench_film album`, `jumps` or `analysis` runs one part. Processor time does not depend on
other load of the machine; the load is printed too.
"""

from __future__ import annotations

import os
import resource
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.app import App
from game.core.discovery import game_slugs
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.analysis.job import AnalysisRun
from game.match.replay import Replay
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.archive import ArchivedMatch, file_name
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.match.replay_controls import ReplayOptions
from game.ui.match.replay_scene import ReplayScene
from tools.command import command
from tools.playthroughs import FOLDER

MATCHES = 500
MOVES = 2000
JUMPS = 60
RUNS = 5
NOON, DAY = 1_789_992_000.0, 86_400.0


def main() -> None:
    """Run the named sections, or all."""
    runners: dict[str, Callable[[], None]] = {"album": album, "jumps": jumps, "analysis": analysis}
    parser = command(__doc__)
    parser.add_argument("sections", nargs="*", help=f"{', '.join(runners)}; default: all")
    sections = parser.parse_args().sections
    pygame.display.init()
    pygame.font.init()
    print(f"What comes after a match (load of the machine {os.getloadavg()[0]:.1f}):")
    for name in sections or list(runners):
        runners[name]()


@contextmanager
def window(home: Path) -> Iterator[App]:
    """Open a window with the title screen."""
    context = AppContext(Storage(home), Audio(), lambda: 1000 * perf_counter(), SCREENS)
    app = App(context, pygame.display.set_mode((1280, 720)))
    context.open_scene("title")
    app.step_frame([])
    yield app
    context.scenes.reset()  # ends what the scenes have started
    context.stores.close()


class Watch:
    """Stopwatch for wall-clock and processor time, in ms."""

    def __init__(self) -> None:
        self.clock: list[float] = []
        self.processor: list[float] = []

    @contextmanager
    def running(self) -> Iterator[None]:
        start, cpu_start = perf_counter(), process_time()
        yield
        self.clock.append(1000 * (perf_counter() - start))
        self.processor.append(1000 * (process_time() - cpu_start))

    def late(self) -> str:
        """Return median and 99th percentile of both times in words."""
        summaries = [
            f"median {statistics.median(times):.1f}, p99 {statistics.quantiles(times, n=100)[98]:.1f}"
            for times in (self.processor, self.clock)
        ]
        return f"{summaries[0]} ms of the processor ({summaries[1]} by the clock)"


def golden(slug: str) -> str:
    """Return the record of a game's golden match."""
    return (FOLDER / f"{slug}.txt").read_text(encoding="utf-8").partition("--- told ---\n")[0]


def album() -> None:
    """Measure how the album opens with the largest number of matches, until its first picture."""
    with tempfile.TemporaryDirectory() as home:
        stores = Storage(Path(home))
        for number in range(MATCHES):
            slug = game_slugs()[number % len(game_slugs())]
            session, when = Session.from_record(golden(slug)), NOON - number * DAY
            session.rename(0, f"Ann {number}")
            seats = tuple({"name": name, "look": look} for look, name in enumerate(session.names))
            match = ArchivedMatch(slug, session.record(), (0,), (0,) * session.players, seats, ended=when)
            stores.archive.add(replace(match, name=file_name(slug, when)))
        stores.close()
        watch = Watch()
        for _run in range(RUNS):
            with window(Path(home)) as app, watch.running():
                app.context.open_scene("album")
                app.step_frame([])
    clock_ms, cpu_ms = statistics.median(watch.clock), statistics.median(watch.processor)
    print(
        f"  the album with {MATCHES} matches opens in {clock_ms:.0f} ms, "
        f"{cpu_ms:.0f} of the processor (bar 300)"
    )


def jumps() -> None:
    """Measure jumps in replays, each until its picture."""
    session = Session.new("socker", seed=8, options={"goals": 9, "dawdle": 0})
    rng = SeededRng(8, "bench")
    while len(session.log) < MOVES:
        session.play(rng.pick(session.moves()))
    records = {f"socker, {MOVES} moves": session.record()}
    records |= {f"{slug}, told match": golden(slug) for slug in game_slugs()}
    for name, record in records.items():
        with tempfile.TemporaryDirectory() as home, window(Path(home)) as app:
            scene = opened(app, record)
            watch = Watch()
            for _jump in range(JUMPS):
                with watch.running():
                    scene.seek(rng.below(scene.length + 1))
                    app.step_frame([])
        print(f"  a jump in {name}: {watch.late()} (bar 150)")


def opened(app: App, record: str) -> ReplayScene:
    """Open the replay of a record and wait until its pictures are ready."""
    replay = Replay.of(record)
    seats = [Seat(name, look, "hard") for look, name in enumerate(replay.session_at(0).names)]
    scene = ReplayScene(replay, seats, ReplayOptions(at=1))
    app.context.scenes.push(scene)
    while not scene.is_prepared:
        app.step_frame([])
    return scene


def analysis() -> None:
    """Measure the analysis of each game's golden match by two workers, while the window plays its replay."""
    for slug in game_slugs():
        record = golden(slug)
        with tempfile.TemporaryDirectory() as home, window(Path(home)) as app:
            scene, watch = opened(app, record), Watch()
            start, cpu_seconds, first = perf_counter(), _child_seconds(), 0.0
            run = AnalysisRun(record, app.context.worker)
            while not run.is_over:
                if not scene.plays:
                    scene.toggle()
                with watch.running():
                    app.step_frame([])
                pygame.time.wait(5)
                if run.poll() and not first and run.findings is not None and len(run.findings.curve) > 1:
                    first = perf_counter() - start
            took = perf_counter() - start
        cpu_seconds = _child_seconds() - cpu_seconds
        print(
            f"  what decided {slug}, {scene.length} moves: in {took:.0f} s (bar 60), "
            f"{cpu_seconds:.0f} of the processors; a first answer in {first:.1f} s (bar 10)"
        )
        print(f"    frames of its film meanwhile: {watch.late()}")


def _child_seconds() -> float:
    """Return the processor seconds of child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()

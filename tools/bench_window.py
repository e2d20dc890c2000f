"""Benchmark of the window: frames against a bare blit and flip, idle load, start; part of ``make bench``.

Needs a display; `make bench` starts a virtual one (xvfb-run) if there is none.
"""

from __future__ import annotations

import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter, process_time, thread_time

os.environ["SDL_AUDIODRIVER"] = "dummy"

from typing import Any

import pygame

from game.app import App
from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.canvas import Box
from game.ui.core.input import KEYBOARD, MOUSE, InputAction, InputEvent
from game.ui.core.scene import AppContext, Scene
from game.ui.match.match_flow import match_scene
from tools import bench_cards
from tools.command import command
from tools.shots_moments import (
    EXACT,
    EXACTLY,
    FALLS,
    KNOCK,
    KNOCKS,
    LAYS,
    ROCKIT,
    SOCKER,
    VERBS,
    Camera,
    Sleeper,
)

CROWD = "field=9/4B4/2b1B4/9/2B6/4oB3/2R1R4/4R4/r2R5/9/9 score=1/2 turns=14"
"""Ten puppets on the pitch; one of them is about to be socked."""
SIZE, LARGE = (1280, 720), (1920, 1080)
RUNS = 3
VERB_RUNS = 4
MOMENTS = {
    "Knock": ("socki", KNOCKS, KNOCK, "knock"),
    "Exactly 100": ("socki", EXACT, EXACTLY, "hand_end"),
    "Lift-off": ("rockit", ROCKIT.format("10C"), LAYS, "game_end"),
    "Goal": ("socker", SOCKER, "kick e9 e10", "goal"),
    "A Boss falls": ("sociable", FALLS, "play KD", "hand_end"),
    "The train": ("city", "", "", "join"),
}
"""Moments that fill the screen: game, position, move and the event that is shown.

Without a position: the last pair of a match of Socks in the City.
"""
MOVES = 5  # smallest number of bot moves while the latest frame is searched
OFFICE_SECONDS = 25  # seconds of SOCiable: more than a hand with its chair change


def main() -> None:
    """Measure and print."""
    command(__doc__).parse_args()
    pygame.display.init()
    pygame.font.init()
    ratios = [frames() for _ in range(RUNS)]
    driver = pygame.display.get_driver()
    print(f"Frames at {SIZE[0]}x{SIZE[1]}, driver {driver}, a sock being thrown, {RUNS} runs:")
    for ratio, median, bare, longest in ratios:
        print(f"  median {median:.2f} ms, bare {bare:.2f} ms: ratio {ratio:.2f}; p99 {longest:.2f} ms")
    print(f"  best ratio {min(ratios)[0]:.2f} (bar 1.5), p99 {min(r[3] for r in ratios):.1f} ms (bar 16.7)")
    for name, measure in (
        ("a train coming home on a full map", city_train),
        ("walking the map", city_walk),
        ("panning the closer look", city_pan),
    ):
        best = min(measure() for _ in range(RUNS))
        print(
            f"City, {name}: best ratio {best[0]:.2f} (bar 1.5), median {best[1]:.2f} ms, "
            f"p99 {best[3]:.1f} ms (of CPU time {best[4]:.2f} and {best[5]:.1f} ms)"
        )
    for verb, ratio, median, bare, cpu_time in verb_frames():
        print(
            f"Action {verb}: ratio {ratio:.2f} (bar 1.4), median {median:.2f} ms "
            f"({cpu_time:.2f} ms of CPU time), bare {bare:.2f} ms"
        )
    best = min(end_frames() for _ in range(RUNS))
    print(
        f"The end of a match, {LARGE[0]}x{LARGE[1]}: best ratio {best[0]:.2f} "
        f"(bar 1.6 times that of its table, {best[2]:.2f}), "
        f"median {best[1]:.2f} ms, p99 {best[3]:.1f} ms (bar 16.7)"
    )
    best = min(office_frames() for _ in range(RUNS))
    print(f"SOCiable, hands and chairs: best ratio {best[0]:.2f} (bar 1.5), p99 {best[3]:.1f} ms (bar 16.7)")
    bench_cards.report(RUNS)
    for moment, (game, position, move, kind) in MOMENTS.items():
        best = min(moment_frames(game, position, move, kind) for _ in range(RUNS))
        print(
            f"{moment} at {LARGE[0]}x{LARGE[1]}: best ratio {best[0]:.2f} (bar 1.6), "
            f"median {best[1]:.2f} ms, bare {best[2]:.2f} ms, p99 {best[3]:.1f} ms"
        )
    best_drawer = min(drawer_frames() for _ in range(RUNS))
    print(
        f"The drawer opens and shuts at {LARGE[0]}x{LARGE[1]}: best ratio {best_drawer[0]:.2f} (bar 1.6), "
        f"median {best_drawer[1]:.2f} ms, bare {best_drawer[2]:.2f} ms, p99 {best_drawer[3]:.1f} ms"
    )
    longest, longest_cpu = thinking()
    print(f"Latest frame while bots think: {longest:.1f} ms (bar 50), of CPU time {longest_cpu:.1f} ms")
    for screen in ("title", "lobby", "match"):
        for is_resting, word, bar in ((False, "alive", 12), (True, "at rest", 2)):
            print(f"Idle, {screen} {word}: {idle(screen, is_resting=is_resting):.1%} of a core (bar {bar}%)")
    pygame.quit()
    start()


def opened(home: Path, screen: pygame.Surface) -> tuple[App, Any]:
    """Open a window with a busy match."""
    stores = Storage(home)
    context = AppContext(stores, Audio(), lambda: 1000 * perf_counter(), SCREENS, stores.pictures)
    app = App(context, screen)
    context.open_scene("title")
    session = Session.from_position("socker", CROWD, names=["Ann", "Bo"])
    scene = match_scene(context, session, [Seat("Ann", 0), Seat("Bo", 1)])
    context.scenes.push(scene)
    app.step_frame([])
    return app, scene


def make_pictures(app: App) -> None:
    """Run the loop until the pictures of the scene are rendered and cached."""
    app.step_frame([])
    while app.context.ahead.is_busy or app.context.assets.unsaved_count():
        app.step_frame([])
        pygame.time.wait(1)


def frames() -> tuple[float, float, float, float]:
    """Measure frames of a thrown sock, alternating with bare frames.

    Returns ratio, median, bare median and 99th percentile (ms).
    """
    screen = pygame.display.set_mode(SIZE)
    still = pygame.Surface(SIZE).convert()
    still.fill("#447755")
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as home:
        app, scene = opened(Path(home), screen)
        for _ in range(14):
            scene.context.play("sock e5 f6")
            while scene.animations.is_busy:
                first = perf_counter()
                app.step_frame([])
                second = perf_counter()
                screen.blit(still, (0, 0))
                pygame.display.flip()
                third = perf_counter()
                ours.append(1000 * (second - first))
                bare.append(1000 * (third - second))
                pygame.time.wait(3)
            scene.match.undo()
        app.context.ahead.close()
        app.context.stores.close()
    ours, bare = ours[len(ours) // 7 :], bare[len(bare) // 7 :]  # the first throw renders its sprites
    median, base = statistics.median(ours), statistics.median(bare)
    return median / base, median, base, statistics.quantiles(ours, n=100)[98]


class CountingApp(App):
    """Window that counts its frames."""

    drawn = 0

    def draw(self) -> None:
        """Draw and count."""
        self.drawn += 1
        super().draw()

    def draw_parts(self, top: Scene, now: float, moved: Sequence[Box]) -> None:
        """Draw, and count what is not only an idle animation."""
        drawn = self.drawn + bool(moved)
        super().draw_parts(top, now, moved)
        self.drawn = drawn


class Meter(Camera):
    """Camera that measures the frames of a moment, alternating with bare frames."""

    app: CountingApp
    still: pygame.Surface
    times: list[tuple[float, float, float]]  # ms of each frame, of the bare one after it, and of CPU time

    def frame(self, *events: pygame.event.Event) -> None:
        """Show the next frame, then a bare one."""
        drawn, first, cpu_start = self.app.drawn, perf_counter(), thread_time()
        super().frame(*events)
        second, cpu_time = perf_counter(), thread_time() - cpu_start
        if self.is_rolling and self.app.drawn > drawn:
            self.app.screen.blit(self.still, (0, 0))
            pygame.display.flip()
            bare = perf_counter() - second
            self.times.append((1000 * (second - first), 1000 * bare, 1000 * cpu_time))


def verb_frames(names: Iterable[str] = VERBS) -> Iterator[tuple[str, float, float, float, float]]:
    """Measure the frames of ordinary actions.

    Yields for each action its name, and of its frames ratio, median, bare median and median CPU time, which
    includes that of showing the frame and hardly depends on other load (all in ms). On a simulated
    clock a frame is the same in every run, so its fastest run counts: that of a machine that is not busy.
    """
    screen, time = pygame.display.set_mode(SIZE), [0.0]
    still = pygame.Surface(SIZE).convert()
    still.fill("#447755")
    with tempfile.TemporaryDirectory() as home:
        stores = Storage(Path(home))
        context = AppContext(stores, Audio(), lambda: time[0], SCREENS, stores.pictures)
        app = CountingApp(context, screen)
        context.open_scene("title")
        for name in names:
            runs = list[list[tuple[float, float, float]]]()
            for _ in range(VERB_RUNS):
                meter = Meter(context, app, time, VERBS[name])
                meter.still, meter.times = still, []
                meter.run(VERBS[name], lambda _caption: None)
                meter.close()
                runs.append(meter.times)
            frames = [zip(*frame, strict=True) for frame in zip(*runs, strict=False)]
            median, bare, cpu_time = (statistics.median(map(min, each)) for each in zip(*frames, strict=True))
            yield name, median / bare, median, bare, cpu_time
        context.ahead.close()
        stores.close()


def city_match() -> tuple[Session, str]:
    """Return a match of Socks in the City before its last pair is joined, and the move that joins it."""
    session, bot, joined = Session.new("city", seed=4), find_game("city").bot, 0
    while session.to_move is not None:
        observation = session.observe(session.to_move)
        events = session.play(bot.choose(observation, session.options, "normal", SeededRng(len(session.log))))
        joined = len(session.log) if any(event.kind == "join" for event in events) else joined
    while len(session.log) >= joined:
        move = session.log[-1][1]
        session.undo()
    return session, move


def city_frames(steps: int, step: Callable[[App, Any], Iterator[None]]) -> tuple[float, ...]:
    """Measure frames in Socks in the City. ``step`` yields before each frame of a step.

    Returns ratio, median, bare median and 99th percentile (ms), then median and 99th percentile of CPU time
    (ms).
    """
    screen = pygame.display.set_mode(SIZE)
    still = pygame.Surface(SIZE).convert()
    still.fill("#2C2A5C")
    ours, bare, cpu_times = [], [], []
    with tempfile.TemporaryDirectory() as home:
        app, _scene = opened(Path(home), screen)
        scene = match_scene(app.context, city_match()[0], [Seat("Ann", 0), Seat("Bo", 1)])
        app.context.scenes.push(scene)
        make_pictures(app)
        for number in range(steps):
            for _frame in step(app, scene):
                first, cpu_time = perf_counter(), process_time()
                app.step_frame([])
                second, cpu_time = perf_counter(), process_time() - cpu_time
                screen.blit(still, (0, 0))
                pygame.display.flip()
                if number:
                    cpu_times.append(1000 * cpu_time)
                    ours.append(1000 * (second - first))
                    bare.append(1000 * (perf_counter() - second))
                pygame.time.wait(3)
        app.context.ahead.close()
        app.context.stores.close()
    median, base = statistics.median(ours), statistics.median(bare)
    p99, p99_cpu = (statistics.quantiles(times, n=100)[98] for times in (ours, cpu_times))
    return median / base, median, base, p99, statistics.median(cpu_times), p99_cpu


def moment_frames(game: str, position: str, move: str, kind: str) -> tuple[float, float, float, float]:
    """Measure frames of a moment that fills a large window, twice.

    Returns ratio, median, bare median and 99th percentile (ms). Bots play without delay. All pictures are
    rendered before, as if the match had been idle.
    """
    screen = pygame.display.set_mode(LARGE)
    still = pygame.Surface(LARGE).convert()
    still.fill("#2C2A5C")
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as home:
        app, _scene = opened(Path(home), screen)
        app.context.update_settings(animation_speed="brisk")
        app.context.bot_worker = Sleeper()
        for _ in range(2):
            session, last = city_match() if not position else (Session.from_position(game, position, 3), move)
            seats = [Seat(name, number, "easy") for number, name in enumerate(session.names)]
            scene = match_scene(app.context, session, seats)
            app.context.scenes.push(scene)
            scene.skip()
            for _picture in scene.preload(app.context.measuring_painter):
                pass
            for _ in range(30):
                app.step_frame([])
            scene.match.play(last)
            while scene.animations.is_busy and app.context.scenes.top is scene:
                first = perf_counter()
                app.step_frame([])
                second = perf_counter()
                screen.blit(still, (0, 0))
                pygame.display.flip()
                if (show := scene.animations.show) is not None and show.event.kind == kind:
                    ours.append(1000 * (second - first))
                    bare.append(1000 * (perf_counter() - second))
                pygame.time.wait(3)
            while app.context.scenes.top is not app.context.scenes.scenes[0]:
                app.context.scenes.pop(None)
        app.context.ahead.close()
        app.context.stores.close()
    median, base = statistics.median(ours), statistics.median(bare)
    return median / base, median, base, statistics.quantiles(ours, n=100)[98]


def drawer_frames() -> tuple[float, float, float, float]:
    """Measure frames while the title's drawer opens and closes.

    Returns ratio, median, bare median and 99th percentile (ms). All pictures are rendered before.
    """
    screen = pygame.display.set_mode(LARGE)
    still = pygame.Surface(LARGE).convert()
    still.fill("#2C2A5C")
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as home:
        app, _scene = opened(Path(home), screen)
        app.context.scenes.pop()
        app.context.update_settings(animation_speed="brisk")
        title: Any = app.context.scenes.top
        for _picture in title.preload(app.context.measuring_painter):
            pass
        for _ in range(4):
            for press in ("socki", InputAction.BACK):
                top: Any = app.context.scenes.top
                if press is InputAction.BACK:
                    app.context.scenes.intent(InputEvent(press, KEYBOARD))
                else:
                    top.activate(press)
                app.step_frame([])
                slide = app.context.scenes.top
                while app.context.scenes.top is slide:
                    first = perf_counter()
                    app.step_frame([])
                    second = perf_counter()
                    screen.blit(still, (0, 0))
                    pygame.display.flip()
                    ours.append(1000 * (second - first))
                    bare.append(1000 * (perf_counter() - second))
                    pygame.time.wait(3)
                for _ in range(3):
                    app.step_frame([])
        app.context.ahead.close()
        app.context.stores.close()
    median, base = statistics.median(ours), statistics.median(bare)
    return median / base, median, base, statistics.quantiles(ours, n=100)[98]


def city_train() -> tuple[float, ...]:
    """Measure the train after the last pair is joined."""
    move = city_match()[1]

    def step(_app: App, scene: Any) -> Iterator[None]:
        scene.context.play(move)
        while scene.animations.is_busy:
            yield
        scene.match.undo()

    return city_frames(4, step)


def city_walk() -> tuple[float, ...]:
    """Measure the cursor that moves along the stations, one step per frame."""

    def step(_app: App, scene: Any) -> Iterator[None]:
        map_view = scene.view.map
        for link in map_view.city.links:
            map_view.cursor.jump(link[1], link[0])
            scene.needs_redraw = True
            yield

    return city_frames(3, step)


def city_pan() -> tuple[float, ...]:
    """Measure the enlarged map while the pointer scrolls it."""

    def step(app: App, scene: Any) -> Iterator[None]:
        area, view = scene.view.map.boxes.map, app.context.view
        scene.view.map.is_closer = True
        for number in range(200):
            angle = number / 200 * math.tau
            x = area.centre[0] + area.w * 0.45 * math.sin(angle)
            y = area.centre[1] + area.h * 0.45 * math.sin(2.3 * angle)
            scene.on_input(InputEvent(InputAction.POINT, MOUSE, position=(view.px(x), view.px(y))))
            yield

    return city_frames(3, step)


def end_frames() -> tuple[float, float, float, float]:
    """Measure frames of a match's ending.

    Returns its ratio and median, the ratio of the table before it, and the 99th percentile. Every frame is
    drawn completely.
    """
    screen = pygame.display.set_mode(LARGE)
    still = pygame.Surface(LARGE).convert()
    still.fill("#5B4A6B")
    ours, tables, bare = list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as home:
        app, _scene = opened(Path(home), screen)
        app.context.update_settings(animation_speed="brisk")
        session, bot = Session.new("socki", 4, seed=4, options={"target": 50}), find_game("socki").bot
        while session.to_move is not None:
            observation, rng = session.observe(session.to_move), SeededRng(len(session.log))
            session.play(bot.choose(observation, session.options, "easy", rng))
        scene = match_scene(app.context, session, [Seat(name, n) for n, name in enumerate(session.names)])
        app.context.scenes.push(scene)
        app.draw()

        def frame(draw: Callable[[], object], times: list[float]) -> None:
            first = perf_counter()
            draw()
            second = perf_counter()
            screen.blit(still, (0, 0))
            pygame.display.flip()
            times.append(1000 * (second - first))
            bare.append(1000 * (perf_counter() - second))
            pygame.time.wait(3)

        for _ in range(60):
            frame(app.draw, tables)
        while app.context.scenes.top is scene:
            app.step_frame([])
        winner: Any = app.context.scenes.top
        while winner.runs:
            frame(partial(app.step_frame, []), ours)
        app.context.ahead.close()
        app.context.stores.close()
    median, base = statistics.median(ours), statistics.median(bare)
    return median / base, median, statistics.median(tables) / base, statistics.quantiles(ours, n=100)[98]


def office_frames() -> tuple[float, float, float, float]:
    """Measure frames of SOCiable at the brisk pace, with all animations.

    Returns ratio, median, bare median and 99th percentile (ms).
    """
    screen = pygame.display.set_mode(SIZE)
    still = pygame.Surface(SIZE).convert()
    still.fill("#C9966A")
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as home:
        app, _scene = opened(Path(home), screen)
        app.context.update_settings(animation_speed="brisk")
        session = Session.new("sociable", seed=4, options={"target": 21})
        seats = [Seat(name, n, "easy") for n, name in enumerate(session.names)]
        table = match_scene(app.context, session, seats)
        app.context.scenes.push(table)
        table.skip()
        make_pictures(app)
        end = perf_counter() + OFFICE_SECONDS
        while perf_counter() < end and table in app.context.scenes.scenes[-1:]:
            first = perf_counter()
            app.step_frame([])
            second = perf_counter()
            screen.blit(still, (0, 0))
            pygame.display.flip()
            if table.animations.show is not None:
                ours.append(1000 * (second - first))
                bare.append(1000 * (perf_counter() - second))
            pygame.time.wait(3)
        app.context.close_workers()
        app.context.stores.close()
    median, base = statistics.median(ours), statistics.median(bare)
    return median / base, median, base, statistics.quantiles(ours, n=100)[98]


def thinking() -> tuple[float, float]:
    """Return the longest loop turn in ms while normal bots think in a worker, and the longest CPU time.

    CPU time does not depend on other load of the machine.
    """
    screen = pygame.display.set_mode(SIZE)
    with tempfile.TemporaryDirectory() as home:
        app, _scene = opened(Path(home), screen)
        context = app.context
        session = Session.from_position("socker", CROWD, names=["Ann", "Bo"])
        scene = match_scene(context, session, [Seat("Ann", 0, "normal"), Seat("Bo", 1, "normal")])
        context.scenes.push(scene)
        begin_time, longest, longest_cpu = perf_counter(), 0.0, 0.0
        # A busy machine gets more time for the same number of moves.
        while context.scenes.top is scene and (perf_counter() - begin_time < 14 or len(session.log) <= MOVES):
            events = [event for event in pygame.event.get() if event.type != pygame.WINDOWFOCUSLOST]
            first, cpu_start = perf_counter(), process_time()
            app.step_frame(events)
            if perf_counter() - begin_time > 4:  # the first moves render their sprites
                longest = max(longest, perf_counter() - first)
                longest_cpu = max(longest_cpu, process_time() - cpu_start)
            pygame.time.wait(8)
        context.close_workers()
        context.stores.close()
    return 1000 * longest, 1000 * longest_cpu


def idle(name: str, *, is_resting: bool) -> float:
    """Return the share of a core that a waiting screen uses in four seconds."""
    screen = pygame.display.set_mode(SIZE)
    with tempfile.TemporaryDirectory() as home:
        app, _scene = opened(Path(home), screen)
        if name != "match":
            app.context.scenes.pop()
        if name == "lobby":
            app.context.open_scene("lobby", "socki")
        make_pictures(app)
        for _ in range(300):  # until the window system is quiet
            app.step_frame([])
            pygame.event.clear()
            pygame.time.wait(2)
        if is_resting:
            app._input = -1e9
        pygame.time.set_timer(pygame.USEREVENT, 1000)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        first, start = usage.ru_utime + usage.ru_stime, perf_counter()
        while perf_counter() - start < 4:
            app.step_frame(app.wait_for_events())
        usage = resource.getrusage(resource.RUSAGE_SELF)
        pygame.time.set_timer(pygame.USEREVENT, 0)
        app.context.ahead.close()
        app.context.stores.close()
        return (usage.ru_utime + usage.ru_stime - first) / (perf_counter() - start)


BARE = "import pygame; pygame.init(); pygame.display.set_mode((1280, 720)); pygame.display.flip()"
TITLE = """
import os, sys, tempfile
from pathlib import Path
from time import perf_counter
import game.launch as a
from game.store.storage import Storage
import pygame
stores = Storage(Path(sys.argv[1]))
stage = a.AppContext(stores, a.Audio(), lambda: 1000 * perf_counter(), a.SCREENS, stores.pictures)
pygame.display.init(); pygame.font.init()
app = a.App(stage, pygame.display.set_mode((1280, 720)))
stage.open_scene("title"); app.step_frame([])
if len(sys.argv) > 2:
    while stage.assets.save_some(20): pass
stores.close()
"""


def start() -> None:
    """Measure the start to the title with a warm cache, against a bare start of pygame."""

    def took(*command: str) -> float:
        begin_time = perf_counter()
        subprocess.run([sys.executable, "-c", *command], check=True, capture_output=True)
        return perf_counter() - begin_time

    with tempfile.TemporaryDirectory() as home:
        cold = took(TITLE, home, "keep")
        pairs = [(took(TITLE, home), took(BARE)) for _ in range(5)]
    warm, bare = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = warm / bare
    print(f"Start to title: {warm:.2f} s from the cache, bare {bare:.2f} s: ratio {ratio:.2f} (bar 3)")
    print(f"  the very first start, all pictures made and kept: {cold:.2f} s (bar 3)")


if __name__ == "__main__":
    main()

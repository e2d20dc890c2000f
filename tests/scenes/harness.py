"""Test harness: drives the real window with real events, a fake clock and immediate workers."""

from __future__ import annotations

import math
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from heapq import heappop, heappush
from io import BytesIO
from itertools import count
from pathlib import Path
from struct import pack, unpack
from typing import Any, ClassVar
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game.app import App
from game.bots.worker import WorkerResult
from game.core.discovery import game_slugs, import_object
from game.core.search import LEVEL_SECONDS
from game.core.session import Session
from game.launch import open_first
from game.match.analysis import MatchAnalysis
from game.match.assist_service import HINT_KIND, RequestTarget
from game.match.seats import Seat
from game.party.party import Party, PartyState
from game.scenes import SCREENS
from game.scenes.lobby import LobbyScene
from game.store.storage import Storage
from game.ui.core.assets import Assets
from game.ui.core.audio import Audio
from game.ui.core.canvas import Box
from game.ui.core.input import (
    DEFAULT_KEYS,
    DEFAULT_PAD_BUTTONS,
    NEGATIVE_AXES,
    PAD_BUTTONS,
    POSITIVE_AXES,
    InputAction,
)
from game.ui.core.paint import TextRenderer
from game.ui.core.scene import WAKE_EVENT, AppContext, Scene
from game.ui.core.window import MIN_SIZE
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import ChoiceRow, LayoutTree, LongTextField, RowsScreen, Screen
from tests.rows import Row, Scroll, pane_of, rows_of, screen_scroll
from tests.sampling import PATIENCE, scale
from tests.scenes.layout_checks import labels

CROSS = {
    (0, -1): pygame.CONTROLLER_BUTTON_DPAD_UP,
    (0, 1): pygame.CONTROLLER_BUTTON_DPAD_DOWN,
    (-1, 0): pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    (1, 0): pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
}
ARROWS = {(0, -1): pygame.K_UP, (0, 1): pygame.K_DOWN, (-1, 0): pygame.K_LEFT, (1, 0): pygame.K_RIGHT}

USUAL = pytest.mark.parametrize("window", [(1280, 720)], indirect=True, ids=[""])
"""For tests that measure: the window has its size of the first start."""

SCREENS_AROUND = pytest.mark.parametrize(
    "screen",
    [
        ("settings",), ("bindings",), ("statistics",), ("credits",), ("album",), ("drawer",), ("daily",),
        ("rules", "city"), ("lessons", "socki"), ("lobby", "sociable"), ("lobby", "socker"),
    ],
    ids=" ".join,
)  # fmt: skip
"""Screens around a match, with their arguments."""

SCALES = 4  # scales that keep their pictures; each takes memory
ART: OrderedDict[float, Assets] = OrderedDict()


class SharedAssets(Assets):
    """Picture cache that all workers of a test run share on disk.

    Unlike the player's disk cache, it stores full-size surfaces and is deleted with the run.
    """

    folder: ClassVar[Path | None] = None

    def get(self, key: Hashable, make: Callable[[], pygame.Surface], **how: Any) -> pygame.Surface:
        return super().get(key, lambda: self._read(key, make), **how)

    def _read(self, key: Hashable, draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        if self.folder is None:
            return draw()
        name = blake2b(repr((self.scale, self.bold, key)).encode(), digest_size=16).hexdigest()
        path = self.folder / name
        with suppress(FileNotFoundError):
            data = path.read_bytes()
            return pygame.image.frombuffer(data[4:], (*unpack("HH", data[:4]),), "BGRA")
        surface = draw()
        new = path.with_suffix(f".{os.getpid()}")
        new.write_bytes(pack("HH", *surface.get_size()) + pygame.image.tobytes(surface, "BGRA"))
        new.replace(path)  # atomic, because another worker may be reading it
        return surface


def pictures(scale: float, _cache: Path | None = None) -> Assets:
    """Return the picture cache of a scale, shared by all windows."""
    assets = ART.pop(scale, None) or SharedAssets(scale, limit=96 * 1024 * 1024)
    ART[scale] = assets
    while len(ART) > SCALES:
        ART.popitem(last=False)
    return assets


DRAW_SVG = pygame.image.load_sized_svg
LARGE = 600 * 450  # pixels; larger drawings are not kept, because copying them costs more than drawing them
KEPT = 48 * 1024 * 1024  # pixels of all kept drawings


class Drawings:
    """Cache of SVG drawings, because the next test often draws the same puppet or card."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[bytes, tuple[int, int]], pygame.Surface] = OrderedDict()
        self._pixels = 0

    def draw(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """Replace `pygame.image.load_sized_svg`."""
        pixels = size[0] * size[1]
        if pixels > LARGE:
            return DRAW_SVG(file, size)
        key = file.read(), size
        drawing = self._found.pop(key, None)
        if drawing is None:
            drawing = DRAW_SVG(BytesIO(key[0]), size)
            self._pixels += pixels
        self._found[key] = drawing
        while self._pixels > KEPT:
            (_svg, (w, h)), _drawing = self._found.popitem(last=False)
            self._pixels -= w * h
        return drawing.copy()


DRAWINGS = Drawings()


WIDTHS = staticmethod(lru_cache(maxsize=60_000)(TextRenderer.width.__wrapped__))
"""Text widths for all windows, languages and sizes. A player's program needs only one or two of each."""


@pytest.fixture(autouse=True, scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Replace the slow parts of the program while the tests of a module run."""
    base_folder = tmp_path_factory.getbasetemp()
    run = base_folder if "PYTEST_XDIST_WORKER" not in os.environ else base_folder.parent
    if scale() > 1:  # 10 GB, too much for shared memory; `make soak` empties it
        run = Path(__file__).parents[2] / "build" / "soak"
    (run / "pictures").mkdir(parents=True, exist_ok=True)
    with (
        patch.object(SharedAssets, "folder", run / "pictures"),
        patch("pygame.image.load_sized_svg", DRAWINGS.draw),
        patch.object(TextRenderer, "width", WIDTHS),
        # Files need not survive a power cut.
        patch("os.fsync", lambda _handle: None),
        # The test loop waits for what an immediate worker computes.
        patch.dict(
            LEVEL_SECONDS, {"hard": 0.05, "master": 0.15} if scale() == 1 else {"hard": 0.1, "master": 0.3}
        ),
    ):
        yield


@pytest.fixture(autouse=True, scope="module")
def tidy(quick: None) -> Iterator[None]:
    """Fail if a thread or process (server, worker) outlives its test module.

    The autosave thread is exempt: it is kept with its stores.
    """
    before, children = set(threading.enumerate()), set(multiprocessing.active_children())
    yield
    left = {thread for thread in threading.enumerate() if thread.name != "autosave"} - before
    for thread in left:
        thread.join(PATIENCE)
    assert not [thread for thread in left if thread.is_alive()]
    assert not set(multiprocessing.active_children()) - children


class ImmediateWorker:
    """Worker that computes its answer when asked, so that tests need not wait for a process."""

    def __init__(self, *_arguments: Any) -> None:
        self.ticket = 0
        self.waiting: WorkerResult | None = None

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        self.ticket += 1
        function = import_object(where)
        assert callable(function)
        self.waiting = WorkerResult(self.ticket, function(*arguments))
        return self.ticket

    def poll_result(self) -> WorkerResult | None:
        answer, self.waiting = self.waiting, None
        return answer

    def start(self) -> None:
        pass

    def cancel(self) -> None:
        self.waiting = None

    def close(self) -> None:
        pass


class FakeAnalysisService:
    """Analysis service that analyses nothing, because an analysis takes too long for most tests."""

    fraction_done, broke, is_busy = 0.0, "", False

    def __init__(self, analysis: MatchAnalysis | None = None) -> None:
        self.known = analysis

    def open(self, game: str, record: str) -> None:
        pass

    def findings(self, record: str) -> MatchAnalysis | None:
        return self.known

    def poll(self) -> bool:
        return False

    def close(self) -> None:
        pass


class DelayedWorker(ImmediateWorker):
    """Worker that answers after ``ms`` on the window's clock and then wakes the loop, as a process would."""

    def __init__(self, window: WindowRobot, ms: float) -> None:
        super().__init__()
        self.window, self.ms = window, ms
        self.ready = 0.0
        self.breaks = False
        """If True, later requests end in an error."""

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        ticket = super().submit(where, *arguments)
        if self.breaks:
            self.waiting = WorkerResult(ticket, None, "the needle broke")
        self.ready = self.window.time + self.ms
        self.window.schedule(self.ms, lambda: None)
        return ticket

    def poll_result(self) -> WorkerResult | None:
        return super().poll_result() if self.window.time >= self.ready else None


@dataclass(frozen=True, slots=True)
class FrameRecord:
    """Content of the screen from ``time`` on."""

    time: float
    shown: str  # name of the top scene
    ply: int | None
    """Number of moves that the match shows. None while a move is animated."""


BLINK = 47 if scale() == 1 else 2  # frames that are skipped before one is painted


class RedrawCheckingApp(App):
    """Program that paints only some frames and no idle animation, unless ``watched``."""

    watched = False
    """True to paint every frame; set by the fixture of this name."""

    def __init__(self, app: AppContext, screen: pygame.Surface) -> None:
        self._surface = screen
        self._turns = False
        self._skipped = 0  # frames since the last painted one
        super().__init__(app, screen)
        # Pictures are made on demand, not in the spare time of frames: most tests need none.
        self.spare = 0.0

    @property
    def screen(self) -> pygame.Surface:
        """Screen surface, with any skipped painting done."""
        if self._skipped and not self._turns:
            self._skipped = 0
            super().paint(self._surface)
        return self._surface

    @screen.setter
    def screen(self, screen: pygame.Surface) -> None:
        self._surface = screen

    def step_frame(self, events: Iterable[pygame.event.Event]) -> None:
        self._turns = True
        try:
            super().step_frame(events)
        finally:
            self._turns = False

    def draw(self) -> None:
        if not self._turns:
            self._skipped = 0  # paints everything that was skipped
        super().draw()

    def paint(self, screen: pygame.Surface) -> None:
        if screen is self._surface and self._turns and not self.watched and self._skipped < BLINK:
            self._skipped += 1
            return
        if screen is self._surface:
            self._skipped = 0
        super().paint(screen)

    def draw_parts(self, top: Scene, now: float, moved: Sequence[Box]) -> None:
        if self.watched:
            super().draw_parts(top, now, moved)
        else:
            self._breath = now
            top.tick_idle(now)
            self._skipped += 1


def is_settled(scene: MatchScene) -> bool:
    """True if no animation runs, no hint is awaited and a local person is to move."""
    asks = scene.context.hints.is_pending(HINT_KIND, asker=RequestTarget.SCREEN)
    return not scene.animations.is_busy and scene.match.local_to_move is not None and not asks


class StopLoop(BaseException):
    """Ends the loop when its time is over. A BaseException, so that nothing catches it."""


class FakeClock:
    """Replaces `pygame.time.Clock` with the window's clock."""

    def __init__(self, window: WindowRobot) -> None:
        self.window = window

    def tick(self, _frames: int) -> None:
        self.window.pass_time(self.window.frame)


class Sounds(list[str]):
    """Names of the sound effects played from now on, and in ``heard`` their times in ms, names and tones."""

    def __init__(self, window: WindowRobot) -> None:
        super().__init__()
        self.heard: list[tuple[float, str, int | None]] = []
        self._window, self._start = window, window.time
        window.context.audio.play = self._play  # type: ignore[method-assign]

    def _play(self, name: str, pan: float = 0.0, tone: int | None = None) -> None:
        self.append(name)
        self.heard.append((self._window.time - self._start, name, tone))

    def of(self, name: str) -> list[tuple[float, int | None]]:
        """Times and tones of a sound."""
        return [(ms, tone) for ms, sound, tone in self.heard if sound == name]


class WindowRobot:
    """The game's window, operated as a person would.

    It has the smallest supported size unless the test gives one, because small windows draw faster. Its
    player has played every game before, unless ``first`` is True.
    """

    opened: ClassVar[list[WindowRobot]] = []  # windows that are not closed yet

    def __init__(
        self, home: Path, size: tuple[int, int] = MIN_SIZE, *, first: bool = False, **settings: object
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        self.time = 0.0
        self.frame = 1000 / 60  # ms per frame while something moves
        self.drawn: list[FrameRecord] = []
        """Frames drawn by `play_bots`, one entry for each change."""
        self._later: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = count()
        self.context = AppContext(Storage(home), Audio(), lambda: self.time, SCREENS, make_assets=pictures)
        self.context.bot_worker = ImmediateWorker()  # type: ignore[assignment]
        self.context.background_worker = ImmediateWorker()  # type: ignore[assignment]
        self.context.worker = ImmediateWorker  # type: ignore[method-assign,assignment]
        self.context.insights = FakeAnalysisService()  # type: ignore[assignment]
        self.context.phones.open = self._loopback_opener(self.context.phones.open)  # type: ignore[method-assign]
        changes: dict[str, object] = {"animation_speed": "instant", "language": "en"}
        if not first:
            changes["house_rules"] = {slug: {} for slug in game_slugs()}
        changes |= settings
        self.context.apply_settings(self.context.settings.with_changes(**changes))
        if not first:
            self.context.save_settings()
            self.context.phones.introduced |= set(game_slugs())
        self.opened.append(self)
        self.app = RedrawCheckingApp(self.context, pygame.display.set_mode(size, pygame.RESIZABLE))
        pygame.event.clear()
        open_first(self.context)
        self.point(0, 0)

    @staticmethod
    def _loopback_opener(open_party: Callable[..., Party]) -> Callable[..., Party]:
        """Wrap the opening of the phone server: loopback only, any free port."""
        return lambda saved=None, port=0, host="127.0.0.1": open_party(saved, port, host)

    def open_party(self) -> None:
        """Start the phone server. The window's clock doesn't advance meanwhile."""
        self.context.phones.open()
        while self.context.phones.state is not PartyState.OPEN:
            self.step(ms=0)

    def close(self) -> None:
        if self in self.opened:
            self.opened.remove(self)
        self.context.phones.close(PATIENCE)
        self.context.ahead.close()
        self.context.stores.close()

    @property
    def top(self) -> Any:
        return self.context.scenes.top

    @property
    def top_match(self) -> MatchScene:
        """Match on top. Fails for another screen."""
        scene = self.top
        assert isinstance(scene, MatchScene)
        return scene

    @property
    def shown(self) -> str:
        """Name of the top scene; for a match, the name of its view."""
        return type(self.top.view if isinstance(self.top, MatchScene) else self.top).__name__

    def open_match(self, session: Session, seats: Sequence[Seat] = (), people: int = 8) -> MatchScene:
        """Open a match. Without ``seats``, the first ``people`` seats are persons, the others easy bots."""
        names = enumerate(session.names)
        seats = seats or [Seat(name, look, "" if look < people else "easy") for look, name in names]
        scene = match_scene(self.context, session, seats)
        self.context.scenes.push(scene)
        return scene

    def step(self, *events: pygame.event.Event, ms: float = 16) -> None:
        """Post events, advance the clock by ``ms`` and run one turn of the loop."""
        for event in events:
            pygame.event.post(event)
        self.time += ms
        self.app.step_frame(pygame.event.get())

    def run_for(self, ms: float) -> None:
        """Run the loop until ``ms`` have passed on its clock. Longer waits use coarser steps."""
        end, step = self.time + ms, min(100.0, max(16.0, ms / 60))
        while self.time < end and self.app.open:
            self.step(ms=step)

    def run_until(self, condition: Callable[[], object], ms: float = 16, turns: int = 2000) -> None:
        """Run the loop in steps of ``ms`` until ``condition`` is true. Fails after ``turns`` steps."""
        for _ in range(turns):
            if condition():
                return
            self.step(ms=ms)
        raise AssertionError("that never comes")

    def schedule(self, ms: float, do: Callable[[], object]) -> None:
        """Call ``do`` in ``ms`` on the window's clock, outside the loop, and wake the loop for it."""
        heappush(self._later, (self.time + ms, next(self._numbers), do))

    def pass_time(self, ms: float) -> None:
        """Advance the clock, running the `schedule` calls that fall due at their time."""
        end = self.time + ms
        while self._later and self._later[0][0] <= end:
            self.time, _number, do = heappop(self._later)
            do()
            pygame.event.post(pygame.event.Event(WAKE_EVENT))
        self.time = end

    def play_bots(
        self, ms: float, run: Callable[[], object] | None = None, until: Callable[[], object] = lambda: False
    ) -> None:
        """Run the program's own loop without any input.

        `step` and `run_for` run a turn even if the loop would sleep. This runs one only when the loop wakes,
        so a missing wake-up shows. Frames are recorded in ``drawn`` and not painted.

        Args:
            ms: duration on the window's clock.
            run: function that runs the loop; default `App.run`.
            until: the run ends before the turn at which this is true.
        """
        app, end, turn = self.app, self.time + ms, self.app.step_frame

        def turned(events: list[pygame.event.Event]) -> None:
            if self.time >= end or until():
                raise StopLoop
            turn(events)
            self.pass_time(1)  # every turn takes time, so a loop that never waits also ends

        def waited(ms: float, *, polled: bool) -> None:
            events = [when - self.time for when, _number, _do in self._later[:1]]
            self.pass_time(min(ms, max(0.0, end - self.time), *events))
            if self.time >= end:
                raise StopLoop

        def watched() -> None:
            for scene in self.context.scenes.scenes:
                scene.needs_redraw = False
            self._record_frame()

        with (
            patch.object(app, "step_frame", turned),
            patch.object(app, "draw", watched),
            patch.object(self.context.scenes, "draw", lambda _painter: None),
            patch("game.app.wait_for_event", waited),
            patch("pygame.time.Clock", lambda: FakeClock(self)),
        ):
            try:
                (run or app.run)()
            except StopLoop:
                return

    def _record_frame(self) -> None:
        match = next((scene for scene in self.context.scenes.scenes if isinstance(scene, MatchScene)), None)
        waits = match is not None and not match.animations.is_busy
        frame = FrameRecord(
            self.time, self.shown, len(match.match.session.log) if match is not None and waits else None
        )
        if not self.drawn or (frame.shown, frame.ply) != (self.drawn[-1].shown, self.drawn[-1].ply):
            self.drawn.append(frame)

    def record_sounds(self) -> Sounds:
        """Return a list that receives the names of the sound effects played from now on."""
        return Sounds(self)

    def finish_animations(self) -> None:
        """Run the loop until a person has to act and the guard against early presses is over."""
        for _ in range(20_000):
            assert self.app.open, "the system has closed the window, at the end of a time limit"
            top = self.top
            if not isinstance(top, MatchScene) or is_settled(top):
                while self.has_input_cooldown:
                    self.step(ms=100)
                return
            self.step(ms=50)
        raise AssertionError("the match stands still")

    def leave_and_resume(self) -> MatchScene:
        """Leave the match by its menu and resume it where it was left."""
        left, record = self.top, self.top.match.session.record()
        self.press_key(pygame.K_p)
        self.choose("Save and quit")
        assert self.shown == "TitleScene"
        self.context.stores.autosave.flush()
        self.top.on_result(None)
        self.press_key(pygame.K_x)
        if self.shown == "HandoverScene":
            self.press_key(pygame.K_RETURN)
        assert self.top is not left
        assert self.top_match.match.session.record() == record
        return self.top_match

    def resume_saved(self) -> MatchScene:
        """Resume the saved match from the title, past the handover screen."""
        self.click_box(dict(self.top.focusable())["resume"])
        for _ in range(20):
            self.step(ms=50)
            if self.shown == "HandoverScene":
                self.press_key(pygame.K_RETURN)
        return self.top_match

    def past_winner(self) -> None:
        """Wait until the winner's screen is over."""
        while self.shown == "WinnerScene":
            self.step(ms=100)

    def picture(self) -> bytes:
        """Return the screen as RGB bytes, painted again."""
        self.app.draw()
        return self.pixels()

    def pixels(self, place: Box | pygame.Rect | None = None) -> bytes:
        """Return the screen as it is now, or a box of it in units or pixels, as RGB bytes."""
        rect = self.context.view.rect(place) if isinstance(place, Box) else place
        screen = self.app.screen
        return pygame.image.tobytes(screen if rect is None else screen.subsurface(rect), "RGB")

    def is_fully_drawn(self) -> bool:
        """True if the screen, painted piece by piece, equals a full repaint. The screen is not changed."""
        assert self.app.watched, "the fixture `watched` is missing"
        screen = self.app.screen
        repainted = screen.copy()
        self.app.paint(repainted)
        return pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(repainted, "RGB")

    def wait_until_readable(self) -> None:
        """Wait until a press acts: on a new screen, or after the turn has just changed."""
        while self.context.scenes.is_deaf:
            self.step()
        while self.has_input_cooldown:
            self.step(ms=100)

    @property
    def has_input_cooldown(self) -> bool:
        """True if the turn has changed so recently that no press acts."""
        return isinstance(self.top, MatchScene) and self.top.context.input_cooldown.is_on

    @property
    def bar(self) -> LayoutTree | None:
        """Layout of the status bar. None while there is none."""
        bar = self.app.status_bar
        return None if bar.props is None else bar.frame(bar.painter(self.app.screen), bar.props)

    @property
    def bar_text(self) -> str:
        """Texts in the status bar, from left to right; empty without a bar."""
        return " ".join(labels(self.bar)) if self.bar is not None else ""

    def press_bar(self) -> None:
        """Click near the left end of the status bar, which is above the canvas."""
        self.click(60, -10)

    def press_key(self, key: int, mod: int = 0, *, hasty: bool = False) -> None:
        if not hasty:
            self.wait_until_readable()
        self.hold_key(key, mod)
        self.release_key(key, mod)

    def hold_key(self, key: int, mod: int = 0, ms: float = 16) -> None:
        """Press a key and keep it down."""
        self.step(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""), ms=ms)

    def release_key(self, key: int, mod: int = 0, ms: float = 16) -> None:
        self.step(pygame.event.Event(pygame.KEYUP, key=key, mod=mod), ms=ms)

    def press_keys(self, *keys: int) -> None:
        for key in keys:
            self.press_key(key)

    def type_text(self, text: str) -> None:
        for letter in text:
            self.step(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def press_button(self, name: str, pad: int = 0) -> None:
        """Press and release a button, push a stick and let it go, or pull a trigger."""
        number = PAD_BUTTONS[name]
        if number < POSITIVE_AXES:
            self.button_number(number, pad)
            return
        self.wait_until_readable()
        axis, full = (
            (number - NEGATIVE_AXES, -32767) if number >= NEGATIVE_AXES else (number - POSITIVE_AXES, 32767)
        )
        for value in (full, 0):
            self.step(
                pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=pad)
            )

    def button_number(self, number: int, pad: int = 0) -> None:
        self.wait_until_readable()
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self.step(pygame.event.Event(kind, button=number, instance_id=pad))

    def push_stick(self, x: float, y: float, pad: int = 0) -> None:
        for axis, value in ((pygame.CONTROLLER_AXIS_LEFTX, x), (pygame.CONTROLLER_AXIS_LEFTY, y)):
            lean = round(value * 32767)
            self.step(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=lean, instance_id=pad))

    def point(self, x: float, y: float) -> None:
        at = self.context.view.pixels((x, y))
        self.step(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 0), buttons=(0, 0, 0), touch=False))

    def click(self, x: float, y: float, button: int = 1, *, hasty: bool = False) -> None:
        at = self.context.view.pixels((x, y))
        if not hasty:
            self.wait_until_readable()
            while self.top is not None and self.app.doubles(at, self.top, self.time):
                self.step()
        self.hold(x, y, button)
        self._button(pygame.MOUSEBUTTONUP, at, button)

    def hold(self, x: float, y: float, button: int = 1) -> None:
        """Press a mouse button and keep it down."""
        self.point(x, y)
        self._button(pygame.MOUSEBUTTONDOWN, self.context.view.pixels((x, y)), button)

    def release(self, x: float, y: float, button: int = 1) -> None:
        """Move the pointer, and release a mouse button."""
        self.point(x, y)
        self._button(pygame.MOUSEBUTTONUP, self.context.view.pixels((x, y)), button)

    def drag(self, *points: tuple[float, float]) -> None:
        """Press at the first point once that acts, and move over the others. The button stays down."""
        self.wait_until_readable()
        self.hold(*points[0])
        for point in points[1:]:
            self.point(*point)

    def _button(self, kind: int, at: tuple[int, int], button: int) -> None:
        self.step(pygame.event.Event(kind, pos=at, button=button, touch=False))

    @property
    def rows(self) -> list[Row]:
        """Rows of the top sheet, or of the house rules in the lobby."""
        return rows_of(pane_of(self.top))

    def row(self, label: str) -> Row:
        """Return the row with this label, else the first with these words in its label."""
        rows = [row for row in self.rows if label in row.label]
        assert rows, f"{label} stands nowhere"
        return next((row for row in rows if row.label == label), rows[0])

    @property
    def texts(self) -> list[str]:
        """Texts of the rows."""
        return [row.text for row in self.rows if row.text]

    @property
    def screen_text(self) -> str:
        """Text of the top sheet, row by row."""
        return " ".join(self.texts)

    @property
    def focused(self) -> Row:
        """Row that has the focus."""
        pane = pane_of(self.top)
        pane.actions()
        return next(row for row in self.rows if row.key == pane.focus)

    def focus_on(self, row: Row | str) -> None:
        """Focus a row, given directly or by label, and scroll it into sight."""
        row = self.row(row) if isinstance(row, str) else row
        if row.screen is not self.top:
            self.top.focus = "form"
        row.screen.set_focus(row.key)

    def set_row(self, label: str, value: str) -> None:
        """Focus a setting and step to the value that begins with these words, by keys."""
        self.focus_on(label)
        for _step in range(40):
            if self.row(label).value.startswith(value):
                return
            self.press_key(pygame.K_RIGHT)
        raise AssertionError(f"{label} never shows {value}")

    def click_row(self, label: str, value: str = "") -> None:
        """Click a row, or a value of it. Of a stepper, the right end is clicked until it shows the value."""
        row = self.row(label)
        if not row.in_sight:
            self.focus_on(row)
            row = self.row(label)
        if not value:
            self.click_box(row.box)
            return
        shown, ruler = row.of(ChoiceRow), self.context.measuring_painter
        control = shown.control_box(ruler, row.box)
        if places := shown.segments(ruler, control):
            self.click_box(places[shown.words.index(value)])
        for _step in () if places else range((shown.words.index(value) - shown.place) % len(shown.words)):
            self.click(control.right - 20, control.centre[1])

    @property
    def scroll(self) -> Scroll:
        """Scroll position of the rows."""
        return screen_scroll(pane_of(self.top))

    def scroll_to(self, at: float) -> None:
        """Scroll the rows, at most to their end. The focus stays."""
        pane = pane_of(self.top)
        pane.scroll = max(0.0, min(at, self.scroll.end))
        pane.needs_redraw = True

    @property
    def drawn_rows(self) -> dict[str, Box]:
        """Rows in sight, by label or text. Folded house rules leave out what they would cut."""
        return {row.label or row.text: row.box for row in self.rows if row.part.can_be_read}

    def _labels(self) -> Iterator[tuple[Any, str]]:
        """Yield key or row, and label, of each entry of the top menu."""
        if isinstance(self.top, Screen) and not isinstance(self.top, RowsScreen):
            for key, action in self.top.actions().items():
                parts = self.top.frame.subset(frozenset({key})).parts
                yield key, action.label or " ".join(part.element.accessible_text for part in parts).strip()
        if not isinstance(self.top, LobbyScene) or not self.top.house_rules.folded:
            yield from ((row, row.label) for row in self.rows)

    @property
    def choices(self) -> list[str]:
        """Labels of the entries of the top menu."""
        return [label for _place, label in self._labels() if label]

    def choose(self, text: str) -> None:
        """Press the entry with these words on the top menu, also if it is behind More."""
        self.wait_until_readable()
        entry = next((place for place, label in self._labels() if text in label), None)
        if entry is None and "More" in self.choices:
            self.choose("More")
            self.choose(text)
            return
        assert entry is not None, f"{text} stands nowhere"
        if isinstance(entry, Row):
            self.focus_on(entry)
        else:
            self.top.set_focus(entry)
        self.press_key(pygame.K_RETURN)

    def choose_tab(self, label: str) -> None:
        """Press a tab of the top sheet, without a device."""
        next(tab.action for tab in self.top.tabs() if tab.label == label).press()
        self.top.needs_redraw = True

    def fill_in(self, text: str) -> None:
        """Type into the long field of the top sheet."""
        self.focus_on(next(row for row in self.rows if isinstance(row.widget, LongTextField)))
        self.point(5, 5)
        self.type_text(text)

    def click_box(self, box: Box, *, hasty: bool = False) -> None:
        self.click(*box.centre, hasty=hasty)

    def click_strip(self, act: str) -> None:
        """Click the help strip's entry for an act, or the one in the panel with all of them."""
        from game.ui.widgets import prompts_for

        _box, entries = prompts_for(self.context, self.top)
        boxes = {entry.act.value: entry.box for entry in entries}
        if act not in boxes:
            self.click_box(boxes["help"])
            self.top.set_focus(act)  # in large letters the panel scrolls
            self.step()
            boxes = self.top.control_boxes()
        self.click_box(boxes[act])


@pytest.fixture
def window(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[WindowRobot]:
    """A window of the smallest size; see `USUAL` for tests that measure."""
    yield (robot := WindowRobot(tmp_path, getattr(request, "param", MIN_SIZE)))
    robot.close()


class MatchRobot:
    """Player with one input device: keys, a pad or the mouse."""

    def __init__(self, window: WindowRobot) -> None:
        self.window = window

    def step(self, dx: int, dy: int) -> None:
        """Press a direction."""
        raise NotImplementedError

    def act(self, act: InputAction) -> None:
        """Press what this device has for an action."""
        raise NotImplementedError

    def confirm(self) -> None:
        self.act(InputAction.CONFIRM)

    def next_piece(self) -> None:
        self.act(InputAction.NEXT)

    def second(self) -> None:
        self.act(InputAction.SECONDARY)

    def end_turn(self) -> None:
        self.act(InputAction.END_TURN)

    def back(self) -> None:
        self.act(InputAction.BACK)

    def start_from_title(self, slug: str) -> None:
        """Start a match from the title with the default rules."""
        for goal in (slug, "start"):
            self.walk(lambda: self.window.top.focus, goal, self.window.top.focusable())
            self.confirm()

    def walk(self, current: Callable[[], str], goal: str, targets: Iterable[tuple[str, Box]]) -> None:
        """Step the focus of a scene to a place."""
        boxes = dict(targets)
        for _ in range(40):
            if current() == goal:
                return
            (x, y), (gx, gy) = boxes[current()].centre, boxes[goal].centre
            dx, dy = gx - x, gy - y
            before = current()
            self.step(*((_sign(dx), 0) if abs(dx) > abs(dy) else (0, _sign(dy))))
            if current() == before:
                self.step(*((0, _sign(dy)) if abs(dx) > abs(dy) else (_sign(dx), 0)))
        raise AssertionError(f"{goal} cannot be reached from {current()}")

    def play(self, move: str) -> None:
        """Make a move of Socker as a player would."""
        controller = self.window.top.view.controller
        verb, *cells = move.split()
        if verb == "end":
            self.end_turn()
            return
        for _ in range(12 * (len(cells) - 1)):
            if controller.chosen == cells[0]:
                break
            self.next_piece()
        assert len(cells) == 1 or controller.chosen == cells[0]
        self.cursor_to(cells[-1])
        self.confirm()

    def cursor_to(self, cell: str) -> None:
        """Step the cursor to a space."""
        view = self.window.top.view
        tried: set[tuple[str | None, int, int]] = set()
        for _ in range(60):
            cursor = view.controller.cursor
            if cursor == cell:
                return
            (x, y), (gx, gy) = map(view.pitch.boxes.ground.place, (cursor, cell))
            ways = sorted(
                ARROWS,
                key=lambda way: -(way[0] * (gx - x) + way[1] * (gy - y)) / (math.hypot(gx - x, gy - y) or 1),
            )
            way = next(way for way in ways if (cursor, *way) not in tried)
            tried.add((cursor, *way))
            self.step(*way)
        raise AssertionError(f"the cursor cannot reach {cell}")


class KeyboardRobot(MatchRobot):
    def step(self, dx: int, dy: int) -> None:
        self.window.press_key(ARROWS[(dx, dy)])

    def act(self, act: InputAction) -> None:
        self.window.press_key(pygame.key.key_code(DEFAULT_KEYS[act][0]))


class GamepadRobot(MatchRobot):
    def step(self, dx: int, dy: int) -> None:
        self.window.button_number(CROSS[(dx, dy)])

    def act(self, act: InputAction) -> None:
        self.window.press_button(DEFAULT_PAD_BUTTONS[act][0])


class MouseRobot(MatchRobot):
    def start_from_title(self, slug: str) -> None:
        self.window.click_box(dict(self.window.top.focusable())[slug])
        self.window.click_box(self.window.top.frame.boxes["start"])

    def play(self, move: str) -> None:
        view = self.window.top.view
        verb, *cells = move.split()
        if verb == "end":
            self.end_turn()
        for cell in cells if view.controller.chosen not in cells[:1] else cells[1:]:
            self.window.click(*view.pitch.boxes.ground.middle(cell))

    def act(self, act: InputAction) -> None:
        self.window.click_strip(act)

    def confirm(self) -> None:
        if isinstance(self.window.top, Screen):
            self.window.click_box(dict(self.window.top.focusable())[self.window.top.focus])
            return
        self.window.click_box(self.window.focused.box)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


DEVICES = pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot, MouseRobot])

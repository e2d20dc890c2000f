"""Processor time of the parts of the window's loop turns, for `sockdrawer_classroom.tools.bench_class`.

Parts are nested, for example drawing in a turn. The time of an inner part does not count for the outer one.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import wraps
from time import perf_counter
from typing import Any

import pygame

from game.app import App
from game.match.phone_seats import PhoneMatch
from game.party.party import Party
from game.party.server import PartyServer
from game.store.room import Room
from game.ui.core.canvas import Box
from game.ui.core.layer import CachedLayer
from game.ui.core.scene import AppContext, Scene
from sockdrawer_classroom.classroom import ClassPhones, Classroom, TeacherDesk
from sockdrawer_classroom.classroom._phone_gateway import TeacherPages
from sockdrawer_classroom.scenes.big_screen import BigScreenScene
from sockdrawer_classroom.tiled_layer import TiledLayer

PARTS: tuple[tuple[str, Any, str], ...] = (
    ("tables moved on", Classroom, "tick"),
    ("taps taken in", ClassPhones, "_handle_news"),
    ("kept", Room, "save_part"),
    ("phones looked after", ClassPhones, "tick"),
    ("phones told", PhoneMatch, "publish_to"),
    ("phones written to", Party, "publish"),
    ("server called", PartyServer, "call"),
    ("teacher told", TeacherPages, "tick"),
    ("glance", TeacherDesk, "snapshot"),
    ("screens told", BigScreenScene, "on_snapshot"),
    ("scene moved on", BigScreenScene, "tick"),
    ("pictures made ahead", App, "_warm"),
    ("pictures made", TiledLayer, "_drawable_count"),
    ("room drawn", CachedLayer, "update"),
    ("tables drawn", TiledLayer, "_redraw_rect"),
    ("picture put down", TiledLayer, "draw_parts"),
    ("drawn else", App, "paint"),
    ("put up", App, "draw"),
    ("breath", App, "draw_parts"),
    ("tidied", App, "_tidy"),
)
"""Name, class and method of each part."""
REST = "all else"
GARBAGE = "garbage looked for"
SHOWN = 12  # number of the longest turns that are printed


class TurnParts:
    """Stopwatch that runs for one part at a time."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}  # ms by part of the present turn
        self._open: list[str] = []
        self._since = 0.0
        self._thread = 0  # measured thread; 0 between turns

    def watch(self) -> None:
        """Patch the program so that it measures its parts."""
        for part, owner, name in PARTS:
            self._wrap(part, owner, name)
        gc.callbacks.append(self._time_garbage)

    def begin(self) -> None:
        """Start a turn. Only this thread is measured."""
        self.spent.clear()
        self._thread = threading.get_ident()
        self._enter(REST)

    def end(self) -> Mapping[str, float]:
        """End a turn and return its times in ms by part."""
        self._leave()
        self._thread = 0
        return dict(self.spent)

    def _wrap(self, part: str, owner: Any, name: str) -> None:
        """Replace a method by one that measures its time for ``part``."""
        original = getattr(owner, name)

        @wraps(original)
        def timed(*args: Any, **kwargs: Any) -> Any:
            if threading.get_ident() != self._thread:
                return original(*args, **kwargs)
            self._enter(part)
            try:
                return original(*args, **kwargs)
            finally:
                self._leave()

        setattr(owner, name, timed)

    def _time_garbage(self, phase: str, _info: object) -> None:
        """Measure a garbage collection."""
        if threading.get_ident() == self._thread:
            self._enter(GARBAGE) if phase == "start" else self._leave()

    def _enter(self, part: str) -> None:
        """Start to measure a part inside the present one."""
        self._count()
        self._open.append(part)

    def _leave(self) -> None:
        """Return to the outer part."""
        self._count()
        self._open.pop()

    def _count(self) -> None:
        """Add the time since the last call to the innermost part."""
        now_ms = 1000 * time.thread_time()
        if self._open:
            part = self._open[-1]
            self.spent[part] = self.spent.get(part, 0.0) + now_ms - self._since
        self._since = now_ms


class Watched(App):
    """Program loop that ends at a given time and records the times of its turns."""

    def __init__(self, app: AppContext, screen: pygame.Surface) -> None:
        super().__init__(app, screen)
        self.until = 0.0
        self.turns: list[float] = []  # ms of each loop turn
        self.frames: list[float] = []  # ms of the turns that drew something
        self.waited = 0.0  # ms that the thread has waited for a processor
        self._draws = False
        self.parts = TurnParts()
        self.made: list[Mapping[str, float]] = []
        """Processor time of each frame by part, which excludes waiting on a busy machine."""
        self.unseen: list[Mapping[str, float]] = []
        """Processor time of turns that drew nothing; garbage collection runs in them."""

    @property
    def open(self) -> bool:
        """True if there is something to show and time is left."""
        return super().open and perf_counter() < self.until

    def step_frame(self, events: Iterable[pygame.event.Event]) -> None:
        """Run and measure a turn."""
        start = perf_counter()
        self._draws = False
        self.parts.begin()
        super().step_frame(events)
        (self.made if self._draws else self.unseen).append(self.parts.end())
        took = 1000 * (perf_counter() - start)
        self.turns.append(took)
        if self._draws:
            self.frames.append(took)

    def draw(self) -> None:
        self._draws = True
        super().draw()

    def draw_parts(self, top: Scene, now: float, moved: Sequence[Box]) -> None:
        """Draw a frame of idle animation, or of small motions."""
        self._draws = True
        super().draw_parts(top, now, moved)

    def forget(self) -> None:
        """Discard all records."""
        for records in (self.turns, self.frames, self.made, self.unseen):
            records.clear()


def tell_parts(turns: Sequence[Mapping[str, float]], frame_ms: float) -> None:
    """Print the parts of turns, and of those whose work took longer than a frame."""
    heavy = sorted((turn for turn in turns if whole(turn) > frame_ms), key=whole)
    print(f"{'part of a turn, ms of CPU time':32} {'per turn':>8} {'longest':>8} {'in a heavy turn':>16}")
    for part in sorted({part for turn in turns for part in turn}, key=lambda part: -_mean(part, turns)):
        longest = max(turn.get(part, 0.0) for turn in turns)
        print(f"  {part:30} {_mean(part, turns):8.2f} {longest:8.1f} {_mean(part, heavy):16.1f}")
    for turn in heavy[-SHOWN:]:
        parts = sorted(turn.items(), key=lambda item: -item[1])
        text = ", ".join(f"{part} {ms:.1f}" for part, ms in parts if ms >= 0.5)
        print(f"  a turn of {whole(turn):.1f} ms: {text}")


def _mean(part: str, turns: Sequence[Mapping[str, float]]) -> float:
    """Return the mean time of a part per turn, in ms."""
    return sum(turn.get(part, 0.0) for turn in turns) / max(1, len(turns))


def whole(turn: Mapping[str, float]) -> float:
    """Return the total processor time of a turn, in ms."""
    return sum(turn.values())

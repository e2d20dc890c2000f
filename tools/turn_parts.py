"""What the turns of the window's loop consist of: the processor time of each part, for `tools.bench_class`.

Parts lie within each other, as drawing within a turn; what an inner one takes is not told of the outer one.
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
from game.match.classroom import ClassPhones, Classroom, TeacherDesk
from game.match.classroom._phone_gateway import TeacherPages
from game.match.phone_seats import PhoneMatch
from game.party.party import Party
from game.party.server import PartyServer
from game.scenes.classroom.big_screen import BigScreenScene
from game.store.saves import ClassSessionStore
from game.ui.core.layer import CachedLayer, TiledLayer
from game.ui.core.scene import AppContext, Scene

PARTS: tuple[tuple[str, Any, str], ...] = (
    ("tables moved on", Classroom, "tick"),
    ("taps taken in", ClassPhones, "_take"),
    ("kept", ClassSessionStore, "keep"),
    ("phones looked after", ClassPhones, "turn"),
    ("phones told", PhoneMatch, "tell"),
    ("phones written to", Party, "publish"),
    ("server called", PartyServer, "call"),
    ("teacher told", TeacherPages, "turn"),
    ("glance", TeacherDesk, "glance"),
    ("screens told", BigScreenScene, "glanced"),
    ("scene moved on", BigScreenScene, "tick"),
    ("pictures made ahead", App, "_warm"),
    ("pictures made", TiledLayer, "_ready"),
    ("room drawn", CachedLayer, "hold"),
    ("tables drawn", TiledLayer, "_mend"),
    ("picture put down", TiledLayer, "put"),
    ("drawn else", App, "paint"),
    ("put up", App, "draw"),
    ("breath", App, "breathe"),
    ("tidied", App, "_tidy"),
)
"""What is told of, by the method that does it."""
REST = "all else"
GARBAGE = "garbage looked for"
SHOWN = 12
"""So many of the longest turns are written down one by one."""


class TurnParts:
    """A watch that runs for one part at a time."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        """What this turn has come to so far, in ms by part."""
        self._open: list[str] = []
        self._since = 0.0
        self._thread = 0
        """Whose work it is that is noted; 0 between the turns."""

    def watch(self) -> None:
        """Have the program note it from now on."""
        for part, owner, name in PARTS:
            self._wrap(part, owner, name)
        gc.callbacks.append(self._garbage)

    def begin(self) -> None:
        """A turn begins; other threads than this one are not looked at."""
        self.spent.clear()
        self._thread = threading.get_ident()
        self._enter(REST)

    def end(self) -> Mapping[str, float]:
        """The turn is over; what it was made of, in ms."""
        self._leave()
        self._thread = 0
        return dict(self.spent)

    def _wrap(self, part: str, owner: Any, name: str) -> None:
        whole = getattr(owner, name)

        @wraps(whole)
        def timed(*given: Any, **more: Any) -> Any:
            if threading.get_ident() != self._thread:
                return whole(*given, **more)
            self._enter(part)
            try:
                return whole(*given, **more)
            finally:
                self._leave()

        setattr(owner, name, timed)

    def _garbage(self, phase: str, _info: object) -> None:
        if threading.get_ident() == self._thread:
            self._enter(GARBAGE) if phase == "start" else self._leave()

    def _enter(self, part: str) -> None:
        self._count()
        self._open.append(part)

    def _leave(self) -> None:
        self._count()
        self._open.pop()

    def _count(self) -> None:
        """What has passed since the last look belongs to the innermost part."""
        now = 1000 * time.thread_time()
        if self._open:
            part = self._open[-1]
            self.spent[part] = self.spent.get(part, 0.0) + now - self._since
        self._since = now


class Watched(App):
    """The program's own loop, which stops at a time and notes how long its turns take."""

    def __init__(self, stage: AppContext, screen: pygame.Surface) -> None:
        super().__init__(stage, screen)
        self.until = 0.0
        self.turns: list[float] = []
        """How long turns of the loop took, in ms."""
        self.frames: list[float] = []
        """The same of those that have drawn something."""
        self.waited = 0.0
        """How long it has stood in line for a processor, in ms."""
        self._draws = False
        self.parts = TurnParts()
        self.made: list[Mapping[str, float]] = []
        """What this thread has worked for each frame, by part: on a busy machine it waits for the others."""
        self.unseen: list[Mapping[str, float]] = []
        """The same in turns in which nothing was drawn, as nothing moved: garbage is looked for in them."""

    @property
    def open(self) -> bool:
        """Whether there is something to show, and time left."""
        return super().open and perf_counter() < self.until

    def turn(self, events: Iterable[pygame.event.Event]) -> None:
        """A turn, with a watch beside it."""
        start = perf_counter()
        self._draws = False
        self.parts.begin()
        super().turn(events)
        (self.made if self._draws else self.unseen).append(self.parts.end())
        took = 1000 * (perf_counter() - start)
        self.turns.append(took)
        if self._draws:
            self.frames.append(took)

    def draw(self) -> None:
        """A whole frame."""
        self._draws = True
        super().draw()

    def breathe(self, top: Scene, now: float) -> None:
        """A frame of idle life."""
        self._draws = True
        super().breathe(top, now)

    def forget(self) -> None:
        """Begin to note anew."""
        for found in (self.turns, self.frames, self.made, self.unseen):
            found.clear()


def tell_parts(turns: Sequence[Mapping[str, float]], frame: float) -> None:
    """Write down what turns were made of, those whose work took longer than a frame by themselves."""
    heavy = sorted((turn for turn in turns if whole(turn) > frame), key=whole)
    print(f"{'part of a turn, ms of CPU time':32} {'per turn':>8} {'longest':>8} {'in a heavy turn':>16}")
    for part in sorted({part for turn in turns for part in turn}, key=lambda part: -_mean(part, turns)):
        longest = max(turn.get(part, 0.0) for turn in turns)
        print(f"  {part:30} {_mean(part, turns):8.2f} {longest:8.1f} {_mean(part, heavy):16.1f}")
    for turn in heavy[-SHOWN:]:
        parts = sorted(turn.items(), key=lambda one: -one[1])
        told = ", ".join(f"{part} {ms:.1f}" for part, ms in parts if ms >= 0.5)
        print(f"  a turn of {whole(turn):.1f} ms: {told}")


def _mean(part: str, turns: Sequence[Mapping[str, float]]) -> float:
    return sum(turn.get(part, 0.0) for turn in turns) / max(1, len(turns))


def whole(turn: Mapping[str, float]) -> float:
    """How long a turn has worked, in ms."""
    return sum(turn.values())

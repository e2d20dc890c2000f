"""Timelines: how long an event is shown, what is seen and heard of it and when, as one value.

A length comes from the parts: `DrawPass.span` is seen for a while, `wait` is nothing for a while, `sequence`
and `parallel` put parts one behind the other and side by side, and `Timeline.sound` and `at` are for a
moment. A sock that is socked:

    together(
        OVER.span(660, tumble),
        sequence(wait(90), OVER.span(570, lint, Rest.LEFT_OUT)),
    ).sound("sock").sound("stars", 660)

All of it is in ms at the brisk pace. A `TimelinePlayer` runs it by the share of the event's time that has
passed, so that hurrying, holding and the pace of the settings stay the affair of whoever lets time pass.

Whether motion is wanted is asked of an effect in the player, and nowhere else: of each span there remains
then what its `ReducedMotion` says, by default a fade from where it begins to where it ends, for as long and
with the same sounds. What paints is given a share and knows nothing of it. (What breathes is no effect: it
asks whether the screen rests.) A game's `timeline` is asked more than once for an event, and changes nothing.
(The composition is that of manim and of libgdx, the one place for reduced motion that of Textual.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

import pygame

from game.ui.core.canvas import ease_out
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext

C = TypeVar("C")
Point: TypeAlias = tuple[float, float]
Cue: TypeAlias = str | Callable[[], object]
"""What happens at a moment: the name of a sound, or something to do."""


SLIDES = 180.0
"""How long what does not matter takes to slide out of the way, and back, in ms at most."""
FADES = 0.15
"""The share of a moment in which it comes and goes where nothing may move."""
TURNS = 0.3
"""The share of one of its `FadeThroughSteps` in which that comes."""


class ReducedMotion(Enum):
    """What is left of a span where nothing may move."""

    CROSSES = auto()
    """It goes from one place to another: it fades there, and comes up here (a figure that is asked for by
    `TimelinePlayer.now`, first the one and then the other)."""
    COMES = auto()
    """It comes from nowhere: it fades in where it will lie."""
    STANDS = auto()
    """It only makes much of itself: it stands there at once, as it will."""
    STEADY = auto()
    """It is no motion: it is shown as it is."""
    LEFT_OUT = auto()
    """It is there for the motion alone."""

    def at(self, share: float) -> tuple[float, float]:
        """At which share a figure is painted in place of this one, and how opaque it is."""
        match self:
            case ReducedMotion.CROSSES:
                return (0.0, 1 - 2 * share) if share < 0.5 else (1.0, 2 * share - 1)
            case ReducedMotion.COMES:
                return 1.0, share
            case ReducedMotion.STANDS:
                return 1.0, 1.0
            case ReducedMotion.STEADY:
                return share, 1.0
            case ReducedMotion.LEFT_OUT:
                return share, 0.0


@dataclass(frozen=True, slots=True)
class FadeThroughPeak:
    """What is left of a moment that fills the screen: it fades in as it is at its height, and out again."""

    height: float
    """At which share of it that is."""
    stays: bool = False
    """Whether it does not fade out: what comes next stands on it."""

    def at(self, share: float) -> tuple[float, float]:
        """As `ReducedMotion.at`."""
        return self.height, min(1.0, share / FADES, 1.0 if self.stays else (1 - share) / FADES)


@dataclass(frozen=True, slots=True)
class FadeThroughSteps:
    """What is left of a moment that tells in steps: each fades over the one before, the last one out."""

    heights: tuple[float, ...]
    """At which shares of it they are; each is seen as long as any other."""

    def at(self, share: float) -> tuple[float, float]:
        """As `ReducedMotion.at`, of the step that is seen."""
        return self.heights[min(len(self.heights) - 1, int(share * len(self.heights)))], 1.0

    def between(self, share: float) -> tuple[float | None, float | None, float]:
        """From which step to which one it is on its way, `None` for nothing, and how far."""
        steps = len(self.heights)
        number = min(steps - 1, int(share * steps))
        gone = share * steps - number
        if number == steps - 1 and gone > 1 - TURNS:
            return self.heights[number], None, (gone - 1 + TURNS) / TURNS
        return self.heights[number - 1] if number else None, self.heights[number], min(1.0, gone / TURNS)


Kept: TypeAlias = ReducedMotion | FadeThroughPeak | FadeThroughSteps
"""What may be left of a span where nothing may move."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happens in so many ms, put together by the functions of this module.

    A cue at 0 comes as the event begins, one at the end as it is over, however much it was hurried; one
    between comes when its time has passed, and not where that is skipped.
    """

    length: float
    spans: tuple[tuple[DrawPass[Any], float, float, Callable[[Any, float], None], Kept], ...] = ()
    """Where each is seen, when it begins and ends, what paints it, and what is left of it without motion."""
    cues: tuple[tuple[float, Cue], ...] = ()
    asides: tuple[tuple[float, float], ...] = ()
    """From when until when what does not matter is out of the way: plates, buttons, the strip."""
    watched: tuple[tuple[float, float, Callable[[float], Point | None]], ...] = ()
    """From when until when all eyes follow something, and where it is, by the share of that time."""
    jolts: tuple[tuple[float, float], ...] = ()
    """When a blow shakes all that lies there, and until when that is felt."""

    def at(self, ms: float, cue: Cue) -> Timeline:
        """The same, and this at that moment."""
        return replace(self, cues=(*self.cues, (ms, cue)))

    def sound(self, name: str, ms: float = 0.0) -> Timeline:
        """The same with a sound, from where the event happens."""
        return self.at(ms, name)

    def clear(self) -> Timeline:
        """The same, while what does not matter is out of the way; it is there again at the end."""
        return replace(self, asides=(*self.asides, (0.0, self.length)))

    def watch(self, where: Callable[[float], Point | None]) -> Timeline:
        """The same, while all eyes follow what is there by its share; of several, what was named last."""
        return replace(self, watched=(*self.watched, (0.0, self.length, where)))

    def jolt(self, ms: float, length: float) -> Timeline:
        """The same with a blow at that moment, felt for so long."""
        return replace(self, jolts=(*self.jolts, (ms, ms + length)))

    def after(self, ms: float) -> Timeline:
        """The same, so much later."""
        return Timeline(
            self.length + ms,
            tuple((on, start + ms, end + ms, paint, rest) for on, start, end, paint, rest in self.spans),
            tuple((at + ms, cue) for at, cue in self.cues),
            tuple((start + ms, end + ms) for start, end in self.asides),
            tuple((start + ms, end + ms, where) for start, end, where in self.watched),
            tuple((start + ms, end + ms) for start, end in self.jolts),
        )


class DrawPass(Generic[C]):
    """A pass in which a screen is drawn, and what those who paint in it are given."""

    def span(
        self, ms: float, paint: Callable[[C, float], None], rest: Kept = ReducedMotion.CROSSES
    ) -> Timeline:
        """Something that is painted for so long, by the share of that time which is over."""
        return Timeline(ms, ((self, 0.0, ms, paint, rest),))


OVER: DrawPass[Painter] = DrawPass()
"""Over all that stands still."""


def wait(ms: float) -> Timeline:
    """Nothing, for so long."""
    return Timeline(ms)


def parallel(*parts: Timeline) -> Timeline:
    """All of these at once, until the last one ends; what is painted later lies over what comes before."""
    return Timeline(
        max(part.length for part in parts),
        tuple(span for part in parts for span in part.spans),
        tuple(cue for part in parts for cue in part.cues),
        tuple(aside for part in parts for aside in part.asides),
        tuple(watched for part in parts for watched in part.watched),
        tuple(jolt for part in parts for jolt in part.jolts),
    )


def sequence(*parts: Timeline) -> Timeline:
    """One of these after the other."""
    begun, placed = 0.0, []
    for part in parts:
        placed.append(part.after(begun))
        begun += part.length
    return parallel(*placed)


class TimelinePlayer:
    """Runs the timeline of what is shown just now."""

    def __init__(self, stage: AppContext, share: Callable[[], float | None]) -> None:
        """``share`` says how much of what is shown is over; `None` while nothing is."""
        self._stage, self._share = stage, share
        self._timeline = wait(0)
        self._cues: list[tuple[float, Cue]] = []
        """Those that are still to come."""
        self._x: float | None = None

    def begin(self, timeline: Timeline, x: float | None = None) -> None:
        """An event begins to be shown; it sounds from ``x`` units to the right, or from everywhere."""
        self._timeline, self._x = timeline, x
        self._cues = sorted(timeline.cues, key=lambda cue: cue[0])
        self._ring(0.0)

    def run(self) -> None:
        """Time has passed on what is shown."""
        share = self._share()
        if share is not None and share < 1:
            self._ring(share * self._timeline.length)

    def end(self) -> None:
        """It is over."""
        self._cues = [cue for cue in self._cues if cue[0] >= self._timeline.length]
        self._ring(self._timeline.length)
        self._timeline = wait(0)

    def _ring(self, now: float) -> None:
        while self._cues and self._cues[0][0] <= now:
            cue = self._cues.pop(0)[1]
            if isinstance(cue, str):
                self._stage.sound(cue, self._x)
            else:
                cue()

    def now(self, track: DrawPass[C]) -> Iterator[tuple[Callable[[C, float], None], float, float]]:
        """What is seen of a track at this moment: what paints it, at which share, and how opaque that is."""
        for paint, share, rest in self._running(track):
            at, opacity = rest.at(share) if self._stage.still else (share, 1.0)
            if opacity > 0:
                yield paint, at, opacity

    def runs(self, track: DrawPass[Any]) -> bool:
        """Whether anything of a track is seen now."""
        return any(True for _span in self._running(track))

    def fills(self) -> bool:
        """Whether a moment that fills the screen is shown, as a big word."""
        running: Iterator[tuple[object, float, Kept]] = self._running(None)
        return any(isinstance(rest, FadeThroughPeak) for _paint, _share, rest in running)

    def aside(self) -> float:
        """How far what does not matter is out of the way, 0 to 1; where nothing may move it fades instead."""
        now = self._now()
        for start, end in self._timeline.asides:
            if start <= now < end:
                slides = FADES * (end - start) if self._stage.still else min(SLIDES, (end - start) / 5)
                gone = min(1.0, (now - start) / slides, (end - now) / slides)
                return gone if self._stage.still else ease_out(gone)
        return 0.0

    def watched(self) -> Point | None:
        """Where what all eyes follow is at this moment; `None` where they follow nothing."""
        now, found = self._now(), None
        for start, end, where in self._timeline.watched:
            if start <= now < end:
                found = where((now - start) / (end - start)) or found
        return found

    def jolt(self) -> float:
        """How much of a blow is still felt, 1 as it comes, 0 for none or where nothing may move."""
        now = self._now()
        for start, end in self._timeline.jolts if not self._stage.still else ():
            if start <= now < end:
                return (end - now) / (end - start)
        return 0.0

    def _now(self) -> float:
        share = self._share()
        return -1.0 if share is None else share * self._timeline.length

    def paint(self, painter: Painter, track: DrawPass[Painter] = OVER) -> None:
        """Paint what is seen of a track."""
        for paint, share, rest in self._running(track):
            if not self._stage.still:
                paint(painter, share)
            elif rest is ReducedMotion.CROSSES:
                _mix(painter.surface, partial(paint, painter, 0.0), partial(paint, painter, 1.0), share)
            elif isinstance(rest, FadeThroughSteps):
                steps = rest.between(share)
                first, last = (
                    partial(paint, painter, step) if step is not None else _nothing for step in steps[:2]
                )
                if steps[2] == 1:
                    last()
                else:
                    _mix(painter.surface, first, last, steps[2])
            elif (stands := rest.at(share))[1] == 1:
                paint(painter, stands[0])
            elif stands[1] > 0:
                _mix(painter.surface, _nothing, partial(paint, painter, stands[0]), stands[1])

    def _running(self, track: DrawPass[C] | None) -> Iterator[tuple[Callable[[C, float], None], float, Kept]]:
        gone, length = self._share(), self._timeline.length
        for on, start, end, paint, rest in self._timeline.spans if gone is not None else ():
            assert gone is not None
            begins, ends = start / length, end / length
            if track in {on, None} and begins <= gone and (gone < ends or ends == 1):
                yield paint, (gone - begins) / (ends - begins), rest


def _nothing() -> None:
    """What is seen of nothing."""


def _mix(surface: pygame.Surface, first: Callable[[], None], last: Callable[[], None], share: float) -> None:
    """Paint both where they belong, so much of the last and the rest of the first."""
    at = surface.get_clip()
    below = surface.subsurface(at).copy()
    first()
    going = surface.subsurface(at).copy()
    surface.blit(below, at)
    last()
    going.set_alpha(round(255 * (1 - share)))
    surface.blit(going, at)

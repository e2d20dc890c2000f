"""Timelines: duration, drawing and sounds of one event's animation, as an immutable value.

The duration is the sum of the parts: `DrawPass.span` draws for a time, `wait` is a pause, `sequence` and
`parallel` combine parts, and `Timeline.sound` and `at` add a cue at one moment. For example, a captured sock:

    parallel(
        OVER.span(660, tumble),
        sequence(wait(90), OVER.span(570, lint, ReducedMotion.LEFT_OUT)),
    ).sound("sock").sound("stars", 660)

All times are ms at the brisk pace. A `TimelinePlayer` runs a timeline by the event's progress (0 to 1), so it
does not depend on hurrying, holding or the pace of the settings.

Only the player checks for reduced motion. It then replaces each span as its `ReducedMotion` says, by default
with a cross-fade from its start to its end, of the same duration and with the same sounds. Paint functions
get a progress and need not know about it. (Idle motion is no timeline: it checks
`AppContext.idle_motion_off`.) A view's `timeline` may be called more than once for an event, so it must not
change anything: cues do. (The composition is that of manim and of libgdx, the single place for reduced motion
that of Textual.)
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
"""Cue of a timeline: the name of a sound, or a function to call."""


SLIDES = 180.0  # ms at most for controls to slide out of the way, and back
FADES = 0.15  # share of a moment for its fade in, and for its fade out, with reduced motion
TURNS = 0.3  # share of one of the `FadeThroughSteps` for the fade to it


class ReducedMotion(Enum):
    """Replacement of a span with reduced motion."""

    CROSSES = auto()
    """Cross-fade from the start to the end. A figure drawn by `TimelinePlayer.now` fades out, then in."""
    COMES = auto()
    """Fade in at the end position."""
    STANDS = auto()
    """Show the end state at once: the motion is only an emphasis."""
    STEADY = auto()
    """Play as usual: there is no motion."""
    LEFT_OUT = auto()
    """Draw nothing: only the motion matters."""

    def at(self, progress: float) -> tuple[float, float]:
        """(progress to paint, opacity), both 0 to 1, for a progress of 0 to 1."""
        match self:
            case ReducedMotion.CROSSES:
                return (0.0, 1 - 2 * progress) if progress < 0.5 else (1.0, 2 * progress - 1)
            case ReducedMotion.COMES:
                return 1.0, progress
            case ReducedMotion.STANDS:
                return 1.0, 1.0
            case ReducedMotion.STEADY:
                return progress, 1.0
            case ReducedMotion.LEFT_OUT:
                return progress, 0.0


@dataclass(frozen=True, slots=True)
class FadeThroughPeak:
    """Replacement of a full-screen moment: its peak fades in and out again."""

    height: float  # progress of the peak, 0 to 1
    stays: bool = False  # True to skip the fade out, because the next moment continues the picture

    def at(self, progress: float) -> tuple[float, float]:
        """(progress of the peak, opacity 0 to 1) for a progress of 0 to 1."""
        return self.height, min(1.0, progress / FADES, 1.0 if self.stays else (1 - progress) / FADES)


@dataclass(frozen=True, slots=True)
class FadeThroughSteps:
    """Replacement of a moment with several steps.

    Each fades in over the previous one, the last one fades out.
    """

    heights: tuple[float, ...]  # progress of each step, 0 to 1; every step is seen for the same time

    def at(self, progress: float) -> tuple[float, float]:
        """(progress at which the current step is painted, opacity 1) for a progress of 0 to 1."""
        return self.heights[min(len(self.heights) - 1, int(progress * len(self.heights)))], 1.0

    def between(self, progress: float) -> tuple[float | None, float | None, float]:
        """(progress to fade from, progress to fade to, share of the fade), 0 to 1; None: an empty picture."""
        steps = len(self.heights)
        number = min(steps - 1, int(progress * steps))
        step_progress = progress * steps - number
        if number == steps - 1 and step_progress > 1 - TURNS:
            return self.heights[number], None, (step_progress - 1 + TURNS) / TURNS
        return (
            self.heights[number - 1] if number else None,
            self.heights[number],
            min(1.0, step_progress / TURNS),
        )


Kept: TypeAlias = ReducedMotion | FadeThroughPeak | FadeThroughSteps
"""Replacement of a span with reduced motion."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Drawing, cues and effects of one animation. Combine with the functions of this module.

    A cue at 0 fires as the event begins, a cue at the end fires as it ends, even if it was hurried. A cue in
    between fires when its time has passed, and not if that time is skipped.
    """

    length: float
    spans: tuple[tuple[DrawPass[Any], float, float, Callable[[Any, float], None], Kept], ...] = ()
    """For each span: pass, start and end in ms, paint function, and replacement with reduced motion."""
    cues: tuple[tuple[float, Cue, float | None], ...] = ()
    """For each cue: time in ms, cue, and x (units) that its sound comes from; None for the centre."""
    asides: tuple[tuple[float, float], ...] = ()
    """Times (start, end) in ms during which plates, buttons and the prompt bar are out of the way."""
    gaze_tracks: tuple[tuple[float, float, Callable[[float], Point | None]], ...] = ()
    """Times (start, end) in ms during which puppets look at a point, and the function from progress to point.
    """
    jolts: tuple[tuple[float, float], ...] = ()
    """Times (start, end) in ms of shakes of the table."""
    stops: tuple[tuple[float, float], ...] = ()
    """Times (start, end) in ms during which any press ends it."""
    shows_end: bool = False
    """True if it shows how the match ends, so that the results may follow sooner."""

    def at(self, ms: float, cue: Cue) -> Timeline:
        """Copy with a cue at ``ms``."""
        return replace(self, cues=(*self.cues, (ms, cue, None)))

    def sound(self, name: str, ms: float = 0.0) -> Timeline:
        """Copy with a sound at ``ms``."""
        return self.at(ms, name)

    def sounds_from(self, x: float | None) -> Timeline:
        """Copy whose sounds come from ``x`` (units)."""
        return replace(self, cues=tuple((ms, cue, x) for ms, cue, _x in self.cues))

    def declutter(self) -> Timeline:
        """Copy that keeps controls out of the way for its duration. They are back at the end."""
        return replace(self, asides=(*self.asides, (0.0, self.length)))

    def attract_gaze(self, where: Callable[[float], Point | None]) -> Timeline:
        """Copy in which puppets look at ``where(progress)`` for its duration.

        With several, the last one applies.
        """
        return replace(self, gaze_tracks=(*self.gaze_tracks, (0.0, self.length, where)))

    def stop_on_press(self) -> Timeline:
        """Copy that any press ends during its duration: a moment that fills the screen."""
        return replace(self, stops=(*self.stops, (0.0, self.length)))

    def shake(self, ms: float, length: float) -> Timeline:
        """Copy with a shake of the table at ``ms`` that lasts ``length`` ms."""
        return replace(self, jolts=(*self.jolts, (ms, ms + length)))

    def after(self, ms: float) -> Timeline:
        """Copy with all contents ``ms`` later, and longer by ``ms``."""
        return Timeline(
            self.length + ms,
            tuple((on, start + ms, end + ms, paint, rest) for on, start, end, paint, rest in self.spans),
            tuple((at + ms, cue, x) for at, cue, x in self.cues),
            tuple((start + ms, end + ms) for start, end in self.asides),
            tuple((start + ms, end + ms, point_at) for start, end, point_at in self.gaze_tracks),
            tuple((start + ms, end + ms) for start, end in self.jolts),
            tuple((start + ms, end + ms) for start, end in self.stops),
            self.shows_end,
        )


class DrawPass(Generic[C]):
    """One pass in which a screen is drawn. ``C`` is the context that its paint functions get."""

    def span(
        self, ms: float, paint: Callable[[C, float], None], rest: Kept = ReducedMotion.CROSSES
    ) -> Timeline:
        """Timeline that calls ``paint`` with the progress (0 to 1) for ``ms``."""
        return Timeline(ms, ((self, 0.0, ms, paint, rest),))


OVER: DrawPass[Painter] = DrawPass()
"""Pass over everything else."""


def wait(ms: float) -> Timeline:
    """Timeline of ``ms`` without content."""
    return Timeline(ms)


def parallel(*parts: Timeline) -> Timeline:
    """Timeline of all parts at once, as long as the longest, later ones on top. ValueError without parts."""
    return Timeline(
        max(part.length for part in parts),
        tuple(span for part in parts for span in part.spans),
        tuple(cue for part in parts for cue in part.cues),
        tuple(aside for part in parts for aside in part.asides),
        tuple(watched for part in parts for watched in part.gaze_tracks),
        tuple(jolt for part in parts for jolt in part.jolts),
        tuple(stop for part in parts for stop in part.stops),
        any(part.shows_end for part in parts),
    )


def sequence(*parts: Timeline) -> Timeline:
    """Timeline of the parts one after the other. Raises ValueError without parts."""
    start, placed = 0.0, []
    for part in parts:
        placed.append(part.after(start))
        start += part.length
    return parallel(*placed)


class TimelinePlayer:
    """Runs the timeline of the event that is shown now."""

    def __init__(self, app: AppContext, progress: Callable[[], float | None]) -> None:
        """``progress`` returns the progress of the shown event (0 to 1), None if there is none."""
        self._stage, self._share = app, progress
        self._timeline = wait(0)
        self._cues: list[tuple[float, Cue, float | None]] = []  # cues that have not fired yet

    def begin(self, timeline: Timeline) -> None:
        """Start a timeline and fire its cues at 0."""
        self._timeline = timeline
        self._cues = sorted(timeline.cues, key=lambda cue: cue[0])
        self._fire_cues(0.0)

    def run(self) -> None:
        """Fire the cues that are due. Does nothing without an event, or when its progress is 1."""
        progress = self._share()
        if progress is not None and progress < 1:
            self._fire_cues(progress * self._timeline.length)

    def end(self) -> None:
        """Fire the cues at the end, drop those that were skipped, and clear the timeline."""
        self._cues = [cue for cue in self._cues if cue[0] >= self._timeline.length]
        self._fire_cues(self._timeline.length)
        self._timeline = wait(0)

    def _fire_cues(self, now: float) -> None:
        """Fire and forget the cues up to ``now`` (ms since the event began)."""
        while self._cues and self._cues[0][0] <= now:
            _ms, cue, x = self._cues.pop(0)
            if isinstance(cue, str):
                self._stage.play_sound(cue, x)
            else:
                cue()

    def now(self, track: DrawPass[C]) -> Iterator[tuple[Callable[[C, float], None], float, float]]:
        """Yield (paint function, progress to paint, opacity) of each visible span of a pass, both 0 to 1."""
        for paint, progress, rest in self._running_spans(track):
            at, opacity = rest.at(progress) if self._stage.reduced_motion else (progress, 1.0)
            if opacity > 0:
                yield paint, at, opacity

    def runs(self, track: DrawPass[Any]) -> bool:
        """True if a span of the pass is running."""
        return any(True for _span in self._running_spans(track))

    def fills(self) -> bool:
        """True while a span with a `FadeThroughPeak` runs: a full-screen moment, such as a big word."""
        running: Iterator[tuple[object, float, Kept]] = self._running_spans(None)
        return any(isinstance(rest, FadeThroughPeak) for _paint, _progress, rest in running)

    def stops_on_press(self) -> bool:
        """True while any press ends the event."""
        return any(start <= self.now_ms < end for start, end in self._timeline.stops)

    def clutter_opacity(self) -> float:
        """Share by which controls are out of the way: 0 in place, 1 gone. Eased unless motion is reduced."""
        now_ms = self.now_ms
        for start, end in self._timeline.asides:
            if start <= now_ms < end:
                slides = (
                    FADES * (end - start) if self._stage.reduced_motion else min(SLIDES, (end - start) / 5)
                )
                opacity = min(1.0, (now_ms - start) / slides, (end - now_ms) / slides)
                return opacity if self._stage.reduced_motion else ease_out(opacity)
        return 0.0

    def gaze_point(self) -> Point | None:
        """(x, y) in units that puppets look at now. None without an event, or if it attracts no gaze now."""
        now_ms, point = self.now_ms, None
        for start, end, point_at in self._timeline.gaze_tracks:
            if start <= now_ms < end:
                point = point_at((now_ms - start) / (end - start)) or point
        return point

    def shake_amount(self) -> float:
        """Strength of the current shake, falling from 1 to 0. 0 without one, or with reduced motion."""
        now_ms = self.now_ms
        for start, end in self._timeline.jolts if not self._stage.reduced_motion else ():
            if start <= now_ms < end:
                return (end - now_ms) / (end - start)
        return 0.0

    @property
    def now_ms(self) -> float:
        """Time in ms since the shown event began, at the brisk pace; -1 if there is none."""
        progress = self._share()
        return -1.0 if progress is None else progress * self._timeline.length

    def paint(self, painter: Painter, track: DrawPass[Painter] = OVER) -> None:
        """Paint the visible spans of a pass, with the fades of reduced motion."""
        for paint, progress, rest in self._running_spans(track):
            if not self._stage.reduced_motion:
                paint(painter, progress)
            elif rest is ReducedMotion.CROSSES:
                _cross_fade(
                    painter.surface, partial(paint, painter, 0.0), partial(paint, painter, 1.0), progress
                )
            elif isinstance(rest, FadeThroughSteps):
                steps = rest.between(progress)
                first, last = (
                    partial(paint, painter, step) if step is not None else _draw_nothing for step in steps[:2]
                )
                if steps[2] == 1:
                    last()
                else:
                    _cross_fade(painter.surface, first, last, steps[2])
            elif (at_rest := rest.at(progress))[1] == 1:
                paint(painter, at_rest[0])
            elif at_rest[1] > 0:
                _cross_fade(painter.surface, _draw_nothing, partial(paint, painter, at_rest[0]), at_rest[1])

    def _running_spans(
        self, track: DrawPass[C] | None
    ) -> Iterator[tuple[Callable[[C, float], None], float, Kept]]:
        """Yield (paint function, progress, reduced motion) of each running span of a pass; None for all."""
        progress, length = self._share(), self._timeline.length
        for on, start, end, paint, rest in self._timeline.spans if progress is not None else ():
            assert progress is not None
            begins, ends = start / length, end / length
            if track in {on, None} and begins <= progress and (progress < ends or ends == 1):
                yield paint, (progress - begins) / (ends - begins), rest


def _draw_nothing() -> None: ...


def _cross_fade(
    surface: pygame.Surface, first: Callable[[], None], last: Callable[[], None], progress: float
) -> None:
    """Draw ``last`` with opacity ``progress``, and ``first`` with the rest, in the surface's clip."""
    at = surface.get_clip()
    below = surface.subsurface(at).copy()
    first()
    going = surface.subsurface(at).copy()
    surface.blit(below, at)
    last()
    going.set_alpha(round(255 * (1 - progress)))
    surface.blit(going, at)

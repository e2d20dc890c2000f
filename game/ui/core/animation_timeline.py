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

A contact is a `Hit`: sound, hit-stop, camera and controller at one moment, so that they cannot drift apart.
What settles after it, such as dust, is a tail (`Timeline.then`), which does not delay the next action.
`game.ui.core.verbs` has the contacts of all ordinary actions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

import pygame

from game.ui.core.audio import ATTACK_MS
from game.ui.core.canvas import PACE, ease_out
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext

C = TypeVar("C")
Point: TypeAlias = tuple[float, float]
Cue: TypeAlias = str | Callable[[], object]
"""Cue of a timeline: the name of a sound, or a function to call."""


SLIDE_MS = 180.0  # ms at most for controls to slide out of the way, and back
FADE_SHARE = 0.15  # share of a moment for its fade in, and for its fade out, with reduced motion
STEP_FADE_SHARE = 0.3  # share of one of the `FadeThroughSteps` for the fade to it
MAX_CONTACT_MS = 210.0  # ms from the start of an ordinary action in which it touches
MAX_NUDGE = 6.0  # maximum distance of the camera from its place, in units


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
        return self.height, min(
            1.0, progress / FADE_SHARE, 1.0 if self.stays else (1 - progress) / FADE_SHARE
        )


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
        if number == steps - 1 and step_progress > 1 - STEP_FADE_SHARE:
            return self.heights[number], None, (step_progress - 1 + STEP_FADE_SHARE) / STEP_FADE_SHARE
        return (
            self.heights[number - 1] if number else None,
            self.heights[number],
            min(1.0, step_progress / STEP_FADE_SHARE),
        )


Kept: TypeAlias = ReducedMotion | FadeThroughPeak | FadeThroughSteps
"""Replacement of a span with reduced motion."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Effects of a contact at its moment, except its picture."""

    sound: str = ""
    tone: int | None = None  # semitones by which the sound is higher; None for a small random step
    stops: float = 0.0  # ms for which the animation stands still
    nudge: Point = (0.0, 0.0)  # push of the camera in units, from which it swings back
    felt: float = 100.0  # duration of that in ms
    rumble: tuple[float, float, int] = (0.0, 0.0, 0)  # heavy and light motor (0 to 1), and ms
    seats: tuple[int, ...] = ()  # further seats that feel it, with the one that acts

    def along(self, direction: Point) -> Hit:
        """Copy that pushes the camera in a direction, as far as before. Unchanged for (0, 0)."""
        far, length = math.hypot(*self.nudge), math.hypot(*direction)
        push = (direction[0] / length * far, direction[1] / length * far) if length else self.nudge
        return replace(self, nudge=push)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Drawing, cues and effects of one animation. Combine with the functions of this module.

    A cue at 0 fires as the event begins, a cue at the end fires as it ends, even if it was hurried. A cue in
    between fires when its time has passed, and not if that time is skipped. An ordinary action whose contact
    was skipped still sounds.
    """

    story: float
    """Duration in ms without the time for which hits stop it. All other times are on this scale."""
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
    hits: tuple[tuple[float, Hit, float | None], ...] = ()
    """For each contact: time in ms, hit, and x of its sound as in ``cues``."""
    tails: tuple[Timeline, ...] = ()
    """Timelines that play after it while the next event is shown."""

    @property
    def length(self) -> float:
        """Duration in ms, with the time for which hits stop it."""
        return self.story + sum(hit.stops for _ms, hit, _x in self.hits)

    def story_at(self, ms: float) -> float:
        """Time on the scale of ``story`` that is shown after ``ms`` of ``length``."""
        stopped = 0.0
        for at, hit, _x in sorted(self.hits, key=lambda entry: entry[0]):
            if ms - stopped <= at:
                break
            stopped += min(hit.stops, ms - stopped - at)
        return ms - stopped

    def hit(self, ms: float, hit: Hit) -> Timeline:
        """Copy with a contact at ``ms``."""
        return replace(self, hits=(*self.hits, (ms, hit, None)))

    def then(self, tail: Timeline) -> Timeline:
        """Copy that is followed by a tail: dust and settling, which do not delay anything."""
        return replace(self, tails=(*self.tails, tail))

    def without_stops(self) -> Timeline:
        """Copy that no hit stops, for reduced motion."""
        return replace(self, hits=tuple((ms, replace(hit, stops=0.0), x) for ms, hit, x in self.hits))

    def at(self, ms: float, cue: Cue) -> Timeline:
        """Copy with a cue at ``ms``."""
        return replace(self, cues=(*self.cues, (ms, cue, None)))

    def sound(self, name: str, ms: float = 0.0) -> Timeline:
        """Copy with a sound at ``ms``."""
        return self.at(ms, name)

    def sounds_from(self, x: float | None) -> Timeline:
        """Copy whose sounds come from ``x`` (units)."""
        cues = tuple((ms, cue, x) for ms, cue, _x in self.cues)
        return replace(self, cues=cues, hits=tuple((ms, hit, x) for ms, hit, _x in self.hits))

    def declutter(self) -> Timeline:
        """Copy that keeps controls out of the way for its duration. They are back at the end."""
        return replace(self, asides=(*self.asides, (0.0, self.story)))

    def attract_gaze(self, where: Callable[[float], Point | None]) -> Timeline:
        """Copy in which puppets look at ``where(progress)`` for its duration.

        With several, the last one applies.
        """
        return replace(self, gaze_tracks=(*self.gaze_tracks, (0.0, self.story, where)))

    def stop_on_press(self) -> Timeline:
        """Copy that any press ends during its duration: a moment that fills the screen."""
        return replace(self, stops=(*self.stops, (0.0, self.story)))

    def shake(self, ms: float, length: float) -> Timeline:
        """Copy with a shake of the table at ``ms`` that lasts ``length`` ms."""
        return replace(self, jolts=(*self.jolts, (ms, ms + length)))

    def after(self, ms: float) -> Timeline:
        """Copy with all contents ``ms`` later, and longer by ``ms``."""
        return Timeline(
            self.story + ms,
            tuple((on, start + ms, end + ms, paint, rest) for on, start, end, paint, rest in self.spans),
            tuple((at + ms, cue, x) for at, cue, x in self.cues),
            tuple((start + ms, end + ms) for start, end in self.asides),
            tuple((start + ms, end + ms, point_at) for start, end, point_at in self.gaze_tracks),
            tuple((start + ms, end + ms) for start, end in self.jolts),
            tuple((start + ms, end + ms) for start, end in self.stops),
            self.shows_end,
            tuple((at + ms, hit, x) for at, hit, x in self.hits),
            self.tails,
        )


class DrawPass(Generic[C]):
    """One pass in which a screen is drawn. ``C`` is the context that its paint functions get."""

    def span(
        self, ms: float, paint: Callable[[C, float], None], rest: Kept = ReducedMotion.CROSSES
    ) -> Timeline:
        """Timeline that calls ``paint`` with the progress (0 to 1) for ``ms``."""
        return Timeline(ms, ((self, 0.0, ms, paint, rest),))


TOP_PASS: DrawPass[Painter] = DrawPass()
"""Pass over everything else."""


def wait(ms: float) -> Timeline:
    """Timeline of ``ms`` without content."""
    return Timeline(ms)


def parallel(*parts: Timeline) -> Timeline:
    """Timeline of all parts at once, as long as the longest, later ones on top. ValueError without parts."""
    return Timeline(
        max(part.story for part in parts),
        tuple(span for part in parts for span in part.spans),
        tuple(cue for part in parts for cue in part.cues),
        tuple(aside for part in parts for aside in part.asides),
        tuple(watched for part in parts for watched in part.gaze_tracks),
        tuple(jolt for part in parts for jolt in part.jolts),
        tuple(stop for part in parts for stop in part.stops),
        any(part.shows_end for part in parts),
        tuple(hit for part in parts for hit in part.hits),
        tuple(tail for part in parts for tail in part.tails),
    )


def sequence(*parts: Timeline) -> Timeline:
    """Timeline of the parts one after the other. Raises ValueError without parts."""
    start, placed = 0.0, []
    for part in parts:
        placed.append(part.after(start))
        start += part.story
    return parallel(*placed)


@dataclass(frozen=True, slots=True)
class _RunningTail:
    timeline: Timeline
    start: float  # ms
    pace: float

    def story_ms(self, now: float) -> float:
        """Time in ms on the scale of its story at ``now``."""
        return (now - self.start) / self.pace

    def is_over(self, now: float) -> bool:
        """True if it has ended at ``now`` (ms)."""
        return self.story_ms(now) >= self.timeline.story


class TimelinePlayer:
    """Runs the timeline of the event that is shown now, and the tails of those before it."""

    def __init__(self, app: AppContext, progress: Callable[[], float | None]) -> None:
        """``progress`` returns the progress of the shown event (0 to 1), None if there is none."""
        self._stage, self._share = app, progress
        self._timeline = wait(0)
        self._seat: int | None = None  # seat that acts
        self._cues: list[tuple[float, Cue, float | None]] = []  # cues that have not fired yet
        self._is_struck = False  # True once a hit of the timeline has sounded
        self._tails: list[_RunningTail] = []
        self._nudges: list[tuple[float, Hit]] = []  # start in ms, and hit, of each push of the camera
        self._later: list[tuple[float, Hit, int | None]] = []  # time in ms, hit and seat of `strike` calls
        self._is_skipping = False  # True within `skipping`
        self.device_of: Callable[[int], str] = lambda _seat: ""
        """Returns the device of a seat, empty if its person is not to feel hits."""

    def begin(self, timeline: Timeline, seat: int | None = None) -> None:
        """Start a timeline in which ``seat`` acts, and fire its cues at 0."""
        self._timeline, self._seat, self._is_struck = timeline, seat, False
        cues, pace = list(timeline.cues), PACE[self._stage.settings.animation_speed] if timeline.hits else 1.0
        for ms, hit, x in timeline.hits:
            # The attack of the sound, not its start, falls on the contact.
            early = ATTACK_MS.get(hit.sound, 0.0) / pace if pace else 0.0
            cues.append((max(0.0, ms - early), partial(self._sound, hit, x), x))
            cues.append((ms, partial(self._feel, hit, seat), x))
        self._cues = sorted(cues, key=lambda cue: cue[0])
        self._fire_cues(0.0)

    def run(self) -> None:
        """Fire the cues that are due. Does nothing without an event, or when its progress is 1."""
        progress = self._share()
        if progress is not None and progress < 1:
            self._fire_cues(self.now_ms)

    def end(self) -> None:
        """Fire the cues at the end, drop those that were skipped, clear the timeline, and start its tails."""
        timeline = self._timeline
        self._cues = [cue for cue in self._cues if cue[0] >= timeline.story]
        self._fire_cues(timeline.story)
        missed = [(hit, x) for ms, hit, x in timeline.hits if hit.sound and ms <= MAX_CONTACT_MS]
        if missed and not self._is_struck:
            self._sound(*missed[0])
        pace = PACE[self._stage.settings.animation_speed] if timeline.tails else 0.0
        if pace and not self._stage.reduced_motion:
            self._tails += [_RunningTail(tail, self._stage.now, pace) for tail in timeline.tails]
        self._timeline = wait(0)

    def cut(self) -> None:
        """End tails and pushes of the camera at once, because another position is shown."""
        self._tails, self._nudges, self._later = [], [], []

    @contextmanager
    def skipping(self) -> Iterator[None]:
        """Context manager: events begin and end without being heard or felt, and leave no tail."""
        self._is_skipping = True
        try:
            yield
        finally:
            self._is_skipping = False
            self.cut()

    def strike(self, hit: Hit, x: float | None = None, seat: int | None = None) -> None:
        """Let a contact sound and be felt that no timeline shows, such as the user's own card."""
        self._sound(hit, x)
        self._feel(hit, seat)

    def strike_later(self, ms: float, hit: Hit, seat: int | None) -> None:
        """Let a contact be felt and heard ``ms`` from now."""
        self._later.append((self._stage.now + ms, hit, seat))

    def _sound(self, hit: Hit, x: float | None) -> None:
        """Play the sound of a hit, if any."""
        if hit.sound:
            self._is_struck = True
            self._play(hit.sound, x, hit.tone)

    def _play(self, name: str, x: float | None, tone: int | None = None) -> None:
        """Play a sound, unless events are skipped."""
        if not self._is_skipping:
            self._stage.play_sound(name, x, tone)

    def _feel(self, hit: Hit, seat: int | None) -> None:
        """Push the camera, and shake the controllers of the seats concerned."""
        if any(hit.nudge) and not self._stage.idle_motion_off:
            self._nudges.append((self._stage.now, hit))
        if hit.rumble[2] and not self._is_skipping:
            for device in {self.device_of(feeler) for feeler in (seat, *hit.seats) if feeler is not None}:
                self._stage.devices.pads.feel(device, hit.rumble)

    def trails(self) -> bool:
        """Strike what is due. True while a tail or a push of the camera is visible, and once more after it.

        Also true while a contact is to come.
        """
        now, was_visible = self._stage.now, bool(self._tails or self._nudges or self._later)
        due = [strike for strike in self._later if strike[0] <= now]
        self._later = [strike for strike in self._later if strike[0] > now]
        for _ms, hit, seat in due:
            self.strike(hit, seat=seat)
        self._tails = [tail for tail in self._tails if not tail.is_over(now)]
        self._nudges = [(start, hit) for start, hit in self._nudges if now - start < hit.felt]
        return was_visible

    def nudge(self) -> Point:
        """Present offset of the camera in units, which swings back to (0, 0)."""
        x = y = 0.0
        for start, hit in self._nudges:
            progress = (self._stage.now - start) / hit.felt
            if 0 <= progress < 1:
                swing = (1 - progress) ** 2 * math.cos(2.5 * math.pi * progress)
                x, y = x + hit.nudge[0] * swing, y + hit.nudge[1] * swing
        far = max(1.0, math.hypot(x, y) / MAX_NUDGE)
        return x / far, y / far

    def push_camera(self, painter: Painter) -> None:
        """Move the finished picture by `nudge`. The edge keeps its pixels for that moment."""
        dx, dy = (round(length * painter.view.scale) for length in self.nudge())
        if (dx or dy) and painter.surface.get_clip() == painter.surface.get_rect():
            painter.surface.scroll(dx, dy)

    def _fire_cues(self, now: float) -> None:
        """Fire and forget the cues up to ``now`` (ms since the event began)."""
        while self._cues and self._cues[0][0] <= now:
            _ms, cue, x = self._cues.pop(0)
            if isinstance(cue, str):
                self._play(cue, x)
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
                    FADE_SHARE * (end - start)
                    if self._stage.reduced_motion
                    else min(SLIDE_MS, (end - start) / 5)
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
        """Time in ms of the story since the shown event began, at the brisk pace; -1 if there is none."""
        progress = self._share()
        return -1.0 if progress is None else self._timeline.story_at(progress * self._timeline.length)

    def paint(self, painter: Painter, track: DrawPass[Painter] = TOP_PASS) -> None:
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
        shown = [(self._timeline, self.now_ms)] if self._share() is not None else []
        shown += [(tail.timeline, tail.story_ms(self._stage.now)) for tail in self._tails]
        for timeline, ms in shown:
            for on, start, end, paint, rest in timeline.spans:
                if track in {on, None} and start <= ms and (ms < end or end == timeline.story):
                    yield paint, min(1.0, (ms - start) / (end - start)), rest


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

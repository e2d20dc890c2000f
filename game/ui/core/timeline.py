"""Timelines: how long an event is shown, what is seen and heard of it and when, as one value.

A length comes from the parts: `Track.span` is seen for a while, `wait` is nothing for a while, `sequence` and
`together` put parts one behind the other and side by side, and `Timeline.sound` and `at` are for a moment.
A sock that is socked:

    together(
        OVER.span(660, tumble),
        sequence(wait(90), OVER.span(570, lint, Rest.LEFT_OUT)),
    ).sound("sock").sound("stars", 660)

All of it is in ms at the brisk pace. A `Player` runs it by the share of the event's time that has passed, so
that hurrying, holding and the pace of the settings stay the affair of whoever lets time pass.

Whether motion is wanted is asked of an effect in the player, and nowhere else: of each span there remains
then what its `Rest` says, by default a fade from where it begins to where it ends, for as long and with the
same sounds. What paints is given a share and knows nothing of it. (What breathes is no effect: it asks
whether the screen rests.) A game's `timeline` is asked more than once for an event, and changes nothing. (The
composition is that of manim and of libgdx, the one place for reduced motion that of Textual.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

import pygame

from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext

C = TypeVar("C")
Cue: TypeAlias = str | Callable[[], object]
"""What happens at a moment: the name of a sound, or something to do."""


class Rest(Enum):
    """What is left of a span where nothing may move."""

    CROSSES = auto()
    """It goes from one place to another: it fades there, and comes up here (a figure that is asked for by
    `Player.now`, first the one and then the other)."""
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
            case Rest.CROSSES:
                return (0.0, 1 - 2 * share) if share < 0.5 else (1.0, 2 * share - 1)
            case Rest.COMES:
                return 1.0, share
            case Rest.STANDS:
                return 1.0, 1.0
            case Rest.STEADY:
                return share, 1.0
            case Rest.LEFT_OUT:
                return share, 0.0


@dataclass(frozen=True, slots=True)
class Peak:
    """What is left of a moment that fills the screen: it fades in as it is at its height, and out again."""

    height: float
    """At which share of it that is."""

    def at(self, share: float) -> tuple[float, float]:
        """As `Rest.at`."""
        return self.height, min(1.0, share / 0.15, (1 - share) / 0.15)


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happens in so many ms, put together by the functions of this module.

    A cue at 0 comes as the event begins, one at the end as it is over, however much it was hurried; one
    between comes when its time has passed, and not where that is skipped.
    """

    length: float
    spans: tuple[tuple[Track[Any], float, float, Callable[[Any, float], None], Rest | Peak], ...] = ()
    """Where each is seen, when it begins and ends, what paints it, and what is left of it without motion."""
    cues: tuple[tuple[float, Cue], ...] = ()

    def at(self, ms: float, cue: Cue) -> Timeline:
        """The same, and this at that moment."""
        return replace(self, cues=(*self.cues, (ms, cue)))

    def sound(self, name: str, ms: float = 0.0) -> Timeline:
        """The same with a sound, from where the event happens."""
        return self.at(ms, name)

    def after(self, ms: float) -> Timeline:
        """The same, so much later."""
        spans = ((on, start + ms, end + ms, paint, rest) for on, start, end, paint, rest in self.spans)
        return Timeline(self.length + ms, tuple(spans), tuple((at + ms, cue) for at, cue in self.cues))


class Track(Generic[C]):
    """A pass in which a screen is drawn, and what those who paint in it are given."""

    def span(
        self, ms: float, paint: Callable[[C, float], None], rest: Rest | Peak = Rest.CROSSES
    ) -> Timeline:
        """Something that is painted for so long, by the share of that time which is over."""
        return Timeline(ms, ((self, 0.0, ms, paint, rest),))


OVER: Track[Painter] = Track()
"""Over all that stands still."""


def wait(ms: float) -> Timeline:
    """Nothing, for so long."""
    return Timeline(ms)


def together(*parts: Timeline) -> Timeline:
    """All of these at once, until the last one ends; what is painted later lies over what comes before."""
    return Timeline(
        max(part.length for part in parts),
        tuple(span for part in parts for span in part.spans),
        tuple(cue for part in parts for cue in part.cues),
    )


def sequence(*parts: Timeline) -> Timeline:
    """One of these after the other."""
    begun, placed = 0.0, []
    for part in parts:
        placed.append(part.after(begun))
        begun += part.length
    return together(*placed)


class Player:
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

    def now(self, track: Track[C]) -> Iterator[tuple[Callable[[C, float], None], float, float]]:
        """What is seen of a track at this moment: what paints it, at which share, and how opaque that is."""
        for paint, share, rest in self._running(track):
            at, opacity = rest.at(share) if self._stage.still else (share, 1.0)
            if opacity > 0:
                yield paint, at, opacity

    def runs(self, track: Track[Any]) -> bool:
        """Whether anything of a track is seen now."""
        return any(True for _span in self._running(track))

    def paint(self, painter: Painter, track: Track[Painter] = OVER) -> None:
        """Paint what is seen of a track."""
        for paint, share, rest in self._running(track):
            if not self._stage.still:
                paint(painter, share)
            elif rest is Rest.CROSSES:
                _mix(painter.surface, partial(paint, painter, 0.0), partial(paint, painter, 1.0), share)
            elif (stands := rest.at(share))[1] == 1:
                paint(painter, stands[0])
            elif stands[1] > 0:
                _mix(painter.surface, lambda: None, partial(paint, painter, stands[0]), stands[1])

    def _running(self, track: Track[C]) -> Iterator[tuple[Callable[[C, float], None], float, Rest | Peak]]:
        gone, length = self._share(), self._timeline.length
        for on, start, end, paint, rest in self._timeline.spans if gone is not None else ():
            assert gone is not None
            begins, ends = start / length, end / length
            if on is track and begins <= gone and (gone < ends or ends == 1):
                yield paint, (gone - begins) / (ends - begins), rest


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

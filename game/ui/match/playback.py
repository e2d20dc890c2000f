"""Animations of events, one after the other. They can be hurried or skipped."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from game.core.game import Event
from game.ui.core.animation_timeline import Timeline, TimelinePlayer
from game.ui.core.canvas import PACE
from game.ui.core.scene import AppContext
from game.ui.match.view import MatchView


@dataclass
class EventAnimation:
    """Animation of one event."""

    event: Event
    length: float  # ms
    elapsed: float = 0.0
    held_at: float | None = None
    """Progress at which it stays until `AnimationQueue.release`; None if it ends automatically."""
    on_hurry: Callable[[], object] = lambda: None  # called for a press while it is held

    @property
    def progress(self) -> float:
        """Share of the animation that has been shown, 0 to 1; 1 without a duration."""
        progress = 1.0 if self.length <= 0 else min(1.0, self.elapsed / self.length)
        return progress if self.held_at is None else min(progress, self.held_at)

    @property
    def is_held(self) -> bool:
        """True if the event is shown until `AnimationQueue.release`."""
        return self.held_at is not None


class AnimationQueue:
    """Animates events one after the other. Rules apply at once, and the picture catches up.

    Attributes:
        view: makes the timelines, and gets the events.
        show: current animation.
        waiting: events that are animated after it.
        player: plays the timeline of the current animation.
        max_ms: maximum duration in ms of an animation.
        shows_end: True if the last animation shows the end of the match (`Timeline.shows_end`).
    """

    view: MatchView

    def __init__(self, app: AppContext) -> None:
        self.show: EventAnimation | None = None
        self.waiting: deque[Event] = deque()
        self.player = TimelinePlayer(app, lambda: None if self.show is None else self.show.progress)
        self.max_ms, self.shows_end = math.inf, False
        self._app = app
        # called when an animation starts, and when it ends
        self.on_change: Callable[[], object] = lambda: None

    @property
    def is_busy(self) -> bool:
        """True if an animation runs or waits."""
        return self.show is not None or bool(self.waiting)

    @property
    def events(self) -> list[Event]:
        """Events of the current animation, then of those that wait."""
        return [*([] if self.show is None else [self.show.event]), *self.waiting]

    @property
    def is_held(self) -> bool:
        """True if the current animation is shown until `release`."""
        return self.show is not None and self.show.is_held

    def remaining_ms(self, waiting: int | None = None) -> float:
        """Expected time in ms for the current animation and the next ``waiting`` (None: all); 0 if held."""
        if self.show is None or self.is_held:
            return 0.0
        lengths = (self._length(self._timeline(event)) for event in islice(self.waiting, waiting))
        return self.show.length - self.show.elapsed + sum(lengths)

    def _length(self, timeline: Timeline) -> float:
        """Duration in ms of an animation at the pace of the settings."""
        return min(self.max_ms, timeline.length * PACE[self._app.settings.animation_speed])

    def _timeline(self, event: Event) -> Timeline:
        """Animation of an event, which no hit stops with reduced motion."""
        timeline = self.view.timeline(event)
        return timeline.without_stops() if self._app.reduced_motion else timeline

    def add(self, events: Iterable[Event]) -> None:
        """Append events, and start the first animation if none runs."""
        self.waiting += events
        self._next()

    def _next(self) -> None:
        """Start the next animation if none runs."""
        if self.show is None and self.waiting:
            event = self.waiting.popleft()
            timeline = self._timeline(event)
            self.show, self.shows_end = EventAnimation(event, self._length(timeline)), timeline.shows_end
            self.player.begin(timeline, event.seat)
            self.on_change()

    def run(self, ms: float) -> bool:
        """Advance by ``ms``, over several animations if needed. Returns True if none is left."""
        left = ms
        while self.show is not None:
            self.show.elapsed += left
            if self.show.elapsed < self.show.length or self.show.is_held:
                self.player.run()
                return False
            # The rest of this frame goes to the next animation, so that slow frames do not stretch a long
            # sequence.
            left = self.show.elapsed - self.show.length
            ended, self.show = self.show, None
            self.player.end()
            self.view.settle(ended.event)
            self.on_change()
            self._next()
        return True

    def hold(self, progress: float = 1.0, on_hurry: Callable[[], object] = lambda: None) -> None:
        """Let the current animation stay at ``progress`` until `release`, or for `max_ms` in all.

        ``on_hurry`` is called for a press meanwhile.
        """
        if self.show is not None and self.max_ms == math.inf:
            self.show.held_at, self.show.on_hurry = progress, on_hurry
        elif self.show is not None:
            self.show.length = self.max_ms

    def extend(self, timeline: Timeline) -> None:
        """Play another timeline in the current animation, which stays held at its end."""
        if self.show is not None:
            self.show.length, self.show.elapsed = self._length(timeline), 0.0
            self.player.begin(timeline)

    def release(self) -> None:
        """Let the current animation end in the next `run`, although it was held."""
        if self.show is not None:
            self.show.held_at, self.show.elapsed = None, self.show.length

    def hurry(self) -> None:
        """Let the current animation end in the next `run`, or as far as it is not held."""
        if self.show is not None:
            # It ends in the next pass of the loop like any other, so that nothing is left half shown.
            self.show.elapsed = self.show.length
            self.show.on_hurry()

    def drop(self) -> None:
        """Discard all animations without calling `MatchView.settle`."""
        # The caller then shows the observed state.
        self.show = None
        self.player.cut()
        self.waiting.clear()

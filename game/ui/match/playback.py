"""Animations of events, one after the other. They can be hurried or skipped."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame

from game.core.game import Event
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel, sewing_button
from game.ui.art.layers import GOLD, INK, WOOL
from game.ui.core.animation_timeline import OVER, ReducedMotion, Timeline, sequence
from game.ui.core.canvas import hop_height
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.match.view import MatchView

HELD = 1e12  # ms; duration of an event that waits until a person has read or answered it


@dataclass
class EventAnimation:
    """Animation of one event."""

    event: Event
    length: float  # ms
    elapsed: float = 0.0

    @property
    def progress(self) -> float:
        """Share of the animation that has been shown, 0 to 1; 1 without a duration."""
        return 1.0 if self.length <= 0 else min(1.0, self.elapsed / self.length)

    @property
    def is_held(self) -> bool:
        """True if the event is shown until `release`."""
        # Half, because durations are multiplied by a pace on their way here.
        return self.length >= HELD / 2

    def hold(self) -> None:
        """Show the event until `release`."""
        self.length = HELD

    def release(self) -> None:
        """Let an event that was held end in the next `AnimationQueue.run`."""
        self.length = self.elapsed


class AnimationQueue:
    """Queue of animations. Rules apply at once, and the picture catches up."""

    view: MatchView  # gets the events

    def __init__(self) -> None:
        # called when an animation starts, and when it ends
        self.on_change: Callable[[], object] = lambda: None
        self.show: EventAnimation | None = None  # current animation
        self.waiting: deque[EventAnimation] = deque()

    @property
    def is_busy(self) -> bool:
        """True if an animation runs or waits."""
        return self.show is not None or bool(self.waiting)

    @property
    def events(self) -> list[Event]:
        """Events of the current animation, then of those that wait."""
        return [show.event for show in (self.show, *self.waiting) if show is not None]

    @property
    def is_held(self) -> bool:
        """True if the current animation is shown until `EventAnimation.release`."""
        return self.show is not None and self.show.is_held

    def add(self, shows: Iterable[EventAnimation]) -> None:
        """Append animations, and start the first one if none runs."""
        self.waiting += shows
        self._next()

    def _next(self) -> None:
        """Start the next animation if none runs."""
        if self.show is None and self.waiting:
            self.show = self.waiting.popleft()
            self.view.on_event_start(self.show.event)
            self.on_change()

    def run(self, ms: float) -> bool:
        """Advance by ``ms``, over several animations if needed. Returns True if none is left."""
        left = ms
        while self.show is not None:
            self.show.elapsed += left
            if self.show.elapsed < self.show.length:
                return False
            # The rest of this frame goes to the next animation, so that slow frames do not stretch a long
            # sequence.
            left = self.show.elapsed - self.show.length
            ended, self.show = self.show, None
            self.view.on_event_end(ended.event)
            self.on_change()
            self._next()
        return True

    def hurry(self) -> None:
        """Let the current animation end in the next `run`, unless it is held."""
        if self.show is not None and not self.show.is_held:
            # It ends in the next pass of the loop like any other, so that nothing is left half shown.
            self.show.elapsed = self.show.length

    def drop(self) -> None:
        """Discard all animations without calling `MatchView.on_event_end`."""
        # The caller then shows the observed state.
        self.show = None
        self.waiting.clear()


def coin_toss(middle: Callable[[], tuple[float, float]], text: str, size: float) -> Timeline:
    """Timeline of 1.3 s, with its sound: a button hops spinning, then rests above a label with ``text``."""

    def spin(painter: Painter, progress: float) -> None:
        """Draw the spinning button, which hops up from ``middle`` and down again."""
        x, y = middle()
        coin = sewing_button(painter.assets, 96)
        narrow = max(0.06, abs(math.cos(progress * math.tau * 2.5)))
        coin = pygame.transform.smoothscale(coin, (max(2, int(coin.get_width() * narrow)), coin.get_height()))
        painter.blit(coin, x, y - 150 * hop_height(progress), "center")

    def lie(painter: Painter, _share: float) -> None:
        """Draw the button at rest, with the label below it."""
        x, y = middle()
        painter.blit(sewing_button(painter.assets, 96), x, y, "center")
        width = painter.width(text, size, NAMES, fixed=True) + 72
        image = panel(painter.assets, round(width), 66, ClothColours(INK, WOOL, GOLD), radius=18)
        painter.blit(image, x - round(width) / 2 - SHADOW_MARGIN, y + 58 - SHADOW_MARGIN)
        painter.text(text, x, y + 91, size, TextStyle(NAMES, "#FFFAF2", is_fixed_size=True), anchor="center")

    up = 1300.0 / 1.5
    return sequence(
        OVER.span(up, spin, ReducedMotion.STANDS), OVER.span(1300 - up, lie, ReducedMotion.STEADY)
    ).sound("toss")

"""Motions that answer a press and are no event: a preview that unrolls, a piece that shakes its head."""

from __future__ import annotations

import math

import pygame

from game.ui.art.marks import mark_refused
from game.ui.core.animation_timeline import TimelinePlayer
from game.ui.core.canvas import PACE, ease_out_back
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.verbs import REFUSAL, REFUSAL_AGAIN, Verb, head_shake

SIGN_GROW_MS, SIGN_START_SCALE = 120.0, 0.4  # ms in which the red sign grows, and its share at the start


def strike_refusal(player: TimelinePlayer, seat: int | None) -> None:
    """Let a seat feel the two pulses of a refusal."""
    for verb in (REFUSAL, REFUSAL_AGAIN):
        player.strike_later(verb.contact, verb.hit, seat)


class PressMotion:
    """Clock of a motion of ``ms``. The next press never waits for it."""

    def __init__(self, app: AppContext, ms: float) -> None:
        self._app, self._ms = app, ms
        self._start, self._is_at_rest = -math.inf, True

    def begin(self) -> None:
        """Start it, again if it is moving."""
        self._start, self._is_at_rest = self._app.now, False

    @property
    def elapsed(self) -> float:
        """Time in ms since its start. Infinite at rest, with reduced motion, and without animations."""
        pace = PACE[self._app.settings.animation_speed]
        elapsed = math.inf if self.is_still else (self._app.now - self._start) / pace
        return elapsed if elapsed < self._ms else math.inf

    @property
    def is_still(self) -> bool:
        """True with reduced motion, and without animations."""
        return self._app.reduced_motion or not PACE[self._app.settings.animation_speed]

    @property
    def is_over(self) -> bool:
        """True at rest."""
        return self.elapsed == math.inf

    def progress(self, ms: float) -> float:
        """Share of its first ``ms`` that has passed, 0 to 1."""
        return min(1.0, self.elapsed / ms)

    def settled(self, verb: Verb) -> float:
        """Share of the time from the contact of ``verb`` to its end that has passed, 0 to 1."""
        return min(1.0, max(0.0, (self.elapsed - verb.contact) / verb.settles))

    @property
    def head_shake(self) -> float:
        """Present sideways offset in units of the piece or link that a refusal shakes."""
        return head_shake(self.progress(REFUSAL.length))

    def needs_frame(self) -> bool:
        """True while it moves, and once more to show the end."""
        was_at_rest, self._is_at_rest = self._is_at_rest, self.is_over
        return not was_at_rest


def draw_refusal_sign(painter: Painter, at: tuple[float, float], scale: float, motion: PressMotion) -> None:
    """Draw the red sign of what was refused, which it shakes with. It grows from the first thud on."""
    image, grown = mark_refused(painter.assets, scale), (motion.elapsed - REFUSAL.contact) / SIGN_GROW_MS
    if grown < 0:
        return
    if grown < 1:
        image = pygame.transform.smoothscale_by(
            image, SIGN_START_SCALE + (1 - SIGN_START_SCALE) * ease_out_back(grown)
        )
    painter.blit(image, at[0] + motion.head_shake, at[1], "center")

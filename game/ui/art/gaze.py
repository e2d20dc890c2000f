"""Gaze of a puppet as a separate small picture: the inside of its eyes, cut out of the complete drawing.

Whole puppets for all directions would need nine times the memory and time. Instead the puppet is drawn once
with its default gaze, and another gaze is drawn over it, pixel for pixel, within the ink around the eyes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.ui.art.layers import clip, flipped
from game.ui.art.svg import Box, circle, group
from game.ui.core.assets import Assets, rasterize_svg
from game.ui.core.paint import Painter

Aim = tuple[float, float]
"""Gaze direction: forward and down, each from -1 to 1."""
_ACROSS, _UP, _SLANT = 0.85, 0.8, 0.62
AIMS: Final[tuple[Aim, ...]] = (
    (_ACROSS, 0.0), (_SLANT, _SLANT), (0.0, _UP), (-_SLANT, _SLANT),
    (-_ACROSS, 0.0), (-_SLANT, -_SLANT), (0.0, -_UP), (_SLANT, -_SLANT),
)  # fmt: skip
"""Eight directions, clockwise from forward through down. The white is visible all round the pupil in each."""
AIM_AHEAD: Final[Aim] = (0.0, 0.0)  # straight ahead
STRAIGHT_DISTANCE: Final = 24.0
"""Distance from the eyes, in units, below which they look straight ahead."""
_MAX_EYE_SHIFT: Final = 12.0, 14.0
"""Maximum distance, across and up, by which bending moves the eyes, in units of the drawing."""


def toward(eyes: tuple[float, float], at: tuple[float, float], *, flip: bool) -> Aim:
    """One of AIMS in which eyes at ``eyes`` look at ``at``, AHEAD if near; ``flip`` if they face left."""
    across, down = at[0] - eyes[0], at[1] - eyes[1]
    if math.hypot(across, down) < STRAIGHT_DISTANCE:
        return AIM_AHEAD
    return AIMS[round(math.atan2(down, -across if flip else across) / math.tau * 8) % 8]


@dataclass(frozen=True, slots=True, eq=False)
class EyeSockets:
    """Position of the eyes in a drawing of a puppet."""

    box: Box  # of the drawing
    drawn_height: float
    """Height at which one unit of the drawing is one canvas unit."""
    margin: float  # margin around the drawing on every side, in units
    eyes: tuple[tuple[float, float, float], tuple[float, float, float]]  # (x, y, radius) of each eye

    def eye_picture(
        self, assets: Assets, height: float, bend: str, face: str, *, flip: bool
    ) -> pygame.Surface:
        """Picture of the inside of the eyes only, for a face as SVG text; mirrored if ``flip``.

        ``height`` is the puppet's height in units, ``bend`` an SVG transformation.
        """
        area = _room(self, assets.scale, height)
        # Up to the middle of the ink: nothing outside changes with the direction.
        inner = "".join(circle(x, y, r, "#FFFFFF") for x, y, r in self.eyes)
        eyes, within = (rasterize_svg(group(body, bend), area.rect.size, area.box) for body in (face, inner))
        return flipped(clip(eyes, within)) if flip else clip(eyes, within)

    def place(
        self, painter: Painter, foot: tuple[float, float], height: float, *, flip: bool
    ) -> tuple[float, float] | None:
        """Upper left corner, in units, of `eye_picture` over a puppet, or `None` outside the clip.

        The puppet's picture has its ``midbottom`` at ``foot``. Idle animation redraws all puppets within the
        box of one.
        """
        scale = painter.view.scale
        area = _room(self, painter.assets.scale, height)
        left = round(foot[0] * scale) + (area.left_flipped if flip else area.left)
        top = round(foot[1] * scale) + area.top
        if not painter.surface.get_clip().colliderect((left, top, *area.rect.size)):
            return None
        return left / scale, top / scale

    def between(
        self, sole: tuple[float, float], drawn_sole: tuple[float, float], height: float, *, flip: bool
    ) -> tuple[float, float]:
        """Middle between the eyes, in units, of a puppet with its sole at ``sole``.

        ``drawn_sole`` is the position of the sole in the drawing.
        """
        ((x0, y0, _r), (x1, y1, _s)), u = self.eyes, height / self.drawn_height
        forward, down = ((x0 + x1) / 2 - drawn_sole[0]) * u, ((y0 + y1) / 2 - drawn_sole[1]) * u
        return sole[0] + (-forward if flip else forward), sole[1] + down


@dataclass(frozen=True, slots=True)
class _Room:
    """Part of a drawing that contains the eyes, however it is bent."""

    rect: pygame.Rect  # in px of the drawing
    box: Box  # same in units of the drawing
    left: int
    """Offset in px from the ``midbottom`` of the puppet's picture."""
    left_flipped: int
    top: int


@lru_cache(maxsize=64)  # requested for every picture of a table
def _room(sockets: EyeSockets, scale: float, height: float) -> _Room:
    """Part of a drawing that contains the eyes, however bent, for a puppet's scale and height; cached."""
    left, top, width, height_drawn = sockets.box
    u = scale * height / sockets.drawn_height
    w, h, margin = (max(1, round(side)) for side in (width * u, height_drawn * u, sockets.margin * scale))
    kx, ky = w / width, h / height_drawn
    x0 = math.floor((min(x - r for x, _y, r in sockets.eyes) - _MAX_EYE_SHIFT[0] - left) * kx)
    x1 = math.ceil((max(x + r for x, _y, r in sockets.eyes) + _MAX_EYE_SHIFT[0] - left) * kx)
    y0 = max(0, math.floor((min(y - r for _x, y, r in sockets.eyes) - _MAX_EYE_SHIFT[1] - top) * ky))
    y1 = math.ceil((max(y + r for _x, y, r in sockets.eyes) + _MAX_EYE_SHIFT[1] - top) * ky)
    begins = margin - (w + 2 * margin) // 2
    return _Room(
        pygame.Rect(x0, y0, x1 - x0, y1 - y0),
        (left + x0 / kx, top + y0 / ky, (x1 - x0) / kx, (y1 - y0) / ky),
        begins + x0,
        begins + w - x1,
        y0 - h - margin,
    )

"""Where a puppet looks, as a small picture of its own: the inside of its eyes, cut out of the whole drawing.

A picture of a whole puppet for each direction would take the memory and the time of nine: so the puppet is
drawn once as it looks by itself, and what its eyes see instead is laid over it, pixel for pixel, within the
ink around them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.ui.art.layers import clip, flipped
from game.ui.art.svg import circle, group
from game.ui.core.assets import Assets, Box, rasterize_svg
from game.ui.core.paint import Painter

Aim = tuple[float, float]
"""Where eyes look, from -1 to 1, forward and down."""
_ACROSS, _UP, _SLANT = 0.85, 0.8, 0.62
AIMS: Final[tuple[Aim, ...]] = (
    (_ACROSS, 0.0), (_SLANT, _SLANT), (0.0, _UP), (-_SLANT, _SLANT),
    (-_ACROSS, 0.0), (-_SLANT, -_SLANT), (0.0, -_UP), (_SLANT, -_SLANT),
)  # fmt: skip
"""The eight directions, from forward on by way of down; the white is seen all round the pupil in each."""
AHEAD: Final[Aim] = (0.0, 0.0)
"""Straight before them."""
NEAR: Final = 24.0
"""Whatever is so near to the eyes, in units, is before them: they look straight ahead."""
_REACH: Final = 12.0, 14.0
"""How far from their places, in units of the drawing, a bend carries the eyes, across and up."""


def toward(eyes: tuple[float, float], at: tuple[float, float], *, flip: bool) -> Aim:
    """In which direction eyes at a place look at another one; ``flip`` where they face left."""
    across, down = at[0] - eyes[0], at[1] - eyes[1]
    if math.hypot(across, down) < NEAR:
        return AHEAD
    return AIMS[round(math.atan2(down, -across if flip else across) / math.tau * 8) % 8]


@dataclass(frozen=True, slots=True, eq=False)
class EyeSockets:
    """Where the eyes are in a drawing of a puppet."""

    box: Box
    """Of the drawing."""
    drawn: float
    """A puppet of this height is drawn unit for unit."""
    margin: float
    """Units around the drawing on every side."""
    eyes: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Each with its middle and radius."""

    def cut(self, assets: Assets, height: float, bend: str, face: str, *, flip: bool) -> pygame.Surface:
        """What is seen within the eyes of a puppet so high, of the face as SVG text, bent so."""
        room = _room(self, assets.scale, height)
        # To the middle of the ink: outside of it nothing changes with the direction.
        inner = "".join(circle(x, y, r, "#FFFFFF") for x, y, r in self.eyes)
        seen, within = (rasterize_svg(group(body, bend), room.rect.size, room.box) for body in (face, inner))
        return flipped(clip(seen, within)) if flip else clip(seen, within)

    def place(
        self, painter: Painter, foot: tuple[float, float], height: float, *, flip: bool
    ) -> tuple[float, float] | None:
        """Where that lies over a puppet whose picture has its ``midbottom`` at a foot.

        `None` where nothing is drawn now: idle life has all puppets drawn again within the box of one.
        """
        scale = painter.view.scale
        room = _room(self, painter.assets.scale, height)
        left = round(foot[0] * scale) + (room.left_flipped if flip else room.left)
        top = round(foot[1] * scale) + room.top
        if not painter.surface.get_clip().colliderect((left, top, *room.rect.size)):
            return None
        return left / scale, top / scale

    def between(
        self, sole: tuple[float, float], drawn: tuple[float, float], height: float, *, flip: bool
    ) -> tuple[float, float]:
        """The middle between the eyes of a puppet whose sole stands there, and is ``drawn`` there."""
        ((x0, y0, _r), (x1, y1, _s)), u = self.eyes, height / self.drawn
        forward, down = ((x0 + x1) / 2 - drawn[0]) * u, ((y0 + y1) / 2 - drawn[1]) * u
        return sole[0] + (-forward if flip else forward), sole[1] + down


@dataclass(frozen=True, slots=True)
class _Room:
    """The part of a drawing in which the eyes are, however it is bent."""

    rect: pygame.Rect
    """In pixels of the drawing."""
    box: Box
    """The same in its units."""
    left: int
    """Where that is from the ``midbottom`` of the picture of the puppet, in pixels."""
    left_flipped: int
    top: int


@lru_cache(maxsize=64)  # every picture of a table asks for it
def _room(sockets: EyeSockets, scale: float, height: float) -> _Room:
    left, top, wide, high = sockets.box
    u = scale * height / sockets.drawn
    w, h, margin = (max(1, round(side)) for side in (wide * u, high * u, sockets.margin * scale))
    kx, ky = w / wide, h / high
    x0 = math.floor((min(x - r for x, _y, r in sockets.eyes) - _REACH[0] - left) * kx)
    x1 = math.ceil((max(x + r for x, _y, r in sockets.eyes) + _REACH[0] - left) * kx)
    y0 = max(0, math.floor((min(y - r for _x, y, r in sockets.eyes) - _REACH[1] - top) * ky))
    y1 = math.ceil((max(y + r for _x, y, r in sockets.eyes) + _REACH[1] - top) * ky)
    begins = margin - (w + 2 * margin) // 2
    return _Room(
        pygame.Rect(x0, y0, x1 - x0, y1 - y0),
        (left + x0 / kx, top + y0 / ky, (x1 - x0) / kx, (y1 - y0) / ky),
        begins + x0,
        begins + w - x1,
        y0 - h - margin,
    )

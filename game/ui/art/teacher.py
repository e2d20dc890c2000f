"""What a teacher shows with: the gold knitted pointer, and the veil with soft holes over a scene."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.layers import draw, lifted
from game.ui.art.palette import INK, WOOL
from game.ui.art.svg import group, line, path
from game.ui.core.assets import Assets, drawn

LOOK: Final = 2
"""What the teacher is knitted like, who is the host of the first start too: one of the looks of seats."""
POINTER_ROOM: Final = 80.0
"""Units from the tip of a pointer of full size to each edge of its surface."""
POINTER_LONG: Final = 76.0
"""From its tip to its other end, with its rims."""
KNITTED: Final = "#E8A317"
_COARSE: Final = 8
"""The veil is made so many times smaller: its edges are soft when it is as large as the window again."""


@drawn
def pointer(assets: Assets, turn: int = 0) -> pygame.Surface:
    """A knitted arrow with its tip in the middle of the surface, pointing down before the turn in degrees."""
    shape = "M0 0 L-24 -26 L-11 -26 L-11 -62 Q-11 -68 -5 -68 L5 -68 Q11 -68 11 -62 L11 -26 L24 -26 Z"
    knit = "".join(f"M-5 {y} L0 {y + 4} L5 {y} " for y in range(-60, -12, 8))
    body = path(shape, WOOL, stroke=WOOL, stroke_width=17, stroke_linejoin="round")
    body += path(shape, KNITTED, stroke=INK, stroke_width=9, stroke_linejoin="round")
    body += path(shape, KNITTED) + line(knit, "#FFF1CF", 2.4, stroke_opacity=0.9)
    r = POINTER_ROOM
    picture = draw(assets, group(body, f"rotate({turn})"), 2 * r, 2 * r, (-r, -r, 2 * r, 2 * r))
    return lifted(assets, picture, (0, 4), 5, 120)


def veil(
    size: tuple[int, int], colour: tuple[int, int, int, int], holes: tuple[pygame.Rect, ...]
) -> pygame.Surface:
    """A veil as large as a window, with soft holes.

    Args:
        size: of the window, in pixels.
        colour: red, green, blue and alpha.
        holes: what is to be seen, in pixels.
    """
    w, h = max(1, size[0] // _COARSE), max(1, size[1] // _COARSE)
    small = pygame.Surface((w, h), pygame.SRCALPHA)
    small.fill(colour)
    clear = (*colour[:3], 0)
    half = (*colour[:3], colour[3] // 3)
    for grown, fill in ((2, half), (0, clear)):
        for hole in holes:
            rect = pygame.Rect(
                hole.x / _COARSE, hole.y / _COARSE, max(2, hole.w / _COARSE), max(2, hole.h / _COARSE)
            ).inflate(2 * grown, 2 * grown)
            pygame.draw.rect(small, fill, rect, border_radius=4 + grown)
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 2), size)

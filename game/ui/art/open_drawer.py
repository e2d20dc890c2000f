"""Drawings of the title's drawer while it opens or closes: its boards, and the socks that make room."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import INK, rasterize_units
from game.ui.art.rooms import DRAWER_HEIGHT, PAIR_SIZE, title_front
from game.ui.art.socks import rolled_sock
from game.ui.art.svg import lin, line, rect
from game.ui.core.assets import Assets, cached_background, cached_drawing

MAX_CHEST_WIDTH: Final = 168.0  # maximum visible width of the chest on each side of the drawer, in units
RIM_HEIGHT: Final = 16.0  # height of its far board, in units
TUMBLE_STEPS: Final = 4  # steps of a sock that moves aside
FAR_SOCK_DIFFERENCE: Final = 56.0  # difference in height of the farthest sock, in units
_STRIP_PX: Final = 4
"""Height in px of the strips of constant width into which a picture in the drawer is divided."""


@cached_background
def chest(assets: Assets, h: float) -> pygame.Surface:
    """Shaded wood for either side of the open drawer, BESIDE x h units."""
    whole = pygame.Surface((assets.px(MAX_CHEST_WIDTH), assets.px(h)))
    wood = title_front(assets, 1280)
    step = assets.px(DRAWER_HEIGHT - 20)
    for y in range(0, whole.get_height(), step):
        whole.blit(wood, (0, y), (0, assets.px(16), whole.get_width(), step))
    whole.fill((150, 132, 140), special_flags=pygame.BLEND_RGB_MULT)
    return whole


@cached_drawing
def far_board(assets: Assets, w: float) -> pygame.Surface:
    """Far board of the drawer, w x (RIM + 6) units, with 3 units of outline above and below."""
    body = lin("board", (0, 0, 0, RIM_HEIGHT), (0, "#B97C48"), (1, "#8E5A30"))
    body += rect(-10, 0, w + 20, RIM_HEIGHT, 0, fill="url(#board)")
    body += line(f"M-10 0 H{w + 10} M-10 {RIM_HEIGHT} H{w + 10}", INK, 5)
    return rasterize_units(assets, body, w, RIM_HEIGHT + 6, (0, -3, w, RIM_HEIGHT + 6))


@cached_drawing
def rim_shade(assets: Assets, w: float) -> pygame.Surface:
    """Shadow of the far board, w x 90 units."""
    body = lin("shade", (0, 0, 0, 90), (0, "#1A0E12", 0.8), (1, "#1A0E12", 0))
    return rasterize_units(assets, body + rect(0, 0, w, 90, 0, fill="url(#shade)"), w, 90)


@cached_drawing
def rolled_aside(assets: Assets, seat: int, distance: float, turn: float, step: int) -> pygame.Surface:
    """Rolled sock at step ``step`` of its way aside.

    ``distance`` is its final distance from the viewer, 0 to 1.
    """
    progress = step / TUMBLE_STEPS
    whole = rolled_sock(assets, seat, PAIR_SIZE)
    size = 1 - FAR_SOCK_DIFFERENCE / PAIR_SIZE * distance * progress
    return pygame.transform.rotozoom(whole, -turn - math.copysign(80, turn) * progress, size)


def lay(
    surface: pygame.Surface,
    picture: pygame.Surface,
    far_edge: tuple[int, int, int],
    near_edge: tuple[int, int, int],
) -> None:
    """Draw a picture in perspective on the bottom of the drawer.

    ``far_edge`` and ``near_edge`` are its upper and lower edge: left x, right x and y in px. They must be
    within the surface.
    """
    width, height = picture.get_size()
    top, bottom = far_edge[2], near_edge[2]
    at_far, at_near = far_edge[1] - far_edge[0], near_edge[1] - near_edge[0]

    def row(y: int) -> int:
        """Row of the picture that is visible at ``y``. Distance is proportional to 1 / width."""
        progress = (y - top) / (bottom - top)
        across = at_far + (at_near - at_far) * progress
        # If both edges have the same width, the picture is not in perspective.
        away = (1 / across - 1 / at_far) / (1 / at_near - 1 / at_far) if at_far != at_near else progress
        return round(height * away)

    edges = [*range(top, bottom, _STRIP_PX), bottom]
    for start, end in pairwise(edges):
        progress = (start - top) / (bottom - top)
        left, right = (
            round(far_edge[side] + (near_edge[side] - far_edge[side]) * progress) for side in (0, 1)
        )
        first = min(height - 1, row(start))
        part = picture.subsurface((0, first, width, max(1, row(end) - first)))
        size = right - left, end - start
        pygame.transform.smoothscale(part, size, surface.subsurface((left, start), size))

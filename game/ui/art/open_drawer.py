"""What the title's drawer is drawn with while it opens or shuts: its boards, and the socks that make way."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import INK, rasterize_units
from game.ui.art.rooms import DRAWER, ROLLED, title_front
from game.ui.art.socks import rolled_sock
from game.ui.art.svg import lin, line, rect
from game.ui.core.assets import Assets, cached_background, cached_drawing

BESIDE: Final = 168.0
"""How wide what is seen of the chest on each side of the drawer may be."""
RIM: Final = 16.0
"""How high its far board is."""
TUMBLES: Final = 4
"""Steps of a sock on its way aside."""
SMALLER: Final = 56.0
"""How much smaller one is that lies farthest from whoever looks."""
_STRIP: Final = 4
"""So many pixels of a picture that lies in the drawer are as wide as each other."""


@cached_background
def chest(assets: Assets, h: float) -> pygame.Surface:
    """The shaded wood on each side of the open drawer, BESIDE x h units."""
    whole = pygame.Surface((assets.px(BESIDE), assets.px(h)))
    wood = title_front(assets, 1280)
    step = assets.px(DRAWER - 20)
    for y in range(0, whole.get_height(), step):
        whole.blit(wood, (0, y), (0, assets.px(16), whole.get_width(), step))
    whole.fill((150, 132, 140), special_flags=pygame.BLEND_RGB_MULT)
    return whole


@cached_drawing
def far_board(assets: Assets, w: float) -> pygame.Surface:
    """The far board of the drawer, w units wide."""
    body = lin("board", (0, 0, 0, RIM), (0, "#B97C48"), (1, "#8E5A30"))
    body += rect(-10, 0, w + 20, RIM, 0, fill="url(#board)")
    body += line(f"M-10 0 H{w + 10} M-10 {RIM} H{w + 10}", INK, 5)
    return rasterize_units(assets, body, w, RIM + 6, (0, -3, w, RIM + 6))


@cached_drawing
def rim_shade(assets: Assets, w: float) -> pygame.Surface:
    """What the far board throws on what lies below it, w x 90 units."""
    body = lin("shade", (0, 0, 0, 90), (0, "#1A0E12", 0.8), (1, "#1A0E12", 0))
    return rasterize_units(assets, body + rect(0, 0, w, 90, 0, fill="url(#shade)"), w, 90)


@cached_drawing
def rolled_aside(assets: Assets, seat: int, far: float, turn: float, step: int) -> pygame.Surface:
    """A rolled sock at a step of its way; ``far`` is how far from whoever looks it comes to lie, to 1."""
    on = step / TUMBLES
    whole = rolled_sock(assets, seat, ROLLED)
    size = 1 - SMALLER / ROLLED * far * on
    return pygame.transform.rotozoom(whole, -turn - math.copysign(80, turn) * on, size)


def lay(
    surface: pygame.Surface, picture: pygame.Surface, far: tuple[int, int, int], near: tuple[int, int, int]
) -> None:
    """Lay a picture down in the drawer: it reaches away from whoever looks.

    ``far`` and ``near`` are where its upper and its lower edge lie, from where to where and how high, in
    pixels. Nothing of it lies outside of the surface.
    """
    wide, high = picture.get_size()
    top, bottom = far[2], near[2]
    at_far, at_near = far[1] - far[0], near[1] - near[0]

    def row(y: int) -> int:
        """Which row of the picture is seen there: what is twice as wide is twice as near."""
        share = (y - top) / (bottom - top)
        across = at_far + (at_near - at_far) * share
        # So far away, as its width says; where both edges are as wide, all of it is equally near.
        away = (1 / across - 1 / at_far) / (1 / at_near - 1 / at_far) if at_far != at_near else share
        return round(high * away)

    edges = [*range(top, bottom, _STRIP), bottom]
    for start, end in pairwise(edges):
        share = (start - top) / (bottom - top)
        left, right = (round(far[side] + (near[side] - far[side]) * share) for side in (0, 1))
        first = min(high - 1, row(start))
        part = picture.subsurface((0, first, wide, max(1, row(end) - first)))
        size = right - left, end - start
        pygame.transform.smoothscale(part, size, surface.subsurface((left, start), size))

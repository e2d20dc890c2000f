"""The sign of today's sock on the title: a sock and a cloth that hang from a little line of their own."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.daily import line_button
from game.ui.art.fabric import ROOM, cloth_tag
from game.ui.art.icons import tick
from game.ui.art.knitted import SOCK_ROOM, knit_sock
from game.ui.art.layers import draw, rim, stacked
from game.ui.art.line import ROPE_ROOM, peg, rope
from game.ui.art.palette import FOCUS, WOOL
from game.ui.art.svg import rect
from game.ui.core.assets import Assets, drawn

SOCK: Final = 84.0
BESIDE: Final = 80.0
"""How much room the sock has at the left of the cloth."""
EDGE: Final = 34.0
"""Units around cloth and sock on the surface, for rings, pegs and shadows."""
SLOPE: Final = -2.2
"""How the little line hangs, in degrees."""


@drawn
def little_line(assets: Assets, w: float) -> pygame.Surface:
    """A line that falls a little to the right, from a button on the wall; its left end is (8, ROPE_ROOM)."""
    line = pygame.transform.rotozoom(rope(assets, w, 10.0), SLOPE, 1)
    line.blit(line_button(assets, colour="#E8A317"), (assets.px(-6), assets.px(ROPE_ROOM - 14)))
    return line


@drawn
def today_sign(
    assets: Assets,
    w: float,
    h: float,
    knit: str,
    *,
    fill: str = WOOL,
    focus: bool = False,
    done: bool = False,
) -> pygame.Surface:
    """The sock of the day, and beside it a cloth w x h for words, its corner at (EDGE + BESIDE, EDGE).

    Args:
        assets: the scale.
        w: of the cloth.
        h: of the cloth.
        knit: how the sock is knitted.
        fill: the colour of the cloth.
        focus: with the focus ring round both.
        done: with a tick: it is solved.
    """
    size = w + BESIDE + 2 * EDGE, h + 2 * EDGE
    x, y, sock_x = EDGE + BESIDE, EDGE, EDGE + BESIDE - 40
    whole = pygame.Surface((assets.px(size[0]), assets.px(size[1])), pygame.SRCALPHA)
    if focus:
        shape = draw(assets, rect(x + 2, y + 4, w - 4, h - 2, 6, fill="#FFFFFF"), *size)
        alone = knit_sock(assets, knit, SOCK, shadow=False)
        shape.blit(alone, alone.get_rect(midtop=(assets.px(sock_x), assets.px(y - 8 - SOCK_ROOM))))
        around = rim(shape, (5 + 4 * assets.bold) * assets.scale, FOCUS), rim(shape, 5 * assets.scale, WOOL)
        whole = stacked(whole.get_size(), around)
    cloth = cloth_tag(assets, round(w), round(h + 4), fill)
    whole.blit(cloth, (assets.px(x - ROOM), assets.px(y - ROOM)))
    for at in (x + 14, x + w - 14):
        _put(assets, whole, peg(assets, 0.5), at, y + 1)
    sock = knit_sock(assets, knit, SOCK)
    whole.blit(sock, sock.get_rect(midtop=(assets.px(sock_x), assets.px(y - 8 - SOCK_ROOM))))
    for dx in (-10, 10):
        _put(assets, whole, peg(assets, 0.48), sock_x - 13 + dx, y - 4)
    if done:
        _put(assets, whole, tick(assets, 26), sock_x - 14, y + SOCK - 16)
    return whole


def _put(assets: Assets, whole: pygame.Surface, image: pygame.Surface, x: float, y: float) -> None:
    whole.blit(image, image.get_rect(center=(assets.px(x), assets.px(y))))

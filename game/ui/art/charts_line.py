"""The pages of a set of charts: socks that hang from a line, one a page."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.layers import clip, draw, lifted, padded, rim, stacked, turned
from game.ui.art.palette import GOLD, INK, WOOL
from game.ui.art.patterns import SEATS, motif
from game.ui.art.svg import line, path
from game.ui.core.assets import Assets, drawn

SOCK_ROOM: Final = 16.0
"""Units around a hung sock, for its rim and shadow."""
_SHAPE: Final = (
    "M52 10 H118 V120 C118 136 130 142 150 150 C178 160 180 204 146 208 H92 C64 208 50 190 50 160Z"
)
_BOX: Final = (30.0, 0.0, 160.0, 220.0)


@drawn
def hung_sock(
    assets: Assets, seat: int, height: float, turn: float = 0.0, *, chosen: bool = False
) -> pygame.Surface:
    """A flat sock in the knitting of a seat, hung by its cuff and turned by so many degrees.

    Its cuff is in the middle of the surface, SOCK_ROOM below the upper edge before it is turned. The sock of
    the page that is open has a golden rim.
    """
    look, w, h = SEATS[seat], height * _BOX[2] / _BOX[3], height
    size = 2 * w, 2 * h
    inside = draw(assets, path(_SHAPE, look.colour), *size, _BOX)
    knitted = motif(look.pattern, (30, 40, 190, 220), look.wool, 1.0)
    if look.pattern == "heel":
        knitted = path("M30 150 Q84 160 74 220 H30Z", WOOL)
    knitted += path("M138 140 H200 V220 H138Z", look.dark)
    inside.blit(draw(assets, knitted, *size, _BOX), (0, 0))
    clip(inside, draw(assets, path(_SHAPE, "#FFFFFF"), *size, _BOX))
    edge = line(_SHAPE, INK, 9) + path("M46 10 H124 V40 H46Z", WOOL, stroke=INK, stroke_width=9)
    whole = stacked(inside.get_size(), (inside, draw(assets, edge, *size, _BOX)))
    whole = padded(whole, assets.px(2 * SOCK_ROOM))
    if chosen:
        whole = stacked(whole.get_size(), (rim(whole, 9 * assets.scale, GOLD), whole))
    return lifted(assets, turned(whole, turn), (0, 4), 4, 110)

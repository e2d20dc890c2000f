"""What watchers throw onto the big screen: a heart, a laugh, a sock in a star, on yarn in their colour."""

from __future__ import annotations

import pygame

from game.ui.art.layers import draw
from game.ui.art.letters import centred
from game.ui.art.palette import INK, WOOL
from game.ui.art.patterns import SEATS
from game.ui.art.svg import drawing, group, path
from game.ui.core.assets import Assets, drawn

_YARN = "M32 58 C22 70 44 76 33 92"
_HEART = "M32 56 C2 36 6 10 21 10 Q30 10 32 20 Q34 10 43 10 C58 10 62 36 32 56Z"
_BUBBLE = "M8 10 H56 Q62 10 62 16 V44 Q62 50 56 50 H34 L24 60 L25 50 H8 Q2 50 2 44 V16 Q2 10 8 10Z"
_STAR = (
    "M32 2 L39 14 L52 8 L51 22 L63 28 L53 36 L58 50 L44 49 L37 62 "
    "L29 51 L15 57 L15 43 L1 37 L12 29 L6 16 L20 17Z"
)


@drawn
def reaction(assets: Assets, sign: str, look: int, size: float = 46) -> pygame.Surface:
    """A reaction, `size` wide and one and a half times as high with its yarn.

    Args:
        assets: the scale.
        sign: ``aww``, ``ha`` or ``wow``.
        look: the seat in whose colour the yarn is.
        size: how wide, in units.
    """
    seat = SEATS[look]
    yarn = path(_YARN, "none", stroke=INK, stroke_width=6, stroke_linecap="round")
    yarn += path(_YARN, "none", stroke=seat.colour, stroke_width=3.4, stroke_linecap="round")
    shape = {"aww": _HEART, "ha": _BUBBLE, "wow": _STAR}[sign]
    fill = {"aww": "#E26D8F", "ha": WOOL, "wow": "#FFC94A"}[sign]
    body = path(shape, "none", stroke=WOOL, stroke_width=9, stroke_linejoin="round")
    body += path(shape, fill, stroke=INK, stroke_width=3.4, stroke_linejoin="round")
    if sign == "aww":
        body += path("M15 26 Q15 18 21 17", "none", stroke=WOOL, stroke_width=3.4, stroke_linecap="round")
    if sign == "wow":
        sock = drawing("icons").layer("sock", {WOOL: seat.light})
        body += group(sock, "translate(17 15) scale(.78)")
    picture = draw(assets, yarn + body, size, size * 1.5, (-4, -4, 72, 108))
    if sign == "ha":
        word = pygame.Surface((picture.get_width(), round(picture.get_width() * 0.94)), pygame.SRCALPHA)
        centred(assets, word, "Ha!", size * 0.4, INK, size * 0.72)
        picture.blit(word, (0, 0))
    return picture

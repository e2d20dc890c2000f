"""Drawings of lessons (the gold knitted pointer, the veil with soft holes), and reactions of spectators.

Reactions on the big screen are a heart, a laugh, and a sock in a star, on yarn in the sender's colour.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.layers import INK, WOOL, rasterize_units, with_shadow
from game.ui.art.lettering import draw_centred
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import drawing, group, line, path
from game.ui.core.assets import Assets, cached_drawing

LOOK: Final = 2
"""Seat look of the teacher, who is also the host of the first start."""
POINTER_ROOM: Final = 80.0
"""Distance in units from the tip of a full-size pointer to each edge of its surface."""
POINTER_LONG: Final = 76.0  # length of the pointer with its rims, in units
KNITTED: Final = "#E8A317"
_COARSE: Final = 8
"""Reduction factor of the veil, whose edges become soft when it is scaled up to the window."""


@cached_drawing
def pointer(assets: Assets, turn: int = 0, scale: float = 1.0) -> pygame.Surface:
    """Knitted arrow pointing down, turned clockwise by ``turn`` degrees, its tip in the surface's middle.

    ``scale`` scales it, from 0 to 1.
    """
    shape = "M0 0 L-24 -26 L-11 -26 L-11 -62 Q-11 -68 -5 -68 L5 -68 Q11 -68 11 -62 L11 -26 L24 -26 Z"
    knit = "".join(f"M-5 {y} L0 {y + 4} L5 {y} " for y in range(-60, -12, 8))
    body = path(shape, WOOL, stroke=WOOL, stroke_width=17, stroke_linejoin="round")
    body += path(shape, KNITTED, stroke=INK, stroke_width=9, stroke_linejoin="round")
    body += path(shape, KNITTED) + line(knit, "#FFF1CF", 2.4, stroke_opacity=0.9)
    r = POINTER_ROOM
    size = 2 * r * scale
    picture = rasterize_units(assets, group(body, f"rotate({turn})"), size, size, (-r, -r, 2 * r, 2 * r))
    return with_shadow(assets, picture, (0, 4), 5, 120)


def veil(
    size: tuple[int, int], colour: tuple[int, int, int, int], holes: tuple[pygame.Rect, ...]
) -> pygame.Surface:
    """Veil as large as a window, with soft holes.

    Args:
        size: size of the window in px.
        colour: red, green, blue and alpha.
        holes: visible areas in px.
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


_YARN = "M32 58 C22 70 44 76 33 92"
_HEART = "M32 56 C2 36 6 10 21 10 Q30 10 32 20 Q34 10 43 10 C58 10 62 36 32 56Z"
_BUBBLE = "M8 10 H56 Q62 10 62 16 V44 Q62 50 56 50 H34 L24 60 L25 50 H8 Q2 50 2 44 V16 Q2 10 8 10Z"
_STAR = (
    "M32 2 L39 14 L52 8 L51 22 L63 28 L53 36 L58 50 L44 49 L37 62 "
    "L29 51 L15 57 L15 43 L1 37 L12 29 L6 16 L20 17Z"
)


@cached_drawing
def reaction(assets: Assets, sign: str, look: int) -> pygame.Surface:
    """Reaction of a spectator, 46 x 69 units with its yarn. Raises KeyError for an unknown ``sign``.

    Args:
        assets: the scale.
        sign: ``aww``, ``ha`` or ``wow``.
        look: seat look whose colour the yarn has.
    """
    seat = SEAT_LOOKS[look]
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
    picture = rasterize_units(assets, yarn + body, 46, 69, (-4, -4, 72, 108))
    if sign == "ha":
        word = pygame.Surface((picture.get_width(), round(picture.get_width() * 0.94)), pygame.SRCALPHA)
        draw_centred(assets, word, "Ha!", 18.4, INK, 33.12)
        picture.blit(word, (0, 0))
    return picture

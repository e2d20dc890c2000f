"""Drawings of lessons (the gold knitted pointer, the veil with soft holes), and reactions of spectators.

Reactions on the big screen are a heart, a laugh, and a sock in a star, on yarn in the sender's colour.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.layers import INK, WOOL, art, rasterize_units, with_shadow
from game.ui.art.lettering import draw_centred
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import drawing, group
from game.ui.core.assets import Assets, cached_drawing

TEACHER_LOOK: Final = 2
"""Seat look of the teacher, who is also the host of the first start."""
POINTER_ROOM: Final = 80.0
"""Distance in units from the tip of a full-size pointer to each edge of its surface."""
POINTER_LENGTH: Final = 76.0  # length of the pointer with its rims, in units
_COARSENESS: Final = 8
"""Reduction factor of the veil, whose edges become soft when it is scaled up to the window."""


@cached_drawing
def pointer(assets: Assets, turn: int = 0, scale: float = 1.0) -> pygame.Surface:
    """Knitted arrow pointing down, turned clockwise by ``turn`` degrees, its tip in the surface's middle.

    ``scale`` scales it, from 0 to 1.
    """
    size = 2 * POINTER_ROOM * scale
    picture = art(assets, "signs", size, size, layer="pointer", transform=f"rotate({turn})")
    return with_shadow(assets, picture, (0, 4), 5, 120)


def veil(
    size: tuple[int, int],
    shade: tuple[int, int, int, int],
    share: float,
    holes: tuple[pygame.Rect, ...],
    dense: tuple[pygame.Rect, ...] = (),
) -> pygame.Surface:
    """Veil as large as a window, with soft holes.

    Args:
        size: size of the window in px.
        shade: red, green, blue and alpha where it is densest.
        share: share of that alpha in most places.
        holes: visible areas in px.
        dense: densest areas in px.
    """
    w, h = max(1, size[0] // _COARSENESS), max(1, size[1] // _COARSENESS)
    small = pygame.Surface((w, h), pygame.SRCALPHA)
    colour, alpha = shade[:3], round(shade[3] * share)
    small.fill((*colour, alpha))
    for grown, opacity, areas in ((2, shade[3], dense), (2, alpha // 3, holes), (0, 0, holes)):
        for hole in areas:
            rect = pygame.Rect(
                hole.x / _COARSENESS,
                hole.y / _COARSENESS,
                max(2, hole.w / _COARSENESS),
                max(2, hole.h / _COARSENESS),
            ).inflate(2 * grown, 2 * grown)
            pygame.draw.rect(small, (*colour, opacity), rect, border_radius=4 + grown)
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 2), size)


@cached_drawing
def reaction(assets: Assets, sign: str, look: int) -> pygame.Surface:
    """Reaction of a spectator, 46 x 69 units with its yarn. Raises KeyError for an unknown ``sign``.

    Args:
        assets: the scale.
        sign: ``aww``, ``ha`` or ``wow``.
        look: seat look whose colour the yarn has.
    """
    seat = SEAT_LOOKS[look]
    source = drawing("reactions")
    body = source.layer("yarn", colour=seat.colour) + source.layer(sign)
    if sign == "wow":
        sock = drawing("icons").layer("sock", {WOOL: seat.light})
        body += group(sock, "translate(17 15) scale(.78)")
    picture = rasterize_units(assets, body, 46, 69, source.box)
    if sign == "ha":
        word = pygame.Surface((picture.get_width(), round(picture.get_width() * 0.94)), pygame.SRCALPHA)
        draw_centred(assets, word, "Ha!", 18.4, INK, 33.12)
        picture.blit(word, (0, 0))
    return picture

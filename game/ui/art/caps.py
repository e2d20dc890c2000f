"""A sock of the drawer worn as a night cap: behind the eyes of a puppet, its toe down the back."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.knits import Knit, knit_named, placed, shape, woven
from game.ui.art.layers import clip, inner_shade, stacked
from game.ui.art.palette import INK, mix
from game.ui.art.svg import group, knit, line, path, rect
from game.ui.core.assets import Box, raster

WORD: Final = "sock:"
"""What a word of `Dress.wears` begins with that names a sock."""
_CAP: Final = (
    "M30 92 C22 44 52 4 116 8 C121 -6 104 -27 66 -28 C24 -29 -5 -8 -19 22 C-28 42 -39 54 -34 70 "
    "C-27 86 -6 81 1 65 C7 51 9 41 14 38 C8 54 8 74 14 92Z"
)
_TOE: Final = "M-32 36 Q-10 38 2 66 L-6 90 L-50 90 L-48 50Z"
_SEAM: Final = "M-32 36 Q-10 38 2 66"
_BRIM: Final = "M8 100 C4 50 44 2 122 2 C130 2 132 16 124 19 C64 22 34 54 34 98 C34 106 10 108 8 100Z"
_RIBS: Final = "M16 84 L28 88 M19 64 L32 70 M29 44 L40 53 M45 27 L53 38 M66 15 L71 27 M90 9 L92 21"
_MOTIFS: Final = ((86, -8, 0.46, 22), (46, -9, 0.52, -10), (4, 11, 0.5, -38))
"""Where a cap has the few motifs of its sock: x, y, size, turn."""
_AREA: Final = (-66.0, -52.0, 140.0, 100.0)


def sock_worn(wears: str) -> str:
    """Which of `knits.KNITS` is among the things of `Dress.wears`; empty for none."""
    return next((word.removeprefix(WORD) for word in wears.split() if word.startswith(WORD)), "")


def cap(name: str, size: tuple[int, int], box: Box, bend: str) -> pygame.Surface:
    """A sock as a cap on a surface of so many pixels: drawn for the head of a puppet, and bent with it.

    It stays as low as it is so that a puppet that hops does not lose its top.
    """
    kind, scale = knit_named(name), size[1] / box[3]
    mask = raster(group(path(_CAP, "#FFFFFF"), bend), size, box)
    inside = raster(group(_inside(name, kind, detail=9 * scale >= 3), bend), size, box)
    inside = clip(inside, mask)
    inside.blit(inner_shade(mask, 7 * scale, (4 * scale, -5 * scale), 110), (0, 0))
    return stacked(size, (inside, raster(group(_front(kind), bend), size, box)))


def cap_drawing(name: str, box: Box) -> str:
    """The same as an SVG file of its own, for readers that can clip, as browsers can."""
    kind = knit_named(name)
    clipped = f'<clipPath id="cap">{path(_CAP)}</clipPath><g clip-path="url(#cap)">'
    view = " ".join(f"{number:g}" for number in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{clipped}'
        f"{_inside(name, kind, detail=False)}</g>{_front(kind)}</svg>"
    )


def _front(kind: Knit) -> str:
    """Its outline and the cuff of the sock, turned up round the head."""
    front = path(_CAP, stroke=INK, stroke_width=5.5, stroke_linejoin="round")
    front += path(_BRIM, kind.cuff, stroke=INK, stroke_width=5.5, stroke_linejoin="round")
    return front + line(_RIBS, mix(kind.cuff, "#B0803F", 0.45), 4)


def _inside(name: str, kind: Knit, *, detail: bool) -> str:
    x0, y0, x1, y1 = _AREA
    text = rect(x0, y0, x1 - x0, y1 - y0, 0, fill=kind.base)
    if kind.shape:
        text += "".join(placed(shape(kind.shape), x, y, size, turn) for x, y, size, turn in _MOTIFS)
    else:
        # The leg of the sock, laid over the head and down the back.
        text += group(woven(name), "translate(150 -98) rotate(90) scale(.72)")
    if kind.heel:
        text += path(_TOE, kind.heel) + line(_SEAM, INK, 4)
    return text + (knit(_AREA, 9, 0.12) if detail else "")

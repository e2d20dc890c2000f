"""Hexagons without a station: parks, gardens, lakes, rivers, harbours, squares and hills."""

from __future__ import annotations

from typing import Final

import pygame

from game.games.city.screen.art_map import EDGE_COLOUR, RADIUS, corner, hexagon_picture
from game.ui.art.layers import WOOL
from game.ui.art.svg import drawing, line
from game.ui.core.assets import Assets, cached_drawing

VARIANT_COUNT: Final = 3  # pictures of each kind; variants from this number on are the quiet ones
QUIET_VARIANTS: Final = 2
_SHORE_INSET: Final = 5.0  # distance of the seam inside the shore, in drawing units


def ground(kind: str, *, joined: bool) -> str:
    """SVG of the ground of a vacant hexagon. One flat colour if the place continues in neighbours."""
    return drawing("city/places").layer(f"{kind}-joined" if joined else kind)


def shore(side: int, joined: tuple[int, ...] = ()) -> str:
    """SVG of the edge of a place along a side, with the seam extended across the ``joined`` sides."""
    (x0, y0), (x1, y1) = corner(side, RADIUS + 0.8), corner(side + 1, RADIUS + 0.8)
    ends = _shore_end(side, side - 1, joined), _shore_end(side + 1, side + 1, joined)
    stitches = "M{:.1f} {:.1f} L{:.1f} {:.1f}".format(*ends[0], *ends[1])
    return line(f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}", EDGE_COLOUR, 3) + line(
        stitches, WOOL, 1.8, stroke_opacity=0.4, stroke_dasharray="5 5"
    )


def picture(kind: str, variant: int) -> str:
    """SVG of the picture on a vacant hexagon: of its kind for variants 0 to 2, a quiet one for 3 and 4."""
    places = drawing("city/places")
    names = (f"{kind}-back", f"{kind}-{variant}")
    return "".join(places.layer(name) for name in names if name in places.names())


@cached_drawing
def vacant(
    assets: Assets, size: float, kind: str, variant: int, joined: tuple[int, ...] = ()
) -> pygame.Surface:
    """Picture of a vacant hexagon with the place ``kind``, such as ``lake``. ``size``: its radius in units.

    ``joined`` are the sides, clockwise from the upper right, across which the same place continues.
    """
    shores = (shore(side, joined) for side in range(6) if side not in joined)
    body = ground(kind, joined=bool(joined)) + "".join(shores) + picture(kind, variant)
    return hexagon_picture(assets, body, size)


def _shore_end(number: int, beside: int, joined: tuple[int, ...]) -> tuple[float, float]:
    """End point of a shore's seam near a corner. ``beside`` is the other side at that corner."""
    if beside % 6 not in joined:
        return corner(number, RADIUS - _SHORE_INSET)
    x, y = corner(number)
    end = corner(beside + (0 if (beside + 1 - number) % 6 == 0 else 1))
    fraction = _SHORE_INSET / RADIUS
    return x + (end[0] - x) * fraction, y + (end[1] - y) * fraction

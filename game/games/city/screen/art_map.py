"""Drawings of the night map: hexagons of cloth with streets, houses, seams and shadows, and the sky.

Each drawing is made for a hexagon of radius `RADIUS` around (0, 0) and rendered for any radius in units. Maps
are composed of these sprites, so all boards share them.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import STITCH, WOOL, art, blurred, rasterize_units, tint
from game.ui.art.svg import circle, line, path, rad, rect
from game.ui.core.assets import Assets, cached_background, cached_drawing
from game.ui.core.canvas import ease_in_out

RADIUS: Final = 42.0
_HALF_WIDTH: Final = 46.0  # half the width of a picture around a hexagon, in drawing units
_HALF_WIDE_WIDTH: Final = 56.0  # same for pictures below a hexagon, which stick out
NIGHT_COLOUR: Final = "#0D0B20"
EDGE_COLOUR: Final = "#15122F"


@dataclass(frozen=True, slots=True)
class CityStyle:
    """Colours and kinds of drawings of a city."""

    fabrics: tuple[str, str, str, str]
    roofs: tuple[str, str, str, str]
    vacant: tuple[str, ...]  # kinds of vacant places; each group of adjacent ones gets one kind
    sky: tuple[str, str, str]  # gradient of the ground, from the middle of the city outward
    houses: float = 0.7  # share of the corners of a hexagon that have a house, 0 to 1
    plain: bool = False  # True to draw streets and seams for high contrast


# looks that a layout can name; `city` is the default
STYLES: Final[dict[str, CityStyle]] = {
    "city": CityStyle(
        ("#3C3F7C", "#2B5268", "#503B76", "#41507F"),
        ("#A3506A", "#C07A4A", "#4F93A0", "#8A62B0"),
        ("park", "lake", "park"),
        ("#2C2A5C", "#1C1A40", "#100E28"),
    ),
    "park": CityStyle(
        ("#2F5A5E", "#3A4A78", "#44663F", "#4C4A78"),
        ("#C07A4A", "#B5694F", "#7FA05A", "#A3506A"),
        ("park", "garden"),
        ("#23404A", "#17293A", "#0D1626"),
        0.6,
    ),
    "lake": CityStyle(
        ("#34508A", "#2B5F78", "#45478A", "#2F4470"),
        ("#4F93A0", "#6E86C8", "#C07A4A", "#A3506A"),
        ("lake",),
        ("#1F4468", "#14294A", "#0B162E"),
        0.62,
    ),
    "river": CityStyle(
        ("#3A4A80", "#2B5F68", "#4A4478", "#35566E"),
        ("#C07A4A", "#4F93A0", "#8A62B0", "#A3506A"),
        ("river",),
        ("#1F3F60", "#152846", "#0C162C"),
    ),
    "harbour": CityStyle(
        ("#3B4670", "#57405F", "#2F5668", "#4A3F78"),
        ("#C4533F", "#D08A3C", "#5F9AA8", "#A3506A"),
        ("harbour", "lake"),
        ("#1B4560", "#122C48", "#0A1730"),
        0.78,
    ),
    "square": CityStyle(
        ("#54406A", "#6A3F5A", "#3F4678", "#5B4A5E"),
        ("#C4533F", "#C07A4A", "#B5694F", "#9A4A6E"),
        ("square",),
        ("#3A264E", "#241838", "#130D22"),
        0.86,
    ),
    "suburb": CityStyle(
        ("#3A4A78", "#3F5A60", "#4F4470", "#48506A"),
        ("#B5694F", "#C99A4A", "#7FA05A", "#A3506A"),
        ("garden", "hill", "park"),
        ("#2E2E58", "#1E1E40", "#10102A"),
        0.5,
    ),
}
# high contrast without decoration; vacant places are those of the look that it replaces
PLAIN_STYLE: Final = CityStyle(
    ("#101018", "#1C1C2C", "#101018", "#1C1C2C"), ("#101018",) * 4, (), ("#000000",) * 3, 0.0, plain=True
)


def corner(number: int, radius: float = RADIUS) -> tuple[float, float]:
    """Corner ``number`` (0 to 5, clockwise from the top) of a hexagon at (0, 0). Unit: that of ``radius``."""
    angle = math.radians(60 * number - 90)
    return radius * math.cos(angle), radius * math.sin(angle)


def hexagon(radius: float) -> str:
    """SVG path data of a hexagon around (0, 0)."""
    return "M" + " L".join("{:.2f} {:.2f}".format(*corner(n, radius)) for n in range(6)) + "Z"


def hexagon_picture(assets: Assets, body: str, size: float, half: float = _HALF_WIDTH) -> pygame.Surface:
    """Picture of the SVG ``body``, made for a hexagon of radius 42, at a hexagon radius of ``size`` units."""
    width = 2 * half * size / RADIUS
    return rasterize_units(assets, body, width, width, (-half, -half, 2 * half, 2 * half))


@cached_drawing
def base(assets: Assets, size: float, grow: float, colour: str) -> pygame.Surface:
    """Hexagon enlarged by ``grow`` drawing units, a rim below others. ``size``: hexagon radius in units."""
    body = path(hexagon(RADIUS + grow), colour, stroke=colour, stroke_width=4, stroke_linejoin="round")
    return hexagon_picture(assets, body, size, _HALF_WIDE_WIDTH)


@cached_drawing
def shade(assets: Assets, size: float) -> pygame.Surface:
    """Soft shadow of a hexagon of radius ``size`` units. The picture is twice as wide as that of `base`."""
    width = 4 * _HALF_WIDE_WIDTH * size / RADIUS
    body = path(hexagon(RADIUS + 8), "#FFFFFF")
    flat = rasterize_units(
        assets,
        body,
        width,
        width,
        (-2 * _HALF_WIDE_WIDTH, -2 * _HALF_WIDE_WIDTH, 4 * _HALF_WIDE_WIDTH, 4 * _HALF_WIDE_WIDTH),
    )
    return blurred(tint(flat, "#05040E", 190), 13 * assets.scale * size / RADIUS, "#05040E")


@cached_drawing
def cloth(assets: Assets, size: float, colour: str) -> pygame.Surface:
    """Plain hexagon of cloth below a station, of radius ``size`` units."""
    return hexagon_picture(assets, path(hexagon(RADIUS + 0.9), colour), size)


@cached_drawing
def street(assets: Assets, size: float, turn: int, *, plain: bool) -> pygame.Surface:
    """Street between neighbours, around its middle, turned by ``turn`` degrees. ``size``: hexagon radius."""
    reach = RADIUS * math.sqrt(3) / 2
    colour, strength, width = ("#C8C8E8", 0.75, 4) if plain else ("#8D8BC4", 0.27, 6.5)
    body = line(f"M{-reach:.2f} 0 L{reach:.2f} 0", colour, width, stroke_opacity=strength)
    return hexagon_picture(assets, f'<g transform="rotate({turn})">{body}</g>', size)


@cached_drawing
def seam(assets: Assets, size: float, side: int, *, plain: bool = False) -> pygame.Surface:
    """Stitched edge along a side (0 to 5, clockwise from the upper right). ``size``: hexagon radius."""
    (x0, y0), (x1, y1) = corner(side), corner(side + 1)
    d = f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}"
    dash = {"stroke_dasharray": "5 4.5", "stroke_opacity": 1.0 if plain else 0.75}
    thread = "#FFFFFF" if plain else STITCH
    return hexagon_picture(assets, line(d, EDGE_COLOUR, 4.5) + line(d, thread, 1.8, **dash), size)


HOUSE_VARIANTS: Final = 9  # variants of buildings on a hexagon
HOUSE_OPACITY: Final = 0.55


@dataclass(frozen=True, slots=True)
class DrawnHouse:
    """A house on a hexagon: position, size, colours and windows, in drawing units."""

    x: float
    top: float
    w: int
    h: int
    roof: int
    wall: str
    colour: int
    windows: tuple[tuple[float, float, str], ...]


@lru_cache(maxsize=512)
def houses_of(variant: int, printed: int, often: float) -> tuple[DrawnHouse, ...]:
    """Houses, each with chance ``often``, in a hexagon's corners but those beside the side ``printed``."""
    drawn_houses = []
    for place in range(6):
        # A separate seed for each house, so that picture, twinkling windows and later starts agree.
        rnd = random.Random(variant * 31 + place + 7)
        if rnd.random() > often or printed in (place, (place - 1) % 6):
            continue
        bx, by = corner(place, 27.5)
        w = rnd.choice((10, 12, 12))
        h = 10 if place in (2, 3, 4) else rnd.choice((10, 12, 15))
        top = by + (1 if place in (2, 4) else 5) - h / 2
        wall = rnd.choice(("#1E1C46", "#241F4C", "#1B2548"))
        roof, colour = rnd.randrange(5), rnd.randrange(4)
        windows = tuple(
            (bx + side * 2.6 - 1.5, top + 1.8 + row * 4.8,
             rnd.choice(("#FFD972", "#FFC24D", "#FFE9A8")) if rnd.random() < 0.66 else "#3B3670")
            for row in range(h // 5)
            for side in (-1, 1)
        )  # fmt: skip
        drawn_houses.append(DrawnHouse(bx, top, w, h, roof, wall, colour, windows))
    return tuple(drawn_houses)


def _roof(house: DrawnHouse, colour: str) -> str:
    """SVG of the roof of a house."""
    left, top, w = house.x - house.w / 2, house.top, house.w
    match house.roof:
        case 0 | 1:
            half = w / 2 + 2
            return path(f"M{left - 2:.1f} {top + 0.6:.1f}l{half:g} -7.6l{half:g} 7.6Z", colour)
        case 2:
            dome = path(f"M{left:.1f} {top + 0.5:.1f}q{w / 2:g} -11 {w} 0Z", colour)
            return dome + path(f"M{house.x:.1f} {top - 4:.1f} v-4", stroke=colour, stroke_width=1.6)
        case 3:
            gap = (w - 8) / 2
            return path(
                f"M{left - 0.6:.1f} {top + 0.5:.1f}v-4h3v2h{gap + 0.6:.1f}v-2h3v2h{gap + 0.6:.1f}v-2h2v4Z",
                colour,
            )
    return path(f"M{left - 1.2:.1f} {top - 2.4:.1f}h{w + 2.4:g}v3.4h-{w + 2.4:g}Z", colour)


def houses_body(variant: int, printed: int, often: float, roofs: tuple[str, ...]) -> str:
    """SVG of the houses of a hexagon, with one path for each colour of walls and windows to keep it small."""
    body = ""
    walls: dict[str, str] = {}
    lit: dict[str, str] = {}
    for house in houses_of(variant, printed, often):
        body += _roof(house, roofs[house.colour])
        wall = f"M{house.x - house.w / 2:.1f} {house.top:.1f}h{house.w}v{house.h}h-{house.w}Z"
        walls[house.wall] = walls.get(house.wall, "") + wall
        for x, y, light in house.windows:
            lit[light] = lit.get(light, "") + f"M{x:.1f} {y + 1.6:.1f}h3"
    body += "".join(path(wall, colour) for colour, wall in walls.items())
    windows = "".join(f'<path d="{d}" stroke="{light}"/>' for light, d in lit.items())
    return f'{body}<g fill="none" stroke-width="3.2">{windows}</g>'


@cached_drawing
def houses(
    assets: Assets, size: float, variant: int, printed: int, often: float, roofs: tuple[str, ...]
) -> pygame.Surface:
    """Picture of the houses of a hexagon of radius ``size`` units, pale so that stops and track stand out."""
    body = houses_body(variant, printed, often, roofs)
    return hexagon_picture(assets, f'<g opacity="{HOUSE_OPACITY}">{body}</g>', size)


@cached_drawing
def empty(assets: Assets, size: float, *, lost: bool = False) -> pygame.Surface:
    """Dashed hexagon, of radius ``size`` units, of the play area that no tile covers yet."""
    body = path(hexagon(RADIUS - 2), "#FFFFFF", fill_opacity=0.16 if lost else 0.05)
    for number in range(6):
        (x0, y0), (x1, y1) = corner(number, RADIUS - 3), corner(number + 1, RADIUS - 3)
        d = f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}"
        body += line(d, "#C9C4F0", 2, stroke_opacity=0.6, stroke_dasharray="4 6")
    return hexagon_picture(assets, body, size)


@cached_drawing
def outline(assets: Assets, size: float, colour: str, fill: float = 0.25) -> pygame.Surface:
    """Hexagon of radius ``size`` units with a bright edge, filled with opacity ``fill``, to mark a place."""
    body = path(hexagon(RADIUS - 3), colour, fill_opacity=fill)
    body += path(hexagon(RADIUS - 3), stroke=WOOL, stroke_width=7, stroke_linejoin="round")
    body += path(hexagon(RADIUS - 3), stroke=colour, stroke_width=4, stroke_linejoin="round")
    return hexagon_picture(assets, body, size)


@cached_background
def country(
    assets: Assets, w: float, h: float, sky: tuple[str, str, str], *, plain: bool = False
) -> pygame.Surface:
    """Background of the night, ``w`` x ``h`` units: stitched fields and stars; a gradient if ``plain``."""
    rnd = random.Random(11)  # same stars for all window sizes
    body = rad("g", (w * 0.4, h * 0.46, w * 0.6), (0, sky[0]), (0.6, sky[1]), (1, sky[2]))
    body += rect(0, 0, w, h, 0, fill="url(#g)")
    if plain:
        return rasterize_units(assets, body, w, h)
    for y in range(10, int(h), 58):
        points = [(-20.0, y + rnd.uniform(-20, 20))]
        while points[-1][0] < w + 20:
            points.append((points[-1][0] + 130, y + rnd.uniform(-34, 34)))
        body += _field_line(points)
    for _ in range(int(w * h / 9000)):
        sx, sy, r = rnd.uniform(0, w), rnd.uniform(0, h), rnd.choice((1, 1.4, 2))
        body += circle(sx, sy, r, "#FFE9B0", fill_opacity=rnd.choice((0.3, 0.5, 0.8)))
    return rasterize_units(assets, body, w, h)


def _field_line(points: list[tuple[float, float]]) -> str:
    """SVG of a stitched line through points, as short straight strokes."""
    d = ""
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = 8
        for step in range(steps):
            a, b = step / steps, (step + 0.55) / steps
            d += f"M{x0 + (x1 - x0) * a:.1f} {y0 + (y1 - y0) * ease_in_out(a):.1f} "
            d += f"L{x0 + (x1 - x0) * b:.1f} {y0 + (y1 - y0) * ease_in_out(b):.1f} "
    return line(d, "#8E8BD0", 2.2, stroke_opacity=0.16)


MOON_SIZE: Final = 112.0


@cached_drawing
def moon(assets: Assets, frame: int = 0) -> pygame.Surface:
    """Sleeping moon in its nightcap, `MOON_SIZE` units wide. Frames 0 and 1 show it breathing."""
    return art(assets, "city/map", MOON_SIZE, MOON_SIZE, layer=f"moon-{frame}")


@cached_drawing
def halo(assets: Assets, size: float, colour: str, strength: float) -> pygame.Surface:
    """Round soft light, ``size`` units in diameter, of opacity ``strength`` (0 to 1) in the middle."""
    stops = (
        (0, colour, strength),
        (0.35, colour, strength / 2),
        (0.7, colour, strength * 0.14),
        (1, colour, 0),
    )
    body = rad("g", (100, 100, 100), *stops) + rect(0, 0, 200, 200, 0, fill="url(#g)")
    return rasterize_units(assets, body, size, size, (0, 0, 200, 200))

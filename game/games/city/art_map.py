"""Pictures of the night map: hexagons of cloth with streets and lit houses, seams, parks, lakes, the ground.

Everything is drawn for a hexagon of radius `RADIUS` around (0, 0) and comes out for any radius in units. A
map is put together from these sprites, so that every board uses the same ones.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import blurred, draw, tint
from game.ui.art.palette import INK, STITCH, WOOL
from game.ui.art.svg import circle, lin, line, path, rad, rect
from game.ui.assets import Assets, drawn, painted

RADIUS: Final = 42.0
_HALF: Final = 56.0
"""Half of the picture around a hexagon, in the units of the drawing."""
NIGHT: Final = "#0D0B20"
EDGE: Final = "#15122F"


@dataclass(frozen=True, slots=True)
class Style:
    """How a city looks: what its cloth, roofs and vacant hexagons are."""

    fabrics: tuple[str, str, str, str]
    roofs: tuple[str, str, str, str]
    vacant: tuple[str, ...]
    """Kinds of vacant places; each group of them that lies together takes one."""
    sky: tuple[str, str, str]
    """The ground around the city, from its middle outward."""
    houses: float = 0.7
    """How often a corner of a hexagon has a house."""


STYLES: Final[dict[str, Style]] = {
    "city": Style(
        ("#3C3F7C", "#2B5268", "#503B76", "#41507F"),
        ("#A3506A", "#C07A4A", "#4F93A0", "#8A62B0"),
        ("park", "lake", "park"),
        ("#2C2A5C", "#1C1A40", "#100E28"),
    ),
    "parks": Style(
        ("#2F5A5E", "#3A4A78", "#44663F", "#4C4A78"),
        ("#C07A4A", "#B5694F", "#7FA05A", "#A3506A"),
        ("park", "garden"),
        ("#23404A", "#17293A", "#0D1626"),
        0.6,
    ),
    "lakes": Style(
        ("#34508A", "#2B5F78", "#45478A", "#2F4470"),
        ("#4F93A0", "#6E86C8", "#C07A4A", "#A3506A"),
        ("lake",),
        ("#1F4468", "#14294A", "#0B162E"),
        0.62,
    ),
    "harbour": Style(
        ("#3B4670", "#57405F", "#2F5668", "#4A3F78"),
        ("#C4533F", "#D08A3C", "#5F9AA8", "#A3506A"),
        ("harbour", "lake"),
        ("#1B4560", "#122C48", "#0A1730"),
        0.78,
    ),
    "hills": Style(
        ("#4A3F70", "#5C4260", "#3D4A6E", "#51506A"),
        ("#B5694F", "#C99A4A", "#8A62B0", "#A3506A"),
        ("hill", "hill", "park"),
        ("#3A2A58", "#241A40", "#140E28"),
        0.58,
    ),
    "old_town": Style(
        ("#54406A", "#6A3F5A", "#3F4678", "#5B4A5E"),
        ("#C4533F", "#C07A4A", "#B5694F", "#9A4A6E"),
        ("garden", "park", "lake"),
        ("#3A264E", "#241838", "#130D22"),
        0.86,
    ),
}
"""The looks that a board can name; a board without one is a `city`."""
PLAIN: Final = Style(
    ("#101018", "#1C1C2C", "#101018", "#1C1C2C"), ("#101018",) * 4, ("park", "lake"), ("#000000",) * 3, 0.0
)
"""High contrast: no houses, nothing but what matters."""


def corner(number: int, radius: float = RADIUS) -> tuple[float, float]:
    """A corner of the hexagon, clockwise from the top."""
    angle = math.radians(60 * number - 90)
    return radius * math.cos(angle), radius * math.sin(angle)


def _hexagon(radius: float) -> str:
    return "M" + " L".join("{:.2f} {:.2f}".format(*corner(n, radius)) for n in range(6)) + "Z"


def _place(assets: Assets, body: str, size: float) -> pygame.Surface:
    """A drawing around a hexagon, for a hexagon of radius `size` units."""
    wide = 2 * _HALF * size / RADIUS
    return draw(assets, body, wide, wide, (-_HALF, -_HALF, 2 * _HALF, 2 * _HALF))


@drawn
def base(assets: Assets, size: float, grow: float, colour: str) -> pygame.Surface:
    """A hexagon that is larger all round, to lie below the others."""
    body = path(_hexagon(RADIUS + grow), colour, stroke=colour, stroke_width=4, stroke_linejoin="round")
    return _place(assets, body, size)


@drawn
def shade(assets: Assets, size: float) -> pygame.Surface:
    """The soft shadow of one hexagon; the picture is twice as large as the others."""
    wide = 4 * _HALF * size / RADIUS
    body = path(_hexagon(RADIUS + 8), "#FFFFFF")
    flat = draw(assets, body, wide, wide, (-2 * _HALF, -2 * _HALF, 4 * _HALF, 4 * _HALF))
    return blurred(tint(flat, "#05040E", 190), 13 * assets.scale * size / RADIUS, "#05040E")


@drawn
def cloth(assets: Assets, size: float, colour: str) -> pygame.Surface:
    """The ground of a station."""
    return _place(assets, path(_hexagon(RADIUS + 0.9), colour), size)


@drawn
def street(assets: Assets, size: float, turn: int, plain: bool = False) -> pygame.Surface:
    """The street between two neighbours, around its middle; `turn` in degrees."""
    reach = RADIUS * math.sqrt(3) / 2
    colour, strength, width = ("#C8C8E8", 0.75, 4) if plain else ("#8D8BC4", 0.27, 6.5)
    body = line(f"M{-reach:.2f} 0 L{reach:.2f} 0", colour, width, stroke_opacity=strength)
    return _place(assets, f'<g transform="rotate({turn})">{body}</g>', size)


@drawn
def seam(assets: Assets, size: float, side: int, plain: bool = False) -> pygame.Surface:
    """The stitched edge of a tile along one side of a hexagon, counted clockwise from the upper right."""
    (x0, y0), (x1, y1) = corner(side), corner(side + 1)
    d = f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}"
    dash = {"stroke_dasharray": "5 4.5", "stroke_opacity": 1.0 if plain else 0.75}
    thread = "#FFFFFF" if plain else STITCH
    return _place(assets, line(d, EDGE, 4.5) + line(d, thread, 1.8, **dash), size)


@dataclass(frozen=True, slots=True)
class House:
    """A house on a hexagon: where it stands, how large it is, and its windows."""

    x: float
    top: float
    w: int
    h: int
    roof: int
    wall: str
    colour: int
    windows: tuple[tuple[float, float, str], ...]


@lru_cache(maxsize=512)
def houses_of(variant: int, printed: int, often: float) -> tuple[House, ...]:
    """The houses in the corners of a hexagon; none beside a side that printed track crosses."""
    rnd = random.Random(variant * 31 + printed + 7)
    found = []
    for place in range(6):
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
        found.append(House(bx, top, w, h, roof, wall, colour, windows))
    return tuple(found)


def _roof(house: House, colour: str) -> str:
    left, right, top, w = house.x - house.w / 2, house.x + house.w / 2, house.top, house.w
    match house.roof:
        case 0 | 1:
            return path(
                f"M{left - 2:.1f} {top + 0.6:.1f} L{house.x:.1f} {top - 7:.1f} "
                f"L{right + 2:.1f} {top + 0.6:.1f}Z",
                colour,
            )
        case 2:
            dome = path(f"M{left:.1f} {top + 0.5:.1f} q{w / 2} -11 {w} 0Z", colour)
            return dome + path(f"M{house.x:.1f} {top - 4:.1f} v-4", stroke=colour, stroke_width=1.6)
        case 3:
            gap = (w - 8) / 2
            return path(
                f"M{left - 0.6:.1f} {top + 0.5:.1f} v-4 h3 v2 h{gap + 0.6:.1f} v-2 h3 v2 "
                f"h{gap + 0.6:.1f} v-2 h2 v4Z",
                colour,
            )
    return rect(round(left - 1.2, 1), round(top - 2.4, 1), w + 2.4, 3.4, 1, fill=colour)


@drawn
def houses(
    assets: Assets, size: float, variant: int, printed: int, often: float, roofs: tuple[str, ...]
) -> pygame.Surface:
    """The houses of a hexagon."""
    body = ""
    for house in houses_of(variant, printed, often):
        body += _roof(house, roofs[house.colour])
        body += rect(
            round(house.x - house.w / 2, 1), round(house.top, 1), house.w, house.h, 1, fill=house.wall
        )
        for x, y, light in house.windows:
            body += rect(round(x, 1), round(y, 1), 3, 3.2, 0.5, fill=light)
    return _place(assets, body, size)


# Vacant hexagons.


def _tree(x: float, y: float, r: float, colour: str) -> str:
    crown = circle(x, y - r * 0.2, r, colour, stroke=INK, stroke_width=2.4)
    shine = f"M{x - r * 0.5} {y - r * 0.5} q{r * 0.2} -{r * 0.4} {r * 0.6} -{r * 0.4}"
    return line(f"M{x} {y} v{r * 1.2}", INK, 3.6) + crown + line(shine, "#FFFFFF", 2, stroke_opacity=0.5)


def _fir(x: float, y: float, r: float) -> str:
    body = line(f"M{x} {y} v{r * 1.1}", INK, 3.6)
    for drop, wide in ((0.55, 1.0), (-0.1, 0.78), (-0.7, 0.54)):
        top, foot = y + (drop - 0.9) * r, y + drop * r
        body += path(
            f"M{x} {top} L{x + wide * r} {foot} L{x - wide * r} {foot}Z",
            "#4E9E74", stroke=INK, stroke_width=2.2, stroke_linejoin="round",
        )  # fmt: skip
    return body


def _flowers(*places: tuple[float, float]) -> str:
    colours = ("#E26D8F", "#F6C944", "#FFFAF2")
    return "".join(circle(x, y, 2.6, colours[n % 3]) for n, (x, y) in enumerate(places))


def _park(variant: int) -> str:
    way = line("M-24 16 Q0 2 26 18", STITCH, 4, stroke_dasharray="6 4", stroke_opacity=0.8)
    if variant == 0:
        return (
            way
            + _tree(-15, -6, 10, "#7CCB85")
            + _tree(12, -14, 11, "#69BD78")
            + _tree(16, 6, 8, "#93D896")
            + _flowers((-4, 22), (6, 24))
        )
    if variant == 1:
        pond = path(
            "M-20 -6 Q-12 -20 4 -16 Q14 -8 4 0 Q-12 6 -20 -6Z", "#4AA3DC", stroke=INK, stroke_width=2.2
        )
        return (
            way
            + pond
            + _tree(17, -8, 10, "#69BD78")
            + _tree(-14, 12, 8, "#93D896")
            + _flowers((6, 24), (14, 20))
        )
    seat = rect(-10, 6, 20, 4, 1.5, fill="#A8713F", stroke=INK, stroke_width=2) + line(
        "M-7 11 v4 M7 11 v4", INK, 2.4
    )
    return (
        seat
        + _fir(-15, -4, 12)
        + _fir(14, -8, 13)
        + _tree(0, -18, 8, "#93D896")
        + _flowers((-12, 22), (10, 24))
    )


def _garden(variant: int) -> str:
    beds = "".join(
        line(f"M-22 {y} Q0 {y - 5} 22 {y}", colour, 5, stroke_dasharray="0.1 8")
        for y, colour in ((-12, "#E26D8F"), (0, "#F6C944"), (12, "#FFFAF2"), (24, "#C9A2E8"))
    )
    if variant == 0:
        return beds + _tree(-1, -22, 9, "#7CCB85")
    hut = rect(-9, -22, 18, 14, 1.5, fill="#F0DEC0", stroke=INK, stroke_width=2.2)
    hut += path("M-13 -22 L0 -34 L13 -22Z", "#C4533F", stroke=INK, stroke_width=2.2, stroke_linejoin="round")
    return beds + hut + rect(-3, -17, 6, 9, 1, fill=INK)


def _waves(places: tuple[tuple[float, float], ...]) -> str:
    return "".join(
        path(f"M{x - 7} {y} q3.5 -5 7 0 q3.5 5 7 0", stroke="#E4F5FF", stroke_opacity=0.9, stroke_width=2,
             stroke_linecap="round")
        for x, y in places
    )  # fmt: skip


def _duck(x: float, y: float) -> str:
    body = path(
        "M2 16 Q6 28 20 27 Q34 26 33 12 L28 17 Q22 19 18 17 Q21 12 19 6 Q15 0 9 3 Q5 6 7 12 Q9 15 2 16Z",
        "#F6C944", stroke=INK, stroke_width=2.6, stroke_linejoin="round",
    )  # fmt: skip
    body += path("M7 6 L-1 9 L7 11Z", "#F08A3C", stroke=INK, stroke_width=2) + circle(12, 7, 1.8, INK)
    return f'<g transform="translate({x} {y})">{body}</g>'


def _boat(x: float, y: float) -> str:
    body = path(
        "M8 12 L44 12 Q40 26 32 26 H18 Q10 26 8 12Z",
        "#C8402F",
        stroke=INK,
        stroke_width=2.6,
        stroke_linejoin="round",
    )
    body += line("M10 17 H42", WOOL, 2.6) + line("M14 4 L38 30", "#E9B872", 3)
    return f'<g transform="translate({x} {y})">{body}</g>'


def _lake(variant: int) -> str:
    waves = ((-16, -20), (8, -27), (-22, 22), (6, 26), (18, 16), (4, -22))
    if variant == 0:
        return _waves(waves[:5]) + _duck(-17, -14)
    if variant == 1:
        return _waves(waves[:5]) + _boat(-26, -16)
    lilies = "".join(
        path(f"M{x} {y} m-8 0 a8 5 0 1 0 16 0 a8 5 0 1 0 -16 0", "#5FB37E", stroke=INK, stroke_width=1.8)
        for x, y in ((-12, 2), (10, 10), (4, -10))
    )
    return _waves(waves) + lilies + circle(-12, 0, 3.4, "#F2A3BB") + circle(5, -11, 3.4, "#FFFAF2")


def _harbour(variant: int) -> str:
    if variant == 0:
        light = path("M-7 24 L-4 -20 H4 L7 24Z", WOOL, stroke=INK, stroke_width=2.6, stroke_linejoin="round")
        light += path("M-6.2 12 L-5.4 0 H5.4 L6.2 12Z M-4.6 -10 L-4 -20 H4 L4.6 -10Z", "#C8402F")
        light += rect(-5, -29, 10, 9, 2, fill="#FFD972", stroke=INK, stroke_width=2.4)
        rays = path(
            "M8 -27 L30 -34 V-16 L8 -22Z M-8 -27 L-30 -34 V-16 L-8 -22Z", "#FFE9A8", fill_opacity=0.45
        )
        return _waves(((-24, 8), (22, 6), (-22, 22), (20, 22))) + rays + light
    if variant == 1:
        ship = path(
            "M-26 6 H26 L20 22 H-20Z", "#3E8EDE", stroke=INK, stroke_width=2.6, stroke_linejoin="round"
        )
        ship += rect(-14, -8, 24, 14, 2, fill=WOOL, stroke=INK, stroke_width=2.4)
        ship += rect(-2, -22, 8, 14, 1.5, fill="#C8402F", stroke=INK, stroke_width=2.4)
        ship += "".join(circle(x, -1, 2, "#FFC24D") for x in (-9, -2, 5))
        return _waves(((-18, -20), (20, -16), (-12, 30), (12, 30))) + ship
    anchor = line("M0 -18 V18 M-9 -8 H9 M-16 8 Q-14 20 0 20 Q14 20 16 8", INK, 8)
    anchor += line("M0 -18 V18 M-9 -8 H9 M-16 8 Q-14 20 0 20 Q14 20 16 8", "#DDE6F2", 4)
    return (
        _waves(((-22, -18), (20, -20), (24, 24)))
        + anchor
        + circle(0, -22, 5, "none", stroke="#DDE6F2", stroke_width=3)
    )


def _hill(variant: int) -> str:
    far = path("M-34 18 Q-18 -24 2 14Z", "#6B7FA8", stroke=INK, stroke_width=2.4, stroke_linejoin="round")
    near = path(
        "M-18 24 Q6 -44 32 20 Q6 30 -18 24Z", "#7E93BC", stroke=INK, stroke_width=2.4, stroke_linejoin="round"
    )
    snow = path("M-2 -6 Q6 -20 14 -7 L10 -4 L6 -9 L2 -4Z", WOOL)
    if variant == 0:
        return far + near + snow + _fir(-18, 14, 9)
    if variant == 1:
        return near + snow + _fir(-20, 8, 10) + _fir(-8, 18, 8) + _fir(22, 18, 7)
    return far + near + snow + line("M-26 24 Q-6 12 8 24", STITCH, 3, stroke_dasharray="5 4")


_KINDS = {
    "park": ("#46A070", "#35885E", _park),
    "garden": ("#5A9E58", "#437F4A", _garden),
    "lake": ("#4AA3DC", "#2F84C4", _lake),
    "harbour": ("#3C8CC0", "#24649A", _harbour),
    "hill": ("#4C6F63", "#37544F", _hill),
}
VARIANTS: Final = 3


@drawn
def vacant(assets: Assets, size: float, kind: str, variant: int) -> pygame.Surface:
    """A hexagon without a station."""
    upper, lower, picture = _KINDS[kind]
    body = lin("v", (0, -RADIUS, 0, RADIUS), (0, upper), (1, lower))
    body += path(_hexagon(RADIUS + 0.8), "url(#v)", stroke=EDGE, stroke_width=3, stroke_linejoin="round")
    for number in range(6):
        (x0, y0), (x1, y1) = corner(number, RADIUS - 5), corner(number + 1, RADIUS - 5)
        d = f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}"
        body += line(d, WOOL, 1.8, stroke_opacity=0.4, stroke_dasharray="5 5")
    return _place(assets, body + picture(variant), size)


@drawn
def empty(assets: Assets, size: float, lost: bool = False) -> pygame.Surface:
    """A hexagon of the play area that no tile covers yet."""
    body = path(_hexagon(RADIUS - 2), "#FFFFFF", fill_opacity=0.16 if lost else 0.05)
    for number in range(6):
        (x0, y0), (x1, y1) = corner(number, RADIUS - 3), corner(number + 1, RADIUS - 3)
        d = f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}"
        body += line(d, "#C9C4F0", 2, stroke_opacity=0.6, stroke_dasharray="4 6")
    return _place(assets, body, size)


@drawn
def outline(assets: Assets, size: float, colour: str, fill: float = 0.25) -> pygame.Surface:
    """A hexagon with a bright edge: where something may lie, or may not."""
    body = path(_hexagon(RADIUS - 3), colour, fill_opacity=fill)
    body += path(_hexagon(RADIUS - 3), stroke=WOOL, stroke_width=7, stroke_linejoin="round")
    body += path(_hexagon(RADIUS - 3), stroke=colour, stroke_width=4, stroke_linejoin="round")
    return _place(assets, body, size)


# The ground around the city.


@painted
def country(
    assets: Assets, w: float, h: float, sky: tuple[str, str, str], plain: bool = False
) -> pygame.Surface:
    """The night around the city: stitched fields and stars."""
    rnd = random.Random(11)
    body = rad("g", (w * 0.4, h * 0.46, w * 0.6), (0, sky[0]), (0.6, sky[1]), (1, sky[2]))
    body += rect(0, 0, w, h, 0, fill="url(#g)")
    if plain:
        return draw(assets, body, w, h)
    for y in range(10, int(h), 58):
        points = [(-20.0, y + rnd.uniform(-20, 20))]
        while points[-1][0] < w + 20:
            points.append((points[-1][0] + 130, y + rnd.uniform(-34, 34)))
        body += _field_line(points)
    for _ in range(int(w * h / 9000)):
        sx, sy, r = rnd.uniform(0, w), rnd.uniform(0, h), rnd.choice((1, 1.4, 2))
        body += circle(sx, sy, r, "#FFE9B0", fill_opacity=rnd.choice((0.3, 0.5, 0.8)))
    return draw(assets, body, w, h)


def smooth(share: float) -> float:
    """Slow, fast, slow: from 0 to 1."""
    return share * share * (3 - 2 * share)


def _field_line(points: list[tuple[float, float]]) -> str:
    """A stitched line through points, as short straight strokes."""
    d = ""
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = 8
        for step in range(steps):
            a, b = step / steps, (step + 0.55) / steps
            d += f"M{x0 + (x1 - x0) * a:.1f} {y0 + (y1 - y0) * smooth(a):.1f} "
            d += f"L{x0 + (x1 - x0) * b:.1f} {y0 + (y1 - y0) * smooth(b):.1f} "
    return line(d, "#8E8BD0", 2.2, stroke_opacity=0.16)


MOON: Final = 112.0


@drawn
def moon(assets: Assets, frame: int = 0) -> pygame.Surface:
    """The sleeping moon in its nightcap, `MOON` units wide; it breathes in two frames."""
    dy = 1.6 * frame
    face = circle(60, 66, 30, "#FFF3C4", stroke=INK, stroke_width=4)
    face += circle(50, 78 + dy / 2, 4, "#E8D795") + circle(76, 84, 5, "#E8D795")
    eyes = f"M46 {66 + dy} q5 5 10 0 M64 {66 + dy} q5 5 10 0 M55 {80 + dy} q5 {4 + dy} 10 0"
    face += line(eyes, INK, 3)
    cap = path("M30 52 Q30 16 62 14 Q96 14 106 44 Q92 34 84 40 L92 50 Q60 34 30 52Z", "#3E8EDE", stroke=INK,
               stroke_width=4, stroke_linejoin="round")  # fmt: skip
    cap += line("M52 18 L48 40 M72 15 L74 40", WOOL, 5)
    cap += path(
        "M28 54 Q60 32 94 54 L90 64 Q60 44 32 64Z", WOOL, stroke=INK, stroke_width=4, stroke_linejoin="round"
    )
    cap += circle(107, 48 + dy, 8, WOOL, stroke=INK, stroke_width=3.5)
    return draw(assets, face + cap, MOON, MOON, (0, 0, 120, 120))


@drawn
def halo(assets: Assets, size: float, colour: str, strength: float) -> pygame.Surface:
    """A round soft light, `size` units across."""
    stops = (
        (0, colour, strength),
        (0.35, colour, strength / 2),
        (0.7, colour, strength * 0.14),
        (1, colour, 0),
    )
    body = rad("g", (100, 100, 100), *stops) + rect(0, 0, 200, 200, 0, fill="url(#g)")
    return draw(assets, body, size, size, (0, 0, 200, 200))

"""Hexagons without a station: parks, gardens, lakes, rivers, harbours, squares and hills."""

from __future__ import annotations

from typing import Final

import pygame

from game.games.city.screen.art_map import EDGE, RADIUS, corner, hexagon, hexagon_picture
from game.ui.art.layers import INK, STITCH, WOOL
from game.ui.art.svg import circle, lin, line, path, rect, seam
from game.ui.core.assets import Assets, cached_drawing


def _tree(x: float, y: float, r: float, colour: str) -> str:
    """SVG of a tree with a crown of radius ``r`` at (x, y)."""
    crown = circle(x, y - r * 0.2, r, colour, stroke=INK, stroke_width=2.4)
    shine = f"M{x - r * 0.5} {y - r * 0.5} q{r * 0.2} -{r * 0.4} {r * 0.6} -{r * 0.4}"
    return line(f"M{x} {y} v{r * 1.2}", INK, 3.6) + crown + line(shine, "#FFFFFF", 2, stroke_opacity=0.5)


def _fir(x: float, y: float, r: float) -> str:
    """SVG of a fir at (x, y), 2 ``r`` wide."""
    body = line(f"M{x} {y} v{r * 1.1}", INK, 3.6)
    for drop, width in ((0.55, 1.0), (-0.1, 0.78), (-0.7, 0.54)):
        top, foot = y + (drop - 0.9) * r, y + drop * r
        body += path(
            f"M{x} {top} L{x + width * r} {foot} L{x - width * r} {foot}Z",
            "#4E9E74", stroke=INK, stroke_width=2.2, stroke_linejoin="round",
        )  # fmt: skip
    return body


def _flowers(*places: tuple[float, float]) -> str:
    """SVG of a dot at each place, in three colours in turn."""
    colours = ("#E26D8F", "#F6C944", "#FFFAF2")
    return "".join(circle(x, y, 2.6, colours[n % 3]) for n, (x, y) in enumerate(places))


def _park(variant: int) -> str:
    """SVG of trees and flowers on a path (variant 0), with a pond (1) or around a bench."""
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


def _beds() -> str:
    """SVG of four rows of flowers."""
    return "".join(
        line(f"M-22 {y} Q0 {y - 5} 22 {y}", colour, 5, stroke_dasharray="0.1 8")
        for y, colour in ((-12, "#E26D8F"), (0, "#F6C944"), (12, "#FFFAF2"), (24, "#C9A2E8"))
    )


def _garden(variant: int) -> str:
    """SVG of rows of flowers with a tree (variant 0) or a hut."""
    beds = _beds()
    if variant == 0:
        return beds + _tree(-1, -22, 9, "#7CCB85")
    hut = rect(-9, -22, 18, 14, 1.5, fill="#F0DEC0", stroke=INK, stroke_width=2.2)
    hut += path("M-13 -22 L0 -34 L13 -22Z", "#C4533F", stroke=INK, stroke_width=2.2, stroke_linejoin="round")
    return beds + hut + rect(-3, -17, 6, 9, 1, fill=INK)


def _waves(places: tuple[tuple[float, float], ...]) -> str:
    """SVG of a wave at each place."""
    return "".join(
        path(f"M{x - 7} {y} q3.5 -5 7 0 q3.5 5 7 0", stroke="#E4F5FF", stroke_opacity=0.9, stroke_width=2,
             stroke_linecap="round")
        for x, y in places
    )  # fmt: skip


def _duck(x: float, y: float) -> str:
    """SVG of a duck with its upper left corner at (x, y)."""
    body = path(
        "M2 16 Q6 28 20 27 Q34 26 33 12 L28 17 Q22 19 18 17 Q21 12 19 6 Q15 0 9 3 Q5 6 7 12 Q9 15 2 16Z",
        "#F6C944", stroke=INK, stroke_width=2.6, stroke_linejoin="round",
    )  # fmt: skip
    body += path("M7 6 L-1 9 L7 11Z", "#F08A3C", stroke=INK, stroke_width=2) + circle(12, 7, 1.8, INK)
    return f'<g transform="translate({x} {y})">{body}</g>'


def _boat(x: float, y: float) -> str:
    """SVG of a boat with its upper left corner at (x, y)."""
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
    """SVG of waves with a duck (variant 0), a boat (1) or water lilies."""
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
    """SVG of waves with a ship (variant 0), a lighthouse (1) or an anchor."""
    if variant == 1:
        light = path("M-7 24 L-4 -20 H4 L7 24Z", WOOL, stroke=INK, stroke_width=2.6, stroke_linejoin="round")
        light += path("M-6.2 12 L-5.4 0 H5.4 L6.2 12Z M-4.6 -10 L-4 -20 H4 L4.6 -10Z", "#C8402F")
        light += rect(-5, -29, 10, 9, 2, fill="#FFD972", stroke=INK, stroke_width=2.4)
        rays = path(
            "M8 -27 L30 -34 V-16 L8 -22Z M-8 -27 L-30 -34 V-16 L-8 -22Z", "#FFE9A8", fill_opacity=0.45
        )
        return _waves(((-24, 8), (22, 6), (-22, 22), (20, 22))) + rays + light
    if variant == 0:
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
    """SVG of hills with snow and firs (variants 0 and 1) or a path."""
    back_hill = path(
        "M-34 18 Q-18 -24 2 14Z", "#6B7FA8", stroke=INK, stroke_width=2.4, stroke_linejoin="round"
    )
    front_hill = path(
        "M-18 24 Q6 -44 32 20 Q6 30 -18 24Z", "#7E93BC", stroke=INK, stroke_width=2.4, stroke_linejoin="round"
    )
    snow = path("M-2 -6 Q6 -20 14 -7 L10 -4 L6 -9 L2 -4Z", WOOL)
    if variant == 0:
        return back_hill + front_hill + snow + _fir(-18, 14, 9)
    if variant == 1:
        return front_hill + snow + _fir(-20, 8, 10) + _fir(-8, 18, 8) + _fir(22, 18, 7)
    return back_hill + front_hill + snow + line("M-26 24 Q-6 12 8 24", STITCH, 3, stroke_dasharray="5 4")


def _flow() -> str:
    """SVG of four lines of current."""
    return "".join(
        line(seam(f"M-32 {y} C-16 {y - 8} 12 {y + 8} 32 {y}", 12, 8), "#E4F5FF", 2.2, stroke_opacity=0.7)
        for y in (-22, -10, 14, 26)
    )


def _river(variant: int) -> str:
    """SVG of a current with a boat (variant 0), a bridge (1) or reeds and a duck."""
    flow = _flow()
    if variant == 0:
        return flow + _boat(-26, -16)
    if variant == 1:
        bridge = path("M-34 8 Q0 -18 34 8 V18 Q0 -6 -34 18Z", "#B98C63", stroke=INK, stroke_width=2.6)
        return flow + bridge + line("M-24 -2 V10 M-8 -9 V2 M8 -9 V2 M24 -2 V10", INK, 2.4)
    banks = "".join(
        line(f"M{x} {y} q2 -9 0 -14 M{x + 5} {y} q3 -7 4 -11", "#8FD6A0", 3) for x, y in ((-22, 8), (14, 20))
    )
    return flow + banks + _duck(-14, -16)


def _paving() -> str:
    """SVG of paving stones in the middle of a hexagon."""
    return "".join(
        rect(x, y, 9, 6, 1.5, fill="#6B5F78", fill_opacity=0.8)
        for row, y in enumerate(range(-30, 32, 9))
        for x in range(-27 + 6 * (row % 2), 22, 12)
        if abs(x + 4) + abs(y + 3) * 0.75 < 34
    )


def _square(variant: int) -> str:
    """SVG of paving with a fountain (variant 0), a clock tower (1) or market stalls."""
    stones = _paving()
    outline: dict[str, object] = {"stroke": INK, "stroke_width": 2.4, "stroke_linejoin": "round"}
    if variant == 0:
        basin = path("M-18 8 Q0 20 18 8 Q18 20 0 24 Q-18 20 -18 8Z", "#C9BFD6", **outline)
        water = path("M-16 8 Q0 16 16 8 Q0 2 -16 8Z", "#6FC0EC", **outline)
        jets = line("M0 8 V-12 M0 -12 Q-10 -16 -12 -2 M0 -12 Q10 -16 12 -2", "#CFEFFF", 3)
        return stones + basin + water + jets
    if variant == 1:
        tower = rect(-9, -16, 18, 38, 1.5, fill="#E3D2B4", **outline) + path(
            "M-13 -16 L0 -33 L13 -16Z", "#C4533F", **outline
        )
        clock = circle(0, -6, 6, WOOL, stroke=INK, stroke_width=2) + line("M0 -6 V-10 M0 -6 H3", INK, 1.8)
        return stones + tower + clock + rect(-4, 10, 8, 12, 3, fill=INK)
    stalls = ""
    for x, colour in ((-15, "#C4533F"), (13, "#12807E")):
        stalls += rect(x - 9, 0, 18, 11, 1, fill="#E3D2B4", **outline)
        stalls += path(f"M{x - 12} 0 L{x - 8} -10 H{x + 8} L{x + 12} 0Z", colour, **outline)
        stalls += line(f"M{x - 3} -9 L{x - 4} -1 M{x + 4} -9 L{x + 5} -1", WOOL, 2.4)
    return stones + stalls + circle(-2, 22, 3, "#F6C944") + circle(6, 24, 3, "#E26D8F")


def _quiet_ground(kind: str, variant: int) -> str:
    """SVG of the background between the pictures of a larger place: water, lawn, beds or paving."""
    turn = -1 if variant % 2 else 1
    match kind:
        case "river":
            return _flow() + circle(12 * turn, 3, 3.4, "#9FB2C4", stroke=INK, stroke_width=1.8)
        case "lake":
            return _waves(tuple((x * turn, y) for x, y in ((-14, -16), (10, -6), (-8, 8), (14, 20))))
        case "harbour":
            buoy = path(
                "M-6 6 L-3 -8 H3 L6 6Z", "#E9A03B", stroke=INK, stroke_width=2.2, stroke_linejoin="round"
            )
            second_buoy = f'<g transform="translate({10 * turn} -2)">{buoy}</g>' if variant % 2 else ""
            return (
                _waves(tuple((x * turn, y) for x, y in ((-14, -14), (-10, 8), (12, 20), (16, -22))))
                + second_buoy
            )
        case "square":
            lamp = line("M0 16 V-8", INK, 3.4) + circle(0, -12, 6, "#FFD972", stroke=INK, stroke_width=2.2)
            return _paving() + f'<g transform="translate({6 * turn} 0)">{lamp}</g>'
        case "garden":
            return _beds()
        case "hill":
            return _fir(-12 * turn, -6, 10) + _fir(4 * turn, 10, 11) + _fir(17 * turn, -4, 9)
    way = line(f"M{-26 * turn} -8 Q0 12 {26 * turn} 2", STITCH, 4, stroke_dasharray="6 4", stroke_opacity=0.8)
    flowers = _flowers((-10, -18), (2, -22), (12, -14), (-14, 18), (-4, 24), (10, 20))
    return way + flowers + _tree(16 * turn, 14, 6, "#7CCB85")


_KINDS = {
    "river": ("#4298CC", "#2C78B0", _river),
    "square": ("#8A7C94", "#74677E", _square),
    "park": ("#46A070", "#35885E", _park),
    "garden": ("#5A9E58", "#437F4A", _garden),
    "lake": ("#4AA3DC", "#2F84C4", _lake),
    "harbour": ("#3C8CC0", "#24649A", _harbour),
    "hill": ("#4C6F63", "#37544F", _hill),
}
VARIANTS: Final = (
    3  # pictures of each kind; variants from this number on are the quiet ones of `_quiet_ground`
)
QUIET: Final = 2
_SHORE: Final = 5.0  # distance of the seam inside the shore, in drawing units


def ground(kind: str, *, joined: bool) -> str:
    """SVG of the ground of a vacant hexagon. One flat colour if the place continues in neighbours."""
    upper, lower, _picture = _KINDS[kind]
    if joined:
        return path(hexagon(RADIUS + 1.6), _middle_colour(upper, lower))
    body = lin(f"vacant-{kind}", (0, -RADIUS, 0, RADIUS), (0, upper), (1, lower))
    return body + path(hexagon(RADIUS + 0.8), f"url(#vacant-{kind})")


def shore(side: int, joined: tuple[int, ...] = ()) -> str:
    """SVG of the edge of a place along a side, with the seam extended across the ``joined`` sides."""
    (x0, y0), (x1, y1) = corner(side, RADIUS + 0.8), corner(side + 1, RADIUS + 0.8)
    ends = _shore_end(side, side - 1, joined), _shore_end(side + 1, side + 1, joined)
    stitches = "M{:.1f} {:.1f} L{:.1f} {:.1f}".format(*ends[0], *ends[1])
    return line(f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}", EDGE, 3) + line(
        stitches, WOOL, 1.8, stroke_opacity=0.4, stroke_dasharray="5 5"
    )


def picture(kind: str, variant: int) -> str:
    """SVG of the picture on a vacant hexagon: of its kind for variants 0 to 2, a quiet one for 3 and 4."""
    return _KINDS[kind][2](variant) if variant < VARIANTS else _quiet_ground(kind, variant)


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
        return corner(number, RADIUS - _SHORE)
    x, y = corner(number)
    end = corner(beside + (0 if (beside + 1 - number) % 6 == 0 else 1))
    fraction = _SHORE / RADIUS
    return x + (end[0] - x) * fraction, y + (end[1] - y) * fraction


def _middle_colour(first: str, second: str) -> str:
    """Colour halfway between two colours."""
    return "#" + "".join(
        f"{(int(first[at : at + 2], 16) + int(second[at : at + 2], 16)) // 2:02X}" for at in (1, 3, 5)
    )

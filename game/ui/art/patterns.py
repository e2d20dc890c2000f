"""Looks of the eight seats, each with a colour and a knit pattern, so that no one depends on hue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.ui.art.layers import INK, STITCH, WOOL, clip, rasterize_units, stack_layers
from game.ui.art.svg import group, knit, lin, rect, rounded_rect_path, seam, star
from game.ui.core.assets import Assets, cached_drawing

Area = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SeatLook:
    """Look of a seat."""

    name: str
    colour: str
    dark: str  # shadow side
    light: str  # highlight side
    text: str  # for text on wool white or linen, contrast at least 4.5:1
    pattern: str  # stripes, dots, argyle, chevrons, checks, stars, hearts or heel
    wool: str  # colour of the pattern


SEAT_LOOKS: Final[tuple[SeatLook, ...]] = (
    SeatLook("tomato", "#D9482B", "#A8331C", "#F0775A", "#9C2E17", "stripes", WOOL),
    SeatLook("teal", "#12807E", "#0A5654", "#3BA8A2", "#0A5352", "dots", WOOL),
    SeatLook("mustard", "#E8A317", "#B57C0B", "#F8C95A", "#7A4F00", "argyle", "#FFF1CF"),
    SeatLook("plum", "#7E3F98", "#552A68", "#A86BC0", "#52266A", "chevrons", WOOL),
    SeatLook("sky", "#3E8EDE", "#2766A8", "#7FB6EE", "#1F5A9A", "checks", WOOL),
    SeatLook("leaf", "#4F9A4F", "#357035", "#7DBB76", "#2A5F2B", "stars", WOOL),
    SeatLook("rose", "#E26D8F", "#B3486A", "#F2A0B8", "#9C2F55", "hearts", WOOL),
    SeatLook("navy", "#26406F", "#182B4E", "#4A689F", "#182B4E", "heel", WOOL),
)
LOOKS_BY_NAME: Final = {seat.name: seat for seat in SEAT_LOOKS}


def look_of(colour: str) -> int:
    """Index in SEAT_LOOKS of the look with this name; 0 for an unknown name."""
    return next((number for number, look in enumerate(SEAT_LOOKS) if look.name == colour), 0)


HEART: Final = "M0 9 C-16 -2 -8 -12 0 -4 C8 -12 16 -2 0 9Z"


@lru_cache(128)
def motif(kind: str, area: Area, wool: str, size: float) -> str:
    """SVG text of a pattern over an area (x0, y0, x1, y1), to be clipped; `heel` and "" draw nothing."""
    maker = _MOTIFS.get(kind)
    return maker(area, wool, size) if maker else ""


def _rows(area: Area, across: float, down: float, shift: float) -> list[tuple[float, float]]:
    """Points (x, y) of a brick grid from the upper left; even rows are moved right by ``shift``."""
    x0, y0, x1, y1 = area
    points = []
    row, y = 0, y0
    while y < y1:
        x = x0 + (0 if row % 2 else shift)
        while x < x1:
            points.append((x, y))
            x += across
        row, y = row + 1, y + down
    return points


def _stripes(area: Area, wool: str, s: float) -> str:
    """SVG text of curved stripes over an area."""
    x0, y, x1, y1 = area
    text = ""
    while y < y1:
        text += (
            f'<path d="M{x0} {y} Q{(x0 + x1) / 2} {y + 10 * s} {x1} {y}" fill="none" '
            f'stroke="{wool}" stroke-width="{11 * s}"/>'
        )
        y += 28 * s
    return text


def _dots(area: Area, wool: str, s: float) -> str:
    """SVG text of dots over an area."""
    points = _rows(area, 30 * s, 22 * s, 15 * s)
    return "".join(f'<circle cx="{x}" cy="{y}" r="{6.5 * s}" fill="{wool}"/>' for x, y in points)


def _argyle(area: Area, wool: str, s: float) -> str:
    """SVG text of diamonds and stitched diamonds over an area."""
    x0, y0, x1, y1 = area
    w, h = 26 * s, 40 * s
    dark = "#B0740A" if wool in (WOOL, "#FFF1CF") else wool
    fills = seams = ""
    row, y = 0, y0
    while y < y1 + h:
        for odd in (True, False):
            x = x0 + (w if (row % 2 == 1) == odd else 0)
            while x < x1 + w:
                diamond = f"M{x} {y - h} L{x + w} {y} L{x} {y + h} L{x - w} {y} Z"
                if odd:
                    fills += f'<path d="{diamond}" fill="{dark}" fill-opacity="{0.62 if row % 2 else 0.10}"/>'
                else:
                    seams += seam(diamond, 5 * s, 4 * s)
                x += 2 * w
        row, y = row + 1, y + h
    return (
        fills + f'<path d="{seams}" fill="none" stroke="{INK}" stroke-opacity=".45" stroke-width="{2 * s}"/>'
    )


def _chevrons(area: Area, wool: str, s: float) -> str:
    """SVG text of zigzag lines over an area."""
    x0, y, x1, y1 = area
    text = ""
    while y < y1:
        d, x, up = f"M{x0} {y}", x0, True
        while x < x1:
            x += 15 * s
            d += f"L{x} {y + (12 * s if up else 0)}"
            up = not up
        text += f'<path d="{d}" fill="none" stroke="{wool}" stroke-width="{7 * s}" stroke-linejoin="round"/>'
        y += 27 * s
    return text


def _checks(area: Area, wool: str, s: float) -> str:
    """SVG text of a chequered pattern over an area."""
    points = _rows(area, 32 * s, 16 * s, 16 * s)
    return "".join(
        f'<rect x="{x}" y="{y}" width="{16 * s}" height="{16 * s}" fill="{wool}"/>' for x, y in points
    )


def _stars(area: Area, wool: str, s: float) -> str:
    """SVG text of stars over an area."""
    points = _rows(area, 40 * s, 27 * s, 20 * s)
    return "".join(f'<path d="{star(x, y, 10 * s)}" fill="{wool}"/>' for x, y in points)


def _hearts(area: Area, wool: str, s: float) -> str:
    """SVG text of hearts over an area."""
    points = _rows(area, 40 * s, 27 * s, 20 * s)
    return "".join(
        f'<path transform="translate({x} {y}) scale({s})" d="{HEART}" fill="{wool}"/>' for x, y in points
    )


def _waves(area: Area, wool: str, s: float) -> str:
    """SVG text of waves of three arcs over an area."""
    rings = ((18, 0.85), (11, 0.6), (4, 0.45))
    return "".join(
        f'<path d="M{x - r * s} {y} A{r * s} {r * s} 0 0 1 {x + r * s} {y}" fill="none" stroke="{wool}" '
        f'stroke-opacity="{opacity}" stroke-width="{3.4 * s}"/>'
        for x, y in _rows(area, 40 * s, 20 * s, 20 * s)
        for r, opacity in rings
    )


_MOTIFS: Final[dict[str, Callable[[Area, str, float], str]]] = {
    "stripes": _stripes,
    "dots": _dots,
    "argyle": _argyle,
    "chevrons": _chevrons,
    "checks": _checks,
    "stars": _stars,
    "hearts": _hearts,
    "waves": _waves,
}


def cloth(look: SeatLook, w: float, h: float, size: float = 0.5) -> str:
    """SVG text of a piece of the seat's knitting of w x h units from (0, 0)."""
    top = {"stripes": -6 * size, "checks": 0.0}.get(look.pattern, 11 * size)
    body = lin("cloth", (0, 0, w, 0), (0, look.dark), (0.25, look.colour), (1, look.colour))
    body += rect(0, 0, w, h, 0, fill="url(#cloth)")
    if look.pattern == "heel":
        body += f'<path d="M{w * 0.7} 0 L{w} 0 V{h} H{w * 0.62}Z" fill="{look.wool}"/>'
    else:
        body += motif(look.pattern, (-10 * size, top, w + 20, h + 20), look.wool, size)
    return body + knit((0, 0, w, h), 6, 0.12)


@cached_drawing
def swatch(
    assets: Assets, seat: int, w: float, h: float, radius: float = 0, size: float = 0.5
) -> pygame.Surface:
    """Piece of w x h units of the seat's knitting in its colour; ``size`` scales the pattern."""
    piece = rasterize_units(assets, cloth(SEAT_LOOKS[seat], w, h, size), w, h)
    if radius:
        clip(piece, rasterize_units(assets, rect(0, 0, w, h, radius, fill="#FFFFFF"), w, h))
    return piece


@cached_drawing
def ribbon(assets: Assets, seat: int, w: float, h: float) -> pygame.Surface:
    """Knitted band of w x h units with an ink edge, and fringes in the lowest 8 of them."""
    band, threads = h - 8, ""
    for number in range(int((w - 10) / 9) + 1):
        x, wool = 6 + number * 9, "#FFF1CF" if number % 2 else STITCH
        threads += f'<path d="M{x} {band - 6} v10" stroke="{INK}" stroke-width="5.5" stroke-linecap="round"/>'
        threads += (
            f'<path d="M{x} {band - 6} v9.5" stroke="{wool}" stroke-width="2.6" stroke-linecap="round"/>'
        )
    outline = rounded_rect_path(1.5, 1.5, w - 3, band - 3, 4)
    edge = f'<path d="{outline}" fill="none" stroke="{INK}" stroke-width="3"/>'
    inside = clip(
        rasterize_units(assets, cloth(SEAT_LOOKS[seat], w, h, 0.55), w, h),
        rasterize_units(assets, rect(1, 1, w - 2, band - 2, 4, fill="#FFFFFF"), w, h),
    )
    below, above = rasterize_units(assets, group(threads, ""), w, h), rasterize_units(assets, edge, w, h)
    return stack_layers(inside.get_size(), (below, inside, above))

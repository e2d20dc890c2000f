"""Charts in wool: threads, lines with marks, bars and cells as SVG text; and sock-shaped page tabs.

Lines differ in pattern or marks as well as in colour, so that no one depends on hue. The pages of a set of
charts are socks that hang from a line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import (
    GOLD,
    INK,
    WOOL,
    channels,
    clip,
    mix,
    padded,
    rasterize_units,
    rim,
    stack_layers,
    turned,
    with_shadow,
)
from game.ui.art.patterns import HEART, SEAT_LOOKS, motif
from game.ui.art.svg import circle, drawing, group, knit, line, path, rect, rounded_rect_path, star
from game.ui.core.assets import Assets, cached_drawing

Point = tuple[float, float]

HANDLE_SHARE: Final = 0.46
"""Length of a thread's Bézier handles, as a share of the distance to the next column."""
DARK_SUM: Final = 300
"""Sum of red, green and blue below which a background counts as dark and needs paler lines."""
HEAT_COLOURS: Final = (
    "#F6EBDD",
    "#F7D58C",
    "#EFB13C",
    "#D8832A",
    "#B85A22",
)  # cell colours from zero to the maximum
KNIT_SIZE, KNIT_INSET = 8.0, 4.0  # width of a knit mark in cells and bars, and its distance from their edge
PATTERN_STEP: Final = 30.0
"""Distance of columns in units; threads have no pattern if columns are closer than 0.6 of it."""


def thread(points: Sequence[Point], seat: int, width: float, edge: str = INK) -> str:
    """SVG text of a smooth thread through points in a seat's colour, with its pattern unless too dense."""
    look = SEAT_LOOKS[seat]
    d = f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(
        f"C{x0 + (x1 - x0) * HANDLE_SHARE:.1f} {y0:.1f} "
        f"{x1 - (x1 - x0) * HANDLE_SHARE:.1f} {y1:.1f} {x1:.1f} {y1:.1f}"
        for (x0, y0), (x1, y1) in pairwise(points)
    )
    body = line(d, edge, width + 6) + line(d, look.colour, width)
    near = min((x1 - x0 for (x0, _), (x1, _) in pairwise(points)), default=PATTERN_STEP)
    return body if near < PATTERN_STEP * 0.6 else body + _sewn(points, look.pattern, look.wool, width)


def _sewn(points: Sequence[Point], pattern: str, wool: str, width: float) -> str:
    """SVG text of a pattern's stitches along a thread, rotated with its direction."""
    step = {"stripes": 15.0, "checks": 15.0, "heel": 30.0}.get(pattern, 19.0) * max(0.8, width / 14)
    text, run = "", 0.0
    for (x0, y0), (x1, y1) in pairwise(_smooth_points(points)):
        run += math.hypot(x1 - x0, y1 - y0)
        if run >= step:
            run = 0.0
            angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
            text += f'<g transform="translate({x1:.1f} {y1:.1f}) rotate({angle:.0f})">'
            text += _stitch(pattern, wool, width / 2) + "</g>"
    return text


def _smooth_points(points: Sequence[Point]) -> list[Point]:
    """Points of the smooth curve through ``points``: the first one, then 32 for each piece."""
    curve = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        reach = (x1 - x0) * HANDLE_SHARE
        for number in range(1, 33):
            t = number / 32
            a, b, c, e = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            curve.append((a * x0 + b * (x0 + reach) + c * (x1 - reach) + e * x1, (a + b) * y0 + (c + e) * y1))
    return curve


def _stitch(pattern: str, wool: str, h: float) -> str:
    """SVG text of one stitch of a pattern on a thread that is 2h wide and runs to the right."""
    match pattern:
        case "stripes":
            return path(f"M0 {-h}V{h}", stroke=wool, stroke_width=h * 0.8)
        case "dots":
            return circle(0, 0, h * 0.56, wool)
        case "argyle":
            return path(f"M{-h} 0L0 {0.5 - h}L{h} 0L0 {h - 0.5}Z", wool)
        case "chevrons":
            d = f"M{-h * 0.55} {1 - h}L{h * 0.4} 0L{-h * 0.55} {h - 1}"
            return path(d, stroke=wool, stroke_width=h * 0.55, stroke_linejoin="round")
        case "checks":
            q = h * 0.8
            return rect(-q, -h, q, h, 0, fill=wool) + rect(0, 0, q, h, 0, fill=wool)
        case "stars":
            return path(star(0, 0, h * 0.95), wool)
        case "hearts":
            return group(path(HEART, wool), f"rotate(-90) scale({h / 11:.2f})")
    return rect(-h * 0.9, -h, h * 1.8, 2 * h, 0, fill=wool)


def knot(at: Point, radius: float, edge: str = INK, fill: str = WOOL) -> str:
    """SVG text of a knot that ties a thread to a column."""
    return circle(*at, radius, fill, stroke=edge, stroke_width=3.4)


def graph(points: Sequence[Point], seat: int, ground: str, width: float = 5.0, every: int = 1) -> str:
    """SVG text of straight lines between points, with the seat's mark on every ``every``-th from the end."""
    look = SEAT_LOOKS[seat]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dark = sum(channels(ground)) < DARK_SUM
    body = line(d, ground, width + 3) + line(d, mix(look.colour, WOOL, 0.38) if dark else look.colour, width)
    # Counted from the end, so that the last point always has a mark.
    return body + "".join(mark(point, seat, width * 1.3) for point in points[::-1][::every][::-1])


def mark(at: Point, seat: int, r: float) -> str:
    """SVG text of a seat's mark on its line, a different shape for each pattern."""
    (x, y), look = at, SEAT_LOOKS[seat]
    edge = {"stroke": look.text, "stroke_width": r * 0.4, "stroke_linejoin": "round"}
    match look.pattern:
        case "dots":
            return circle(x, y, r * 0.75, WOOL, **edge)
        case "stripes":
            return rect(x - r * 0.35, y - r * 1.1, r * 0.7, r * 2.2, 1, fill=WOOL, **edge)
        case "stars":
            return path(star(x, y, r * 1.3), WOOL, **edge)
        case "hearts":
            heart = path(HEART, WOOL, stroke=look.text, stroke_width=3.4)
            return group(heart, f"translate({x:.1f} {y:.1f}) scale({r / 9:.2f})")
    count, turn = {"argyle": (4, -90.0), "chevrons": (3, -90.0), "checks": (4, -45.0)}.get(
        look.pattern, (3, 90.0)
    )
    angles = [math.radians(turn + number * 360 / count) for number in range(count)]
    d = "M" + "L".join(f"{x + r * math.cos(a):.1f} {y + r * math.sin(a):.1f}" for a in angles) + "Z"
    return path(d, WOOL, **edge)


def mark_of(kind: str, fill: str, at: Point, r: float, edge: str = INK) -> str:
    """SVG text of a mark on a lane: a ball, a square or, for any other kind, a diamond."""
    (x, y), stroke = at, {"stroke": edge, "stroke_width": 3}
    if kind == "ball":
        return circle(x, y, r, fill, **stroke)
    if kind == "square":
        return rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, 3, fill=fill, **stroke)
    corners = f"M{x} {y - r * 1.25}L{x + r * 1.25} {y}L{x} {y + r * 1.25}L{x - r * 1.25} {y}Z"
    return path(corners, fill, **stroke)


def flag(x: float, y: float) -> str:
    """SVG text of a golden pennant, 26 x 22 units: upper edge centred on (x, y), point downwards."""
    d = f"M{x - 13} {y}H{x + 13}V{y + 8}L{x} {y + 22}L{x - 13} {y + 8}Z"
    return path(d, GOLD, stroke=INK, stroke_width=3, stroke_linejoin="round")


def heat(value: float, max_value: float) -> tuple[str, str]:
    """(fill colour, text colour) of a cell for a value from 0 to ``max_value``."""
    place = 0 if not value else 1 + round(value / max(1.0, max_value) * (len(HEAT_COLOURS) - 2))
    return HEAT_COLOURS[place], WOOL if place == len(HEAT_COLOURS) - 1 else INK


def cell(at: tuple[float, float, float, float], fill: str, edge: str, width: float) -> str:
    """SVG text of a knitted cell of a table; ``at`` is left, top, width and height."""
    return rect(*at, 8, fill=fill, stroke=edge, stroke_width=width) + _knitted(*at)


def _knitted(x: float, y: float, w: float, h: float) -> str:
    """SVG text of whole knit marks inside a box, clear of its edge; empty if there is no room."""
    w, h = w - 2 * KNIT_INSET, h - 2 * KNIT_INSET
    size = w / max(1, round(w / KNIT_SIZE))
    rows = round((h - size * 0.55) / (size * 0.8)) + 1
    if w < KNIT_SIZE or rows < 1:
        return ""
    high = (rows - 1) * size * 0.8
    top = y + KNIT_INSET + (h - high - size * 0.33) / 2
    return knit((x + KNIT_INSET, top, x + KNIT_INSET + w - size / 2, top + high + size * 0.4), size, 0.16)


def bar(x: float, y: float, w: float, h: float, fill: str, edge: str = INK, *, sewn: bool = False) -> str:
    """SVG text of a bar; if ``sewn`` pale and hatched. Empty if less than 1 unit wide or high."""
    if w < 1 or h < 1:
        return ""
    r = min(7.0, w / 2, h / 2)
    if not sewn:
        light = path(f"M{x + r} {y + 4}H{x + w - r}", stroke=WOOL, stroke_opacity=0.4, stroke_width=2)
        body = rect(x, y, w, h, r, fill=fill, stroke=edge, stroke_width=3)
        return body + (light + _knitted(x, y, w, h) if h > 12 else "")
    body = rect(x, y, w, h, r, fill=mix(fill, WOOL, 0.72))
    hatch = "".join(_hatch(x + 2, y + 2, w - 4, h - 4, v) for v in _range(y + 4, y + h + w / 2, 12))
    body += path(hatch, stroke=fill, stroke_width=2.4) if hatch else ""
    return body + path(rounded_rect_path(x, y, w, h, r), stroke=edge, stroke_width=2.4)


def _hatch(x: float, y: float, w: float, h: float, start: float) -> str:
    """Path data of a line from (x, ``start``) rightwards, rising 1 in 2, clipped to a box, or empty."""
    end = start - w / 2
    bottom, top = min(start, y + h), max(end, y)
    if bottom <= top:
        return ""
    return f"M{x + (start - bottom) * 2:.1f} {bottom:.1f}L{x + (start - top) * 2:.1f} {top:.1f}"


def _range(start: float, end: float, step: float) -> list[float]:
    """Numbers from ``start``, ``step`` apart, that are less than ``end``."""
    return [start + number * step for number in range(max(0, math.ceil((end - start) / step)))]


def rule(start: Point, end: Point, colour: str, width: float = 2.0, dots: float = 0.0) -> str:
    """SVG text of a straight line of a chart; dotted with that distance if ``dots`` is given."""
    # Strokes without length have round ends.
    dotted = {"stroke_dasharray": f"0.1 {dots}"} if dots else {}
    return line(f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}", colour, width, **dotted)


def arrow(start: Point, end: Point, colour: str, width: float, edge: str = INK) -> str:
    """SVG text of a thick arrow with an outline."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    h, head = width / 2, max(12.0, width * 0.9)
    neck = x1 - ux * head, y1 - uy * head

    def beside(at: Point, by: float) -> str:
        """Point ``by`` units beside the arrow's axis, as path data."""
        return f"{at[0] - uy * by:.1f} {at[1] + ux * by:.1f}"

    corners = (
        beside(start, h), beside(neck, h), beside(neck, h + head * 0.5), f"{x1:.1f} {y1:.1f}",
        beside(neck, -h - head * 0.5), beside(neck, -h), beside(start, -h),
    )  # fmt: skip
    d = "M" + "L".join(corners) + "Z"
    return path(d, colour, stroke=edge, stroke_width=3, stroke_linejoin="round")


SOCK_ROOM: Final = 16.0  # margin around a hung sock for its rim and shadow, in units


@cached_drawing
def hung_sock(
    assets: Assets, seat: int, height: float, turn: float, *, chosen: bool = False
) -> pygame.Surface:
    """Flat sock in a seat's knitting, hung by its cuff and rotated counter-clockwise by ``turn`` degrees.

    Its cuff is in the middle of the surface, SOCK_ROOM below the upper edge before rotation. ``chosen`` adds
    the golden rim of the open page.
    """
    look, source = SEAT_LOOKS[seat], drawing("hung")
    knitted = source.layer("heel")
    if look.pattern != "heel":
        knitted = motif(look.pattern, (30, 40, 190, 220), look.wool, 1.0)
    bodies = (
        source.layer("wool", colour=look.colour),
        knitted + source.layer("toe", dark=look.dark),
        source.layer("silhouette"),
        source.layer("edge"),
    )
    w, h = 2 * height * source.box[2] / source.box[3], 2 * height
    inside, knitted_image, mask, edge = (rasterize_units(assets, body, w, h, source.box) for body in bodies)
    inside.blit(knitted_image, (0, 0))
    whole = stack_layers(inside.get_size(), (clip(inside, mask), edge))
    whole = padded(whole, assets.px(2 * SOCK_ROOM))
    if chosen:
        whole = stack_layers(whole.get_size(), (rim(whole, 9 * assets.scale, GOLD), whole))
    return with_shadow(assets, turned(whole, turn), (0, 4), 4, 110)

"""Drawings of a total that is reset to 0: digits of yarn, the thread that they unravel into, a button.

A digit is a single line, so that it can be pulled out from its start; its strands follow the edge of that
line drawn thick. Paths are in units around the middle of a picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import INK, WOOL, art, clip, mix, rasterize_units, stack_layers
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import circle, flatten, group, lin, line, rect, seam
from game.ui.core.assets import Assets, cached_drawing, rasterize_svg

Point = tuple[float, float]

DIGIT_WIDTH: Final = 62.0  # line width of a digit, in units
_STRAND_WIDTH: Final = 8.5  # approximate width of its strands, in units
_DIGIT_HALF_HEIGHT: Final = 87.0
_EDGE: Final = 6.0
_DIGIT_PATHS: Final = {
    "0": "M0 -87 C40 -87 56 -50 56 0 C56 50 40 87 0 87 C-40 87 -56 50 -56 0 C-56 -50 -40 -87 0 -87",
    "1": "M-36 -46 L14 -85 L14 87",
    "2": "M-50 -46 C-46 -74 -26 -87 2 -87 C36 -87 52 -66 52 -42 C52 -4 -46 40 -50 87 L52 87",
    "3": "M-48 -72 C-30 -84 -14 -87 2 -87 C34 -87 50 -70 50 -45 C50 -18 28 -5 -4 -5 "
    "C32 -5 54 14 54 42 C54 72 30 87 0 87 C-22 87 -40 82 -52 68",
    "4": "M60 40 L-58 40 L26 -87 L26 87",
    "5": "M48 -87 L-40 -87 L-46 -12 C-30 -22 -16 -26 0 -26 C36 -26 54 -4 54 30 "
    "C54 66 30 87 -4 87 C-26 87 -42 80 -54 68",
    "6": "M38 -80 C-10 -90 -54 -50 -54 20 C-54 66 -32 87 0 87 C34 87 54 66 54 34 "
    "C54 2 34 -18 2 -18 C-26 -18 -46 -2 -53 24",
    "7": "M-52 -87 L54 -87 C22 -40 -6 10 -14 87",
    "8": "M0 -8 C-30 -8 -46 -24 -46 -48 C-46 -74 -28 -87 0 -87 C28 -87 46 -74 46 -48 C46 -24 30 -8 0 -8 "
    "C-34 -8 -54 10 -54 40 C-54 70 -34 87 0 87 C34 87 54 70 54 40 C54 10 34 -8 0 -8",
    "9": "M-38 80 C10 90 54 50 54 -20 C54 -66 32 -87 0 -87 C-34 -87 -54 -66 -54 -34 "
    "C-54 -2 -34 18 -2 18 C26 18 46 2 53 -24",
}  # fmt: skip
BUTTON_RADIUS: Final = 154.0  # half the size of the picture of the button and its yarn, in units
COIL_RADIUS: Final = 120.0  # radius of the wound yarn, measured at its middle, in units
COIL_WIDTH: Final = 40.0  # width of the wound yarn, in units
_PATH_POINTS: Final = 81  # points per path


@lru_cache(16)
def way(digit: str) -> tuple[Point, ...]:
    """Evenly spaced points along a digit, from the end at which it is pulled out.

    For "coil", points along the yarn on the button.
    """
    if digit == "coil":
        turns = (number * math.tau / (_PATH_POINTS - 1) for number in range(_PATH_POINTS))
        return tuple((COIL_RADIUS * math.sin(turn), -COIL_RADIUS * math.cos(turn)) for turn in turns)
    return tuple(spread(flatten(_DIGIT_PATHS[digit]), _PATH_POINTS))


def spread(points: Sequence[Point], count: int) -> list[Point]:
    """Points, ``count`` of them, evenly placed along a polyline, both ends included."""
    lengths = [math.dist(start, end) for start, end in pairwise(points)]
    step, placed, place, passed_length = sum(lengths) / (count - 1), [], 0, 0.0
    for number in range(count):
        at = number * step
        while place < len(lengths) - 1 and passed_length + lengths[place] < at:
            passed_length += lengths[place]
            place += 1
        (x, y), (nx, ny) = points[place], points[place + 1]
        fraction = (at - passed_length) / lengths[place] if lengths[place] else 0.0
        placed.append((x + (nx - x) * fraction, y + (ny - y) * fraction))
    return placed


def digit_width(digit: str) -> float:
    """Width of a digit in units."""
    return DIGIT_WIDTH + max(x for x, _y in way(digit)) - min(x for x, _y in way(digit))


def _line(points: Sequence[Point]) -> str:
    """SVG path data through these points."""
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _half_size(digit: str) -> Point:
    """Half width and half height of a digit's picture, in units."""
    reach, margin = max(abs(x) for x, _y in way(digit)), DIGIT_WIDTH / 2 + 2 * _EDGE
    return reach + margin, _DIGIT_HALF_HEIGHT + margin


def _yarn(assets: Assets, seat: int, d: str, thick: float, half: Point) -> pygame.Surface:
    """Picture of a line of yarn with its edge, made of adjacent strands; ``half`` is half its size."""
    look, (w, h) = SEAT_LOOKS[seat], half
    box, size = (-w, -h, 2 * w, 2 * h), (2 * assets.px(w), 2 * assets.px(h))
    count = max(1, round(thick / 2 / _STRAND_WIDTH))
    strand = thick / 2 / count
    rings = ""
    for number in range(count):
        across = thick - 2 * number * strand
        for less, grey in ((0.0, "#828282"), (0.3, "#CFCFCF"), (0.74, "#FFFFFF"), (1.3, "#D2D2D2")):
            rings += line(d, grey, max(0.1, across - less * strand))
    dyes = (0, mix(look.light, WOOL, 0.14)), (0.5, mix(look.light, look.colour, 0.62)), (1, look.colour)
    body = lin("dye", (0, -h, 0, h), *dyes) + rect(*box, 0, fill="url(#dye)")
    twist = "".join(f"M{x:.1f} {-h} l{-2 * h} {2 * h} " for x in _hatch(-w, w + 2 * h, strand))
    body += line(twist, INK, strand * 0.2, stroke_opacity=0.17)
    image = rasterize_svg(rings, size, box)
    image.blit(rasterize_svg(body, size, box), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return stack_layers(size, (rasterize_svg(line(d, INK, thick + 2 * _EDGE), size, box), image))


def _hatch(start: float, end: float, step: float) -> list[float]:
    """Numbers from ``start`` up to ``end``, ``step`` apart."""
    return [start + number * step for number in range(int((end - start) / step) + 1)]


@cached_drawing
def yarn_digit(assets: Assets, seat: int, digit: str) -> pygame.Surface:
    """Picture of a digit made of a seat's yarn, twice as wide and high as `_half_size`."""
    return _yarn(assets, seat, _line(way(digit)), DIGIT_WIDTH, _half_size(digit))


@cached_drawing
def coil(assets: Assets, seat: int) -> pygame.Surface:
    """Picture of all yarn, wound in a ring, without the button; 2 * BUTTON units wide."""
    return _yarn(assets, seat, _line(way("coil")), COIL_WIDTH, (BUTTON_RADIUS, BUTTON_RADIUS))


@cached_drawing
def dashes(assets: Assets, seat: int, digit: str) -> pygame.Surface:
    """Picture of the stitches along the edges of a removed digit, as large as `yarn_digit`."""
    (w, h), box = _half_size(digit), _box(digit)
    size = 2 * assets.px(w), 2 * assets.px(h)
    mask = pygame.mask.from_surface(rasterize_svg(line(_line(way(digit)), "#FFFFFF", DIGIT_WIDTH), size, box))
    mask.invert()
    # The inverted mask consists of the surroundings, and of enclosed holes.
    edges = [part.outline(3) for part in mask.connected_components(size[0]) if not part.get_at((0, 0))]
    mask.invert()
    edges += [part.outline(3) for part in mask.connected_components(size[0])]
    body = ""
    for edge in edges:
        points = [(x / assets.scale - w, y / assets.scale - h) for x, y in edge]
        body += line(seam(_line([*points, points[0]]), 13, 9), mix(SEAT_LOOKS[seat].light, WOOL, 0.3), 3.4)
    return rasterize_svg(body, size, box)


def _box(digit: str) -> tuple[float, float, float, float]:
    """Box (x, y, width, height) in units of a digit's picture around its middle."""
    w, h = _half_size(digit)
    return -w, -h, 2 * w, 2 * h


@lru_cache(16)
def _normals(digit: str) -> tuple[Point, ...]:
    """Unit normal at each point of a path: to the right of its direction, as y points down."""
    points, normals = way(digit), []
    for number in range(len(points)):
        (x, y), (nx, ny) = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
        length = math.hypot(nx - x, ny - y) or 1.0
        normals.append((-(ny - y) / length, (nx - x) / length))
    return tuple(normals)


def pull_digit(
    assets: Assets, image: pygame.Surface, digit: str, start: float, end: float, thick: float = DIGIT_WIDTH
) -> pygame.Surface:
    """Copy of a digit without its path from ``start`` to ``end`` (0 to 1), cut flat with an ink edge."""
    whole, points, scale = image.copy(), way(digit), assets.scale
    cx, cy = image.get_width() / 2, image.get_height() / 2
    first, last, reach = start * (_PATH_POINTS - 1), end * (_PATH_POINTS - 1), thick / 2 + _EDGE + 1.5
    aside, is_round = _normals(digit), math.dist(points[0], points[-1]) < 1

    def edge(at: float, distance: float, back: float = 0.0) -> tuple[Point, Point]:
        """Two px points, ``distance`` units to both sides of step ``at``, moved back by ``back``."""
        (x, y), (dx, dy) = point_of(digit, at / (_PATH_POINTS - 1)), aside[min(_PATH_POINTS - 1, round(at))]
        x, y = cx + (x - dy * back) * scale, cy + (y + dx * back) * scale
        return (x - dx * distance * scale, y - dy * distance * scale), (
            x + dx * distance * scale,
            y + dy * distance * scale,
        )

    stops = [first, *range(int(first) + 1, math.ceil(last)), last]
    edges, transparent = [edge(stop, reach) for stop in stops], (0, 0, 0, 0)
    if not start and not is_round:
        edges.insert(0, edge(first, reach, reach))
    for (a, b), (c, d) in pairwise(edges):
        pygame.draw.polygon(whole, transparent, (a, b, d, c))
    step = _length(digit) / (_PATH_POINTS - 1)
    for stop in stops:
        # Round off corners, but not beyond a cut.
        if (last - stop) * step >= reach and ((stop - first) * step >= reach or (not start and not is_round)):
            (ax, ay), (bx, by) = edge(stop, reach)
            pygame.draw.circle(whole, transparent, ((ax + bx) / 2, (ay + by) / 2), reach * scale)
    for at, is_cut in ((first, bool(start) or is_round), (last, end < 1 or is_round)):
        if is_cut:
            pygame.draw.line(whole, INK, *edge(at, thick / 2 + _EDGE / 2), width=max(2, round(_EDGE * scale)))
    return whole


def point_of(digit: str, fraction: float) -> Point:
    """Point in units, around the middle, at a share (0 to 1) of a digit's path."""
    points, at = way(digit), fraction * (_PATH_POINTS - 1)
    number = min(_PATH_POINTS - 2, int(at))
    (x, y), (nx, ny) = points[number], points[number + 1]
    return x + (nx - x) * (at - number), y + (ny - y) * (at - number)


@lru_cache(16)
def _length(digit: str) -> float:
    """Length of a digit's path in units."""
    return sum(math.dist(start, end) for start, end in pairwise(way(digit)))


@cached_drawing
def button_face(assets: Assets, seat: int, *, zero: bool) -> pygame.Surface:
    """Picture of the button's face, 2 * BUTTON units wide, with its yarn 0 if ``zero``."""
    image = art(assets, "socki/mat", 2 * BUTTON_RADIUS, 2 * BUTTON_RADIUS, layer="button")
    if zero:
        small = [(0.5 * x, 0.5 * y) for x, y in way("0")]
        digit = _yarn(assets, seat, _line(small), 0.44 * DIGIT_WIDTH, (BUTTON_RADIUS, BUTTON_RADIUS))
        image.blit(pygame.transform.smoothscale(digit, image.get_size()), (0, 0))
    return image


@cached_drawing
def wound_button(assets: Assets, seat: int) -> pygame.Surface:
    """Picture of the button with all its yarn and its 0, 2 * BUTTON units wide."""
    yarn = coil(assets, seat)
    return stack_layers(yarn.get_size(), (yarn, button_face(assets, seat, zero=True)))


ROPE_WIDTH: Final = 14.0
_TURN: Final = 10


@cached_drawing
def _rope(assets: Assets, seat: int, degrees: int) -> pygame.Surface:
    """Picture, 26 units wide, of a short piece of the thread, rotated clockwise by ``degrees``."""
    look = SEAT_LOOKS[seat]
    body = lin("round", (0, -7, 0, 7), (0, look.light), (0.45, look.colour), (1, look.dark))
    body += rect(-7.5, -7, 15, 14, 1.5, fill="url(#round)")
    for x in (-8, 0):
        body += line(f"M{x + 1} -6.5 L{x + 7} 6.5", look.dark, 2.4) + line(
            f"M{x + 4} -6 L{x + 9} 5", look.light, 1.7
        )
    cut = group(body, f"rotate({degrees})")
    image = rasterize_svg(cut, (assets.px(26), assets.px(26)), (-13, -13, 26, 26))
    mask = group(rect(-6.5, -7, 13, 14, 2, fill="#FFFFFF"), f"rotate({degrees})")
    return clip(image, rasterize_svg(mask, image.get_size(), (-13, -13, 26, 26)))


@cached_drawing
def _round(assets: Assets, colour: str, wide_: float) -> pygame.Surface:
    """Disc of this colour, ``wide_`` units across."""
    return rasterize_units(
        assets, circle(0, 0, wide_ / 2, colour), wide_, wide_, (-wide_ / 2, -wide_ / 2, wide_, wide_)
    )


_AHEAD: Final = 2


def put_thread(
    surface: pygame.Surface, assets: Assets, seat: int, points: Sequence[Point], step: float, shift: float
) -> None:
    """Draws a thread along points (units): pieces ``step`` apart, moved on by ``shift`` (0 to 1) of it."""
    length = sum(math.dist(begin, end) for begin, end in pairwise(points))
    count = max(2, int(length / step))
    stitches = spread(points, count + 1)
    edge, pieces = _round(assets, INK, ROPE_WIDTH + 8), []
    half, ropes = edge.get_width() / 2, {turn: _rope(assets, seat, turn) for turn in range(0, 180, _TURN)}
    for (x, y), (nx, ny) in pairwise(stitches):
        at = x + (nx - x) * shift, y + (ny - y) * shift
        turn = _TURN * round(math.degrees(math.atan2(ny - y, nx - x)) / _TURN) % 180
        pieces.append((at, ropes[turn]))
    blits = []
    for number in range(len(pieces) + _AHEAD):
        if number < len(pieces):
            (x, y), _image = pieces[number]
            blits.append((edge, (x * assets.scale - half, y * assets.scale - half)))
        if number >= _AHEAD:
            (x, y), image = pieces[number - _AHEAD]
            w = image.get_width() / 2
            blits.append((image, (x * assets.scale - w, y * assets.scale - w)))
    surface.blits(blits, doreturn=False)


def rope_pictures(assets: Assets, seat: int) -> None:
    """Renders all pictures of a thread into the cache."""
    for degrees in range(0, 180, _TURN):
        _rope(assets, seat, degrees)
    _round(assets, INK, ROPE_WIDTH + 8)
    loose_end(assets, seat)


@cached_drawing
def loose_end(assets: Assets, seat: int) -> pygame.Surface:
    """Picture of the yarn's disc where the thread leaves a digit, 30 units wide."""
    return rasterize_units(
        assets,
        circle(0, 0, 11, SEAT_LOOKS[seat].colour, stroke=INK, stroke_width=4),
        30,
        30,
        (-15, -15, 30, 30),
    )

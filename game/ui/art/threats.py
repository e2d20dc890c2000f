"""What threatens on a board: knitted arcs, dashed rings, the ball's way in stitches, a line that glows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from game.ui.art.layers import draw
from game.ui.art.palette import GOLD, INK, WOOL, channels, mix
from game.ui.art.svg import Point, burst, circle, line, oval, path, rad, rect, seam
from game.ui.core.assets import Assets, drawn

CORAL: Final = "#D9503D"
ARC_ROOM: Final = 30.0
"""Units around an arc."""
WAY_ROOM: Final = 18.0
"""Units around a stitched arrow."""
GLOW: Final = (50.0, 150.0)
"""How far a line that glows does so behind itself and into the field, in units."""
BURST_SIZE: Final = 220.0
_STEPS: Final = 26


@drawn
def sock_arc(
    assets: Assets, dx: float, dy: float, bulge: float = 44, width: float = 11, scale: float = 1.0
) -> pygame.Surface:
    """A knitted coral band that leaps from one point to another that is (dx, dy) units away.

    It bends upwards, where it is upright to the right; with a bulge below zero the other way. The surface is
    centred on the middle of the two points, and holds the whole arc: see `arc_size`.
    """
    w, h = arc_size(dx, dy, bulge)
    points = _bent(dx, dy, bulge)
    way = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points[:-2])
    (x0, y0), (x1, y1) = points[-5], points[-1]
    tip = _head((x1, y1), math.atan2(y1 - y0, x1 - x0), 20 * scale)
    body = ""
    for colour, more in ((WOOL, 10 * scale), (INK, 5 * scale), (CORAL, 0.0)):
        edge = max(2.0, more + 2 * scale)
        body += line(way, colour, width + more) + path(
            tip, colour, stroke=colour, stroke_width=edge, stroke_linejoin="round"
        )
    body += line(_knitting(points, 3.8 * scale), mix(CORAL, WOOL, 0.62), 1.8 * scale)
    return draw(assets, body, w, h, (dx / 2 - w / 2, dy / 2 - h / 2, w, h))


@drawn
def thin_arc(assets: Assets, dx: float, dy: float, bulge: float = 44, scale: float = 1.0) -> pygame.Surface:
    """The same as a mere line, for what is less urgent than what has a band; it lies as `sock_arc` does."""
    w, h = arc_size(dx, dy, bulge)
    points = _bent(dx, dy, bulge)
    way = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points[:-1])
    (x0, y0), (x1, y1) = points[-4], points[-1]
    tip = _head((x1, y1), math.atan2(y1 - y0, x1 - x0), 9 * scale)
    body = line(way, WOOL, 5 * scale) + path(tip, WOOL, stroke=WOOL, stroke_width=3 * scale)
    body += line(way, CORAL, 2.4 * scale) + path(tip, CORAL)
    return draw(assets, body, w, h, (dx / 2 - w / 2, dy / 2 - h / 2, w, h))


def arc_size(dx: float, dy: float, bulge: float) -> tuple[float, float]:
    """The width and height of an arc's picture, in units."""
    reach = 2 * abs(bulge) + 2 * ARC_ROOM
    return abs(dx) + reach, abs(dy) + reach


def _bent(dx: float, dy: float, bulge: float) -> list[Point]:
    """Points along the arc; short of both ends, which lie under what it begins and ends at."""
    far = math.hypot(dx, dy) or 1.0
    nx, ny = dy / far, -dx / far
    # Up wherever that can be told; an upright one bends to the right.
    if ny > 0.3 or (abs(ny) <= 0.3 and nx < 0):
        nx, ny = -nx, -ny
    mx, my = dx / 2 + nx * bulge * 1.5, dy / 2 + ny * bulge * 1.5
    shares = [0.06 + 0.84 * step / _STEPS for step in range(_STEPS + 1)]
    return [(2 * t * (1 - t) * mx + t * t * dx, 2 * t * (1 - t) * my + t * t * dy) for t in shares]


def _head(at: Point, angle: float, size: float) -> str:
    x, y = at[0] + math.cos(angle) * size * 0.45, at[1] + math.sin(angle) * size * 0.45
    left, right = (
        (x - size * math.cos(angle + turn), y - size * math.sin(angle + turn)) for turn in (-0.62, 0.62)
    )
    return f"M{x:.1f} {y:.1f} L{left[0]:.1f} {left[1]:.1f} L{right[0]:.1f} {right[1]:.1f}Z"


def _knitting(points: Sequence[Point], size: float) -> str:
    """Little stitches along the band."""
    found = ""
    for number in range(1, len(points) - 3, 2):
        (x, y), (a, b) = points[number], points[number + 1]
        way = math.atan2(b - y, a - x)
        ends = [(x - size * math.cos(way + turn), y - size * math.sin(way + turn)) for turn in (-1.0, 1.0)]
        found += f"M{ends[0][0]:.1f} {ends[0][1]:.1f} L{x:.1f} {y:.1f} L{ends[1][0]:.1f} {ends[1][1]:.1f} "
    return found


@drawn
def danger_ring(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """A dashed coral ring on the ground, under whoever could be socked: 84 x 44 units."""
    dashes = seam(oval(0, 0, 35, 15), 9, 6)
    body = line(dashes, WOOL, 8) + line(dashes, CORAL, 4.5)
    return draw(assets, body, 84 * scale, 44 * scale, (-42, -22, 84, 44))


@drawn
def way_arrow(assets: Assets, dx: float, dy: float, colour: str = CORAL) -> pygame.Surface:
    """A stitched arrow, the way of a ball; placed as `game.ui.art.marks.arrow`, with WAY_ROOM round it."""
    x0, y0 = max(0.0, -dx), max(0.0, -dy)
    x1, y1 = x0 + dx, y0 + dy
    angle = math.atan2(dy, dx)
    stitches = seam(f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}", 14, 8, even=False)
    tips = [(x1 + 14 * math.cos(angle + turn), y1 + 14 * math.sin(angle + turn)) for turn in (0, 2.3, -2.3)]
    tip = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in tips) + "Z"
    body = ""
    for one, width, edge in ((WOOL, 15, 12), (INK, 11, 7), (colour, 6, 1)):
        body += line(stitches, one, width)
        body += path(tip, one, stroke=one, stroke_width=edge, stroke_linejoin="round")
    w, h = abs(dx) + 2 * WAY_ROOM, abs(dy) + 2 * WAY_ROOM
    return draw(assets, body, w, h, (-WAY_ROOM, -WAY_ROOM, w, h))


@drawn
def glowing_line(assets: Assets, h: float, colour: str = CORAL, *, right: bool = True) -> pygame.Surface:
    """A goal line h units high that glows, most of it into the field on its right or on its left.

    The line lies GLOW[0] units from the left edge of the picture, or from the right one.
    """
    wide = sum(GLOW)
    light = channels(mix(colour, WOOL, 0.55))
    picture = draw(assets, "", wide, h)
    most = picture.get_width()
    for x in range(most):
        far = (x / most * wide - GLOW[0]) / (GLOW[1] * 0.8 if x / most * wide > GLOW[0] else GLOW[0])
        strength = round(215 * max(0.0, 1 - abs(far)) ** 1.7)
        picture.fill((*light, strength), (x, 0, 1, picture.get_height()))
    middle = GLOW[0]
    seams = line(seam(f"M{middle} 12 L{middle} {h - 12}", 10, 8), WOOL, 3.4)
    bar = rect(middle - 7, 4, 14, h - 8, 7, fill=colour, stroke=INK, stroke_width=3)
    picture.blit(draw(assets, bar + seams, wide, h), (0, 0))
    return picture if right else pygame.transform.flip(picture, flip_x=True, flip_y=False)


@drawn
def coral_goal(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """Where a ball would cross the line: 52 x 52 units, to put a ball on."""
    body = circle(0, 0, 23, mix(CORAL, WOOL, 0.8), stroke=INK, stroke_width=3)
    body += line(seam(oval(0, 0, 18.5, 18.5), 6, 5), CORAL, 2.6)
    return draw(assets, body, 52 * scale, 52 * scale, (-26, -26, 52, 52))


@drawn
def golden_goal(assets: Assets, scale: float = 1.0, *, halo: bool = True) -> pygame.Surface:
    """The golden burst of one's own goal, to put a ball on: 220 x 220 units with its light."""
    body = ""
    if halo:
        stops = (0, "#FFE9A8", 0.95), (0.5, GOLD, 0.5), (1, GOLD, 0)
        body = rad("halo", (0, 0, 110), *stops) + circle(0, 0, 110, "url(#halo)")
    body += path(
        burst((0, 0), (50, 47), 14, 0.78), GOLD, stroke=INK, stroke_width=4.5, stroke_linejoin="round"
    )
    body += path(burst((0, 0), (40, 37), 14, 0.8), "#FFF1CF")
    body += line(seam(oval(0, 0, 30, 27), 8, 6), "#C98E2B", 3)
    half = BURST_SIZE / 2
    return draw(assets, body, BURST_SIZE * scale, BURST_SIZE * scale, (-half, -half, BURST_SIZE, BURST_SIZE))

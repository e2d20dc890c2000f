"""Two ways to mark a table: what would have been better in a chain, what was done in cross stitches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import draw
from game.ui.art.palette import INK
from game.ui.art.svg import circle, line, rect
from game.ui.core.assets import Assets, drawn

MINT: Final = "#8FE8BF"
CORAL: Final = "#FF8A73"
STEP: Final = 13.0
"""From stitch to stitch."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line from point to point, or the box between two of them."""

    points: tuple[Point, ...]
    is_box: bool = False


def strokes(assets: Assets, w: float, h: float, lines: Sequence[Stroke], *, better: bool) -> pygame.Surface:
    """Strokes over a picture w x h, in one of the two ways."""
    body = "".join(
        _boxed(one, better=better) if one.is_box else _along(one.points, better=better) for one in lines
    )
    return draw(assets, body, w, h)


@drawn
def sample(assets: Assets, w: float = 52, *, better: bool) -> pygame.Surface:
    """A short piece of it, for the legend."""
    h = 24.0
    return draw(assets, _along(((6, h / 2), (w - 6, h / 2)), better=better, ends=False), w, h)


def _along(points: Sequence[Point], *, better: bool, ends: bool = True) -> str:
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    if better:
        text = line(d, MINT, 16, stroke_opacity=0.28, stroke_linejoin="round")
        text += line(d, INK, 10.5, stroke_linejoin="round") + _chain(points)
    else:
        text = line(d, CORAL, 16, stroke_opacity=0.26, stroke_linejoin="round") + _crosses(points)
    x, y = points[-1]
    return text + (circle(x, y, 5.4, MINT if better else CORAL, stroke=INK, stroke_width=2.6) if ends else "")


def _chain(points: Sequence[Point]) -> str:
    """Links one after the other."""
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return line(d, MINT, 6.2, stroke_dasharray="12 5", stroke_linejoin="round")


def _crosses(points: Sequence[Point]) -> str:
    """Cross stitches all along."""
    dark = light = ""
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        count = max(1, round(length / STEP))
        for number in range(count):
            share = (number + 0.5) / count
            x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            cross = f"M{x - 4.2:.1f} {y - 4.2:.1f}l8.4 8.4m0 -8.4l-8.4 8.4"
            dark, light = dark + cross, light + cross
    return line(dark, INK, 7.2) + line(light, CORAL, 3.6)


def _boxed(stroke: Stroke, *, better: bool) -> str:
    """A ring around something: a chain, or stitches along its upper edge and below."""
    (x0, y0), (x1, y1) = stroke.points
    if better:
        ring = rect(x0 - 3, y0 - 3, x1 - x0 + 6, y1 - y0 + 6, 8, fill="none", stroke=INK, stroke_width=9)
        inner = rect(
            x0 - 3, y0 - 3, x1 - x0 + 6, y1 - y0 + 6, 8, fill="none", stroke=MINT, stroke_width=5,
            stroke_dasharray="12 5",
        )  # fmt: skip
        return ring + inner
    inset = 4.0
    return _crosses(((x0 + inset, y0 + inset), (x1 - inset, y0 + inset)))

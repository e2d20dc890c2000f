"""Drawings of the statistics: a knitted ring, the knitted head of a card, and a line of pegs."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.ui.art.layers import INK, clip, rasterize_units, stack_layers
from game.ui.art.patterns import SEAT_LOOKS, cloth
from game.ui.art.svg import circle, line, path, rect, seam
from game.ui.core.assets import Assets, cached_drawing

OUTER_RADIUS, INNER_RADIUS = 60.0, 38.0  # radii of the ring in its drawing, which is 148 units wide
STITCHES_AROUND, STITCHES_ABREAST = 44, 3  # stitches
SURFACE_SHARE: Final = 148 / 120  # width of a ring's surface, in diameters: a needle reaches beyond the ring


def _at(turn: float, radius: float) -> str:
    """Point of the drawing at a share of the ring, clockwise from the top."""
    angle = turn * math.tau
    return f"{74 + radius * math.sin(angle):.2f} {74 - radius * math.cos(angle):.2f}"


def _sector(share: float) -> str:
    """SVG text of the mask of a share of the ring."""
    points = [_at(share * step / 48, 80) for step in range(49)]
    return path(f"M74 74 L{' L'.join(points)}Z", "#FFFFFF")


@cached_drawing
def knit_wheel(assets: Assets, size: float, share: float, shared: float, seat: int) -> pygame.Surface:
    """Ring of ``size`` units, on a surface of WHEEL times that, knitted in a seat's wool for a share of wins.

    Shared wins follow in light wool; the rest is loose thread. A needle marks the end.
    """
    look, whole = SEAT_LOOKS[seat], (0, 0, 148, 148)
    side, middle, broad = size * SURFACE_SHARE, (OUTER_RADIUS + INNER_RADIUS) / 2, OUTER_RADIUS - INNER_RADIUS
    body = circle(74, 74, middle, "none", stroke="#DCD7E2", stroke_width=broad)
    for number in range(3):
        radius = INNER_RADIUS + broad * (number + 0.5) / 3
        waves = [_at(step / 132, radius + 2.2 * math.cos(step * 1.43)) for step in range(133)]
        body += line("M" + " L".join(waves), "#B4ACBF", 1.6)
    layers = [rasterize_units(assets, body, side, side, whole)]
    done = min(1.0, share + shared)
    for until, wool, dark in ((done, look.light, look.colour), (share, look.colour, look.dark)):
        if until > 0:
            stitches = circle(74, 74, middle, "none", stroke=dark, stroke_width=broad)
            for around in range(STITCHES_AROUND):
                for abreast in range(STITCHES_ABREAST):
                    pale = (around + 2 * abreast) % 7 == 0
                    stitches += _stitch(around, abreast, look.wool if pale else wool)
            knitted = rasterize_units(assets, stitches, side, side, whole)
            layers.append(clip(knitted, rasterize_units(assets, _sector(until), side, side, whole)))
    edge = "".join(
        circle(74, 74, radius, "none", stroke=INK, stroke_width=3.4)
        for radius in (OUTER_RADIUS, INNER_RADIUS)
    )
    if done > 0:
        needle = f"M{_at(done, INNER_RADIUS - 1)} L{_at(done, OUTER_RADIUS + 6)}"
        edge += line(needle, INK, 9) + line(needle, "#E3B57C", 4.4)
        x, y = _at(done, OUTER_RADIUS + 7).split()
        edge += circle(float(x), float(y), 5, "#D9482B", stroke=INK, stroke_width=2.6)
    layers.append(rasterize_units(assets, edge, side, side, whole))
    return stack_layers(layers[0].get_size(), layers)


@cached_drawing
def blank_wheel(assets: Assets, size: float, thread: str) -> pygame.Surface:
    """Stitched outline of a ring, as large as a `knit_wheel` of this size."""
    side, body = size * SURFACE_SHARE, ""
    for radius in (OUTER_RADIUS, INNER_RADIUS):
        body += line(seam("M" + " L".join(_at(step / 96, radius) for step in range(97))), thread, 3.4)
    return rasterize_units(assets, body, side, side, (0, 0, 148, 148))


def _stitch(around: int, abreast: int, wool: str) -> str:
    """SVG text of one V of stocking stitch, which points along the ring."""
    radius, step = (
        INNER_RADIUS + (OUTER_RADIUS - INNER_RADIUS) * (abreast + 0.5) / STITCHES_ABREAST,
        1 / STITCHES_AROUND,
    )
    tip, start = (around + 0.85) * step, (around + 0.1) * step
    legs = "".join(f"M{_at(start, radius + side * 2.9)} L{_at(tip, radius + side * 0.7)}" for side in (-1, 1))
    return line(legs, wool, 3.2)


@cached_drawing
def card_head(assets: Assets, w: float, h: float, seat: int, veil: str) -> pygame.Surface:
    """Knitting of w x h units at the top of a card with round corners, under a ``veil`` of a colour."""
    look = SEAT_LOOKS[seat]
    knitted = rasterize_units(assets, cloth(look, w, h, 0.85), w, h)
    knitted.blit(rasterize_units(assets, rect(0, 0, w, h, 0, fill=veil, fill_opacity=0.24), w, h), (0, 0))
    clip(knitted, rasterize_units(assets, rect(0, 0, w, h + 30, 14, fill="#FFFFFF"), w, h))
    knitted.blit(rasterize_units(assets, line(f"M0 {h - 1.5} H{w}", INK, 3), w, h), (0, 0))
    return knitted

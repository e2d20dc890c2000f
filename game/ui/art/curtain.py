"""Knitted curtain in a seat's wool, drawn in front of the table between turns. A puppet can look out of it.

The cloth is knitted flat, shaded with folds, and then squeezed row by row to the shape of its edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import pygame

from game.ui.art.layers import (
    INK,
    WOOD,
    WOOD_DARK,
    WOOL,
    art,
    channels,
    clip,
    flipped,
    mix,
    rasterize_units,
    white_silhouette,
)
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import circle, lin, line, rad, rect
from game.ui.core.assets import Assets, cached_background, cached_drawing

RAIL_Y: Final = 62.0  # upper edge of the cloth, in units
FLOOR_HEIGHT: Final = 74.0  # distance from the lower edge of the canvas to the cloth, in units
GAP_X_SHARE: Final = 0.353  # position of the gap, as a share of the width
GAP_Y: Final = 300.0
"""Y at which the gap is widest, in units. A puppet of 300 units has its foot 240 below that."""
_STITCH: Final = (20.0, 16.0)
_COLUMN_WIDTH: Final = 3
_GAP_REACH: Final = 220.0
Yarn = tuple[str, str, str]


def _bell_curve(y: float, width: float) -> float:
    """Height (0 to 1) of a bell curve around the peephole at ``y``, with its ``width`` in units."""
    return math.exp(-(((y - GAP_Y - 4) / width) ** 2))


def _stitch(assets: Assets, yarn: Yarn) -> pygame.Surface:
    """Picture of one V of stocking stitch in a (colour, dark, light) yarn."""
    w, h = _STITCH
    tones = dict(zip(("colour", "dark", "light"), yarn, strict=True))
    return art(assets, "moments", w, h * 1.6, layer="curtain-stitch", **tones)


def _cloth(assets: Assets, w: float, h: float, seat: int) -> pygame.Surface:
    """Flat piece of cloth with a wool edge on its right and wool bands near its foot."""
    look = SEAT_LOOKS[seat]
    deep = mix(look.colour, look.dark, 0.35), mix(look.dark, INK, 0.2), mix(look.colour, look.light, 0.5)
    yarns = {False: _stitch(assets, deep), True: _stitch(assets, (WOOL, "#CDB795", "#FFFFFF"))}
    columns, rows = math.ceil(w / _STITCH[0]), math.ceil(h / _STITCH[1])
    cloth = pygame.Surface(
        (round(columns * _STITCH[0] * assets.scale), round(h * assets.scale)), pygame.SRCALPHA
    )
    cloth.fill(deep[1])
    blits = []
    for row in range(-1, rows):
        band = rows - row in (9, 8, 5, 4)
        for column in range(columns):
            place = round(column * _STITCH[0] * assets.scale), round(row * _STITCH[1] * assets.scale)
            blits.append((yarns[band or column >= columns - 3], place))
    cloth.blits(blits)
    cloth.blit(_folds(assets, cloth.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return cloth


def _folds(assets: Assets, size: tuple[int, int]) -> pygame.Surface:
    """Picture of ``size`` px with the shade of the folds, to be multiplied."""
    strip = pygame.Surface((size[0], 1))
    for x in range(size[0]):
        at = x / assets.scale
        turn = (at + 16 * math.sin(at / 61)) / 108 * math.tau
        tone = max(0, min(255, int(255 - 96 * (0.5 - 0.5 * math.sin(turn)) ** 1.4)))
        strip.set_at((x, 0), (tone, max(0, tone - 6), min(255, tone + 4)))
    return pygame.transform.scale(strip, size)


def _drape(
    assets: Assets, cloth: pygame.Surface, edge: Callable[[float], float], width: float
) -> pygame.Surface:
    """Cloth from the left border of the canvas to edge(y), squeezed row by row; the folds follow."""
    w, h = cloth.get_size()
    top = round(RAIL_Y * assets.scale)
    # Each row ends at a whole pixel. Drawn wider and then reduced, the edge has no visible steps.
    oversampled = pygame.Surface((round(width * assets.scale) * _COLUMN_WIDTH, h + top), pygame.SRCALPHA)
    oversampled.fill((*channels(INK), 0))  # smoothscale mixes in the colour of invisible pixels
    start = -30 * assets.scale * _COLUMN_WIDTH
    for y in range(h):
        reach = max(8, round(edge((top + y) / assets.scale) * assets.scale * _COLUMN_WIDTH - start))
        row = pygame.transform.smoothscale(cloth.subsurface((0, y, w, 1)), (reach, 1))
        oversampled.blit(row, (round(start), top + y))
    return pygame.transform.smoothscale(
        oversampled, (oversampled.get_width() // _COLUMN_WIDTH, oversampled.get_height())
    )


def _flap(assets: Assets, width: float, h: float, seat: int, bulge: float) -> pygame.Surface:
    """Left half of a curtain, ``width`` units from the border to the gap, lit from within."""

    def edge(y: float) -> float:
        """X of the cloth's edge at ``y``, in units."""
        return width - 4 - bulge * _bell_curve(y, 120)

    floor_y = h - FLOOR_HEIGHT
    cloth = _cloth(assets, width * 1.14 + 30, floor_y - RAIL_Y, seat)
    flap = _drape(assets, cloth, edge, width + 8)
    size = flap.get_width() / assets.scale, flap.get_height() / assets.scale
    glow = (0, "#8A5A1E"), (0.4, "#43290C"), (1, "#000000")
    light = rad("warm", (width, GAP_Y, 300), *glow) + rect(0, 0, width + 8, h, 0, fill="url(#warm)")
    flap.blit(rasterize_units(assets, light, *size), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    points = " L".join(f"{edge(y):.1f} {y:.1f}" for y in range(int(RAIL_Y), int(floor_y) + 1, 6))
    flap.blit(rasterize_units(assets, line(f"M{points}", INK, 6), *size), (0, 0))
    return flap


@cached_drawing
def _half(assets: Assets, width: float, h: float, seat: int, *, right: bool) -> pygame.Surface:
    """Left half of the curtain, ``width`` units from the border to the gap, mirrored if ``right``. Cached."""
    flap = _flap(assets, width, h, seat, 92 if right else 96)
    return flipped(flap) if right else flap


@cached_background
def curtain(assets: Assets, w: float, h: float, seat: int) -> pygame.Surface:
    """Whole curtain on its rail, w x h units, with warm light in its gap: behind a puppet that looks out.

    Args:
        assets: the scale.
        w: width of the canvas.
        h: height of the canvas; the lowest FLOOR units are left for a wooden front.
        seat: seat whose wool is used.
    """
    middle = w * GAP_X_SHARE
    stops = (0, "#FFD98A"), (0.35, "#D9822E"), (0.75, "#4A2A3A"), (1, "#1B1428")
    body = rect(0, 0, w, h, 0, fill="#1B1428") + rad("gap", (middle, GAP_Y, 210), *stops)
    image = rasterize_units(assets, body + circle(middle, GAP_Y, 210, "url(#gap)"), w, h)
    right = _half(assets, w - middle, h, seat, right=True)
    image.blit(right, (image.get_width() - right.get_width(), 0))
    image.blit(_half(assets, middle, h, seat, right=False), (0, 0))
    image.blit(_dimness(assets, w, h, middle), (0, 0))
    image.blit(_rail(assets, w), (0, 0))
    return image


@cached_drawing
def curtain_front(assets: Assets, w: float, h: float, seat: int) -> pygame.Surface:
    """Part of the curtain in front of a puppet: left half, right half below the chin. Height h - FLOOR."""
    middle = w * GAP_X_SHARE
    left, right = _half(assets, middle, h, seat, right=False), _half(assets, w - middle, h, seat, right=True)
    whole = pygame.Surface((assets.px(w), right.get_height()), pygame.SRCALPHA)
    whole.blit(left, (0, 0))
    dim = _dimness(assets, w, h, middle).subsurface((0, 0, *whole.get_size())).copy()
    dim.fill((*channels("#1B1428"), 0), special_flags=pygame.BLEND_RGBA_MAX)
    whole.blit(clip(dim, white_silhouette(whole)), (0, 0))  # dim only the cloth
    start = whole.get_width() - right.get_width()
    near = pygame.Rect(0, 0, assets.px(_GAP_REACH), right.get_height())
    # Copied because the half is cached for the curtain itself.
    whole.blit(clip(right.subsurface(near).copy(), _fade(assets, near.size)), (start, 0))
    whole.fill((0, 0, 0, 0), (0, 0, whole.get_width(), assets.px(RAIL_Y + 20)))
    return whole


def _fade(assets: Assets, size: tuple[int, int]) -> pygame.Surface:
    """White mask of ``size`` px, opaque from below the chin, fading out at the right edge."""
    fade = pygame.Surface(size, pygame.SRCALPHA)
    for y in range(size[1]):
        opacity = max(0, min(255, round((y / assets.scale - GAP_Y - 52) / 50 * 255)))
        fade.fill((255, 255, 255, opacity), (0, y, size[0], 1))
    for x in range(size[0]):
        opacity = max(0, min(255, round((_GAP_REACH - x / assets.scale) / 60 * 255)))
        fade.fill((255, 255, 255, opacity), (x, 0, 1, size[1]), special_flags=pygame.BLEND_RGBA_MULT)
    return fade


def _dimness(assets: Assets, w: float, h: float, middle: float) -> pygame.Surface:
    """Translucent darkness of the room, w x h units, with the most light around x = ``middle``."""
    stops = (0, "#1B1428", 0), (0.5, "#1B1428", 0.1), (1, "#1B1428", 0.62)
    body = rad("dim", (middle, 330, 820), *stops) + rect(0, 0, w, h, 0, fill="url(#dim)")
    return rasterize_units(assets, body, w, h)


def _rail(assets: Assets, w: float) -> pygame.Surface:
    """Picture of the rail with its rings, w x 80 units."""
    body = lin("rail", (0, 30, 0, 58), (0, "#E0AC72"), (0.4, WOOD), (1, WOOD_DARK))
    body += rect(-20, 32, w + 40, 24, 12, fill="url(#rail)", stroke=INK, stroke_width=4)
    count = round((w - 20) / 58)
    for number in range(count + 1):
        x = 24 + number * (w - 48) / count
        body += line(f"M{x:.1f} 66 V58", INK, 5)
        body += circle(x, 46, 19, "none", stroke=INK, stroke_width=10)
        body += circle(x, 46, 19, "none", stroke="#E8A317", stroke_width=4.5)
    return rasterize_units(assets, body, w, 80)

"""Background of SOCKI: a beach at night with an approaching storm, for any canvas; rain, foam and lightning.

The sea is behind things along the table's upper edge, so the sand begins ``shore`` units from the top on
every canvas.
"""

from __future__ import annotations

import math
import random
from functools import partial
from typing import Final

import pygame

from game.ui.art.layers import art, glow, rasterize_units
from game.ui.art.svg import circle, drawing, group, lin, line, path, rad, rect
from game.ui.core.assets import Assets, cached_background, cached_drawing

SHORE_Y: Final = 164.0  # y of the sand's upper edge on the standard canvas
RAIN_TILE: Final = (320.0, 190.0)  # size of a tile of rain, which repeats horizontally
RAIN_FRAMES: Final = 4
FOAM_FRAMES: Final = 6
BOLT_SIZE: Final = (90.0, 120.0)  # size of a bolt of lightning
BOLT_GLOW: Final = 58.0  # reach of the light around it to each side
_NIGHT: Final = "#141433", "#2A2A5C", "#4C5286"


def _waterline(w: float, shore: float, drop: float = 0.0) -> str:
    """SVG path of the sea's edge, ``w`` units wide, ``drop`` units below the shore, as cubic curves."""
    count = max(3, round(w / 320))
    step = w / count
    d = f"M-10 {shore + 4 + drop:.1f}"
    for number in range(count):
        x, swing = number * step, (-20, 14, -14)[number % 3]
        end = (x + step if number < count - 1 else w + 10, shore + drop + (-8, -4, 0)[number % 3])
        d += (
            f"C{x + step * 0.3:.1f} {shore + drop + swing:.1f} {x + step * 0.7:.1f} "
            f"{shore + drop + swing * 0.6:.1f} {end[0]:.1f} {end[1]:.1f}"
        )
    return d


def _sky(w: float, shore: float, rnd: random.Random) -> str:
    """SVG of the night sky with moon, stars and clouds."""
    horizon = shore - 52
    body = rect(0, 0, w, shore + 60, 0, fill="#1B1A30")
    body += lin("night", (0, 0, 0, horizon + 38), *zip((0, 0.55, 1), _NIGHT, strict=True))
    body += rect(0, 0, w, horizon + 38, 0, fill="url(#night)")
    moon = w * 0.54, shore * 0.2
    shine = (0, "#DDE6FF", 0.55), (0.4, "#9FB0E8", 0.18), (1, "#9FB0E8", 0)
    body += rad("shine", (*moon, 150), *shine) + circle(*moon, 150, "url(#shine)")
    for _ in range(int(w / 26)):
        place = rnd.uniform(10, w - 10), rnd.uniform(4, shore * 0.42)
        body += circle(*place, rnd.choice((0.9, 1.2, 1.7)), "#DDE6FF", fill_opacity=rnd.choice((0.35, 0.6)))
    body += circle(*moon, 23, "#F3F1DE")
    body += circle(moon[0] - 7, moon[1] - 6, 4.5, "#D8D6C4") + circle(
        moon[0] + 8, moon[1] + 7, 3.6, "#D8D6C4"
    )
    stretch = f"scale({w / 1280:.4f} {shore / SHORE_Y:.4f})"
    return body + group(drawing("socki/beach").layer("clouds"), stretch)


def _sea(w: float, shore: float, rnd: random.Random) -> str:
    """SVG of the sea, from the horizon to the shore."""
    horizon = shore - 52
    body = lin("sea", (0, horizon, 0, shore + 30), (0, "#2C5577"), (1, "#12303F"))
    body += rect(0, horizon, w, 90, 0, fill="url(#sea)") + path(
        f"M0 {horizon}H{w}", stroke="#7FA6C8", stroke_opacity=0.35
    )
    for _ in range(int(w / 20)):
        x, y = rnd.uniform(-20, w - 10), horizon + rnd.choice((7, 15, 24, 34))
        wave = f"M{x:.0f} {y} C{x + 9:.0f} {y - 9} {x + 19:.0f} {y - 9} {x + 28:.0f} {y} "
        wave += f"C{x + 37:.0f} {y + 8} {x + 47:.0f} {y + 8} {x + 56:.0f} {y}"
        body += line(wave, "#A9D3E2", 2.4, stroke_opacity=rnd.choice((0.25, 0.4, 0.6)))
    for drop, half in ((8, 52), (18, 34), (30, 44)):
        body += line(f"M{w * 0.54 - half} {horizon + drop}h{2 * half}", "#E3ECFF", 3.4, stroke_opacity=0.3)
    return body


def _sand(w: float, h: float, shore: float, rnd: random.Random) -> str:
    """SVG of the sand from the shore to the bottom."""
    edge = _waterline(w, shore)
    stops = (0, "#5A4747"), (0.25, "#4A3A3E"), (1, "#2E2535")
    body = lin("sand", (0, shore, 0, h), *stops) + path(f"{edge}V{h}H-10Z", "url(#sand)")
    body += path(edge, stroke="#D7ECF0", stroke_opacity=0.75, stroke_width=5)
    body += path(_waterline(w, shore, 8), stroke="#FFFFFF", stroke_opacity=0.18, stroke_width=6)
    for _ in range(int(w * h / 3600)):
        place = rnd.uniform(0, w), rnd.uniform(shore + 16, h)
        body += circle(*place, rnd.choice((1, 1.5, 2)), "#9A827A", fill_opacity=0.5)
    for _ in range(int(w / 90)):
        x, y, width = rnd.uniform(0, w), rnd.uniform(shore + 40, h), rnd.uniform(40, 90)
        bow = f"M{x:.0f} {y:.0f} q{width / 2:.0f} {rnd.choice((-7, 7))} {width:.0f} 0"
        body += line(bow, "#1F1826", 2.2, stroke_opacity=0.35)
    return body


@cached_background
def storm(
    assets: Assets, w: float, h: float, shore: float = SHORE_Y, *, dark: bool = False
) -> pygame.Surface:
    """Picture of w x h units, without rain: sky, sea, and sand from y ``shore`` on. Darker if ``dark``."""
    rnd = random.Random(7)  # same storm for every window size
    image = rasterize_units(assets, _sky(w, shore, rnd) + _sea(w, shore, rnd) + _sand(w, h, shore, rnd), w, h)
    if dark:
        image.fill((196, 194, 214), special_flags=pygame.BLEND_RGB_MULT)
    return image


@cached_drawing
def dark_palm(assets: Assets, h: float) -> pygame.Surface:
    """Palm in the dark, ``h`` units high and 150 * ``h`` / 720 wide, with its crown at the top."""
    return art(assets, "socki/beach", 150 * h / 720, h, layer="palm")


@cached_drawing
def starfish(assets: Assets) -> pygame.Surface:
    """Picture of a starfish left by the tide, 56 units wide."""
    return art(assets, "socki/beach", 56, 56, layer="starfish")


@cached_drawing
def rain_strip(assets: Assets, frame: int, falls: int, left: float, top: float, w: float) -> pygame.Surface:
    """Rain from (left, top) to the foot of the tiles, ``w`` units wide, with ``falls`` layers of tiles."""
    tile_w, tile_h = RAIN_TILE
    image = pygame.Surface((assets.px(w), max(1, assets.px(tile_h - top))), pygame.SRCALPHA)
    for fall in range(falls):
        tile = rain(assets, (frame + 3 * fall) % RAIN_FRAMES)
        for number in range(int(left // tile_w) - 1, int((left + w) // tile_w) + 1):
            image.blit(tile, (assets.px(number * tile_w + 0.37 * tile_w * fall - left), assets.px(-top)))
    return image


@cached_drawing
def rain(assets: Assets, frame: int = 0) -> pygame.Surface:
    """Tile of rain, RAIN units, that repeats horizontally and, after RAIN_FRAMES, in time."""
    w, h = RAIN_TILE
    rnd, body = random.Random(31), ""
    for _ in range(46):
        x, y = rnd.uniform(0, w), rnd.uniform(-20, h)
        # Whole distances in a cycle of frames, so that the last leads into the first.
        length, bright, pace = rnd.uniform(12, 24), rnd.choice((0.16, 0.24, 0.34)), rnd.choice((1, 2))
        y = (y + frame * pace * (h + 20) / RAIN_FRAMES) % (h + 20) - 20
        fade = min(1.0, max(0.0, (h - y - length) / 60))
        # Drops at an edge are drawn on both sides, or the seam between tiles would be visible.
        for left in (x, x - w):
            if -8 < left < w + 8:
                drop = f"M{left:.1f} {y:.1f} l-5 {length:.1f}"
                body += line(drop, "#C9D6FF", 1.6, stroke_opacity=round(bright * fade, 3))
    return rasterize_units(assets, body, w, h)


@cached_drawing
def foam(assets: Assets, w: float, frame: int = 0, shore: float = SHORE_Y) -> pygame.Surface:
    """Frame of a wave that runs up the sand, w x 60 units; its top is 26 units above the shore."""
    phase = frame / FOAM_FRAMES
    reach = 9 * math.sin(phase * math.tau)
    top = shore - 26
    edge = _waterline(w, shore, 2 + reach)
    body = path(edge, stroke="#EAF7FA", stroke_opacity=0.5, stroke_width=3.4)
    body += path(_waterline(w, shore, 7 + reach * 1.2), stroke="#FFFFFF", stroke_opacity=0.16, stroke_width=7)
    rnd = random.Random(12)
    for _ in range(int(w / 34)):
        x = rnd.uniform(0, w)
        body += circle(
            x, shore + rnd.uniform(-6, 2) + reach, rnd.uniform(1, 2.4), "#FFFFFF", fill_opacity=0.35
        )
    return rasterize_units(assets, body, w, 60, (0, top, w, 60))


@cached_drawing
def bolt(assets: Assets, strength: float = 1.0, size: float = 1.0) -> pygame.Surface:
    """Lightning, 2 * GLOW x 140 units times ``size``, without alpha. Draw it with BLEND_RGB_ADD."""
    w, h = BOLT_SIZE
    glow = light(assets, BOLT_GLOW * size, "#8FA6E8", 0.6 * strength, 70 * size)
    # No alpha, because it is added, and black adds nothing.
    whole = pygame.Surface((assets.px(2 * BOLT_GLOW * size), assets.px(140 * size)))
    whole.blit(glow, glow.get_rect(center=whole.get_rect().center))
    shape = art(assets, "socki/beach", w * size, h * size, layer="bolt", opacity=0.9 * strength)
    whole.blit(shape, shape.get_rect(center=whole.get_rect().center))
    return whole


light = partial(glow, fades=((0.3, 0.55), (0.65, 0.16)))

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

from game.ui.art.layers import INK, glow, rasterize_units
from game.ui.art.svg import circle, group, lin, line, path, rad, rect, star
from game.ui.core.assets import Assets, cached_background, cached_drawing

SHORE: Final = 164.0  # y of the sand's upper edge on the standard canvas
RAIN: Final = (320.0, 190.0)  # size of a tile of rain, which repeats horizontally
RAIN_FRAMES: Final = 4
FOAM_FRAMES: Final = 6
BOLT: Final = (90.0, 120.0)  # size of a bolt of lightning
GLOW: Final = 58.0  # reach of the light around it to each side
_NIGHT: Final = "#141433", "#2A2A5C", "#4C5286"
_CLOUDS: Final = (
    ("M-20 60 Q20 20 80 38 Q110 4 170 26 Q230 -6 270 34 Q330 26 344 60 Q300 76 200 72 Q60 84 -20 60Z",
     "#20204A", 0.9),
    ("M380 74 Q410 44 450 54 Q490 20 550 42 Q600 14 650 46 Q720 38 730 70 Q640 90 540 84 Q430 92 380 74Z",
     "#1D1D44", 0.9),
    ("M640 22 Q690 -10 760 10 Q820 -18 880 14 Q960 2 1010 34 Q1080 20 1120 44 "
     "Q1000 74 860 60 Q700 66 640 22Z",
     "#24244F", 1),
    ("M930 66 Q980 40 1040 56 Q1100 34 1160 56 Q1230 44 1300 62 L1300 92 Q1100 104 930 66Z", "#191938", 1),
)  # fmt: skip


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
    stretch = f"scale({w / 1280:.4f} {shore / SHORE:.4f})"
    return body + group("".join(path(d, c, fill_opacity=o) for d, c, o in _CLOUDS), stretch)


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
def storm(assets: Assets, w: float, h: float, shore: float = SHORE, *, dark: bool = False) -> pygame.Surface:
    """Picture of w x h units, without rain: sky, sea, and sand from y ``shore`` on. Darker if ``dark``."""
    rnd = random.Random(7)  # same storm for every window size
    image = rasterize_units(assets, _sky(w, shore, rnd) + _sea(w, shore, rnd) + _sand(w, h, shore, rnd), w, h)
    if dark:
        image.fill((196, 194, 214), special_flags=pygame.BLEND_RGB_MULT)
    return image


@cached_drawing
def dark_palm(assets: Assets, h: float) -> pygame.Surface:
    """Palm in the dark, ``h`` units high and 150 * ``h`` / 720 wide, with its crown at the top."""
    box = (-44.0, -64.0, 150.0, 720.0)
    trunk = "M-28 656 C4 420 2 200 -8 6 L10 2 C24 200 26 420 12 656Z"
    body = lin("bark", (-28, 0, 26, 0), (0, "#14101E"), (0.55, "#2A2030"), (1, "#171222"))
    body += path(trunk, "url(#bark)", stroke="#0D0A16", stroke_width=3)
    for number, y in enumerate(range(40, 650, 34)):
        left = -9 - (y / 656) ** 2 * 16
        body += line(f"M{left + 2:.0f} {y} q14 {7 + number % 2} 26 -2", "#43344A", 2.6)
    leaves = ""
    for turn, reach, green in (
        (-70, 60, "#131C33"), (-46, 82, "#0C1326"), (-24, 98, "#16213C"), (-4, 104, "#0C1326"),
        (18, 94, "#16213C"), (44, 84, "#0C1326"), (74, 66, "#131C33"), (140, 50, "#0C1326"),
        (200, 56, "#0C1326"),
    ):  # fmt: skip
        tip = f"{reach} {reach * 0.1:.1f}"
        leaf = (
            f"M0 0 Q{reach * 0.5:.1f} {-reach * 0.34:.1f} {tip} Q{reach * 0.52:.1f} {-reach * 0.1:.1f} 0 8Z"
        )
        rib = line(
            f"M4 3 Q{reach * 0.5:.1f} {-reach * 0.2:.1f} {reach - 6} {reach * 0.08:.1f}", "#2A3A5C", 1.4
        )
        leaves += group(path(leaf, green) + rib, f"rotate({turn})")
    body += leaves + circle(4, 8, 9, "#3A2420") + circle(-8, 12, 8, "#2C1C1A") + circle(1, 5, 2.4, "#5E4038")
    return rasterize_units(assets, body, 150 * h / 720, h, box)


@cached_drawing
def starfish(assets: Assets) -> pygame.Surface:
    """Picture of a starfish left by the tide, 56 units wide."""
    body = f'<ellipse cx="2" cy="6" rx="22" ry="20" fill="{INK}" fill-opacity=".28"/>'
    shape = star(0, 0, 25, -80, 5, 0.5)
    body += path(shape, "#C0603C", stroke=INK, stroke_width=3.4, stroke_linejoin="round")
    for arm in range(5):
        angle = math.radians(72 * arm - 80)
        for reach in (6, 13):
            body += circle(reach * math.cos(angle), reach * math.sin(angle), 2, "#F2B48A")
    return rasterize_units(assets, body, 56, 56, (-29, -29, 58, 58))


@cached_drawing
def rain_strip(assets: Assets, frame: int, falls: int, left: float, top: float, w: float) -> pygame.Surface:
    """Rain from (left, top) to the foot of the tiles, ``w`` units wide, with ``falls`` layers of tiles."""
    tile_w, tile_h = RAIN
    image = pygame.Surface((assets.px(w), max(1, assets.px(tile_h - top))), pygame.SRCALPHA)
    for fall in range(falls):
        tile = rain(assets, (frame + 3 * fall) % RAIN_FRAMES)
        for number in range(int(left // tile_w) - 1, int((left + w) // tile_w) + 1):
            image.blit(tile, (assets.px(number * tile_w + 0.37 * tile_w * fall - left), assets.px(-top)))
    return image


@cached_drawing
def rain(assets: Assets, frame: int = 0) -> pygame.Surface:
    """Tile of rain, RAIN units, that repeats horizontally and, after RAIN_FRAMES, in time."""
    w, h = RAIN
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
def foam(assets: Assets, w: float, frame: int = 0, shore: float = SHORE) -> pygame.Surface:
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
    w, h = BOLT
    glow = light(assets, GLOW * size, "#8FA6E8", 0.6 * strength, 70 * size)
    # No alpha, because it is added, and black adds nothing.
    whole = pygame.Surface((assets.px(2 * GLOW * size), assets.px(140 * size)))
    whole.blit(glow, glow.get_rect(center=whole.get_rect().center))
    d = "M46 4 L36 22 L42 28 L30 48 L36 54 L26 82 M36 54 L46 68 L42 78 M42 28 L52 38"
    mark = line(d, "#DFE6FF", 2.4, stroke_opacity=0.9 * strength)
    shape = rasterize_units(assets, mark, w * size, h * size, (-5, -10, w, h))
    whole.blit(shape, shape.get_rect(center=whole.get_rect().center))
    return whole


light = partial(glow, fades=((0.3, 0.55), (0.65, 0.16)))

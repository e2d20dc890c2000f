"""RockIt's room, mission control at dawn, for any canvas: last stars, pale moon, hills, radio dishes.

It also draws the rockets, the big one in its gantry and the small one of every "RockIt!", fire and smoke.
"""

from __future__ import annotations

import math
import random
from functools import partial
from typing import Final

import pygame

from game.ui.art.layers import art, blurred, glow, padded, rasterize_units, rim
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import circle, drawing, group, lin, path, rad, rect, star
from game.ui.core.assets import Assets, cached_background, cached_drawing

HILLS_Y: Final = 470.0  # y of the far hills on the usual canvas
TWINKLE_FRAMES: Final = 4  # frames of a twinkling star
_SKY_COLOURS: Final = (
    (0, "#27457C"),
    (0.3, "#5269A6"),
    (0.55, "#A87BA6"),
    (0.76, "#EE9C84"),
    (0.92, "#FFCB8A"),
    (1, "#FFE3A6"),
)
"""Dawn: nothing here looks like the City's night."""


def _stars(w: float, bottom: float, rnd: random.Random) -> str:
    """SVG of stars, ``w`` units wide, from the top down to ``bottom``, placed by ``rnd``."""
    body = ""
    for _ in range(int(w * bottom / 9500)):
        place = rnd.uniform(0, w), rnd.uniform(0, bottom * 0.4)
        bright = rnd.choice((0.45, 0.7, 0.95)) * (1 - 0.6 * place[1] / bottom)
        body += circle(*place, rnd.choice((0.9, 1.2, 1.6, 2.2)), "#FFF3DC", fill_opacity=f"{bright:.2f}")
    for _ in range(int(w / 320)):
        x, y = rnd.uniform(30, w - 30), rnd.uniform(10, bottom * 0.3)
        body += path(star(x, y, rnd.uniform(4, 6), -90, 4, 0.3), "#FFF3DC", fill_opacity=0.85)
    return body


def _moon(x: float, y: float) -> str:
    """SVG of the moon in its halo, centred on (x, y)."""
    body = rad("halo", (x, y, 170), (0, "#FFF3D6", 0.4), (0.45, "#FFF3D6", 0.16), (1, "#FFF3D6", 0))
    body += circle(x, y, 170, "url(#halo)")
    body += rad("moon", (x - 20, y - 24, 100), (0, "#FFF8E2"), (0.7, "#FFF0CC"), (1, "#F1D9A2"))
    body += circle(x, y, 74, "url(#moon)")
    for dx, dy, r in ((40, -28, 11), (34, 30, 16), (-48, 20, 10), (-34, -46, 8), (2, 54, 7), (-8, -4, 5)):
        body += circle(x + dx, y + dy, r, "#EBD3A0") + circle(x + dx + 1.5, y + dy + 1.5, r * 0.72, "#F2DDAE")
    return body


def _hills(w: float, h: float, rnd: random.Random) -> str:
    """SVG of the hills with lights, on a canvas of w x h units."""
    base = h * HILLS_Y / 720
    ridge = f"M-10 {base} C{w * 0.1:.0f} {base - 36:.0f} {w * 0.22:.0f} {base - 22:.0f} "
    ridge += f"{w * 0.33:.0f} {base - 14:.0f} "
    ridge += f"C{w * 0.45:.0f} {base - 6:.0f} {w * 0.56:.0f} {base + 6:.0f} {w * 0.69:.0f} {base - 20:.0f} "
    ridge += f"C{w * 0.76:.0f} {base - 50:.0f} {w * 0.9:.0f} {base - 44:.0f} "
    ridge += f"{w + 10:.0f} {base - 48:.0f} V{h} H-10Z"
    body = lin("ridge", (0, base - 60, 0, base + 40), (0, "#B0688A"), (1, "#7A4A78")) + path(
        ridge, "url(#ridge)"
    )
    near = f"M-10 {base + 22} C{w * 0.3:.0f} {base - 4:.0f} {w * 0.5:.0f} {base + 8:.0f} "
    near += f"{w * 0.67:.0f} {base + 16:.0f} "
    near += f"C{w * 0.8:.0f} {base - 12:.0f} {w * 0.92:.0f} {base - 4:.0f} {w + 10:.0f} {base} V{h} H-10Z"
    body += lin("ground", (0, base - 10, 0, h), (0, "#5A3A68"), (0.35, "#43305C"), (1, "#241C40"))
    body += path(near, "url(#ground)")
    for _ in range(int(w / 46)):
        x, y = rnd.uniform(0, w), base + rnd.uniform(26, 60)
        body += circle(x, y, rnd.choice((1.2, 1.6)), "#FFE3A0", fill_opacity=rnd.choice((0.4, 0.6, 0.8)))
    return body


def _dish(x: float, y: float, size: float) -> str:
    """SVG of a radio dish at (x, y), scaled by ``size``."""
    return group(drawing("rockit/pad").layer("dish"), f"translate({x:.0f} {y:.0f}) scale({size})")


@cached_background
def night(
    assets: Assets, w: float, h: float, moon: tuple[float, float], *, dark: bool = False
) -> pygame.Surface:
    """Sky at dawn with hills and moon (its middle is ``moon``), w x h units; dimmed if ``dark``."""
    rnd = random.Random(11)  # the same stars for every size of the window
    base = h * HILLS_Y / 720
    body = lin("night", (0, 0, 0, h * 0.72), *_SKY_COLOURS) + rect(0, 0, w, h, 0, fill="url(#night)")
    haze = "M-10 {0} C{1} {2} {3} {4} {5} {0} V{6} H-10Z"
    for high, opacity in ((0.62, 0.2), (0.8, 0.26)):  # banks of cloud, lit from below
        shape = haze.format(
            base * high, w * 0.3, base * (high - 0.1), w * 0.6, base * (high + 0.08), w + 10, base
        )
        body += path(shape, "#FFD2B0", fill_opacity=opacity)
    body += rad(
        "sun", (w * 0.56, base + 20, w * 0.42), (0, "#FFF3C4", 0.95), (0.3, "#FFD98E", 0.5), (1, "#FFB87A", 0)
    )
    body += rect(0, 0, w, h, 0, fill="url(#sun)")
    body += _stars(w, base - 30, rnd) + _moon(*moon) + _hills(w, h, rnd)
    body += _dish(w * 0.025, base + 22, 0.9) + _dish(w * 0.985, base + 4, 0.7)
    image = rasterize_units(assets, body, w, h)
    if dark:
        image.fill((122, 116, 158), special_flags=pygame.BLEND_RGB_MULT)
    return image


@cached_drawing
def dusk(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Darkness that increases downwards, w x h units, as a background for the hand."""
    body = lin("dusk", (0, 0, 0, h), (0, "#0D1230", 0), (0.45, "#0D1230", 0.72), (1, "#0D1230", 0.85))
    return rasterize_units(assets, body + rect(0, 0, w, h, 0, fill="url(#dusk)"), w, h)


@cached_drawing
def twinkle(assets: Assets, frame: int) -> pygame.Surface:
    """Frame (modulo TWINKLES) of a twinkling star, 24 units across."""
    return art(assets, "rockit/pad", 24, 24, layer=f"twinkle-{frame % TWINKLE_FRAMES}")


light = partial(glow, fades=((0.4, 0.45), (0.72, 0.12)))


PAD_SIZE: Final = (264.0, 350.0)  # units, size of the launch pad: gantry, plate and room for the rocket
HULL_SIZE: Final = (
    180.0,
    306.0,
)  # units, size of the big rocket; its nozzle is at the middle of the lower edge
HULL_PLACE: Final = (20.0, 0.0)  # its position on the pad, from the pad's upper left corner
RIM_MARGIN: Final = 8.0  # units around pad and rocket for their rim of light
SMOKE_FRAMES: Final = 4
FIRE_FRAMES: Final = 4
SMALL_ROCKET_SIZE: Final = (
    64.0,
    132.0,
)  # units, size of the small rocket with its flame, centred on the surface
NOZZLE_OFFSET: Final = 24.0  # units from its middle down to its nozzle


def _with_rim(
    assets: Assets, picture: pygame.Surface, colour: str = "#FFE9C0", width: float = 1.8
) -> pygame.Surface:
    """Picture with a thin rim of light, RIM units larger on each side, as ink vanishes in the night."""
    whole = padded(picture, assets.px(RIM_MARGIN))
    edge = rim(whole, width * assets.scale, colour)
    edge.blit(whole, (0, 0))
    return edge


@cached_drawing
def pad(assets: Assets, size: float = 1.0, *, arms: bool = True) -> pygame.Surface:
    """Gantry and plate without the rocket, PAD units times `size`, with RIM units around."""
    (w, h), layer = PAD_SIZE, "gantry" if arms else "gantry-open"
    return _with_rim(assets, art(assets, "rockit/pad", w * size, h * size, layer=layer))


@cached_drawing
def hull(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Big rocket, HULL units times `size`, with RIM units around."""
    w, h = HULL_SIZE
    return _with_rim(assets, art(assets, "rockit/pad", w * size, h * size, layer="hull"))


@cached_drawing
def smoke(assets: Assets, frame: int = 0, size: float = 1.0) -> pygame.Surface:
    """Frame of translucent smoke at the foot of the pad, 300 x 90 units times `size`."""
    rnd, body = random.Random(5), ""  # the same puffs in every frame
    drift = frame / SMOKE_FRAMES * math.tau
    puffs = [
        (40, 56, 18),
        (64, 48, 24),
        (92, 58, 18),
        (176, 58, 17),
        (204, 50, 23),
        (234, 58, 18),
        (258, 64, 12),
    ]
    for x, y, r in puffs:
        turn = drift + rnd.uniform(0, math.tau)
        body += circle(x + 2.5 * math.cos(turn), y + 2 * math.sin(turn), r, "#F7E6DF")
        body += circle(x - r * 0.25, y - r * 0.3 + 2 * math.sin(turn), r * 0.62, "#FFF6F0")
    soft = blurred_puffs(assets, body, 300 * size, 90 * size)
    soft.fill((255, 255, 255, 205), special_flags=pygame.BLEND_RGBA_MULT)
    return soft


def blurred_puffs(assets: Assets, body: str, w: float, h: float) -> pygame.Surface:
    """Picture, w x h units, of an SVG of puffs in the box 300 x 90, with soft edges."""
    sharp = rasterize_units(assets, body, w, h, (0, 0, 300, 90))
    return blurred(sharp, 2.2 * assets.scale, "#EBD3D2")


@cached_drawing
def small_rocket(assets: Assets, seat: int, frame: int, size: float) -> pygame.Surface:
    """Small rocket in a seat's colours, upright, SMALL times `size` and rim."""
    look = SEAT_LOOKS[seat]
    w, h = SMALL_ROCKET_SIZE
    parts = drawing("rockit/pad")
    body = parts.layer(f"flame-{frame % FIRE_FRAMES}")
    body += parts.layer("small", dark=look.dark, light=look.light, colour=look.colour)
    picture = rasterize_units(assets, body, w * size, h * size, (0, 0, w, h))
    return _with_rim(assets, picture, "#FFF3DC", 1.6)


@cached_drawing
def rocket_badge(assets: Assets, height: float) -> pygame.Surface:
    """Rocket for the title plate with bold outlines, ``height`` units, tilted right by 28 degrees."""
    w, h = HULL_SIZE
    lines = {'stroke-width="5"': 'stroke-width="11"', 'stroke-width="4"': 'stroke-width="9"'}
    bold = drawing("rockit/pad").layer("hull", lines)
    picture = rasterize_units(assets, bold, height * 2 * w / h, height * 2, (0, 0, w, h))
    return pygame.transform.smoothscale_by(pygame.transform.rotozoom(picture, -28, 1), 0.5)

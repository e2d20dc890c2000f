"""RockIt's room, mission control at dawn, for any canvas: last stars, pale moon, hills, radio dishes.

It also draws the rockets, the big one in its gantry and the small one of every "RockIt!", fire and smoke.
"""

from __future__ import annotations

import math
import random
from functools import partial
from typing import Final

import pygame

from game.ui.art.layers import INK, STITCH, WOOL, blurred, glow, padded, rasterize_units, rim
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import circle, group, lin, line, path, rad, rect, seam, star
from game.ui.core.assets import Assets, cached_background, cached_drawing

HILLS: Final = 470.0  # y of the far hills on the usual canvas
TWINKLES: Final = 4  # frames of a twinkling star
_SKY: Final = (
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
    base = h * HILLS / 720
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
    d = path("M-26 -30 C-20 2 16 10 34 -12 Z", "#3B2B5C", stroke="#574380", stroke_width=3)
    d += line("M4 -24 L20 -44 M-22 -28 L20 -44 L30 -12", "#574380", 3) + circle(20, -44, 3.4, "#D9482B")
    d += path("M0 -6 L-12 26 H18 L8 -4Z", "#2E2149", stroke="#574380", stroke_width=3)
    return group(d, f"translate({x:.0f} {y:.0f}) scale({size})")


@cached_background
def night(
    assets: Assets, w: float, h: float, moon: tuple[float, float], *, dark: bool = False
) -> pygame.Surface:
    """Sky at dawn with hills and moon (its middle is ``moon``), w x h units; dimmed if ``dark``."""
    rnd = random.Random(11)  # the same stars for every size of the window
    base = h * HILLS / 720
    body = lin("night", (0, 0, 0, h * 0.72), *_SKY) + rect(0, 0, w, h, 0, fill="url(#night)")
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
    reach = (5.0, 7.0, 9.5, 7.0)[frame % TWINKLES]
    body = circle(12, 12, reach, "#FFE9C0", fill_opacity=0.16)
    body += path(star(12, 12, reach, -90, 4, 0.24), "#FFFAEA", fill_opacity=0.95)
    return rasterize_units(assets, body, 24, 24)


light = partial(glow, fades=((0.4, 0.45), (0.72, 0.12)))


PAD: Final = (264.0, 350.0)  # units, size of the launch pad: gantry, plate and room for the rocket
HULL: Final = (180.0, 306.0)  # units, size of the big rocket; its nozzle is at the middle of the lower edge
HULL_AT: Final = (20.0, 0.0)  # its position on the pad, from the pad's upper left corner
RIM: Final = 8.0  # units around pad and rocket for their rim of light
SMOKE_FRAMES: Final = 4
FIRE_FRAMES: Final = 4
SMALL: Final = (64.0, 132.0)  # units, size of the small rocket with its flame, centred on the surface
NOZZLE: Final = 24.0  # units from its middle down to its nozzle
PUFF_FRAMES: Final = 6
_AMBER: Final = "#E8A317"


def _stroke(width: float = 5) -> dict[str, object]:
    """SVG attributes of an ink outline, ``width`` units wide."""
    return {"stroke": INK, "stroke_width": width, "stroke_linejoin": "round", "stroke_linecap": "round"}


def _gantry(*, arms: bool) -> str:
    """SVG of the tower with its arms on the rocket or swung away, and the plate below."""
    braces = "".join(
        f"M196 {y} L244 {y + 40} M244 {y} L196 {y + 40} M196 {y} H244" for y in range(60, 300, 40)
    )
    rails = "M196 50 V316 M244 50 V316"
    reach = "M140 96 H200 M146 196 H200" if arms else "M176 74 L200 96 M176 174 L200 196"
    body = line(rails, INK, 13) + line(braces, INK, 10) + line(reach, INK, 13)
    body += line(braces, _AMBER, 5) + line(rails, "#B97C0C", 7) + line("M194 50 V316 M242 50 V316", _AMBER, 4)
    body += line(reach, _AMBER, 6)
    body += circle(220, 42, 9, "#D9482B", stroke=INK, stroke_width=4) + circle(217.5, 39, 2.6, "#FFC2B0")
    body += lin("plate", (0, 316, 0, 340), (0, "#6A6390"), (1, "#3A3458"))
    body += path("M10 316H262L250 340H22Z", "url(#plate)", **_stroke())
    return body + f'<path d="M30 328H246" stroke="{_AMBER}" stroke-width="5" stroke-dasharray="14 10"/>'


def _hull() -> str:
    """SVG of the big rocket, nose up, with its axis at x 90 of 180."""
    body = lin("hull", (42, 0, 138, 0), (0, "#D2BCA2"), (0.3, WOOL), (0.66, WOOL), (1, "#C4AB8C"))
    body += lin("red", (42, 0, 138, 0), (0, "#9C2E17"), (0.36, "#EC6A4E"), (0.55, "#DF4F33"), (1, "#8E2714"))
    body += path(
        "M50 230 L14 286 L16 304 L58 282Z M130 230 L166 286 L164 304 L122 282Z", "url(#red)", **_stroke()
    )
    body += path("M66 284H114L122 304H58Z", "#5A5470", **_stroke()) + line("M70 292H110", "#8A84A4", 3)
    body += path(
        "M46 284 L44 132 C44 80 68 44 90 22 C112 44 136 80 136 132 L134 284Z", "url(#hull)", **_stroke()
    )
    body += path(
        "M52 96 C60 64 74 40 90 22 C106 40 120 64 128 96 C104 106 76 106 52 96Z", "url(#red)", **_stroke()
    )
    body += path(
        "M45 176 C74 186 106 186 135 176 L135 200 C106 210 74 210 45 200Z", "url(#red)", **_stroke(4)
    )
    stitches = "M46 242 C74 250 106 250 134 242", "M46 262 C74 270 106 270 134 262"
    for d in stitches:
        body += line(seam(d, 8, 6), STITCH, 3.5)
    body += line(seam("M56 100 C76 108 104 108 124 100", 7, 6), "#F6B9A8", 2.6)
    body += circle(90, 140, 26, "#12807E", **_stroke()) + circle(
        90, 140, 18, "#9ADBD6", stroke=INK, stroke_width=3
    )
    body += line("M78 136 C80 130 84 126 92 126", "#FFFFFF", 4)
    body += line("M58 120 C60 96 66 80 73 68", "#FFFFFF", 6, stroke_opacity=0.6)
    body += path(
        "M90 222 C100 244 104 270 102 296 L90 306 L78 296 C76 270 80 244 90 222Z", "url(#red)", **_stroke()
    )
    for x, y in ((54, 216), (126, 216), (54, 276), (126, 276)):
        body += circle(x, y, 2.6, "#B59A78")
    return body


def _with_rim(
    assets: Assets, picture: pygame.Surface, colour: str = "#FFE9C0", width: float = 1.8
) -> pygame.Surface:
    """Picture with a thin rim of light, RIM units larger on each side, as ink vanishes in the night."""
    whole = padded(picture, assets.px(RIM))
    edge = rim(whole, width * assets.scale, colour)
    edge.blit(whole, (0, 0))
    return edge


@cached_drawing
def pad(assets: Assets, size: float = 1.0, *, arms: bool = True) -> pygame.Surface:
    """Gantry and plate without the rocket, PAD units times `size`, with RIM units around."""
    w, h = PAD
    return _with_rim(assets, rasterize_units(assets, _gantry(arms=arms), w * size, h * size, (0, 0, w, h)))


@cached_drawing
def hull(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Big rocket, HULL units times `size`, with RIM units around."""
    w, h = HULL
    return _with_rim(assets, rasterize_units(assets, _hull(), w * size, h * size, (0, 0, w, h)))


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
    w, h = SMALL
    flare = (26, 20, 30, 23)[frame % FIRE_FRAMES]
    body = path(f"M22 86 C16 {96 + flare * 0.4:.0f} 28 {92 + flare * 0.8:.0f} 32 {92 + flare} "
                f"C36 {92 + flare * 0.8:.0f} 48 {96 + flare * 0.4:.0f} 42 86Z", "#E0702A")  # fmt: skip
    body += path(f"M26 86 C24 {92 + flare * 0.3:.0f} 30 {90 + flare * 0.5:.0f} 32 {90 + flare * 0.66:.0f} "
                 f"C34 {90 + flare * 0.5:.0f} 40 {92 + flare * 0.3:.0f} 38 86Z", "#FFE27A")  # fmt: skip
    body += lin("sh", (16, 0, 48, 0), (0, "#D8C4AA"), (0.4, WOOL), (1, "#C7AF92"))
    body += lin("sn", (16, 0, 48, 0), (0, look.dark), (0.45, look.light), (0.6, look.colour), (1, look.dark))
    body += path("M18 62 L6 84 L8 90 L22 82Z M46 62 L58 84 L56 90 L42 82Z", "url(#sn)", **_stroke(3.6))
    body += path("M24 82H40L43 90H21Z", "#5A5470", **_stroke(3.4))
    body += path("M18 82 L17 44 C17 26 26 12 32 6 C38 12 47 26 47 44 L46 82Z", "url(#sh)", **_stroke(3.6))
    body += path(
        "M19 32 C22 20 27 11 32 6 C37 11 42 20 45 32 C37 36 27 36 19 32Z", "url(#sn)", **_stroke(3.4)
    )
    body += circle(32, 50, 8.5, look.colour, **_stroke(3.2)) + circle(32, 50, 4.6, "#DDF3F1")
    body += line(seam("M18 68 C26 72 38 72 46 68", 5, 4), STITCH, 2.4)
    picture = rasterize_units(assets, body, w * size, h * size, (0, 0, w, h))
    return _with_rim(assets, picture, "#FFF3DC", 1.6)


@cached_drawing
def puff(assets: Assets, frame: int = 0, size: float = 40) -> pygame.Surface:
    """Puff of exhaust, `size` units across, that grows and thins over PUFF_FRAMES frames."""
    progress = frame / PUFF_FRAMES
    r = 9 + 9 * progress
    body = circle(20, 20, r, "#F7E6DF", fill_opacity=0.75 * (1 - progress))
    body += circle(17, 16, r * 0.6, "#FFFAF4", fill_opacity=0.7 * (1 - progress))
    return rasterize_units(assets, body, size, size, (0, 0, 40, 40))


@cached_drawing
def rocket_badge(assets: Assets, height: float) -> pygame.Surface:
    """Rocket for the title plate with bold outlines, ``height`` units, tilted right by 28 degrees."""
    w, h = HULL
    bold = (
        _hull()
        .replace('stroke-width="5"', 'stroke-width="11"')
        .replace('stroke-width="4"', 'stroke-width="9"')
    )
    picture = rasterize_units(assets, bold, height * 2 * w / h, height * 2, (0, 0, w, h))
    return pygame.transform.smoothscale_by(pygame.transform.rotozoom(picture, -28, 1), 0.5)

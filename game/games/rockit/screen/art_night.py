"""RockIt's room: mission control at night, for any canvas: stars, moon, hills, listening dishes."""

from __future__ import annotations

import random
from typing import Final

import pygame

from game.ui.art.layers import draw
from game.ui.art.palette import channels
from game.ui.art.svg import circle, group, lin, line, path, rad, rect, star
from game.ui.kit.assets import Assets, drawn, painted, raster

HILLS: Final = 470.0
"""Where the far hills stand on the usual canvas."""
TWINKLES: Final = 4
"""Frames of a star that twinkles."""
_SKY: Final = (0, "#0D1230"), (0.5, "#221C4C"), (0.8, "#4A2C62"), (1, "#8A4A66")


def _stars(w: float, low: float, rnd: random.Random) -> str:
    body = ""
    for _ in range(int(w * low / 3800)):
        place = rnd.uniform(0, w), rnd.uniform(0, low) ** 1.05
        bright = rnd.choice((0.45, 0.7, 0.95)) * (1 - 0.6 * place[1] / low)
        body += circle(*place, rnd.choice((0.9, 1.2, 1.6, 2.2)), "#FFF3DC", fill_opacity=f"{bright:.2f}")
    for _ in range(int(w / 210)):
        x, y = rnd.uniform(30, w - 30), rnd.uniform(10, low * 0.6)
        body += path(star(x, y, rnd.uniform(4, 6), -90, 4, 0.3), "#FFF3DC", fill_opacity=0.85)
    return body


def _moon(x: float, y: float) -> str:
    body = rad("halo", (x, y, 170), (0, "#FFE9B0", 0.55), (0.45, "#FFE9B0", 0.2), (1, "#FFE9B0", 0))
    body += circle(x, y, 170, "url(#halo)")
    body += rad("moon", (x - 20, y - 24, 100), (0, "#FFF8E2"), (0.7, "#FFF0CC"), (1, "#F1D9A2"))
    body += circle(x, y, 74, "url(#moon)")
    for dx, dy, r in ((40, -28, 11), (34, 30, 16), (-48, 20, 10), (-34, -46, 8), (2, 54, 7), (-8, -4, 5)):
        body += circle(x + dx, y + dy, r, "#EBD3A0") + circle(x + dx + 1.5, y + dy + 1.5, r * 0.72, "#F2DDAE")
    return body


def _hills(w: float, h: float, rnd: random.Random) -> str:
    low = h * HILLS / 720
    far = f"M-10 {low} C{w * 0.1:.0f} {low - 36:.0f} {w * 0.22:.0f} {low - 22:.0f} "
    far += f"{w * 0.33:.0f} {low - 14:.0f} "
    far += f"C{w * 0.45:.0f} {low - 6:.0f} {w * 0.56:.0f} {low + 6:.0f} {w * 0.69:.0f} {low - 20:.0f} "
    far += (
        f"C{w * 0.76:.0f} {low - 50:.0f} {w * 0.9:.0f} {low - 44:.0f} {w + 10:.0f} {low - 48:.0f} V{h} H-10Z"
    )
    body = path(far, "#2A1B45")
    near = f"M-10 {low + 22} C{w * 0.3:.0f} {low - 4:.0f} {w * 0.5:.0f} {low + 8:.0f} "
    near += f"{w * 0.67:.0f} {low + 16:.0f} "
    near += f"C{w * 0.8:.0f} {low - 12:.0f} {w * 0.92:.0f} {low - 4:.0f} {w + 10:.0f} {low} V{h} H-10Z"
    body += lin("ground", (0, low - 10, 0, h), (0, "#1F1638"), (0.4, "#1A1232"), (1, "#0F0B22"))
    body += path(near, "url(#ground)")
    for _ in range(int(w / 46)):
        x, y = rnd.uniform(0, w), low + rnd.uniform(26, 60)
        body += circle(x, y, rnd.choice((1.2, 1.6)), "#FFD98A", fill_opacity=rnd.choice((0.3, 0.5, 0.7)))
    return body


def _dish(x: float, y: float, size: float) -> str:
    """A listening dish on a hill."""
    d = path("M-26 -30 C-20 2 16 10 34 -12 Z", "#3B2B5C", stroke="#574380", stroke_width=3)
    d += line("M4 -24 L20 -44 M-22 -28 L20 -44 L30 -12", "#574380", 3) + circle(20, -44, 3.4, "#D9482B")
    d += path("M0 -6 L-12 26 H18 L8 -4Z", "#2E2149", stroke="#574380", stroke_width=3)
    return group(d, f"translate({x:.0f} {y:.0f}) scale({size})")


@painted
def night(
    assets: Assets, w: float, h: float, moon: tuple[float, float], *, dark: bool = False
) -> pygame.Surface:
    """The sky over the launch site with its hills.

    Args:
        assets: the scale.
        w: width of the canvas.
        h: height of the canvas.
        moon: the middle of the moon.
        dark: deeper in the night, for the dark theme.
    """
    rnd = random.Random(11)  # the same stars for every size of the window
    low = h * HILLS / 720
    body = lin("night", (0, 0, 0, h * 0.72), *_SKY) + rect(0, 0, w, h, 0, fill="url(#night)")
    haze = "M-10 {0} C{1} {2} {3} {4} {5} {0} V{6} H-10Z"
    body += path(
        haze.format(low * 0.62, w * 0.3, low * 0.5, w * 0.6, low * 0.72, w + 10, low),
        "#5A3572",
        fill_opacity=0.16,
    )
    body += _stars(w, low - 30, rnd) + _moon(*moon) + _hills(w, h, rnd)
    body += _dish(w * 0.025, low + 22, 0.9) + _dish(w * 0.985, low + 4, 0.7)
    room = draw(assets, body, w, h)
    if dark:
        room.fill((186, 186, 208), special_flags=pygame.BLEND_RGB_MULT)
    return room


@drawn
def dusk(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Darkness that grows downwards, so that a hand is read well before it."""
    body = lin("dusk", (0, 0, 0, h), (0, "#0D1230", 0), (0.45, "#0D1230", 0.72), (1, "#0D1230", 0.85))
    return draw(assets, body + rect(0, 0, w, h, 0, fill="url(#dusk)"), w, h)


@drawn
def twinkle(assets: Assets, frame: int = 0) -> pygame.Surface:
    """A star that twinkles, 24 units across."""
    reach = (5.0, 7.0, 9.5, 7.0)[frame % TWINKLES]
    body = circle(12, 12, reach, "#FFE9C0", fill_opacity=0.16)
    body += path(star(12, 12, reach, -90, 4, 0.24), "#FFFAEA", fill_opacity=0.95)
    return draw(assets, body, 24, 24)


@drawn
def light(assets: Assets, reach: float, colour: str, strength: float, tall: float = 0) -> pygame.Surface:
    """Light that is added to what lies below (BLEND_RGB_ADD): an ellipse of `reach` and `tall` units."""
    tones = ["#" + "".join(f"{int(v * k * strength):02x}" for v in channels(colour)) for k in (1, 0.45, 0.12)]
    stops = (0, tones[0]), (0.4, tones[1]), (0.72, tones[2]), (1, "#000000")
    body = rad("light", (100, 100, 100), *stops) + rect(0, 0, 200, 200, 0, fill="url(#light)")
    size = assets.px(reach * 2), assets.px((tall or reach) * 2)
    return raster(body, size, (0, 0, 200, 200))

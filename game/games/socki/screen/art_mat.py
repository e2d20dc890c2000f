"""The woven mat that SOCKI is played on, in the light of the lantern, as large as the table needs it."""

from __future__ import annotations

import random
from typing import Final

import pygame

from game.ui.art.layers import clip, draw, lifted
from game.ui.art.palette import INK, STITCH
from game.ui.art.svg import lin, line, path, rad, rect
from game.ui.kit.assets import Assets, drawn, painted

MAT_ROOM: Final = 34.0
"""Units around the mat on every side, for fringe and shadow."""
BORDER: Final = 19.0
"""Height of the red borders along its upper and lower edge."""
_TILE: Final = 48.0
_STRAWS: Final = ("#B5834F", "#BC8A55", "#AE7C49")
LIGHTS: Final = {
    "warm": ("#FFF3D8", "#F0D2A4", "#BC9C8A", "#80708A"),
    "amber": ("#FFE3B8", "#DDB586", "#94777A", "#5E5070"),
    "out": ("#B9B4CC", "#9A94B4", "#7E789C", "#5C5880"),
}
"""The tones that the lamp of each state lays over the mat, from near to far."""


@painted
def _weave(assets: Assets) -> pygame.Surface:
    """A tile of the weave: three straws across, three along."""
    half, step = _TILE / 2, _TILE / 6
    body = rect(0, 0, _TILE, _TILE, 0, fill="#8C6038")
    for x, y, across in ((0.0, 0.0, True), (half, 0.0, False), (0.0, half, False), (half, half, True)):
        for i in range(3):
            straw = _STRAWS[(i + int(x + y)) % 3]
            if across:
                body += rect(x + 0.5, y + 0.6 + i * step, half - 1, step - 1.1, 2.4, fill=straw)
                body += line(f"M{x + 3} {y + 2.2 + i * step}h{half - 7}", "#E2BC88", 0.9, stroke_opacity=0.5)
            else:
                body += rect(x + 0.6 + i * step, y + 0.5, step - 1.1, half - 1, 2.4, fill=straw)
                body += line(f"M{x + 2.2 + i * step} {y + 3}v{half - 7}", "#E2BC88", 0.9, stroke_opacity=0.5)
    return draw(assets, body, _TILE, _TILE)


def _fringe(w: float, h: float) -> str:
    rnd, body, y = random.Random(3), "", 8.0
    while y < h - 4:
        left, right = -rnd.uniform(8, 15), w + rnd.uniform(8, 15)
        low, high = y + rnd.uniform(-3, 3), y + rnd.uniform(-3, 3)
        body += line(
            f"M{left:.1f} {low:.1f} L4 {y:.1f} M{right:.1f} {high:.1f} L{w - 4} {y:.1f}", "#6A4A2E", 4.6
        )
        body += line(
            f"M{left:.1f} {low:.1f} L4 {y:.1f} M{right:.1f} {high:.1f} L{w - 4} {y:.1f}", "#C89A62", 2.8
        )
        y += 7
    return body


def _borders(w: float, h: float) -> str:
    body = lin("hem", (0, 0, 0, BORDER), (0, "#8E3628"), (1, "#6E271C"))
    for y, way in ((0.0, 1), (h - BORDER, -1)):
        body += f'<g transform="translate(0 {y})">' + rect(0, 0, w, BORDER, 0, fill="url(#hem)")
        inner = BORDER - 0.5 if way > 0 else 0.5
        body += path(f"M0 {inner}H{w}", stroke=INK, stroke_opacity=0.6, stroke_width=2)
        body += path(f"M0 {BORDER - inner}H{w}", stroke="#C4654E", stroke_opacity=0.5, stroke_width=1.6)
        count = max(2, round((w - 32) / 24))
        step = (w - 44) / (count - 1)
        marks = "".join(
            f"M{22 + i * step - 3 * way:.1f} 4l{6 * way} 5.5l{-6 * way} 5.5" for i in range(count)
        )
        body += line(marks, STITCH, 3) + "</g>"
    return body


def _room(assets: Assets, body: str, w: float, h: float) -> pygame.Surface:
    size = w + 2 * MAT_ROOM, h + 2 * MAT_ROOM
    return draw(assets, body, *size, (-MAT_ROOM, -MAT_ROOM, *size))


def _woven(assets: Assets, w: float, h: float) -> pygame.Surface:
    """The mat by plain daylight, in its room."""
    whole = _room(assets, _fringe(w, h), w, h)
    cloth = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    tile, first = _weave(assets), round(MAT_ROOM * assets.scale)
    for y in range(first, first + assets.px(h), tile.get_height()):
        for x in range(first, first + assets.px(w), tile.get_width()):
            cloth.blit(tile, (x, y))
    clip(cloth, _room(assets, rect(0, 0, w, h, 6, fill="#FFFFFF"), w, h))
    whole.blit(cloth, (0, 0))
    whole.blit(_room(assets, _borders(w, h), w, h), (0, 0))
    return whole


@drawn
def mat(
    assets: Assets, w: float, h: float, lamp: tuple[float, float] = (0.0, 0.0), state: str = "warm"
) -> pygame.Surface:
    """The mat, w x h units with MAT_ROOM around it, lit by a lamp that hangs beside it.

    Args:
        assets: the scale.
        w: its width.
        h: its height.
        lamp: where the lamp hangs, from the mat's upper left corner.
        state: a key of LIGHTS.
    """
    whole = _woven(assets, w, h)
    x, y = lamp
    centre = min(x, w) * 0.86, max(0.0, y)
    stops = tuple(zip((0, 0.35, 0.7, 1), LIGHTS[state], strict=True))
    box = w + 2 * MAT_ROOM, h + 2 * MAT_ROOM
    body = rad("lamp", (*centre, max(w, h) * 0.82), *stops)
    body += rect(-MAT_ROOM, -MAT_ROOM, *box, 0, fill="url(#lamp)")
    whole.blit(_room(assets, body, w, h), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    if state != "out":
        tones = ("#6B4314", "#3B250B", "#110B03") if state == "warm" else ("#4A2C08", "#281804", "#0B0601")
        body = rad("warm", (x, y, max(w, h) * 0.64), *zip((0, 0.3, 0.65), tones, strict=True), (1, "#000000"))
        body += rect(-MAT_ROOM, -MAT_ROOM, *box, 0, fill="url(#warm)")
        whole.blit(_room(assets, body, w, h), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return lifted(assets, whole, (0, 8), 10, 150)

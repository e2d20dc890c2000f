"""Drawings of the end of a match: dusk and a lamp, the match thread, socks that hang and drop.

The room is that of the title (`title_room`), with the drawer pulled out further, so that its front is only
FRONT units high.
"""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.ui.art.layers import (
    INK,
    WOOL,
    art,
    clip,
    inner_shade,
    padded,
    rasterize_units,
    rim,
    stack_layers,
    turned,
    with_shadow,
)  # fmt: skip
from game.ui.art.patterns import SEAT_LOOKS, motif
from game.ui.art.puppets import OPEN, PuppetOutfit, colours, pair_of_eyes, puppet
from game.ui.art.rooms import DRAWER_HEIGHT, title_room
from game.ui.art.svg import drawing, knit, line, path, rect, star
from game.ui.core.assets import Assets, cached_background, cached_drawing, rasterize_svg

FRONT_HEIGHT: Final = 102.0  # visible height of the drawer's front at the lower edge of the canvas, in units
GLOW_SHARE: Final = 0.26


def room(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """Room by day, w x (h + DRAWER - FRONT) units: its lower edge is below a canvas of w x h."""
    return title_room(assets, w, h + DRAWER_HEIGHT - FRONT_HEIGHT, GLOW_SHARE, theme)


_COARSENESS: Final = 16
"""The light is computed for one of this many pixels in each direction and scaled up, because it has no edges.
"""
_NIGHT: Final = {"dark": (0.56, 0.52, 0.68)}
_DUSK: Final = (0.42, 0.37, 0.52)
_SHADED_COLOUR: Final = (159, 147, 185)
_WARM_LIGHT: Final = (1.0, 0.97, 0.86)
_SHINE_COLOURS: Final = {"dark": (74, 58, 30), "linen": (16, 10, 0)}  # colour that the light adds


@cached_background
def dusk(assets: Assets, w: float, h: float, theme: str, x: float, extra_width: float) -> pygame.Surface:
    """Room by night, w x h units, with a lamp above ``x``; its light is ``extra_width`` wider than usual."""
    size = assets.px(w), assets.px(h)
    whole = pygame.Surface(size)
    whole.blit(room(assets, w, h, theme), (0, 0))
    small = size[0] // _COARSENESS + 2, size[1] // _COARSENESS + 2
    dim, shine = pygame.Surface(small), pygame.Surface(small)
    night, added_light, step = (
        _NIGHT.get(theme, _DUSK),
        _SHINE_COLOURS.get(theme, (0, 0, 0)),
        _COARSENESS / assets.scale,
    )
    for across in range(small[0]):
        for down in range(small[1]):
            off, y = abs(across * step - x), down * step
            cone = min(1.0, max(0.0, (70 + extra_width + (y + 30) * 0.4 - off) / 90)) * (1.08 - y / 1500)
            pool = max(0.0, 1 - math.hypot(off / (380 + extra_width), (y - 330) / 330))
            lit = min(1.0, max(0.0, 0.82 * cone) + 0.5 * pool)  # no light far below in a tall window
            shade = (
                round(255 * (dark + (warm - dark) * lit))
                for dark, warm in zip(night, _WARM_LIGHT, strict=True)
            )
            dim.set_at((across, down), tuple(shade))
            shine.set_at((across, down), tuple(round(part * lit) for part in added_light))
    large = small[0] * _COARSENESS, small[1] * _COARSENESS
    # The drawer and things in front of it are out of the light.
    front = pygame.Rect(0, round((h - FRONT_HEIGHT) * assets.scale) - 2, size[0], size[1])
    whole.fill(_SHADED_COLOUR, front, special_flags=pygame.BLEND_RGB_MULT)
    whole.set_clip((0, 0, size[0], front.y))
    whole.blit(pygame.transform.smoothscale(dim, large), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    if any(added_light):
        whole.blit(pygame.transform.smoothscale(shine, large), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    whole.set_clip(None)
    lamp = art(assets, "moments", 144, 72, layer="lamp")
    whole.blit(lamp, lamp.get_rect(midtop=(assets.px(x), 0)))
    return whole


LINE_WIDTH: Final = 22.0
LINE_SAG: Final = 26.0
_LINE_EDGE: Final = 4.0
LINE_ROOM: Final = 8.0
"""Margin in units above the ends of its middle line; below it there is room for its shadow."""
_SHADOW_ROOM: Final = 44.0
_OVERSAMPLING: Final = 4
"""Oversampling factor: the line is nearly level, so its edges would be jagged."""
_STRIP_PX: Final = 8  # width in oversampled px of the strips that are bent together


def line_sag(x: float, w: float) -> float:
    """Distance in units by which a line of ``w`` units is below its ends at ``x``."""
    return LINE_SAG * (1 - ((x - w / 2) / (w / 2)) ** 2)


@cached_drawing
def match_line(assets: Assets, w: float, stretches: tuple[tuple[int, float], ...]) -> pygame.Surface:
    """Knitted line across the canvas, made of stretches in the knitting of seats.

    Each stretch is (seat, end as a share of the length); seats below 0 are plain wool.
    """
    scale = _OVERSAMPLING * assets.scale
    length, band_width, edge = round(w * scale), round(LINE_WIDTH * scale), round(_LINE_EDGE * scale)
    band = pygame.Surface((length, band_width + 2 * edge), pygame.SRCALPHA)
    band.fill(INK)
    start = 0
    for seat, end in stretches:
        ends = round(length * end)
        if ends > start:
            cloth = _upright_cloth(seat, (ends - start) / scale, scale)
            band.blit(pygame.transform.rotate(cloth, 90), (start, edge))
            if start:
                band.fill(INK, (start - round(scale), edge, max(1, round(2 * scale)), band_width))
        start = max(start, ends)
    for row in range(band_width):
        off = abs(2 * row / band_width - 0.8)
        dark = round(255 * max(0.0, 1.04 - 0.42 * off**2.2))
        band.fill((min(255, dark),) * 3, (0, edge + row, length, 1), special_flags=pygame.BLEND_RGB_MULT)
    height = LINE_ROOM + LINE_WIDTH / 2 + LINE_SAG + LINE_WIDTH + _SHADOW_ROOM
    bent = pygame.Surface((length, round(height * scale)), pygame.SRCALPHA)
    middle = (LINE_ROOM + LINE_WIDTH / 2 + _LINE_EDGE) * scale
    for x in range(0, length, _STRIP_PX):
        y = middle + line_sag((x + _STRIP_PX / 2) / scale, w) * scale - band.get_height() / 2
        bent.blit(band, (x, round(y)), (x, 0, _STRIP_PX, band.get_height()))
    image = pygame.transform.smoothscale(bent, (assets.px(w), assets.px(height)))
    return with_shadow(assets, image, (0, 24), 5, 105)


LINE_MIDDLE: Final = LINE_ROOM + LINE_WIDTH / 2 + _LINE_EDGE
"""Distance from the upper edge of its picture to the middle of the line's ends, in units."""


def _upright_cloth(seat: int, length: float, scale: float) -> pygame.Surface:
    """Vertical cloth of the line, at ``scale`` px per unit."""
    box = (0.0, 0.0, LINE_WIDTH, length)
    if seat < 0:
        body = rect(*box, 0, fill="#E9DFCF") + knit(box, 7, 0.16)
    else:
        look = SEAT_LOOKS[seat]
        body = rect(*box, 0, fill=look.colour)
        if look.pattern == "heel":
            ribs = "".join(f"M0 {y} H{LINE_WIDTH} " for y in range(30, round(length), 60))
            body += line(ribs, look.wool, 9)
        else:
            body += motif(look.pattern, (-8, 8, LINE_WIDTH + 20, length + 20), look.wool, 0.42)
        body += knit(box, 7, 0.13)
    return rasterize_svg(body, (round(LINE_WIDTH * scale), max(1, round(length * scale))), box)


@cached_drawing
def tether(assets: Assets, h: float) -> pygame.Surface:
    """Yarn from which a sock hangs below the line, 8 x h units."""
    return rasterize_units(assets, line(f"M4 0 V{h}", INK, 7) + line(f"M4 0 V{h}", "#F3E6CF", 3), 8, h)


# Socks that hang.

_SOCK: Final = (-40.0, -30.0, 370.0, 360.0)
_PIN_PLACE: Final = (110.0, 8.0)
_SOCK_HEIGHT: Final = 304.0  # height of the sock in its drawing


def pin_offset(height: float, degrees: float) -> tuple[float, float]:
    """(x, y) in units from a sock's pin to the middle of its picture, rotated counter-clockwise."""
    x, y, w, h = _SOCK
    v = pygame.Vector2(x + w / 2 - _PIN_PLACE[0], y + h / 2 - _PIN_PLACE[1]).rotate(-degrees) * (
        height / _SOCK_HEIGHT
    )
    return v.x, v.y


@cached_drawing
def hanging(
    assets: Assets,
    seat: int,
    height: float,
    degrees: float = 0.0,
    mouth: str = "smile",
    *,
    crown: bool = False,
) -> pygame.Surface:
    """Sock of a seat, toe right, rotated counter-clockwise by ``degrees``, with its shadow on the wall."""
    u, double = height / _SOCK_HEIGHT, _double_size_sock(assets, seat, height, mouth, crown=crown)
    whole = padded(turned(double, degrees), assets.px(16))
    return with_shadow(assets, whole, (18 * u, 22 * u), 8 * max(0.5, min(1.0, u)), 105)


@cached_drawing
def _double_size_sock(assets: Assets, seat: int, height: float, mouth: str, *, crown: bool) -> pygame.Surface:
    """Sock drawn straight at twice its size; cached because it is slow."""
    look, swap, layer = SEAT_LOOKS[seat], colours(SEAT_LOOKS[seat]), drawing("sock").layer
    u = height / _SOCK_HEIGHT
    size = assets.px(_SOCK[2] * u) * 2, assets.px(_SOCK[3] * u) * 2
    mask = rasterize_svg(layer("silhouette"), size, _SOCK)
    inside = layer("inside", swap)
    if look.pattern == "heel":
        inside += layer("heel")
    else:
        inside += motif(look.pattern, (30, 84, 300, 320), look.wool, 1.3)
    inside += layer("toe", swap)
    if 11 * u * assets.scale >= 3:
        inside += knit((40, 40, 290, 320), 11, 0.12)
    cloth = clip(rasterize_svg(inside, size, _SOCK), mask)
    cloth.blit(inner_shade(mask, 16 * u * assets.scale, (10 * u, -12 * u), 120), (0, 0))
    front = layer("outline") + layer("cuff", swap) + layer("shine") + layer(f"mouth-{mouth}") + layer("nose")
    eyes = (176.0, 186.0, 29.0), (222.0, 194.0, 27.0)
    front += pair_of_eyes(eyes, OPEN, (0.75, 0.1), 5.2, look.colour)
    if crown:
        front += layer("crown")
    whole = padded(
        stack_layers(size, (cloth, rasterize_svg(front, size, _SOCK))), round(24 * u * 2 * assets.scale)
    )
    return stack_layers(whole.get_size(), (rim(whole, 9 * u * assets.scale, WOOL), whole))


@cached_drawing
def fallen_puppet(
    assets: Assets,
    seat: int,
    state: str,
    height: float,
    degrees: float,
    wears: str = "",
    *,
    flip: bool = False,
) -> pygame.Surface:
    """Puppet that lies in the drawer after its fall, rotated counter-clockwise."""
    dress = PuppetOutfit(wears, rim=3.0, ground=False, flip=flip)
    return pygame.transform.rotozoom(
        puppet(assets, seat, state, 0, height, dress, look=(0.75, -0.75)), degrees, 1
    )


@cached_drawing
def fall_lines(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Motion lines above something that has just dropped, w x h units."""
    lines = (0, 0.1, 0.8), (0.55, 0, 0.92), (1, 0.16, 0.86)
    d = " ".join(f"M{8 + (w - 16) * at} {h * top} V{h * end}" for at, top, end in lines)
    return rasterize_units(
        assets, line(d, INK, 9, stroke_opacity=0.5) + line(d, WOOL, 5, stroke_opacity=0.9), w, h
    )


@cached_drawing
def sparkle(assets: Assets, reach: float) -> pygame.Surface:
    """Glint beside a winner, a star of radius ``reach`` on 48 x 48 units."""
    shape = star(24, 24, reach, points=4, waist=0.32)
    body = path(shape, "#FFE9A8", stroke=INK, stroke_width=3, stroke_linejoin="round")
    return rasterize_units(assets, body, 48, 48)

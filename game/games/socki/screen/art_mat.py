"""Drawings of the woven mat in the lantern's light, felt for piles, and the lantern.

The mat has the size that the table needs. The seam of the felt is whole, being sewn, or torn open with needle
and thread. The lantern, on a post, is the validity indicator. Its states differ in shape, not only in light:
a tall flame if the table is legal, a low flickering one behind a patched pane if it can be repaired, and no
flame, with a broken pane and a curl of smoke, if it cannot.
"""

from __future__ import annotations

import math
import random
from typing import Final

import pygame

from game.ui.art.cards import CARD_ASPECT
from game.ui.art.layers import (
    BAD_COLOUR,
    FELT,
    INK,
    STITCH,
    WARN_COLOUR,
    WOOD,
    WOOD_DARK,
    WOOL,
    art,
    clip,
    rasterize_units,
    rim,
    stretched,
    with_shadow,
)
from game.ui.art.svg import circle, drawing, group, lin, line, path, rad, rect, rounded_rect_path, seam
from game.ui.core.assets import Assets, cached_background, cached_drawing

MAT_ROOM: Final = 34.0  # margin around the mat on every side for fringe and shadow, in units
BORDER_HEIGHT: Final = 19.0
"""Height of the red borders along its upper and lower edge, in units."""
_TILE_SIZE: Final = 48.0
LIGHT_TONES: Final = {
    "warm": ("#FFF3D8", "#F0D2A4", "#BC9C8A", "#80708A"),
    "amber": ("#FFE3B8", "#DDB586", "#94777A", "#5E5070"),
    "out": ("#B9B4CC", "#9A94B4", "#7E789C", "#5C5880"),
}
"""Tones that the lamp lays over the mat, from near to far, by state."""


@cached_background
def _weave(assets: Assets) -> pygame.Surface:
    """Tile of the weave, _TILE units wide: three straws across, three along."""
    return art(assets, "socki/mat", _TILE_SIZE, _TILE_SIZE, layer="weave")


def _fringe(w: float, h: float) -> str:
    """SVG of the fringe at both sides of a mat of w x h units."""
    rnd, body, y = random.Random(3), "", 8.0
    while y < h - 4:
        left, right = -rnd.uniform(8, 15), w + rnd.uniform(8, 15)
        left_y, right_y = y + rnd.uniform(-3, 3), y + rnd.uniform(-3, 3)
        body += line(
            f"M{left:.1f} {left_y:.1f} L4 {y:.1f} M{right:.1f} {right_y:.1f} L{w - 4} {y:.1f}", "#6A4A2E", 4.6
        )
        body += line(
            f"M{left:.1f} {left_y:.1f} L4 {y:.1f} M{right:.1f} {right_y:.1f} L{w - 4} {y:.1f}", "#C89A62", 2.8
        )
        y += 7
    return body


def _borders(w: float, h: float) -> str:
    """SVG of the red borders along both edges of a mat of w x h units."""
    body = lin("hem", (0, 0, 0, BORDER_HEIGHT), (0, "#8E3628"), (1, "#6E271C"))
    for y, way in ((0.0, 1), (h - BORDER_HEIGHT, -1)):
        body += f'<g transform="translate(0 {y})">' + rect(0, 0, w, BORDER_HEIGHT, 0, fill="url(#hem)")
        inner = BORDER_HEIGHT - 0.5 if way > 0 else 0.5
        body += path(f"M0 {inner}H{w}", stroke=INK, stroke_opacity=0.6, stroke_width=2)
        body += path(
            f"M0 {BORDER_HEIGHT - inner}H{w}", stroke="#C4654E", stroke_opacity=0.5, stroke_width=1.6
        )
        count = max(2, round((w - 32) / 24))
        step = (w - 44) / (count - 1)
        marks = "".join(
            f"M{22 + i * step - 3 * way:.1f} 4l{6 * way} 5.5l{-6 * way} 5.5" for i in range(count)
        )
        body += line(marks, STITCH, 3) + "</g>"
    return body


def _rasterised_mat(assets: Assets, body: str, w: float, h: float) -> pygame.Surface:
    """Picture of an SVG body of w x h units, with the margin of a mat around it."""
    size = w + 2 * MAT_ROOM, h + 2 * MAT_ROOM
    return rasterize_units(assets, body, *size, (-MAT_ROOM, -MAT_ROOM, *size))


def _plain_mat(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Picture of a mat in plain daylight, w x h units with a margin of MAT_ROOM."""
    whole = _rasterised_mat(assets, _fringe(w, h), w, h)
    cloth = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    tile, first = _weave(assets), round(MAT_ROOM * assets.scale)
    for y in range(first, first + assets.px(h), tile.get_height()):
        for x in range(first, first + assets.px(w), tile.get_width()):
            cloth.blit(tile, (x, y))
    clip(cloth, _rasterised_mat(assets, rect(0, 0, w, h, 6, fill="#FFFFFF"), w, h))
    whole.blit(cloth, (0, 0))
    whole.blit(_rasterised_mat(assets, _borders(w, h), w, h), (0, 0))
    return whole


@cached_drawing
def mat(
    assets: Assets, w: float, h: float, lamp: tuple[float, float] = (0.0, 0.0), state: str = "warm"
) -> pygame.Surface:
    """Picture of a mat of w x h units with a margin of MAT_ROOM, lit by a lamp beside it.

    ``lamp`` is its position from the mat's upper left corner, ``state`` a key of LIGHTS.
    """
    whole = _plain_mat(assets, w, h)
    x, y = lamp
    centre = min(x, w) * 0.86, max(0.0, y)
    stops = tuple(zip((0, 0.35, 0.7, 1), LIGHT_TONES[state], strict=True))
    box = w + 2 * MAT_ROOM, h + 2 * MAT_ROOM
    body = rad("lamp", (*centre, max(w, h) * 0.82), *stops)
    body += rect(-MAT_ROOM, -MAT_ROOM, *box, 0, fill="url(#lamp)")
    whole.blit(_rasterised_mat(assets, body, w, h), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    if state != "out":
        tones = ("#6B4314", "#3B250B", "#110B03") if state == "warm" else ("#4A2C08", "#281804", "#0B0601")
        body = rad("warm", (x, y, max(w, h) * 0.64), *zip((0, 0.3, 0.65), tones, strict=True), (1, "#000000"))
        body += rect(-MAT_ROOM, -MAT_ROOM, *box, 0, fill="url(#warm)")
        whole.blit(_rasterised_mat(assets, body, w, h), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return with_shadow(assets, whole, (0, 8), 10, 150)


FELT_ROOM: Final = 16.0  # margin around every felt for its shadow and light, in units
TEAR_WIDTH: Final = 24.0  # additional width of a torn felt for the torn edge, in units
NEEDLE_SIZE: Final = (84.0, 92.0)  # size of the needle with its thread, in units
WHOLE, SEWING, LOOSE, TORN = "whole", "sewing", "loose", "torn"
_EDGE: Final = "#1B3A33"


def _rasterised_felt(assets: Assets, body: str, w: float, h: float) -> pygame.Surface:
    """Picture of an SVG body of w x h units, with the margin of a felt around it."""
    size = w + 2 * FELT_ROOM, h + 2 * FELT_ROOM
    return rasterize_units(assets, body, *size, (-FELT_ROOM, -FELT_ROOM, *size))


def _fluff(w: float, h: float) -> str:
    """SVG of hairs on a felt of w x h units."""
    # Seeded by the width, so that a felt has the same hairs at another scale.
    rnd, d = random.Random(int(w)), ""
    for _ in range(int(w * h / 260)):
        x, y = rnd.uniform(8, w - 14), rnd.uniform(8, h - 10)
        d += f"M{x:.0f} {y:.0f}l{rnd.uniform(-5, 5):.1f} {rnd.uniform(-3, 3):.1f}"
    return f'<path d="{d}" stroke="#FFFFFF" stroke-opacity=".09" stroke-width="1.3"/>'


@cached_drawing
def felt(
    assets: Assets, w: float, h: float, state: str = WHOLE, *, fill: str = FELT, lit: bool = False
) -> pygame.Surface:
    """Felt of a pile, w x h units (TORN: TEAR wider) with a margin of FELT_ROOM.

    Args:
        assets: the scale.
        w: width; a TORN one has TEAR more on its right.
        h: height.
        state: WHOLE, SEWING (whole, during an addition), LOOSE (the seam is open) or TORN.
        fill: colour.
        lit: True if the carried cards would be dropped on a LOOSE or TORN one.
    """
    # Stretched from one of few drawings, because drawing every width would slow down a full table.
    near = _WIDTH_STEP * max(3, round(w / _WIDTH_STEP))
    master = _felt(assets, near, h, state, fill, lit=lit)
    ends = assets.px(FELT_ROOM + 22), assets.px(FELT_ROOM + (TEAR_WIDTH + 14 if state == TORN else 22))
    return stretched(master, ends, master.get_width() + assets.px(w) - assets.px(near))


_WIDTH_STEP: Final = 26.0
"""Step between the drawn widths of felt. Widths in between are stretched, which is fast and not visible."""


@cached_drawing
def _felt(assets: Assets, w: float, h: float, state: str, fill: str, *, lit: bool) -> pygame.Surface:
    """Felt as in `felt` (TORN: TEAR wider), drawn and not stretched."""
    if state == TORN:
        return _felt_with_torn_edge(assets, w + TEAR_WIDTH, h, fill, lit=lit)
    if state == LOOSE:
        return _felt_with_open_seam(assets, w, h, fill, lit=lit)
    sewing = state == SEWING
    top, edge = ("#3F7A69", WOOL) if sewing else (fill, _EDGE)
    body = lin("felt", (0, 0, 0, h), (0, "#4A8575" if sewing else "#37695B"), (0.3, top), (1, "#27503F"))
    body += rect(
        1.5, 1.5, w - 3, h - 3, 14, fill="url(#felt)", stroke=edge, stroke_width=3 if sewing else 2.4
    )
    body += _fluff(w, h)
    stitches = seam(rounded_rect_path(6.5, 6.5, w - 13, h - 13, 10), 8, 5)
    body += line(stitches, "#14302A", 3.4, stroke_opacity=0.5)
    body += line(stitches, WOOL if sewing else STITCH, 2.3)
    return with_shadow(assets, _rasterised_felt(assets, body, w, h), (0, 3), 4, 120)


def _felt_with_open_seam(assets: Assets, w: float, h: float, fill: str, *, lit: bool) -> pygame.Surface:
    """Felt of w x h units and FELT_ROOM: its seam gapes at the lower edge, with loops of thread."""
    teeth = max(6, round(w / 15))
    step = (w - 20) / teeth
    gape = " ".join(f"L{w - 10 - i * step:.1f} {h - (2 if i % 2 else 8)}" for i in range(teeth + 1))
    shape = f"M16 2 L{w - 16} 2 C{w - 6} 2 {w - 2} 8 {w - 2} 16 L{w - 2} {h - 12} {gape} L2 {h - 12} "
    shape += "L2 16 C2 8 6 2 16 2Z"
    edge = WOOL if lit else _EDGE
    body = lin("felt", (0, 0, 0, h), (0, "#37695B"), (0.3, fill), (1, "#27503F"))
    body += path(shape, "url(#felt)", stroke=edge, stroke_width=2.8, stroke_linejoin="round") + _fluff(w, h)
    sound = (
        f"M7 {h - 20} L7 18 C7 10 10 7 18 7 L{w - 18} 7 C{w - 10} 7 {w - 7} 10 {w - 7} 18 L{w - 7} {h - 30}"
    )
    body += line(seam(sound, 9, 7, even=False), "#14302A", 4, stroke_opacity=0.5)
    body += line(seam(sound, 9, 7, even=False), WARN_COLOUR, 2.8)
    loops, x, count = f"M8 {h - 20}", 8.0, max(3, round((w - 40) / 26))
    pitch = (w - 40) / count
    for number in range(count):
        foot = h + (6, 1, 9)[number % 3]
        loops += f"C{x + pitch * 0.2:.1f} {foot} {x + pitch * 0.8:.1f} {foot} {x + pitch:.1f} {h - 9}"
        x += pitch
    body += line(loops, INK, 5, stroke_opacity=0.5) + line(loops, WARN_COLOUR, 2.8)
    return with_shadow(assets, _rasterised_felt(assets, body, w, h), (0, 3), 4, 120)


def _felt_with_torn_edge(assets: Assets, w: float, h: float, fill: str, *, lit: bool) -> pygame.Surface:
    """Felt of w x h units and FELT_ROOM with a torn right edge, where its stitches are loose."""
    teeth = 9
    ragged = " ".join(
        f"L{w - 16 + (9 if j % 2 else -3)} {6 + j * (h - 12) / teeth:.1f}" for j in range(teeth + 1)
    )
    shape = f"M16 2 L{w - 20} 2 {ragged} L{w - 20} {h - 2} L16 {h - 2} C6 {h - 2} 2 {h - 8} 2 {h - 16} "
    shape += "L2 16 C2 8 6 2 16 2Z"
    body = lin("felt", (0, 0, 0, h), (0, "#37695B"), (0.3, fill), (1, "#27503F"))
    edge = WOOL if lit else _EDGE
    body += path(shape, "url(#felt)", stroke=edge, stroke_width=2.8, stroke_linejoin="round") + _fluff(
        w - 14, h
    )
    hairs = "".join(
        f"M{w - 16 + (9 if j % 2 else -3)} {6 + j * (h - 12) / teeth:.1f}l{6 + j % 3 * 2} {(-3, 2, 4)[j % 3]}"
        for j in range(teeth + 1)
    )
    body += line(hairs, "#6FA392", 1.6, stroke_opacity=0.8)
    loose = (
        f"M{w - 30} 7 L18 7 C10 7 7 10 7 18 L7 {h - 18} C7 {h - 10} 10 {h - 7} 18 {h - 7} L{w - 30} {h - 7}"
    )
    body += line(seam(loose, 9, 7, even=False), "#14302A", 4, stroke_opacity=0.5)
    body += line(seam(loose, 9, 7, even=False), WARN_COLOUR, 3)
    return with_shadow(assets, _rasterised_felt(assets, body, w, h), (0, 3), 4, 120)


@cached_drawing
def needle(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Thread with a needle out of a torn seam, NEEDLE units times ``size``; starts at (6, 8) of NEEDLE."""
    return art(assets, "socki/mat", NEEDLE_SIZE[0] * size, NEEDLE_SIZE[1] * size, layer="needle")


@cached_drawing
def new_card_peg(assets: Assets, size: float = 22, band: str = BAD_COLOUR) -> pygame.Surface:
    """Clothes peg for a new card, upside down at its foot, ``size`` units wide and 1.6 times as high."""
    return art(assets, "socki/mat", size, size * 1.6, layer="peg", band=band)


@cached_drawing
def new_place(assets: Assets, w: float, h: float, *, live: bool = False) -> pygame.Surface:
    """Dotted empty place for a new pile, w x h units; stronger if ``live`` (cards are carried over it)."""
    body = rect(1, 1, w - 2, h - 2, 14, fill=INK, fill_opacity=0.4 if live else 0.24)
    dots = seam(rounded_rect_path(2.5, 2.5, w - 5, h - 5, 13), 3, 8)
    body += line(dots, WOOL, 3.4 if live else 2.4, stroke_opacity=1 if live else 0.75)
    return rasterize_units(assets, body, w, h)


@cached_drawing
def ghost(assets: Assets, w: float, h: float, card: float, edge: float) -> pygame.Surface:
    """Sewn outline of a first pile, w x h units, with three places for cards at its upper ``edge``."""
    body = rect(2, 2, w - 4, h - 4, 20, fill="#2E1608", fill_opacity=0.34)
    body += line(seam(rounded_rect_path(3, 3, w - 6, h - 6, 19), 9, 17), "#FFF3DC", 3.6)
    step = card + 12
    for number in range(3):
        x, size = w / 2 + (number - 1) * step - card / 2, (card, card * CARD_ASPECT)
        body += rect(x, edge, *size, 10, fill="#FFF3DC", fill_opacity=0.14)
        body += line(seam(rounded_rect_path(x, edge, *size, 10), 5, 10), "#FFF3DC", 2.2, stroke_opacity=0.75)
    return rasterize_units(assets, body, w, h)


@cached_drawing
def beam(
    assets: Assets, w: float, h: float, start: tuple[float, float], end: tuple[float, float], spread: float
) -> pygame.Surface:
    """Light of w x h units to be added, from ``start`` to ``end``, there ``spread`` units to each side."""
    # Drawn small, because it has no edges.
    small = pygame.Surface((round(w / 8), round(h / 8)))
    (x, y), (to_x, to_y) = start, end
    across, down = (to_y - y) / 3, (x - to_x) / 3
    far = math.hypot(across, down)
    across, down = across / far * spread, down / far * spread
    corners = ((x, y), (to_x - across, to_y - down), (to_x + across, to_y + down))
    pygame.draw.polygon(small, (56, 36, 14), [(left / 8, top / 8) for left, top in corners])
    small = pygame.transform.gaussian_blur(small, 5)
    return pygame.transform.smoothscale(small, (assets.px(w), assets.px(h)))


@cached_drawing
def next_tag(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Paper tag of the next player without text, w x h units, with its point to the left."""
    d = f"M2 {h / 2} L10 2 H{w - 5} Q{w - 2} 2 {w - 2} 6 V{h - 6} Q{w - 2} {h - 2} {w - 5} {h - 2} H10Z"
    body = path(d, "#DDEFD0", stroke=INK, stroke_width=2.4, stroke_linejoin="round")
    return rasterize_units(assets, body + circle(10, h / 2, 2, INK), w, h)


WARM, REST, AMBER, OUT = "warm", "rest", "amber", "out"
LAMP_STATES: Final = (WARM, REST, AMBER, OUT)
LAMP_SIZE: Final = (148.0, 178.0)
"""Width and height of the lamp's surface; its hook is at the middle of the upper edge."""
FRAME_COUNTS: Final = {WARM: 4, REST: 4, AMBER: 6, OUT: 6}  # number of frames by state
# colour and strength of the nearby light
LAMP_GLOWS: Final = {WARM: ("#FFC860", 0.5), REST: ("#FFC860", 0.36), AMBER: ("#E08A2A", 0.34)}


def _flame(height: float, lean: float) -> str:
    """SVG of a flame with its base at y 114, a height, and a sideways lean of its tip."""
    tip = 60 + lean, 114 - height
    half = 8 + height * 0.16
    outer = (
        f"M{tip[0]:.1f} {tip[1]:.1f} C{60 + half + lean * 0.5:.1f} {114 - height * 0.55:.1f} "
        f"{60 + half:.1f} {114 - height * 0.16:.1f} 60 114 "
        f"C{60 - half:.1f} {114 - height * 0.16:.1f} {60 - half + lean * 0.5:.1f} {114 - height * 0.5:.1f} "
        f"{tip[0]:.1f} {tip[1]:.1f}Z"
    )
    inner = (
        f"M{60 + lean * 0.5:.1f} {114 - height * 0.52:.1f} C{60 + half * 0.5:.1f} {114 - height * 0.3:.1f} "
    )
    inner += f"{60 + half * 0.45:.1f} 112 60 112 C{60 - half * 0.45:.1f} 112 {60 - half * 0.5:.1f} "
    inner += f"{114 - height * 0.3:.1f} {60 + lean * 0.5:.1f} {114 - height * 0.52:.1f}Z"
    return path(outer, "#FFFDE8") + path(inner, "#FFE9A0")


def _fire(state: str, frame: int) -> str:
    """SVG of a frame of the flame, or of the ember and its smoke if OUT."""
    swing = math.sin(frame * math.tau / FRAME_COUNTS[state])
    if state == WARM:
        return _flame(54 + 3 * swing, 2.5 * swing)
    if state == REST:
        return _flame(34 + 2 * swing, 1.5 * swing)
    if state == AMBER:
        return _flame(*((24, -4), (18, 5), (28, 2), (20, -6), (26, 4), (16, 0))[frame])
    drift = frame / FRAME_COUNTS[OUT] * math.tau
    points = [(60 + 7 * math.sin(y / 9 + drift) * (1 - y / 110), 102 - y) for y in range(0, 46, 3)]
    smoke = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    ember = circle(60, 103, 2.6, "#D9682B" if frame % 2 else "#8A3A22")
    return ember + line(smoke, "#B9B4CC", 3.6, stroke_opacity=0.55)


@cached_drawing
def lamp(assets: Assets, state: str = WARM, frame: int = 0, size: float = 1.0) -> pygame.Surface:
    """Frame (modulo FRAMES[state]) of the lantern in one of the STATES, LAMP units times ``size``."""
    w, h = LAMP_SIZE
    parts = drawing("socki/lantern")
    behind, front = ("frame", f"{state}-glass"), ("bars", f"{state}-front", "caps")
    body = "".join(map(parts.layer, behind)) + _fire(state, frame % FRAME_COUNTS[state])
    body = group(body + "".join(map(parts.layer, front)), "translate(0 4) scale(1.02)")
    picture = rasterize_units(assets, body, w * size, h * size, parts.box)
    if state != OUT:
        return picture
    edged = rim(picture, 1.6 * assets.scale, "#8E8AB4")
    edged.blit(picture, (0, 0))
    return edged


def swung_lamp(
    assets: Assets, state: str, size: float, degrees: float
) -> tuple[pygame.Surface, tuple[float, float]]:
    """Lantern rotated clockwise around its hook, and offset (x, y) in units of its middle from the hook."""
    turn, reach = math.radians(degrees), LAMP_SIZE[1] * size / 2
    return _turned_lamp(assets, state, size, degrees), (
        -reach * math.sin(turn), reach * math.cos(turn),
    )  # fmt: skip


@cached_drawing
def _turned_lamp(assets: Assets, state: str, size: float, degrees: float) -> pygame.Surface:
    """Lantern rotated clockwise around the middle of its picture."""
    return pygame.transform.rotozoom(lamp(assets, state, 0, size), -degrees, 1)


@cached_drawing
def lamp_sign(assets: Assets, state: str, size: float = 26) -> pygame.Surface:
    """Sign of a lamp state, ``size`` units wide: WARM flame, AMBER stitched patch, else a broken pane."""
    layer = f"sign-{state if state in (WARM, AMBER) else OUT}"
    return art(assets, "socki/lantern", size, size, layer=layer)


@cached_drawing
def gallows(assets: Assets, h: float, reach: float) -> pygame.Surface:
    """Post with the arm from which the lamp hangs.

    It is ``reach`` + 40 units wide and h high; the lamp's hook is at (10, 30).
    """
    x = reach + 14.0
    body = lin("post", (x - 12, 0, x + 14, 0), (0, WOOD_DARK), (0.4, "#8E5A34"), (1, "#54331E"))
    shape = f"M{x - 7} 4 H{x + 9} L{x + 15} {h} H{x - 12}Z"
    body += path(shape, "url(#post)", stroke=INK, stroke_width=4, stroke_linejoin="round")
    grain = f"M{x - 1} 14 C{x + 3} {h * 0.3:.0f} {x - 4} {h * 0.6:.0f} {x} {h - 6} M{x + 5} 60 V{h * 0.5:.0f}"
    body += line(grain, WOOD, 2.6, stroke_opacity=0.7)
    for y in (h * 0.34, h * 0.68):
        body += f'<ellipse cx="{x + 1}" cy="{y:.0f}" rx="3.4" ry="6" fill="none" stroke="{INK}" '
        body += 'stroke-opacity=".45" stroke-width="2"/>'
    arm = f"M{x} 26 H10 M{x - 8} 72 L{x - 48} 26"
    body += line(arm, INK, 13) + line(arm, WOOD, 6.4)
    bands = f"M{x - 9} 20 H{x + 10} M{x - 9} 32 H{x + 10}"
    body += line(bands, INK, 5) + line(bands, STITCH, 2.6)
    return rasterize_units(assets, body, reach + 40, h)

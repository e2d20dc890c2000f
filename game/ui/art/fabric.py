"""Sewn things: panels, buttons, speech bubbles, slots, the focus ring, and the controls of settings.

Every surface has a margin of SHADOW_MARGIN units around the given width and height, for shadow and rings.
Draw it at (x - SHADOW_MARGIN, y - SHADOW_MARGIN), or centre it on the thing's centre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.layers import (
    BAD_COLOUR,
    BUTTER,
    FOCUS_COLOUR,
    GOLD,
    INK,
    LINEN,
    OATMEAL,
    STITCH,
    WOOD,
    WOOD_DARK,
    WOOL,
    art,
    clip,
    mix,
    rasterize_units,
    stack_layers,
    with_shadow,
)
from game.ui.art.patterns import SEAT_LOOKS, cloth
from game.ui.art.svg import circle, group, lin, line, oval, path, rad, rect, rounded_rect_path, seam
from game.ui.core.assets import Assets, cached_drawing

SHADOW_MARGIN: Final = 20.0
BUTTON_HEIGHT: Final = 5.0  # height of a raised button, in units
BUTTON_SHADE, SHADOW_COLOUR = 0.34, "#1A1030"  # share of shadow on its side, and on its face while pressed
SEAM_MARGIN, LOW_PANEL_HEIGHT, LOW_SEAM_MARGIN = 7.5, 84.0, 6.0
"""Distance of the stitch from the edge of a panel, the height below which a panel counts as low, and the
distance of its stitch, because its lines of text need more space. In units."""
NORMAL, FOCUSED, PRESSED, DISABLED = "normal", "focus", "pressed", "disabled"


def _canvas(assets: Assets, body: str, w: float, h: float, room: float = SHADOW_MARGIN) -> pygame.Surface:
    """Picture of SVG text of w x h units, ``room`` units larger on every side."""
    return rasterize_units(
        assets, body, w + 2 * room, h + 2 * room, (-room, -room, w + 2 * room, h + 2 * room)
    )


def _seam(w: float, h: float, r: float, colour: str, inset: float = SEAM_MARGIN, **attributes: object) -> str:
    """SVG text of a dashed stitch ``inset`` units inside the edge of a box of w x h at (0, 0)."""
    d = seam(rounded_rect_path(inset, inset, w - 2 * inset, h - 2 * inset, max(2.0, r - 6)), 8, 6)
    return line(d, colour, 2.3, **attributes)


@dataclass(frozen=True, slots=True)
class ClothColours:
    """Colours of a sewn thing.

    Attributes:
        fill: main colour.
        edge: outline.
        stitch: thread along the edge, empty for none.
        foot: colour at the lower end, into which ``fill`` fades; empty for ``fill``.
    """

    fill: str = WOOL
    edge: str = INK
    stitch: str = STITCH
    foot: str = ""


NOTICE_CLOTH: Final = ClothColours(BUTTER, "#237048", "#7FB08F")  # messages that only inform
REFUSAL_CLOTH: Final = ClothColours(
    BUTTER, "#B03526", "#D98A6A"
)  # messages that say why something is refused
_LABEL_CLOTH: Final = ClothColours()


@cached_drawing
def panel(
    assets: Assets,
    w: float,
    h: float,
    fabric: ClothColours = _LABEL_CLOTH,
    *,
    radius: float = 16,
    shadow: bool = True,
    lifted: bool = False,
) -> pygame.Surface:
    """Fabric label of w x h units plus SHADOW_MARGIN on every side, stitched if ``fabric`` has a thread.

    A ``lifted`` one is farther from what is behind it.
    """
    r = min(radius, h / 2)
    body = lin("cloth", (0, 0, 0, h), (0, fabric.fill), (1, fabric.foot or fabric.fill))
    body += rect(1.5, 1.5, w - 3, h - 3, r, fill="url(#cloth)", stroke=fabric.edge, stroke_width=3)
    if fabric.stitch:
        body += _seam(w, h, r, fabric.stitch, SEAM_MARGIN if h > LOW_PANEL_HEIGHT else LOW_SEAM_MARGIN)
    whole = _canvas(assets, body, w, h)
    if lifted:
        return with_shadow(assets, whole, (0, 8), 9, 150)
    return with_shadow(assets, whole, (0, 5), 7, 105) if shadow else whole


@cached_drawing
def open_tab(assets: Assets, w: float, h: float, fabric: ClothColours) -> pygame.Surface:
    """Label of w x h units without a right edge, plus SHADOW_MARGIN on the three other sides."""
    whole = panel(assets, w + 2 * SHADOW_MARGIN, h, fabric)
    return whole.subsurface((0, 0, assets.px(SHADOW_MARGIN + w), whole.get_height())).copy()


@cached_drawing
def cross_stitches(assets: Assets, h: float, count: int = 4) -> pygame.Surface:
    """Red cross stitches one below the other, 16 x h units, that sew one cloth to another."""
    body = ""
    for number in range(count):
        y = h * (number + 0.5) / count
        body += line(f"M2 {y - 4} L14 {y + 4} M2 {y + 4} L14 {y - 4}", BAD_COLOUR, 2.6)
    return rasterize_units(assets, body, 16, h)


@cached_drawing
def button(
    assets: Assets,
    w: float,
    h: float,
    fabric: ClothColours,
    state: str = NORMAL,
    *,
    radius: float = 24,
    ring: str = FOCUS_COLOUR,
) -> pygame.Surface:
    """Raised cloth button of w x h units plus SHADOW_MARGIN on every side; words go at `button_drop`.

    States: normal, focus (with the ring), pressed (moved down), disabled (no stitch; the caller passes the
    faded colours of the theme).
    """
    face = h - BUTTON_HEIGHT
    r = min(radius, face / 2)
    drop = BUTTON_HEIGHT - 1.5 if state == PRESSED else 0.0
    body = rect(
        1.5,
        BUTTON_HEIGHT + 1.5,
        w - 3,
        face - 3,
        r,
        fill=mix(fabric.fill, SHADOW_COLOUR, BUTTON_SHADE),
        stroke=fabric.edge,
        stroke_width=3,
    )
    top = rect(1.5, drop + 1.5, w - 3, face - 3, r, fill=fabric.fill, stroke=fabric.edge, stroke_width=3)
    if state != DISABLED:
        d = seam(rounded_rect_path(7, drop + 6.5, w - 14, face - 13, max(2.0, r - 6)), 8, 6)
        top += line(d, fabric.stitch, 2, stroke_opacity=0.5)
        if h > 40:
            top += line(f"M{r} {drop + 4.6} H{w - r}", "#FFFFFF", 1.6, stroke_opacity=0.35)
    whole = with_shadow(assets, _canvas(assets, body + top, w, h), (0, 4), 6, 60 if state == PRESSED else 95)
    if state == FOCUSED:
        whole.blit(focus_ring(assets, w, h, r, ring), (0, 0))
    return whole


def button_drop(state: str) -> float:
    """Offset of a button's words below the middle of its box, in units; negative is above."""
    return BUTTON_HEIGHT - 1.5 - BUTTON_HEIGHT / 2 if state == PRESSED else -BUTTON_HEIGHT / 2


@cached_drawing
def focus_ring(
    assets: Assets, w: float, h: float, radius: float = 16, colour: str = FOCUS_COLOUR, gap: float = 4
) -> pygame.Surface:
    """Ring ``gap`` units outside a box of w x h, on wool; the surface is that box plus SHADOW_MARGIN."""
    gap += 2 * (assets.bold - 1)  # a thick ring grows outwards, where there is no text
    shape, bold = rounded_rect_path(-gap, -gap, w + 2 * gap, h + 2 * gap, radius + gap), assets.bold
    body = path(shape, stroke=WOOL, stroke_width=4.5 + 4.5 * bold)
    body += path(shape, stroke=colour, stroke_width=4.5 * bold)
    return _canvas(assets, body, w, h)


@cached_drawing
def row_mark(
    assets: Assets, w: float, h: float, radius: float = 14, fill: str = "#FFEFC2", colour: str = FOCUS_COLOUR
) -> pygame.Surface:
    """Focused list row of w x h units plus SHADOW_MARGIN on every side: warm cloth, the ring on its edge."""
    thick = 4 * assets.bold
    body = rect(0, 0, w, h, radius, fill=fill, stroke=WOOL, stroke_width=thick + 4)
    return _canvas(
        assets, body + rect(0, 0, w, h, radius, fill=fill, stroke=colour, stroke_width=thick), w, h
    )


@cached_drawing
def tag(assets: Assets, w: float, h: float, fill: str = GOLD, edge: str = INK) -> pygame.Surface:
    """Small pill of w x h units plus SHADOW_MARGIN on every side; no stitch, a faint shadow, no word."""
    body = rect(1.25, 1.25, w - 2.5, h - 2.5, h / 2, fill=fill, stroke=edge, stroke_width=2.5)
    return with_shadow(assets, _canvas(assets, body, w, h), (0, 2), 3, 70)


@cached_drawing
def slot(
    assets: Assets, w: float, h: float, radius: float = 12, colour: str = WOOL, fill: str = INK
) -> pygame.Surface:
    """Dashed place of w x h units plus SHADOW_MARGIN on every side, where something can be put."""
    body = rect(0, 0, w, h, radius, fill=fill, fill_opacity=0.26)
    body += line(seam(rounded_rect_path(1.5, 1.5, w - 3, h - 3, radius), 9, 8), colour, 3, stroke_opacity=0.9)
    return _canvas(assets, body, w, h)


@cached_drawing
def divider(assets: Assets, w: float, colour: str = STITCH) -> pygame.Surface:
    """Horizontal seam w units long and 4 high, without a margin."""
    return rasterize_units(assets, line(seam(f"M2 2 L{w + 4} 2"), colour, 2.3), w, 4)


@cached_drawing
def upright_divider(assets: Assets, h: float, colour: str) -> pygame.Surface:
    """Vertical seam h units long and 4 wide, without a margin."""
    return rasterize_units(assets, line(seam(f"M2 2 L2 {h + 4}"), colour, 2.3), 4, h)


BUBBLE_ROOM: Final = 64.0  # margin around a speech bubble for its tail, in units


@cached_drawing
def bubble(
    assets: Assets,
    w: float,
    h: float,
    tail: tuple[float, float, float, float],
    fill: str = WOOL,
    edge: str = INK,
    *,
    stitch: str = "",
) -> pygame.Surface:
    """Speech bubble of w x h units plus BUBBLE_ROOM on every side; stitched if ``stitch`` is a colour.

    The tail is (x, y, tip x, tip y) in units from the bubble's corner: where it leaves the edge, and where it
    points, at most BUBBLE_ROOM outside.
    """
    bx, by, tx, ty = tail
    length = math.hypot(tx - bx, ty - by) or 1.0
    ux, uy = (tx - bx) / length, (ty - by) / length
    bx, by = bx - ux * 8, by - uy * 8  # starts inside, where its fill covers the edge
    beak = f"M{bx - uy * 11:.1f} {by + ux * 11:.1f} L{tx} {ty} L{bx + uy * 11:.1f} {by - ux * 11:.1f}Z"
    r = min(16.0, h / 2)
    body = path(beak, edge, stroke=edge, stroke_width=6, stroke_linejoin="round")
    body += rect(0, 0, w, h, r, fill=edge) + rect(3, 3, w - 6, h - 6, r - 2, fill=fill)
    if stitch:
        body += _seam(w, h, r, stitch, SEAM_MARGIN if h > LOW_PANEL_HEIGHT else LOW_SEAM_MARGIN)
    whole = _canvas(assets, body + path(beak, fill), w, h, BUBBLE_ROOM)
    return with_shadow(assets, whole, (0, 4), 5, 80)


@cached_drawing
def brass_label(assets: Assets, w: float, h: float, fill: str = WOOL) -> pygame.Surface:
    """Label of w x h units in a brass holder, plus SHADOW_MARGIN on every side."""
    body = lin("brass", (0, -9, 0, h + 9), (0, "#F0CE86"), (0.5, "#C99A45"), (1, "#9A6F2A"))
    body += rect(-10, -9, w + 20, h + 18, 15, fill="url(#brass)", stroke=INK, stroke_width=4)
    body += line(f"M6 -4.5 H{w - 6}", "#FFF3CF", 2.4, stroke_opacity=0.8)
    body += rect(0, 0, w, h, 9, fill=fill, stroke=INK, stroke_width=3)
    for x in (-5, w + 5):
        body += circle(x, h / 2, 2.6, "#6E4C17")
    return with_shadow(assets, _canvas(assets, body, w, h), (0, 4), 5, 110)


@cached_drawing
def knob(assets: Assets, size: float) -> pygame.Surface:
    """Round knob of turned wood, ``size`` units across plus SHADOW_MARGIN on every side, without symbol."""
    r, fill = size / 2, "#D9A860"
    body = f'<ellipse cx="0" cy="{r * 0.3}" rx="{r * 1.1}" ry="{r}" fill="{INK}" fill-opacity=".3"/>'
    body += rad(
        "knob",
        (-r * 0.25, -r * 0.4, r * 1.4),
        (0, mix(fill, "#FFFFFF", 0.5)),
        (0.5, fill),
        (1, WOOD),
    )
    body += circle(0, 0, r - 2, "url(#knob)", stroke=INK, stroke_width=4.5)
    arc = f"M{-r * 0.62} {-r * 0.28} Q{-r * 0.42} {-r * 0.7} {r * 0.06} {-r * 0.74}"
    body += line(arc, "#FFFFFF", 4, stroke_opacity=0.7)
    return rasterize_units(
        assets,
        body,
        size + 2 * SHADOW_MARGIN,
        size + 2 * SHADOW_MARGIN,
        (-r - SHADOW_MARGIN, -r - SHADOW_MARGIN, size + 2 * SHADOW_MARGIN, size + 2 * SHADOW_MARGIN),
    )


@cached_drawing
def wood_front(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Front of a drawer, w x h, with 24 units of soft shadow above: draw it at (0, y - 24)."""
    body = lin("wood", (0, 0, 0, h), (0, "#C08650"), (0.1, "#A86F3D"), (1, WOOD_DARK))
    body += rect(-20, 2, w + 40, h + 40, 12, fill="url(#wood)", stroke=INK, stroke_width=4)
    body += f'<path d="M0 7.5 H{w}" stroke="#E6B983" stroke-opacity=".85" stroke-width="4"/>'
    body += grain(w, 18, h, 13, 3)
    for x in (34.0, w - 34):
        body += circle(x, h * 0.42 + 2, 15, INK, fill_opacity=0.3)
        body += circle(x, h * 0.42, 15, "#E8A317", stroke=INK, stroke_width=3.5)
        body += line(f"M{x - 9} {h * 0.42 - 5} q5 -7 13 -6", "#FFFFFF", 3, stroke_opacity=0.7)
    whole = rasterize_units(assets, body, w, h + 24, (0, -24, w, h + 24))
    height = assets.px(24)
    for y in range(height):
        alpha = int(95 * (y / height) ** 2)
        line_at = pygame.Rect(0, y, whole.get_width(), 1)
        whole.fill((30, 16, 20, alpha), line_at)
    return whole


def grain(w: float, top: float, bottom: float, step: float, seed: int) -> str:
    """SVG text of wavy wood grain lines across ``w``, from y = ``top`` to ``bottom``, ``step`` apart."""
    text, y, count = "", top, seed
    while y < bottom:
        d, x = f"M-10 {y:.1f}", -10.0
        while x < w + 10:
            count = count * 1103515245 + 12345 & 0x7FFFFFFF
            across, swing = 80 + count % 90, (count >> 8) % 7 - 3
            d += f" Q{x + across / 2:.1f} {y + swing:.1f} {x + across:.1f} {y:.1f}"
            x += across
        opacity, width = (0.12, 0.2, 0.28)[count % 3], (1.3, 2.0, 2.5)[(count >> 4) % 3]
        text += (
            f'<path d="{d}" fill="none" stroke="#5E3819" stroke-opacity="{opacity}" stroke-width="{width}"/>'
        )
        y += step
    return text


@cached_drawing
def cloth_tag(
    assets: Assets,
    w: float,
    h: float,
    fill: str = WOOL,
    band: int = -1,
    *,
    edge: str = INK,
    broad: float = 36.0,
) -> pygame.Surface:
    """Cloth of w x h units plus SHADOW_MARGIN, hung from a line: wavy foot, fringe, a seat's ribbon.

    Args:
        assets: the scale.
        w: width in units.
        h: height without the fringe.
        fill: its colour.
        band: seat whose ribbon is sewn to its lower end, or -1.
        edge: colour of its outline.
        broad: height of the ribbon.
    """
    shape = (
        f"M3 5 Q{w / 2} 10 {w - 3} 5 L{w - 4} {h - 10} "
        f"C{w * 0.8} {h - 4} {w * 0.65} {h - 4} {w / 2} {h - 8} "
        f"C{w * 0.35} {h - 12} {w * 0.2} {h - 12} 4 {h - 7} Z"
    )
    fringe = ""
    for number, x in enumerate(range(9, int(w) - 4, 9)):
        wool = "#FFF1CF" if number % 2 else STITCH
        fringe += line(f"M{x} {h - 14} v10", INK, 5.5) + line(f"M{x} {h - 14} v9.5", wool, 2.6)
    whole = _canvas(assets, fringe + path(shape, fill), w, h)
    if band >= 0:
        knitted = group(cloth(SEAT_LOOKS[band], w, broad, 0.55), f"translate(0 {h - broad})")
        piece = rasterize_units(
            assets,
            knitted,
            w + 2 * SHADOW_MARGIN,
            h + 2 * SHADOW_MARGIN,
            (-SHADOW_MARGIN, -SHADOW_MARGIN, w + 2 * SHADOW_MARGIN, h + 2 * SHADOW_MARGIN),
        )
        clip(piece, _canvas(assets, rect(0, h - broad, w, broad + 4, 0, fill="#FFFFFF"), w, h))
        whole.blit(clip(piece, _canvas(assets, path(shape, "#FFFFFF"), w, h)), (0, 0))
    seams = seam(f"M10 14 Q{w / 2} 18 {w - 10} 14", 7, 5)
    trim = path(shape, stroke=edge, stroke_width=3.6, stroke_linejoin="round")
    if band >= 0:
        trim = path(f"M4 {h - broad} H{w - 4}", stroke=edge, stroke_width=3) + trim
    whole.blit(_canvas(assets, trim + line(seams, STITCH, 2.2), w, h), (0, 0))
    return with_shadow(assets, whole, (0, 6), 6, 110)


SLIDER_ROOM: Final = 40.0  # margin around a slider's thread on every side, in units
_BAND: Final = 36.0
_STITCH_W, _STITCH_H = 8.0, 7.0


@cached_drawing
def sewing_button(
    assets: Assets, size: float = 34, *, full: bool = True, colour: str = "#FFC94D", rim: str = WOOL
) -> pygame.Surface:
    """Sewing button of ``size`` units as a pip: complete, or a dashed empty place in the colour ``rim``."""
    r = size / 2 - 2
    box = (-size / 2, -size / 2, size, size)
    if not full:
        dashes = seam(oval(0, 0, r, r, 36), 6, 5)
        body = circle(0, 0, r, INK, fill_opacity=0.22) + line(dashes, rim, 3, stroke_opacity=0.9)
        return rasterize_units(assets, body, size, size, box)
    q = min(max(r - 2, 0.38 * size), (size / 2 - 0.5) / 1.115)  # its rim grows with it, and needs space
    body = circle(0, min(2.5, r - q), q + 0.5, INK, fill_opacity=0.35)
    stops = (0, mix(colour, "#FFFFFF", 0.55)), (0.5, colour), (1, mix(colour, "#8A4A00", 0.55))
    body += rad("sewn", (-q * 0.3, -q * 0.35, q * 1.6), *stops)
    body += circle(0, 0, q, "url(#sewn)", stroke=INK, stroke_width=max(2.4, q * 0.23))
    body += circle(0, 0, q * 0.68, "none", stroke=mix(colour, "#5A2E00", 0.5), stroke_width=q * 0.13)
    for x in (-1, 1):
        for y in (-1, 1):
            body += circle(x * q * 0.24, y * q * 0.24, q * 0.13, INK)
    arc = f"M{-q * 0.62} {-q * 0.36} Q{-q * 0.42} {-q * 0.74} {q * 0.02} {-q * 0.8}"
    body += line(arc, "#FFFFFF", q * 0.12, stroke_opacity=0.75)  # fmt: skip
    return rasterize_units(assets, body, size, size, box)


@cached_drawing
def toggle_bed(
    assets: Assets, *, on: bool, w: float = 104, h: float = 48, sunk: str = "#E7D8C2", ink: str = INK
) -> pygame.Surface:
    """Switch of w x h units without its button: green cloth if on, and the buttonhole beside the button."""
    r = h / 2
    fill = "#9CCBA6" if on else sunk
    body = rect(2, 2, w - 4, h - 4, r - 2, fill=fill, stroke=ink, stroke_width=4)
    hole = r * 0.85 if on else w - r * 1.85
    body += line(f"M{hole} {r} h{r}", ink, 5)
    body += line(f"M{hole} {r - 9} v18 M{hole + r} {r - 9} v18", ink, 3, stroke_opacity=0.4)
    return rasterize_units(assets, body, w, h)


def toggle_knob_x(w: float, h: float, share: float) -> float:
    """X in units of the middle of a switch's button; ``share``: 0 if it is off, 1 if it is on."""
    return h / 2 + 1 + (w - h - 2) * share


@cached_drawing
def toggle(
    assets: Assets, *, on: bool, w: float = 104, h: float = 48, sunk: str = "#E7D8C2", ink: str = INK
) -> pygame.Surface:
    """Switch of w x h units: a button through its buttonhole (on: right, green cloth) or beside it (left)."""
    whole = toggle_bed(assets, on=on, w=w, h=h, sunk=sunk, ink=ink).copy()
    knob = sewing_button(assets, h + 2)
    centre = round(toggle_knob_x(w, h, float(on)) * assets.scale), round(h / 2 * assets.scale)
    whole.blit(knob, knob.get_rect(center=centre))
    return whole


@cached_drawing
def segment_bed(
    assets: Assets, w: float, h: float = 54, fill: str = OATMEAL, ink: str = INK
) -> pygame.Surface:
    """Trough of w x h units for the choices of a segmented control."""
    return rasterize_units(
        assets, rect(1.5, 1.5, w - 3, h - 3, h / 2, fill=fill, stroke=ink, stroke_width=3), w, h
    )


@cached_drawing
def segment(assets: Assets, w: float, h: float = 54, fill: str = INK, stitch: str = STITCH) -> pygame.Surface:
    """Selected part of a segmented control, w x h units: dark cloth with a stitch."""
    body = rect(1.5, 1.5, w - 3, h - 3, h / 2, fill=fill)
    body += line(seam(rounded_rect_path(8, 8, w - 16, h - 16, h / 2), 7, 5), stitch, 2)
    return rasterize_units(assets, body, w, h)


@cached_drawing
def stepper(
    assets: Assets, *, right: bool, size: float = 46, fill: str = LINEN, ink: str = INK
) -> pygame.Surface:
    """Round button of ``size`` units with an arrow, for the previous or next value."""
    layer = "stepper-right" if right else "stepper-left"
    return art(assets, "signs", size, size, layer=layer, fill=fill, ink=ink)


@cached_drawing
def theme_dot(assets: Assets, first: str, second: str, size: float = 28, edge: str = INK) -> pygame.Surface:
    """Disc of ``size`` units of two halves, for choosing colours."""
    return art(assets, "signs", size, size, layer="theme", first=first, second=second, edge=edge)


@cached_drawing
def yarn_ball(assets: Assets, seat: int, size: float = 52) -> pygame.Surface:
    """Ball of a seat's yarn, 0.8 of its surface of ``size`` x ``size`` units, without shadow."""
    look = SEAT_LOOKS[seat]
    tones = {"colour": look.colour, "dark": look.dark, "light": look.light}
    ball, mask, edge = (
        art(assets, "yarn", size, size, layer=layer, **tones) for layer in ("inside", "silhouette", "edge")
    )
    return stack_layers(ball.get_size(), (clip(ball, mask), edge))


@cached_drawing
def slider(assets: Assets, w: float, fraction: float, seat: int = 1) -> pygame.Surface:
    """Slider of w units plus SLIDER_ROOM on every side: the knitted part is the value, the ball the handle.

    Args:
        assets: the scale.
        w: length from the first stitch to the end of the thread, in units. The surface has a margin of
            SLIDER_ROOM, and the thread runs through its middle.
        fraction: value, 0 to 1.
        seat: seat whose yarn is used.
    """
    look = SEAT_LOOKS[seat]
    knitted_width = round(w * max(0.0, min(1.0, fraction)))
    margin = SLIDER_ROOM
    box = (-margin, -margin, w + 2 * margin, 2 * margin)
    size = box[2], box[3]
    loose = wave(knitted_width, w)
    thread = line(loose, INK, 7) + line(loose, look.light, 3.4)
    thread += circle(w, 0, 9, "#E3B57C", stroke=INK, stroke_width=3.4)
    whole = rasterize_units(assets, thread, *size, box)
    if knitted_width >= 6:
        whole.blit(with_shadow(assets, _scarf(assets, knitted_width, seat, size, box), (0, 4), 4, 90), (0, 0))
    needle = line(f"M{knitted_width} -31 V30", INK, 11) + line(f"M{knitted_width} -31 V30", "#E3B57C", 5)
    whole.blit(rasterize_units(assets, needle, *size, box), (0, 0))
    ball = yarn_ball(assets, seat, 52)
    middle = round((knitted_width + margin) * assets.scale), round(margin * assets.scale)
    whole.blit(ball, ball.get_rect(center=middle))
    return whole


def wave(start: float, end: float, *, length: float = 26, height: float = 9, min_count: int = 1) -> str:
    """Path data of a thread that is not knitted yet, along y = 0 from x = ``start`` to ``end``.

    It has at least ``min_count`` waves of about the given length and height.
    """
    count = max(min_count, round((end - start) / length))
    step = (end - start) / count
    d, sign = f"M{start} 0", -1
    for number in range(count):
        x = start + number * step
        d += f"C{x + step / 3:.2f} {height * sign} {x + step * 2 / 3:.2f} {height * sign} {x + step:.2f} 0"
        sign = -sign
    return d


def _scarf(
    assets: Assets, width: float, seat: int, size: tuple[float, float], box: tuple[float, float, float, float]
) -> pygame.Surface:
    """Knitted part of a slider, with a fringe at its start."""
    look = SEAT_LOOKS[seat]
    yarn, wool = (look.colour, look.dark, look.light), (WOOL, "#CDB795", "#FFFFFF")
    cloth = rect(0, -_BAND / 2, width, _BAND, 0, fill=look.dark)
    for column in range(int(width / _STITCH_W) + 1):
        for row in range(int(_BAND / _STITCH_H) + 1):
            reach = abs((column + 4) % 8 - 4) + abs(row - 2)
            edge = row in (-1, 5)
            cloth += _stitch(wool if edge or 0 < reach <= 2 else yarn, column, row)
    mask = rect(0, -_BAND / 2, width, _BAND, 8, fill="#FFFFFF")
    knitted = clip(rasterize_units(assets, cloth, *size, box), rasterize_units(assets, mask, *size, box))
    trim = ""
    for number in range(5):
        y = -13 + number * 6.5
        trim += line(f"M-1 {y} h-9", INK, 5) + line(f"M-1 {y} h-9", look.light, 2.2)
    trim += rect(0, -_BAND / 2, width, _BAND, 8, fill="none", stroke=INK, stroke_width=4)
    return stack_layers(knitted.get_size(), (knitted, rasterize_units(assets, trim, *size, box)))


def _stitch(yarn: tuple[str, str, str], column: int, row: int) -> str:
    """SVG text of one V of stocking stitch at a column and row."""
    x, y = column * _STITCH_W, row * _STITCH_H - _BAND / 2
    colour, dark, light = yarn
    w, h = _STITCH_W, _STITCH_H
    legs = "".join(
        f"M{x + w * (0.5 + side * 0.27):.1f} {y + h * 0.26:.1f} "
        f"L{x + w * (0.5 + side * 0.12):.1f} {y + h * 1.22:.1f}"
        for side in (-1, 1)
    )
    thread = line(legs, dark, w * 0.5) + line(legs, colour, w * 0.38)
    return thread + line(legs, light, w * 0.12, stroke_opacity=0.5)


@cached_drawing
def meter_bead(
    assets: Assets, size: float = 24, *, full: bool = True, colour: str = GOLD, edge: str = INK
) -> pygame.Surface:
    """Bead of ``size`` units in a row that counts up, or a faint empty place unless ``full``."""
    layer = "bead" if full else "bead-empty"
    return art(assets, "signs", size, size, layer=layer, colour=colour, edge=edge)


@cached_drawing
def new_mark(assets: Assets, size: float = 18) -> pygame.Surface:
    """Small red knot of ``size`` units that marks something new."""
    return art(assets, "signs", size, size, layer="new")

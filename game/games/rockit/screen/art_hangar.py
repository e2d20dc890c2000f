"""Hangar where the rockets are assembled: panel with trusses, tricks as stages, meter, consoles."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.ui.art.layers import (
    GOOD_COLOUR,
    INK,
    STITCH,
    WOOL,
    art,
    blurred,
    mix,
    rasterize_units,
    rim,
    stack_layers,
    with_shadow,
)
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import circle, drawing, lin, line, path, rect, rounded_rect_path, seam
from game.ui.core.assets import Assets, cached_drawing

HANGAR_ROOM: Final = 24.0
# units by which a stage exceeds its cards at the left, at the right, and above and below
FIN_WIDTH, NOSE_WIDTH, CASE_MARGIN = 34.0, 56.0, 7.0
STAGE_ROOM: Final = 16.0
GHOST_COLOUR: Final = "#FFE08A"
METER_SIZE: Final = (56.0, 270.0)
STEEL_COLOUR: Final = "#5B6796"
_MOONLIT_COLOUR: Final = "#9DB0F0"
NOSE_LOOKS: Final = (0, 1, 2, 4, 6, 5, 3, 7)  # seats whose colours the noses of the stages have, in order


def _truss(x: float, h: float, width: float) -> str:
    """SVG of a vertical girder centred on x, in a hangar ``h`` units high."""
    half, foot = width / 2, h - 14
    count = max(2, round((foot - 18) / 22))
    step = (foot - 18) / count
    braces = "".join(
        f"M{x - half} {18 + i * step:.1f} L{x + half} {18 + (i + 1) * step:.1f} "
        f"M{x + half} {18 + i * step:.1f} L{x - half} {18 + (i + 1) * step:.1f}"
        for i in range(count)
    )
    rails = f"M{x - half} 14 V{foot} M{x + half} 14 V{foot}"
    body = line(rails, INK, 8) + line(braces, INK, 7) + line(braces, "#C98A1A", 3.5)
    return body + line(rails, "#E8A317", 4) + line(f"M{x - half - 1} 14 V{foot}", "#FFD98A", 1.2)


def _blueprint(w: float, h: float) -> str:
    """SVG of a rocket's blueprint in the middle of w x h units."""
    body, size = drawing("rockit/hangar").layer("blueprint"), min(w / 600, h / 280)
    return f'<g opacity=".34" transform="translate({w / 2:.0f} {h / 2:.0f}) scale({size:.3f})">{body}</g>'


@cached_drawing
def hangar(
    assets: Assets,
    w: float,
    h: float,
    trusses: tuple[float, ...] = (),
    *,
    clear: bool = False,
) -> pygame.Surface:
    """Panel for the stages, w x h units with HANGAR_ROOM around it. Plain black and white if ``clear``.

    ``trusses`` are the x of the girders from its left edge.
    """
    top_colour, bottom_colour, edge = ("#000000", "#000000", WOOL) if clear else ("#1F2A55", "#151C40", INK)
    body = lin("hangar", (0, 0, 0, h), (0, top_colour, 0.95), (1, bottom_colour, 0.97))
    body += rect(2.5, 2.5, w - 5, h - 5, 18, fill="url(#hangar)", stroke=edge, stroke_width=5)
    grid = "".join(f"M{x} 16V{h - 16}" for x in range(60, int(w) - 20, 44))
    grid += "".join(f"M16 {y}H{w - 16}" for y in range(46, int(h) - 20, 44))
    if not clear:
        body += f'<path d="{grid}" stroke="{STEEL_COLOUR}" stroke-opacity=".16" stroke-width="2"/>'
        body += _blueprint(w, h)
    for x in trusses:
        body += _truss(x, h, 22)
    for x, y in ((22.0, 22.0), (w - 22, 22.0), (22.0, h - 22), (w - 22, h - 22)):
        body += circle(x, y, 4, "#8A94C4", stroke=INK, stroke_width=2)
    size = w + 2 * HANGAR_ROOM, h + 2 * HANGAR_ROOM
    return with_shadow(
        assets, rasterize_units(assets, body, *size, (-HANGAR_ROOM, -HANGAR_ROOM, *size)), (0, 5), 9, 150
    )


@cached_drawing
def hangar_seam(assets: Assets, w: float, h: float, thread: str) -> pygame.Surface:
    """Picture, w x h units, of the seam along the inner edge of the hangar, in a thread colour."""
    width = 2 if thread == STEEL_COLOUR else 3
    return rasterize_units(
        assets, line(seam(rounded_rect_path(11, 11, w - 22, h - 22, 12), 8, 6), thread, width), w, h
    )


def _rasterised(assets: Assets, body: str, w: float, h: float, size: float) -> pygame.Surface:
    """Picture of a stage's SVG: cards of w x h units, with fin, nose and margins, times `size`."""
    left, top = FIN_WIDTH + STAGE_ROOM, CASE_MARGIN + STAGE_ROOM
    whole = w + FIN_WIDTH + NOSE_WIDTH + 2 * STAGE_ROOM, h + 2 * CASE_MARGIN + 2 * STAGE_ROOM
    return rasterize_units(assets, body, whole[0] * size, whole[1] * size, (-left, -top, *whole))


def _nose(w: float, h: float) -> str:
    """Path data of the nose cone of a stage for cards of w x h units."""
    top, foot, mid = -CASE_MARGIN + 4, h + CASE_MARGIN - 4, h / 2
    return (
        f"M{w + 10} {top} C{w + 34} {top + 6} {w + 50} {mid - h * 0.17:.1f} {w + 53} {mid} "
        f"C{w + 50} {mid + h * 0.17:.1f} {w + 34} {foot - 6} {w + 10} {foot}Z"
    )


def _fin(h: float) -> str:
    """Path data of the fin of a stage for cards ``h`` units high."""
    return (
        f"M-8 {h * 0.22:.1f} L-30 {h * 0.08:.1f} C-25 {h * 0.34:.1f} -25 {h * 0.66:.1f} -30 {h * 0.92:.1f} "
        f"L-8 {h * 0.78:.1f}Z"
    )


def stage(
    assets: Assets, w: float, h: float, colour: int = 0, *, glow: bool = False, size: float = 1.0
) -> tuple[pygame.Surface, pygame.Surface]:
    """Two parts of one cached picture, (fin and hull; nose cone): side by side a stage for cards w x h.

    The cards' upper left corner is at `size` times (FIN + STAGE_ROOM, CASE + STAGE_ROOM) of the first.

    Args:
        assets: the scale.
        w: width of all the cards.
        h: height of a card.
        colour: index into COLOURS for the nose, taken modulo.
        glow: golden light around it, for a change in this turn.
        size: scale of everything except the box, 1 for cards of the usual size.
    """
    near = _BOX_STEP * math.ceil(w / size / _BOX_STEP)
    master = _stage(assets, near, h, colour % len(NOSE_LOOKS), glow=glow, size=size)
    # Two parts of one drawing, with as much of its middle as the cards need. A picture for every width would
    # fill the memory.
    width, height = master.get_size()
    nose = assets.px((NOSE_WIDTH + STAGE_ROOM + _NOSE_OVERLAP) * size)
    hull = width - nose - assets.px(near * size) + assets.px(w)
    return master.subsurface((0, 0, hull, height)), master.subsurface((width - nose, 0, nose, height))


_BOX_STEP: Final = 240.0  # units; card boxes of the drawn stages are multiples of this width
_NOSE_OVERLAP: Final = 24.0  # units by which the nose's picture covers the cards


@cached_drawing
def _stage(assets: Assets, w: float, h: float, colour: int, *, glow: bool, size: float) -> pygame.Surface:
    """Whole stage for cards of w * `size` x h units with the margins of `stage`; ``colour``: see COLOURS."""
    h /= size
    look = SEAT_LOOKS[NOSE_LOOKS[colour]]
    body = lin(
        "case", (0, -CASE_MARGIN, 0, h + CASE_MARGIN), (0, "#E9DCC8"), (0.25, "#FFFDF6"), (1, "#C0AA88")
    )
    body += lin(
        "cone", (0, -CASE_MARGIN, 0, h + CASE_MARGIN), (0, look.light), (0.24, look.colour), (1, look.dark)
    )
    body += lin("fin", (-30, 0, -8, 0), (0, "#B4AED0"), (1, "#726A96"))
    edge = {"stroke": INK, "stroke_width": 4, "stroke_linejoin": "round", "stroke_linecap": "round"}
    body += path(_fin(h), "url(#fin)", **edge) + path(_nose(w, h), "url(#cone)", **edge)
    body += rect(
        -12,
        -CASE_MARGIN + 3,
        w + 24,
        h + 2 * CASE_MARGIN - 6,
        12,
        fill="url(#case)",
        stroke=INK,
        stroke_width=4,
    )
    body += line(f"M-4 {-CASE_MARGIN + 7} H{w + 4}", "#FFFFFF", 2, stroke_opacity=0.8)
    shine = f"M{w + 22} 16 C{w + 30} 20 {w + 36} {h * 0.28:.1f} {w + 39} {h * 0.38:.1f}"
    body += line(shine, "#FFFFFF", 4, stroke_opacity=0.5)
    body += line(f"M{w + 7} {h * 0.2:.1f} V{h * 0.8:.1f} M-7 {h * 0.2:.1f} V{h * 0.8:.1f}", "#B59A78", 2)
    whole = _rasterised(assets, body, w, h, size)
    edged = rim(whole, (2.4 if glow else 1.5) * assets.scale, "#FFE9A8" if glow else _MOONLIT_COLOUR)
    if glow:
        halo = blurred(rim(whole, 5 * assets.scale, "#FFD84D"), 5 * assets.scale, "#FFD84D")
        return stack_layers(whole.get_size(), (halo, edged, whole))
    return with_shadow(assets, stack_layers(whole.get_size(), (edged, whole)), (0, 3), 5, 150)


@cached_drawing
def ghost_stage(
    assets: Assets, w: float, h: float, colour: str, size: float, *, nose: bool
) -> pygame.Surface:
    """Picture of an invalid trick's dashed stage, placed like `stage`; its end is jagged without ``nose``."""
    w, h = w / size, h / size
    top, foot, mid = -CASE_MARGIN + 4, h + CASE_MARGIN - 4, h / 2
    if nose:
        end = (
            f"L{w + 10} {top} C{w + 34} {top + 6} {w + 50} {mid - h * 0.17:.1f} {w + 53} {mid} "
            f"C{w + 50} {mid + h * 0.17:.1f} {w + 34} {foot - 6} {w + 10} {foot}"
        )
    else:
        end = (
            f"L{w + 48} {top} L{w + 36} {top + h * 0.25:.1f} L{w + 48} {mid} L{w + 36} {foot - h * 0.25:.1f} "
        )
        end += f"L{w + 48} {foot}"
    outer = f"M-8 {top} {end} L-8 {foot} Z"
    body = path(outer, INK, fill_opacity=0.42) + path(outer, "#FFF3DC", fill_opacity=0.1)
    body += line(seam(outer, 10, 7), INK, 6, stroke_opacity=0.7) + line(seam(outer, 10, 7), colour, 3)
    body += line(seam(_fin(h), 9, 7), INK, 6, stroke_opacity=0.7) + line(seam(_fin(h), 9, 7), colour, 3)
    return _rasterised(assets, body, w, h, size)


@cached_drawing
def gap(assets: Assets, w: float, h: float, colour: str = GHOST_COLOUR) -> pygame.Surface:
    """Dashed empty place of a missing card, w x h units. Callers draw a question mark on it."""
    body = rect(2, 2, w - 4, h - 4, 9, fill="#FFF3DC", fill_opacity=0.12)
    body += line(seam(rounded_rect_path(2.5, 2.5, w - 5, h - 5, 9), 8, 6), colour, 3)
    return rasterize_units(assets, body, w, h)


@cached_drawing
def rivet(assets: Assets, size: float, *, is_own: bool) -> pygame.Surface:
    """Mark of a new card, `size` units wide: a rivet with a star, gold for this turn (``is_own``) or blue."""
    return art(assets, "rockit/hangar", size, size, layer="rivet-own" if is_own else "rivet")


@cached_drawing
def meter(assets: Assets, progress: float, size: float = 1.0, *, lying: bool = False) -> pygame.Surface:
    """Coming-in meter with thirty beads, lit by `progress` (0 to 1). If `lying`, it fills from left to right.

    It is METER units times `size` large, with 3 units around it; green if it is full.
    """
    w, h = METER_SIZE
    body = lin("rise", (0, h - 10, 0, 10), (0, "#E0702A"), (1, "#FFD84D"))
    full = progress >= 1
    body += rect(3, 3, 50, 264, 25, fill="#10173A", stroke=INK, stroke_width=5)
    body += rect(7, 7, 42, 256, 21, fill="#2B3560", stroke=GOOD_COLOUR if full else "#3E4A7C", stroke_width=2)
    lit_count = round(min(1.0, progress) * 30)
    for bead in range(30):
        y = 252 - bead * 8.2
        fill = ("#7FD6A4" if full else "url(#rise)") if bead < lit_count else "#FFE08A"
        body += rect(13, y, 30, 6, 2.4, fill=fill, fill_opacity=1 if bead < lit_count else 0.2)
    whole = rasterize_units(assets, body, w * size, h * size, (0, 0, w, h))
    edge = rim(_pad(assets, whole, 3), 1.4 * assets.scale, _MOONLIT_COLOUR)
    edge.blit(whole, (assets.px(3), assets.px(3)))
    return pygame.transform.rotate(edge, -90) if lying else edge


def _pad(assets: Assets, whole: pygame.Surface, margin: float) -> pygame.Surface:
    """Copy of a picture with an empty margin of ``margin`` units around it."""
    m = assets.px(margin)
    larger = pygame.Surface((whole.get_width() + 2 * m, whole.get_height() + 2 * m), pygame.SRCALPHA)
    larger.blit(whole, (m, m))
    return larger


LAMP_COLOURS: Final = ("#FFD84D", "#62B8B2", "#F08A6E")


@cached_drawing
def console(assets: Assets, w: float, h: float, lit: int = 7) -> pygame.Surface:
    """Desk of mission control, w x h units with 10 around it; bits 0 to 2 of `lit` light its lamps."""
    body = lin("desk", (0, 0, 0, h), (0, "#5B6796"), (0.16, "#46527F"), (1, "#2B3560"))
    shape = f"M14 4H{w - 14}L{w - 3} {h}H3Z"
    body += path(shape, "url(#desk)", stroke=INK, stroke_width=4, stroke_linejoin="round")
    body += line(f"M18 10H{w - 18}", "#A9B4DC", 3, stroke_opacity=0.7)
    for number, colour in enumerate(LAMP_COLOURS):
        x, burns = 32 + number * 28, lit >> number & 1
        if burns:
            body += circle(x, h * 0.55, 12, colour, fill_opacity=0.28)
        tone = colour if burns else mix(colour, "#1F2A55", 0.7)
        body += circle(x, h * 0.55, 7, tone, stroke=INK, stroke_width=2.5)
        body += circle(x - 2, h * 0.55 - 2.4, 1.8, "#FFFFFF", fill_opacity=0.7 if burns else 0.2)
    if w > 190:
        for number in range(int((w - 150) / 22)):
            body += line(f"M{132 + number * 22} {h * 0.4:.0f} v{h * 0.34:.0f}", "#1A2148", 3)
    size = w + 20, h + 20
    return with_shadow(assets, rasterize_units(assets, body, *size, (-10, -10, *size)), (0, 4), 6, 140)


@cached_drawing
def sign(assets: Assets, *, came: bool, size: float = 28) -> pygame.Surface:
    """Sign of a seat, `size` units wide: a tick on green if it has come in, else a bar on grey."""
    return art(assets, "rockit/hangar", size, size, layer="came" if came else "waiting")


@cached_drawing
def lamp_sign(assets: Assets, state: str, size: float = 26) -> pygame.Surface:
    """Round sign, `size` units wide, of a state: ``whole`` tick, ``mendable`` spanner, ``lost`` cross."""
    return art(assets, "rockit/hangar", size, size, layer=state)


@cached_drawing
def count_badge(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Empty badge for the number of cards in the stock, w x h units with 4 around it."""
    body = rect(1.5, 1.5, w - 3, h - 3, h / 2, fill=WOOL, stroke=INK, stroke_width=3)
    body += line(seam(rounded_rect_path(5, 5, w - 10, h - 10, h / 2), 4, 4), STITCH, 1.4)
    return with_shadow(
        assets, rasterize_units(assets, body, w + 8, h + 8, (-4, -4, w + 8, h + 8)), (0, 2), 2, 90
    )

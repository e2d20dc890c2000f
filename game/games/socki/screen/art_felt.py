"""What SOCKI's piles lie on: stitched felt, its seam whole, in work, or torn open with needle and thread."""

from __future__ import annotations

import random
from typing import Final

import pygame

from game.ui.art.layers import draw, lifted, stretched
from game.ui.art.palette import BAD, FELT, INK, STITCH, WARN, WOOL
from game.ui.art.svg import circle, lin, line, path, rect, rounded, seam
from game.ui.kit.assets import Assets, drawn

FELT_ROOM: Final = 16.0
"""Units around every felt, for its shadow and light."""
TEAR: Final = 24.0
"""How far a torn felt reaches beyond the box of its pile, for the torn edge."""
NEEDLE: Final = (84.0, 92.0)
"""Size of the needle with its thread."""
WHOLE, SEWING, LOOSE, TORN = "whole", "sewing", "loose", "torn"
_EDGE: Final = "#1B3A33"


def _room(assets: Assets, body: str, w: float, h: float) -> pygame.Surface:
    size = w + 2 * FELT_ROOM, h + 2 * FELT_ROOM
    return draw(assets, body, *size, (-FELT_ROOM, -FELT_ROOM, *size))


def _fluff(w: float, h: float) -> str:
    """The hairs of the felt."""
    # By the width: drawn again, at another scale, a felt has the same hairs.
    rnd, d = random.Random(int(w)), ""
    for _ in range(int(w * h / 260)):
        x, y = rnd.uniform(8, w - 14), rnd.uniform(8, h - 10)
        d += f"M{x:.0f} {y:.0f}l{rnd.uniform(-5, 5):.1f} {rnd.uniform(-3, 3):.1f}"
    return f'<path d="{d}" stroke="#FFFFFF" stroke-opacity=".09" stroke-width="1.3"/>'


@drawn
def felt(
    assets: Assets, w: float, h: float, state: str = WHOLE, *, fill: str = FELT, lit: bool = False
) -> pygame.Surface:
    """The felt of a pile, w x h units with FELT_ROOM around it.

    Args:
        assets: the scale.
        w: its width; a TORN one has TEAR more on its right.
        h: its height.
        state: WHOLE, SEWING (a whole one that is being added to), LOOSE (the seam has come undone) or TORN.
        fill: its colour.
        lit: whether something would be put down on a LOOSE or TORN one.
    """
    # Stretched from one of few drawings: with one for every width a full table would be slow.
    near = _STEP * max(3, round(w / _STEP))
    master = _felt(assets, near, h, state, fill, lit=lit)
    ends = assets.px(FELT_ROOM + 22), assets.px(FELT_ROOM + (TEAR + 14 if state == TORN else 22))
    return stretched(master, ends, master.get_width() + assets.px(w) - assets.px(near))


_STEP: Final = 26.0
"""Felt is drawn in such widths and stretched to those between them, which is quick and cannot be seen."""


@drawn
def _felt(assets: Assets, w: float, h: float, state: str, fill: str, *, lit: bool) -> pygame.Surface:
    """Felt of one of those widths."""
    if state == TORN:
        return _torn(assets, w + TEAR, h, fill, lit=lit)
    if state == LOOSE:
        return _loose(assets, w, h, fill, lit=lit)
    sewing = state == SEWING
    top, edge = ("#3F7A69", WOOL) if sewing else (fill, _EDGE)
    body = lin("felt", (0, 0, 0, h), (0, "#4A8575" if sewing else "#37695B"), (0.3, top), (1, "#27503F"))
    body += rect(
        1.5, 1.5, w - 3, h - 3, 14, fill="url(#felt)", stroke=edge, stroke_width=3 if sewing else 2.4
    )
    body += _fluff(w, h)
    stitches = seam(rounded(6.5, 6.5, w - 13, h - 13, 10), 8, 5)
    body += line(stitches, "#14302A", 3.4, stroke_opacity=0.5)
    body += line(stitches, WOOL if sewing else STITCH, 2.3)
    return lifted(assets, _room(assets, body, w, h), (0, 3), 4, 120)


def _loose(assets: Assets, w: float, h: float, fill: str, *, lit: bool) -> pygame.Surface:
    """Felt whose seam has come undone: it gapes at the lower edge, and its thread hangs in loops."""
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
    body += line(seam(sound, 9, 7, even=False), WARN, 2.8)
    loops, x, count = f"M8 {h - 20}", 8.0, max(3, round((w - 40) / 26))
    wide = (w - 40) / count
    for number in range(count):
        low = h + (6, 1, 9)[number % 3]
        loops += f"C{x + wide * 0.2:.1f} {low} {x + wide * 0.8:.1f} {low} {x + wide:.1f} {h - 9}"
        x += wide
    body += line(loops, INK, 5, stroke_opacity=0.5) + line(loops, WARN, 2.8)
    return lifted(assets, _room(assets, body, w, h), (0, 3), 4, 120)


def _torn(assets: Assets, w: float, h: float, fill: str, *, lit: bool) -> pygame.Surface:
    """Felt whose right edge is torn and whose stitches are loose there."""
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
    body += line(seam(loose, 9, 7, even=False), WARN, 3)
    return lifted(assets, _room(assets, body, w, h), (0, 3), 4, 120)


@drawn
def needle(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """The thread that hangs out of a torn seam with its needle; it leaves the felt at (2, 8) of NEEDLE."""
    thread = "M2 8 C14 2 28 4 30 20 C34 40 20 42 14 46 C2 52 6 60 14 66 C24 74 32 72 40 66"
    body = line(thread, INK, 5.4, stroke_opacity=0.55) + line(thread, WARN, 3)
    body += line("M36 68 L76 49", INK, 7) + line("M36 68 L76 49", "#E8EEF4", 3.8)
    body += line("M40 65 L70 51", "#FFFFFF", 1.4) + circle(41, 66, 1.9, INK)
    w, h = NEEDLE
    return draw(assets, body, w * size, h * size, (-4, 0, 84, 92))


@drawn
def pinned(assets: Assets, size: float = 22, band: str = BAD) -> pygame.Surface:
    """The clothes peg on a card that is new on the table, upside down at its foot; 1.6 times as high."""
    left = "M3 43 Q3 47 7 47 H12 L12.600 26 L12 1 Q3 1 2 10 Q1 18 4 24Z"
    right = "M27 43 Q27 47 23 47 H18 L17.400 26 L18 1 Q27 1 28 10 Q29 18 26 24Z"
    body = path(left + right, "#F2C27C", stroke=INK, stroke_width=2.8, stroke_linejoin="round")
    body += line("M6 40 V30 M24 40 V30", "#FFE9C4", 2, stroke_opacity=0.8)
    body += path("M12.600 26 H17.400", stroke=INK, stroke_width=3)
    body += rect(2, 23, 26, 8, 4, fill=band, stroke=INK, stroke_width=2.6)
    return draw(assets, body, size, size * 1.6, (0, 0, 30, 48))


@drawn
def new_place(assets: Assets, w: float, h: float, *, live: bool = False) -> pygame.Surface:
    """The dotted place where a new pile can be laid; `live` while a card is carried over it."""
    body = rect(1, 1, w - 2, h - 2, 14, fill=INK, fill_opacity=0.4 if live else 0.24)
    dots = seam(rounded(2.5, 2.5, w - 5, h - 5, 13), 3, 8)
    body += line(dots, WOOL, 3.4 if live else 2.4, stroke_opacity=1 if live else 0.75)
    return draw(assets, body, w, h)


@drawn
def next_tag(assets: Assets, w: float, h: float = 28) -> pygame.Surface:
    """The paper tag that says who is next, its point to the left, w x h."""
    d = f"M2 {h / 2} L10 2 H{w - 5} Q{w - 2} 2 {w - 2} 6 V{h - 6} Q{w - 2} {h - 2} {w - 5} {h - 2} H10Z"
    body = path(d, "#DDEFD0", stroke=INK, stroke_width=2.4, stroke_linejoin="round")
    return draw(assets, body + circle(10, h / 2, 2, INK), w, h)

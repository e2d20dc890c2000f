"""Socks of the drawer at any size, each in its own knitting; the stitched outline of a missing one; rings."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.ui.art.knits import knit_named, woven
from game.ui.art.layers import clip, draw, inner_shade, lifted, padded, stacked
from game.ui.art.palette import INK, WOOL, mix
from game.ui.art.patterns import SEATS
from game.ui.art.svg import circle, drawing, knit, lin, line, path, seam
from game.ui.core.assets import Assets, drawn

TALL: Final = 312.0
"""A sock of this height is drawn unit for unit."""
_BOX: Final = (36.0, -14.0, 252.0, 336.0)
SOCK_ROOM: Final = 8.0
"""Units around every sock, for its shadow."""
_FINE: Final = 3
"""So many times larger is it drawn, and reduced once: small motifs stay clear."""
_SILHOUETTE: Final = (
    "M62 40 L158 40 C157 100 155 140 159 164 C162 184 184 190 210 196 C256 206 276 238 268 268 "
    "C260 294 228 304 190 302 C140 300 100 304 72 276 C48 250 58 190 60 150 Z"
)
_CUFF: Final = "M56 8 Q110 -2 164 8 Q170 34 164 58 Q110 72 56 58 Q50 34 56 8Z"
_WHOLE: Final = (
    "M56 8 Q110 -2 164 8 Q168 34 159 60 C157 110 155 140 159 164 C162 184 184 190 210 196 "
    "C256 206 276 238 268 268 C260 294 228 304 190 302 C140 300 100 304 72 276 C48 250 58 190 60 150 "
    "L60 60 Q52 34 56 8Z"
)
_HEEL: Final = "M36 214 Q104 210 116 322 L36 330Z"
_TOE: Final = "M232 170 Q204 245 234 330 L310 330 V160Z"


def knit_sock(
    assets: Assets, name: str, height: float, *, turn: float = 0, shadow: bool = True, faded: bool = False
) -> pygame.Surface:
    """A sock of the drawer, its toe to the right, with SOCK_ROOM around it; cached.

    Args:
        assets: the scale.
        name: one of `knits.KNITS`.
        height: from the top of its cuff to its sole, in units.
        turn: counter-clockwise, in degrees, about its middle; the surface grows by it.
        shadow: whether it casts one on what it lies on.
        faded: washed out, for a day that is past or a sock that is out of reach.
    """
    return _sock(assets, name, float(height), float(turn), shadow=shadow, faded=faded)


@drawn
def _sock(
    assets: Assets, name: str, height: float, turn: float, *, shadow: bool, faded: bool
) -> pygame.Surface:
    u, fine = height / TALL, Assets(assets.scale * _FINE)
    w, h = _BOX[2] * u, _BOX[3] * u
    # Never thinner than two and a half units, or a small sock would lose its outline.
    ink = max(6.5, 2.5 / u)
    mask = draw(fine, path(_SILHOUETTE, "#FFFFFF"), w, h, _BOX)
    inside = clip(draw(fine, _inside(name, ink, detail=11 * u * assets.scale >= 3), w, h, _BOX), mask)
    blur = u * fine.scale
    inside.blit(inner_shade(mask, 10 * blur, (6 * blur, -8 * blur), 110), (0, 0))
    whole = stacked(inside.get_size(), (inside, draw(fine, _front(name, ink, u), w, h, _BOX)))
    if faded:
        whole.fill((255, 255, 255, 120), special_flags=pygame.BLEND_RGBA_MULT)
    whole = padded(whole, fine.px(SOCK_ROOM))
    if shadow:
        whole = lifted(fine, whole, (2.5, 4), 3, 110)
    if turn:
        whole = pygame.transform.rotozoom(whole, turn, 1)
    return _reduced(whole)


def _inside(name: str, ink: float, *, detail: bool) -> str:
    kind, tomato = knit_named(name), SEATS[0]
    wool = {
        tomato.colour: kind.base,
        tomato.dark: mix(kind.base, "#1A1030", 0.3),
        tomato.light: mix(kind.base, "#FFFFFF", 0.28),
    }
    text = drawing("sock").layer("inside", wool) + woven(name)
    if kind.heel:
        text += path(f"{_HEEL} {_TOE}", kind.heel, stroke=INK, stroke_width=round(ink * 0.55, 2))
    return text + (knit((40, 40, 290, 320), 11, 0.13) if detail else "")


def _front(name: str, ink: float, u: float) -> str:
    """Outline, cuff, the band below it and a shine."""
    kind = knit_named(name)
    count = 3 if u < 0.32 else 6
    ribs = "".join(f"M{70 + i * 80 / (count - 1):.0f} 17v34" for i in range(count))
    shaded = lin(
        "cuff", (54, 0, 166, 0), (0, mix(kind.cuff, "#8A6A40", 0.18)), (0.35, kind.cuff), (1, kind.cuff)
    )
    text = path(_SILHOUETTE, stroke=INK, stroke_width=round(ink, 2), stroke_linejoin="round")
    text += (
        shaded + path(_CUFF, "url(#cuff)") + line(ribs, mix(kind.cuff, "#B0803F", 0.45), round(ink * 0.8, 2))
    )
    text += line("M55 47 Q110 61 165 47", kind.band or kind.base, round(max(8, 2.4 / u), 2))
    return (
        text
        + path(_CUFF, stroke=INK, stroke_width=round(ink * 0.95, 2), stroke_linejoin="round")
        + line("M76 92 V146", "#FFFFFF", 8, stroke_opacity=0.4)
    )


@drawn
def stitched_sock(
    assets: Assets, height: float, thread: str = "#8F6C42", fill: str = WOOL, opacity: float = 0.55
) -> pygame.Surface:
    """The outline of a sock that is not there yet, stitched; as large as a `knit_sock` of this height."""
    u, fine = height / TALL, Assets(assets.scale * _FINE)
    stitch = max(8.0, 4.6 / u)
    body = path(_WHOLE, fill, fill_opacity=opacity)
    body += line(
        seam(_WHOLE, stitch, stitch * 0.85), thread, round(max(5.0, 2.2 / u), 2), stroke_opacity=0.95
    )
    return _reduced(padded(draw(fine, body, _BOX[2] * u, _BOX[3] * u, _BOX), fine.px(SOCK_ROOM)))


def _reduced(large: pygame.Surface) -> pygame.Surface:
    w, h = large.get_size()
    return pygame.transform.smoothscale(large, (max(1, w // _FINE), max(1, h // _FINE)))


@drawn
def knit_ring(assets: Assets, size: float, seat: int = 0) -> pygame.Surface:
    """A knitted ring in the wool of a seat: one link of a chain of days."""
    look = SEATS[seat]
    body = circle(20, 20, 13, "none", stroke=INK, stroke_width=13)
    body += circle(20, 20, 13, "none", stroke=look.colour, stroke_width=8)
    for number in range(12):
        angle = number * math.tau / 12
        start = f"M{20 + 10 * math.cos(angle):.1f} {20 + 10 * math.sin(angle):.1f}"
        body += line(
            f"{start} L{20 + 16 * math.cos(angle + 0.2):.1f} {20 + 16 * math.sin(angle + 0.2):.1f}",
            look.dark,
            2,
        )
    return draw(assets, body, size, size, (0, 0, 40, 40))

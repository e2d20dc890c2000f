"""Track, stations, the train and the small signs of Socks in the City, for hexagons of any size."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.games.city.screen.art_map import EDGE, RADIUS
from game.games.city.screen.art_socks import COLOURS
from game.ui.art.layers import draw, flipped, lifted, turned
from game.ui.art.palette import FOCUS, INK, LINEN, STITCH, WOOD, WOOL
from game.ui.art.svg import circle, line, path, rect, star
from game.ui.kit.assets import Assets, drawn

STEP: Final = RADIUS * math.sqrt(3)
"""From station to station, in the units of the drawings."""
_INSET: Final = 9.0
_LONG: Final = STEP - 2 * _INSET
_HALF: Final = 44.0
_WHOLE: Final = 56.0
"""Halves of the pictures around a link: for a piece, and for what reaches from station to station."""
BLACK: Final = "#120E1F"
GLOW: Final = "#FFC24D"


def _bar(
    assets: Assets, body: str, size: float, turn: int, *, shade: bool = False, half: float = _HALF
) -> pygame.Surface:
    """A drawing along the x axis from 0 to the length of a piece, turned, around the middle of its link."""
    wide = 2 * half * size / RADIUS
    inner = f'<g transform="rotate({turn}) translate({-_LONG / 2:.2f} 0)">{body}</g>'
    image = draw(assets, inner, wide, wide, (-half, -half, 2 * half, 2 * half))
    return lifted(assets, image, (1, 3), 3, 120) if shade else image


def _ticks(start: float, end: float, step: float, d: str) -> str:
    places = []
    x = start
    while x < end:
        places.append(f"M{x:.1f} {d}")
        x += step
    return " ".join(places)


def _white() -> str:
    body = rect(-2, -8.5, _LONG + 4, 17, 3, fill=INK) + rect(0, -6.2, _LONG, 12.4, 2, fill=WOOL)
    return body + path(_ticks(8, _LONG - 2, 9, "-6.2 V6.2"), stroke=INK, stroke_width=2.6)


def _black() -> str:
    body = rect(-3, -9, _LONG + 6, 18, 9, fill=WOOL) + rect(-0.4, -6.6, _LONG + 0.8, 13.2, 6.6, fill=BLACK)
    return body + "".join(circle(x, 0, 2.9, WOOL) for x in _places(9, _LONG - 4, 12))


def _places(start: float, end: float, step: float) -> list[float]:
    count = int((end - start) // step) + 1
    shift = (end - start - (count - 1) * step) / 2
    return [start + shift + step * number for number in range(count)]


@drawn
def track(assets: Assets, size: float, turn: int, seat: int) -> pygame.Surface:
    """A seat's piece: white with sleepers, or black with dots."""
    return _bar(assets, _white() if seat == 0 else _black(), size, turn, shade=True)


@drawn
def printed(assets: Assets, size: float, turn: int) -> pygame.Surface:
    """Printed track with the platform around its two joined stations."""
    reach = (STEP - _LONG) / 2
    ends = f"M{-reach:.2f} 0 L{_LONG + reach:.2f} 0"
    body = line(ends, EDGE, 33) + line(ends, "#62577F", 28)
    body += path(f"M0 0 H{_LONG:.1f}", stroke=EDGE, stroke_width=15)
    body += path(_ticks(5, _LONG, 8, "-7 V7"), stroke=WOOD, stroke_width=4)
    body += path(f"M0 -3.6 H{_LONG:.1f} M0 3.6 H{_LONG:.1f}", stroke=STITCH, stroke_width=2.4)
    return _bar(assets, body, size, turn, half=_WHOLE)


@drawn
def preview(assets: Assets, size: float, turn: int, seat: int, *, legal: bool = True) -> pygame.Surface:
    """Where the piece would lie: the seat's pattern in the blue of the focus, or a bar in red."""
    colour = FOCUS if legal else "#C8402F"
    body = rect(-4, -12, _LONG + 8, 24, 8, fill=WOOL) + rect(-1.5, -9.5, _LONG + 3, 19, 6, fill=colour)
    if not legal:
        body += line(f"M{_LONG / 2 - 6} -6 l12 12 m0 -12 l-12 12", WOOL, 4)
    elif seat == 0:
        body += rect(3, -5.4, _LONG - 6, 10.8, 2, fill=WOOL)
        body += path(_ticks(10, _LONG - 4, 9, "-5.4 V5.4"), stroke=INK, stroke_width=2.6)
    else:
        body += rect(3, -5.8, _LONG - 6, 11.6, 5.8, fill=BLACK)
        body += "".join(circle(x, 0, 2.5, WOOL) for x in _places(11, _LONG - 8, 11))
    return _bar(assets, body, size, turn)


@drawn
def wanted(assets: Assets, size: float, turn: int, *, missing: bool) -> pygame.Surface:
    """A link of a way: a dashed bar where a piece is missing, a warm edge where the track lies."""
    if missing:
        body = rect(0, -7.5, _LONG, 15, 6, fill=GLOW, fill_opacity=0.3)
        body += line(_ticks(4, _LONG - 6, 11, "0 h5"), EDGE, 10) + line(
            _ticks(4, _LONG - 6, 11, "0 h5"), GLOW, 5.5
        )
    else:
        body = rect(-6, -14, _LONG + 12, 28, 12, fill="none", stroke=GLOW, stroke_width=4.5)
    return _bar(assets, body, size, turn)


_BEADS: Final = {
    "red": "M-9 -6 H9 V6 H-9 Z",
    "yellow": "M0 -10 L8 0 L0 10 L-8 0 Z",
    "green": "M0 -8.5 L9.5 7 H-9.5 Z",
    "blue": "M-7 -7 H7 V7 H-7 Z",
    "violet": star(0, 0.8, 10.5, waist=0.5),
}
"""The shape of a bead for each pair; that of the last is round."""


def _bead(colour: str, edge: str) -> str:
    """The bead of a pair, told apart by its shape first."""
    fill, how = COLOURS[colour][0], {"stroke": edge, "stroke_width": 2.2, "stroke_linejoin": "round"}
    if colour not in _BEADS:
        return circle(0, 0, 7, fill, **how)
    bar = path("M-7 0 H7", stroke=WOOL, stroke_width=3) if colour == "red" else ""
    return path(_BEADS[colour], fill, **how) + bar


@drawn
def lane(assets: Assets, size: float, turn: int, seat: int, colours: tuple[str, ...]) -> pygame.Surface:
    """Where a seat wants a piece: its thread along one side of the link, a bead for each sock it leads to.

    The first seat's is white with ink edges, above the link; the other's black with white ones, below it.
    Beads have the shapes of what is knitted into the socks: bars, rhombs, points, squares, stars, spots.
    """
    y = -10.0 if seat == 0 else 10.0
    edge, thread = (INK, WOOL) if seat == 0 else (WOOL, BLACK)
    stitches = _ticks(3, _LONG - 6, 11, "0 h6") if seat == 0 else _ticks(3, _LONG - 3, 9, "0 h0.5")
    body = line(stitches, edge, 9) + line(stitches, thread, 4.6 if seat == 0 else 5.4)
    body = f'<g transform="translate(0 {y})">{body}</g>'
    step = min(19.0, _LONG / (len(colours) + 0.5))
    grown = min(1.0, step / 17)
    for number, colour in enumerate(colours):
        x = _LONG / 2 + (number - (len(colours) - 1) / 2) * step
        # Upright on every link, or a square would be a rhomb on some.
        upright = f"translate({x:.2f} {y}) rotate({-turn}) scale({grown:.2f})"
        body += f'<g transform="{upright}">{_bead(colour, WOOL if seat else INK)}</g>'
    return _bar(assets, body, size, turn, half=_WHOLE)


@drawn
def warmth(assets: Assets, size: float, turn: int) -> pygame.Surface:
    """Warm light below a link of a way that brought a sock home."""
    reach = (STEP - _LONG) / 2
    d = f"M{-reach:.2f} 0 L{_LONG + reach:.2f} 0"
    steps = (46, 0.12), (37, 0.18), (28, 0.24), (18, 0.34)
    body = "".join(line(d, GLOW, wide, stroke_opacity=share) for wide, share in steps)
    return _bar(assets, body, size, turn, half=_WHOLE)


@drawn
def sparkle(assets: Assets, size: float, turn: int, colour: str = "#FFD972") -> pygame.Surface:
    """Rays on both sides of the piece that was laid last."""
    middle = _LONG / 2
    d = " ".join(
        f"M{middle + u} {side * 13} L{middle + u * 1.5} {side * 20}" for u in (-13, 0, 13) for side in (-1, 1)
    )
    return _bar(assets, line(d, INK, 7) + line(d, colour, 3.6), size, turn)


@drawn
def station(assets: Assets, size: float, *, joined: bool, state: str = "") -> pygame.Surface:
    """A stop; a joined one has a warm heart. `state` is ``focus``, ``open`` (may be chosen) or empty."""
    wide = 60 * size / RADIUS
    heart = "#C8813A" if joined else "#3C3F7C"
    if state == "focus":
        thick = 5 * assets.bold
        body = circle(0, 0, 14, LINEN, stroke=WOOL, stroke_width=thick + 5)
        body += circle(0, 0, 14, LINEN, stroke=FOCUS, stroke_width=thick) + circle(0, 0, 5, heart)
    else:
        body = circle(0, 0, 10, EDGE) + circle(0, 0, 7.6, LINEN) + circle(0, 0, 3.4, heart)
        if state == "open":
            body = circle(0, 0, 13.5, EDGE) + circle(0, 0, 11.5, "#7FD6A4") + circle(0, 0, 7.6, LINEN)
            body += circle(0, 0, 3.4, heart)
    return draw(assets, body, wide, wide, (-30, -30, 60, 60))


@drawn
def focus(assets: Assets, size: float) -> pygame.Surface:
    """The ring around a sock that the cursor stands on."""
    wide = 90 * size / RADIUS
    thick = 5 * assets.bold
    body = circle(0, 0, 33, "none", stroke=WOOL, stroke_width=thick + 5)
    body += circle(0, 0, 33, "none", stroke=FOCUS, stroke_width=thick)
    return draw(assets, body, wide, wide, (-45, -45, 90, 90))


@drawn
def swatch(assets: Assets, seat: int, w: float = 56, *, gone: bool = False) -> pygame.Surface:
    """A piece of a seat's track for a panel, 24 units high; a dashed place for one that is laid."""
    if gone:
        body = rect(
            2, 3, w - 4, 18, 4, fill="none", stroke="#8C8798", stroke_width=2.4, stroke_dasharray="5 4"
        )
        return draw(assets, body, w, 24)
    if seat == 0:
        body = rect(1, 2, w - 2, 20, 4, fill=WOOL, stroke=INK, stroke_width=3)
        marks = [w / 2 + 10 * step for step in (-2, -1, 0, 1, 2) if abs(10 * step) < w / 2 - 5]
        body += "".join(path(f"M{x} 3 V21", stroke=INK, stroke_width=2.8) for x in marks)
    else:
        body = rect(1, 2, w - 2, 20, 10, fill=BLACK, stroke=WOOL, stroke_width=2)
        marks = [w / 2 + 11 * step for step in (-2, -1, 0, 1, 2) if abs(11 * step) < w / 2 - 5]
        body += "".join(circle(x, 12, 3, WOOL) for x in marks)
    return draw(assets, body, w, 24)


TRAIN: Final = (120.0, 80.0)


def _engine(paint: str) -> str:
    inked: dict[str, object] = {"stroke": INK, "stroke_width": 3.4, "stroke_linejoin": "round"}
    body = path("M62 62 h-8", stroke=INK, stroke_width=6)
    body += path("M6 44 H52 L48 64 H10 Z", paint, **inked) + path("M11 54 H48", stroke=WOOL, stroke_width=3)
    body += path("M62 30 H84 V64 H62 Z", WOOL, **inked)
    body += rect(67, 36, 12, 11, 2, fill=GLOW, stroke=INK, stroke_width=2.6)
    body += path("M58 30 Q73 20 88 30 Z", paint, **inked) + path(
        "M84 42 H106 Q114 44 114 54 V64 H84 Z", WOOL, **inked
    )
    body += path("M95 42 V30 H92 H104 H101 V42", "#4B4A63", **inked)
    body += circle(113, 54, 4.5, "#FFE9A8", stroke=INK, stroke_width=2.4)
    for x in (18, 40, 72, 98):
        body += circle(x, 66, 6.5, "#4B4A63", stroke=INK, stroke_width=3) + circle(x, 66, 2, WOOL)
    return body


@drawn
def train(assets: Assets, size: float, paint: str, lean: int = 0, *, left: bool = False) -> pygame.Surface:
    """The train without its load, facing right or left, leaning by some degrees up the hill."""
    wide = 2 * TRAIN[0] * size / RADIUS * 0.84
    image = draw(assets, _engine(paint), wide * 1.1, wide * 1.1, (-6, -26, 132, 132))
    image = lifted(assets, image, (0, 5), 5, 130)
    image = turned(image, lean)
    return flipped(image) if left else image


@drawn
def smoke(assets: Assets, size: float, age: int) -> pygame.Surface:
    """A puff of the engine, of age 0 to 5."""
    wide = (16 + 5 * age) * size / RADIUS
    return draw(
        assets, circle(20, 20, 16, "#EDEAF6", fill_opacity=0.85 - 0.14 * age), wide, wide, (0, 0, 40, 40)
    )

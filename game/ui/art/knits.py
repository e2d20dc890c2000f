"""Forty sock knits of the drawer, and socks at any size: complete, stitched placeholders, rings.

Knits are named after what they show, and know no game. Motifs with shapes are in assets/common/knits.svg;
everything else is generated here, as SVG text over a leg or any box.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import pygame

from game.ui.art.layers import (
    GOLD,
    INK,
    WOOL,
    art,
    clip,
    inner_shade,
    mix,
    padded,
    rasterize_units,
    stack_layers,
    with_shadow,
)
from game.ui.art.patterns import SEAT_LOOKS, motif
from game.ui.art.svg import drawing, group, knit, lin, line, path, rect, seam, star
from game.ui.core.assets import Assets, cached_drawing

LEG_AREA: Final = (40.0, 40.0, 300.0, 320.0)
"""Area that a pattern must cover: the leg and the foot of assets/common/sock.svg."""
SMALL_MOTIFS: Final = (
    (84, 98), (134, 120), (88, 150), (128, 182), (92, 222), (150, 238), (112, 276), (196, 270), (206, 224),
    (248, 250),
)  # fmt: skip
"""Positions of a sock's small motifs."""
LARGE_MOTIFS: Final = ((111, 97), (106, 165), (130, 232), (194, 261))  # positions of its large motifs
TOMATO, TEAL, MUSTARD, PLUM, SKY, LEAF, ROSE, NAVY = (seat.colour for seat in SEAT_LOOKS)
LINEN: Final = "#F6EBDD"
PINE: Final = "#1F4A3A"


@dataclass(frozen=True, slots=True)
class Knit:
    """Knitting of a sock.

    Attributes:
        base: main wool.
        heel: wool of heel and toe; empty for ``base``.
        band: line below the cuff.
        woven: returns SVG text of a pattern that covers LEG; empty for none.
        shape: motif of assets/common/knits.svg that is drawn at FEW; empty for none.
        turns: rotation of each motif in degrees.
        size: scale of the motifs.
        cuff: wool of the cuff.
    """

    base: str
    heel: str = ""
    band: str = ""
    woven: Callable[[], str] = str
    shape: str = ""
    turns: tuple[float, float, float, float] = (0, 0, 0, 0)
    size: float = 1.0
    cuff: str = WOOL


def place_motif(body: str, x: float, y: float, size: float = 1, turn: float = 0) -> str:
    """SVG text of a motif at a position, scaled and rotated clockwise by ``turn`` degrees."""
    return group(body, f"translate({x} {y}) rotate({turn}) scale({size})")


def shape(name: str) -> str:
    """SVG text of a motif of assets/common/knits.svg, around its own middle. KeyError if unknown."""
    return drawing("knits").layer(name)


def _spread_motif(name: str, size: float, spots: Sequence[tuple[int, int]] = SMALL_MOTIFS) -> str:
    """SVG text of a motif at all ``spots``."""
    return "".join(place_motif(shape(name), x, y, size) for x, y in spots)


def _rings(rows: Sequence[tuple[float, float, str]]) -> str:
    """SVG text of rings round the leg, each (top, height, wool)."""
    return "".join(
        path(f"M36 {y} Q110 {y + 10} 184 {y} V{y + h} Q110 {y + h + 10} 36 {y + h}Z", wool)
        for y, h, wool in rows
    )


def _foot_rings(rows: Sequence[tuple[float, float, str]]) -> str:
    """SVG text of rings round the foot, each (left, width, wool)."""
    return "".join(
        path(f"M{x} 176 Q{x - 18} 245 {x + 6} 324 H{x + w + 6} Q{x + w - 18} 245 {x + w} 176Z", wool)
        for x, w, wool in rows
    )


def _scaled_pattern(kind: str, wool: str, size: float) -> Callable[[], str]:
    """Function that returns SVG text of a seat's pattern, scaled for socks."""
    return lambda: motif(kind, LEG_AREA, wool, size)


def _stripes() -> str:
    """SVG text of white stripes."""
    legs = [(84, 18, WOOL), (120, 18, WOOL), (156, 18, WOOL)]
    return _rings(legs) + _foot_rings([(138, 18, WOOL), (176, 18, WOOL)])


def _rainbow() -> str:
    """SVG text of stripes in six wools."""
    wools = (TOMATO, "#F2A03A", GOLD, LEAF, SKY, PLUM)
    legs = _rings([(62 + i * 21, 22, wool) for i, wool in enumerate(wools)])
    return legs + _foot_rings([(118 + i * 17, 18, wool) for i, wool in enumerate(reversed(wools))])


def _fair_isle() -> str:
    """SVG text of rings with small diamonds."""
    red, green = "#C8402F", TEAL
    diamond = path("M0 -14 L11 0 L0 14 L-11 0Z", green)
    text = _rings([(76, 50, red), (80, 5, WOOL), (117, 5, WOOL)])
    text += "".join(
        place_motif(diamond, 56 + i * 22, 105 + 5 * math.sin((i + 0.5) / 6 * math.pi)) for i in range(6)
    )
    text += _rings([(146, 26, WOOL)])
    for i in range(8):
        text += place_motif(
            path("M0 -8 L6 0 L0 8 L-6 0Z", red), 54 + i * 16, 164 + 5 * math.sin((i + 0.5) / 8 * math.pi)
        )
    text += _foot_rings([(136, 46, red), (139, 5, WOOL), (174, 5, WOOL)])
    for i in range(6):
        text += place_motif(diamond, 157 - 8 * math.sin((i + 0.5) / 6 * math.pi), 196 + i * 20, 0.9)
    return text


_TOOTH_PERIOD: Final = 62.0  # period of the houndstooth pattern, in units


def _houndstooth() -> str:
    """SVG text of dark houndstooth, without its ground."""
    step, text = _TOOTH_PERIOD / 8, ""
    for row in range(40):
        start: int | None = None
        for column in range(38):
            # Four dark and four light threads in both directions, over two and under two.
            thread = column if (row - column) % 4 < 2 else row
            dark = column < 37 and thread % 8 < 4
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                x, y, w = 40 + start * step, 44 + row * step, (column - start) * step
                text += rect(round(x, 1), round(y, 1), round(w + 0.4, 1), step + 0.4, 0, fill=INK)
                start = None
    return text


def _tartan() -> str:
    """SVG text of broad and fine stripes in both directions."""
    broad = "".join(f"M{60 + i * 46} 40V320 M40 {76 + i * 46}H300 " for i in range(6))
    fine = "".join(f"M{84 + i * 46} 40V320 M40 {99 + i * 46}H300 " for i in range(6))
    stripes = path(broad, stroke=PINE, stroke_width=15, stroke_opacity=0.6)
    return stripes + path(fine, stroke=GOLD, stroke_width=5)


def _candy() -> str:
    """SVG text of white diagonal stripes."""
    return "".join(
        path(f"M{-100 + i * 44} 330 L{120 + i * 44} 20", stroke=WOOL, stroke_width=20) for i in range(11)
    )


def _argyle() -> str:
    """SVG text of two rows of diamonds with fine threads across them."""
    text = ""
    for row in range(5):
        for column in range(5):
            x, y = 54 + column * 56, 80 + row * 66
            text += path(f"M{x} {y - 33} L{x + 28} {y} L{x} {y + 33} L{x - 28} {y}Z", "#C4631A")
            text += path(
                f"M{x + 28} {y} L{x + 56} {y + 33} L{x + 28} {y + 66} L{x} {y + 33}Z", NAVY, fill_opacity=0.5
            )
    # From corner to corner of every second diamond, at the slope of their edges.
    slopes = "".join(
        f"M{26 + i * 56 - 112} 14 l264 311 M{82 + i * 56 + 112 - 112} 14 l-264 311 " for i in range(9)
    )
    return text + path(slopes, stroke=WOOL, stroke_width=3.5, stroke_opacity=0.85)


def _diamonds() -> str:
    """SVG text of large plain diamonds, which are easy to recognise."""
    spots = ((110, 74), (110, 146), (104, 218), (130, 284), (196, 262), (62, 110), (158, 110), (58, 182),
             (156, 182), (244, 236))  # fmt: skip
    return "".join(path(f"M{x} {y - 32} L{x + 21} {y} L{x} {y + 32} L{x - 21} {y}Z", WOOL) for x, y in spots)


def _tracks() -> str:
    """SVG text of a railway track along the leg and foot."""
    sleepers = (
        (110, 76, 0), (110, 98, 0), (109, 120, 2), (108, 142, 3), (107, 164, 4), (108, 186, -4),
        (114, 208, -22), (130, 229, -48), (152, 240, -72), (176, 246, -84), (200, 248, -90), (224, 249, -90),
    )  # fmt: skip
    wood = "".join(place_motif(line("M-21 0H21", "#C98E52", 10), x, y, 1, turn) for x, y, turn in sleepers)
    left = "M100 60 C100 150 90 190 110 228 C134 262 190 262 290 260"
    right = "M120 60 C120 150 112 190 130 216 C148 240 190 241 290 240"
    return wood + line(f"{left} {right}", WOOL, 6)


_HOUSES: Final = (
    (56, 124, 36, 200),
    (92, 84, 34, 240),
    (126, 146, 34, 200),
    (160, 204, 36, 120),
    (196, 228, 34, 100),
)


def _windows() -> str:
    """SVG text of a city at night with the moon above it."""
    text = place_motif(shape("moon"), 82, 92, 0.5)
    for x, y, w, h in _HOUSES:
        text += rect(x, y, w, h, 0, fill="#16264A")
        for floor in range(h // 24):
            for pane in range(2):
                is_lit = (floor * 3 + pane * 5 + x) % 4
                text += rect(
                    x + 6 + pane * 15, y + 8 + floor * 24, 9, 12, 0, fill=GOLD if is_lit else "#3B5688"
                )
    return text


def _moons() -> str:
    """SVG text of large moons between stars."""
    stars = ((76, 132), (138, 134), (80, 204), (146, 190), (150, 286), (224, 224), (96, 250))
    few = "".join(place_motif(shape("moon"), x, y, 0.92) for x, y in LARGE_MOTIFS)
    return few + "".join(path(star(x, y, 10), WOOL) for x, y in stars)


def _planets() -> str:
    """SVG text of large planets between stars."""
    stars = ((70, 128), (144, 130), (78, 204), (150, 186), (150, 286), (224, 224), (100, 262))
    few = "".join(
        place_motif(shape("planet"), x, y, 0.95, turn)
        for (x, y), turn in zip(LARGE_MOTIFS, (-8, 12, -4, 20), strict=True)
    )
    return "".join(path(star(x, y, 7), WOOL) for x, y in stars) + few


def _stars() -> str:
    """SVG text of white stars at SPOTS."""
    return "".join(path(star(x, y, 21), WOOL) for x, y in SMALL_MOTIFS)


def _cards() -> str:
    """SVG text of spades and diamonds at SPOTS."""
    return "".join(
        place_motif(shape(("spade", "diamond")[i % 2]), x, y, 0.66) for i, (x, y) in enumerate(SMALL_MOTIFS)
    )


def _bees() -> str:
    """SVG text of a honeycomb with large bees."""
    comb = ""
    for row in range(9):
        for column in range(8):
            x, y = 44 + column * 40 + row % 2 * 20, 58 + row * 34
            corners = " L".join(
                f"{x + 22 * math.sin(i * math.pi / 3):.1f} {y + 22 * math.cos(i * math.pi / 3):.1f}"
                for i in range(6)
            )
            comb += f"M{corners}Z"
    few = zip(LARGE_MOTIFS, (-14, 12, -8, 16), strict=True)
    return line(comb, "#C97F0A", 5) + "".join(
        place_motif(shape("bee"), x, y, 0.84, turn) for (x, y), turn in few
    )


def _confetti() -> str:
    """SVG text of dots and strips in six wools."""
    wools = (TOMATO, GOLD, SKY, LEAF, ROSE, PLUM)
    text = ""
    for row in range(12):
        for column in range(11):
            number = row * 7 + column * 3
            x, y = 46 + column * 26 + row % 2 * 13, 68 + row * 22
            dot = "M0 -8 A8 8 0 1 1 0 8 A8 8 0 1 1 0 -8Z"
            body = path(dot if number % 3 else "M-10 -4 H10 V4 H-10Z", wools[number % 6])
            text += place_motif(body, x, y, 1, number * 37 % 180)
    return text


def _patchwork() -> str:
    """SVG text of squares of other socks, sewn together with a white thread."""
    patches = (
        (TOMATO, "dots"), (GOLD, ""), (TEAL, "stars"), (WOOL, "checks"), (SKY, ""), (ROSE, "hearts"),
        (LEAF, "dots"),
    )  # fmt: skip
    text, seams, size = "", "", 62
    for row in range(5):
        for column in range(5):
            x, y = 49 + column * size, 62 + row * size
            wool, kind = patches[(row * 3 + column) % len(patches)]
            text += rect(x, y, size, size, 0, fill=wool)
            box = (x + 13.0, y + 13.0, x + size - 6.0, y + size - 6.0)
            text += motif(kind, box, ROSE if wool == WOOL else WOOL, 0.9) if kind else ""
            seams += f"M{x} {y} h{size} M{x} {y} v{size} "
    ends = range(6)
    dashes = "".join(f"M{49 + i * size} {y} v9 " for i in ends for y in range(64, 330, 17))
    dashes += "".join(f"M{x} {62 + i * size} h9 " for i in ends for x in range(42, 300, 17))
    return text + path(seams, stroke=INK, stroke_width=5) + path(dashes, stroke=WOOL, stroke_width=5)


_KNITS: Final[dict[str, Knit]] = {
    "stripes": Knit(TOMATO, WOOL, MUSTARD, _stripes),
    "lanterns": Knit(TEAL, "#0A5654", GOLD, shape="lantern", size=1.02),
    "chevrons": Knit(PLUM, "#552A68", WOOL, _scaled_pattern("chevrons", "#F2A0B8", 1.5)),
    "rockets": Knit(PLUM, MUSTARD, TOMATO, shape="rocket", turns=(10, -8, 12, 60), size=1.02),
    "chairs": Knit(MUSTARD, "#7A4B2A", "#C8402F", shape="chair", size=1.0),
    "footballs": Knit(LEAF, "#357035", WOOL, shape="football", turns=(0, 20, -14, 8)),
    "windows": Knit("#3A5FA8", "#16264A", GOLD, _windows),
    "confetti": Knit("#FFF6E6", ROSE, SKY, _confetti),
    "fair-isle": Knit(LINEN, TEAL, TEAL, _fair_isle),
    "boats": Knit("#BFE0F2", SKY, SKY, shape="boat", turns=(-6, 6, -4, 8), size=0.95),
    "planets": Knit(NAVY, "#F2A03A", "#F2A03A", _planets),
    "houndstooth": Knit(WOOL, TOMATO, TOMATO, _houndstooth, cuff="#F0775A"),
    "checks": Knit(SKY, TOMATO, TOMATO, _scaled_pattern("checks", WOOL, 1.5)),
    "trains": Knit("#8FB9A8", PINE, TOMATO, shape="train", size=0.95),
    "rainbow": Knit(WOOL, "", PLUM, _rainbow),
    "pagodas": Knit("#F8C95A", TOMATO, TOMATO, shape="pagoda", size=0.95),
    "stars": Knit("#357E86", GOLD, GOLD, _stars),
    "envelopes": Knit("#D98E73", NAVY, WOOL, shape="envelope", turns=(-8, 8, -6, 14), size=0.88),
    "clovers": Knit("#2A6B4F", "#A9D08E", "#A9D08E", shape="clover", turns=(0, 14, -10, 20), size=0.98),
    "tracks": Knit("#4A4063", TOMATO, GOLD, _tracks),
    "suns": Knit("#BFE0F2", MUSTARD, "#F2A03A", shape="sun", turns=(0, 10, -8, 12), size=0.92),
    "blossoms": Knit("#F6D5C6", LEAF, LEAF, shape="flower", turns=(0, 18, -12, 30)),
    "bolts": Knit("#6A6482", GOLD, GOLD, shape="bolt", turns=(6, -6, 10, 40), size=1.02),
    "crowns": Knit("#93264F", GOLD, GOLD, shape="crown", turns=(-6, 6, -8, 12), size=0.9),
    "candy": Knit(TOMATO, "", WOOL, _candy),
    "moons": Knit(NAVY, "#16264A", "#FFD25A", _moons),
    "bees": Knit("#F8C95A", "#7A4F00", INK, _bees),
    "waves": Knit("#1F6E8C", WOOL, WOOL, _scaled_pattern("waves", WOOL, 1.4)),
    "cards": Knit(LINEN, INK, TOMATO, _cards),
    "argyle": Knit(MUSTARD, NAVY, NAVY, _argyle),
    "whistles": Knit("#B5352A", INK, GOLD, shape="whistle", turns=(-8, 8, -10, 10), size=0.98),
    "cats": Knit("#F2A0B8", "#4A4063", "#4A4063", shape="cat", turns=(-6, 6, -8, 10), size=0.92),
    "notes": Knit(NAVY, TOMATO, TOMATO, shape="note", turns=(-6, 8, -6, 12), size=1.02),
    "fish": Knit(TEAL, "#F2A03A", "#F2A03A", shape="fish", turns=(-8, 8, -10, 14), size=0.96),
    "snow": Knit(SKY, WOOL, WOOL, shape="snow", turns=(0, 12, -8, 20), size=0.96),
    "tartan": Knit("#B5352A", PINE, PINE, _tartan),
    "mushrooms": Knit("#B9D38F", "#7A4B2A", "#7A4B2A", shape="mushroom", turns=(-4, 8, -8, 14), size=0.94),
    "hearts": Knit(ROSE, TOMATO, TOMATO, lambda: _spread_motif("heart", 0.62)),
    "patchwork": Knit(LINEN, "#7A4B2A", "#7A4B2A", _patchwork),
    "cherries": Knit("#FFEFC2", TOMATO, TOMATO, shape="cherry", turns=(0, 8, -8, 12), size=0.98),
}
KNITS: Final = tuple(_KNITS)  # names of the forty knits of the drawer


def knit_of_day(number: int) -> str:
    """Name of the daily sock's knit by the day of the month, from 1; different for 40 numbers, then again."""
    return KNITS[(number - 1) % len(KNITS)]


def knit_named(name: str) -> Knit:
    """Knit of a name from KNITS or `odd`. Raises KeyError for another name."""
    return _KNITS.get(name) or _ODD_KNITS[name]


def odd(colour: int, pattern: int) -> str:
    """Name of a sock with the colour of one seat and the pattern of another, which is not in the drawer.

    Both ends of an encrypted connection show three of them for comparison; sas_handshake.js draws the same
    (`extras/sockdrawer_elsewhere/far`).
    """
    return f"{SEAT_LOOKS[colour].name} {SEAT_LOOKS[pattern].pattern}"


def _odd(base: str, pattern: str) -> Knit:
    """Knit with a seat's colour and the pattern of a seat."""
    size = {"dots": 2.0, "stars": 2.0, "hearts": 2.2}.get(pattern, 1.5)
    draw_pattern = _diamonds if pattern == "argyle" else _scaled_pattern(pattern, WOOL, size)
    return Knit(base, WOOL if pattern == "heel" else "", INK, draw_pattern)


_ODD_KNITS: Final = {
    odd(n, pattern): _odd(SEAT_LOOKS[n].colour, SEAT_LOOKS[pattern].pattern)
    for n in range(8)
    for pattern in range(8)
}


@cache
def woven(name: str) -> str:
    """SVG text of everything knitted into a sock, for the box LEG, to be clipped by its silhouette."""
    kind = knit_named(name)
    text = kind.woven()
    if kind.shape:
        motifs = zip(LARGE_MOTIFS, kind.turns, strict=True)
        text += "".join(place_motif(shape(kind.shape), x, y, kind.size, turn) for (x, y), turn in motifs)
    return text


DRAWN_HEIGHT: Final = 312.0
"""Height in units at which one unit of the drawing is one canvas unit."""
_BOX: Final = (36.0, -14.0, 252.0, 336.0)
SOCK_ROOM: Final = 8.0  # margin around every sock for its shadow, in units
_OVERSAMPLING: Final = 3
"""Oversampling factor, so that small motifs stay clear."""
_SILHOUETTE: Final = (
    "M62 40 L158 40 C157 100 155 140 159 164 C162 184 184 190 210 196 C256 206 276 238 268 268 "
    "C260 294 228 304 190 302 C140 300 100 304 72 276 C48 250 58 190 60 150 Z"
)
_CUFF: Final = "M56 8 Q110 -2 164 8 Q170 34 164 58 Q110 72 56 58 Q50 34 56 8Z"
_WHOLE_SOCK: Final = (
    "M56 8 Q110 -2 164 8 Q168 34 159 60 C157 110 155 140 159 164 C162 184 184 190 210 196 "
    "C256 206 276 238 268 268 C260 294 228 304 190 302 C140 300 100 304 72 276 C48 250 58 190 60 150 "
    "L60 60 Q52 34 56 8Z"
)
_HEEL: Final = "M36 214 Q104 210 116 322 L36 330Z"
_TOE: Final = "M232 170 Q204 245 234 330 L310 330 V160Z"


def knit_sock(
    assets: Assets, name: str, height: float, *, turn: float = 0, shadow: bool = True, faded: bool = False
) -> pygame.Surface:
    """Sock of the drawer with its toe to the right and a margin of SOCK_ROOM; cached.

    Args:
        assets: the scale.
        name: one of `knits.KNITS`.
        height: from the top of its cuff to its sole, in units.
        turn: counter-clockwise rotation in degrees about its middle, which enlarges the surface.
        shadow: True to draw its shadow.
        faded: True for washed-out colours, for a past day or a locked sock.
    """
    return _sock(assets, name, float(height), float(turn), shadow=shadow, faded=faded)


@cached_drawing
def _sock(
    assets: Assets, name: str, height: float, turn: float, *, shadow: bool, faded: bool
) -> pygame.Surface:
    """Sock of `knit_sock`, cached."""
    u, fine = height / DRAWN_HEIGHT, Assets(assets.scale * _OVERSAMPLING)
    w, h = _BOX[2] * u, _BOX[3] * u
    # At least 2.5 units thick, or a small sock would lose its outline.
    ink = max(6.5, 2.5 / u)
    mask = rasterize_units(fine, path(_SILHOUETTE, "#FFFFFF"), w, h, _BOX)
    inside = clip(
        rasterize_units(fine, _inside(name, ink, detail=11 * u * assets.scale >= 3), w, h, _BOX), mask
    )
    blur = u * fine.scale
    inside.blit(inner_shade(mask, 10 * blur, (6 * blur, -8 * blur), 110), (0, 0))
    whole = stack_layers(inside.get_size(), (inside, rasterize_units(fine, _front(name, ink, u), w, h, _BOX)))
    if faded:
        whole.fill((255, 255, 255, 120), special_flags=pygame.BLEND_RGBA_MULT)
    whole = padded(whole, fine.px(SOCK_ROOM))
    if shadow:
        whole = with_shadow(fine, whole, (2.5, 4), 3, 110)
    if turn:
        whole = pygame.transform.rotozoom(whole, turn, 1)
    return _reduce(whole)


def _inside(name: str, ink: float, *, detail: bool) -> str:
    """SVG text of the knitting, with heel and toe; ``detail`` adds single stitches."""
    kind, tomato = knit_named(name), SEAT_LOOKS[0]
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
    """SVG text of the outline, the cuff, the band below it and a shine."""
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


BLANK_OPACITY: Final = 0.4  # of the yarn of a sock that is not earned yet


@cached_drawing
def stitched_sock(
    assets: Assets, height: float, thread: str = "#8F6C42", fill: str = WOOL, opacity: float = 0.55
) -> pygame.Surface:
    """Stitched outline of a missing sock, as large as a `knit_sock` of this height."""
    u, fine = height / DRAWN_HEIGHT, Assets(assets.scale * _OVERSAMPLING)
    stitch = max(8.0, 4.6 / u)
    body = path(_WHOLE_SOCK, fill, fill_opacity=opacity)
    body += line(
        seam(_WHOLE_SOCK, stitch, stitch * 0.85), thread, round(max(5.0, 2.2 / u), 2), stroke_opacity=0.95
    )
    return _reduce(padded(rasterize_units(fine, body, _BOX[2] * u, _BOX[3] * u, _BOX), fine.px(SOCK_ROOM)))


def _reduce(large: pygame.Surface) -> pygame.Surface:
    """Surface reduced to a third of its size."""
    w, h = large.get_size()
    return pygame.transform.smoothscale(large, (max(1, w // _OVERSAMPLING), max(1, h // _OVERSAMPLING)))


@cached_drawing
def knit_ring(assets: Assets, size: float, seat: int) -> pygame.Surface:
    """Knitted ring in the wool of a seat, ``size`` x ``size`` units: one link of a chain of days."""
    look = SEAT_LOOKS[seat]
    return art(assets, "signs", size, size, layer="ring", colour=look.colour, dark=look.dark)

"""Drawings of track, stations, socks, the train and small signs, for hexagons of any size.

The six pairs of socks differ in outline and pattern, not only in colour.
"""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.games.city.screen.art_map import EDGE, RADIUS
from game.ui.art.layers import (
    FOCUS,
    INK,
    LINEN,
    STITCH,
    WOOD,
    WOOL,
    clip,
    flipped,
    padded,
    rasterize_units,
    turned,
    with_shadow,
)
from game.ui.art.svg import circle, lin, line, path, rect, star
from game.ui.core.assets import Assets, cached_drawing

COLOURS: Final[dict[str, tuple[str, str]]] = {
    "red": ("#D9482B", "#9A2B16"),
    "yellow": ("#F0B021", "#B57C0B"),
    "green": ("#4F9A4F", "#2A5F2C"),
    "blue": ("#3E8EDE", "#1D5596"),
    "violet": ("#8E4FAE", "#56296F"),
    "orange": ("#F08A3C", "#B4561A"),
}
PLAIN: Final = "M32 16 L68 16 L68 56 Q71 64 82 69 Q97 76 94 91 Q91 103 76 103 L50 103 Q27 101 30 72 Z"
BODIES: Final = {
    "violet": (
        "M32 16 L68 16 L68 56 Q72 66 84 70 Q100 74 104 56 Q112 84 94 98 Q86 103 76 103 L50 103 "
        "Q27 101 30 72 Z"
    ),
    "orange": (
        "M32 16 L68 16 L68 58 Q72 62 78 62 Q86 58 90 66 Q98 66 98 74 Q105 78 101 86 Q104 95 95 97 "
        "Q90 104 80 103 L50 103 Q27 101 30 72 Z"
    ),
}
_BOX = (-4.0, -8.0, 120.0, 120.0)
INKED: dict[str, object] = {
    "stroke": INK,
    "stroke_width": 6,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}


def pattern(colour: str) -> str:
    """SVG of the pattern knitted into a sock."""
    match colour:
        case "red":
            return line("M20 38 H90 M20 56 H90 M20 76 L66 76 M66 60 L60 110 M84 60 L78 110", WOOL, 8)
        case "yellow":
            rhombs = "".join(
                path(f"M{x} {y - 13} L{x + 9.5} {y} L{x} {y + 13} L{x - 9.5} {y} Z", WOOL, stroke="#7A4B2A",
                     stroke_width=2.4)
                for x, y in ((50, 47), (50, 78), (74, 88))
            )  # fmt: skip
            return rhombs + path(
                "M30 32 l40 60 M70 32 l-40 60", stroke="#7A4B2A", stroke_width=2.6, stroke_dasharray="5 3"
            )
        case "green":
            return line(
                "M22 38 L34 46 L46 36 L58 46 L70 36 L84 46 M22 56 L34 64 L46 54 L58 64 L74 54 "
                "M22 76 L34 84 L46 74 L58 84 L70 74 L84 84 L98 76 "
                "M22 95 L34 103 L46 93 L58 103 L70 93 L84 103 L98 93",
                WOOL, 6,
            )  # fmt: skip
        case "blue":
            return "".join(
                rect(x, y, 10, 10, 0, fill=WOOL)
                for row, y in enumerate(range(34, 110, 10))
                for x in range(20 + 10 * (row % 2), 104, 20)
            )
        case "violet":
            places = ((42, 42), (58, 58), (41, 74), (60, 88), (82, 84), (42, 96))
            return "".join(path(star(x, y, 9.5), WOOL) for x, y in places)
    spots = ((40, 40), (59, 40), (49, 57), (40, 74), (60, 74), (49, 91), (70, 90), (86, 80))
    return "".join(circle(x, y, 6.2, WOOL) for x, y in spots)


def cuff(colour: str) -> str:
    """SVG of the upper edge of a sock. Each colour has a different shape."""
    plain = path("M27 8 Q50 3 73 8 L72 26 Q50 31 28 26 Z", WOOL, **INKED)
    match colour:
        case "red":
            pompom = circle(82, 13, 14, WOOL, **INKED)
            return plain + pompom + line("M78 8 l3 4 M88 10 l-4 4 M80 19 l4 -1", INK, 2.5)
        case "yellow":
            bow = path("M52 16 L26 2 Q18 16 26 32 Z M52 16 L78 2 Q86 16 78 32 Z", "#12807E", **INKED)
            return plain + bow + circle(52, 17, 8, "#12807E", **INKED)
        case "green":
            return path(
                "M22 10 Q22 0 32 4 Q40 -3 50 4 Q60 -3 68 4 Q78 0 78 10 L80 26 Q76 36 68 28 Q60 38 50 29 "
                "Q40 38 32 28 Q24 36 20 26 Z", WOOL, **INKED,
            )  # fmt: skip
        case "blue":
            fold = path("M22 4 H78 L80 34 H20 Z", COLOURS["blue"][1], **INKED)
            return fold + circle(50, 19, 8, WOOL, stroke=INK, stroke_width=4)
        case "violet":
            return circle(102, 50, 9, "#F0B021", stroke=INK, stroke_width=5) + plain
    return plain


def heel(colour: str) -> str:
    """SVG of the shade at the back of a sock."""
    return path("M26 16 H40 L40 72 Q38 96 56 108 H24 Z", COLOURS[colour][1], fill_opacity=0.35)


@cached_drawing
def city_sock(assets: Assets, colour: str, size: float, *, flip: bool = False) -> pygame.Surface:
    """One sock of a pair, ``size`` units wide and high."""
    body = BODIES.get(colour, PLAIN)
    # Drawn twice as large and halved: the pattern is clipped pixel by pixel, which would leave a jagged edge.
    double = 2 * size

    def layer(inner: str) -> pygame.Surface:
        """Picture of a drawing in the coordinates of a sock, twice as large as the sock."""
        return rasterize_units(assets, inner, double, double, _BOX)

    whole = layer(path(body, COLOURS[colour][0]))
    whole.blit(clip(layer(pattern(colour) + heel(colour)), layer(path(body, "#FFFFFF"))), (0, 0))
    whole.blit(layer(path(body, "none", **INKED) + cuff(colour)), (0, 0))
    small = pygame.transform.smoothscale(whole, (assets.px(size), assets.px(size)))
    return flipped(small) if flip else small


def _ring(owner: int) -> str:
    """SVG of the ring around a joined sock: sleepers for the first seat, dots for the second."""
    if owner == 0:
        return circle(34, 34, 30, "none", stroke=INK, stroke_width=9) + circle(
            34, 34, 30, "none", stroke=WOOL, stroke_width=6, stroke_dasharray="7 2.1"
        )
    return (
        circle(34, 34, 30, "none", stroke=WOOL, stroke_width=9)
        + circle(34, 34, 30, "none", stroke="#120E1F", stroke_width=6)
        + circle(
            34,
            34,
            30,
            "none",
            stroke=WOOL,
            stroke_width=3.4,
            stroke_dasharray="0.1 9",
            stroke_linecap="round",
        )
    )


SIGN: Final = 80.0  # width of the picture of a sign, in units, on a hexagon of radius 42


def sign_body(owner: int, state: str) -> str:
    """SVG of the disc of a sign around (34, 34), ringed if owned or in ``focus``, grey if ``out``."""
    fill = "#FFE2A0" if owner >= 0 else "#C9C2D8" if state == "out" else LINEN
    body = (_ring(owner) if owner >= 0 else "") + circle(34, 34, 27, fill, stroke=INK, stroke_width=3)
    if state == "focus":
        body = circle(34, 34, 33, "none", stroke=WOOL, stroke_width=7) + body
        body += circle(34, 34, 31.5, "none", stroke="#FFC24D", stroke_width=5)
    return body


@cached_drawing
def sign(assets: Assets, colour: str, size: float, owner: int = -1, state: str = "") -> pygame.Surface:
    """Picture of a sock on its station, or of a blocker if ``colour`` is empty. ``size``: hexagon radius.

    ``owner`` is the seat that took the third sock, -1 for none. ``state`` is ``focus``, ``out`` for a pair
    that can no longer be joined, or empty.
    """
    width = SIGN * size / 42
    image = rasterize_units(assets, sign_body(owner, state), width, width, (-6, -6, 80, 80))
    whole = with_shadow(assets, padded(image, assets.px(8)), (0, 3), 4, 140)
    sock = city_sock(assets, colour, 48 * size / 42) if colour else blocker(assets, 46 * size / 42)
    if state == "out":
        sock = sock.copy()  # the original is cached for socks that are not out
        sock.set_alpha(120)
    middle = whole.get_width() // 2
    whole.blit(sock, sock.get_rect(center=(middle + assets.px(1), middle - assets.px(1))))
    return whole


def blocker_body() -> str:
    """SVG of a spare sock, turned over: grey, with a bar across it."""
    body = path(PLAIN, "#8C8798", **INKED) + path(
        "M27 8 Q50 3 73 8 L72 26 Q50 31 28 26 Z", "#C9C4D4", **INKED
    )
    return body + line("M20 98 L94 26", INK, 15) + line("M20 98 L94 26", "#FFD25A", 9)


@cached_drawing
def blocker(assets: Assets, size: float) -> pygame.Surface:
    """Picture of a spare sock, ``size`` units wide and high."""
    return rasterize_units(assets, blocker_body(), size, size, _BOX)


@cached_drawing
def stop(assets: Assets, size: float) -> pygame.Surface:
    """Small no-entry sign, ``size`` units wide and high."""
    body = circle(20, 20, 17, WOOL, stroke=INK, stroke_width=3) + circle(20, 20, 12.5, "#C8402F")
    return rasterize_units(assets, body + rect(11, 17, 18, 6, 1.5, fill=WOOL), size, size, (0, 0, 40, 40))


STEP: Final = RADIUS * math.sqrt(3)  # distance between neighbouring stations, in drawing units
_INSET: Final = 9.0
LONG: Final = STEP - 2 * _INSET
_HALF: Final = 44.0
# half widths of pictures around a link: for a piece, and for drawings from station to station
_WHOLE: Final = 56.0
BLACK: Final = "#120E1F"
GLOW: Final = "#FFC24D"


def _bar(
    assets: Assets, body: str, size: float, turn: int, *, shade: bool = False, half: float = _HALF
) -> pygame.Surface:
    """Picture, around a link's middle, of a drawing along x from 0 to `LONG`, turned. ``size``: radius."""
    width = 2 * half * size / RADIUS
    inner = f'<g transform="rotate({turn}) translate({-LONG / 2:.2f} 0)">{body}</g>'
    image = rasterize_units(assets, inner, width, width, (-half, -half, 2 * half, 2 * half))
    return with_shadow(assets, image, (1, 3), 3, 120) if shade else image


def _ticks(start: float, end: float, step: float, d: str) -> str:
    """SVG path data of the stroke ``d`` at each ``step`` from ``start`` to before ``end``."""
    places = []
    x = start
    while x < end:
        places.append(f"M{x:.1f} {d}")
        x += step
    return " ".join(places)


def white() -> str:
    """SVG of a piece of the first seat: sleepers."""
    body = rect(-2, -8.5, LONG + 4, 17, 3, fill=INK) + rect(0, -6.2, LONG, 12.4, 2, fill=WOOL)
    return body + path(_ticks(8, LONG - 2, 9, "-6.2 V6.2"), stroke=INK, stroke_width=2.6)


def black() -> str:
    """SVG of a piece of the second seat: dots."""
    body = rect(-3, -9, LONG + 6, 18, 9, fill=WOOL) + rect(-0.4, -6.6, LONG + 0.8, 13.2, 6.6, fill=BLACK)
    return body + "".join(circle(x, 0, 2.9, WOOL) for x in _places(9, LONG - 4, 12))


def _places(start: float, end: float, step: float) -> list[float]:
    """Positions at each ``step`` between ``start`` and ``end``, centred."""
    count = int((end - start) // step) + 1
    shift = (end - start - (count - 1) * step) / 2
    return [start + shift + step * number for number in range(count)]


@cached_drawing
def track(assets: Assets, size: float, turn: int, seat: int) -> pygame.Surface:
    """Piece, white with sleepers or black with dots, turned by degrees. ``size``: hexagon radius in units."""
    return _bar(assets, white() if seat == 0 else black(), size, turn, shade=True)


# where a piece of each seat is divided, in drawing units: at its dark sleepers, or between its dots
_CUTS: Final = (
    (-_HALF, *(8.0 + 9 * number for number in range(5)), LONG + _HALF),
    (-_HALF, *(x + 6 for x in _places(9, LONG - 4, 12)[:-1]), LONG + _HALF),
)


def parts(seat: int) -> int:
    """Number of parts in which a piece of a seat is laid: one for each white field or dot."""
    return len(_CUTS[seat]) - 1


@cached_drawing
def track_part(assets: Assets, size: float, turn: int, seat: int, number: int) -> pygame.Surface:
    """One of the `parts` of `track`, in its place in that picture. ``number`` counts along the link."""
    start, end = _CUTS[seat][number : number + 2]
    mask = _bar(assets, rect(start, -_HALF, end - start, 2 * _HALF, 0, fill="#FFFFFF"), size, turn)
    return clip(track(assets, size, turn, seat).copy(), mask)


@cached_drawing
def ballast(assets: Assets, size: float, turn: int) -> pygame.Surface:
    """Dark bed on which the parts of a piece come down. ``size``: hexagon radius in units."""
    body = rect(-4, -11, LONG + 8, 22, 9, fill=BLACK, fill_opacity=0.3)
    return _bar(assets, body + rect(0, -7, LONG, 14, 6, fill=BLACK, fill_opacity=0.35), size, turn)


def printed_body() -> str:
    """SVG of printed track with the platform around its two stations."""
    reach = (STEP - LONG) / 2
    ends = f"M{-reach:.2f} 0 L{LONG + reach:.2f} 0"
    body = line(ends, EDGE, 33) + line(ends, "#62577F", 28)
    body += path(f"M0 0 H{LONG:.1f}", stroke=EDGE, stroke_width=15)
    body += path(_ticks(5, LONG, 8, "-7 V7"), stroke=WOOD, stroke_width=4)
    return body + path(f"M0 -3.6 H{LONG:.1f} M0 3.6 H{LONG:.1f}", stroke=STITCH, stroke_width=2.4)


@cached_drawing
def printed_track(assets: Assets, size: float, turn: int) -> pygame.Surface:
    """Printed track on a link turned by ``turn`` degrees. ``size``: hexagon radius in units."""
    return _bar(assets, printed_body(), size, turn, half=_WHOLE)


PREVIEW: Final = LONG + 8  # length of the preview of a piece, in drawing units


def preview_body(seat: int, *, legal: bool = True) -> str:
    """SVG of the preview of a piece: the seat's pattern in the focus colour, or a red bar if illegal."""
    colour = FOCUS if legal else "#C8402F"
    body = rect(-4, -12, LONG + 8, 24, 8, fill=WOOL) + rect(-1.5, -9.5, LONG + 3, 19, 6, fill=colour)
    if not legal:
        body += line(f"M{LONG / 2 - 6} -6 l12 12 m0 -12 l-12 12", WOOL, 4)
    elif seat == 0:
        body += rect(3, -5.4, LONG - 6, 10.8, 2, fill=WOOL)
        body += path(_ticks(10, LONG - 4, 9, "-5.4 V5.4"), stroke=INK, stroke_width=2.6)
    else:
        body += rect(3, -5.8, LONG - 6, 11.6, 5.8, fill=BLACK)
        body += "".join(circle(x, 0, 2.5, WOOL) for x in _places(11, LONG - 8, 11))
    return body


@cached_drawing
def preview(assets: Assets, size: float, turn: int, seat: int, *, legal: bool = True) -> pygame.Surface:
    """Preview of a piece on a link, turned by ``turn`` degrees. ``size``: hexagon radius in units."""
    return _bar(assets, preview_body(seat, legal=legal), size, turn)


@cached_drawing
def roll(assets: Assets, size: float) -> pygame.Surface:
    """Rest of a preview that is still rolled up. ``size``: hexagon radius in units."""
    width = 34 * size / RADIUS
    body = circle(17, 17, 15, WOOL) + circle(17, 17, 12.5, FOCUS)
    body += path(
        "M17 17 A3.5 3.5 0 0 1 17 10 A7 7 0 0 1 17 24 A9 9 0 0 1 9 14", stroke=WOOL, stroke_width=2.6
    )
    return rasterize_units(assets, body, width, width, (0, 0, 34, 34))


def wanted_body(*, missing: bool) -> str:
    """SVG of a link of a path: a dashed bar if the piece is missing, a warm edge if it is there."""
    if not missing:
        return rect(-6, -14, LONG + 12, 28, 12, fill="none", stroke=GLOW, stroke_width=4.5)
    dashes = _ticks(4, LONG - 6, 11, "0 h5")
    body = rect(0, -7.5, LONG, 15, 6, fill=GLOW, fill_opacity=0.3)
    return body + line(dashes, EDGE, 10) + line(dashes, GLOW, 5.5)


@cached_drawing
def path_link(assets: Assets, size: float, turn: int, *, missing: bool) -> pygame.Surface:
    """Link of a path, dashed if ``missing``, else a warm edge. ``size``: hexagon radius; ``turn``: angle."""
    return _bar(assets, wanted_body(missing=missing), size, turn)


# bead shape of each pair; the last colour has a round one
_BEADS: Final = {
    "red": "M-9 -6 H9 V6 H-9 Z",
    "yellow": "M0 -10 L8 0 L0 10 L-8 0 Z",
    "green": "M0 -8.5 L9.5 7 H-9.5 Z",
    "blue": "M-7 -7 H7 V7 H-7 Z",
    "violet": star(0, 0.8, 10.5, waist=0.5),
}


def _bead(colour: str, edge: str) -> str:
    """SVG of the bead of a pair. Beads differ in shape as well as colour."""
    fill, outline = COLOURS[colour][0], {"stroke": edge, "stroke_width": 2.2, "stroke_linejoin": "round"}
    if colour not in _BEADS:
        return circle(0, 0, 7, fill, **outline)
    bar = path("M-7 0 H7", stroke=WOOL, stroke_width=3) if colour == "red" else ""
    return path(_BEADS[colour], fill, **outline) + bar


@cached_drawing
def lane(assets: Assets, size: float, turn: int, seat: int, colours: tuple[str, ...]) -> pygame.Surface:
    """Thread along one side of a link that a seat needs, with a bead per colour. ``size``: hexagon radius.

    The first seat's thread is white with ink edges, above the link; the second's is black with white edges,
    below. The shapes of the beads follow the patterns of the socks: bars, rhombs, points, squares, stars,
    spots.
    """
    y = -10.0 if seat == 0 else 10.0
    edge, thread = (INK, WOOL) if seat == 0 else (WOOL, BLACK)
    stitches = _ticks(3, LONG - 6, 11, "0 h6") if seat == 0 else _ticks(3, LONG - 3, 9, "0 h0.5")
    body = line(stitches, edge, 9) + line(stitches, thread, 4.6 if seat == 0 else 5.4)
    body = f'<g transform="translate(0 {y})">{body}</g>'
    step = min(19.0, LONG / (len(colours) + 0.5))
    grown = min(1.0, step / 17)
    for number, colour in enumerate(colours):
        x = LONG / 2 + (number - (len(colours) - 1) / 2) * step
        # Upright on each link, as a square turned with the link could look like a rhomb.
        upright = f"translate({x:.2f} {y}) rotate({-turn}) scale({grown:.2f})"
        body += f'<g transform="{upright}">{_bead(colour, WOOL if seat else INK)}</g>'
    return _bar(assets, body, size, turn, half=_WHOLE)


@cached_drawing
def warmth(assets: Assets, size: float, turn: int) -> pygame.Surface:
    """Warm light below a link of a path that joined a pair. ``size``: hexagon radius; ``turn``: degrees."""
    reach = (STEP - LONG) / 2
    d = f"M{-reach:.2f} 0 L{LONG + reach:.2f} 0"
    steps = (46, 0.12), (37, 0.18), (28, 0.24), (18, 0.34)
    body = "".join(line(d, GLOW, width, stroke_opacity=opacity) for width, opacity in steps)
    return _bar(assets, body, size, turn, half=_WHOLE)


@cached_drawing
def sparkle(assets: Assets, size: float, turn: int, colour: str = "#FFD972") -> pygame.Surface:
    """Rays on both sides of the last piece. ``size``: hexagon radius in units; ``turn``: degrees."""
    middle = LONG / 2
    d = " ".join(
        f"M{middle + u} {side * 13} L{middle + u * 1.5} {side * 20}" for u in (-13, 0, 13) for side in (-1, 1)
    )
    return _bar(assets, line(d, INK, 7) + line(d, colour, 3.6), size, turn)


def station_body(*, joined: bool, state: str, thick: float = 5) -> str:
    """SVG of a station, its centre warm if ``joined``. ``state``: ``focus``, ``open`` (selectable) or ""."""
    heart = "#C8813A" if joined else "#3C3F7C"
    if state == "focus":
        body = circle(0, 0, 14, LINEN, stroke=WOOL, stroke_width=thick + 5)
        body += circle(0, 0, 14, LINEN, stroke=FOCUS, stroke_width=thick) + circle(0, 0, 5, heart)
    else:
        body = circle(0, 0, 10, EDGE) + circle(0, 0, 7.6, LINEN) + circle(0, 0, 3.4, heart)
        if state == "open":
            body = circle(0, 0, 13.5, EDGE) + circle(0, 0, 11.5, "#7FD6A4") + circle(0, 0, 7.6, LINEN)
            body += circle(0, 0, 3.4, heart)
    return body


@cached_drawing
def station(assets: Assets, size: float, *, joined: bool, state: str = "") -> pygame.Surface:
    """Picture of a station without sock, on a hexagon of radius ``size`` units."""
    width = 60 * size / RADIUS
    body = station_body(joined=joined, state=state, thick=5 * assets.bold)
    return rasterize_units(assets, body, width, width, (-30, -30, 60, 60))


@cached_drawing
def pointer(assets: Assets, fill: str, ink: str, *, down: bool) -> pygame.Surface:
    """Pointer, 18 x 15 units, from a station's tag to the station, up or ``down``."""
    body = path("M0 15V12L9 2L18 12V15Z", ink) + path("M2.6 15V13L9 5.4L15.4 13V15Z", fill)
    image = rasterize_units(assets, body, 18, 15)
    return pygame.transform.flip(image, False, True) if down else image  # noqa: FBT003


@cached_drawing
def focus(assets: Assets, size: float) -> pygame.Surface:
    """Ring around the sock under the cursor, on a hexagon of radius ``size`` units."""
    width = 90 * size / RADIUS
    thick = 5 * assets.bold
    body = circle(0, 0, 33, "none", stroke=WOOL, stroke_width=thick + 5)
    body += circle(0, 0, 33, "none", stroke=FOCUS, stroke_width=thick)
    return rasterize_units(assets, body, width, width, (-45, -45, 90, 90))


@cached_drawing
def swatch(assets: Assets, seat: int, w: float = 56, *, is_laid: bool = False) -> pygame.Surface:
    """Piece of a seat's track for a panel, 24 units high. Dashed if it is already laid (``is_laid``)."""
    if is_laid:
        body = rect(
            2, 3, w - 4, 18, 4, fill="none", stroke="#8C8798", stroke_width=2.4, stroke_dasharray="5 4"
        )
        return rasterize_units(assets, body, w, 24)
    if seat == 0:
        body = rect(1, 2, w - 2, 20, 4, fill=WOOL, stroke=INK, stroke_width=3)
        marks = [w / 2 + 10 * step for step in (-2, -1, 0, 1, 2) if abs(10 * step) < w / 2 - 5]
        body += "".join(path(f"M{x} 3 V21", stroke=INK, stroke_width=2.8) for x in marks)
    else:
        body = rect(1, 2, w - 2, 20, 10, fill=BLACK, stroke=WOOL, stroke_width=2)
        marks = [w / 2 + 11 * step for step in (-2, -1, 0, 1, 2) if abs(11 * step) < w / 2 - 5]
        body += "".join(circle(x, 12, 3, WOOL) for x in marks)
    return rasterize_units(assets, body, w, 24)


@cached_drawing
def worth_disc(assets: Assets, size: float, owner: int) -> pygame.Surface:
    """Disc for a pair's points, ``size`` units wide, in the ring of its owner's track; -1 for no owner."""
    return rasterize_units(assets, sign_body(owner, ""), size, size, (-1, -1, 70, 70))


CHIP_EDGE: Final = 4.0  # margin around a chip, in units


@cached_drawing
def turn_chip(assets: Assets, w: float, h: float, notch: float, rise: float) -> pygame.Surface:
    """Gold pill of w x h units with a notch ``rise`` units above its edge at x = ``notch``, and CHIP_EDGE."""
    r, half = min(h / 2, 24.0), rise * 1.3
    turn = f"A{r} {r} 0 0 1"
    body = lin("gold", (0, 0, 0, h), (0, "#FFDF85"), (1, "#F4BC3E")) + path(
        f"M{r} 0 H{notch - half} L{notch} {-rise} L{notch + half} 0 H{w - r} {turn} {w} {r} V{h - r} "
        f"{turn} {w - r} {h} H{r} {turn} 0 {h - r} V{r} {turn} {r} 0Z",
        "url(#gold)", stroke=INK, stroke_width=3, stroke_linejoin="round",
    )  # fmt: skip
    edge = CHIP_EDGE
    box = (-edge, -edge - rise, w + 2 * edge, h + rise + 2 * edge)
    return rasterize_units(assets, body, box[2], box[3], box)


TRAIN: Final = (120.0, 80.0)


def _engine(paint: str) -> str:
    """SVG of the engine and its wagon, painted in the colour ``paint``."""
    outline: dict[str, object] = {"stroke": INK, "stroke_width": 3.4, "stroke_linejoin": "round"}
    body = path("M62 62 h-8", stroke=INK, stroke_width=6)
    body += path("M6 44 H52 L48 64 H10 Z", paint, **outline) + path("M11 54 H48", stroke=WOOL, stroke_width=3)
    body += path("M62 30 H84 V64 H62 Z", WOOL, **outline)
    body += rect(67, 36, 12, 11, 2, fill=GLOW, stroke=INK, stroke_width=2.6)
    body += path("M58 30 Q73 20 88 30 Z", paint, **outline) + path(
        "M84 42 H106 Q114 44 114 54 V64 H84 Z", WOOL, **outline
    )
    body += path("M95 42 V30 H92 H104 H101 V42", "#4B4A63", **outline)
    body += circle(113, 54, 4.5, "#FFE9A8", stroke=INK, stroke_width=2.4)
    for x in (18, 40, 72, 98):
        body += circle(x, 66, 6.5, "#4B4A63", stroke=INK, stroke_width=3) + circle(x, 66, 2, WOOL)
    return body


@cached_drawing
def train(assets: Assets, size: float, paint: str, lean: int = 0, *, left: bool = False) -> pygame.Surface:
    """Train without its load, facing right or left, turned by ``lean`` degrees. ``size``: hexagon radius."""
    width = 2 * TRAIN[0] * size / RADIUS * 0.84
    image = rasterize_units(assets, _engine(paint), width * 1.1, width * 1.1, (-6, -26, 132, 132))
    image = with_shadow(assets, image, (0, 5), 5, 130)
    image = turned(image, lean)
    return flipped(image) if left else image


@cached_drawing
def smoke(assets: Assets, size: float, age: int) -> pygame.Surface:
    """Puff of the engine, larger and paler with ``age`` (0 to 5), for hexagon radius ``size`` in units."""
    width = (16 + 5 * age) * size / RADIUS
    return rasterize_units(
        assets, circle(20, 20, 16, "#EDEAF6", fill_opacity=0.85 - 0.14 * age), width, width, (0, 0, 40, 40)
    )

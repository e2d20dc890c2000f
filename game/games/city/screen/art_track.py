"""Drawings of track, stations, socks, the train and small signs, for hexagons of any size.

The six pairs of socks differ in outline and pattern, not only in colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import pygame

from game.games.city.screen.art_map import EDGE_COLOUR, RADIUS
from game.ui.art.layers import (
    FOCUS_COLOUR,
    INK,
    LINEN,
    STITCH,
    WOOD,
    WOOL,
    art,
    clip,
    flipped,
    padded,
    rasterize_units,
    rim,
    turned,
    white_silhouette,
    with_shadow,
)
from game.ui.art.svg import circle, drawing, lin, line, path, rect, rounded_rect_path, seam
from game.ui.core.assets import Assets, cached_drawing


def sock_part(colour: str, part: str = "", **values: object) -> str:
    """SVG of the shape of a sock, or of its ``knit``, to be clipped to the shape, ``edge`` or ``bead``."""
    return drawing("city/socks").layer(f"{colour}-{part}" if part else colour, **values)


@cached_drawing
def city_sock(assets: Assets, colour: str, size: float, *, flip: bool = False) -> pygame.Surface:
    """One sock of a pair, ``size`` units wide and high."""
    # Drawn twice as large and halved: the pattern is clipped pixel by pixel, which would leave a jagged edge.
    double = 2 * size

    def layer(part: str) -> pygame.Surface:
        """Picture of a part of the sock, twice as large as the sock."""
        return rasterize_units(assets, sock_part(colour, part), double, double, drawing("city/socks").box)

    whole = layer("")
    whole.blit(clip(layer("knit"), white_silhouette(whole)), (0, 0))
    whole.blit(layer("edge"), (0, 0))
    small = pygame.transform.smoothscale(whole, (assets.px(size), assets.px(size)))
    return flipped(small) if flip else small


SIGN_WIDTH: Final = 80.0  # width of the picture of a sign, in units, on a hexagon of radius 42


def sign_body(owner: int, state: str) -> str:
    """SVG of the disc of a sign around (34, 34), ringed if owned or in ``focus``, grey if ``out``."""
    fill = "#FFE2A0" if owner >= 0 else "#C9C2D8" if state == "out" else LINEN
    is_focused = state == "focus"
    names = ["sign-focus"] * is_focused + [f"sign-{owner}"] * (owner >= 0) + ["sign"]
    names += ["sign-focus-front"] * is_focused
    return "".join(drawing("city/map").layer(name, fill=fill) for name in names)


@cached_drawing
def sign(assets: Assets, colour: str, size: float, owner: int = -1, state: str = "") -> pygame.Surface:
    """Picture of a sock on its station, or of a blocker if ``colour`` is empty. ``size``: hexagon radius.

    ``owner`` is the seat that took the third sock, -1 for none. ``state`` is ``focus``, ``out`` for a pair
    that can no longer be joined, or empty.
    """
    width = SIGN_WIDTH * size / 42
    image = rasterize_units(assets, sign_body(owner, state), width, width, (-6, -6, 80, 80))
    whole = with_shadow(assets, padded(image, assets.px(8)), (0, 3), 4, 140)
    sock = city_sock(assets, colour, 48 * size / 42) if colour else blocker(assets, 46 * size / 42)
    if state == "out":
        sock = sock.copy()  # the original is cached for socks that are not out
        sock.set_alpha(120)
    middle = whole.get_width() // 2
    whole.blit(sock, sock.get_rect(center=(middle + assets.px(1), middle - assets.px(1))))
    return whole


@cached_drawing
def blocker(assets: Assets, size: float) -> pygame.Surface:
    """Picture of a spare sock, ``size`` units wide and high."""
    return art(assets, "city/socks", size, size, layer="spare")


@cached_drawing
def stop(assets: Assets, size: float) -> pygame.Surface:
    """Small no-entry sign, ``size`` units wide and high."""
    return art(assets, "city/map", size, size, layer="no-entry")


STATION_STEP: Final = RADIUS * math.sqrt(3)  # distance between neighbouring stations, in drawing units
_INSET: Final = 9.0
PIECE_LENGTH: Final = STATION_STEP - 2 * _INSET
_HALF_HEIGHT: Final = 44.0
# half widths of pictures around a link: for a piece, and for drawings from station to station
_HEIGHT: Final = 56.0
BLACK_COLOUR: Final = "#120E1F"
GLOW_COLOUR: Final = "#FFC24D"


def _bar(
    assets: Assets, body: str, size: float, turn: int, *, shade: bool = False, half: float = _HALF_HEIGHT
) -> pygame.Surface:
    """Picture, around a link's middle, of a drawing `PIECE_LENGTH` long, turned. ``size``: radius."""
    width = 2 * half * size / RADIUS
    inner = f'<g transform="rotate({turn}) translate({-PIECE_LENGTH / 2:.2f} 0)">{body}</g>'
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
    body = rect(-2, -8.5, PIECE_LENGTH + 4, 17, 3, fill=INK) + rect(0, -6.2, PIECE_LENGTH, 12.4, 2, fill=WOOL)
    return body + path(_ticks(8, PIECE_LENGTH - 2, 9, "-6.2 V6.2"), stroke=INK, stroke_width=2.6)


def black() -> str:
    """SVG of a piece of the second seat: dots."""
    body = rect(-3, -9, PIECE_LENGTH + 6, 18, 9, fill=WOOL) + rect(
        -0.4, -6.6, PIECE_LENGTH + 0.8, 13.2, 6.6, fill=BLACK_COLOUR
    )
    return body + "".join(circle(x, 0, 2.9, WOOL) for x in _places(9, PIECE_LENGTH - 4, 12))


def _places(start: float, end: float, step: float) -> list[float]:
    """Positions at each ``step`` between ``start`` and ``end``, centred."""
    count = int((end - start) // step) + 1
    shift = (end - start - (count - 1) * step) / 2
    return [start + shift + step * number for number in range(count)]


_PIECES: Final = white, black  # by seat
BULGES: Final = 2  # widths of a piece that has just snapped in, beyond the usual one


@cached_drawing
def track(assets: Assets, size: float, turn: int, seat: int, bulge: int = 0) -> pygame.Surface:
    """Piece, white with sleepers or black with dots, turned by degrees. ``size``: hexagon radius in units.

    It is wider with a ``bulge`` of up to `BULGES`.
    """
    body = f'<g transform="scale(1 {1 + 0.22 * bulge})">{_PIECES[seat]()}</g>'
    return _bar(assets, body, size, turn, shade=True)


# where a piece of each seat is divided, in drawing units: at its dark sleepers, or between its dots
_CUTS: Final = (
    (-_HALF_HEIGHT, *(8.0 + 9 * number for number in range(5)), PIECE_LENGTH + _HALF_HEIGHT),
    (-_HALF_HEIGHT, *(x + 6 for x in _places(9, PIECE_LENGTH - 4, 12)[:-1]), PIECE_LENGTH + _HALF_HEIGHT),
)


HOP_HEIGHT: Final = 2.5  # units that a part hops when its neighbour moves


def parts(seat: int) -> int:
    """Number of parts in which a piece of a seat is laid: one for each white field or dot."""
    return len(_CUTS[seat]) - 1


@cached_drawing
def track_part(assets: Assets, size: float, turn: int, seat: int, number: int) -> pygame.Surface:
    """One of the `parts` of `track`, rimmed, in its place in that picture. ``number`` counts along it."""
    start, end = _CUTS[seat][number : number + 2]
    mask = _bar(
        assets, rect(start, -_HALF_HEIGHT, end - start, 2 * _HALF_HEIGHT, 0, fill="#FFFFFF"), size, turn
    )
    part = clip(_bar(assets, _PIECES[seat](), size, turn), mask)
    rimmed = rim(part, 2.4 * size / RADIUS * assets.scale, GLOW_COLOUR)
    rimmed.blit(part, (0, 0))
    return rimmed


@cached_drawing
def ballast(assets: Assets, size: float, turn: int) -> pygame.Surface:
    """Dark bed on which the parts of a piece come down. ``size``: hexagon radius in units."""
    body = rect(-4, -11, PIECE_LENGTH + 8, 22, 9, fill=BLACK_COLOUR, fill_opacity=0.3)
    return _bar(
        assets, body + rect(0, -7, PIECE_LENGTH, 14, 6, fill=BLACK_COLOUR, fill_opacity=0.35), size, turn
    )


def printed_body() -> str:
    """SVG of printed track with the platform around its two stations."""
    reach = (STATION_STEP - PIECE_LENGTH) / 2
    ends = f"M{-reach:.2f} 0 L{PIECE_LENGTH + reach:.2f} 0"
    body = line(ends, EDGE_COLOUR, 33) + line(ends, "#62577F", 28)
    body += path(f"M0 0 H{PIECE_LENGTH:.1f}", stroke=EDGE_COLOUR, stroke_width=15)
    body += path(_ticks(5, PIECE_LENGTH, 8, "-7 V7"), stroke=WOOD, stroke_width=4)
    return body + path(
        f"M0 -3.6 H{PIECE_LENGTH:.1f} M0 3.6 H{PIECE_LENGTH:.1f}", stroke=STITCH, stroke_width=2.4
    )


@cached_drawing
def printed_track(assets: Assets, size: float, turn: int, *, faded: bool = False) -> pygame.Surface:
    """Printed track on a link turned by ``turn`` degrees. ``size``: hexagon radius in units."""
    image = _bar(assets, printed_body(), size, turn, half=_HEIGHT)
    image.set_alpha(100 if faded else 255)
    return image


PREVIEW_LENGTH: Final = PIECE_LENGTH + 8  # length of the preview of a piece, in drawing units
_COLUMN: Final = 3  # px that move as one as it bends


def preview_body(seat: int, *, legal: bool = True) -> str:
    """SVG of the preview of a piece: the seat's pattern in the focus colour, or a red bar if illegal."""
    colour = FOCUS_COLOUR if legal else "#C8402F"
    body = rect(-4, -12, PIECE_LENGTH + 8, 24, 8, fill=WOOL) + rect(
        -1.5, -9.5, PIECE_LENGTH + 3, 19, 6, fill=colour
    )
    if not legal:
        body += line(f"M{PIECE_LENGTH / 2 - 6} -6 l12 12 m0 -12 l-12 12", WOOL, 4)
    elif seat == 0:
        body += rect(3, -5.4, PIECE_LENGTH - 6, 10.8, 2, fill=WOOL)
        body += path(_ticks(10, PIECE_LENGTH - 4, 9, "-5.4 V5.4"), stroke=INK, stroke_width=2.6)
    else:
        body += rect(3, -5.8, PIECE_LENGTH - 6, 11.6, 5.8, fill=BLACK_COLOUR)
        body += "".join(circle(x, 0, 2.5, WOOL) for x in _places(11, PIECE_LENGTH - 8, 11))
    return body


@cached_drawing
def preview(assets: Assets, size: float, turn: int, seat: int, *, legal: bool = True) -> pygame.Surface:
    """Preview of a piece on a link, turned by ``turn`` degrees. ``size``: hexagon radius in units."""
    return _bar(assets, preview_body(seat, legal=legal), size, turn)


def bent(level: pygame.Surface, height_at: Callable[[float], float]) -> pygame.Surface:
    """Copy of a level piece that is ``height_at(share of its width)`` px higher there."""
    out = pygame.Surface(level.get_size(), pygame.SRCALPHA)
    width, height = level.get_size()
    for x in range(0, width, _COLUMN):
        out.blit(level, (x, -round(height_at(x / width))), (x, 0, _COLUMN, height))
    return out


@cached_drawing
def refused(assets: Assets, size: float, turn: int, bend: float = 0.0) -> pygame.Surface:
    """Red piece that was refused, as `preview`, its ends ``bend`` drawing units lower than its middle."""
    # Bent twice as large and halved, as columns of pixels leave a jagged edge.
    level, low = preview(assets, 2 * size, 0, 0, legal=False), 2 * bend * size / RADIUS * assets.scale
    image = bent(level, lambda place: -low * (2 * place - 1) ** 2)
    return pygame.transform.rotozoom(image, -turn if turn < 90 else 180 - turn, 0.5)


@cached_drawing
def roll(assets: Assets, size: float) -> pygame.Surface:
    """Rest of a preview that is still rolled up. ``size``: hexagon radius in units."""
    width = 34 * size / RADIUS
    return art(assets, "city/map", width, width, layer="roll")


def wanted_body(*, missing: bool) -> str:
    """SVG of a link of a path: a dashed bar if the piece is missing, a warm edge if it is there."""
    if not missing:
        return rect(-6, -14, PIECE_LENGTH + 12, 28, 12, fill="none", stroke=GLOW_COLOUR, stroke_width=4.5)
    dashes = _ticks(4, PIECE_LENGTH - 6, 11, "0 h5")
    body = rect(0, -7.5, PIECE_LENGTH, 15, 6, fill=GLOW_COLOUR, fill_opacity=0.3)
    return body + line(dashes, EDGE_COLOUR, 10) + line(dashes, GLOW_COLOUR, 5.5)


@cached_drawing
def path_link(assets: Assets, size: float, turn: int, *, missing: bool) -> pygame.Surface:
    """Link of a path, dashed if ``missing``, else a warm edge. ``size``: hexagon radius; ``turn``: angle."""
    return _bar(assets, wanted_body(missing=missing), size, turn)


@cached_drawing
def lane(assets: Assets, size: float, turn: int, seat: int, colours: tuple[str, ...]) -> pygame.Surface:
    """Thread along one side of a link that a seat needs, with a bead per colour. ``size``: hexagon radius.

    The first seat's thread is white with ink edges, above the link; the second's is black with white edges,
    below. The shapes of the beads follow the patterns of the socks: bars, rhombs, points, squares, stars,
    spots.
    """
    y = -10.0 if seat == 0 else 10.0
    edge, thread = (INK, WOOL) if seat == 0 else (WOOL, BLACK_COLOUR)
    stitches = (
        _ticks(3, PIECE_LENGTH - 6, 11, "0 h6") if seat == 0 else _ticks(3, PIECE_LENGTH - 3, 9, "0 h0.5")
    )
    body = line(stitches, edge, 9) + line(stitches, thread, 4.6 if seat == 0 else 5.4)
    body = f'<g transform="translate(0 {y})">{body}</g>'
    step = min(19.0, PIECE_LENGTH / (len(colours) + 0.5))
    grown = min(1.0, step / 17)
    for number, colour in enumerate(colours):
        x = PIECE_LENGTH / 2 + (number - (len(colours) - 1) / 2) * step
        # Upright on each link, as a square turned with the link could look like a rhomb.
        upright = f"translate({x:.2f} {y}) rotate({-turn}) scale({grown:.2f})"
        body += f'<g transform="{upright}">{sock_part(colour, "bead", edge=edge)}</g>'
    return _bar(assets, body, size, turn, half=_HEIGHT)


@cached_drawing
def warmth(assets: Assets, size: float, turn: int, *, is_full: bool = False) -> pygame.Surface:
    """Warm light below a link of a path, opaque in the middle if ``is_full``. ``size``: hexagon radius."""
    reach = (STATION_STEP - PIECE_LENGTH) / 2
    d = f"M{-reach:.2f} 0 L{PIECE_LENGTH + reach:.2f} 0"
    steps = (46, 0.12), (37, 0.18), (28, 0.24), (18, 0.34)
    most = steps[-1][1] if is_full else 1
    body = "".join(line(d, GLOW_COLOUR, width, stroke_opacity=opacity / most) for width, opacity in steps)
    return _bar(assets, body, size, turn, half=_HEIGHT)


SPARKLES: Final = 5  # pictures of rays that fly off a piece


@cached_drawing
def sparkle(assets: Assets, size: float, turn: int, number: int = 0) -> pygame.Surface:
    """Rays on both sides of the last piece. ``size``: hexagon radius in units; ``turn``: degrees.

    They fly off and get shorter with their ``number`` of `SPARKLES`.
    """
    middle, far = PIECE_LENGTH / 2, 1 + 0.22 * number
    end = far + 0.5 - 0.1 * number
    d = " ".join(
        f"M{middle + u * far} {side * 13 * far} L{middle + u * end} {side * 13 * end}"
        for u in (-13, 0, 13)
        for side in (-1, 1)
    )
    return _bar(assets, line(d, INK, 7) + line(d, "#FFD972", 3.6), size, turn)


def station_body(*, joined: bool, state: str, thick: float = 5) -> str:
    """SVG of a station, its centre warm if ``joined``. ``state``: ``focus``, ``open``, ``closed`` or ""."""
    heart = "#C8813A" if joined else "#3C3F7C"
    name = f"station-{state}" if state else "station"
    return drawing("city/map").layer(name, heart=heart, wide=thick + 5, thick=thick)


@cached_drawing
def station(assets: Assets, size: float, *, joined: bool, state: str = "") -> pygame.Surface:
    """Picture of a station without sock, on a hexagon of radius ``size`` units."""
    width = 60 * size / RADIUS
    body = station_body(joined=joined, state=state, thick=5 * assets.bold)
    return rasterize_units(assets, body, width, width, (-30, -30, 60, 60))


@cached_drawing
def pointer(assets: Assets, fill: str, ink: str, *, down: bool) -> pygame.Surface:
    """Pointer, 18 x 15 units, from a station's tag to the station, up or ``down``."""
    image = art(assets, "city/map", 18, 15, layer="pointer", fill=fill, ink=ink)
    return pygame.transform.flip(image, False, True) if down else image  # noqa: FBT003


@cached_drawing
def focus(assets: Assets, size: float) -> pygame.Surface:
    """Ring around the sock under the cursor, on a hexagon of radius ``size`` units."""
    width = 90 * size / RADIUS
    thick = 5 * assets.bold
    return art(assets, "city/map", width, width, layer="cursor", wide=thick + 5, thick=thick)


@cached_drawing
def swatch(assets: Assets, seat: int, w: float = 56, *, is_laid: bool = False) -> pygame.Surface:
    """Piece of a seat's track for a panel, 24 units high. Dashed if it is already laid (``is_laid``)."""
    if is_laid:
        body = line(seam(rounded_rect_path(2, 3, w - 4, 18, 4), 5, 4), "#8C8798", 2.4)
        return rasterize_units(assets, body, w, 24)
    if seat == 0:
        body = rect(1, 2, w - 2, 20, 4, fill=WOOL, stroke=INK, stroke_width=3)
        marks = [w / 2 + 10 * step for step in (-2, -1, 0, 1, 2) if abs(10 * step) < w / 2 - 5]
        body += "".join(path(f"M{x} 3 V21", stroke=INK, stroke_width=2.8) for x in marks)
    else:
        body = rect(1, 2, w - 2, 20, 10, fill=BLACK_COLOUR, stroke=WOOL, stroke_width=2)
        marks = [w / 2 + 11 * step for step in (-2, -1, 0, 1, 2) if abs(11 * step) < w / 2 - 5]
        body += "".join(circle(x, 12, 3, WOOL) for x in marks)
    return rasterize_units(assets, body, w, 24)


@cached_drawing
def worth_disc(assets: Assets, size: float, owner: int) -> pygame.Surface:
    """Disc for a pair's points, ``size`` units wide, in the ring of its owner's track."""
    return rasterize_units(assets, sign_body(owner, ""), size, size, (-1, -1, 70, 70))


@cached_drawing
def missing_sock(assets: Assets, size: float) -> pygame.Surface:
    """Dashed outline of a sock, ``size`` units wide and high."""
    return art(assets, "city/socks", size, size, layer="missing")


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


TRAIN_SIZE: Final = (120.0, 80.0)


@cached_drawing
def train(assets: Assets, size: float, paint: str, lean: int = 0, *, left: bool = False) -> pygame.Surface:
    """Train without its load, facing right or left, turned by ``lean`` degrees. ``size``: hexagon radius."""
    width = 2 * TRAIN_SIZE[0] * size / RADIUS * 0.84
    image = art(assets, "city/map", width * 1.1, width * 1.1, layer="train", paint=paint)
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

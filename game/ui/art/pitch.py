"""Carpet to play on: cells with zones, its fringe, the floor below it and the crowd around it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.layers import INK, WOOD_DARK, WOOL, clip, flipped, inner_shade, rasterize_units, with_shadow
from game.ui.art.patterns import SEAT_LOOKS, motif
from game.ui.art.puppets import PuppetOutfit, puppet
from game.ui.art.svg import circle, group, lin, line, oval, path, rad, rect, seam
from game.ui.core.assets import Assets, cached_background, cached_drawing

FIELD, OUT, FIRST, SECOND, NONE = ".", "~", "a", "b", " "
"""Zones of a cell: play, out of bounds, the end zone of either seat, or no cell."""
RUG_ROOM: Final = 44.0
"""Margin around the cells on every surface of a carpet, for its border, fringe and shadow, in units."""
_BORDER: Final = 10.0
Edge = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class DrawnPitch:
    """Appearance of a board of cells.

    Attributes:
        zones: one string per row, from the top, one letter per cell: FIELD, OUT, FIRST, SECOND, NONE.
        cell: width and height of a cell in units.
        centre: column and row of the middle, counted from 0, or None for no circle.
        seats: seats whose colours FIRST and SECOND have.
    """

    zones: tuple[str, ...]
    cell: tuple[float, float] = (76.0, 58.0)
    centre: tuple[int, int] | None = None
    seats: tuple[int, int] = (0, 1)

    @property
    def columns(self) -> int:
        """Number of columns."""
        return max(map(len, self.zones))

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.zones)

    @property
    def size(self) -> tuple[float, float]:
        """(width, height) of all cells together, in units."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    def zone(self, column: int, row: int) -> str:
        """Zone of a cell; NONE outside the board."""
        if 0 <= row < self.rows and 0 <= column < len(self.zones[row]):
            return self.zones[row][column]
        return NONE

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Upper left corner of a cell, in units from the board's upper left corner."""
        return column * self.cell[0], row * self.cell[1]

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """Middle of a cell, in units from the board's upper left corner."""
        return (column + 0.5) * self.cell[0], (row + 0.5) * self.cell[1]

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """(column, row, zone) of every cell, row by row, without NONE."""
        for row, text in enumerate(self.zones):
            for column, zone in enumerate(text):
                if zone != NONE:
                    yield column, row, zone


def _area(pitch: DrawnPitch, *zones: str) -> str:
    """Path data of all cells of some zones, in one piece so that no seams are visible."""
    w, h = pitch.cell
    return "".join(f"M{c * w} {r * h}h{w}v{h}h{-w}Z" for c, r, zone in pitch.cells() if zone in zones)


def _edges(pitch: DrawnPitch, zones: frozenset[str]) -> list[Edge]:
    """(x0, y0, x1, y1) in units of runs of borders between cells of these two zones (or within one)."""
    w, h = pitch.cell
    edges: list[Edge] = []
    for column in range(1, pitch.columns):
        hits = [
            frozenset((pitch.zone(column - 1, r), pitch.zone(column, r))) == zones for r in range(pitch.rows)
        ]
        edges += [(column * w, a * h, column * w, b * h) for a, b in _runs(hits)]
    for row in range(1, pitch.rows):
        hits = [
            frozenset((pitch.zone(c, row - 1), pitch.zone(c, row))) == zones for c in range(pitch.columns)
        ]
        edges += [(a * w, row * h, b * w, row * h) for a, b in _runs(hits)]
    return edges


def _runs(hits: list[bool]) -> Iterator[tuple[int, int]]:
    """Index ranges (first, end) of consecutive True values."""
    start = -1
    for number, hit in enumerate([*hits, False]):
        if hit and start < 0:
            start = number
        elif not hit and start >= 0:
            yield start, number
            start = -1


@cached_drawing
def rug(assets: Assets, pitch: DrawnPitch) -> pygame.Surface:
    """Complete carpet, RUG_ROOM larger than its cells on every side. Nothing on it moves."""
    w, h = pitch.size
    whole = with_shadow(assets, _canvas(assets, pitch, _border(w, h)), (0, 8), 10, 130)
    whole.blit(_canvas(assets, pitch, _ground(pitch)), (0, 0))
    for layer, zones in (
        (_twill(pitch), (OUT,)),
        (_goal_knit(pitch, 0), (FIRST,)),
        (_goal_knit(pitch, 1), (SECOND,)),
    ):
        area = _area(pitch, *zones)
        if area:
            mask = _canvas(assets, pitch, path(area, "#FFFFFF"))
            whole.blit(clip(_canvas(assets, pitch, layer), mask), (0, 0))
    whole.blit(_canvas(assets, pitch, _lines(pitch)), (0, 0))
    mask = _canvas(assets, pitch, path(_area(pitch, FIELD, OUT, FIRST, SECOND), "#FFFFFF"))
    whole.blit(clip(_canvas(assets, pitch, _pile(pitch)), mask), (0, 0))
    whole.blit(inner_shade(mask, 12 * assets.scale, (0, 3 * assets.scale), 110), (0, 0))
    return whole


@cached_drawing
def marked_area(assets: Assets, pitch: DrawnPitch) -> pygame.Surface:
    """Veil over the cells of OUT, a stitch around those of FIELD, and a dot in each. Placed like `rug`."""
    w, h = pitch.cell
    cells = ((x, y) for y, row in enumerate(pitch.zones) for x, zone in enumerate(row) if zone == FIELD)
    dots = "".join(circle((x + 0.5) * w, (y + 0.5) * h, 5, WOOL, fill_opacity=0.5) for x, y in cells)
    edges = _edges(pitch, frozenset((FIELD, OUT)))
    stitches = "".join(seam(f"M{a} {b} L{c} {d}") for a, b, c, d in edges)
    veil = path(_area(pitch, OUT), "#1B1630", fill_opacity=0.27)
    return _canvas(
        assets, pitch, veil + dots + line(stitches, INK, 6, stroke_opacity=0.35) + line(stitches, WOOL, 3.6)
    )


def _canvas(assets: Assets, pitch: DrawnPitch, body: str) -> pygame.Surface:
    """Picture of SVG text in the units of the board, RUG_ROOM larger on every side."""
    w, h = pitch.size[0] + 2 * RUG_ROOM, pitch.size[1] + 2 * RUG_ROOM
    return rasterize_units(assets, body, w, h, (-RUG_ROOM, -RUG_ROOM, w, h))


def _border(w: float, h: float) -> str:
    """SVG text of the fringe at both ends, and of the sewn border."""
    fringe = _fringe(w, h) if w >= h else group(_fringe(h, w), "matrix(0 1 1 0 0 0)")
    b = _border_rect(w, h, _BORDER, 12, f'fill="{SEAT_LOOKS[0].colour}" stroke="{INK}" stroke-width="4"')
    inset = _BORDER - 5
    corners = f"M{-inset} {-inset} L{w + inset} {-inset} L{w + inset} {h + inset} L{-inset} {h + inset} Z"
    return fringe + b + line(seam(corners, 9, 7), WOOL, 2.6)


def _fringe(w: float, h: float) -> str:
    """SVG text of threads at the left and the right end."""
    rnd = random.Random(7)
    fringe = ""
    for number in range(int((h + 8) / 9) + 1):
        y, wool = -2 + number * 9, "#F3E4C8" if number % 2 else "#DFC49A"
        for x, way in ((-6.0, -1), (w + 6, 1)):
            thread = f"M{x} {y} q{way * 9} {rnd.randint(-3, 3)} {way * 18} {rnd.randint(-3, 5)}"
            fringe += line(thread, INK, 7, stroke_opacity=0.35) + line(thread, wool, 5)
    return fringe


def _border_rect(w: float, h: float, by: float, radius: float, style: str) -> str:
    """SVG text of a rectangle ``by`` units larger than w x h on every side."""
    return f'<rect x="{-by}" y="{-by}" width="{w + 2 * by}" height="{h + 2 * by}" rx="{radius}" {style}/>'


def _ground(pitch: DrawnPitch) -> str:
    """SVG text of the cells in the colours of their zones."""
    w, h = pitch.size
    body = _border_rect(w, h, 0, 0, f'fill="#E7D3AE" stroke="{INK}" stroke-width="5"')
    body += path(_area(pitch, OUT), "#E9D7B5")
    body += lin("grass", (0, 0, 0, h), (0, "#A9CB8C"), (1, "#93BC78")) + path(
        _area(pitch, FIELD), "url(#grass)"
    )
    cw, ch = pitch.cell
    odd = "".join(
        f"M{c * cw} {r * ch}h{cw}v{ch}h{-cw}Z"
        for c, r, zone in pitch.cells()
        if zone == FIELD and (c + r) % 2
    )
    body += path(odd, "#7FAE68", fill_opacity=0.42)
    for zone, seat in zip((FIRST, SECOND), pitch.seats, strict=True):
        body += path(_area(pitch, zone), SEAT_LOOKS[seat].colour)
    return body


def _twill(pitch: DrawnPitch) -> str:
    """SVG text of slanted threads over the whole board."""
    w, h = pitch.size
    d, x = "", -h
    while x < w:
        d += f"M{x:.0f} {h} L{x + h:.0f} 0"
        x += 22
    return f'<path d="{d}" stroke="#CDB283" stroke-opacity=".65" stroke-width="7"/>'


def _goal_knit(pitch: DrawnPitch, side: int) -> str:
    """SVG text of a zone's pattern, faint, with chevrons in the direction of play. Empty without cells."""
    zone, look = (FIRST, SECOND)[side], SEAT_LOOKS[pitch.seats[side]]
    cells = [(c, r) for c, r, kind in pitch.cells() if kind == zone]
    if not cells:
        return ""
    (cw, ch), (w, h) = pitch.cell, pitch.size
    body = f'<g opacity=".16">{motif(look.pattern, (0, 6, w, h), WOOL, 1.0)}</g>'
    across = pitch.columns >= pitch.rows
    along = sorted({r if across else c for c, r in cells})
    outer = set(along[:2] + along[-2:]) if len(along) > 5 else {along[0], along[-1]}
    way = 1 if (cells[0][0] * 2 >= pitch.columns if across else cells[0][1] * 2 >= pitch.rows) else -1
    q = min(cw, ch) * 0.31
    for c, r in cells:
        if (r if across else c) in outer:
            x, y = pitch.middle(c, r)
            d = f"M{-13 * way} {-q} L{13 * way} 0 L{-13 * way} {q}"
            turn = f"translate({x} {y})" + ("" if across else " rotate(90)")
            body += group(line(d, look.light, 11, stroke_opacity=0.6), turn)
    return body


def _lines(pitch: DrawnPitch) -> str:
    """SVG text of the seams between cells, the centre, and the borders of the zones."""
    body = ""
    for zones, colour, opacity in (
        ((FIELD,), INK, 0.16), ((OUT,), INK, 0.16),
        ((FIRST,), SEAT_LOOKS[pitch.seats[0]].dark, 0.75), ((SECOND,), SEAT_LOOKS[pitch.seats[1]].dark, 0.75),
    ):  # fmt: skip
        dashes = "".join(
            seam(f"M{a} {b} L{c} {d}", 7, 6, even=False) for a, b, c, d in _edges(pitch, frozenset(zones))
        )
        body += path(dashes, stroke=colour, stroke_opacity=opacity, stroke_width=2.2)
    body += _centre(pitch)
    for a, b, c, d in _edges(pitch, frozenset((FIELD, OUT))):
        way = f"M{a} {b}L{c} {d}"
        body += path(way, stroke=INK, stroke_width=8) + path(way, stroke=WOOL, stroke_width=4.5)
        body += path(seam(f"M{a} {b} L{c} {d}", 8, 8), stroke="#C9A673", stroke_width=2)
    for zone, seat in zip((FIRST, SECOND), pitch.seats, strict=True):
        edges = [edge for neighbour in (FIELD, OUT) for edge in _edges(pitch, frozenset((zone, neighbour)))]
        way = "".join(f"M{a} {b}L{c} {d}" for a, b, c, d in edges)
        stitches = "".join(seam(f"M{a} {b} L{c} {d}", 10, 10) for a, b, c, d in edges)
        for colour, width in ((INK, 16), (SEAT_LOOKS[seat].light, 11)):
            body += path(way, stroke=colour, stroke_width=width, stroke_linecap="square")
        body += path(stitches, stroke=WOOL, stroke_width=3.5)
    return body


def _centre(pitch: DrawnPitch) -> str:
    """SVG text of the middle circle and halfway line; empty if the board has no middle."""
    if pitch.centre is None:
        return ""
    (cw, ch), (cx, cy) = pitch.cell, pitch.middle(*pitch.centre)
    column, row = pitch.centre
    d = seam(oval(cx, cy, cw * 1.5, ch * 1.5), 12, 7)
    if pitch.columns >= pitch.rows:
        field = [r for r in range(pitch.rows) if pitch.zone(column, r) == FIELD]
        ends = (
            (cx, min(field) * ch + 6, cx, cy - ch * 1.5),
            (cx, cy + ch * 1.5, cx, (max(field) + 1) * ch - 6),
        )
    else:
        field = [c for c in range(pitch.columns) if pitch.zone(c, row) == FIELD]
        ends = (
            (min(field) * cw + 6, cy, cx - cw * 1.5, cy),
            (cx + cw * 1.5, cy, (max(field) + 1) * cw - 6, cy),
        )
    for x0, y0, x1, y1 in ends:
        if math.dist((x0, y0), (x1, y1)) > 20:
            d += seam(f"M{x0} {y0} L{x1} {y1}", 12, 7)
    spot = f'<ellipse cx="{cx}" cy="{cy}" rx="9" ry="7" fill="{WOOL}" fill-opacity=".8"/>'
    return line(d, WOOL, 5, stroke_opacity=0.75) + spot


def _pile(pitch: DrawnPitch) -> str:
    """SVG text of the carpet's pile: short strokes, dark and light."""
    rnd = random.Random(3)
    w, h = pitch.size
    d = "".join(
        f"M{rnd.uniform(0, w):.0f} {rnd.uniform(0, h):.0f}l{rnd.randint(-2, 2)} -4"
        for _ in range(int(w * h / 104))
    )
    return (
        f'<path d="{d}" stroke="{INK}" stroke-opacity=".08" stroke-width="1.6"/>'
        f'<path transform="translate(2 1)" d="{d}" stroke="#FFFFFF" stroke-opacity=".1" stroke-width="1.6"/>'
    )


@cached_drawing
def pool(assets: Assets, reach: float = 230, strength: float = 0.55) -> pygame.Surface:
    """Pool of lamp light for the selected piece, 2 ``reach`` x 1.8 ``reach`` units; opacity ``strength``."""
    stops = (0, "#FFF8DC", strength), (0.6, "#FFF8DC", strength * 0.33), (1, "#FFF8DC", 0)
    body = rad("pool", (100, 100, 100), *stops) + '<circle cx="100" cy="100" r="100" fill="url(#pool)"/>'
    return rasterize_units(assets, body, reach * 2, reach * 1.8, (0, 0, 200, 200))


@cached_background
def floor(assets: Assets, w: float, h: float, side: int = 0) -> pygame.Surface:
    """Floor boards of w x h units. The lamp is at the left for side -1, the right for 1, the middle for 0."""
    rnd = random.Random(7)
    body = lin("floor", (0, 0, 0, h), (0, "#8A5A33"), (1, "#A06A3C")) + rect(
        0, 0, w, h, 0, fill="url(#floor)"
    )
    for number in range(int(h / 46) + 1):
        y = number * 46
        joints = "".join(f"M{k * 360 + number * 137 % 300} {y}v46" for k in range(int(w / 360) + 1))
        body += path(f"M0 {y}H{w}{joints}", stroke=WOOD_DARK, stroke_opacity=0.55, stroke_width=2.5)
        for _ in range(int(w / 256)):
            start = rnd.randint(-50, int(w)), y + rnd.randint(8, 38)
            grain = f"M{start[0]} {start[1]} q60 {rnd.randint(-5, 5)} {rnd.randint(90, 200)} 0"
            body += path(grain, stroke=WOOD_DARK, stroke_opacity=0.22, stroke_width=2)
    stops = (0, "#FFE2A8", 0.95), (0.45, "#FF9E5B", 0.5), (1, "#FF9E6B", 0)
    light = rad("lamp", (115, h * 0.46, 460), *stops) + rect(0, 0, min(w, 640), h, 0, fill="url(#lamp)")
    dusk = lin("dusk", (w * 0.23, 0, w, 0), (0, INK, 0), (1, INK, 0.55)) + rect(
        0, 0, w, h, 0, fill="url(#dusk)"
    )
    if side == 0:
        middle = (0, "#FFE2A8", 0.6), (0.6, "#FF9E5B", 0.2), (1, INK, 0.4)
        light, dusk = (
            "",
            rad("lamp", (w / 2, h / 2, w * 0.62), *middle) + rect(0, 0, w, h, 0, fill="url(#lamp)"),
        )
    boards = rasterize_units(assets, body + dusk + light, w, h)
    return flipped(boards) if side > 0 else boards


_COARSENESS: Final = 16
"""The evening is computed for one of this many pixels in each direction, because it has no edges."""
_EVENING_LIGHT: Final = (0.36, 0.33, 0.56)
_LAMPLIGHT: Final = (0.96, 0.86, 0.74)


@cached_background
def evening(
    assets: Assets, w: float, h: float, x: float, y: float, reach: tuple[float, float]
) -> pygame.Surface:
    """Evening of w x h units, to multiply a picture by, with lamplight around (x, y).

    ``reach`` is half the width and height of the carpet, whose corners still get some light.
    """
    width, height = assets.px(w), assets.px(h)
    small = pygame.Surface((width // _COARSENESS + 2, height // _COARSENESS + 2))
    step = _COARSENESS / assets.scale
    for across in range(small.get_width()):
        for down in range(small.get_height()):
            off = math.hypot((across * step - x) / reach[0], (down * step - y) / reach[1])
            lit = min(1.0, max(0.0, 1.8 - off))
            colour = (
                round(255 * (dark + (warm - dark) * lit))
                for dark, warm in zip(_EVENING_LIGHT, _LAMPLIGHT, strict=True)
            )
            small.set_at((across, down), tuple(colour))
    size = small.get_width() * _COARSENESS, small.get_height() * _COARSENESS
    return pygame.transform.smoothscale(small, size).subsurface((0, 0, width, height))


@dataclass(frozen=True, slots=True)
class CrowdPuppet:
    """A puppet of the crowd: position of its foot, height, direction (``flip``: left) and number."""

    x: float
    y: float
    height: float
    flip: bool
    number: int


_FAN_SEATS: Final = (5, 6, 4, 3, 2, 7, 6, 5, 3, 4)
_FAN_PATTERNS: Final = (
    "hearts", "chevrons", "dots", "stars", "stripes", "dots", "checks", "stripes", "stars", "chevrons",
    "argyle",
)  # fmt: skip
_CORNER: Final = (
    (22, 56, 100),
    (150, 44, 96),
    (84, 20, 112),
    (26, -22, 108),
    (160, -28, 104),
    (108, -50, 100),
)


def crowd(w: float, h: float, left: float, top: float, right: float) -> list[CrowdPuppet]:
    """Puppets of the crowd on a canvas of w x h: behind the carpet's upper edge and in the lower corners.

    Args:
        w: width of the canvas.
        h: height of the canvas.
        left: left edge of the carpet.
        top: upper edge of the carpet. The scene leaves out puppets in the middle of the row that hide other
            things.
        right: right edge of the carpet.
    """
    rnd = random.Random(11)  # same places for every window size
    fans: list[tuple[float, float, float]] = []
    x = left + 34
    while x < right - 20:
        fans.append((x + rnd.uniform(-6, 6), top + 20 + rnd.uniform(-8, 8), rnd.choice((92.0, 98.0, 106.0))))
        x += 46
    for x, up, height in _CORNER:
        fans += [(x, h - up, float(height)), (w - x, h - up, float(height))]
    return [CrowdPuppet(x, y, height, x > w / 2, number) for number, (x, y, height) in enumerate(fans)]


@cached_drawing
def fan(assets: Assets, number: int, state: str, frame: int, height: float, *, flip: bool) -> pygame.Surface:
    """Puppet of the crowd, as large as `puppet`: a seat's colour, an odd pattern, a little dimmed."""
    sprite = puppet(
        assets,
        _FAN_SEATS[number % 10],
        state,
        frame,
        height,
        PuppetOutfit(ground=False, flip=flip, pattern=_FAN_PATTERNS[(number * 7 + 3) % 11]),
        look=(0.75, 0.5),
    ).copy()  # the puppet's picture is cached and shared
    sprite.fill((214, 202, 214, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return sprite

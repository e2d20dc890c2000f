"""Moves as they are drawn on a part of a table: arrows, bands and threads, each with its number beside it.

A number stands where it hides least of the picture, near the middle of its way; one that finds no room
there stands off and hangs on a thread.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pygame

from game.ui.art.layers import GOLD, INK, WOOL, rasterize_units
from game.ui.art.marks import ARROW_ROOM, arrow
from game.ui.art.svg import circle, group, line, rect
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.placement import rect_of
from game.ui.widgets import ring

ARROWS = {False: "#D9503D", True: "#2FA56F"}
ARROW, ARROW_HEAD, HALF = 9.0, 22.0, 0.7
"""How thick an arrow is, how long its head, and how far that reaches to either side, as a share."""
STEM = 15.0
"""So far from the middle of a way the thread of a number ends that stands away from it."""
SPACE = 46.0
"""How wide a space of a board is beside which an arrow is as thick as that, in units."""
BELOW = 0.5, 0.3, 0.12
"""How far below the middle of its space the arrow of a step lies, as a share of its height; the first where
another way lies on the same places, the others rather than on somebody's head."""
SHORT = {False: 0.1, True: 0.25}
"""So far before a place the arrow to it ends, as a share of that; the second for a ball, which is small."""
BEAD, SMALL_BEAD = 38.0, 30.0
"""How large the number of a move is, and at least where a table is seen small and words are not large."""
CALM = (24, 24, 24, 255)
"""So far colours are from their mean where nothing is to be seen."""
NEAR = 1.5
"""So many times as far from the middle of its way as beside it a number needs no thread yet."""
FRAME = 6
"""How much of a window its frame covers at each edge."""
EDGE = 8
"""In so many steps what lies at an edge of a window is tried along it."""
FAR_OFF = 0.2
"""How much more a number may hide, as a share, to be beside its shaft and not farther off."""


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MoveArrow:
    """A move on a table: the places that it leads along, in units of its canvas; one for what stays there."""

    number: int
    boxes: tuple[Box, ...]
    is_ball: bool = False
    """Whether what moves is what the game is about, and nobody."""


@dataclass(frozen=True, slots=True)
class BoardCrop:
    """Where a part of a table is seen, and as what moves are drawn on it.

    Attributes:
        box: the window, on the screen.
        part: what of the table it shows.
        pieces: whether moves are arrows of pieces, and not bands between places.
        bead: how large the number of a move is at least; 0 for none, as where all is small.
        hidden: how much of its upper edge lies below its head.
    """

    box: Box
    part: Box
    pieces: bool
    bead: float = SMALL_BEAD
    hidden: float = 0.0

    @property
    def scale(self) -> float:
        return self.box.w / self.part.w

    def at(self, place: Box) -> Point:
        """Where the middle of a place of the table is seen."""
        x, y = place.centre
        return self.box.x + (x - self.part.x) * self.scale, self.box.y + (y - self.part.y) * self.scale

    def disc(self, place: Box) -> Box:
        """What lies on a place of the table: its disc is larger than its place."""
        (x, y), half = self.at(place), 0.8 * place.w * self.scale
        return Box(x - half, y - half, 2 * half, 2 * half)

    def box_of(self, part: Box) -> Box:
        """Where a part of the table is seen."""
        (x, y), k = self.at(part), self.scale
        return Box(x - part.w * k / 2, y - part.h * k / 2, part.w * k, part.h * k)


@dataclass(frozen=True, slots=True)
class _Lane:
    """A way as it lies in a window.

    Attributes:
        points: what its arrows or bands lead along.
        ends: between which its number keeps, where that is not the same.
        reach: how large a place of it is seen.
        is_low: whether it lies at the foot of its spaces, as that of another way is in their middle.
    """

    points: tuple[Point, ...]
    ends: tuple[Point, Point]
    reach: float
    is_low: bool = False

    @property
    def long(self) -> float:
        return math.dist(*self.ends)

    @property
    def middle(self) -> Point:
        return _between(*self.ends)

    @property
    def shaft(self) -> Point:
        """Where the thread of its number leads to: it is not to cross an arrow that lies low."""
        return _between(self.points[0], self.points[-1])


def draw_ways(
    painter: Painter,
    window: BoardCrop,
    ways: Sequence[MoveArrow],
    colour: str,
    clear: Sequence[Box],
    off: Sequence[Box],
) -> None:
    """The moves of a deed on a window, their numbers beside them, never on places that are to stay ``clear``.

    Where they can, numbers keep ``off`` what stands and lies on the window.
    """
    before = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(window.box.grown(-FRAME)).clip(before))
    kept = [window.at(one) for one in clear]
    size = max(window.bead, min(BEAD, BEAD * window.scale))
    numbered = window.bead and len(ways) > 1
    beads: list[Point] = []
    # Of several parts of a table each shows what happened there.
    whole = window.box.grown(-FRAME)
    inside = [way for way in ways if all(whole.holds(window.at(box)) for box in way.boxes)]
    for way in inside:
        lane = _lane(window, way, ways, off)
        _draw_lane(painter, window, lane, colour, SHORT[way.is_ball])
        if not numbered:
            continue
        others = [tuple(map(window.at, one.boxes)) for one in ways if one is not way and not window.pieces]
        along = [at for one in others for at in (*one, _between(one[0], one[-1]))]
        mine = window.at(way.boxes[0])
        at = _bead_at(painter, window, lane, size, [*beads, *kept, *along], off, mine)
        beads.append(at)
        if not _is_near(lane, at, size, window):
            _draw_stem(painter, at, lane.shaft, colour)
    for (x, y), way in zip(beads, inside, strict=False):
        painter.blit(bead(painter.assets, colour, size), x, y, "center")
        style = TextStyle(NAMES, INK)
        painter.at_scale(1.0).text(str(way.number), x, y + 0.5, size * 0.55, style, anchor="center")
    painter.surface.set_clip(before)


def _lane(window: BoardCrop, way: MoveArrow, ways: Sequence[MoveArrow], standing: Sequence[Box]) -> _Lane:
    """Where a way lies in a window: a step of a piece at the side of its places, or below their middle.

    On it, the arrow would be all that is seen of two faces; the ball's arrow is its path. Nor does it lie
    on the head of somebody below, who has nothing to do with it.
    """
    points = tuple(map(window.at, way.boxes))
    reach = min(min(one.w, one.h) for one in way.boxes) * window.scale
    (x0, y0), (x1, y1) = one, other = points[0], points[-1]
    if not window.pieces or way.is_ball or not 0 < math.dist(one, other) < 1.6 * reach:
        return _Lane(points, (one, other), reach)
    half = HALF * ARROW_HEAD * _thick(window, reach)
    if abs(x1 - x0) < 0.1 * reach:
        # On the left, but never half behind the edge of the window.
        aside = way.boxes[0].w * window.scale / 2 - half
        aside *= 1 if x0 - aside - half < window.box.x + FRAME else -1
        beside = tuple((x + aside, y) for x, y in points)
        return _Lane(beside, (beside[0], beside[-1]), reach)
    is_low = abs(y1 - y0) < 0.1 * reach and _goes_on(way, ways)
    others = [rect_of(one) for one in standing if not any(map(one.holds, points))]
    off = next(
        (off for off in BELOW[not is_low :] if not any(
            one.clipline(x0, y0 + off * reach + half, x1, y1 + off * reach + half) for one in others)),
        BELOW[-1])  # fmt: skip
    lain = tuple((x, y + off * reach) for x, y in points)
    return _Lane(lain, (lain[0], lain[-1]) if is_low else (one, other), reach, is_low)


def _goes_on(way: MoveArrow, ways: Sequence[MoveArrow]) -> bool:
    """Whether another way begins where this one ends, or ends where it begins, or lies on it."""
    ends = way.boxes[0], way.boxes[-1]
    return any(
        one.holds(box.centre) for other in ways if other is not way
        for one in (other.boxes[0], other.boxes[-1]) for box in ends
    )  # fmt: skip


def _draw_lane(painter: Painter, window: BoardCrop, lane: _Lane, colour: str, short: float) -> None:
    """Its arrows or bands; a ring around what stays where it is."""
    if not lane.long:
        (x, y), reach = lane.ends[0], lane.reach
        ring(painter, Box(x - reach * 0.55, y - reach * 0.55, reach * 1.1, reach * 1.1), reach * 0.3)
    thick = _thick(window, lane.reach)
    for one, other in pairwise(lane.points):
        if window.pieces:
            _draw_arrow(painter, one, other, colour, lane.reach, thick, short)
        else:
            _draw_band(painter, one, other, colour, lane.reach)


def _thick(window: BoardCrop, reach: float) -> float:
    """How thick an arrow is beside places so large, as a share."""
    return 0.65 if not window.bead else max(0.65, min(1.0, reach / SPACE))


def _is_near(lane: _Lane, at: Point, size: float, window: BoardCrop) -> bool:
    """Whether a number needs no thread to its way: beside an arrow's middle, or anywhere at a band."""
    marks = [lane.middle] if window.pieces else [lane.middle, *lane.ends]
    return min(math.dist(at, mark) for mark in marks) <= NEAR * _aside(size)


def _aside(size: float) -> float:
    """How far beside its way a number of this size stands."""
    return 20 + size * 0.4


def _bead_at(
    painter: Painter,
    window: BoardCrop,
    lane: _Lane,
    size: float,
    taken: Sequence[Point],
    standing: Sequence[Box],
    mine: Point,
) -> Point:
    """Where the number of a way stands: where it hides least of the picture, rather near its shaft.

    It lies on none that is taken; where that can be, neither it nor its thread on what stands there, and
    rather on the foot of whoever goes from ``mine`` than on others, or far off.
    """
    (x0, y0), (x1, y1) = lane.ends
    middle, aside, long = lane.middle, _aside(size), lane.long
    ux, uy = ((x1 - x0) / long, (y1 - y0) / long) if long else (0.7, 0.7)
    sides = (-1, 1, -2, 2) if lane.is_low and ux > 0 else (1, -1, 2, -2)
    end = min(long / 2, aside)
    shifts = (0.0,) if window.pieces else (0.0, end, -end)  # a band is short: also near its ends
    spots = [
        (middle[0] + ux * shift + uy * aside * side, middle[1] + uy * shift - ux * aside * side)
        for side in sides
        for shift in shifts
    ]
    if window.pieces and lane.points[0] != mine:  # and where its arrow begins, below a face
        x, y = lane.points[0]
        spots.append((x - ux * size / 4, y + size / 4))
    elif not window.pieces:  # and beyond them
        beyond = long / 2 + aside
        spots += [(middle[0] + ux * shift, middle[1] + uy * shift) for shift in (beyond, -beyond)]
    inner = window.box.grown(-size / 2 - 8)
    top = inner.y + window.hidden
    within = [(max(inner.x, min(x, inner.right)), max(top, min(y, inner.bottom))) for x, y in spots]

    def hides(at: Point) -> int:
        over = max((2 - one.holds(mine) for one in standing if one.grown(size * 0.4).holds(at)), default=0)
        if _is_near(lane, at, size, window):
            return over
        crossed = any(rect_of(one).clipline(at, lane.shaft) for one in standing)
        # A thread through another number or another way would seem to be that one's.
        others = [Box(x, y, 0, 0).grown(size / 2) for x, y in taken]
        return 1 + max(over, 2 * crossed) + 3 * any(rect_of(one).clipline(at, lane.shaft) for one in others)

    def busy(at: Point) -> float:
        area = Box(at[0] - size / 2, at[1] - size / 2, size, size)
        return _busy(painter.surface, painter.view.rect(area)) + FAR_OFF * (
            not _is_near(lane, at, size, window)
        )

    # Beside the shaft, on whichever side there is room: not over another number, nor pushed back onto it.
    apart = [at for at in within if math.dist(at, middle) > aside * 0.9]
    free = [at for at in apart if all(math.dist(at, other) > size for other in taken)]
    least = min(map(hides, free), default=0)
    free = [at for at in free if hides(at) == least]
    whole = [at for at in free if at in spots]
    return min(whole or free or apart or within, key=busy)


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def draw_about(painter: Painter, window: BoardCrop, place: Box) -> None:
    """A ring of gold on a window around what its sentence is about."""
    x, y = window.at(place)
    size = min(place.w, place.h) * window.scale * 1.6 + 8
    if window.box.grown(-size / 2).holds((x, y)):
        body = circle(32, 32, 26, "none", stroke=INK, stroke_width=9)
        body += circle(32, 32, 26, "none", stroke=GOLD, stroke_width=5)
        painter.blit(rasterize_units(painter.assets, body, size, size, (0, 0, 64, 64)), x, y, "center")


def _busy(image: pygame.Surface, area: pygame.Rect) -> float:
    """How much is to be seen there: the share of what is unlike the rest, 0 to 1."""
    part = area.clip(image.get_rect())
    if not part:  # somebody listens, and nothing is painted
        return 0.0
    seen = image.subsurface(part)
    calm = pygame.mask.from_threshold(seen, pygame.transform.average_color(seen), CALM)
    return 1 - calm.count() / (seen.get_width() * seen.get_height())


def free_edge(
    window: BoardCrop, size: Point, kept: Sequence[Point], stands: Sequence[Box], image: pygame.Surface
) -> Box:
    """Where something so large lies at the edge of a window's room: where it hides none of these points.

    Of several places it hides the fewest of what stands there, then it is a corner, where least is seen.
    """
    (w, h), box = size, window.box
    room = Box(box.x, box.y + window.hidden, box.w, box.h - window.hidden).grown(-16)
    k = image.get_width() / box.w

    def hides(spot: Box) -> tuple[int, int, bool, float]:
        place = round((spot.x - box.x) * k), round((spot.y - box.y) * k), round(w * k), round(h * k)
        over = sum(rect_of(spot).colliderect(rect_of(one)) for one in stands)
        hidden = sum(spot.grown(BEAD).holds(at) for at in kept)
        return hidden, over, spot not in corners, _busy(image, pygame.Rect(place))

    corners = [Box(x, y, w, h) for y in (room.bottom - h, room.y) for x in (room.right - w, room.x)]
    shares = [number / EDGE for number in range(1, EDGE)]
    edges = [replace(one, x=room.x + (room.w - w) * share) for one in corners[::2] for share in shares]
    edges += [replace(one, y=room.y + (room.h - h) * share) for one in corners[:2] for share in shares]
    return min([*corners, *edges], key=hides)


def _draw_arrow(
    painter: Painter, one: Point, other: Point, colour: str, reach: float, thick: float, short: float
) -> None:
    """An arrow from a piece to where it goes, which ends ``short`` of that."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    long = math.hypot(dx, dy) or 1.0
    start, end = min(reach * 0.3, long * 0.24), min(reach, long) * short
    x0, y0 = one[0] + dx / long * start, one[1] + dy / long * start
    dx, dy = (part * (long - start - end) / long for part in (dx, dy))
    head = min(ARROW_HEAD * thick, math.hypot(dx, dy) * 0.6)
    image = arrow(painter.assets, round(dx, 1), round(dy, 1), colour, ARROW * thick, round(head))
    painter.blit(image, x0 + min(0.0, dx) - ARROW_ROOM, y0 + min(0.0, dy) - ARROW_ROOM)


def _draw_band(painter: Painter, one: Point, other: Point, colour: str, reach: float) -> None:
    """A band under which what is laid between two places can be seen."""
    dx, dy = round(other[0] - one[0], 1), round(other[1] - one[1], 1)
    image = band(painter.assets, dx, dy, colour, round(max(18.0, min(30.0, reach * 0.9))))
    painter.blit(image, min(one[0], other[0]) - ARROW_ROOM, min(one[1], other[1]) - ARROW_ROOM)


def _draw_stem(painter: Painter, one: Point, other: Point, colour: str) -> None:
    """What a number that stands far off hangs by: a thread from there to the way's edge."""
    long = math.dist(one, other)
    dx, dy = (round((b - a) * (1 - STEM / long), 1) for a, b in zip(one, other, strict=True))
    image = stem(painter.assets, dx, dy, colour)
    painter.blit(image, min(one[0], one[0] + dx) - ARROW_ROOM, min(one[1], one[1] + dy) - ARROW_ROOM)


@cached_drawing
def stem(assets: Assets, dx: float, dy: float, colour: str) -> pygame.Surface:
    """Such a thread to a point (dx, dy) units away, placed as `arrow` is."""
    x, y = ARROW_ROOM + max(0.0, -dx), ARROW_ROOM + max(0.0, -dy)
    way = f"M{x:.1f} {y:.1f} l{dx:.1f} {dy:.1f}"
    body = line(way, WOOL, 6.5) + line(way, colour, 3)
    return rasterize_units(assets, body, abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM)


@cached_drawing
def band(assets: Assets, dx: float, dy: float, colour: str, wide: float) -> pygame.Surface:
    """Such a band around a way to a point (dx, dy) units away, placed as `arrow` is."""
    long, half = math.hypot(dx, dy), wide / 2
    x, y = ARROW_ROOM + max(0.0, -dx) + dx / 2, ARROW_ROOM + max(0.0, -dy) + dy / 2
    shape = (-long / 2 - half, -half, long + wide, wide, half)
    body = rect(*shape, fill=colour, fill_opacity=0.22, stroke=WOOL, stroke_width=9)
    body += rect(*shape, fill="none", stroke=colour, stroke_width=5.5)
    turned = group(body, f"translate({x:.1f} {y:.1f}) rotate({math.degrees(math.atan2(dy, dx)):.1f})")
    return rasterize_units(assets, turned, abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM)


@cached_drawing
def bead(assets: Assets, colour: str, size: float) -> pygame.Surface:
    """What the number of a move stands on."""
    body = circle(18, 18, 16, WOOL, stroke=INK, stroke_width=3)
    body += circle(18, 18, 12.6, "none", stroke=colour, stroke_width=3)
    return rasterize_units(assets, body, size, size, (0, 0, 36, 36))

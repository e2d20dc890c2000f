"""Moves drawn on a part of a table: arrows, bands and threads, with a number beside each.

A number is placed where it hides least of the picture, near the middle of its way. If there is no room, it is
placed farther off and connected by a thread.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import pygame

from game.ui.art.layers import INK, WOOL, art, rasterize_units
from game.ui.art.marks import ARROW_ROOM, arrow
from game.ui.art.svg import group, line, rect
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box, crosses, overlaps
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.widgets import ring

ARROW_COLOURS = {False: "#D9503D", True: "#2FA56F"}
ARROW_WIDTH, ARROW_HEAD_LENGTH, HALF_HEAD_SHARE = 9.0, 22.0, 0.7
"""Thickness and head length of an arrow in units; half its head's width as a share of that length."""
STEM_OFFSET = 15.0  # units between the middle of a way and the end of its number's thread
FULL_ARROW_SPACE = 46.0  # units, size of a board space at which an arrow has full thickness
ARROW_OFFSETS = 0.5, 0.3, 0.12
"""Offsets of a step's arrow below the middle of its spaces, as shares of their height.

The first is for a way that shares its places with another one. The others are tried to keep clear of heads.
"""
TIP_DISTANCES = {False: 0.1, True: 0.25}
"""Distance of an arrow's tip from the middle of its target, as a share of that.

The second is for the small ball.
"""
BEAD_SIZE, MIN_BEAD_SIZE = (
    38.0,
    30.0,
)  # units, size of a number: usual, and least on a small table in usual text size
EMPTY_TOLERANCE = (24, 24, 24, 255)  # colour distance from the mean below which an area counts as empty
UNTHREADED_FACTOR = 1.5  # factor on the usual distance up to which a number needs no thread
FRAME_WIDTH = 6  # units of a window's edge covered by its frame
EDGE_STEPS = 8  # steps of the search along a window's edge
MAX_HIDDEN_SHARE = 0.2  # share of the picture that a number may hide more to be beside its shaft


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MoveArrow:
    """Move on a table: boxes along its way, in canvas units. A single one for a piece that stays."""

    number: int
    boxes: tuple[Box, ...]
    is_ball: bool = False  # True for the ball, False for a player's piece


@dataclass(frozen=True, slots=True)
class BoardCrop:
    """Visible part of a table, and the style of moves on it.

    Attributes:
        box: window on the screen.
        part: part of the table that it shows.
        pieces: True if moves are arrows of pieces, False if they are bands between places.
        bead: least size of a move's number in units; 0 for no numbers, as in small pictures.
        hidden: units of its upper edge that are covered by its head.
    """

    box: Box
    part: Box
    pieces: bool
    bead: float = MIN_BEAD_SIZE
    hidden: float = 0.0

    @property
    def scale(self) -> float:
        """Size of a unit of the table on the screen, in units."""
        return self.box.w / self.part.w

    def at(self, place: Box) -> Point:
        """Screen position (x, y) in units of the middle of a place on the table."""
        x, y = place.centre
        return self.box.x + (x - self.part.x) * self.scale, self.box.y + (y - self.part.y) * self.scale

    def disc(self, place: Box) -> Box:
        """Screen box of the disc on a place, which is larger than the place."""
        (x, y), half = self.at(place), 0.8 * place.w * self.scale
        return Box(x - half, y - half, 2 * half, 2 * half)

    def box_of(self, part: Box) -> Box:
        """Screen box of a part of the table."""
        (x, y), k = self.at(part), self.scale
        return Box(x - part.w * k / 2, y - part.h * k / 2, part.w * k, part.h * k)


@dataclass(frozen=True, slots=True)
class _Lane:
    """Way of a move in window coordinates.

    Attributes:
        points: points of its arrows or bands.
        ends: line beside which its number is placed, if different.
        reach: size of its places on the screen.
        is_low: True if it is at the foot of its spaces, because another way is in their middle.
    """

    points: tuple[Point, ...]
    ends: tuple[Point, Point]
    reach: float
    is_low: bool = False

    @property
    def long(self) -> float:
        """Length between its ends, in units."""
        return math.dist(*self.ends)

    @property
    def middle(self) -> Point:
        """Middle between its ends, (x, y) in units."""
        return _midpoint(*self.ends)

    @property
    def shaft(self) -> Point:
        """Middle of its drawn arrow or band, (x, y) in units, where its number's thread ends."""
        return _midpoint(self.points[0], self.points[-1])


def draw_ways(
    painter: Painter,
    window: BoardCrop,
    move_arrows: Sequence[MoveArrow],
    colour: str,
    clear_places: Sequence[Box],
    obstacles: Sequence[Box],
) -> None:
    """Draw a turn's moves and their numbers: never over ``clear_places``, rarely over ``obstacles``."""
    before = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(window.box.inflated(-FRAME_WIDTH)).clip(before))
    protected = [window.at(point) for point in clear_places]
    size = max(window.bead, min(BEAD_SIZE, BEAD_SIZE * window.scale))
    numbered = window.bead and len(move_arrows) > 1
    beads: list[Point] = []
    # If several parts of a table are shown, each shows only its own moves.
    visible_area = window.box.inflated(-FRAME_WIDTH)
    visible_arrows = [
        move_arrow
        for move_arrow in move_arrows
        if all(visible_area.contains(window.at(box)) for box in move_arrow.boxes)
    ]
    for move_arrow in visible_arrows:
        lane = _lane(window, move_arrow, move_arrows, obstacles)
        _draw_lane(painter, window, lane, colour, TIP_DISTANCES[move_arrow.is_ball])
        if not numbered:
            continue
        others = [
            tuple(map(window.at, rival.boxes))
            for rival in move_arrows
            if rival is not move_arrow and not window.pieces
        ]
        way_points = [
            at for lane_points in others for at in (*lane_points, _midpoint(lane_points[0], lane_points[-1]))
        ]
        own_start = window.at(move_arrow.boxes[0])
        at = _bead_position(
            painter, window, lane, size, [*beads, *protected, *way_points], obstacles, own_start
        )
        beads.append(at)
        if not _is_near(lane, at, size, window):
            _draw_stem(painter, at, lane.shaft, colour)
    for (x, y), move_arrow in zip(beads, visible_arrows, strict=False):
        painter.blit(bead(painter.assets, colour, size), x, y, "center")
        style = TextStyle(NAMES, INK)
        painter.with_text_scale(1.0).text(
            str(move_arrow.number), x, y + 0.5, max(SMALL, size * 0.55), style, anchor="center"
        )
    painter.surface.set_clip(before)


def _lane(
    window: BoardCrop, move_arrow: MoveArrow, move_arrows: Sequence[MoveArrow], piece_boxes: Sequence[Box]
) -> _Lane:
    """Way in window coordinates. A piece's step is drawn beside its places or below their middle.

    The ball's arrow is its real path. A piece's arrow avoids the heads of pieces that have no part in it.
    """
    points = tuple(map(window.at, move_arrow.boxes))
    reach = min(min(box.w, box.h) for box in move_arrow.boxes) * window.scale
    (x0, y0), (x1, y1) = start, end = points[0], points[-1]
    if not window.pieces or move_arrow.is_ball or not 0 < math.dist(start, end) < 1.6 * reach:
        return _Lane(points, (start, end), reach)
    half_head = HALF_HEAD_SHARE * ARROW_HEAD_LENGTH * _thickness(window, reach)
    if abs(x1 - x0) < 0.1 * reach:
        # On the left, unless the window's edge would hide half of it.
        offset_x = move_arrow.boxes[0].w * window.scale / 2 - half_head
        offset_x *= 1 if x0 - offset_x - half_head < window.box.x + FRAME_WIDTH else -1
        beside = tuple((x + offset_x, y) for x, y in points)
        return _Lane(beside, (beside[0], beside[-1]), reach)
    is_low = abs(y1 - y0) < 0.1 * reach and _shares_end(move_arrow, move_arrows)
    other_boxes = [box for box in piece_boxes if not any(map(box.contains, points))]
    offset = next(
        (offset for offset in ARROW_OFFSETS[not is_low :] if not any(
            crosses(box, (x0, y0 + offset * reach + half_head), (x1, y1 + offset * reach + half_head))
            for box in other_boxes)),
        ARROW_OFFSETS[-1])  # fmt: skip
    shifted_points = tuple((x, y + offset * reach) for x, y in points)
    return _Lane(
        shifted_points, (shifted_points[0], shifted_points[-1]) if is_low else (start, end), reach, is_low
    )


def _shares_end(move_arrow: MoveArrow, move_arrows: Sequence[MoveArrow]) -> bool:
    """True if another way begins or ends on an end of this one."""
    ends = move_arrow.boxes[0], move_arrow.boxes[-1]
    return any(
        space.contains(box.centre) for next_arrow in move_arrows if next_arrow is not move_arrow
        for space in (next_arrow.boxes[0], next_arrow.boxes[-1]) for box in ends
    )  # fmt: skip


def _draw_lane(painter: Painter, window: BoardCrop, lane: _Lane, colour: str, short: float) -> None:
    """Draw the arrows or bands of a way. A piece that stays gets a ring."""
    if not lane.long:
        (x, y), reach = lane.ends[0], lane.reach
        ring(painter, Box(x - reach * 0.55, y - reach * 0.55, reach * 1.1, reach * 1.1), reach * 0.3)
    thick = _thickness(window, lane.reach)
    for start, end in pairwise(lane.points):
        if window.pieces:
            _draw_arrow(painter, start, end, colour, lane.reach, thick, short)
        else:
            _draw_band(painter, start, end, colour, lane.reach)


def _thickness(window: BoardCrop, reach: float) -> float:
    """Thickness factor of an arrow for places of size ``reach``, 0.65 to 1."""
    return 0.65 if not window.bead else max(0.65, min(1.0, reach / FULL_ARROW_SPACE))


def _is_near(lane: _Lane, at: Point, size: float, window: BoardCrop) -> bool:
    """True if a number needs no thread: it is beside an arrow's middle, or anywhere at a band."""
    marks = [lane.middle] if window.pieces else [lane.middle, *lane.ends]
    return min(math.dist(at, mark) for mark in marks) <= UNTHREADED_FACTOR * _bead_distance(size)


def _bead_distance(size: float) -> float:
    """Distance of a number of this size from its way, in units."""
    return 20 + size * 0.4


def _bead_position(
    painter: Painter,
    window: BoardCrop,
    lane: _Lane,
    size: float,
    other_beads: Sequence[Point],
    piece_boxes: Sequence[Box],
    start: Point,
) -> Point:
    """Position of a number: where it hides least of the picture, preferably near its shaft.

    Never over ``other_beads``, nor, if possible, a piece; rather over the foot of the one at ``start``.
    """
    (x0, y0), (x1, y1) = lane.ends
    middle, distance, length = lane.middle, _bead_distance(size), lane.long
    ux, uy = ((x1 - x0) / length, (y1 - y0) / length) if length else (0.7, 0.7)
    sides = (-1, 1, -2, 2) if lane.is_low and ux > 0 else (1, -1, 2, -2)
    end = min(length / 2, distance)
    shifts = (0.0,) if window.pieces else (0.0, end, -end)  # a band is short, so also near its ends
    candidates = [
        (middle[0] + ux * shift + uy * distance * side, middle[1] + uy * shift - ux * distance * side)
        for side in sides
        for shift in shifts
    ]
    if window.pieces and lane.points[0] != start:  # also at the beginning of the arrow, below the face
        x, y = lane.points[0]
        candidates.append((x - ux * size / 4, y + size / 4))
    elif not window.pieces:  # also beyond its ends
        beyond = length / 2 + distance
        candidates += [(middle[0] + ux * shift, middle[1] + uy * shift) for shift in (beyond, -beyond)]
    inner = window.box.inflated(-size / 2 - 8)
    top = inner.y + window.hidden
    clamped = [(max(inner.x, min(x, inner.right)), max(top, min(y, inner.bottom))) for x, y in candidates]

    def hides(at: Point) -> int:
        """Cost of what a number at this point would cover; 0 for nothing."""
        hidden = max(
            (2 - box.contains(start) for box in piece_boxes if box.inflated(size * 0.4).contains(at)),
            default=0,
        )
        if _is_near(lane, at, size, window):
            return hidden
        crossed = any(crosses(box, at, lane.shaft) for box in piece_boxes)
        # A thread through another number or way would seem to belong to it.
        bead_boxes = [Box(x, y, 0, 0).inflated(size / 2) for x, y in other_beads]
        return 1 + max(hidden, 2 * crossed) + 3 * any(crosses(box, at, lane.shaft) for box in bead_boxes)

    def busy(at: Point) -> float:
        """Share of the picture that a number at this point would hide, more if it needs a thread."""
        area = Box(at[0] - size / 2, at[1] - size / 2, size, size)
        return _detail_share(painter.surface, painter.view.rect(area)) + MAX_HIDDEN_SHARE * (
            not _is_near(lane, at, size, window)
        )

    # Not over another number; if possible beside the shaft, not clamped back onto it.
    apart = [at for at in clamped if all(math.dist(at, neighbour) > size for neighbour in other_beads)]
    apart = apart or clamped
    free = [at for at in apart if math.dist(at, middle) > distance * 0.9] or apart
    min_hidden = min(map(hides, free))
    free = [at for at in free if hides(at) == min_hidden]
    unclamped = [at for at in free if at in candidates]
    return min(unclamped or free, key=busy)


def _midpoint(start: Point, end: Point) -> Point:
    """Middle of a line."""
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def draw_about(painter: Painter, window: BoardCrop, place: Box) -> None:
    """Draw a golden ring around a place that the sentence is about; nothing if the window would cut it."""
    x, y = window.at(place)
    size = min(place.w, place.h) * window.scale * 1.6 + 8
    if window.box.inflated(-size / 2).contains((x, y)):
        painter.blit(art(painter.assets, "signs", size, size, layer="about"), x, y, "center")


def _detail_share(image: pygame.Surface, area: pygame.Rect) -> float:
    """Share of an area's pixels that differ from its mean colour, 0 to 1; 0 outside the image."""
    part = area.clip(image.get_rect())
    if not part:  # in narration nothing is painted
        return 0.0
    view = image.subsurface(part)
    calm_mask = pygame.mask.from_threshold(view, pygame.transform.average_color(view), EMPTY_TOLERANCE)
    return 1 - calm_mask.count() / (view.get_width() * view.get_height())


def free_edge(
    window: BoardCrop,
    size: Point,
    protected: Sequence[Point],
    piece_boxes: Sequence[Box],
    image: pygame.Surface,
) -> Box:
    """Box of ``size`` at the window's edge that hides fewest ``protected`` points, then fewest pieces."""
    (w, h), box = size, window.box
    area = Box(box.x, box.y + window.hidden, box.w, box.h - window.hidden).inflated(-16)
    k = image.get_width() / box.w

    def hides(spot: Box) -> tuple[int, int, bool, float]:
        """Sort key of a box: points hidden, pieces hidden, not in a corner, share of the picture."""
        place = round((spot.x - box.x) * k), round((spot.y - box.y) * k), round(w * k), round(h * k)
        pieces = sum(overlaps(spot, piece_box) for piece_box in piece_boxes)
        hidden = sum(spot.inflated(BEAD_SIZE).contains(at) for at in protected)
        return hidden, pieces, spot not in corners, _detail_share(image, pygame.Rect(place))

    corners = [Box(x, y, w, h) for y in (area.bottom - h, area.y) for x in (area.right - w, area.x)]
    shares = [number / EDGE_STEPS for number in range(1, EDGE_STEPS)]
    edges = [replace(corner, x=area.x + (area.w - w) * along) for corner in corners[::2] for along in shares]
    edges += [replace(corner, y=area.y + (area.h - h) * along) for corner in corners[:2] for along in shares]
    return min([*corners, *edges], key=hides)


def _draw_arrow(
    painter: Painter, source: Point, target: Point, colour: str, reach: float, thick: float, short: float
) -> None:
    """Draw an arrow of a piece. ``short``: gap to its target as a share of ``reach`` or of a shorter way."""
    dx, dy = target[0] - source[0], target[1] - source[1]
    length = math.hypot(dx, dy) or 1.0
    start, end = min(reach * 0.3, length * 0.24), min(reach, length) * short
    x0, y0 = source[0] + dx / length * start, source[1] + dy / length * start
    dx, dy = (part * (length - start - end) / length for part in (dx, dy))
    head = min(ARROW_HEAD_LENGTH * thick, math.hypot(dx, dy) * 0.6)
    image = arrow(painter.assets, round(dx, 1), round(dy, 1), colour, ARROW_WIDTH * thick, round(head))
    painter.blit(image, x0 + min(0.0, dx) - ARROW_ROOM, y0 + min(0.0, dy) - ARROW_ROOM)


def _draw_band(painter: Painter, source: Point, target: Point, colour: str, reach: float) -> None:
    """Draw a translucent band between two places."""
    dx, dy = round(target[0] - source[0], 1), round(target[1] - source[1], 1)
    image = band(painter.assets, dx, dy, colour, round(max(18.0, min(30.0, reach * 0.9))))
    painter.blit(image, min(source[0], target[0]) - ARROW_ROOM, min(source[1], target[1]) - ARROW_ROOM)


def _draw_stem(painter: Painter, source: Point, target: Point, colour: str) -> None:
    """Draw the thread from a distant number to the edge of its way."""
    length = math.dist(source, target)
    dx, dy = (round((b - a) * (1 - STEM_OFFSET / length), 1) for a, b in zip(source, target, strict=True))
    image = stem(painter.assets, dx, dy, colour)
    painter.blit(
        image, min(source[0], source[0] + dx) - ARROW_ROOM, min(source[1], source[1] + dy) - ARROW_ROOM
    )


@cached_drawing
def stem(assets: Assets, dx: float, dy: float, colour: str) -> pygame.Surface:
    """Picture of a thread to a point (dx, dy) units away, positioned like `arrow`."""
    x, y = ARROW_ROOM + max(0.0, -dx), ARROW_ROOM + max(0.0, -dy)
    path_data = f"M{x:.1f} {y:.1f} l{dx:.1f} {dy:.1f}"
    body = line(path_data, WOOL, 6.5) + line(path_data, colour, 3)
    return rasterize_units(assets, body, abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM)


@cached_drawing
def band(assets: Assets, dx: float, dy: float, colour: str, width: float) -> pygame.Surface:
    """Picture of a band around a way to a point (dx, dy) units away, positioned like `arrow`."""
    length, half = math.hypot(dx, dy), width / 2
    x, y = ARROW_ROOM + max(0.0, -dx) + dx / 2, ARROW_ROOM + max(0.0, -dy) + dy / 2
    shape = (-length / 2 - half, -half, length + width, width, half)
    body = rect(*shape, fill=colour, fill_opacity=0.22, stroke=WOOL, stroke_width=9)
    body += rect(*shape, fill="none", stroke=colour, stroke_width=5.5)
    rotated_body = group(body, f"translate({x:.1f} {y:.1f}) rotate({math.degrees(math.atan2(dy, dx)):.1f})")
    return rasterize_units(assets, rotated_body, abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM)


@cached_drawing
def bead(assets: Assets, colour: str, size: float) -> pygame.Surface:
    """Picture, ``size`` units square, of the disc below the number of a move."""
    return art(assets, "signs", size, size, layer="move", colour=colour)

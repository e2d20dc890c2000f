"""Where the stations of a board lie on the canvas, and what the board is, for drawing and choosing.

Stations are walked with arrows, a cross or a stick: the link just walked over is the one that is chosen.
Left and right are plain. Up and down have two links each: they take the side that the last step leaned to,
and left or right pressed right after that swings the step to the other one. Two directions pressed
together, or a stick pushed slantwise, are one step. By the pointer the nearest link is meant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Self

from game.core.hexgrid import Cell, from_offset, neighbours, rotated
from game.games.city.match_text import station_names
from game.games.city.rules.board import CityBoard, PlacedTile, board_of, read_board
from game.games.city.rules.events import CityObservation
from game.games.city.rules.graph import hull
from game.ui.core.canvas import Box, nearest_in_direction
from game.ui.core.placement import Candidate, Obstacle, over, place

Link = tuple[str, str]
"""Two stations side by side, between which track can lie."""
SIDES: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The steps across the sides of a hexagon, clockwise from the upper right."""
NAMES_GROW = 0.45
"""How far names on the map grow with large text: less than elsewhere, as they lie over track."""
LARGEST, SMALLEST = 56, 12
"""Radii of hexagons in units."""
_RIM = 10.0
"""What lies around the hexagons: the dark edge and its seam."""


@dataclass(frozen=True, slots=True)
class StationView:
    """A station."""

    text: str
    cell: Cell
    name: str
    """What people call it."""
    tile: int
    partner: str


@dataclass(frozen=True)
class BoardView:
    """A board put in order for drawing and choosing, its stations called as `words.called` has it.

    The map may be turned by 60 degrees once or twice, so that a long board lies along the screen.
    """

    tiles: tuple[PlacedTile, ...]
    given: tuple[tuple[str, str], ...]
    """The texts of stations that have names of their own, with these."""
    turn: int
    stations: tuple[StationView, ...]

    @classmethod
    def on(cls, board: CityBoard, given: Mapping[str, str] | None = None, turn: int = 0) -> BoardView:
        """A board, some of its stations with names of their own, turned so often."""
        given = given or {}
        stations = {
            text: (column, row, given.get(text, name), tile, partner)
            for text, (column, row, name, tile, partner) in board.stations.items()
        }
        said = station_names(stations)
        stops = tuple(
            StationView(text, rotated(from_offset(column, row - 1), turn), said[text], tile, partner or "")
            for text, (column, row, _name, tile, partner) in stations.items()
        )
        return cls(board.tiles, tuple(given.items()), turn, stops)

    @classmethod
    def of(cls, seen: CityObservation, turn: int = 0) -> BoardView:
        """The board of an observation, with the names that it gives the stations."""
        board = read_board(",".join(seen["board"]) or "-")
        return cls.on(board, {text: str(station[2]) for text, station in seen["stations"].items()}, turn)

    def turned(self, turn: int) -> BoardView:
        """The same board, turned otherwise."""
        return BoardView.on(self.board, dict(self.given), turn)

    def again(self) -> BoardView:
        """The same board, its stations called as the language of the window has it now."""
        return self.turned(self.turn)

    @cached_property
    def board(self) -> CityBoard:
        """What the rules know of it."""
        return board_of(self.tiles)

    @cached_property
    def stops(self) -> Mapping[str, StationView]:
        """The stations by their texts."""
        return {stop.text: stop for stop in self.stations}

    @cached_property
    def at(self) -> Mapping[Cell, StationView]:
        """The stations by their cells."""
        return {stop.cell: stop for stop in self.stations}

    @cached_property
    def columns(self) -> tuple[tuple[float, StationView], ...]:
        """The stations with the column that each stands in, from the right to the left."""
        found = ((stop.cell[0] + stop.cell[1] / 2, stop) for stop in self.stations)
        return tuple(sorted(found, key=lambda one: -one[0]))

    @cached_property
    def links(self) -> tuple[tuple[str, str], ...]:
        """All links, printed ones too."""
        return self.board.link_names

    @cached_property
    def printed(self) -> tuple[tuple[str, str], ...]:
        """The links with printed track."""
        return self.board.printed_names

    @cached_property
    def vacant(self) -> tuple[Cell, ...]:
        """The hexagons of the play area that no tile covers."""
        return tuple(rotated(cell, self.turn) for cell in self.board.vacant)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.at)

    @cached_property
    def area(self) -> tuple[Cell, ...]:
        """The play area, vacant hexagons included."""
        return hull(self.cells) if self.cells else ()

    def cell(self, text: str) -> Cell:
        return self.stops[text].cell

    def name(self, text: str) -> str:
        return self.stops[text].name

    def side(self, one: str, other: str) -> int:
        """Across which side of the first station the second one lies."""
        (q, r), (a, b) = self.cell(one), self.cell(other)
        return SIDES.index((a - q, b - r))

    @cached_property
    def fabric(self) -> dict[int, int]:
        """One of four cloths for each tile, so that neighbouring tiles differ."""
        found: dict[int, int] = {}
        # In the order of the tiles, so that a city is dressed alike at every start.
        for tile in sorted({stop.tile for stop in self.stops.values()}):
            cells = [stop.cell for stop in self.stops.values() if stop.tile == tile]
            around = [self.at[other].tile for cell in cells for other in neighbours(cell) if other in self.at]
            used = [found[other] for other in around if other in found]
            all_used = list(found.values())
            found[tile] = min(range(4), key=lambda k: (used.count(k), all_used.count(k)))
        return found

    @cached_property
    def link_set(self) -> frozenset[tuple[str, str]]:
        """The links, to ask whether two stations are neighbours."""
        return frozenset(self.links)

    def link(self, one: str, other: str) -> tuple[str, str] | None:
        """The link between two stations as the rules write it, `None` for no neighbours."""
        for pair in ((one, other), (other, one)):
            if pair in self.link_set:
                return pair
        return None

    def along(self, way: Sequence[str]) -> list[tuple[str, str]]:
        """The links of a way, as the rules write them."""
        return [link for one, other in pairwise(way) if (link := self.link(one, other)) is not None]

    def gaps(self, way: Sequence[str], track: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The links of a way on which there is neither printed track nor this."""
        laid = {*self.printed, *track}
        return [link for link in self.along(way) if link not in laid]

    @cached_property
    def ponds(self) -> dict[Cell, int]:
        """The vacant hexagons in groups that lie together, each with its number."""
        found: dict[Cell, int] = {}
        number = 0
        for cell in self.vacant:
            if cell in found:
                continue
            group = [cell]
            found[cell] = number
            # It grows while it is gone through, until the whole place is in it.
            for member in group:
                for other in neighbours(member):
                    if other in self.vacant and other not in found:
                        found[other] = number
                        group.append(other)
            number += 1
        return found


@dataclass(frozen=True, slots=True)
class MapProjection:
    """A map laid onto a part of the canvas."""

    area: Box
    size: float
    """The radius of a hexagon in units: whole, so that boards share their pictures."""
    x: float
    y: float
    """Where cell (0, 0) has its middle."""

    def point(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell in units."""
        q, r = cell
        return self.x + math.sqrt(3) * self.size * (q + r / 2), self.y + 1.5 * self.size * r

    def middle(self, one: Cell, other: Cell) -> tuple[float, float]:
        (x0, y0), (x1, y1) = self.point(one), self.point(other)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def turn(self, one: Cell, other: Cell) -> int:
        """How far the line between two neighbours is turned clockwise: 0, 60 or 120 degrees."""
        dq, dr = other[0] - one[0], other[1] - one[1]
        if dr == 0:
            return 0
        return 60 if (dq == 0) else 120

    def at(self, point: tuple[float, float]) -> Cell:
        r = (point[1] - self.y) / (1.5 * self.size)
        q = (point[0] - self.x) / (math.sqrt(3) * self.size) - r / 2
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        # The three were rounded apart and need not make a cell: the one that
        # was rounded most follows the others.
        if abs(rq - q) > abs(rr - r) and abs(rq - q) > abs(rs - s):
            rq = -rr - rs
        elif abs(rr - r) > abs(rs - s):
            rr = -rq - rs
        return rq, rr

    def sees(self, point: tuple[float, float]) -> bool:
        """Whether something around a point can be seen."""
        (x, y), area, more = point, self.area, self.size * 1.1
        return area.x - more <= x < area.right + more and area.y - more <= y < area.bottom + more

    def shows(self, cell: Cell) -> bool:
        """Whether a part of a cell lies in the area."""
        return self.sees(self.point(cell))

    def box(self, cell: Cell, grow: float = 1.1) -> Box:
        """A box around a cell."""
        x, y = self.point(cell)
        return Box(x - self.size * grow, y - self.size * grow, 2 * self.size * grow, 2 * self.size * grow)

    def zoomed(self, radius: float, around: tuple[float, float], area: Box) -> Self:
        """The map seen closer; the point ``around`` stays where it is."""
        size = round(radius)
        by = size / self.size
        x, y = around[0] + (self.x - around[0]) * by, around[1] + (self.y - around[1]) * by
        return replace(self, area=area, size=size, x=x, y=y)


@dataclass(frozen=True, slots=True)
class CityMap(MapProjection):
    """A city laid onto a part of the canvas."""

    city: BoardView

    @property
    def bounds(self) -> Box:
        """Where its hexagons lie, and a little of the night around them."""
        left, top, right, bottom = (self.size * end for end in _extent(self.city.area))
        return Box(self.x + left, self.y + top, right - left, bottom - top).grown(2 * _RIM)

    def station_point(self, text: str) -> tuple[float, float]:
        """The middle of a station in units."""
        return self.point(self.city.cell(text))

    def link_middle(self, link: tuple[str, str]) -> tuple[float, float]:
        """The middle of a link in units."""
        return self.middle(self.city.cell(link[0]), self.city.cell(link[1]))

    def link_turn(self, link: tuple[str, str]) -> int:
        """How far a link is turned clockwise: 0, 60 or 120 degrees."""
        return self.turn(self.city.cell(link[0]), self.city.cell(link[1]))


_APART = 12.0
"""Between two things in one corner."""


def _extent(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    """Left, top, right and lower edge of some cells for hexagons of radius 1 with (0, 0) in the corner."""
    places = [(math.sqrt(3) * (q + r / 2), 1.5 * r) for q, r in cells]
    half = math.sqrt(3) / 2
    return (
        min(x for x, _ in places) - half,
        min(y for _, y in places) - 1,
        max(x for x, _ in places) + half,
        max(y for _, y in places) + 1,
    )


def fit(cells: Sequence[Cell], area: Box) -> MapProjection:
    """The largest map of these cells in an area, in its middle."""
    left, top, right, bottom = _extent(cells)
    largest = min((area.w - 2 * _RIM) / (right - left), (area.h - 2 * _RIM) / (bottom - top), LARGEST)
    size = max(SMALLEST, int(largest))
    x, y = area.centre[0] - (left + right) / 2 * size, area.centre[1] - (top + bottom) / 2 * size
    return MapProjection(area, size, x, y)


def free_corner(
    ground: MapProjection, cells: Sequence[Cell], size: tuple[float, float], taken: Sequence[Box]
) -> Box | None:
    """A corner for one thing more, upper left first; else a place above or below what is in a corner.

    The upper right one comes last: beside the puppets of the panel it has room for what they say.
    """
    (w, h), area = size, ground.area
    right, low = area.right - w, area.bottom - h
    boxes = [Box(x, y, w, h) for x, y in ((area.x, area.y), (area.x, low), (right, low), (right, area.y))]
    for other in taken:
        left = other.x < ground.area.centre[0]
        x = other.x if left else other.right - size[0]
        boxes += [Box(x, other.y - size[1] - _APART, *size), Box(x, other.bottom + _APART, *size)]
    spots = (
        Candidate(number, box, None)
        for number, box in enumerate(boxes)
        if area.y <= box.y and box.bottom <= area.bottom and not _touched(ground, cells, box)
    )
    found = place(spots, over([Obstacle(other) for other in taken]))
    return None if found is None else found.box


def _touched(ground: MapProjection, cells: Iterable[Cell], box: Box) -> bool:
    """Whether a hexagon, with its rim, reaches into a box."""
    reach = ground.size * 0.94 + 6
    for cell in cells:
        x, y = ground.point(cell)
        dx, dy = max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom)
        if dx * dx + dy * dy < reach * reach:
            return True
    return False


TOGETHER = 75.0
"""Two directions within so many ms are pressed together."""
_STEPS: dict[tuple[int, int], Cell] = {
    (1, 0): (1, 0), (-1, 0): (-1, 0), (1, -1): (1, -1), (-1, -1): (0, -1), (1, 1): (0, 1), (-1, 1): (-1, 1),
}  # fmt: skip
"""Directions on the screen as steps on the map."""


@dataclass(slots=True)
class MapCursor:
    """A cursor on a station, and the station from which it came over a link."""

    at: str = ""
    came: str = ""
    """Empty after a jump: no link is chosen then."""
    lean: int = 1
    _from: str = ""
    """Where the last step began, link or no link."""
    way: tuple[int, int] = (0, 0)
    """The direction of the last press."""
    _when: float = -1e9

    def jump(self, at: str, came: str = "") -> None:
        """Stand on a station, having come over a link or not."""
        self.at, self.came, self.way = at, came, (0, 0)

    def step(
        self,
        ground: CityMap,
        way: tuple[int, int],
        now: float,
        wanted: Callable[[str, str], bool] = lambda _one, _other: True,
    ) -> bool:
        """Take a step; whether there was anywhere to go.

        Args:
            ground: the board, and where it lies, for steps over water.
            way: the direction, each -1, 0 or 1.
            now: in ms, to tell two directions that are pressed together.
            wanted: whether a link is worth choosing, for up and down.
        """
        city = ground.city
        start, way = self._meant(city, way, now)
        if way[0] == 0:
            way = (self._side(city, start, way[1], wanted), way[1])
            pressed = (0, way[1])
        else:
            pressed = way
            self.lean = way[0]
        target = self._next(city, start, way)
        if target:
            self.at, self.came = target, start
        else:
            boxes = [(text, ground.box(stop.cell, 0.5)) for text, stop in city.stops.items() if text != start]
            found = nearest_in_direction(boxes, ground.box(city.cell(start), 0.5), *pressed)
            if found is None:
                return False
            self.at, self.came = found, ""
        self._from, self.way, self._when = start, pressed, now
        return True

    def _meant(self, city: BoardView, way: tuple[int, int], now: float) -> tuple[str, tuple[int, int]]:
        """Where a press starts from, and which direction it stands for together with the one before."""
        (dx, dy), (px, py) = way, self.way
        together = now - self._when <= TOGETHER and self._from in city.stops
        if together and dx and dy and (px, py) in ((dx, 0), (0, dy)):
            return self._from, way
        if together and dy and not dx and px and not py:
            return self._from, (px, dy)
        if together and dx and not dy and py and not px:
            return self._from, (dx, py)
        swings = dx and not dy and py and not px and self.came == self._from and self.came
        if swings and self._next(city, self._from, (dx, py)) not in ("", self.at):
            return self._from, (dx, py)
        return self.at, way

    def _side(self, city: BoardView, start: str, dy: int, wanted: Callable[[str, str], bool]) -> int:
        """Which of two links up or down."""
        sides = (self.lean, -self.lean)
        there = [side for side in sides if self._next(city, start, (side, dy))]
        # A link where a piece can go is what somebody most likely means.
        good = [side for side in there if wanted(start, self._next(city, start, (side, dy)))]
        return (good or there or list(sides))[0]

    def _next(self, city: BoardView, start: str, way: tuple[int, int]) -> str:
        """The neighbour in a direction, empty for none."""
        (q, r), (dq, dr) = city.cell(start), _STEPS[way]
        stop = city.at.get((q + dq, r + dr))
        return stop.text if stop else ""


_REACH = 0.8
"""How far from the pointer a legal link is still meant, in radii of a hexagon."""
_SURE = 0.16
"""Nearer than this a link is meant even where nothing can be laid, so that it can be asked about."""


def nearest_link(ground: CityMap, legal: Collection[Link], at: tuple[float, float]) -> Link | None:
    """The legal link nearest to a point, else the nearest one; its second station is the nearer one.

    Returns:
        `None` where the point is far from all links.
    """
    city, far = ground.city, ground.size * 2
    near = {stop.text for stop in city.stops.values() if math.dist(at, ground.point(stop.cell)) < far}
    links = sorted((_away(ground, link, at), link) for link in city.links if near.issuperset(link))
    if not links or links[0][0] > ground.size * _REACH * 1.4:
        return None
    best, chosen = links[0]
    if best >= ground.size * _SURE:
        reach = ground.size * _REACH
        chosen = next((link for away, link in links if away <= reach and link in legal), chosen)
    one, other = chosen
    if math.dist(at, ground.station_point(one)) < math.dist(at, ground.station_point(other)):
        return other, one
    return one, other


def _away(ground: CityMap, link: Link, at: tuple[float, float]) -> float:
    """How far a point lies from the middle part of a link."""
    (x0, y0), (x1, y1) = (ground.station_point(text) for text in link)
    dx, dy = x1 - x0, y1 - y0
    share = ((at[0] - x0) * dx + (at[1] - y0) * dy) / (dx * dx + dy * dy)
    # Without its ends: near a station all of its links would be equally near.
    share = min(0.8, max(0.2, share))
    return math.dist(at, (x0 + dx * share, y0 + dy * share))

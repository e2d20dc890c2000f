"""Geometry of the map on the canvas, and the board as data for drawing and choosing.

The cursor walks from station to station with arrow keys, a d-pad or a stick; the link just walked over is the
chosen one. Left and right are unambiguous. Up and down have two links each: the step takes the side that the
last step leaned to, and left or right pressed right after it swings it to the other link. Two directions
pressed together, or a diagonal stick, are one step. The pointer chooses the nearest link.
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

Link = tuple[str, str]  # two neighbouring stations
# steps across the sides of a hexagon, clockwise from the upper right
SIDES: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
MAX_RADIUS, MIN_RADIUS = 56, 12  # radii of hexagons in units
_RIM_WIDTH = 10.0  # width of the dark edge and its seam around the hexagons, in units


@dataclass(frozen=True, slots=True)
class StationView:
    """A station as drawn: text, cell on the rotated map, displayed name, tile and partner."""

    text: str
    cell: Cell
    name: str
    tile: int
    partner: str


@dataclass(frozen=True)
class BoardView:
    """A board prepared for drawing and choosing, with station names from `station_names`.

    The map may be rotated by 60 or 120 degrees, so that a long board is horizontal.
    """

    tiles: tuple[PlacedTile, ...]
    given: tuple[tuple[str, str], ...]  # stations with custom names: text and name
    turn: int
    stations: tuple[StationView, ...]

    @classmethod
    def on(cls, board: CityBoard, custom_names: Mapping[str, str] | None = None, turn: int = 0) -> BoardView:
        """View of a board with custom names, rotated by ``turn`` steps of 60 degrees."""
        custom_names = custom_names or {}
        stations = {
            text: (column, row, custom_names.get(text, name), tile, partner)
            for text, (column, row, name, tile, partner) in board.stations.items()
        }
        labels = station_names(stations)
        stops = tuple(
            StationView(text, rotated(from_offset(column, row - 1), turn), labels[text], tile, partner or "")
            for text, (column, row, _name, tile, partner) in stations.items()
        )
        return cls(board.tiles, tuple(custom_names.items()), turn, stops)

    @classmethod
    def of(cls, observation: CityObservation, turn: int = 0) -> BoardView:
        """View of the board of an observation, with its station names."""
        board = read_board(",".join(observation["board"]) or "-")
        return cls.on(
            board, {text: str(station[2]) for text, station in observation["stations"].items()}, turn
        )

    def turned(self, turn: int) -> BoardView:
        """Return the same board rotated by ``turn`` steps of 60 degrees."""
        return BoardView.on(self.board, dict(self.given), turn)

    def again(self) -> BoardView:
        """Return the same board with station names in the current language."""
        return self.turned(self.turn)

    @cached_property
    def board(self) -> CityBoard:
        """The board, not rotated."""
        return board_of(self.tiles)

    @cached_property
    def stops(self) -> Mapping[str, StationView]:
        """Stations by text."""
        return {stop.text: stop for stop in self.stations}

    @cached_property
    def at(self) -> Mapping[Cell, StationView]:
        """Stations by cell."""
        return {stop.cell: stop for stop in self.stations}

    @cached_property
    def columns(self) -> tuple[tuple[float, StationView], ...]:
        """Pairs (column on the screen in hexagon widths, station), from right to left."""
        columns = ((stop.cell[0] + stop.cell[1] / 2, stop) for stop in self.stations)
        return tuple(sorted(columns, key=lambda entry: -entry[0]))

    @cached_property
    def links(self) -> tuple[tuple[str, str], ...]:
        """All links, including printed ones."""
        return self.board.link_names

    @cached_property
    def printed_links(self) -> tuple[tuple[str, str], ...]:
        """Printed links, each as two station texts in canonical order."""
        return self.board.printed_names

    @cached_property
    def vacant(self) -> tuple[Cell, ...]:
        """Cells on the rotated map of the play area's hexagons that no tile covers."""
        return tuple(rotated(cell, self.turn) for cell in self.board.vacant)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of all stations."""
        return tuple(self.at)

    @cached_property
    def area(self) -> tuple[Cell, ...]:
        """Cells of the play area, including vacant hexagons, row by row."""
        return hull(self.cells) if self.cells else ()

    def cell(self, text: str) -> Cell:
        """Cell of a station on the rotated map."""
        return self.stops[text].cell

    def name(self, text: str) -> str:
        """Displayed name of a station, by its text."""
        return self.stops[text].name

    def side(self, first: str, second: str) -> int:
        """Index in `SIDES` of the step from the first station to the second."""
        (q, r), (a, b) = self.cell(first), self.cell(second)
        return SIDES.index((a - q, b - r))

    @cached_property
    def fabric(self) -> dict[int, int]:
        """Index of one of four cloths for each tile, different for neighbours where possible."""
        cloths: dict[int, int] = {}
        # In the order of the tiles, so that a city looks the same at each start.
        for tile in sorted({stop.tile for stop in self.stops.values()}):
            cells = [stop.cell for stop in self.stops.values() if stop.tile == tile]
            around = [
                self.at[neighbour].tile
                for cell in cells
                for neighbour in neighbours(cell)
                if neighbour in self.at
            ]
            near_cloths = [cloths[adjacent] for adjacent in around if adjacent in cloths]
            all_used = list(cloths.values())
            cloths[tile] = min(range(4), key=lambda k: (near_cloths.count(k), all_used.count(k)))
        return cloths

    @cached_property
    def link_set(self) -> frozenset[tuple[str, str]]:
        return frozenset(self.links)

    def link(self, first: str, second: str) -> tuple[str, str] | None:
        """Link between two stations in canonical order. None if they are not neighbours."""
        for pair in ((first, second), (second, first)):
            if pair in self.link_set:
                return pair
        return None

    def along(self, way: Sequence[str]) -> list[tuple[str, str]]:
        """Links of a path, in canonical order."""
        return [link for start, end in pairwise(way) if (link := self.link(start, end)) is not None]

    def gaps(self, way: Sequence[str], track: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Links of a path that have neither printed track nor a piece of ``track``."""
        tracks = {*self.printed_links, *track}
        return [link for link in self.along(way) if link not in tracks]

    @cached_property
    def ponds(self) -> dict[Cell, int]:
        """Group number of each vacant hexagon, from 0. Adjacent ones form a group."""
        groups: dict[Cell, int] = {}
        number = 0
        for cell in self.vacant:
            if cell in groups:
                continue
            group = [cell]
            groups[cell] = number
            # The list grows during the loop until it contains the whole group.
            for member in group:
                for neighbour in neighbours(member):
                    if neighbour in self.vacant and neighbour not in groups:
                        groups[neighbour] = number
                        group.append(neighbour)
            number += 1
        return groups


@dataclass(frozen=True, slots=True)
class MapProjection:
    """Projection of the map onto a part of the canvas."""

    area: Box
    size: float  # radius of a hexagon in units; an integer, so that boards share their pictures
    x: float
    y: float  # (x, y) is the centre of cell (0, 0)

    def point(self, cell: Cell) -> tuple[float, float]:
        """Centre of a cell in units."""
        q, r = cell
        return self.x + math.sqrt(3) * self.size * (q + r / 2), self.y + 1.5 * self.size * r

    def middle(self, first: Cell, second: Cell) -> tuple[float, float]:
        """Point halfway between the centres of two cells, in units."""
        (x0, y0), (x1, y1) = self.point(first), self.point(second)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def turn(self, first: Cell, second: Cell) -> int:
        """Clockwise angle of the line between two neighbours: 0, 60 or 120 degrees."""
        dq, dr = second[0] - first[0], second[1] - first[1]
        if dr == 0:
            return 0
        return 60 if (dq == 0) else 120

    def at(self, point: tuple[float, float]) -> Cell:
        """Cell at a point in units."""
        r = (point[1] - self.y) / (1.5 * self.size)
        q = (point[0] - self.x) / (math.sqrt(3) * self.size) - r / 2
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        # The three were rounded separately and need not make a cell: the one that was rounded most is
        # computed from the others.
        if abs(rq - q) > abs(rr - r) and abs(rq - q) > abs(rs - s):
            rq = -rr - rs
        elif abs(rr - r) > abs(rs - s):
            rr = -rq - rs
        return rq, rr

    def sees(self, point: tuple[float, float]) -> bool:
        """True if a point is in the area or at most 1.1 hexagon radii outside."""
        (x, y), area, margin = point, self.area, self.size * 1.1
        return area.x - margin <= x < area.right + margin and area.y - margin <= y < area.bottom + margin

    def is_visible(self, cell: Cell) -> bool:
        """True if a cell's centre is in the area or at most 1.1 hexagon radii outside."""
        return self.sees(self.point(cell))

    def box(self, cell: Cell, grow: float) -> Box:
        """Box around a cell. ``grow`` is its half width in radii."""
        x, y = self.point(cell)
        return Box(x - self.size * grow, y - self.size * grow, 2 * self.size * grow, 2 * self.size * grow)

    def zoomed(self, radius: float, around: tuple[float, float], area: Box) -> Self:
        """Return the map on ``area`` at another hexagon radius (rounded), the point ``around`` fixed."""
        size = round(radius)
        factor = size / self.size
        x, y = around[0] + (self.x - around[0]) * factor, around[1] + (self.y - around[1]) * factor
        return replace(self, area=area, size=size, x=x, y=y)


@dataclass(frozen=True, slots=True)
class CityMap(MapProjection):
    """Projection of a city."""

    city: BoardView

    @property
    def bounds(self) -> Box:
        """Box around its hexagons, with a margin of 20 units of night."""
        left, top, right, bottom = (self.size * end for end in _extent(self.city.area))
        return Box(self.x + left, self.y + top, right - left, bottom - top).inflated(2 * _RIM_WIDTH)

    def station_point(self, text: str) -> tuple[float, float]:
        """Centre of a station in units."""
        return self.point(self.city.cell(text))

    def link_middle(self, link: tuple[str, str]) -> tuple[float, float]:
        """Middle of a link in units."""
        return self.middle(self.city.cell(link[0]), self.city.cell(link[1]))

    def link_turn(self, link: tuple[str, str]) -> int:
        """Clockwise angle of a link: 0, 60 or 120 degrees."""
        return self.turn(self.city.cell(link[0]), self.city.cell(link[1]))

    def above_link(self, link: tuple[str, str], height: float) -> tuple[float, float]:
        """Point ``height`` above the middle of a link, at a right angle to it. Units."""
        (x, y), turn = self.link_middle(link), math.radians(self.link_turn(link))
        return x + height * math.copysign(math.sin(turn), math.cos(turn)), y - height * abs(math.cos(turn))


def _extent(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the cells for hexagons of radius 1 with cell (0, 0) at the origin."""
    places = [(math.sqrt(3) * (q + r / 2), 1.5 * r) for q, r in cells]
    half = math.sqrt(3) / 2
    return (
        min(x for x, _ in places) - half,
        min(y for _, y in places) - 1,
        max(x for x, _ in places) + half,
        max(y for _, y in places) + 1,
    )


def fit(cells: Sequence[Cell], area: Box) -> MapProjection:
    """Largest centred projection of cells into an area; hexagon radius 12, even if too large, to 56."""
    left, top, right, bottom = _extent(cells)
    largest = min(
        (area.w - 2 * _RIM_WIDTH) / (right - left), (area.h - 2 * _RIM_WIDTH) / (bottom - top), MAX_RADIUS
    )
    size = max(MIN_RADIUS, int(largest))
    x, y = area.centre[0] - (left + right) / 2 * size, area.centre[1] - (top + bottom) / 2 * size
    return MapProjection(area, size, x, y)


def touches(projection: MapProjection, cells: Iterable[Cell], box: Box) -> bool:
    """True if a hexagon with its rim overlaps a box."""
    reach = projection.size * 0.94 + 6
    for cell in cells:
        x, y = projection.point(cell)
        dx, dy = max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom)
        if dx * dx + dy * dy < reach * reach:
            return True
    return False


SIMULTANEOUS_MS = 75.0  # ms between two presses that still count as pressed together
_STEPS: dict[tuple[int, int], Cell] = {
    (1, 0): (1, 0), (-1, 0): (-1, 0), (1, -1): (1, -1), (-1, -1): (0, -1), (1, 1): (0, 1), (-1, 1): (-1, 1),
}  # fmt: skip
"""Steps on the map by direction on the screen."""


@dataclass(slots=True)
class MapCursor:
    """Cursor on a station, with the station from which it came over a link."""

    at: str = ""
    came: str = ""  # empty after a jump, so no link is chosen
    lean: int = 1
    start: str = ""  # of the last step, with or without a link
    way: tuple[int, int] = (0, 0)  # direction of the last press
    _when: float = -1e9

    def jump(self, at: str, came: str = "") -> None:
        """Move to a station. ``came`` is the station at the other end of the link, if any."""
        self.at, self.came, self.start, self.way = at, came, came, (0, 0)

    def step(
        self,
        city_map: CityMap,
        way: tuple[int, int],
        now: float,
        accepts: Callable[[str, str], bool] = lambda _one, _other: True,
    ) -> bool:
        """Move one step, over a link or by a jump. Returns False if there is nowhere to go.

        Args:
            city_map: the board and its projection, for steps across water.
            way: the direction, each part -1, 0 or 1.
            now: time in ms, to detect two directions pressed together.
            accepts: True for links worth choosing, for steps up and down.
        """
        city = city_map.city
        start, way = self._press_start(city, way, now)
        if way[0] == 0:
            way = (self._steep_side(city, start, way[1], accepts), way[1])
            pressed = (0, way[1])
        else:
            pressed = way
            self.lean = way[0]
        target = self._next_station(city, start, way)
        if target:
            self.at, self.came = target, start
        else:
            boxes = [
                (text, city_map.box(stop.cell, 0.5)) for text, stop in city.stops.items() if text != start
            ]
            nearest = nearest_in_direction(boxes, city_map.box(city.cell(start), 0.5), *pressed)
            if nearest is None:
                return False
            self.at, self.came = nearest, ""
        self.start, self.way, self._when = start, pressed, now
        return True

    def _press_start(self, city: BoardView, way: tuple[int, int], now: float) -> tuple[str, tuple[int, int]]:
        """Station and direction from which the step goes, combined with the press before."""
        (dx, dy), (px, py) = way, self.way
        is_combined = now - self._when <= SIMULTANEOUS_MS and self.start in city.stops
        if is_combined and dx and dy and (px, py) in ((dx, 0), (0, dy)):
            return self.start, way
        if is_combined and dy and not dx and px and not py:
            return self.start, (px, dy)
        if is_combined and dx and not dy and py and not px:
            return self.start, (dx, py)
        swings = dx and not dy and py and not px and self.came == self.start and self.came
        if swings and self._next_station(city, self.start, (dx, py)) not in ("", self.at):
            return self.start, (dx, py)
        return self.at, way

    def _steep_side(self, city: BoardView, start: str, dy: int, accepts: Callable[[str, str], bool]) -> int:
        """Side (-1 left, 1 right) of the link that a step straight up or down takes."""
        sides = (self.lean, -self.lean)
        existing = [side for side in sides if self._next_station(city, start, (side, dy))]
        # A link where a piece can go is most likely meant.
        good = [side for side in existing if accepts(start, self._next_station(city, start, (side, dy)))]
        return (good or existing or list(sides))[0]

    def _next_station(self, city: BoardView, start: str, way: tuple[int, int]) -> str:
        """Text of the neighbour in a direction. Empty if there is none."""
        (q, r), (dq, dr) = city.cell(start), _STEPS[way]
        stop = city.at.get((q + dq, r + dr))
        return stop.text if stop else ""


_MAX_POINTER_DISTANCE = 0.8  # maximum distance from the pointer to a legal link, in radii of a hexagon
_SURE_POINTER_DISTANCE = (
    0.16  # within this distance a link is chosen even if illegal, so that the reason can be shown
)


def nearest_link(city_map: CityMap, legal: Collection[Link], at: tuple[float, float]) -> Link | None:
    """Link near a point, legal unless another is very near; nearer station second. None if all are far."""
    city, max_distance = city_map.city, city_map.size * 2
    near = {
        stop.text for stop in city.stops.values() if math.dist(at, city_map.point(stop.cell)) < max_distance
    }
    links = sorted(
        (_distance_to_link(city_map, link, at), link) for link in city.links if near.issuperset(link)
    )
    if not links or links[0][0] > city_map.size * _MAX_POINTER_DISTANCE * 1.4:
        return None
    best, chosen = links[0]
    if best >= city_map.size * _SURE_POINTER_DISTANCE:
        reach = city_map.size * _MAX_POINTER_DISTANCE
        chosen = next((link for distance, link in links if distance <= reach and link in legal), chosen)
    start, end = chosen
    if math.dist(at, city_map.station_point(start)) < math.dist(at, city_map.station_point(end)):
        return end, start
    return start, end


def _distance_to_link(city_map: CityMap, link: Link, at: tuple[float, float]) -> float:
    """Distance from a point to the middle part of a link, in units."""
    (x0, y0), (x1, y1) = (city_map.station_point(text) for text in link)
    dx, dy = x1 - x0, y1 - y0
    fraction = ((at[0] - x0) * dx + (at[1] - y0) * dy) / (dx * dx + dy * dy)
    # Without the ends, because near a station all of its links would be equally near.
    fraction = min(0.8, max(0.2, fraction))
    return math.dist(at, (x0 + dx * fraction, y0 + dy * fraction))

"""Boards: the twenty tiles, their stations, the test for a legal board, and the set-up of the socks.

There are five designs of four stations each, in four copies. `check_whole` has the exact meaning of
*compact*. `pairs` lists the stations that may hold a pair of socks, `set_out` makes a complete set-up from a
seed.

See rules.md, The city.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import TypeAlias

from game.core.game import LayoutError
from game.core.hexgrid import (
    Cell,
    cell_text,
    neighbours,
    offset,
    on_map,
    read_cell,
    rotated,
    shifted,
    to_corner,
)
from game.core.options import Options
from game.core.rng import SeededRng
from game.games.city.rules.graph import PUBLIC_TRACK, Graph, hull

TILE_PARTS = "abcd"
# cells of hexagons a, b, c, d of an unrotated tile: a rhombus with its tips at a and d
TILE_SHAPE: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
# by design: the two hexagons that printed track joins
JOINED_PARTS: tuple[tuple[int, int], ...] = ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
# station names by design and hexagon
STATION_NAMES: tuple[tuple[str, str, str, str], ...] = (
    ("Highbeautyhousen", "Under the lime Trees", "Animal Garden", "X-Ray-Valley"),
    ("Hurly Burly Castle", "Nicehill", "Hitchhikers Station", "Border Avenue"),
    ("Sun Avenue", "East Cross", "West Cross", "Priest Way"),
    ("Green Mountain Avenue", "Fair North", "Fields of Light", "Fire Brook Street"),
    ("Tub Lake", "Birch Islet", "Crooked Lanke", "Uncle Tom's Cabin"),
)
DESIGN_COUNT = 5
COPY_COUNT = 4
TILE_COUNT = DESIGN_COUNT * COPY_COUNT
STATION_COUNT = TILE_COUNT * len(TILE_SHAPE)

_TEXT = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})@([a-z0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class PlacedTile:
    """A tile on the table: design, rotation in steps of 60 degrees, and the cell of its hexagon a."""

    design: int
    rotation: int
    at: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of hexagons a, b, c, d."""
        return tile_cells(self.rotation, self.at)

    @property
    def printed_link(self) -> tuple[Cell, Cell]:
        """The two cells that printed track joins."""
        first, second = JOINED_PARTS[self.design]
        cells = self.cells
        return cells[first], cells[second]

    def moved_by(self, by: Cell) -> PlacedTile:
        """Copy of the tile moved by the vector ``by``."""
        return PlacedTile(self.design, self.rotation, shifted(self.at, by))

    def text(self) -> str:
        """Text of the tile, design.rotation@cell of hexagon a, such as ``3.0@e1``."""
        return f"{self.design}.{self.rotation}@{cell_text(self.at)}"

    @classmethod
    def from_text(cls, text: str) -> PlacedTile:
        """Tile read from its text, such as ``3.0@e1``. Raises `ValueError` if it is none."""
        match = _TEXT.fullmatch(text)
        if not match:
            raise ValueError(
                f"A tile is design.rotation@cell of its hexagon a, as in 3.0@e1; {text[:20]!r} is not one."
            )
        design, rotation = int(match[1]), int(match[2])
        if design >= DESIGN_COUNT or rotation >= 6:
            raise ValueError(
                f"Designs go from 0 to {DESIGN_COUNT - 1} and rotations from 0 to 5; {text[:20]!r} does not."
            )
        return cls(design, rotation, read_cell(match[3]))


@cache
def _outline(rotation: int) -> tuple[Cell, ...]:
    """Cells of hexagons a, b, c, d relative to hexagon a, for a rotation in steps of 60 degrees."""
    return tuple(rotated(cell, rotation) for cell in TILE_SHAPE)


@lru_cache(maxsize=1 << 13)
def tile_cells(rotation: int, at: Cell) -> tuple[Cell, ...]:
    """Cells of hexagons a, b, c, d of a tile with its hexagon a on ``at``."""
    return tuple(shifted(cell, at) for cell in _outline(rotation))


class BoardError(LayoutError):
    """The tiles are no legal board."""

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__("board", reason, **details)
        self.args = (self.reason,)


class CityBoard(Graph):
    """Graph of the placed tiles, with the names of their stations. Use `board_of`, which shares boards.

    Attributes:
        tiles: the tiles in canonical order, by the cell of their hexagon a.
        names: text of each station, such as ``c7``.
        number: station number by text.
    """

    tiles: tuple[PlacedTile, ...]
    names: tuple[str, ...]
    number: dict[str, int]

    def __init__(self, tiles: tuple[PlacedTile, ...]) -> None:
        super().__init__(
            (cell for tile in tiles for cell in tile.cells), (tile.printed_link for tile in tiles)
        )
        self.tiles = tiles
        self.names = tuple(map(cell_text, self.cells))
        self.number = {name: station for station, name in enumerate(self.names)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CityBoard) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(self.tiles)

    def __repr__(self) -> str:
        return f"Board({self.text()})"

    def text(self) -> str:
        """Text of the tiles in canonical order, such as ``0.2@c7,3.0@e1``; ``-`` without tiles."""
        return ",".join(self.tile_texts) or "-"

    @cached_property
    def vacant(self) -> tuple[Cell, ...]:
        """Hexagons of the play area that no tile covers (rules.md, The city)."""
        return tuple(cell for cell in hull(self.cells) if cell not in self.index) if self.cells else ()

    @cached_property
    def link_names(self) -> tuple[tuple[str, str], ...]:
        """Texts of the two stations of each link, the lower station number first."""
        return tuple((self.names[first], self.names[second]) for first, second in self.links)

    @cached_property
    def link_texts(self) -> tuple[str, ...]:
        """Text of each link, such as ``c7-d7``."""
        return tuple(map("-".join, self.link_names))

    @cached_property
    def tile_texts(self) -> tuple[str, ...]:
        """Text of each tile, such as ``3.0@e1``, in canonical order."""
        return tuple(tile.text() for tile in self.tiles)

    @cached_property
    def vacant_places(self) -> tuple[tuple[int, int], ...]:
        """Pairs (column from 0, row from 1), one for each vacant hexagon."""
        return tuple((column, row + 1) for column, row in map(offset, self.vacant))

    @cached_property
    def printed_names(self) -> tuple[tuple[str, str], ...]:
        """Printed links, each as the texts of its two stations."""
        return tuple(
            pair for pair, owner in zip(self.link_names, self.track, strict=True) if owner == PUBLIC_TRACK
        )

    @cached_property
    def stations(self) -> dict[str, tuple[int, int, str, int, str | None]]:
        """By station text: column from 0, row from 1, printed name, index of tile, partner text or None."""
        entries: dict[str, tuple[int, int, str, int, str | None]] = {}
        for number, tile in enumerate(self.tiles):
            for part, cell in enumerate(tile.cells):
                station = self.index[cell]
                partner = self.partner[station]
                column, row = offset(cell)
                name = STATION_NAMES[tile.design][part]
                entries[self.names[station]] = (
                    column,
                    row + 1,
                    name,
                    number,
                    None if partner < 0 else self.names[partner],
                )
        return {name: entries[name] for name in self.names}


_board = lru_cache(maxsize=8)(CityBoard)  # a board with all its cached properties takes 140 kB


def board_of(tiles: Iterable[PlacedTile]) -> CityBoard:
    """Cached board of tiles in any order. Raises `BoardError` on overlap, off the map or over 20 tiles."""
    ordered = tuple(sorted(tiles, key=lambda tile: (offset(tile.at), tile.design, tile.rotation)))
    tile_at: dict[Cell, PlacedTile] = {}
    for tile in ordered:
        for cell in tile.cells:
            if cell in tile_at:
                raise BoardError(
                    "tiles {one} and {other} overlap at {cell}; each hexagon has room for one.",
                    cell=where(cell), one=tile_at[cell].text(), other=tile.text(),
                )  # fmt: skip
            tile_at[cell] = tile
    if len(ordered) > TILE_COUNT:
        raise BoardError("there are {count} tiles; a board has {due}.", count=len(ordered), due=TILE_COUNT)
    for cell in tile_at:
        if not on_map(cell):
            raise BoardError(
                "a tile goes off the map at {cell}; the map has columns a to az, rows 1 to 99.",
                cell=where(cell),
            )
    return _board(ordered)


def in_corner(tiles: Sequence[PlacedTile]) -> CityBoard:
    """Board of these tiles, moved to begin in column a and row 1 or 2. Raises `BoardError` as `board_of`."""
    if not tiles:
        return board_of(())
    delta = to_corner(cell for tile in tiles for cell in tile.cells)
    return board_of(tile.moved_by(delta) for tile in tiles)


def where(cell: Cell) -> str:
    """Text of a cell, or its column and row from 0 if it is off the map."""
    return cell_text(cell) if on_map(cell) else "column {}, row {}".format(*offset(cell))


def vacant_limits(options: Options) -> tuple[int, int]:
    """Minimum and maximum number of vacant hexagons of a board (rules.md, House rules)."""
    return options.get_int("vacant_min"), options.get_int("vacant_max")


def check_whole(board: CityBoard, vacant_min: int, vacant_max: int) -> None:
    """Raise `BoardError` unless 4 tiles of each design are connected and the vacant count is in limits."""
    counts = Counter(tile.design for tile in board.tiles)
    for design in range(DESIGN_COUNT):
        if counts[design] != COPY_COUNT:
            raise BoardError(
                "there are {count} tiles of design {design}; a board has {copies} of each.",
                design=design, count=counts[design], copies=COPY_COUNT,
            )  # fmt: skip
    if not board.is_connected:
        isolated = board.cells[board.steps(0).index(-1)]
        raise BoardError(
            "{cell} can't be reached from {other}; all tiles must be connected.",
            cell=where(isolated), other=where(board.cells[0]),
        )  # fmt: skip
    count = len(board.vacant)
    if not vacant_min <= count <= vacant_max:
        raise BoardError(
            "the play area has {count} vacant hexagons; {least} to {most} are allowed.",
            count=count, least=vacant_min, most=vacant_max,
        )  # fmt: skip


def read_board(text: str) -> CityBoard:
    """Board read from what `CityBoard.text` returns, tiles in any order. Raises `ValueError` if wrong."""
    return board_of(PlacedTile.from_text(part) for part in text.split(",")) if text != "-" else board_of(())


def touches(board: CityBoard, cells: Iterable[Cell]) -> bool:
    """True if one of the cells is a neighbour of a station."""
    return any(neighbour in board.index for cell in cells for neighbour in neighbours(cell))


def part_letters(tile: PlacedTile) -> tuple[tuple[Cell, str], ...]:
    """Pairs (cell, letter a to d) of a tile's four hexagons."""
    return tuple(zip(tile.cells, TILE_PARTS, strict=True))


COLOURS: tuple[str, ...] = ("red", "yellow", "green", "blue", "violet", "orange")
MIN_VACANT_NEIGHBOURS = 3  # vacant neighbours that each sock needs
_SETUP_ATTEMPTS = 60  # random set-ups tried before the board counts as having no room for six pairs

Pair: TypeAlias = tuple[int, int]  # the two stations of a colour, the lower number first
Socks: TypeAlias = tuple[Pair | None, ...]  # pair of each colour, None if it is not set out

NO_SOCKS: Socks = (None,) * len(COLOURS)


@dataclass(frozen=True, slots=True)
class SockRules:
    """House rules of the set-up (rules.md, House rules)."""

    nearest: int  # minimum number of stations between two socks of a colour
    farthest: int
    neighbours: bool  # True if each sock needs `MIN_VACANT_NEIGHBOURS` vacant neighbours
    even: bool = True
    """True if the program draws all distances equally often; False in records of versions 1 and 2."""

    @classmethod
    def of(cls, options: Options) -> SockRules:
        """House rules of the set-up, read from the options."""
        return cls(
            options.get_int("apart_min"),
            options.get_int("apart_max"),
            options.get_bool("three_neighbours"),
            even=options.version > 2,
        )


def occupied_stations(socks: Socks) -> frozenset[int]:
    """Numbers of all stations with a sock."""
    return frozenset(station for pair in socks if pair for station in pair)


def find_crowded_sock(board: CityBoard, socks: Socks) -> tuple[int, int] | None:
    """First sock with too few vacant neighbours: (station number, vacant neighbours). None if none.

    See rules.md, Before the game.
    """
    occupied = occupied_stations(socks)
    for pair in socks:
        for station in pair or ():
            vacant = board.room(station, occupied)
            if vacant < MIN_VACANT_NEIGHBOURS:
                return station, vacant
    return None


def with_pair(socks: Socks, colour: int, pair: Pair) -> Socks:
    """Copy of ``socks`` with ``pair`` for the colour with this number."""
    return (*socks[:colour], pair, *socks[colour + 1 :])


def pairs(board: CityBoard, socks: Socks, rules: SockRules) -> Iterator[Pair]:
    """Yields pairs of station numbers, the lower first, that may take the socks of a further colour.

    See rules.md, Before the game.
    """
    occupied = occupied_stations(socks)
    free = [
        station
        for station in range(len(board.cells))
        if station not in occupied and (not rules.neighbours or room_for((station,), board, socks))
    ]
    for number, first in enumerate(free):
        steps = board.steps(first)
        for second in free[number + 1 :]:
            # The number of steps is one more than the number of stations between.
            if rules.nearest < steps[second] <= rules.farthest + 1 and (
                not rules.neighbours or room_for((first, second), board, socks)
            ):
                yield first, second


def room_for(new: tuple[int, ...], board: CityBoard, socks: Socks) -> bool:
    """True if all socks on or near ``new`` keep `MIN_VACANT_NEIGHBOURS` once those stations have socks."""
    occupied = occupied_stations(socks) | frozenset(new)
    near = {neighbour for station in new for neighbour, _ in board.near[station]}
    # The neighbours of a half count for its vacant partner half too, so a sock on the partner is near as
    # well.
    near |= {board.partner[station] for station in near}
    return all(
        board.room(station, occupied) >= MIN_VACANT_NEIGHBOURS
        for station in occupied
        if station in near or station in new
    )


def set_out(board: CityBoard, socks: Socks, rules: SockRules, rng: SeededRng) -> Socks | None:
    """Copy of the socks with all missing pairs added at random. None if each of 60 attempts fails."""
    missing = [colour for colour, pair in enumerate(socks) if pair is None]
    for _ in range(_SETUP_ATTEMPTS):
        result = socks
        for colour in rng.shuffled(missing):
            draw = _pair_of_rare_distance if rules.even else _any_pair
            pair = draw(board, result, rules, rng)
            if pair is None:
                break
            result = with_pair(result, colour, pair)
        else:
            return result
    return None


def _pair_of_rare_distance(board: CityBoard, socks: Socks, rules: SockRules, rng: SeededRng) -> Pair | None:
    """Random legal pair whose distance as few other pairs have as possible. None if there is none.

    Drawn from all pairs, most would be close together, because a board has more of these. Then no pair would
    be worth much more than another.
    """
    counts = Counter(board.apart(*pair) for pair in socks if pair)
    distances = rng.shuffled(range(rules.nearest, rules.farthest + 1))
    for distance in sorted(distances, key=counts.__getitem__):
        pair = _any_pair(board, socks, replace(rules, nearest=distance, farthest=distance), rng)
        if pair is not None:
            return pair
    return None


def _any_pair(board: CityBoard, socks: Socks, rules: SockRules, rng: SeededRng) -> Pair | None:
    """Random legal pair of stations for one more colour, lower number first. None if there is none."""
    occupied = occupied_stations(socks)
    free = [station for station in range(len(board.cells)) if station not in occupied]
    for first in rng.shuffled(free):
        if rules.neighbours and not room_for((first,), board, socks):
            continue
        steps = board.steps(first)
        near = [second for second in free if rules.nearest < steps[second] <= rules.farthest + 1]
        for second in rng.shuffled(near):
            if not rules.neighbours or room_for((first, second), board, socks):
                return (first, second) if first < second else (second, first)
    return None


def rescue(board: CityBoard, socks: Socks, rules: SockRules, rng: SeededRng) -> tuple[Socks, int] | None:
    """Complete set-up, and number of pairs taken back (1 or more), last colours first. None if none is found.

    See rules.md, Fine points.
    """
    colours = [colour for colour, pair in enumerate(socks) if pair is not None]
    for count in range(1, len(colours) + 1):
        remaining = tuple(pair if colour in colours[:-count] else None for colour, pair in enumerate(socks))
        whole = set_out(board, remaining, rules, rng)
        if whole is not None:
            return whole, count
    return None


def read_pairs(board: CityBoard, places: Mapping[str, Sequence[str]]) -> Socks:
    """Pair of each colour, read from ``places``: the two station texts of each colour that is set out."""
    socks = NO_SOCKS
    for colour, (start, end) in places.items():
        first, second = sorted((board.number[start], board.number[end]))
        socks = with_pair(socks, COLOURS.index(colour), (first, second))
    return socks

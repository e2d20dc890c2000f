"""Legal boards, built automatically (rules.md, Before the game) or by hand (Building by hand).

Automatic building (`build`, `complete`) picks a hexagonal area as large as a board may be and sweeps it in
one of six directions, depth first: the first open cell gets a tile or stays vacant. Most areas fail within
the node limit or succeed quickly, so trying another area is better than searching one to the end.

By hand, a tile may be laid where it touches another and no proof exists that the board cannot be finished.
The last tile must make a legal board. If no tile fits any more, the program takes back as few tiles as
possible, the newest first, and lays the rest (`rescue`).

The table has 26 columns and 26 rows. A set of its cells is one integer. The bits are ordered row by row with
an empty margin, so that a step to a neighbour is a shift and most tests need only a few operations.
"""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from game.core.hexgrid import DIRECTIONS, Cell, from_offset, neighbours, offset
from game.core.options import Options
from game.core.rng import SeededRng
from game.games.city.rules.board import (
    COPY_COUNT,
    DESIGN_COUNT,
    STATION_COUNT,
    TILE_COUNT,
    TILE_SHAPE,
    BoardError,
    CityBoard,
    PlacedTile,
    board_of,
    check_whole,
    in_corner,
    tile_cells,
    touches,
)
from game.games.city.rules.graph import Bounds, bounds, cells_within

TABLE_SIZE = 26  # columns and rows of the table
_ROW_BITS = 48
_MARGIN = 14


def on_table(cell: Cell) -> bool:
    """True if a cell is on the table of 26 columns and 26 rows."""
    column, row = offset(cell)
    return 0 <= column < TABLE_SIZE and 0 <= row < TABLE_SIZE


def _cell_bit(cell: Cell) -> int:
    """Number of a cell's bit in a set of table cells."""
    return cell[0] + _MARGIN + _ROW_BITS * (cell[1] + 1)


def bits(cells: Iterable[Cell]) -> int:
    """Set of table cells as an integer, with one bit for each cell."""
    return sum(1 << _cell_bit(cell) for cell in cells)


# bit set of all cells of the table
WHOLE_TABLE = bits(from_offset(column, row) for column in range(TABLE_SIZE) for row in range(TABLE_SIZE))

_STEPS = tuple(_cell_bit(step) - _cell_bit((0, 0)) for step in DIRECTIONS)
_RHOMBI = tuple(
    tuple(_cell_bit(cell) - _cell_bit((0, 0)) for cell in tile_cells(rotation, (0, 0)))
    for rotation in range(3)
)


def _shift_cells(mask: int, by: int) -> int:
    """Bit set moved by a step, which may leave the table; mask the result."""
    return mask << by if by >= 0 else mask >> -by


def _spread(mask: int, within: int) -> int:
    """Bit set of the cells of ``within`` that can be reached from ``mask`` step by step."""
    while True:
        result = mask
        for step in _STEPS:
            result |= _shift_cells(mask, step)
        result &= within
        if result == mask:
            return mask
        mask = result


def _coverable_cells(free: int) -> int:
    """Bit set of the free cells that a tile could still cover."""
    cells = 0
    for rhombus in _RHOMBI:
        origins = free
        for step in rhombus:
            origins &= _shift_cells(free, -step)
        for step in rhombus:
            cells |= _shift_cells(origins, step)
    return cells


def area_size(bounds: Bounds) -> int:
    """Number of cells of a hexagonal area, on or off the table."""
    low, high, top, bottom, first, last = bounds
    return sum(max(0, min(high, last - r) - max(low, first - r) + 1) for r in range(top, bottom + 1))


@lru_cache(maxsize=4096)
def _part_on_table(area: Bounds) -> int:
    """Bit set of the cells of a hexagonal area that are on the table."""
    return bits(filter(on_table, cells_within(area)))


def lost(covered: int, bounds: Bounds) -> int:
    """Lower bound on the cells of the area ``bounds`` that stay vacant if tiles cover the set ``covered``."""
    area = _part_on_table(bounds)
    free = WHOLE_TABLE & ~covered
    dead = area & free & ~_coverable_cells(free)
    beyond = area_size(bounds) - area.bit_count()
    pockets = area & free & ~_spread(free & ~area, free)
    count = beyond + (dead & ~pockets).bit_count()
    while pockets:
        pocket = _spread(pockets & -pockets, pockets)
        # In a closed pocket at least the remainder of a division by four stays vacant.
        count += max((pocket & dead).bit_count(), pocket.bit_count() % len(TILE_SHAPE))
        pockets ^= pocket
    return count


MAX_STEPS = 500  # steps of one sweep before it is given up
_INNER_VACANT_PROBABILITY = (
    0.3  # probability that an inner cell is left vacant before any tile is tried on it
)
# minimum and maximum width of an area, in cells, in each of the three directions
Widths: TypeAlias = tuple[int, int]
_LOOSE_WIDTHS: Widths = (4, 22)


def compact_widths(options: Options) -> Widths:
    """Widths of a compact area. Up to record version 2 none had a board with only 5 vacant hexagons."""
    return (7, 14) if options.version > 2 else (7, 13)


Area: TypeAlias = tuple[Cell, ...]
# bits of the cells of a rhombus from its first one, its rotation (0-2), the bit of its hexagon a
_Shape: TypeAlias = tuple[int, int, int]
_Place: TypeAlias = tuple[int, Cell]  # rotation of a rhombus (0-2), and the cell of its hexagon a

_SWEEPS: tuple[Callable[[Cell], tuple[int, int]], ...] = (
    lambda cell: (cell[1], cell[0]),
    lambda cell: (-cell[1], -cell[0]),
    lambda cell: (cell[0], cell[1]),
    lambda cell: (-cell[0], -cell[1]),
    lambda cell: (cell[0] + cell[1], cell[0]),
    lambda cell: (-cell[0] - cell[1], -cell[0]),
)


@lru_cache(maxsize=8)
def areas(smallest: int, largest: int, min_width: int, max_width: int) -> tuple[Area, ...]:
    """All hexagonal areas of ``smallest`` to ``largest`` cells, one per shape, widths within limits.

    A width is measured between opposite sides, in cells, so a maximum of 13 is a diameter of 12 edges.
    """
    return tuple(
        area
        for columns in range(min_width, max_width + 1)
        for rows in range(min_width, max_width + 1)
        for first in range(columns + rows - 1)
        for last in range(first + min_width - 1, min(columns + rows - 1, first + max_width))
        for limits in ((0, columns - 1, 0, rows - 1, first, last),)
        if smallest <= area_size(limits) <= largest
        for area in (tuple(cells_within(limits)),)
        # Each shape once: limits that the area does not reach would describe the same shape again.
        if bounds(area) == limits
    )


class _RhombusTable(dict[int, tuple[_Shape, ...]]):
    """Rhombi whose first cell is the first open one, by the open cells around it. Filled on demand.

    A sweep direction numbers cells line by line. The lines are so widely spaced that a rhombus that leaves
    its area gets numbers that no cell has, so the rhombi have the same bits everywhere.

    Attributes:
        window: bit set of the cells around the first one that are examined.
    """

    def __init__(self, sweep: int, width: int) -> None:
        super().__init__()
        self._all: list[_Shape] = []
        for rotation in range(3):
            cells = [
                line * width + place for line, place in map(_SWEEPS[sweep], tile_cells(rotation, (0, 0)))
            ]
            first = min(cells)
            self._all.append((sum(1 << cell - first for cell in cells), rotation, -first))
        self._all.sort(key=lambda shape: (shape[2], shape[1]))
        self.window = functools.reduce(operator.or_, (shape[0] for shape in self._all))

    def __missing__(self, open_cells: int) -> tuple[_Shape, ...]:
        """Computes, stores and returns the rhombi that fit into ``open_cells``."""
        fitting = tuple(shape for shape in self._all if shape[0] & open_cells == shape[0])
        self[open_cells] = fitting
        return fitting


_shapes = lru_cache(maxsize=256)(_RhombusTable)


class _SweepArea:
    """An area prepared for one sweep direction.

    Attributes:
        number: the bit of each cell, in the order of the sweep.
        inner: the bits of the inner cells, which may be left vacant before any tile is tried.
        shapes: the rhombi.
    """

    __slots__ = ("inner", "number", "shapes")

    def __init__(self, area: Area, sweep: int) -> None:
        lines, places = zip(*map(_SWEEPS[sweep], area), strict=True)
        width = max(places) - min(places) + 3  # a rhombus reaches two cells beyond its first one
        start = min(lines) * width + min(places)
        numbers = [line * width + place - start for line, place in zip(lines, places, strict=True)]
        self.number = dict(zip(area, numbers, strict=True))
        low, high, top, bottom, first, last = bounds(area)
        self.inner = frozenset(
            bit
            for (q, r), bit in self.number.items()
            if low < q < high and top < r < bottom and first < q + r < last
        )
        self.shapes = _shapes(sweep, width)


_field = lru_cache(maxsize=1024)(_SweepArea)


class _GivenUpError(Exception):
    """A sweep has taken too many steps."""


class _Search:
    """Depth-first search that lays rhombi on an area.

    The result depends on the number of random draws. For a state that was refuted before, the steps and draws
    are counted again, but the search is not repeated.
    """

    def __init__(self, field: _SweepArea, rng: SeededRng) -> None:
        self._field, self._chance = field, rng
        self._steps = self._asked = 0
        self._laid: list[tuple[int, _Shape]] = []
        # (open cells, cells to leave vacant) -> steps and random draws of the failed search
        self._refuted: dict[tuple[int, int], tuple[int, int]] = {}

    def places(self) -> list[_Place]:
        """Rhombi laid so far, as (rotation 0 to 2, cell of hexagon a)."""
        cells = {bit: cell for cell, bit in self._field.number.items()}
        return [(shape[1], cells[bit + shape[2]]) for bit, shape in self._laid]

    def fill(self, free: int, left: int) -> bool:
        """Covers cells ``free`` but ``left`` of them. False, undone, if it can't. Raises `_GivenUpError`."""
        key, steps, draws, depth = (free, left), self._steps, self._asked, len(self._laid)
        cached = self._refuted.get(key)
        if cached is not None and steps + cached[0] <= MAX_STEPS:
            self._steps += cached[0]
            self._asked += cached[1]
            self._chance.advance(cached[1])
            return False
        if self._fill_rest(free, left):
            return True
        del self._laid[depth:]
        self._refuted[key] = self._steps - steps, self._asked - draws
        return False

    def _fill_rest(self, free: int, left: int) -> bool:
        """True once rhombi cover all but ``left``. False keeps forced ones laid. `_GivenUpError` at limit."""
        shapes, inner, rng = self._field.shapes, self._field.inner, self._chance
        while True:
            self._steps += 1
            if self._steps > MAX_STEPS:
                raise _GivenUpError
            if not free:
                return left == 0
            lowest = free & -free
            cell = lowest.bit_length() - 1
            fitting = shapes[free >> cell & shapes.window]
            if len(fitting) > 1:
                self._asked += len(fitting) - 1
                fitting = rng.shuffled(fitting)
            vacant_first = False
            if left and cell in inner:
                self._asked += 1
                vacant_first = rng.with_probability(_INNER_VACANT_PROBABILITY)
            if left and not fitting:
                free, left = free ^ lowest, left - 1
            elif len(fitting) == 1 and not left:
                self._laid.append((cell, fitting[0]))
                free ^= fitting[0][0] << cell
            else:
                break
        if vacant_first and self.fill(free ^ lowest, left - 1):
            return True
        for shape in fitting:
            self._laid.append((cell, shape))
            if self.fill(free ^ shape[0] << cell, left):
                return True
            self._laid.pop()
        return left > 0 and not vacant_first and self.fill(free ^ lowest, left - 1)


def _designed_tiles(places: Sequence[_Place], left: Counter[int], rng: SeededRng) -> Iterator[PlacedTile]:
    """Yield a tile for each rhombus: designs at random from those left, in either orientation."""
    designs = rng.shuffled([design for design in range(DESIGN_COUNT) for _ in range(left[design])])
    for design, (rotation, at) in zip(designs, places, strict=True):
        if rng.with_probability(0.5):
            yield PlacedTile(design, rotation, at)
        else:
            # Rotated by 180 degrees it covers the same cells, with its hexagon a in the place of d.
            yield PlacedTile(design, rotation + 3, tile_cells(rotation, at)[3])


def _attempt_board(
    tiles: Sequence[PlacedTile], area: Area, limits: tuple[int, int], rng: SeededRng
) -> CityBoard | None:
    """Legal board in this area with the tiles, moved to the corner. None if a search fails or gives up."""
    field = _field(area, rng.below(len(_SWEEPS)))
    covered_cells = [cell for tile in tiles for cell in tile.cells]
    free = sum(1 << bit for bit in field.number.values()) - sum(
        1 << field.number[cell] for cell in covered_cells
    )
    search = _Search(field, rng)
    try:
        if not search.fill(free, len(area) - STATION_COUNT):
            return None
    except _GivenUpError:
        return None
    all_tiles = (*tiles, *_designed_tiles(search.places(), unused_tiles(tiles), rng))
    return None if whole_fault(all_tiles, limits) else in_corner(all_tiles)


def build(limits: tuple[int, int], widths: Widths, rng: SeededRng) -> CityBoard:
    """Random legal board, ``limits`` (least, most) vacant hexagons. `AssertionError` if no try succeeds."""
    smallest, largest = STATION_COUNT + limits[0], STATION_COUNT + limits[1]
    compact = areas(smallest, largest, *widths)
    for attempt in range(100_000):
        # Narrow limits may allow no compact board. Then stretched areas are tried.
        candidates = compact if compact and attempt < 150 else areas(smallest, largest, *_LOOSE_WIDTHS)
        board = _attempt_board((), rng.pick(candidates), limits, rng)
        if board is not None:
            return board
    raise AssertionError(f"no board with {limits} vacant hexagons")


def complete(
    tiles: Sequence[PlacedTile], limits: tuple[int, int], widths: Widths, rng: SeededRng, attempts: int
) -> CityBoard | None:
    """Legal board with these tiles, moved to the map's corner. None if ``attempts`` random tries fail."""
    low, high, top, bottom, first, last = bounds(cell for tile in tiles for cell in tile.cells)
    fitting: list[tuple[Area, Cell, Bounds]] = []
    for area in areas(STATION_COUNT + limits[0], STATION_COUNT + limits[1], *widths):
        q0, q1, r0, r1, s0, s1 = bounds(area)
        fitting += [
            (area, (dq, dr), (q0 + dq, q1 + dq, r0 + dr, r1 + dr, s0 + dq + dr, s1 + dq + dr))
            for dq in range(high - q1, low - q0 + 1)
            for dr in range(bottom - r1, top - r0 + 1)
            if last - s1 <= dq + dr <= first - s0
        ]
    covered_cells = bits(cell for tile in tiles for cell in tile.cells)
    for _ in range(attempts if fitting else 0):
        area, delta, placed_bounds = rng.pick(fitting)
        # More holes than the area has cells to spare.
        if lost(covered_cells, placed_bounds) > len(area) - STATION_COUNT:
            continue
        moved_tiles = [tile.moved_by((-delta[0], -delta[1])) for tile in tiles]
        board = _attempt_board(moved_tiles, area, limits, rng)
        if board is not None:
            return board
    return None


_FINISH_ATTEMPTS = 30  # attempts to finish a board before one more tile is taken back


def unused_tiles(tiles: Sequence[PlacedTile]) -> Counter[int]:
    """Number of tiles of each design that are not laid yet; negative for a design with too many."""
    left = Counter(dict.fromkeys(range(DESIGN_COUNT), COPY_COUNT))
    left.subtract(tile.design for tile in tiles)
    return left


# all rhombi that cover the cell (0, 0): the rotation and the cell of hexagon a
_COVERING_TILES: tuple[tuple[int, Cell], ...] = tuple(
    (rotation, (-q, -r)) for rotation in range(3) for q, r in tile_cells(rotation, (0, 0))
)


def fault(board: CityBoard, cells: Sequence[Cell], vacant_max: int) -> tuple[str, int] | None:
    """(Fault, hexagons) of a tile there: overlap 0, apart 0, spread (play area), holes (lost). None if fine.

    Only certain faults count: after them no legal board is possible. See rules.md, Building by hand.
    """
    if any(cell in board.index for cell in cells):
        return "overlap", 0
    if board.cells and not touches(board, cells):
        return "apart", 0
    return _bound_refutes(bits(board.cells), board.cells, cells, vacant_max)


def _bound_refutes(
    covered: int, before: Sequence[Cell], cells: Sequence[Cell], vacant_max: int
) -> tuple[str, int] | None:
    """(``spread``, cells of play area) or (``holes``, hexagons lost) if surely over the limit, else None."""
    area = bounds((*before, *cells))
    size = area_size(area)
    if size > STATION_COUNT + vacant_max:
        return "spread", size
    holes = lost(covered | bits(cells), area)
    return ("holes", holes) if holes > vacant_max else None


def whole_fault(tiles: Sequence[PlacedTile], limits: tuple[int, int]) -> str | None:
    """Translated reason why a complete set of tiles is no legal board, a sentence. None if it is legal.

    ``limits`` are the least and most vacant hexagons. See rules.md, Building by hand.
    """
    try:
        check_whole(in_corner(tiles), *limits)
    except BoardError as error:
        return error.reason
    return None


@lru_cache(maxsize=64)
def outlines(board: CityBoard, vacant_max: int) -> tuple[tuple[int, Cell], ...]:
    """Rhombi that nothing rules out yet, as (rotation 0 to 2, cell of hexagon a).

    ``vacant_max`` is the most vacant hexagons that a board may have. The last tile needs `whole_fault` too.
    """
    if not board.cells:
        return tuple(
            (rotation, at)
            for rotation in range(3)
            for at in (from_offset(column, row) for column in range(TABLE_SIZE) for row in range(TABLE_SIZE))
            if all(map(on_table, tile_cells(rotation, at)))
        )
    covered_cells = bits(board.cells)
    border = {
        neighbour for cell in board.cells for neighbour in neighbours(cell) if neighbour not in board.index
    }
    spots = {
        (rotation, (cell[0] + at[0], cell[1] + at[1])) for cell in border for rotation, at in _COVERING_TILES
    }
    return tuple(
        (rotation, at)
        for rotation, at in sorted(spots)
        for cells in (tile_cells(rotation, at),)
        if all(cell not in board.index and on_table(cell) for cell in cells)
        and not _bound_refutes(covered_cells, board.cells, cells, vacant_max)
    )


def legal_tiles(tiles: Sequence[PlacedTile], limits: tuple[int, int]) -> Iterator[PlacedTile]:
    """Yield each tile that may be laid next, all positions and orientations. A last one is checked fully."""
    board = board_of(tiles)
    left = unused_tiles(tiles)
    last = len(tiles) == TILE_COUNT - 1
    for rotation, at in outlines(board, limits[1]):
        ways = [
            PlacedTile(design, orientation, cell)
            for design in range(DESIGN_COUNT)
            if left[design]
            for orientation, cell in ((rotation, at), (rotation + 3, tile_cells(rotation, at)[3]))
        ]
        # One design is left for the last tile, and both orientations cover the same cells.
        if not last or not whole_fault((*tiles, ways[0]), limits):
            yield from ways


def stuck(tiles: Sequence[PlacedTile], limits: tuple[int, int]) -> bool:
    """True if no further tile may be laid (rules.md, Building by hand)."""
    return next(legal_tiles(tiles, limits), None) is None


def rescue(
    tiles: Sequence[PlacedTile], limits: tuple[int, int], widths: Widths, rng: SeededRng
) -> tuple[CityBoard, int]:
    """Complete board and how many of the newest tiles were taken back for it, at least 1. All: a new board.

    See rules.md, Building by hand.
    """
    for count in range(1, len(tiles)):
        board = complete(tiles[:-count], limits, widths, rng, _FINISH_ATTEMPTS)
        if board is not None:
            return board, count
    return build(limits, widths, rng), len(tiles)

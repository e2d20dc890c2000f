"""Lays tiles to a legal board by itself: a whole board from a seed, or the rest of one that is begun.

It takes hexagonal areas that are as large as a board may be and sweeps each in one of six directions, depth
first: the first open cell gets a tile or stays vacant. Most areas fail within the node limit or come out in
no time, so trying the next one is better than searching one to the end.

See rules.md, Before the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from game.core.chance import Chance
from game.core.hexgrid import Cell
from game.games.city.rules.board import Board, BoardError, check_whole, in_corner
from game.games.city.rules.graph import bounds
from game.games.city.rules.tablebits import Bounds, bits, lost
from game.games.city.rules.tiles import COPIES, DESIGNS, STATIONS, Placed, tile_cells

NODES = 500
"""Steps of one sweep before it is given up."""
_INNER_VACANT = 0.3
"""How often a cell inside the area is left vacant before any tile is tried on it."""
_TIGHT = (7, 13)
"""The least and the greatest width of a compact area, in cells, in each of the three directions."""
_LOOSE = (4, 22)

Area: TypeAlias = tuple[Cell, ...]
_Place: TypeAlias = tuple[int, int, Cell]
"""The bits of the cells of a rhombus, its rotation (0-2), and the cell of its hexagon a."""

_SWEEPS: tuple[Callable[[Cell], tuple[int, int]], ...] = (
    lambda cell: (cell[1], cell[0]),
    lambda cell: (-cell[1], -cell[0]),
    lambda cell: (cell[0], cell[1]),
    lambda cell: (-cell[0], -cell[1]),
    lambda cell: (cell[0] + cell[1], cell[0]),
    lambda cell: (-cell[0] - cell[1], -cell[0]),
)


@lru_cache(maxsize=8)
def areas(smallest: int, largest: int, narrow: int, wide: int) -> tuple[Area, ...]:
    """All hexagonal areas of so many cells, one for each shape, with every width within limits.

    The widths of an area are those of its sides' bands, so a greatest width of 13 is a diameter of 12 edges.
    """
    return tuple(
        area
        for columns in range(narrow, wide + 1)
        for rows in range(narrow, wide + 1)
        for first in range(columns + rows - 1)
        for last in range(first + narrow - 1, min(columns + rows - 1, first + wide))
        if smallest <= _size(columns, rows, first, last) <= largest
        for area in (_area(columns, rows, first, last),)
        # Each shape once: limits that nothing reaches would only give it other names.
        if bounds(area) == (0, columns - 1, 0, rows - 1, first, last)
    )


def _size(columns: int, rows: int, first: int, last: int) -> int:
    return sum(max(0, min(columns - 1, last - r) - max(0, first - r) + 1) for r in range(rows))


def _area(columns: int, rows: int, first: int, last: int) -> Area:
    return tuple(
        (q, r) for r in range(rows) for q in range(max(0, first - r), min(columns - 1, last - r) + 1)
    )


@dataclass(frozen=True, slots=True)
class _Field:
    """An area made ready for one direction of sweeping."""

    size: int
    index: dict[Cell, int]
    starts: tuple[tuple[_Place, ...], ...]
    """For each cell the rhombi whose first cell in this direction it is."""
    inner: tuple[bool, ...]


@lru_cache(maxsize=1024)
def _field(area: Area, sweep: int) -> _Field:
    ordered = sorted(area, key=_SWEEPS[sweep])
    index = {cell: number for number, cell in enumerate(ordered)}
    starts: list[list[_Place]] = [[] for _ in ordered]
    outlines = [tile_cells(rotation, (0, 0)) for rotation in range(3)]
    for at in ordered:
        q, r = at
        for rotation, (_, (bq, br), (cq, cr), (dq, dr)) in enumerate(outlines):
            # Hexagon a is ``at`` itself. Where the tips a and d are inside, one of the others may not be.
            d = index.get((q + dq, r + dr))
            if d is None:
                continue
            b, c = index.get((q + bq, r + br)), index.get((q + cq, r + cr))
            if b is not None and c is not None:
                a = index[at]
                starts[min(a, b, c, d)].append((1 << a | 1 << b | 1 << c | 1 << d, rotation, at))
    low, high, top, bottom, first, last = bounds(area)
    inner = tuple(low < q < high and top < r < bottom and first < q + r < last for q, r in ordered)
    return _Field(len(ordered), index, tuple(map(tuple, starts)), inner)


class _GivenUpError(Exception):
    """A sweep has taken too many steps."""


def _fill(field: _Field, closed: int, spare: int, chance: Chance) -> list[_Place] | None:
    """Rhombi on all open cells but ``spare``, `None` if the sweep found none within the limit."""
    nodes = 0
    laid: list[_Place] = []
    size, starts, inner = field.size, field.starts, field.inner

    def sweep(closed: int, left: int) -> bool:
        nonlocal nodes
        nodes += 1
        if nodes > NODES:
            raise _GivenUpError
        # The lowest zero bit is the first open cell.
        cell = (~closed & (closed + 1)).bit_length() - 1
        if cell >= size:
            return left == 0
        fitting: Sequence[_Place] = [place for place in starts[cell] if not place[0] & closed]
        if len(fitting) > 1:
            fitting = chance.shuffled(fitting)
        vacant_first = left > 0 and inner[cell] and chance.happens(_INNER_VACANT)
        if vacant_first and sweep(closed | 1 << cell, left - 1):
            return True
        for place in fitting:
            laid.append(place)
            if sweep(closed | place[0], left):
                return True
            laid.pop()
        return left > 0 and not vacant_first and sweep(closed | 1 << cell, left - 1)

    try:
        return laid if sweep(closed, spare) else None
    except _GivenUpError:
        return None


def _designed(places: Sequence[_Place], left: Counter[int], chance: Chance) -> Iterator[Placed]:
    """Tiles for rhombi: designs at random from those left, each either way round."""
    designs = chance.shuffled([design for design in range(DESIGNS) for _ in range(left[design])])
    for design, (_, rotation, at) in zip(designs, places, strict=True):
        if chance.happens(0.5):
            yield Placed(design, rotation, at)
        else:
            # Half round it covers the same cells, its hexagon a where d was.
            yield Placed(design, rotation + 3, tile_cells(rotation, at)[3])


def _attempt(tiles: Sequence[Placed], area: Area, limits: tuple[int, int], chance: Chance) -> Board | None:
    """A legal board in this area, with these tiles in it, moved to the map's corner."""
    field = _field(area, chance.below(len(_SWEEPS)))
    covered = [cell for tile in tiles for cell in tile.cells]
    closed = sum(1 << field.index[cell] for cell in covered)
    laid = _fill(field, closed, field.size - STATIONS, chance)
    if laid is None:
        return None
    left = Counter(dict.fromkeys(range(DESIGNS), COPIES))
    left.subtract(tile.design for tile in tiles)
    board = in_corner((*tiles, *_designed(laid, left, chance)))
    try:
        check_whole(board, *limits)
    except BoardError:
        return None
    return board


def build(limits: tuple[int, int], chance: Chance) -> Board:
    """A legal board.

    Args:
        limits: the fewest and the most vacant hexagons of the play area.
        chance: decides everything.
    """
    smallest, largest = STATIONS + limits[0], STATIONS + limits[1]
    compact = areas(smallest, largest, *_TIGHT)
    for attempt in range(100_000):
        # A narrow choice of vacant hexagons may have no compact board: then stretched ones will do.
        known = compact if compact and attempt < 150 else areas(smallest, largest, *_LOOSE)
        board = _attempt((), chance.pick(known), limits, chance)
        if board is not None:
            return board
    raise AssertionError(f"no board with {limits} vacant hexagons")


def complete(tiles: Sequence[Placed], limits: tuple[int, int], chance: Chance, attempts: int) -> Board | None:
    """A legal board that these tiles are part of, `None` if so many attempts find none."""
    low, high, top, bottom, first, last = bounds(cell for tile in tiles for cell in tile.cells)
    fitting: list[tuple[Area, Cell, Bounds]] = []
    for area in areas(STATIONS + limits[0], STATIONS + limits[1], *_TIGHT):
        q0, q1, r0, r1, s0, s1 = bounds(area)
        fitting += [
            (area, (dq, dr), (q0 + dq, q1 + dq, r0 + dr, r1 + dr, s0 + dq + dr, s1 + dq + dr))
            for dq in range(high - q1, low - q0 + 1)
            for dr in range(bottom - r1, top - r0 + 1)
            if last - s1 <= dq + dr <= first - s0
        ]
    covered = bits(cell for tile in tiles for cell in tile.cells)
    for _ in range(attempts if fitting else 0):
        area, by, placed = chance.pick(fitting)
        if lost(covered, placed) > len(area) - STATIONS:  # more holes than the area has cells to spare
            continue
        moved = [tile.moved((-by[0], -by[1])) for tile in tiles]
        board = _attempt(moved, area, limits, chance)
        if board is not None:
            return board
    return None

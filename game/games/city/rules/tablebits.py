"""The table of the manual builder as one whole number: a bit a cell, a question a few operations.

The table has 26 columns and 26 rows. Bits stand row by row with a margin, which stays empty, so that a step
to a neighbour is a shift.

See rules.md, Building by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from game.core.hexgrid import DIRECTIONS, Cell, from_offset, offset
from game.games.city.rules.tiles import SHAPE, tile_cells

TABLE = 26
"""Columns and rows of the table."""
_ROW = 48
_MARGIN = 14

Bounds = tuple[int, int, int, int, int, int]
"""The least and the greatest q, r and q + r."""


def on_table(cell: Cell) -> bool:
    """Whether a cell is on the table."""
    column, row = offset(cell)
    return 0 <= column < TABLE and 0 <= row < TABLE


def _place(cell: Cell) -> int:
    return cell[0] + _MARGIN + _ROW * (cell[1] + 1)


def bits(cells: Iterable[Cell]) -> int:
    """The bits of some cells of the table."""
    return sum(1 << _place(cell) for cell in cells)


WHOLE = bits(from_offset(column, row) for column in range(TABLE) for row in range(TABLE))
"""All cells of the table."""

_STEPS = tuple(_place(step) - _place((0, 0)) for step in DIRECTIONS)
_RHOMBI = tuple(
    tuple(_place(cell) - _place((0, 0)) for cell in tile_cells(rotation, (0, 0))) for rotation in range(3)
)


def _shifted(mask: int, by: int) -> int:
    return mask << by if by >= 0 else mask >> -by


def _spread(mask: int, within: int) -> int:
    """The cells that can be reached from some, step by step."""
    while True:
        more = mask
        for step in _STEPS:
            more |= _shifted(mask, step)
        more &= within
        if more == mask:
            return mask
        mask = more


def _coverable(free: int) -> int:
    """The free cells that a tile could still cover."""
    found = 0
    for rhombus in _RHOMBI:
        origins = free
        for step in rhombus:
            origins &= _shifted(free, -step)
        for step in rhombus:
            found |= _shifted(origins, step)
    return found


def area_size(bounds: Bounds) -> int:
    """How many cells a hexagonal area has."""
    low, high, top, bottom, first, last = bounds
    return sum(max(0, min(high, last - r) - max(low, first - r) + 1) for r in range(top, bottom + 1))


@lru_cache(maxsize=4096)
def _area(bounds: Bounds) -> int:
    """The part of a hexagonal area that is on the table."""
    low, high, top, bottom, first, last = bounds
    return bits(
        (q, r)
        for r in range(top, bottom + 1)
        for q in range(max(low, first - r), min(high, last - r) + 1)
        if on_table((q, r))
    )


def lost(covered: int, bounds: Bounds) -> int:
    """How many vacant cells of an area no further tile can cover, whatever comes.

    Args:
        covered: the bits of all tiles.
        bounds: the area that holds them.
    """
    area = _area(bounds)
    free = WHOLE & ~covered
    dead = area & free & ~_coverable(free)
    beyond = area_size(bounds) - area.bit_count()
    pockets = area & free & ~_spread(free & ~area, free)
    count = beyond + (dead & ~pockets).bit_count()
    while pockets:
        pocket = _spread(pockets & -pockets, pockets)
        # Of a closed pocket at least what four does not divide stays vacant.
        count += max((pocket & dead).bit_count(), pocket.bit_count() % len(SHAPE))
        pockets ^= pocket
    return count

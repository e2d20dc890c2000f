"""Hexagonal grids: axial cells, six directions, rotation, and the text form of a cell.

A cell is the axial pair ``(q, r)``. Its text is the column letter and row number of a Tiled map with pointy
tops, ``staggeraxis="y"`` and ``staggerindex="odd"``: rows count from 1, columns from ``a``, and every second
row (2, 4, ...) is shifted right by half a hexagon. After ``z`` come ``aa``, ``ab`` and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]  # axial (q, r)

# steps to the six neighbours, counter-clockwise from the east
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

MAX_COLUMNS = 52  # of the largest map, a to az
MAX_ROWS = 99  # of the largest map

_TEXT = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})")


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The six cells that share an edge with this one, on the map or not, counter-clockwise from the east."""
    q, r = cell
    for dq, dr in DIRECTIONS:
        yield (q + dq, r + dr)


def distance(cell: Cell, target: Cell) -> int:
    """The number of steps from cell to cell on an endless grid."""
    dq, dr = cell[0] - target[0], cell[1] - target[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotated(cell: Cell, turns: int) -> Cell:
    """Rotate a cell about (0, 0) by ``turns`` times 60 degrees clockwise (as drawn, rows going down)."""
    q, r = cell
    for _ in range(turns % 6):
        q, r = -r, q + r
    return (q, r)


def shifted(cell: Cell, by: Cell) -> Cell:
    """The cell moved by a vector."""
    return (cell[0] + by[0], cell[1] + by[1])


def offset(cell: Cell) -> tuple[int, int]:
    """Column and row of the map, both from 0."""
    q, r = cell
    return (q + (r - (r & 1)) // 2, r)


def from_offset(column: int, row: int) -> Cell:
    """The cell in this column and row of the map, both from 0."""
    return (column - (row - (row & 1)) // 2, row)


def tiled_middle(column: int, row: int, width: float, height: float, side: float) -> tuple[float, float]:
    """Centre (x, y) of a hexagon of a Tiled map in px; column and row count from 0."""
    return (column + (row & 1) / 2 + 0.5) * width, row * (height + side) / 2 + height / 2


def on_map(cell: Cell) -> bool:
    """True if a cell has a text: columns a to az, rows 1 to 99."""
    column, row = offset(cell)
    return 0 <= column < MAX_COLUMNS and 0 <= row < MAX_ROWS


@lru_cache(maxsize=4096)
def cell_text(cell: Cell) -> str:
    """The text of a cell, such as ``c7``; the cell must be `on_map`."""
    assert on_map(cell), cell
    column, row = offset(cell)
    letters = chr(97 + column % 26)
    if column >= 26:
        letters = chr(96 + column // 26) + letters
    return f"{letters}{row + 1}"


@lru_cache(maxsize=4096)
def read_cell(text: str) -> Cell:
    """Cell for a text such as ``c7``, which may be outside the map; raises ValueError for any other text."""
    match = _TEXT.fullmatch(text)
    if not match:
        raise ValueError(f"A cell is a column letter and a row number, as in c7; {text[:20]!r} is not one.")
    column = -1
    for letter in match[1]:
        column = (column + 1) * 26 + ord(letter) - 97
    return from_offset(column, int(match[2]) - 1)


def to_corner(cells: Iterable[Cell]) -> Cell:
    """Axial vector that moves these cells to the map's top left, by an even number of rows.

    The leftmost column becomes a; the first row becomes 1 or 2, so that the shifted rows stay shifted.
    """
    places = [offset(cell) for cell in cells]
    # By an even number of rows: an odd number would swap shifted and unshifted rows.
    down = -2 * (min(row for _, row in places) // 2)
    right = -min(column for column, _ in places)
    return (right - down // 2, down)

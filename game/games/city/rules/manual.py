"""Building the board by hand: where a tile may go, and what happens when the players are stuck.

The table has 26 columns and 26 rows. A tile may lie where it touches another and leaves no proof that the
board cannot be finished; the last tile must make a legal board. Where no tile fits any more, the program
takes back as few tiles as it must, the newest and then from the right, and lays the rest (`rescue`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.core.chance import Chance
from game.core.hexgrid import Cell, from_offset, neighbours, read_cell
from game.games.city.rules.board import Board, BoardError, board_of, check_whole, in_corner, touches
from game.games.city.rules.builder import build, complete
from game.games.city.rules.graph import bounds
from game.games.city.rules.tablebits import TABLE, area_size, bits, lost, on_table
from game.games.city.rules.tiles import COPIES, DESIGNS, STATIONS, TILES, Placed, tile_cells

_EFFORT = 30
"""Attempts to finish a board before one more tile is taken back."""


def left_over(tiles: Sequence[Placed]) -> Counter[int]:
    """How many tiles of each design are not laid yet."""
    left = Counter(dict.fromkeys(range(DESIGNS), COPIES))
    left.subtract(tile.design for tile in tiles)
    return left


_OVER: tuple[tuple[int, Cell], ...] = tuple(
    (rotation, (-q, -r)) for rotation in range(3) for q, r in tile_cells(rotation, (0, 0))
)
"""Every rhombus that covers the cell (0, 0): its rotation and the cell of its hexagon a."""


def fault(board: Board, cells: Sequence[Cell], vacant_max: int) -> tuple[str, int] | None:
    """Why a tile cannot lie on these cells of the table: ``overlap``, ``apart``, ``spread`` or ``holes``.

    See rules.md, Building by hand.

    The number with it is the size of the play area or the count of lost hexagons. Only what is certain
    counts: with any of these no legal board could come of it.
    """
    if any(cell in board.index for cell in cells):
        return "overlap", 0
    if board.cells and not touches(board, cells):
        return "apart", 0
    return _hopeless(bits(board.cells), board.cells, cells, vacant_max)


def _hopeless(
    covered: int, before: Sequence[Cell], cells: Sequence[Cell], vacant_max: int
) -> tuple[str, int] | None:
    area = bounds((*before, *cells))
    size = area_size(area)
    if size > STATIONS + vacant_max:
        return "spread", size
    holes = lost(covered | bits(cells), area)
    return ("holes", holes) if holes > vacant_max else None


def whole_fault(tiles: Sequence[Placed], limits: tuple[int, int]) -> str | None:
    """Why these tiles are no legal board, in a sentence, when they are all there are.

    See rules.md, Building by hand.
    """
    try:
        check_whole(in_corner(tiles), *limits)
    except BoardError as error:
        return str(error)
    return None


@lru_cache(maxsize=64)
def outlines(board: Board, vacant_max: int) -> tuple[tuple[int, Cell], ...]:
    """Rotations 0 to 2 with cells of hexagon a, of every rhombus that may be laid."""
    if not board.cells:
        return tuple(
            (rotation, at)
            for rotation in range(3)
            for at in (from_offset(column, row) for column in range(TABLE) for row in range(TABLE))
            if all(map(on_table, tile_cells(rotation, at)))
        )
    covered = bits(board.cells)
    border = {other for cell in board.cells for other in neighbours(cell) if other not in board.index}
    spots = {(rotation, (cell[0] + at[0], cell[1] + at[1])) for cell in border for rotation, at in _OVER}
    return tuple(
        (rotation, at)
        for rotation, at in sorted(spots)
        for cells in (tile_cells(rotation, at),)
        if all(cell not in board.index and on_table(cell) for cell in cells)
        and not _hopeless(covered, board.cells, cells, vacant_max)
    )


def fitting(tiles: Sequence[Placed], limits: tuple[int, int]) -> Iterator[Placed]:
    """Every tile that may be laid next."""
    board = board_of(tiles)
    left = left_over(tiles)
    last = len(tiles) == TILES - 1
    for rotation, at in outlines(board, limits[1]):
        ways = [
            Placed(design, turned, cell)
            for design in range(DESIGNS)
            if left[design]
            for turned, cell in ((rotation, at), (rotation + 3, tile_cells(rotation, at)[3]))
        ]
        # Of the last tile one design is left, and either way round it covers the same cells.
        if not last or not whole_fault((*tiles, ways[0]), limits):
            yield from ways


def stuck(tiles: Sequence[Placed], limits: tuple[int, int]) -> bool:
    """Whether no tile may be laid next, though some are left (rules.md, Building by hand)."""
    return next(fitting(tiles, limits), None) is None


def rescue(tiles: Sequence[Placed], limits: tuple[int, int], chance: Chance) -> tuple[Board, int]:
    """A legal board that keeps as many of the first tiles as can be, and how many were taken back.

    See rules.md, Building by hand.
    """
    for back in range(1, len(tiles)):
        board = complete(tiles[:-back], limits, chance, _EFFORT)
        if board is not None:
            return board, back
    return build(limits, chance), len(tiles)


def placed(design: int, rotation: int, at: str) -> Placed:
    """The tile of a move."""
    return Placed(design, rotation, read_cell(at))

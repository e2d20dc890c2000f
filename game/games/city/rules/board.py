"""A board: tiles that lie together, the stations on them, and the exact sense of *compact*.

See rules.md, The city.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from game.core.hexgrid import Cell, cell_text, neighbours, offset, on_map, to_corner
from game.games.city.rules.graph import PRINTED, Graph, hull
from game.games.city.rules.tiles import COPIES, DESIGNS, NAMES, PARTS, TILES, Placed


class BoardError(ValueError):
    """Tiles that make no legal board; a sentence that says what is wrong, where, and what would be right."""


class Board(Graph):
    """The graph of some placed tiles, with the names of their stations. Made by `board_of`, and shared.

    Attributes:
        tiles: the tiles in canonical order, by the cell of their hexagon a.
        names: for each station its text, such as ``c7``.
        number: the station of a text.
    """

    tiles: tuple[Placed, ...]
    names: tuple[str, ...]
    number: dict[str, int]

    def __init__(self, tiles: tuple[Placed, ...]) -> None:
        super().__init__((cell for tile in tiles for cell in tile.cells), (tile.joined for tile in tiles))
        self.tiles = tiles
        self.names = tuple(map(cell_text, self.cells))
        self.number = {name: station for station, name in enumerate(self.names)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(self.tiles)

    def __repr__(self) -> str:
        return f"Board({self.text()})"

    def text(self) -> str:
        """The board as in a position: ``0.2@c7,3.0@e1``."""
        return ",".join(self.tile_texts) or "-"

    @cached_property
    def vacant(self) -> tuple[Cell, ...]:
        """The hexagons of the play area that no tile covers (rules.md, The city)."""
        return tuple(cell for cell in hull(self.cells) if cell not in self.index) if self.cells else ()

    @cached_property
    def link_names(self) -> tuple[tuple[str, str], ...]:
        """For each link the texts of its stations, the lower number first."""
        return tuple((self.names[one], self.names[other]) for one, other in self.links)

    @cached_property
    def link_texts(self) -> tuple[str, ...]:
        """For each link its text, such as ``c7-d7``."""
        return tuple(map("-".join, self.link_names))

    @cached_property
    def tile_texts(self) -> tuple[str, ...]:
        """The tiles as in a position."""
        return tuple(tile.text() for tile in self.tiles)

    @cached_property
    def vacant_places(self) -> tuple[tuple[int, int], ...]:
        """Column from 0 and row from 1 of each vacant hexagon."""
        return tuple((column, row + 1) for column, row in map(offset, self.vacant))

    @cached_property
    def printed_names(self) -> tuple[tuple[str, str], ...]:
        """The printed links, each as the texts of its stations."""
        return tuple(
            pair for pair, owner in zip(self.link_names, self.track, strict=True) if owner == PRINTED
        )

    @cached_property
    def stations(self) -> dict[str, tuple[int, int, str, int, str | None]]:
        """For each station's text: column from 0, row from 1, name, number of its tile, partner's text."""
        found: dict[str, tuple[int, int, str, int, str | None]] = {}
        for number, tile in enumerate(self.tiles):
            for part, cell in enumerate(tile.cells):
                station = self.index[cell]
                partner = self.partner[station]
                column, row = offset(cell)
                name = NAMES[tile.design][part]
                found[self.names[station]] = (
                    column,
                    row + 1,
                    name,
                    number,
                    None if partner < 0 else self.names[partner],
                )
        return {name: found[name] for name in self.names}


@lru_cache(maxsize=8)  # with all that is known of it a board takes 140 kB
def _board(tiles: tuple[Placed, ...]) -> Board:
    return Board(tiles)


def board_of(tiles: Iterable[Placed]) -> Board:
    """The board of these tiles, in any order.

    Raises:
        BoardError: two of them overlap, or one reaches out of the map, or there are more than twenty.
    """
    ordered = tuple(sorted(tiles, key=lambda tile: (offset(tile.at), tile.design, tile.rotation)))
    over: dict[Cell, Placed] = {}
    for tile in ordered:
        for cell in tile.cells:
            if cell in over:
                raise BoardError(
                    f"two tiles overlap on {where(cell)}, {over[cell].text()} and {tile.text()};"
                    " each hexagon has room for one."
                )
            over[cell] = tile
    if len(ordered) > TILES:
        raise BoardError(f"there are {len(ordered)} tiles; a board has {TILES}.")
    for cell in over:
        if not on_map(cell):
            raise BoardError(
                f"a tile reaches out of the map on {where(cell)}; it has columns a to az, rows 1 to 99."
            )
    return _board(ordered)


def in_corner(tiles: Sequence[Placed]) -> Board:
    """The board of these tiles, moved so that its leftmost column is a and its first row 1 or 2.

    Raises:
        BoardError: as `board_of`.
    """
    if not tiles:
        return board_of(())
    by = to_corner(cell for tile in tiles for cell in tile.cells)
    return board_of(tile.moved(by) for tile in tiles)


def where(cell: Cell) -> str:
    """A cell's text, or its column and row from 0 where it lies off the map."""
    return cell_text(cell) if on_map(cell) else "column {}, row {}".format(*offset(cell))


def check_whole(board: Board, vacant_min: int, vacant_max: int) -> None:
    """Check that this is a legal board to play on (rules.md, Building by hand).

    Raises:
        BoardError: not four copies of each design, not connected, or too few or too many vacant hexagons.
    """
    counts = Counter(tile.design for tile in board.tiles)
    for design in range(DESIGNS):
        if counts[design] != COPIES:
            raise BoardError(
                f"design {design} is there {counts[design]} times; a board has {COPIES} of each,"
                f" {TILES} tiles in all."
            )
    if not board.connected:
        lost = board.cells[board.steps(0).index(-1)]
        raise BoardError(
            f"{where(lost)} cannot be reached from {where(board.cells[0])}; all tiles lie together."
        )
    count = len(board.vacant)
    if not vacant_min <= count <= vacant_max:
        raise BoardError(
            f"{count} hexagons of the play area stay vacant, from {where(min(board.vacant, key=offset))} on;"
            f" {vacant_min} to {vacant_max} are allowed."
            if board.vacant
            else f"no hexagon of the play area stays vacant; {vacant_min} to {vacant_max} are allowed."
        )


def read_board(text: str) -> Board:
    """The board of a text as `Board.text` writes it, tiles in any order.

    Raises:
        ValueError: a tile off the grammar.
        BoardError: as `board_of`.
    """
    return board_of(Placed.from_text(part) for part in text.split(",")) if text != "-" else board_of(())


def touches(board: Board, cells: Iterable[Cell]) -> bool:
    """Whether one of these cells is a neighbour of a station."""
    return any(other in board.index for cell in cells for other in neighbours(cell))


def part_letters(tile: Placed) -> tuple[tuple[Cell, str], ...]:
    """The cells of a tile with their letters a to d."""
    return tuple(zip(tile.cells, PARTS, strict=True))

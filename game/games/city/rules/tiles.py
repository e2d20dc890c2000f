"""The twenty tiles: five designs of four stations each, in four copies, and how one lies on the table.

See rules.md, Building by hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from game.core.hexgrid import Cell, cell_text, read_cell, rotated, shifted

PARTS = "abcd"
SHAPE: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
"""The hexagons a, b, c, d of an unturned tile: a rhombus with its tips at a and d."""
JOINED: tuple[tuple[int, int], ...] = ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
"""For each design, the two hexagons that are joined by printed track."""
NAMES: tuple[tuple[str, str, str, str], ...] = (
    ("Highbeautyhousen", "Under the lime Trees", "Animal Garden", "X-Ray-Valley"),
    ("Hurly Burly Castle", "Nicehill", "Hitchhikers Station", "Border Avenue"),
    ("Sun Avenue", "East Cross", "West Cross", "Priest Way"),
    ("Green Mountain Avenue", "Fair North", "Fields of Light", "Fire Brook Street"),
    ("Tub Lake", "Birch Islet", "Crooked Lanke", "Uncle Tom's Cabin"),
)
"""The station names of each design, by hexagon."""
DESIGNS = 5
COPIES = 4
TILES = DESIGNS * COPIES
STATIONS = TILES * len(SHAPE)

_TEXT = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})@([a-z0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Placed:
    """A tile on the table: its design, its turns of 60 degrees, and the cell of its hexagon a."""

    design: int
    rotation: int
    at: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its hexagons a, b, c, d."""
        return tile_cells(self.rotation, self.at)

    @property
    def joined(self) -> tuple[Cell, Cell]:
        """The two cells that printed track joins."""
        one, other = JOINED[self.design]
        cells = self.cells
        return cells[one], cells[other]

    def moved(self, by: Cell) -> Placed:
        """The same tile elsewhere."""
        return Placed(self.design, self.rotation, shifted(self.at, by))

    def text(self) -> str:
        """The tile as in ``3.0@e1``."""
        return f"{self.design}.{self.rotation}@{cell_text(self.at)}"

    @classmethod
    def from_text(cls, text: str) -> Placed:
        """Read what `text` wrote.

        Raises:
            ValueError: the text is not a tile.
        """
        found = _TEXT.fullmatch(text)
        if not found:
            raise ValueError(
                f"A tile is design.rotation@cell of its hexagon a, as in 3.0@e1; {text[:20]!r} is not one."
            )
        design, rotation = int(found[1]), int(found[2])
        if design >= DESIGNS or rotation >= 6:
            raise ValueError(
                f"Designs go from 0 to {DESIGNS - 1} and rotations from 0 to 5; {text!r} does not."
            )
        return cls(design, rotation, read_cell(found[3]))


@cache
def _outline(rotation: int) -> tuple[Cell, ...]:
    return tuple(rotated(cell, rotation) for cell in SHAPE)


@lru_cache(maxsize=1 << 13)
def tile_cells(rotation: int, at: Cell) -> tuple[Cell, ...]:
    """The cells of hexagons a, b, c, d of a tile that is turned so and has a there."""
    return tuple(shifted(cell, at) for cell in _outline(rotation))

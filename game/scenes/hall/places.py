"""Where everything stands on the big screen of a hall, in units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.ui.kit.canvas import Box, Canvas

CELL: Final = (384.0, 264.0)
"""The room of a table as it is drawn at scale 1."""
LARGEST: Final = 1.9
FIVE: Final = ((0.0, 106.0), (114.0, 112.0), (141.0, 232.0), (-141.0, 232.0), (-114.0, 112.0))
"""Where the chairs of a table of ranks stand: from its middle and its cell's top; the Boss first."""
AROUND: Final = {
    2: ((-141.0, 190.0), (141.0, 190.0)),
    3: ((0.0, 106.0), (141.0, 220.0), (-141.0, 220.0)),
    4: ((-74.0, 106.0), (74.0, 106.0), (141.0, 232.0), (-141.0, 232.0)),
    5: FIVE,
    6: ((-60.0, 104.0), (60.0, 104.0), (148.0, 146.0), (141.0, 240.0), (-141.0, 240.0), (-148.0, 146.0)),
    7: (
        (0.0, 104.0), (94.0, 108.0), (150.0, 156.0), (141.0, 246.0), (-141.0, 246.0), (-150.0, 156.0),
        (-94.0, 108.0),
    ),
    8: (
        (-44.0, 104.0), (44.0, 104.0), (124.0, 118.0), (152.0, 186.0), (120.0, 250.0), (-120.0, 250.0),
        (-152.0, 186.0), (-124.0, 118.0),
    ),
}  # fmt: skip
"""The same where nobody's chair is more than another's, by their number."""
FRONT: Final = 180.0
"""Whoever stands lower than this sits before the table."""
ROW: Final = 12.0
"""Chairs whose floors are no further apart stand in one row, and their tags beside each other."""
SHARED: Final = 0.53
"""How much of the way to the next chair in its row a tag may take."""
GAP: Final = 4.0
UP, DOWN = 24.0, 16.0
"""How far out of its cell a table may reach, at scale 1."""

Spots = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """One chair: where it stands on the floor, and the room of the tag below it."""

    x: float
    floor: float
    flip: bool
    front: bool
    tag: Box
    """The room of its tag, which stands as near to the middle of the chair as it can."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """One table."""

    box: Box
    """All of it; a press there means it."""
    scale: float
    wide: float
    """How much nearer its chairs stand to its middle than usual, for narrow cells."""

    @property
    def reach(self) -> Box:
        """All that is drawn of it: the first chair stands out above, and large names do below."""
        box, scale = self.box, self.scale
        return Box(box.x, box.y - UP * scale, box.w, box.h + (UP + DOWN) * scale)

    @property
    def centre(self) -> float:
        """The x of its middle."""
        return self.box.centre[0]

    def y(self, units: float) -> float:
        """So many units of scale 1 below the top."""
        return self.box.centre[1] + (units - CELL[1] / 2) * self.scale

    def x(self, units: float) -> float:
        """So many units of scale 1 to the right of the middle."""
        return self.centre + units * self.scale * self.wide

    def stand(self, spots: Spots, place: int, tall: float) -> Stand:
        """Where a chair stands, with a tag so high below it."""
        dx, floor = spots[place]
        x, y = self.x(dx), self.y(floor)
        side = self.box.w / 2
        inner = self._inner(spots, place)
        if dx == 0:
            room = Box(self.centre - inner, y, 2 * inner, tall)
        elif dx > 0:
            room = Box(self.centre + inner + GAP, y, side - inner - GAP, tall)
        else:
            room = Box(self.centre - side, y, side - inner - GAP, tall)
        return Stand(x, y, flip=dx > 0, front=floor > FRONT, tag=room)

    def _inner(self, spots: Spots, place: int) -> float:
        """How far from the middle the tag of a chair at the side begins, or one in the middle ends."""
        dx, floor = spots[place]
        row = [one for one, down in spots if abs(down - floor) < ROW and one != dx]
        if dx == 0:
            return min([self.box.w / 2, *(abs(self.x(one) - self.centre) * SHARED for one in row)])
        nearer = [one for one in row if one * dx >= 0 and abs(one) < abs(dx)]
        if not nearer:
            # Between two that stand one on each side of the middle each has its half of the room.
            return 0.0
        other = max(abs(self.x(one) - self.centre) for one in nearer)
        return other + (abs(self.x(dx) - self.centre) - other) * SHARED


def columns(tables: int) -> int:
    """In how many columns so many tables stand."""
    return tables if tables <= 3 else -(-tables // 2)


def table_places(view: Canvas, count: int, top: float, bottom: float) -> tuple[TablePlace, ...]:
    """Where so many tables stand between two heights, the first at the upper left."""
    across = columns(count)
    rows = -(-count // across)
    left, right = view.safe.x, view.safe.right
    w, h = (right - left) / across, (bottom - top) / rows
    scale = min(LARGEST, h / CELL[1], w / CELL[0] * 1.22)
    wide = min(1.3, w / (CELL[0] * scale))
    found = []
    for number in range(count):
        row, column = divmod(number, across)
        # A last row that is not full stands in the middle.
        short = across - min(across, count - row * across)
        x = left + (column + short / 2) * w
        found.append(TablePlace(Box(x, top + row * h, w, h), scale, wide))
    return tuple(found)

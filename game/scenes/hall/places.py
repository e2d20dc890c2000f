"""Where everything stands on the big screen of a hall, in units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from game.ui.core.canvas import Box, Canvas

CELL: Final = (384.0, 264.0)
"""The room of a table as it is drawn at scale 1."""
LARGEST: Final = 1.9
FIVE: Final = ((0.0, 106.0), (114.0, 112.0), (141.0, 232.0), (-141.0, 232.0), (-114.0, 112.0))
"""Where the chairs of a table of ranks stand: from its middle and its cell's top; the Boss first."""
FOUR: Final = ((-74.0, 106.0), (74.0, 106.0), (0.0, 0.0), (141.0, 232.0), (-141.0, 232.0))
"""The same for four, of which nobody is third: each has a corner, and half of the room for the name."""
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
TITLE, TITLES = 214.0, {2: 240.0, 3: 196.0, 8: 232.0}
"""How far below the cell's top the number of a table stands; by its chairs, where names lie there else."""
FRONT: Final = 180.0
"""Whoever stands lower than this sits before the table."""
GAP: Final = 4.0
"""What lies between two tags, and between one and that of the next table."""
TOUCHES: Final = 0.3
"""By so much of its height a tag may lie below the title of its table."""
SINKS: Final = 0.4
"""By so much of its height a tag at the side makes way for one in the middle, before that one does."""
UP, DOWN = 24.0, 16.0
"""How far out of its cell a table may reach, at scale 1."""

Spots = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """One chair: where it stands on the floor."""

    x: float
    floor: float
    flip: bool
    front: bool


@dataclass(frozen=True, slots=True)
class TablePlace:
    """One table."""

    box: Box
    """All of it; a press there means it."""
    scale: float
    wide: float
    """How much nearer its chairs stand to its middle than usual, for narrow cells."""
    letters: float = 0.0
    """The size of type of every name in the hall, in units; 0 while it was not measured."""

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

    def stand(self, spots: Spots, place: int) -> Stand:
        """Where a chair stands."""
        dx, floor = spots[place]
        return Stand(self.x(dx), self.y(floor), flip=dx > 0, front=floor > FRONT)

    def tags(
        self, stands: Sequence[Stand], wides: Sequence[float], most: Sequence[float], tall: float, title: Box
    ) -> list[Box] | None:
        """Where tags so wide and high lie, each as near below its chair as can be.

        Those of a row lie side by side; where they have no room, the ones in the middle give way downwards.

        Args:
            stands: the chairs.
            wides: how wide the tags are.
            most: how wide they can become: none jumps when it gets a mark.
            tall: how high they are.
            title: where the number of the table stands, over which no name may lie.

        Returns:
            The boxes in the order of the chairs; `None` where there is no room for them.
        """
        found: dict[int, Box] = {}
        for row in _rows(stands, tall):
            lines = [(row, 0.0)]
            if not self._has_room(row, most, self._span()) and len(row) > 2:
                near = min(abs(stands[n].x - self.centre) for n in row)
                inner = [n for n in row if abs(stands[n].x - self.centre) < near + 1]
                outer = [n for n in row if n not in inner]
                high = max(stands[n].floor for n in inner) + tall + GAP / 2
                sinks = high - min((stands[n].floor for n in outer), default=high)
                if sinks <= SINKS * tall:
                    lines = [(inner, 0.0), (outer, max(0.0, sinks))]
                else:
                    low = max((stands[n].floor for n in outer), default=0.0) + tall + GAP / 2
                    lines = [(outer, 0.0), (inner, low - min(stands[n].floor for n in inner))]
            for line, down in lines:
                for part, span in self._parts(line, stands, down, tall, title):
                    if not self._has_room(part, wides, span):
                        return None
                    for n, x in zip(part, self._beside(part, stands, wides, span), strict=True):
                        found[n] = Box(x, stands[n].floor + down, wides[n], tall)
        boxes = [found[n] for n in range(len(stands))]
        lie_apart = all(not _overlap(one, other) for one, other in combinations(boxes, 2))
        return boxes if lie_apart else None

    def _span(self) -> tuple[float, float]:
        """From where to where its tags may lie."""
        return self.box.x + GAP / 2, self.box.right - GAP / 2

    def _parts(
        self, line: Sequence[int], stands: Sequence[Stand], down: float, tall: float, title: Box
    ) -> Iterator[tuple[list[int], tuple[float, float]]]:
        """A line of tags, with the room for it; one beside the title is parted by it."""
        left, right = self._span()
        top = min(stands[n].floor for n in line) + down
        bottom = max(stands[n].floor for n in line) + down + tall
        if min(bottom, title.bottom) - max(top, title.y) < tall * TOUCHES:
            yield list(line), (left, right)
            return
        yield [n for n in line if stands[n].x < self.centre], (left, title.x - GAP)
        yield [n for n in line if stands[n].x >= self.centre], (title.right + GAP, right)

    def _has_room(self, line: Sequence[int], wides: Sequence[float], span: tuple[float, float]) -> bool:
        return sum(wides[n] + GAP for n in line) - GAP <= span[1] - span[0]

    def _beside(
        self, line: Sequence[int], stands: Sequence[Stand], wides: Sequence[float], span: tuple[float, float]
    ) -> list[float]:
        """The left edges of tags that lie beside each other, as near to their chairs as can be.

        They are pushed apart from the left and from the right; between the two nobody is favoured.
        """
        left, right = span
        wants = [stands[n].x - wides[n] / 2 for n in line]
        sizes = [wides[n] for n in line]
        ends = [-(x + w) for x, w in zip(wants, sizes, strict=True)]
        from_left = _pushed(wants, sizes, left, right)
        from_right = _pushed(ends[::-1], sizes[::-1], -right, -left)[::-1]
        return [(one - other - w) / 2 for one, other, w in zip(from_left, from_right, sizes, strict=True)]


def _pushed(wants: Sequence[float], sizes: Sequence[float], left: float, right: float) -> list[float]:
    """Left edges near those that are wanted, each pushed right by the one before, none over an edge."""
    found, edge = [], left
    for want, size in zip(wants, sizes, strict=True):
        found.append(max(want, edge))
        edge = found[-1] + size + GAP
    edge = right
    for place in reversed(range(len(found))):
        found[place] = min(found[place], edge - sizes[place])
        edge = found[place] - GAP
    return found


def _rows(stands: Sequence[Stand], tall: float) -> Iterator[list[int]]:
    """The chairs whose tags, so high, would lie on one level; each row from the left."""
    row: list[int] = []
    for n in sorted(range(len(stands)), key=lambda n: stands[n].floor):
        if row and stands[n].floor >= stands[row[0]].floor + tall:
            yield sorted(row, key=lambda n: stands[n].x)
            row = []
        row.append(n)
    if row:
        yield sorted(row, key=lambda n: stands[n].x)


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    return across > 0.5 and min(one.bottom, other.bottom) - max(one.y, other.y) > 0.5


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

"""Lengths of a rummy's table, in units: what there is for the piles, and where each of them lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from game.ui.art.cards import RATIO
from game.ui.table.rummy.room import CARD, Shape

BETWEEN = 5.0
"""From row to row."""
EVEN = 1e-6
SMALLEST = 39.0
"""The width of cards on the table of whoever plays, however full it is."""
TINY = 12.0
"""The same where nobody can scroll: all of them have to be seen at once."""


@dataclass(frozen=True, slots=True)
class PileWish:
    """A pile that wants room."""

    key: int
    count: int
    """How many cards it shows; a place for a new pile shows those that are carried."""


@dataclass(frozen=True, slots=True)
class PilePlace:
    """Where a pile lies, measured from the corner of the area."""

    key: int
    count: int
    x: float
    w: float
    step: float
    """From card to card."""

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.w


@dataclass(frozen=True, slots=True)
class Area:
    """What there is for the piles, in units."""

    w: float
    h: float
    corner: tuple[float, float] = (0.0, 0.0)
    """Width and height of the lower right corner that is taken by something else."""
    smallest: float = SMALLEST
    """The width below which cards do not get: where they would have to, the table scrolls."""


@dataclass(frozen=True)
class Flow:
    """The piles of a table in their rows."""

    card: float
    """The width of the cards."""
    pitch: float
    """From row to row."""
    top: float
    """Where the first row begins."""
    rows: tuple[tuple[PilePlace, ...], ...]

    def slots(self) -> list[tuple[PilePlace, float]]:
        """Every pile with the y of its row, in reading order."""
        return [
            (slot, self.top + number * self.pitch) for number, row in enumerate(self.rows) for slot in row
        ]

    @cached_property
    def by_key(self) -> Mapping[int, tuple[PilePlace, float]]:
        """The same by the keys of the piles."""
        return {slot.key: (slot, y) for slot, y in self.slots()}

    def order(self) -> list[int]:
        """The keys in reading order."""
        return [slot.key for row in self.rows for slot in row]

    def height(self, shape: Shape) -> float:
        """How high all rows are, down to the foot of the last one."""
        between = self.pitch - pitch_for(self.card, shape) + BETWEEN
        return self.top + self.pitch * len(self.rows) - between

    def renamed(self, names: Mapping[int, int]) -> Flow:
        """The same with other keys (old -> new); piles without one are gone."""
        rows = (tuple(replace(s, key=names[s.key]) for s in row if s.key in names) for row in self.rows)
        return replace(self, rows=tuple(rows))

    def with_slot(self, row: int, slot: PilePlace) -> Flow:
        """The same with one more pile in a row, where it is wanted; the next `flow` makes room for it."""
        wider = tuple(sorted((*self.rows[row], slot), key=lambda s: s.x + s.w / 2))
        return replace(self, rows=(*self.rows[:row], wider, *self.rows[row + 1 :]))


def pitch_for(card: float, shape: Shape) -> float:
    """How far apart rows of such cards lie at least."""
    return card * RATIO + (shape.top + shape.bottom) * card / CARD + BETWEEN

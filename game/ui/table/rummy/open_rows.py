"""Where hands lie that were turned over: below the plates, above all piles, each with its count."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box
from game.ui.table.rummy.fan import HEAD, TIGHT, CardPose

WIDEST, ROW_LEAST, LEAST = 46.0, 38.0, 30.0
"""Widths of cards beside a plate: at most, in a single row at least, and in the fullest two rows."""
OVERLAP = 0.62
"""From card to card where there is room, as a share of a card's width."""
CLEAR = 4.0
"""What stays free below what hangs lowest."""


@dataclass(frozen=True, slots=True)
class OpenRows:
    """How the hands lie below the plates: all of them with cards of one width."""

    card: float
    wide: float
    """How wide the room of one hand is."""

    @classmethod
    def of(cls, most: int, wide: float) -> OpenRows:
        """The rows for hands of so many cards at most, whose ranks stay in view."""
        card = _fitting(most, wide)
        if card < ROW_LEAST:
            card = max(LEAST, _fitting(math.ceil(most / 2), wide))
        # Whole units, rounded down: each width is another picture in the cache.
        return cls(math.floor(card), wide)

    def rows(self, count: int) -> int:
        """In how many rows so many cards lie."""
        return 1 if _fitting(count, self.wide) >= self.card else 2

    @property
    def head(self) -> float:
        """How much of a card stays in view, from its upper edge: rank and suit."""
        return HEAD * self.card

    def foot(self, count: int) -> float:
        """How far below the upper edge of a hand its count begins."""
        return self.rows(count) * self.head + 2

    def height(self, most: int, label: float) -> float:
        """How high the fullest hand is with a label of this height."""
        cards = (self.rows(most) - 1) * self.head + self.card * RATIO
        return max(cards, self.foot(most) + label)

    def poses(self, at: Box, count: int) -> list[CardPose]:
        """Where the cards of a hand lie in the room that begins at the upper edge of this box."""
        rows = self.rows(count)
        row = math.ceil(count / rows)
        step = min(self.card * OVERLAP, (at.w - self.card) / max(1, row - 1))
        left = at.centre[0] - step * (min(row, count) - 1) / 2
        top = at.y + self.card * RATIO / 2
        return [
            CardPose(left + step * (number % row), top + self.head * (number // row), 0.0, self.card)
            for number in range(count)
        ]


def _fitting(row: int, wide: float) -> float:
    """How wide cards may be so that so many of them show their ranks in a row."""
    return min(WIDEST, wide / (1 + max(0, row - 1) * TIGHT))

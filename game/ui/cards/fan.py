"""How a hand is fanned out: one row that bends a little, or two where it is large.

`RevealedHandsLayout` says where hands lie that were turned over: below the plates, above all piles, each with
its count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box

WIDEST, NARROW, LEAST = 96.0, 78.0, 60.0
"""Widths of cards: in a usual hand, in one of two rows, and in the fullest of those."""
STEP = 56.0
INDEX = 0.53
"""The share of a card's width that must stay in view: with less a queen reads as an O."""
TIGHT = 0.46
"""The share of it beside a magnified card, and in the fullest rows."""
TURN = 1.4
"""Degrees from card to card."""
RAISED = 24.0
"""How far the card in focus is lifted out of the fan; its right neighbours give way until they are seen."""
PART_LEFT = 6.0
"""How far those on its left do. What comes free there stays its own to a pointer."""
PICKED = 30.0
"""How far a picked card stands out."""
LOW = 14.0
"""How far cards of a front row do either: no farther than the suits behind them allow."""
HEAD = 0.92
"""How much of a card's height must stay in view, as a share of its width: rank and suit."""
BENT = 10.0
"""How much higher than its neighbour a card of a row lies at most."""
RANK = 0.55
"""How high a rank stands, as a share of the width of its card: in a back row that much is never covered."""
LENS = 138.0
"""How wide the card in focus is at the largest text: its rank and suit fill the room for the hand."""


@dataclass(frozen=True, slots=True)
class CardPose:
    """Where a card lies: its middle in units, degrees clockwise, its width."""

    x: float
    y: float
    angle: float = 0.0
    card: float = 64.0


def is_deep(count: int, wide: float) -> bool:
    """Whether so many cards take two rows in a hand this wide, as in one their ranks could not be read."""
    return count > 2 and _widest(count, wide) < NARROW


def _widest(count: int, wide: float) -> float:
    """How wide cards may be so that in one row enough of each is seen, the one in focus whole."""
    return (wide - PART_LEFT) / (2 + (count - 2) * INDEX)


def cut(count: int, *, deep: bool) -> int:
    """How many cards of a hand lie in its back row, or in its only one."""
    return (count + 1) // 2 if deep else count


def fan(
    box: Box,
    count: int,
    *,
    focus: int | None = None,
    picked: Sequence[int] = (),
    deep: bool | None = None,
    text: float = 1.0,
    left: float | None = None,
) -> list[CardPose]:
    """The poses of the cards of a hand, from left to right, in two rows from the back row on.

    Args:
        box: the part of the canvas in which the hand can be seen; the cards go on below it.
        count: how many cards.
        focus: the number of the card that is lifted for a closer look.
        picked: the numbers of those that stand out.
        deep: whether they lie in two rows; by default as so many do.
        text: the text size of the settings, 1 to 2: the larger, the more is the card in focus magnified.
        left: the left edge of the card that is lifted, as far as the others have room then; by default as at
            rest. A card under a pointer stays where it is.
    """
    if not count:
        return []
    deep = is_deep(count, box.w) if deep is None else deep
    first = cut(count, deep=deep)
    rows = [range(first), range(first, count)] if deep else [range(count)]
    found: list[CardPose] = []
    for row in rows:
        one = _FanRow.of(box, row, first, deep=deep, text=text)
        found += one.poses(focus if focus in row else None, picked, left)
    return found


@dataclass(frozen=True, slots=True)
class _FanRow:
    """One row of a hand, and how its cards are built."""

    box: Box
    numbers: range
    deep: bool
    card: float
    lens: float
    """The width of the card in focus."""

    @classmethod
    def of(cls, box: Box, numbers: range, count: int, *, deep: bool, text: float) -> _FanRow:
        """The row of these cards; both are built as the longer one, which has so many."""
        # Whole units, rounded down: each width is another picture in the cache.
        card = WIDEST if count < 3 else max(NARROW, min(WIDEST, round(_widest(count, box.w) - 0.5)))
        if deep:
            card = max(LEAST, min(NARROW, card, round(_widest(max(2, count), box.w) - 0.5)))
        lens = card + max(0.0, LENS - card) * (text - 1)
        # In the fullest rows the others need their room: an index is cut no more for it than it is anyway.
        room = box.w - PART_LEFT - card - max(0, count - 2) * TIGHT * card
        if deep:
            room = min(room, (box.h - 8 - RANK * card) / HEAD)
        return cls(box, numbers, deep, card, round(max(card, min(lens, room)) - 0.5) if lens > card else card)

    def poses(self, focus: int | None, picked: Sequence[int], at: float | None) -> list[CardPose]:
        """Where its cards lie, the one in focus with its left edge at an x where it can."""
        lefts = self._resting()
        if focus is not None:
            lefts = self._parted(lefts, focus - self.numbers.start, at)
        found = []
        for place, (number, x) in enumerate(zip(self.numbers, lefts, strict=True)):
            wide = self.lens if number == focus else self.card
            top, up, angle = self._top(place, number, focus, picked)
            turn, middle = math.radians(angle), top + self.card * RATIO / 2
            high = self.box.bottom - HEAD * wide if wide > self.card else top
            y = min(top - up, high) + wide * RATIO / 2
            # A card goes out of the fan, and grows, along its left edge: a pointer beside that stays on it.
            across = (x + self.card / 2) * math.cos(turn) + middle * math.sin(turn) + (wide - self.card) / 2
            found.append(CardPose((across - y * math.sin(turn)) / math.cos(turn), y, angle, wide))
        return found

    @property
    def _step(self) -> float:
        """From card to card at rest."""
        room = (self.box.w - 2 * self.card - PART_LEFT) / max(1, len(self.numbers) - 2)
        return min(STEP * self.card / WIDEST, room)

    def _resting(self) -> list[float]:
        """The left edges of its cards while none is in focus."""
        box, card, count, step = self.box, self.card, len(self.numbers), self._step
        close = min(step, (box.w - card - self.lens - PART_LEFT) / max(1, count - 2))
        long = step * (count - 1) + card
        # To the left by what the focus will push aside, so that the last card never leaves the box.
        left = min(box.centre[0] - long / 2, box.right - max(0, count - 2) * close - self.lens - card)
        left = max(left, box.x + PART_LEFT)
        return [left + place * step for place in range(count)]

    def _parted(self, rest: Sequence[float], place: int, at: float | None) -> list[float]:
        """The same with one in focus: it is seen whole, and those who have to for that go, and no others.

        Whatever was seen of the card before, it covers still: what a pointer rests on does not leave it.
        """
        box, card, after, step = self.box, self.card, len(rest) - 1 - place, self._step
        tight, fair = min(step, TIGHT * card), min(step, INDEX * card)
        high = box.right - self.lens - (card + (after - 1) * tight if after else 0.0)
        left = max(box.x + place * tight, min(high, rest[place] if at is None else at))
        found = [left if number == place else x for number, x in enumerate(rest)]
        for number in range(place):
            gone = rest[number] - max(0.0, PART_LEFT - max(0.0, left - rest[place]))
            found[number] = max(box.x + number * tight, min(gone, left - (place - number) * tight))
        for number in range(place + 1, len(rest)):
            pushed = max(rest[number], left + self.lens + (number - place - 1) * fair)
            found[number] = min(pushed, box.right - card - (len(rest) - 1 - number) * tight)
        return found

    def _top(
        self, place: int, number: int, focus: int | None, picked: Sequence[int]
    ) -> tuple[float, float, float]:
        """How high a card lies in the fan, how far it stands out of it, and how far it is turned."""
        count = len(self.numbers)
        off = place - (count - 1) / 2
        front = self.deep and self.numbers.start > 0
        top = self.box.y + 8 + (HEAD * self.card + LOW if front else 0.0)
        if not self.deep:
            top += off * off * 0.5 * min(1.0, 14 / count)
        # Whole degrees: each angle of each card is a picture of its own in the cache.
        angle = 0.0 if self.deep else float(round(off * min(TURN, 12.0 / max(1, count / 2))))
        up = 0.0
        if number in picked:
            up = LOW if front else PICKED
        elif number == focus:
            up = LOW if front else RAISED
        return top, up, angle


def stacked(poses: Sequence[CardPose], back: int, parted: int | None) -> list[int]:
    """The places of the cards of a hand as they lie over each other, the lowest first.

    The card around which the others have parted lies on top of its row, and in the back row behind the ranks
    of the front one. So many lie in the back row.
    """
    return sorted(range(len(poses)), key=lambda place: (place >= back, place == parted))


def covers(pose: CardPose, at: tuple[float, float], *, own: float = 0.0) -> bool:
    """Whether a card of a hand is under a point, or so far beside it; its lower end is that of the hand.

    Of the neighbour that stands out a little over its upper edge, as a row bends, that much is its own.
    """
    dx, dy, turn = at[0] - pose.x, at[1] - pose.y, math.radians(pose.angle)
    across, down = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    half = pose.card / 2
    return -half - own <= across < half + own / 2 and -half * RATIO - BENT <= down


def place_at(poses: Sequence[CardPose], *, deep: bool, x: float, y: float) -> int:
    """The place in a hand under a point: where the card lies whose visible part is there, or is nearest.

    ``poses`` are those of the hand with room for what is put down; ``deep`` says whether in two rows.
    """
    back = cut(len(poses), deep=deep)
    front = back < len(poses) and y > poses[-1].y - poses[-1].card * RATIO / 2
    row = range(back, len(poses)) if front else range(back)
    before = [number for number in row if poses[number].x - poses[number].card / 2 <= x]
    return before[-1] if before else row[0]


OPEN_ROWS_WIDEST, ROW_LEAST, OPEN_ROWS_LEAST = 46.0, 38.0, 30.0
"""Widths of cards beside a plate: at most, in a single row at least, and in the fullest two rows."""
OVERLAP = 0.62
"""From card to card where there is room, as a share of a card's width."""
CLEAR = 4.0
"""What stays free below what hangs lowest."""


@dataclass(frozen=True, slots=True)
class RevealedHandsLayout:
    """How the hands lie below the plates: all of them with cards of one width."""

    card: float
    wide: float
    """How wide the room of one hand is."""

    @classmethod
    def of(cls, most: int, wide: float) -> RevealedHandsLayout:
        """The rows for hands of so many cards at most, whose ranks stay in view."""
        card = _fitting(most, wide)
        if card < ROW_LEAST:
            card = max(OPEN_ROWS_LEAST, _fitting(math.ceil(most / 2), wide))
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
    return min(OPEN_ROWS_WIDEST, wide / (1 + max(0, row - 1) * TIGHT))

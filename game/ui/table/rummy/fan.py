"""How a hand is fanned out: one row that bends a little, or two where it is large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.art.cards import RATIO
from game.ui.kit.canvas import Box

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
"""How far those on its left do."""
PICKED = 30.0
"""How far a picked card stands out."""
LOW = 14.0
"""How far cards of a front row do either: no farther than the suits behind them allow."""
HEAD = 0.92
"""How much of a card's height must stay in view, as a share of its width: rank and suit."""
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
) -> list[CardPose]:
    """The poses of the cards of a hand, from left to right, in two rows from the back row on.

    Args:
        box: the part of the canvas in which the hand can be seen; the cards go on below it.
        count: how many cards.
        focus: the number of the card that is lifted for a closer look.
        picked: the numbers of those that stand out.
        deep: whether they lie in two rows; by default as so many do.
        text: the text size of the settings, 1 to 2: the larger, the more is the card in focus magnified.
    """
    if not count:
        return []
    deep = is_deep(count, box.w) if deep is None else deep
    first = cut(count, deep=deep)
    rows = [range(first), range(first, count)] if deep else [range(count)]
    found: list[CardPose] = []
    for row in rows:
        one = _FanRow.of(box, row, first, deep=deep, text=text)
        found += one.poses(focus if focus in row else None, picked)
    return found


def card_width(box: Box, count: int) -> float:
    """How wide the cards of a row are."""
    if count < 3:
        return WIDEST
    # Whole units, rounded down: each width is another picture in the cache.
    return max(NARROW, min(WIDEST, round(_widest(count, box.w) - 0.5)))


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
        card = card_width(box, count)
        if deep:
            card = max(LEAST, min(NARROW, card, round(_widest(max(2, count), box.w) - 0.5)))
        lens = card + max(0.0, LENS - card) * (text - 1)
        # In the fullest rows the others need their room: an index is cut no more for it than it is anyway.
        room = box.w - PART_LEFT - card - max(0, count - 2) * TIGHT * card
        return cls(box, numbers, deep, card, round(max(card, min(lens, room)) - 0.5) if lens > card else card)

    def poses(self, focus: int | None, picked: Sequence[int]) -> list[CardPose]:
        """Where its cards lie."""
        box, card, lens, count = self.box, self.card, self.lens, len(self.numbers)
        step = min(STEP * card / WIDEST, (box.w - 2 * card - PART_LEFT) / max(1, count - 2))
        # Beside a magnified card the others lie more closely, where there is no room else.
        close = min(step, (box.w - card - lens - PART_LEFT) / max(1, count - 2))
        long = step * (count - 1) + card
        # To the left by what the focus will push aside, so that the last card never leaves the box.
        left = min(box.centre[0] - long / 2, box.right - max(0, count - 2) * close - lens - card)
        left = max(left, box.x + PART_LEFT)
        if focus is not None:
            step = close
        found = []
        for place, number in enumerate(self.numbers):
            x = left + place * step
            if focus is not None:
                x += lens - step if number > focus else -PART_LEFT if number < focus else 0.0
            wide = lens if number == focus else card
            top, angle = self._top(place, number, focus, picked)
            found.append(CardPose(x + wide / 2, top + wide * RATIO / 2, angle, wide))
        return found

    def _top(self, place: int, number: int, focus: int | None, picked: Sequence[int]) -> tuple[float, float]:
        """How high a card lies, and how far it is turned."""
        count = len(self.numbers)
        off = place - (count - 1) / 2
        front = self.deep and self.numbers.start > 0
        top = self.box.y + 8 + (HEAD * self.card + LOW if front else 0.0)
        if not self.deep:
            top += off * off * 0.5 * min(1.0, 14 / count)
        # Whole degrees: each angle of each card is a picture of its own in the cache.
        angle = 0.0 if self.deep else round(off * min(TURN, 12.0 / max(1, count / 2)))
        if number in picked:
            top -= LOW if front else PICKED
        elif number == focus:
            top -= LOW if front else RAISED
            angle = 0.0
        if number == focus and self.lens > self.card:
            top, angle = min(top, self.box.bottom - HEAD * self.lens), 0.0
        return top, float(angle)


def place_at(poses: Sequence[CardPose], *, deep: bool, x: float, y: float) -> int:
    """The place in a hand under a point: where the card lies whose visible part is there, or is nearest.

    Args:
        poses: where the cards of that hand lie, with room for what is put down.
        deep: whether in two rows.
        x: of the point.
        y: of the point.
    """
    back = cut(len(poses), deep=deep)
    front = back < len(poses) and y > poses[-1].y - poses[-1].card * RATIO / 2
    row = range(back, len(poses)) if front else range(back)
    before = [number for number in row if poses[number].x - poses[number].card / 2 <= x]
    return before[-1] if before else row[0]

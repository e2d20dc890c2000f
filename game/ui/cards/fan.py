"""Layout of a fanned hand: one slightly bent row, or two rows for large hands.

`RevealedHandsLayout` places hands that were turned over: below the plates, above all piles, each with its
count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.art.cards import CARD_ASPECT
from game.ui.core.canvas import Box

HAND_CARD_WIDTH, TWO_ROW_CARD_WIDTH, MIN_CARD_WIDTH = 96.0, 78.0, 60.0
"""Card widths in units: in a normal hand, in one of two rows, and in the fullest rows."""
CARD_STEP = 56.0
MIN_VISIBLE_SHARE = 0.53
"""Share of a card's width that must stay visible: with less, a queen looks like an O."""
TIGHT_VISIBLE_SHARE = 0.46
"""Visible share beside a magnified card, and in the fullest rows."""
TURN_DEGREES = 1.4  # degrees from card to card
RAISED_HEIGHT = 24.0
"""Height by which a focused card is raised; its right neighbours move aside until they are visible."""
LEFT_SHIFT = 6.0
"""Distance that its left neighbours move aside. The gap still belongs to the focused card for a pointer."""
PICKED_HEIGHT = 30.0  # height by which a picked card is raised
FRONT_ROW_PICKED_HEIGHT = 14.0  # same in a front row, limited by the suits behind it
INDEX_HEIGHT_SHARE = 0.92
"""Visible part of a card's height that shows rank and suit, as a share of its width."""
MAX_ROW_BEND = 10.0  # maximum height difference of neighbours in a bent row, in units
RANK_HEIGHT_SHARE = 0.55
"""Height of a rank, as a share of the card width. In a back row this much is never covered."""
MAGNIFIED_WIDTH = 138.0
"""Width of a focused card at the largest text: its rank and suit fill the space of the hand."""


@dataclass(frozen=True, slots=True)
class CardPose:
    """Position of a card: its middle on the table in units, angle in degrees clockwise, width in units."""

    x: float
    y: float
    angle: float = 0.0
    card: float = 64.0
    lift: float = 0.0  # height above the table in units; its shadow stays there
    grow: float = (
        1.0  # factor on its drawn size: above 1 while it is lifted, below 1 while it is pressed down
    )

    def towards(self, other: CardPose, progress: float) -> CardPose:
        """Pose between this and another one at a progress of 0 to 1."""
        return CardPose(
            self.x + (other.x - self.x) * progress,
            self.y + (other.y - self.y) * progress,
            self.angle + (other.angle - self.angle) * progress,
            self.card + (other.card - self.card) * progress,
            self.lift + (other.lift - self.lift) * progress,
            self.grow + (other.grow - self.grow) * progress,
        )


def is_deep(count: int, available_width: float) -> bool:
    """True if ``count`` cards need two rows in ``available_width``: in one, ranks are hidden."""
    return count > 2 and _widest(count, available_width) < TWO_ROW_CARD_WIDTH


def _widest(count: int, available_width: float) -> float:
    """Maximum card width in units at which one row shows enough of each card, and the focused one wholly."""
    return (available_width - LEFT_SHIFT) / (2 + (count - 2) * MIN_VISIBLE_SHARE)


def back_row_count(count: int, *, deep: bool) -> int:
    """Number of cards in the back row of a hand, or in its only row."""
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
    """Poses of the cards of a hand, left to right, back row first.

    Args:
        box: visible part of the hand; the cards extend below it.
        count: number of cards.
        focus: index of the card that is raised for a closer look.
        picked: indices of picked cards, which are raised too.
        deep: True for two rows; by default decided by `is_deep`.
        text: text size setting, 1 to 2. The larger it is, the more the focused card is magnified.
        left: left edge of the focused card, if the others have room then; by default its position at rest. A
            card under a pointer must not move.
    """
    if not count:
        return []
    deep = is_deep(count, box.w) if deep is None else deep
    first = back_row_count(count, deep=deep)
    rows = [range(first), range(first, count)] if deep else [range(count)]
    poses: list[CardPose] = []
    for row in rows:
        fan_row = _FanRow.of(box, row, first, deep=deep, text=text)
        poses += fan_row.poses(focus if focus in row else None, picked, left)
    return poses


@dataclass(frozen=True, slots=True)
class _FanRow:
    """One row of a hand, with the dimensions of its cards."""

    box: Box
    numbers: range
    deep: bool
    card: float
    lens: float
    """Width of the focused card."""

    @classmethod
    def of(cls, box: Box, numbers: range, count: int, *, deep: bool, text: float) -> _FanRow:
        """Row of the cards with the indices ``numbers``.

        Both rows use the dimensions of the longer one with ``count`` cards.
        """
        # Whole units, rounded down, because each width is another cached picture.
        card = (
            HAND_CARD_WIDTH
            if count < 3
            else max(TWO_ROW_CARD_WIDTH, min(HAND_CARD_WIDTH, round(_widest(count, box.w) - 0.5)))
        )
        if deep:
            card = max(
                MIN_CARD_WIDTH, min(TWO_ROW_CARD_WIDTH, card, round(_widest(max(2, count), box.w) - 0.5))
            )
        lens = card + max(0.0, MAGNIFIED_WIDTH - card) * (text - 1)
        # In the fullest rows others need their space: magnification must not cut their indices further.
        max_lens = box.w - LEFT_SHIFT - card - max(0, count - 2) * TIGHT_VISIBLE_SHARE * card
        if deep:
            max_lens = min(max_lens, (box.h - 8 - RANK_HEIGHT_SHARE * card) / INDEX_HEIGHT_SHARE)
        return cls(
            box, numbers, deep, card, round(max(card, min(lens, max_lens)) - 0.5) if lens > card else card
        )

    def poses(self, focus: int | None, picked: Sequence[int], at: float | None) -> list[CardPose]:
        """Poses of the row's cards. The focused one has its left edge at ``at`` if possible."""
        lefts = self._resting_lefts()
        if focus is not None:
            lefts = self._parted_lefts(lefts, focus - self.numbers.start, at)
        poses = []
        for place, (number, x) in enumerate(zip(self.numbers, lefts, strict=True)):
            width = self.lens if number == focus else self.card
            top, up, angle = self._top(place, number, focus, picked)
            turn, middle = math.radians(angle), top + self.card * CARD_ASPECT / 2
            highest_top = self.box.bottom - INDEX_HEIGHT_SHARE * width if width > self.card else top
            y = min(top - up, highest_top) + width * CARD_ASPECT / 2
            # Raise and enlarge the card along its left edge, so that a pointer near that edge stays on it.
            across = (x + self.card / 2) * math.cos(turn) + middle * math.sin(turn) + (width - self.card) / 2
            poses.append(CardPose((across - y * math.sin(turn)) / math.cos(turn), y, angle, width))
        return poses

    @property
    def _step(self) -> float:
        """Distance in units from card to card at rest."""
        max_step = (self.box.w - 2 * self.card - LEFT_SHIFT) / max(1, len(self.numbers) - 2)
        return min(CARD_STEP * self.card / HAND_CARD_WIDTH, max_step)

    def _resting_lefts(self) -> list[float]:
        """Left edges in units of the cards without a focus."""
        box, card, count, step = self.box, self.card, len(self.numbers), self._step
        close = min(step, (box.w - card - self.lens - LEFT_SHIFT) / max(1, count - 2))
        long = step * (count - 1) + card
        # Shifted left by the space that a focus needs, so that the last card never leaves the box.
        left = min(box.centre[0] - long / 2, box.right - max(0, count - 2) * close - self.lens - card)
        left = max(left, box.x + LEFT_SHIFT)
        return [left + place * step for place in range(count)]

    def _parted_lefts(self, rest: Sequence[float], place: int, at: float | None) -> list[float]:
        """Left edges in units with card ``place`` of the row focused and fully visible; others give way.

        It still covers its former visible part, so that it does not move away from a pointer that rests on
        it.
        """
        box, card, after, step = self.box, self.card, len(rest) - 1 - place, self._step
        tight, fair = min(step, TIGHT_VISIBLE_SHARE * card), min(step, MIN_VISIBLE_SHARE * card)
        max_left = box.right - self.lens - (card + (after - 1) * tight if after else 0.0)
        left = max(box.x + place * tight, min(max_left, rest[place] if at is None else at))
        lefts = [left if number == place else x for number, x in enumerate(rest)]
        for number in range(place):
            moved = rest[number] - max(0.0, LEFT_SHIFT - max(0.0, left - rest[place]))
            lefts[number] = max(box.x + number * tight, min(moved, left - (place - number) * tight))
        for number in range(place + 1, len(rest)):
            pushed_left = max(rest[number], left + self.lens + (number - place - 1) * fair)
            lefts[number] = min(pushed_left, box.right - card - (len(rest) - 1 - number) * tight)
        return lefts

    def _top(
        self, place: int, number: int, focus: int | None, picked: Sequence[int]
    ) -> tuple[float, float, float]:
        """(y of the card's top, height by which it is raised, both in units; angle in whole degrees)."""
        count = len(self.numbers)
        off = place - (count - 1) / 2
        front = self.deep and self.numbers.start > 0
        top = self.box.y + 8 + (INDEX_HEIGHT_SHARE * self.card + FRONT_ROW_PICKED_HEIGHT if front else 0.0)
        if not self.deep:
            top += off * off * 0.5 * min(1.0, 14 / count)
        # Whole degrees, because each angle of each card is another cached picture.
        angle = 0.0 if self.deep else float(round(off * min(TURN_DEGREES, 12.0 / max(1, count / 2))))
        up = 0.0
        if number in picked:
            up = FRONT_ROW_PICKED_HEIGHT if front else PICKED_HEIGHT
        elif number == focus:
            up = FRONT_ROW_PICKED_HEIGHT if front else RAISED_HEIGHT
        return top, up, angle


def drawing_order(poses: Sequence[CardPose], back: int, parted: int | None) -> list[int]:
    """Indices of the cards of a hand in drawing order, lowest first.

    The card around which the others have parted is on top of its row; in the back row it stays behind the
    front row. ``back`` is the number of cards in the back row.
    """
    return sorted(range(len(poses)), key=lambda place: (place >= back, place == parted))


def covers(pose: CardPose, at: tuple[float, float], *, margin: float = 0.0) -> bool:
    """True if a card of a hand covers a point, or is within ``margin`` units left (half right) of it.

    The lower end is not limited. The strip above, by which a neighbour may protrude in a bent row, belongs to
    the card.
    """
    dx, dy, turn = at[0] - pose.x, at[1] - pose.y, math.radians(pose.angle)
    across, down = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    half = pose.card / 2
    return -half - margin <= across < half + margin / 2 and -half * CARD_ASPECT - MAX_ROW_BEND <= down


def place_at(poses: Sequence[CardPose], *, deep: bool, x: float, y: float) -> int:
    """Index of the last card, in the row at ``y``, whose left edge is at most ``x``; else of the row's first.

    ``poses`` include gaps for the cards to be dropped; ``deep`` is True for two rows.
    """
    back = back_row_count(len(poses), deep=deep)
    front = back < len(poses) and y > poses[-1].y - poses[-1].card * CARD_ASPECT / 2
    row = range(back, len(poses)) if front else range(back)
    before = [number for number in row if poses[number].x - poses[number].card / 2 <= x]
    return before[-1] if before else row[0]


MAX_OPEN_CARD_WIDTH, MIN_ROW_CARD_WIDTH, MIN_OPEN_CARD_WIDTH = 46.0, 38.0, 30.0
"""Card widths below a plate: maximum, minimum in a single row, and minimum in the fullest two rows."""
MAX_STEP_SHARE = 0.62  # step from card to card if there is room, as a share of the card width
BOTTOM_GAP = 4.0  # free space below the lowest part, in units


@dataclass(frozen=True, slots=True)
class RevealedHandsLayout:
    """Layout of revealed hands below the plates, all with the same card width."""

    card: float
    wide: float  # width available for one hand

    @classmethod
    def of(
        cls, max_count: int, available_width: float, max_card: float = MAX_OPEN_CARD_WIDTH
    ) -> RevealedHandsLayout:
        """Layout for hands of at most ``max_count`` cards whose ranks stay visible."""
        card = min(max_card, _fitting(max_count, available_width))
        if card < MIN_ROW_CARD_WIDTH:
            card = max(
                MIN_OPEN_CARD_WIDTH, min(max_card, _fitting(math.ceil(max_count / 2), available_width))
            )
        # Whole units, rounded down, because each width is another cached picture.
        return cls(math.floor(card), available_width)

    def rows(self, count: int) -> int:
        """Number of rows of a hand of ``count`` cards, 1 or 2."""
        return 1 if _fitting(count, self.wide) >= self.card else 2

    @property
    def head(self) -> float:
        """Height in units of the visible part of a covered card: rank and suit."""
        return INDEX_HEIGHT_SHARE * self.card

    def foot(self, count: int) -> float:
        """Distance in units from the upper edge of a hand to its count."""
        return self.rows(count) * self.head + 2

    def height(self, max_count: int, label: float) -> float:
        """Height in units of the fullest hand including a label of this height."""
        cards = (self.rows(max_count) - 1) * self.head + self.card * CARD_ASPECT
        return max(cards, self.foot(max_count) + label)

    def poses(self, at: Box, count: int) -> list[CardPose]:
        """Poses of the cards of a hand, starting at the upper edge of ``at``."""
        rows = self.rows(count)
        row = math.ceil(count / rows)
        step = min(self.card * MAX_STEP_SHARE, (at.w - self.card) / max(1, row - 1))
        left = at.centre[0] - step * (min(row, count) - 1) / 2
        top = at.y + self.card * CARD_ASPECT / 2
        return [
            CardPose(left + step * (number % row), top + self.head * (number // row), 0.0, self.card)
            for number in range(count)
        ]


def _fitting(row: int, available_width: float) -> float:
    """Maximum card width in units so that ``row`` cards show their ranks in ``available_width`` units."""
    return available_width / (1 + max(0, row - 1) * TIGHT_VISIBLE_SHARE)

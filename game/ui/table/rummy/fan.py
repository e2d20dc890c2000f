"""How a hand is fanned out: one row that bends a little, or two where it is large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.kit.canvas import Box

WIDEST, NARROW, LEAST = 96.0, 78.0, 60.0
"""Widths of cards: in a usual hand, in one of two rows, and in the fullest of those."""
STEP = 56.0
INDEX = 0.53
"""The share of a card's width that must stay in view: with less a queen reads as an O."""
TURN = 1.4
"""Degrees from card to card."""
RAISED = 24.0
"""How far the card in focus is lifted out of the fan; its right neighbours give way until they are seen."""
PART_LEFT = 6.0
"""How far those on its left do."""
PICKED = 30.0
"""How far a picked card stands out."""
RATIO = 1.42


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
) -> list[CardPose]:
    """The poses of the cards of a hand, from left to right, in two rows from the back row on.

    Args:
        box: the part of the canvas in which the hand can be seen; the cards go on below it.
        count: how many cards.
        focus: the number of the card that is lifted for a closer look.
        picked: the numbers of those that stand out.
        deep: whether they lie in two rows; by default as so many do.
    """
    if not count:
        return []
    deep = is_deep(count, box.w) if deep is None else deep
    first = cut(count, deep=deep)
    rows = [range(first), range(first, count)] if deep else [range(count)]
    found: list[CardPose] = []
    for number, row in enumerate(rows):
        drop = 54.0 * number if deep else 0.0
        found += _row(box, row, drop, deep=deep, focus=focus, picked=picked)
    return found


def card_width(box: Box, count: int) -> float:
    """How wide the cards of a row are."""
    if count < 3:
        return WIDEST
    # Whole units, rounded down: each width is another picture in the cache.
    return max(NARROW, min(WIDEST, round(_widest(count, box.w) - 0.5)))


def _row(
    box: Box, row: range, drop: float, *, deep: bool, focus: int | None, picked: Sequence[int]
) -> list[CardPose]:
    count, card = len(row), card_width(box, len(row))
    if deep:
        card = max(LEAST, min(NARROW, card, round(_widest(max(2, count), box.w) - 0.5)))
    step = min(STEP * card / WIDEST, (box.w - 2 * card - PART_LEFT) / max(1, count - 2))
    part = card - step
    long = step * (count - 1)
    # To the left by what the focus will push aside, so that the last card never leaves the box.
    x = min(box.centre[0] - long / 2, box.right - part - card / 2 - long)
    poses = []
    for place, number in enumerate(row):
        off = place - (count - 1) / 2
        # Whole degrees: each angle of each card is a picture of its own in the cache.
        angle = 0.0 if deep else round(off * min(TURN, 12.0 / max(1, count / 2)))
        y = box.y + 8 + drop + card * RATIO / 2 + (0.0 if deep else off * off * 0.5 * min(1.0, 14 / count))
        shift = 0.0
        if focus in row and focus is not None:
            shift = part if number > focus else -PART_LEFT if number < focus else 0.0
        if number in picked:
            y -= PICKED
        elif number == focus:
            y -= RAISED
            angle = 0.0
        poses.append(CardPose(x + place * step + shift, y, float(angle), card))
    return poses


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

"""A neighbour's fan of backs to pick a card from: layout and touch areas.

It is in the middle of the table, large enough for a finger, with the colour and pattern of its owner. It has
one row if that gives each back its `MIN_TOUCH_STEP`, and else two, the first of which may have one card
more. Backs are counted from the left, as the picking player sees them.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.art.cards import CARD_ASPECT
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box

MAX_WIDTH, MIN_WIDTH = 92.0, 50.0  # maximum and minimum width of backs, in units
MIN_TOUCH_STEP = 44.0  # minimum distance between two backs that a pointer must hit, in units
ROW_DISTANCE = 30.0  # vertical distance in units from which cards count as another row
RAISED_ROOM = 34.0  # space above the fan for the raised back, in units


def backs(box: Box, count: int) -> list[CardPose]:
    """Poses of ``count`` backs in a box, left to right: in one row, or in two with the upper one first."""
    rows = 1 if _step(box, count, _card(box, 1)) >= MIN_TOUCH_STEP else 2
    across, card = -(-count // rows), _card(box, rows)
    step = _step(box, across, card)
    poses = []
    for number in range(count):
        row, place = divmod(number, across)
        in_row = across if row < rows - 1 else count - across * (rows - 1)
        off = place - (in_row - 1) / 2
        bend = abs(off) ** 1.7 * 1.1 if rows == 1 else 0.0
        y = (
            box.bottom
            - card * CARD_ASPECT / 2
            - (rows - 1 - row) * (box.h - RAISED_ROOM - card * CARD_ASPECT) / max(1, rows - 1)
        )
        turn = float(round(off * min(2.4, 14.0 / max(1, in_row)))) if rows == 1 else 0.0
        poses.append(CardPose(box.centre[0] + off * step, y + bend - 16, turn, card))
    return poses


def _card(box: Box, rows: int) -> float:
    """Card width in units at which ``rows`` rows fit the height. Of two, the upper shows its upper half."""
    row_height = (box.h - RAISED_ROOM) / (1 if rows == 1 else 1.55)
    return float(round(max(MIN_WIDTH, min(MAX_WIDTH, row_height / CARD_ASPECT))))


def _step(box: Box, count: int, card: float) -> float:
    """Distance in units from back to back in a row of ``count`` backs of this width."""
    return min(max(MIN_TOUCH_STEP, card * 0.8), (box.w - card) / max(1, count - 1))


def touch_boxes(poses: Sequence[CardPose]) -> list[Box]:
    """Touch area of each back: the part that the next one on top of it leaves visible."""
    boxes = []
    for number, pose in enumerate(poses):
        left, top = pose.x - pose.card / 2, pose.y - pose.card * CARD_ASPECT / 2
        after = poses[number + 1] if number + 1 < len(poses) else None
        is_covered = after is not None and after.x > pose.x
        width = min(pose.card, after.x - pose.x) if is_covered and after is not None else pose.card
        lower = [lower_pose.y - pose.y for lower_pose in poses if lower_pose.y - pose.y > ROW_DISTANCE]
        height = min(lower, default=pose.card * CARD_ASPECT)
        boxes.append(Box(left, top, width, height))
    return boxes

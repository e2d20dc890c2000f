"""A neighbour's fan of backs, from which a card is picked: how it is spread, and how it is drawn.

It lies in the middle of the table, large enough for a finger, and it is told apart by the colour and the
pattern of whose hand it is. In one row where that leaves a back its `TOUCH`, else in two, the first of which
may have one more; counted from the left, as it is seen by who picks.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.art.cards import RATIO
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box

WIDEST, LEAST = 92.0, 50.0
"""How wide backs are."""
TOUCH = 44.0
"""So far apart two of them lie at least where a pointer has to hit one."""
APART = 30.0
"""What lies so much lower lies in another row."""
ROOM = 34.0
"""What is left free above them for the one that is raised."""


def backs(box: Box, count: int) -> list[CardPose]:
    """The poses of so many backs in a box, from left to right, and in two rows from the upper one on."""
    rows = 1 if _step(box, count, _card(box, 1)) >= TOUCH else 2
    across, card = -(-count // rows), _card(box, rows)
    step = _step(box, across, card)
    found = []
    for number in range(count):
        row, place = divmod(number, across)
        held = across if row < rows - 1 else count - across * (rows - 1)
        off = place - (held - 1) / 2
        bend = abs(off) ** 1.7 * 1.1 if rows == 1 else 0.0
        y = (
            box.bottom
            - card * RATIO / 2
            - (rows - 1 - row) * (box.h - ROOM - card * RATIO) / max(1, rows - 1)
        )
        turn = float(round(off * min(2.4, 14.0 / max(1, held)))) if rows == 1 else 0.0
        found.append(CardPose(box.centre[0] + off * step, y + bend - 16, turn, card))
    return found


def _card(box: Box, rows: int) -> float:
    """How wide a card is whose row has its share of the height: of two the upper one shows its upper half."""
    high = (box.h - ROOM) / (1 if rows == 1 else 1.55)
    return float(round(max(LEAST, min(WIDEST, high / RATIO))))


def _step(box: Box, count: int, card: float) -> float:
    return min(max(TOUCH, card * 0.8), (box.w - card) / max(1, count - 1))


def touched(poses: Sequence[CardPose]) -> list[Box]:
    """What of each of them is its own to a pointer: all that the next one, which lies over it, leaves."""
    found = []
    for number, pose in enumerate(poses):
        left, top = pose.x - pose.card / 2, pose.y - pose.card * RATIO / 2
        after = poses[number + 1] if number + 1 < len(poses) else None
        covered = after is not None and after.x > pose.x
        wide = min(pose.card, after.x - pose.x) if covered and after is not None else pose.card
        lower = [other.y - pose.y for other in poses if other.y - pose.y > APART]
        high = min(lower, default=pose.card * RATIO)
        found.append(Box(left, top, wide, high))
    return found

"""A button that calls: a hint has pointed to it."""

from __future__ import annotations

import math

from game.ui.art.layers import GOLD, INK
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.rummy.adviser import Adviser
from game.ui.table.rummy.captions import Captions
from game.ui.table.rummy.tabletop import Tabletop

CALL_ROOM = 14.0
"""Units around a button in which its ring may lie."""
TURN, FRAMES = 1200.0, 12
"""How long the ring takes to come and go, in ms, and in how many steps."""
RADIUS = 24


class ButtonCall:
    """Knows which button calls, and draws its ring."""

    def __init__(self, table: ViewContext, top: Tabletop, captions: Captions, adviser: Adviser) -> None:
        self._table = table
        self._top = top
        self._captions = captions
        self._adviser = adviser

    def _box(self) -> Box | None:
        """The button with which the turn should end."""
        act = self._adviser.calls
        if self._top.places is None or act is None or self._table.show is not None:
            return None
        buttons = zip(self._top.places.buttons, self._captions.knobs(), strict=False)
        return next((box for box, knob in buttons if knob.act is act), None)

    def draw(self, painter: Painter, now: float) -> None:
        """The ring around it; at 0 ms, where nothing may move, it stands still."""
        box = self._box()
        if box is not None:
            far = 4 + 5 * (1 - math.cos(math.tau * _frame(now) / FRAMES)) / 2
            around = box.grown(far)
            painter.frame(around.grown(2), INK, 8, RADIUS + round(far))
            painter.frame(around, GOLD, 4, RADIUS + round(far))

    def living(self, now: float) -> list[tuple[object, object, Box]]:
        """What of it moves, as `game.ui.core.canvas.DirtyBoxes` wants it."""
        box = self._box()
        return [] if box is None else [("call", _frame(now), box.grown(CALL_ROOM))]


def _frame(now: float) -> int:
    """The step of the ring at a time, in ms."""
    return int(now % TURN / TURN * FRAMES)

"""Where everything in the drawer of socks lies, for any window and text size."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.art.daily import CHEST_ROOM, FRAME, LIP
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.theme import LARGE

ACROSS, DOWN = 8, 5
SHAPE = 96 / 88
"""How wide a compartment is for its height."""
PANEL = 326.0
"""How wide the card is at the usual text size."""
TOP = 30.0
"""Above the frame."""
FRONT = 100.0
"""How high the drawer's front is."""
LIFT = 28.0
"""How high the wood of the room ends above the help strip."""
SIDE = 44.0
"""From the left edge of the canvas to the front."""


@dataclass(frozen=True, slots=True)
class DrawerBoxes:
    """Boxes in units.

    Attributes:
        cell: width and height of a compartment with its wood.
        front: how high the front is.
        cells: the compartments, row by row.
        label: on the front.
        who: whose drawer it is, to be pressed; above the puppet.
        side: beside the drawer, for puppet and card.
    """

    cell: tuple[float, float]
    front: float
    cells: tuple[Box, ...]
    label: Box
    who: Box
    side: Box

    @property
    def chest(self) -> tuple[float, float]:
        """Where the picture of the chest has its upper left corner."""
        first = self.cells[0]
        return first.x - FRAME - LIP - CHEST_ROOM, first.y - FRAME - CHEST_ROOM

    @classmethod
    def of(cls, ruler: Painter, bottom: float) -> DrawerBoxes:
        """The boxes above a help strip that begins at ``bottom``."""
        view, scale = ruler.view, ruler.text_scale
        wide = min(PANEL * (0.55 + 0.45 * scale), view.w * 0.36)
        edge = view.safe.right - wide
        front = FRONT + 26 * (scale - 1)
        left, right = SIDE + FRAME + LIP, edge - 22 - FRAME - LIP
        high = bottom - LIFT - 22 - front - 14 - FRAME - TOP
        w = min((right - left) / ACROSS, high / DOWN * SHAPE)
        # Wider than they are high they may be, but not so wide that a sock is lost in one.
        h = min(high / DOWN, w / SHAPE * 1.25)
        x = left + max(0.0, (right - left - w * ACROSS) / 2)
        y = TOP + FRAME + max(0.0, (high - h * DOWN) / 2)
        cells = tuple(
            Box(x + column * w, y + row * h, w, h) for row in range(DOWN) for column in range(ACROSS)
        )
        foot = y + h * DOWN + 14
        room = w * ACROSS - 2 * 106
        tall = front - 44
        label = Box(
            x + 106 + (room - min(room, 430 * scale)) / 2,
            foot + (front - tall) / 2 + 2,
            min(room, 430 * scale),
            tall,
        )
        # No higher than the drawer, nor lower, but where a TV may cut it off.
        top = max(view.safe.y + 2, y - FRAME)
        side = Box(edge, top, wide, foot + front - top)
        who = Box(side.x, side.y, side.w, max(48.0, ruler.line_height(LARGE) + 14))
        return cls((w, h), front, cells, label, who, side)

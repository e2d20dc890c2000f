"""Where everything lies on the screen of a rummy, for every window, text size and number of seats."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.core.canvas import Box, Canvas
from game.ui.table.rummy.room import Shape, TableBoxes

LIP, SLIM_LIP = 14.0, 6.0
"""How far the ledge of wood begins above the help strip, at the usual and at the largest text."""
STOCK_W, STOCK_H = 150.0, 108.0
BUTTON, BUTTON_GAP = 66.0, 16.0
ONE_ROW, TWO_ROWS = 114.0, 168.0
"""How much of the hand can be seen above the ledge: of two rows ranks and suits of both."""

SEATS_GAP, HAND_GAP = 2.0, 4.0
"""Between the other seats and the table, and between the table and the hand."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What of the table is kept free of piles for something that lies there for a while."""

    above: float = 0.0
    """From the foot of the other seats on, in units."""
    below: float = 0.0
    """From the room for the hand on, upwards."""


@dataclass(frozen=True, slots=True)
class Need:
    """What the places depend on beside the canvas."""

    text: float
    """The text size of the settings, 1 to 2."""
    strip: float
    """How much of the lower edge the help strip takes, in units."""
    others: int
    """How many other seats there are."""
    deep: bool = False
    """Whether the hand needs two rows."""
    buttons: int = 3
    aside: Aside = Aside()
    above: float = 0.0
    """What stands over the table in the place of the other seats ends there; 0 for nothing."""
    whole: bool = False
    """Whether all piles have to be seen at once."""


def places(view: Canvas, need: Need, shape: Shape) -> TableBoxes:
    """The places on a canvas."""
    more = need.text - 1
    # Large text takes its room from the sky, the ledge and both sides: the cards on the table stay as large.
    given = min(1.0, 4.0 * more)
    left, right = view.w * (0.045 - 0.037 * given), view.w * (0.952 + 0.031 * given)
    lip = LIP - (LIP - SLIM_LIP) * given
    wood = Box(0, view.h - need.strip - lip, view.w, need.strip + lip)
    wide = 204.0 + 86.0 * more
    column = right - wide
    seats_y, seats_h = view.h * (0.047 - 0.04 * given), 100.0 + 16.0 * more
    hand_h = TWO_ROWS if need.deep else ONE_ROW
    table_y = need.above + 6 if need.above else seats_y + seats_h + SEATS_GAP
    table = Box(left, table_y, column - 14 - left, wood.y - hand_h - HAND_GAP - table_y)
    inset_l, inset_t, inset_r, inset_b = shape.edge
    # Between the table and those rooms some units are left.
    inset_t = max(inset_t, need.aside.above - SEATS_GAP)
    inset_b = max(inset_b, need.aside.below - HAND_GAP)
    piles = Box(
        table.x + inset_l, table.y + inset_t, table.w - inset_l - inset_r, table.h - inset_t - inset_b
    )
    tall = min(STOCK_H, piles.h)
    stock = Box(piles.right - STOCK_W, piles.bottom - tall, STOCK_W, tall)
    own_w = 158.0 + 50.0 * more
    own = Box(left + 6, wood.y - ONE_ROW, own_w, ONE_ROW)
    hand = Box(own.right + 6, wood.y - hand_h, column - 16 - own.right - 6, hand_h)
    size = BUTTON + 10.0 * more
    gap = BUTTON_GAP - 6 * more
    buttons_h = need.buttons * size + (need.buttons - 1) * gap
    buttons_y = wood.y - 22 - buttons_h
    buttons = tuple(Box(column, buttons_y + n * (size + gap), wide, size) for n in range(need.buttons))
    status_y = view.h * 0.04
    status = Box(column, status_y, wide, buttons_y - gap - status_y)
    return TableBoxes(
        canvas=view.box,
        table=table,
        piles=piles,
        stock=stock,
        seats=_seats(Box(left + 8, seats_y, table.w - 8, seats_h), need.others),
        own=own,
        hand=hand,
        status=status,
        buttons=buttons,
        wood=wood,
        text=need.text,
        whole=need.whole,
    )


def _seats(row: Box, others: int) -> tuple[Box, ...]:
    """The boxes of the other seats, none wider than looks well."""
    gap = 8.0
    wide = min(316.0, (row.w - gap * (others - 1)) / max(1, others))
    spare = row.w - wide * others - gap * (others - 1)
    between = gap + min(24.0, spare / max(1, others - 1)) if others > 1 else 0.0
    start = row.x + max(0.0, row.w - wide * others - between * (others - 1)) * 0.5
    return tuple(Box(start + n * (wide + between), row.y, wide, row.h) for n in range(others))

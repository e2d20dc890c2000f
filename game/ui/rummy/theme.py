"""What a rummy's room draws: everything that makes the one table look like a game's own.

The table (`RummyView` and its parts) owns the cards, where they lie, what is chosen and what moves. It gives
a `TableTheme` boxes in units, which `table_boxes` lays out for each window, and small values that say what to
show; the theme only draws. Nothing here changes state, and everything is drawn through cached art, because
most of these calls happen whenever a still picture is made anew, and `draw_living` on every frame.

Order of drawing: `draw_room`, the piles (`draw_pile`, the cards on it, `draw_mark`), `draw_stock`,
`draw_seats` and `draw_own`, `draw_status`, the buttons, the hand; over this still picture `draw_living`
and `draw_puppet`; then what moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

import pygame

from game.match.seats import Seat
from game.ui.art.gaze import Aim
from game.ui.core.canvas import Box, Canvas
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter


class PileBorder(StrEnum):
    """Whether a pile may lie as it is; shown by the shape of its backing, never by colour alone."""

    WHOLE = "whole"
    """A legal pile."""
    OPEN = "open"
    """Enough cards that do not belong together: the seam has come undone."""
    SHORT = "short"
    """Too few cards yet: the backing ends in a torn edge with the needle still in it."""


class ValidityIndicator(StrEnum):
    """What the mending lamp knows."""

    OFF = "off"
    """Nothing is asked of it: nobody's draft, or the house has it off."""
    THINKING = "thinking"
    MENDABLE = "mendable"
    """The table can still be made legal, with what lies about and some of the hand."""
    LOST = "lost"
    """It cannot: something has to be taken back."""
    WHOLE = "whole"
    """Every pile is legal now: the turn may be ended."""


@dataclass(frozen=True, slots=True)
class PileMetrics:
    """How piles of this room are built; lengths at cards `CARD` units wide, scaled with the cards."""

    left: float
    """Room of the backing to the left of the first card (a fin), above, to the right (a nose), below."""
    top: float
    right: float
    bottom: float
    step: float
    """From card to card where there is room, as a share of a card's width: 0.62 overlaps, 1.03 does not."""
    least: float
    """The smallest step, where there is none: rank and suit of a card stay in view, the widest too."""
    gap: float
    """Between two piles, at least."""
    edge: tuple[float, float, float, float] = (24.0, 24.0, 24.0, 24.0)
    """What the table's own edge takes of it: left, top, right, below; not scaled with the cards."""
    stock: float = 150.0
    """The width of the stock with its count; not scaled with the cards."""
    slots: int = 1
    """For how many cards a pile keeps room at least, so that it does not grow with every card laid."""


CARD = 64.0
"""The width of a card on the table that `PileMetrics` is given for."""


@dataclass(frozen=True, slots=True)
class TableBoxes:
    """Where everything lies on the canvas, in units; `table_boxes` makes it for each window."""

    canvas: Box
    table: Box
    """The mat or board with its edges; the room draws it in `draw_room`."""
    piles: Box
    """Inside the table: where piles lie, and scroll if they must."""
    stock: Box
    """In the lower right corner of the table, kept free of piles: the stock and its count."""
    seats: tuple[Box, ...]
    """One box for each other seat, from left to right in turn order: puppet and plate together.

    They are as wide as there is room: about 310 x 100 with 3 others, 130 x 100 with 7.
    """
    own: Box
    """Left of the hand: the puppet and the plate of the one whose hand is shown."""
    hand: Box
    """Where the hand is fanned out; its cards are cut by the upper edge of `wood`."""
    status: Box
    """The upper part of the column on the right: the lamp with its sign, or rocket and meter."""
    buttons: tuple[Box, ...]
    """The lower part of the column: one box each for draw, put back, end of turn, from top to bottom."""
    wood: Box
    """The ledge along the lower edge, from side to side, on which the help strip lies."""
    text: float = 1.0
    """The text size of the settings, 1 to 2."""
    whole: bool = False
    """Whether all piles have to be seen at once, as in a film or between open hands: there nobody scrolls."""


LIP, SLIM_LIP = 14.0, 6.0
"""How far the ledge of wood begins above the help strip, at the usual and at the largest text."""
STOCK_H = 108.0
BUTTON, BUTTON_GAP = 66.0, 16.0
ONE_ROW, TWO_ROWS = 114.0, 168.0
"""How much of the hand can be seen above the ledge: of two rows ranks and suits of both."""

SEATS_GAP, HAND_GAP = 2.0, 4.0
"""Between the other seats and the table, and between the table and the hand."""


WIDE = 330.0, 440.0
"""How wide a teacher's column is beside the table, for usual text and for text of 200 %."""


@dataclass(frozen=True, slots=True)
class ReservedArea:
    """What of the table is kept free of piles for something that lies there for a while."""

    above: float = 0.0
    """From the foot of the other seats on, in units."""
    below: float = 0.0
    """From the room for the hand on, upwards."""


@dataclass(frozen=True, slots=True)
class LayoutRequirements:
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
    aside: ReservedArea = ReservedArea()
    above: float = 0.0
    """What stands over the table in the place of the other seats ends there; 0 for nothing."""
    whole: bool = False
    """Whether all piles have to be seen at once."""
    teacher: float = 0.0
    """How wide a column left of the table and of the other seats is kept free; 0 for none."""


def table_boxes(view: Canvas, need: LayoutRequirements, shape: PileMetrics) -> TableBoxes:
    """Where everything lies on a canvas, for every text size and number of seats."""
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
    table_x = left + need.teacher
    table = Box(table_x, table_y, column - 14 - table_x, wood.y - hand_h - HAND_GAP - table_y)
    inset_l, inset_t, inset_r, inset_b = shape.edge
    # Between the table and those rooms some units are left.
    inset_t = max(inset_t, need.aside.above - SEATS_GAP)
    inset_b = max(inset_b, need.aside.below - HAND_GAP)
    piles = Box(
        table.x + inset_l, table.y + inset_t, table.w - inset_l - inset_r, table.h - inset_t - inset_b
    )
    tall = min(STOCK_H, piles.h)
    stock = Box(piles.right - shape.stock, piles.bottom - tall, shape.stock, tall)
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
        seats=_seats(Box(table_x + 8, seats_y, table.w - 8, seats_h), need.others),
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


@dataclass(frozen=True, slots=True)
class PileBacking:
    """How the backing of one pile looks."""

    seam: PileBorder
    number: int
    """Stays with the pile as long as it lies there; for colours that change from pile to pile."""
    count: int
    """How many cards lie on it; 0 for the outline of a new pile."""
    touched: bool = False
    """Whether this turn has changed it."""
    lit: bool = False
    """Whether what is carried would be put down here."""
    card: float = CARD
    """The width of its cards in units."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat with what everybody knows of it."""

    seat: Seat
    number: int
    cards: int
    """How many cards it holds."""
    told: str = ""
    """One line below the name, translated: "42 points", "has come in"."""
    good: bool | None = None
    """For a tick or a dash before that line; `None` for neither."""
    did: tuple[str, ...] = ()
    """What it did in its last turn, for a tag at its plate."""
    turns: bool = False
    """Whether it is its turn."""
    next: bool = False
    """Whether it is next, and worth a tag."""
    over: bool = False
    """Whether nobody is to move, as the hand is over or being dealt."""
    mood: str = "idle"
    """A state of `game.ui.art.puppets.STATES`."""
    frame: int = 0
    """The frame of that state to draw."""
    aim: Aim | None = None
    """Where its eyes look meanwhile; `None` for where they do by themselves."""
    asleep: bool = False
    """Whether the seat takes no part in this hand."""


@dataclass(frozen=True, slots=True)
class StatusColumn:
    """What the column on the right tells."""

    lamp: ValidityIndicator = ValidityIndicator.OFF
    words: str = ""
    """The sign: what the lamp says, or what just happened; wraps, one to four lines."""
    meter: tuple[int, int] | None = None
    """Points shown and needed, in a game where one has to come in; else `None`."""


@dataclass(frozen=True, slots=True)
class SideButton:
    """A button of the column."""

    act: InputAction
    """What it does; its glyph is `game.ui.widgets.glyph` of this act."""
    words: str
    note: str = ""
    """A second, smaller line: "1 to mend"."""
    enabled: bool = True
    main: bool = False
    """The one that ends the turn and is ready to: the warm or green one."""


Buttons: TypeAlias = tuple[tuple[Box, SideButton, pygame.Surface | None], ...]
"""Each button with a picture of what to press, `None` where a click is enough."""


class TableTheme(Protocol):
    """A game's room; `theme.py` of its screen holds one.

    Every method that draws is called with the painter of the still picture (or of the screen for
    `draw_living`), never keeps anything and never changes state. Surfaces come from the `Assets` cache.
    """

    shape: PileMetrics
    back: tuple[str, str]
    """Colour and pattern of the card backs, as `game.ui.art.cards.card_back` takes them."""

    def draw_room(
        self, painter: Painter, places: TableBoxes, lamp: ValidityIndicator = ValidityIndicator.OFF
    ) -> None:
        """All that stands still: scenery, the table in the light of the lamp, the ledge of wood."""

    def draw_pile(self, painter: Painter, box: Box, backing: PileBacking) -> None:
        """The backing of a pile, before its cards: cloth with a seam, or the stage of a rocket.

        ``box`` is the whole of it: the cards with `PileMetrics.left` and its fellows around them, times
        ``backing.card / CARD``. What sticks out (a needle and thread) stays within 40 units of it.
        """

    def draw_mark(self, painter: Painter, at: tuple[float, float], card: float, *, own: bool) -> None:
        """The mark of a card that came since the last turn: a peg, its middle at ``at`` on the lower edge.

        ``at`` is the middle of the part of the card that can be seen; ``own`` for cards laid in this turn.
        """

    def draw_stock(self, painter: Painter, box: Box, count: int, *, lit: bool) -> None:
        """The stock with how many cards it holds, or its empty place; ``lit`` while one may be drawn."""

    def draw_seats(self, painter: Painter, boxes: Sequence[Box], sitters: Sequence[SeatFacts]) -> None:
        """The plates of the other seats in their boxes, without their puppets."""

    def draw_own(self, painter: Painter, box: Box, sitter: SeatFacts) -> None:
        """The plate of the one whose hand is shown, without the puppet, and that it is their turn."""

    def draw_puppet(
        self, painter: Painter, box: Box, sitter: SeatFacts, others: int, *, own: bool, slid: float = 0.0
    ) -> None:
        """The puppet of a seat in that seat's box, over the still picture, on every frame.

        ``slid`` says how far down it has gone with all that is told, to be out of the way.
        """

    def warm_eyes(self, painter: Painter, box: Box, sitter: SeatFacts, *, own: bool) -> Iterator[None]:
        """Make the eyes of that puppet in all directions."""

    def eyes(self, box: Box, *, own: bool) -> tuple[float, float]:
        """Where the eyes of that puppet are."""

    def held_at(self, box: Box) -> tuple[float, float]:
        """Where the plate of another seat counts its cards: what is dealt comes there and hides no name."""

    def puppet_box(self, box: Box, others: int, *, own: bool) -> Box:
        """Which part of the box of a seat its puppet fills: redrawn as it breathes."""

    def draw_status(self, painter: Painter, box: Box, status: StatusColumn) -> None:
        """The lamp and its sign, or rocket and meter, as they stand still."""

    def draw_advice(self, painter: Painter, places: TableBoxes, words: str) -> None:
        """What the bare table says, in a game that has something to say there."""

    def living(
        self, places: TableBoxes, status: StatusColumn, now: float
    ) -> list[tuple[Hashable, object, Box]]:
        """What breathes beside the puppets (a flame, a blinking light): name, frame and box of each.

        ``now`` in ms; 0 where nothing may move. As in `game.ui.core.canvas.DirtyRegions.changed`.
        """

    def draw_living(
        self, painter: Painter, places: TableBoxes, status: StatusColumn, now: float, jolt: float = 0.0
    ) -> None:
        """Those things themselves, drawn over the still picture on every frame: one or two blits.

        ``jolt`` says how much of a blow is felt, from 1 to 0: it may shake what hangs there.
        """

    def warm(self, painter: Painter, places: TableBoxes) -> Iterator[None]:
        """Make the pictures that will be needed (backings in every state), one a step."""

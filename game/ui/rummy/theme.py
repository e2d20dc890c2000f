"""Themes of the rummy tables: everything that gives the shared table the look of one game.

The table (`RummyView` and its parts) owns the cards, their positions, selection and movement. It passes a
`TableTheme` boxes in units, which `table_boxes` computes for each window, and small values that describe what
to show. Themes only draw and never change state. Everything is drawn from cached art, because most calls
happen whenever a still picture is rebuilt, and `draw_living` runs on every frame.

Drawing order: `draw_room`, the piles (`draw_pile`, their cards, `draw_mark`), `draw_stock`, `draw_seats` and
`draw_own`, `draw_status`, the buttons, the hand; over this still picture `draw_living` and `draw_puppet`;
then moving things.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

import pygame

from game.match.seats import Seat
from game.ui.art.gaze import Aim
from game.ui.core.canvas import Box, Canvas
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter


class PileBorder(StrEnum):
    """Validity of a pile, shown by the shape of its backing and never by colour alone."""

    WHOLE = "whole"  # a legal pile
    OPEN = "open"  # enough cards, but they do not belong together: the seam is open
    SHORT = "short"  # too few cards: the backing ends in a torn edge with the needle still in it


class ValidityIndicator(StrEnum):
    """States of the validity indicator (the lamp)."""

    OFF = "off"  # not in use: no draft is being built, or the setting is off
    THINKING = "thinking"
    MENDABLE = "mendable"  # the table can still be made legal, with the cards on it and some of the hand
    LOST = "lost"  # the table cannot be made legal: cards must be taken back
    WHOLE = "whole"  # every pile is legal: the turn can end


@dataclass(frozen=True, slots=True)
class PileMetrics:
    """Dimensions of piles in a theme, in units at card width `BASE_CARD_WIDTH`; scaled with the cards."""

    left: float  # backing to the left of the first card (a fin), above, to the right (a nose) and below
    top: float
    right: float
    bottom: float
    step: float
    """Step from card to card if there is room, as a share of the card width. 0.62 overlaps, 1.03 does not."""
    least: float
    """Smallest step, as a share of the card width. Rank and suit stay visible, even the widest ones."""
    gap: float  # minimum gap between two piles
    edge: tuple[float, float, float, float] = (24.0, 24.0, 24.0, 24.0)
    """Width of the table's edge: left, top, right, bottom. Not scaled with the cards."""
    stock: float = 150.0
    """Width of the stock with its count. Not scaled with the cards."""
    slots: int = 1
    """Minimum number of cards that a pile reserves space for, so that it does not grow with every card."""


BASE_CARD_WIDTH = 64.0  # card width in units on which `PileMetrics` are based


@dataclass(frozen=True, slots=True)
class TableBoxes:
    """Boxes of all parts of the table, in units; computed by `table_boxes` for each window."""

    canvas: Box
    table: Box  # mat or board with its edges; drawn by `draw_room`
    piles: Box  # part of the table in which piles are placed, and scroll if they must
    stock: Box  # stock and its count, in the lower right corner of the table, which is kept free of piles
    seats: tuple[Box, ...]
    """Boxes of the other seats, left to right in turn order, each with puppet and plate.

    They use the available width: about 310 x 100 with 3 others, 130 x 100 with 7.
    """
    own: Box  # puppet and plate of the player whose hand is shown, left of the hand
    hand: Box
    """Area of the fanned hand. Its cards are cut off at the upper edge of `wood`."""
    status: Box  # upper part of the right column: the indicator with its sign, or rocket and meter
    buttons: tuple[Box, ...]  # lower part of the right column, top to bottom: draw, put back, end of turn
    wood: Box  # ledge along the full lower edge, below the prompt bar
    text: float = 1.0  # text size setting, 1 to 2
    whole: bool = False
    """True if all piles must be visible without scrolling, as in a replay or between revealed hands."""


LIP_HEIGHT, SLIM_LIP_HEIGHT = 14.0, 6.0
"""Height of the ledge above the prompt bar, at the normal and at the largest text size."""
STOCK_HEIGHT = 108.0
BUTTON_SIZE, BUTTON_GAP = 66.0, 16.0
ONE_ROW_HEIGHT, TWO_ROWS_HEIGHT = 114.0, 168.0
"""Visible height of the hand above the ledge. Two rows show rank and suit of both."""

SEATS_GAP, HAND_GAP = 2.0, 4.0
"""Gap between the other seats and the table, and between the table and the hand."""


LESSON_WIDTHS = 330.0, 440.0  # width of the lesson column beside the table, at 100% and at 200% text size


@dataclass(frozen=True, slots=True)
class ReservedArea:
    """Space kept free of piles for something that is shown temporarily, in units."""

    above: float = 0.0  # measured down from the foot of the other seats
    below: float = 0.0  # measured up from the area of the hand


@dataclass(frozen=True, slots=True)
class LayoutRequirements:
    """Inputs of `table_boxes` other than the canvas."""

    text: float  # text size setting, 1 to 2
    strip: float  # height of the prompt bar, in units
    others: int  # number of other seats
    deep: bool = False  # True if the hand needs two rows
    buttons: int = 3
    aside: ReservedArea = ReservedArea()
    above: float = 0.0  # lower edge of something that replaces the other seats above the table; 0 for none
    whole: bool = False  # True if all piles must be visible without scrolling
    teacher: float = 0.0  # width of a free column left of the table and the other seats; 0 for none


def table_boxes(canvas: Canvas, requirements: LayoutRequirements, shape: PileMetrics) -> TableBoxes:
    """Compute the boxes of a table on a canvas, for every text size and number of seats."""
    more = requirements.text - 1
    # Large text takes its space from the sky, the ledge and both sides; the cards keep their size.
    squeeze = min(1.0, 4.0 * more)
    left, right = canvas.w * (0.045 - 0.037 * squeeze), canvas.w * (0.952 + 0.031 * squeeze)
    lip = LIP_HEIGHT - (LIP_HEIGHT - SLIM_LIP_HEIGHT) * squeeze
    wood = Box(0, canvas.h - requirements.strip - lip, canvas.w, requirements.strip + lip)
    column_width = 204.0 + 86.0 * more
    column = right - column_width
    seats_y, seats_h = canvas.h * (0.047 - 0.04 * squeeze), 100.0 + 16.0 * more
    hand_h = TWO_ROWS_HEIGHT if requirements.deep else ONE_ROW_HEIGHT
    table_y = requirements.above + 6 if requirements.above else seats_y + seats_h + SEATS_GAP
    table_x = left + requirements.teacher
    table = Box(table_x, table_y, column - 14 - table_x, wood.y - hand_h - HAND_GAP - table_y)
    inset_l, inset_t, inset_r, inset_b = shape.edge
    # The gaps beside the table already provide some units.
    inset_t = max(inset_t, requirements.aside.above - SEATS_GAP)
    inset_b = max(inset_b, requirements.aside.below - HAND_GAP)
    piles = Box(
        table.x + inset_l, table.y + inset_t, table.w - inset_l - inset_r, table.h - inset_t - inset_b
    )
    stock_height = min(STOCK_HEIGHT, piles.h)
    stock = Box(piles.right - shape.stock, piles.bottom - stock_height, shape.stock, stock_height)
    own_w = 158.0 + 50.0 * more
    own_plate = Box(left + 6, wood.y - ONE_ROW_HEIGHT, own_w, ONE_ROW_HEIGHT)
    hand = Box(own_plate.right + 6, wood.y - hand_h, column - 16 - own_plate.right - 6, hand_h)
    size = BUTTON_SIZE + 10.0 * more
    gap = BUTTON_GAP - 6 * more
    buttons_h = requirements.buttons * size + (requirements.buttons - 1) * gap
    buttons_y = wood.y - 22 - buttons_h
    buttons = tuple(
        Box(column, buttons_y + n * (size + gap), column_width, size) for n in range(requirements.buttons)
    )
    status_y = canvas.h * 0.04
    status = Box(column, status_y, column_width, buttons_y - gap - status_y)
    return TableBoxes(
        canvas=canvas.box,
        table=table,
        piles=piles,
        stock=stock,
        seats=_seat_boxes(Box(table_x + 8, seats_y, table.w - 8, seats_h), requirements.others),
        own=own_plate,
        hand=hand,
        status=status,
        buttons=buttons,
        wood=wood,
        text=requirements.text,
        whole=requirements.whole,
    )


def _seat_boxes(row: Box, others: int) -> tuple[Box, ...]:
    """Equally wide boxes for the other seats, centred in a row."""
    gap = 8.0
    width = min(316.0, (row.w - gap * (others - 1)) / max(1, others))
    spare = row.w - width * others - gap * (others - 1)
    between = gap + min(24.0, spare / max(1, others - 1)) if others > 1 else 0.0
    start = row.x + max(0.0, row.w - width * others - between * (others - 1)) * 0.5
    return tuple(Box(start + n * (width + between), row.y, width, row.h) for n in range(others))


@dataclass(frozen=True, slots=True)
class PileBacking:
    """Appearance of the backing of one pile."""

    seam: PileBorder
    number: int  # stays with the pile while it is on the table; used for colours that vary from pile to pile
    count: int  # number of cards; 0 for the outline of a new pile
    touched: bool = False  # True if this turn has changed the pile
    lit: bool = False
    card: float = BASE_CARD_WIDTH  # width of its cards in units
    tremble: float = 0.0  # degrees by which the needle of an open seam is turned


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Public facts about a seat."""

    seat: Seat
    number: int
    cards: int  # number of cards that it holds
    told: str = ""
    """Translated line below the name: "42 points", "has come in"."""
    good: bool | None = None  # mark before that line: a tick (True), a dash (False) or none (`None`)
    did: tuple[str, ...] = ()  # actions of its last turn, for a tag at its plate
    turns: bool = False
    next: bool = False  # True if it is next and should show a tag
    over: bool = False  # True if no seat is to move because the hand is over or being dealt
    mood: str = "idle"  # a state of `game.ui.art.puppets.STATES`
    frame: int = 0
    aim: Aim | None = None  # gaze direction; `None` for that of the state
    asleep: bool = False  # True if the seat takes no part in this hand
    ducks: float = 0.0  # distance in units by which its puppet is lower behind its plate

    def at_rest(self) -> SeatFacts:
        """Copy without mood, frame and gaze, for what does not move."""
        return replace(self, mood="idle", frame=0, aim=None)


@dataclass(frozen=True, slots=True)
class StatusColumn:
    """Contents of the right column."""

    lamp: ValidityIndicator = ValidityIndicator.OFF
    words: str = ""  # text of the sign: state of the indicator or latest event; one to six lines
    meter: tuple[int, int] | None = None
    """Points laid out and needed to come in; `None` in games without such a requirement."""
    refuses: bool = False  # True if the text says why an action was refused
    has_buttons: bool = True  # False until hands are dealt


@dataclass(frozen=True, slots=True)
class SideButton:
    """A button of the column."""

    act: InputAction  # action of the button; its glyph is `game.ui.widgets.glyph` of this action
    words: str
    note: str = ""
    enabled: bool = True
    main: bool = False
    """True for the button that ends the turn when it is ready; drawn in warm colours or green."""


Buttons: TypeAlias = tuple[tuple[Box, SideButton, pygame.Surface | None], ...]
"""Each button with the glyph of its input, `None` if a click is enough."""


class TableTheme(Protocol):
    """Theme of a game's table; each game has one in `theme.py` of its screen.

    Drawing methods get the painter of the still picture (`draw_living`: of the screen), keep nothing and
    never change state. Surfaces come from the `Assets` cache.
    """

    shape: PileMetrics
    back: tuple[str, str]  # colour and pattern of the card backs, see `game.ui.art.cards.card_back`

    def draw_room(
        self, painter: Painter, places: TableBoxes, lamp: ValidityIndicator = ValidityIndicator.OFF
    ) -> None:
        """Draw the still background: scenery, the table in the light of the lamp, the ledge."""

    def draw_pile(self, painter: Painter, box: Box, backing: PileBacking) -> None:
        """Draw the backing of a pile, before its cards: cloth with a seam, or the stage of a rocket.

        ``box`` is the whole backing: the cards and the `PileMetrics` margins, times ``backing.card / CARD``.
        Protruding parts (needle and thread) stay within 40 units of it.
        """

    def draw_mark(
        self, painter: Painter, at: tuple[float, float], card: float, *, is_own: bool, opening: float = 0.0
    ) -> None:
        """Draw the peg of a card that came since the last turn.

        ``at`` is the middle of the peg: on the lower edge, in the middle of the visible part of the card.
        ``is_own`` is True for cards laid in this turn. ``opening`` falls from 1 to 0 as it snaps on.
        """

    def draw_stock(self, painter: Painter, box: Box, count: int, *, lit: bool) -> None:
        """Draw the stock with its card count, or its empty place. ``lit``: a card may be drawn."""

    def draw_seats(self, painter: Painter, boxes: Sequence[Box], sitters: Sequence[SeatFacts]) -> None:
        """Draw the plates of the other seats in their boxes, without puppets."""

    def draw_own(self, painter: Painter, box: Box, sitter: SeatFacts) -> None:
        """Draw the plate of the player whose hand is shown, without the puppet, and its turn state."""

    def draw_puppet(
        self, painter: Painter, box: Box, sitter: SeatFacts, others: int, *, is_own: bool, slid: float = 0.0
    ) -> None:
        """Draw a seat's puppet over the still picture. Called on every frame.

        ``slid`` is the distance that it has moved down to make room, in units.
        """

    def warm_eyes(self, painter: Painter, box: Box, sitter: SeatFacts, *, is_own: bool) -> Iterator[None]:
        """Render the eyes of the puppet in all directions, one step per item."""

    def eyes(self, box: Box, *, is_own: bool) -> tuple[float, float]:
        """Point between the puppet's eyes, in units."""

    def held_at(self, box: Box) -> tuple[float, float]:
        """Position in units of the card count on another seat's plate, where dealt cards end."""

    def puppet_box(self, box: Box, others: int, *, is_own: bool) -> Box:
        """Part of the seat box that the puppet covers, redrawn as it breathes."""

    def draw_status(self, painter: Painter, box: Box, status: StatusColumn) -> None:
        """Draw the still part of the indicator and its sign, or rocket and meter."""

    def draw_sign(self, painter: Painter, box: Box, status: StatusColumn) -> None:
        """Draw the indicator's sign alone; nothing without words."""

    def sign_box(self, painter: Painter, box: Box, status: StatusColumn) -> Box | None:
        """Box of the indicator's sign; None if there is nothing to say."""

    def line_ends(self, places: TableBoxes) -> tuple[float, float]:
        """X in units of what the line at the end of a round is tied to, left and right."""

    def draw_advice(self, painter: Painter, places: TableBoxes, text: str) -> None:
        """Draw a text on the empty table, below everything but the room and the stock; empty in a deal."""

    def idle_figures(
        self, places: TableBoxes, status: StatusColumn, now: float
    ) -> list[tuple[Hashable, object, Box]]:
        """Animated details other than puppets (a flame, a blinking light): name, frame and box of each.

        ``now`` is in ms; 0 with reduced motion. See `game.ui.core.canvas.DirtyRegions.collect`.
        """

    def draw_living(
        self, painter: Painter, places: TableBoxes, status: StatusColumn, now: float, jolt: float = 0.0
    ) -> None:
        """Draw the animated details over the still picture on every frame: one or two blits.

        ``jolt`` is the strength of a shake, 1 to 0, which may swing suspended things.
        """

    def preload(self, painter: Painter, places: TableBoxes) -> Iterator[None]:
        """Render the required pictures (backings in every state), one per step."""

"""Layout of a card table: seats along the far edge, the middle, the text band, and the viewer's hand.

One layout for every window, number of seats and text size. From top to bottom: a row of the other seats,
clockwise, starting on the left with the seat after the viewer's; each is a puppet with its cards in front and
a plate at its foot. Then the middle, which belongs to the game; the band of texts; the viewer's seat and
hand; and the wooden front with the prompt bar.

Larger text takes space from the middle and the puppets, never from the hand: cards keep their size. A teacher
takes a column at the right, and everything else moves to its left. A puzzle task or the bar of a replay takes
space at the top or bottom.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.art.cards import CARD_ASPECT
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box, Canvas
from game.ui.match.view import teacher_column
from game.ui.widgets import ScaledLength

TEACHER_WIDTHS = (300.0, 400.0)  # width of the teacher's column, at 100% and at 200% text
PLATE_HEIGHT = ScaledLength(66, 0.5)
PLATE_WIDTH = ScaledLength(216, 0.4)
TEXT_BAND_HEIGHT = ScaledLength(66, 0.62)  # height of the text band
SHORT_TEXT_BAND_HEIGHT = ScaledLength(46, 0.6)  # height of the text band if it contains only one sentence
OWN_SEAT_WIDTH = ScaledLength(236, 0.5)  # width of the viewer's seat, left of the hand
HAND_HEIGHT = 118.0  # visible height of the viewer's hand above the wooden front
FAN_SHARE = 0.6  # share of the middle's width for a hand that is spread there
OUTER_SEAT_DROP = 22.0
"""Distance by which outer seats are lower than central ones, at the normal text size."""
GAP = 10.0
CALL_RISE = 14.0
"""Height by which a call grows above the band. The middle ends that much above it."""
BACK_WIDTHS, OPEN_CARD_WIDTH = (28.0, 40.0), 52.0
"""Widths of cards in front of a seat: backs, minimum and maximum, depending on the puppet's height; and cards
that are revealed to spectators."""
MAX_PUPPET_HEIGHT = 168.0  # maximum height of a puppet
FACE_SHARE = 0.62
"""Share of a puppet above its chin, which is always visible above cards and plate."""


@dataclass(frozen=True, slots=True)
class SeatPlacement:
    """Position of a seat."""

    foot: tuple[float, float]
    """Sole of the puppet; hidden behind the plate."""
    tall: float
    flip: bool  # True if the puppet looks to the left
    plate: Box
    own: bool = False

    @property
    def mouth(self) -> tuple[float, float]:
        """Position of the puppet's mouth, in units."""
        way = -1 if self.flip else 1
        return self.foot[0] + way * self.tall * 0.34, self.foot[1] - self.tall * 0.62

    @property
    def face(self) -> Box:
        """Box of the puppet's head."""
        left = self.foot[0] + (-1 if self.flip else 1) * self.tall * 0.06 - self.tall * 0.42
        return Box(left, self.foot[1] - self.tall * 1.08, self.tall * 0.84, self.tall * 0.66)

    @property
    def around(self) -> Box:
        """Bounding box of puppet and plate."""
        half = max(self.plate.w / 2, self.tall * 0.62)
        top = self.foot[1] - self.tall * 1.14
        return Box(self.foot[0] - half, top, 2 * half, self.plate.bottom - top)

    def held_pose(self, number: int, count: int, *, opened: bool = False) -> CardPose:
        """Pose of card ``number`` (from 0) of ``count`` in front of this seat's puppet."""
        min_card, max_card = BACK_WIDTHS
        card = OPEN_CARD_WIDTH if opened else float(round(min(max_card, max(min_card, self.tall * 0.28))))
        available_width = self.plate.w - (0 if opened else 40)
        step = min(card * (0.62 if opened else 0.46), (available_width - card) / max(1, count - 1))
        off = number - (count - 1) / 2
        turn = 0.0 if opened else float(round(off * min(6.0, 30.0 / max(1, count))))
        middle = self.plate.y + 8 - card * CARD_ASPECT * 0.32
        return CardPose(self.plate.centre[0] + off * step, middle + abs(off) ** 1.6 * 0.7, turn, card)


@dataclass(frozen=True, slots=True)
class CardTableBoxes:
    """Boxes of the parts of a card table, in units."""

    table: Box
    spots: tuple[SeatPlacement, ...]
    """Seats clockwise, starting with the viewer's at the lower edge."""
    middle: Box
    said: Box
    hand: Box
    """Visible part of the viewer's hand; its cards extend below."""
    bottom: float  # y of the wooden front
    text: float

    @classmethod
    def of(
        cls,
        canvas: Canvas,
        text: float,
        bottom: float,
        players: int,
        *,
        above: float = 0.0,
        taught: bool = False,
        quiet: bool = False,
    ) -> CardTableBoxes:
        """Boxes on a canvas whose wooden front begins at ``bottom``.

        ``above`` is the lower edge of anything above the table; ``taught`` is True with a teacher's column
        beside it; ``quiet`` is True if no call is shown, as in a replay.
        """
        safe = canvas.safe_area
        right = safe.right - (teacher_column(text, TEACHER_WIDTHS) + GAP if taught else 0.0)
        top = max(above + 6, safe.y * 0.5)
        table = Box(safe.x, top, right - safe.x, bottom - top)
        band_height, plate = (
            (SHORT_TEXT_BAND_HEIGHT if quiet else TEXT_BAND_HEIGHT).at(text),
            PLATE_HEIGHT.at(text),
        )
        available_height = table.h - HAND_HEIGHT - band_height - 2 * GAP
        middle = min(208.0, max(100.0, available_height * 0.44))
        plate_bottom = top + available_height - middle  # lower edge of the plates of the central seats
        band = Box(table.x, plate_bottom + GAP + middle, table.w, band_height)
        seat_width = OWN_SEAT_WIDTH.at(text)
        # Centred on the table if there is enough space.
        left = table.x + seat_width + 2 * GAP
        hand = Box(
            left,
            bottom - HAND_HEIGHT,
            max(2 * (table.centre[0] - left), (table.right - left) * 0.8),
            HAND_HEIGHT,
        )
        spots = [_viewer_placement(table, seat_width, plate, band)]
        others = players - 1
        drop = OUTER_SEAT_DROP * (1.5 - 0.5 * text)
        size = PLATE_WIDTH.at(text), plate
        offs = ((number + 0.5) / others - 0.5 for number in range(others))
        spots += [_seat_placement(table, off, others, plate_bottom - drop, drop, size) for off in offs]
        centre = Box(table.x, plate_bottom + GAP, table.w, middle - CALL_RISE)
        return cls(table, tuple(spots), centre, band, hand, bottom, text)

    @property
    def fan(self) -> Box:
        """Area in the middle for a spread hand whose backs can be picked: its left 60%."""
        return Box(self.middle.x, self.middle.y, self.middle.w * FAN_SHARE, self.middle.h)

    @property
    def aside(self) -> Box:
        """Part of the middle to the right of `fan`."""
        return Box(self.fan.right, self.middle.y, self.middle.right - self.fan.right, self.middle.h)

    @property
    def teacher(self) -> Box:
        """Column of the teacher, to the right of the table."""
        width = teacher_column(self.text, TEACHER_WIDTHS)
        return Box(self.table.right + GAP, 12, width, self.bottom - 24)


def _viewer_placement(table: Box, available_width: float, plate: float, sentence_box: Box) -> SeatPlacement:
    """Placement of the viewer's seat, left of the hand."""
    box = Box(table.x, table.bottom - plate - 6, available_width, plate)
    puppet_height = min(132.0, (box.y - sentence_box.bottom + GAP) / FACE_SHARE + 36)
    return SeatPlacement(
        (box.x + puppet_height * 0.45, box.y + puppet_height * 0.3),
        puppet_height,
        flip=False,
        plate=box,
        own=True,
    )


def _seat_placement(
    table: Box, off: float, others: int, low: float, drop: float, size: tuple[float, float]
) -> SeatPlacement:
    """Placement of a seat at ``off`` from the middle of the far edge, -0.5 to 0.5.

    Its plate ends at ``low`` or below.
    """
    width, height = min(size[0], table.w / others - 14), size[1]
    # Along the edge of a round table: outer seats are nearer.
    down = drop * (2 * off) ** 2 if others > 1 else 0.0
    x = table.centre[0] + off * table.w * (0.92 if others < 4 else 1.0)
    plate = Box(x - width / 2, low - height + down, width, height)
    foot = plate.y + 12
    return SeatPlacement(
        (x, foot), min(MAX_PUPPET_HEIGHT, (foot - table.y) / 1.13), flip=off > 0.02, plate=plate
    )

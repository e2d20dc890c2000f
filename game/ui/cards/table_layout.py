"""Where everything lies on a card table: seats along the far edge, the middle, what is said, the own hand.

One layout for every window, number of seats and size of text. From top to bottom: a row of the other seats in
their order, clockwise, the next after the own seat on the left; each is a puppet with its cards before it and
a plate at its foot. Then the middle, which is the game's. Then the band of what is said. Then the own seat
and its hand, down to the wooden front with the strip.

Larger text takes from the middle and from the puppets, never from the hand: cards keep their size. A teacher
takes a column at the right, and all else moves to the left of it; a task, or the bar of a film, takes from
the top or the foot.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.art.cards import RATIO
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box, Canvas
from game.ui.match.view import teacher_column
from game.ui.widgets import ScaledLength

TEACHER = (300.0, 400.0)
"""How wide a teacher's column is, with text of 100 % and of 200 %."""
PLATE = ScaledLength(66, 0.5)
PLATE_WIDE = ScaledLength(216, 0.4)
SAID = ScaledLength(66, 0.62)
"""How high the band of what is said is."""
QUIET = ScaledLength(46, 0.6)
"""The same where it has one sentence alone."""
OWN = ScaledLength(236, 0.5)
"""How wide the own seat is, left of its hand."""
HAND = 118.0
"""How much of the own hand is seen above the wooden front."""
FAN = 0.6
"""The share of the middle that a hand has which is spread there."""
DROP = 22.0
"""How much lower the seats at the sides sit than those in the middle, at the usual text."""
GAP = 10.0
RISE = 14.0
"""How far a call grows out of the band, over nothing: the middle ends so much above it."""
HELD, OPEN = (28.0, 40.0), 52.0
"""How wide the cards before a seat are: backs, at least and at most, as its puppet is tall; and those that
lie open for whoever looks on."""
TALL = 168.0
"""How tall a puppet is at most."""
FACE = 0.62
"""The share of a puppet above its chin: so much looks out over cards and plate at least."""


@dataclass(frozen=True, slots=True)
class SeatPlacement:
    """The place of a seat."""

    foot: tuple[float, float]
    """Where the sole of its puppet stands; hidden behind the plate."""
    tall: float
    flip: bool
    """Whether it looks to the left."""
    plate: Box
    own: bool = False

    @property
    def mouth(self) -> tuple[float, float]:
        way = -1 if self.flip else 1
        return self.foot[0] + way * self.tall * 0.34, self.foot[1] - self.tall * 0.62

    @property
    def face(self) -> Box:
        left = self.foot[0] + (-1 if self.flip else 1) * self.tall * 0.06 - self.tall * 0.42
        return Box(left, self.foot[1] - self.tall * 1.08, self.tall * 0.84, self.tall * 0.66)

    @property
    def around(self) -> Box:
        """Puppet and plate."""
        half = max(self.plate.w / 2, self.tall * 0.62)
        top = self.foot[1] - self.tall * 1.14
        return Box(self.foot[0] - half, top, 2 * half, self.plate.bottom - top)

    def held(self, number: int, count: int, *, opened: bool = False) -> CardPose:
        """Where a card of this seat lies before its puppet, of so many."""
        least, most = HELD
        card = OPEN if opened else float(round(min(most, max(least, self.tall * 0.28))))
        room = self.plate.w - (0 if opened else 40)
        step = min(card * (0.62 if opened else 0.46), (room - card) / max(1, count - 1))
        off = number - (count - 1) / 2
        turn = 0.0 if opened else float(round(off * min(6.0, 30.0 / max(1, count))))
        middle = self.plate.y + 8 - card * RATIO * 0.32
        return CardPose(self.plate.centre[0] + off * step, middle + abs(off) ** 1.6 * 0.7, turn, card)


@dataclass(frozen=True, slots=True)
class CardTableBoxes:
    """The parts of a card table, in units."""

    table: Box
    """All of it above the wooden front."""
    spots: tuple[SeatPlacement, ...]
    """The first is the own seat, at the lower edge; the others follow clockwise."""
    middle: Box
    said: Box
    hand: Box
    """What can be seen of the own hand; its cards go on below."""
    bottom: float
    """Where the wooden front begins."""
    text: float

    @classmethod
    def of(
        cls,
        view: Canvas,
        text: float,
        bottom: float,
        players: int,
        *,
        above: float = 0.0,
        taught: bool = False,
        quiet: bool = False,
    ) -> CardTableBoxes:
        """The places on a canvas whose wooden front begins at ``bottom``.

        What stands above the table ends at ``above``; ``taught`` where a teacher has a column beside it;
        ``quiet`` where nobody is called, as in a film.
        """
        safe = view.safe
        right = safe.right - (teacher_column(text, TEACHER) + GAP if taught else 0.0)
        top = max(above + 6, safe.y * 0.5)
        table = Box(safe.x, top, right - safe.x, bottom - top)
        said, plate = (QUIET if quiet else SAID).at(text), PLATE.at(text)
        room = table.h - HAND - said - 2 * GAP
        middle = min(208.0, max(100.0, room * 0.44))
        low = top + room - middle  # where the plates of the seats in the middle end
        band = Box(table.x, low + GAP + middle, table.w, said)
        own = OWN.at(text)
        # In the middle of the table, where that leaves it room enough.
        left = table.x + own + 2 * GAP
        hand = Box(left, bottom - HAND, max(2 * (table.centre[0] - left), (table.right - left) * 0.8), HAND)
        spots = [_own(table, own, plate, band)]
        others = players - 1
        drop = DROP * (1.5 - 0.5 * text)
        size = PLATE_WIDE.at(text), plate
        offs = ((number + 0.5) / others - 0.5 for number in range(others))
        spots += [_other(table, off, others, low - drop, drop, size) for off in offs]
        centre = Box(table.x, low + GAP, table.w, middle - RISE)
        return cls(table, tuple(spots), centre, band, hand, bottom, text)

    @property
    def fan(self) -> Box:
        """Where a hand lies in the middle whose backs can be picked."""
        return Box(self.middle.x, self.middle.y, self.middle.w * FAN, self.middle.h)

    @property
    def aside(self) -> Box:
        """What is left in the middle beside such a hand."""
        return Box(self.fan.right, self.middle.y, self.middle.right - self.fan.right, self.middle.h)

    @property
    def teacher(self) -> Box:
        """What is left to a teacher."""
        wide = teacher_column(self.text, TEACHER)
        return Box(self.table.right + GAP, 12, wide, self.bottom - 24)


def _own(table: Box, wide: float, plate: float, said: Box) -> SeatPlacement:
    box = Box(table.x, table.bottom - plate - 6, wide, plate)
    tall = min(132.0, (box.y - said.bottom + GAP) / FACE + 36)
    return SeatPlacement((box.x + tall * 0.45, box.y + tall * 0.3), tall, flip=False, plate=box, own=True)


def _other(
    table: Box, off: float, others: int, low: float, drop: float, size: tuple[float, float]
) -> SeatPlacement:
    """A seat so far from the middle of the far edge, -0.5 to 0.5; its plate ends at ``low`` or below."""
    wide, high = min(size[0], table.w / others - 14), size[1]
    # Along the edge of a round table: those at the sides sit nearer.
    down = drop * (2 * off) ** 2 if others > 1 else 0.0
    x = table.centre[0] + off * table.w * (0.92 if others < 4 else 1.0)
    plate = Box(x - wide / 2, low - high + down, wide, high)
    foot = plate.y + 12
    return SeatPlacement((x, foot), min(TALL, (foot - table.y) / 1.13), flip=off > 0.02, plate=plate)

"""Where everything lies on SOCiable's screen, chairs included.

The office is laid out for 1280 x 644 units above the wooden front; other canvases stretch the distances,
and larger text draws everything towards a second layout, made for text of 200 %. A rank is 0 for the Boss
to 4 for the Temp, with four players too, where nobody is 2, the Manager.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.svg import drawing
from game.ui.cards.fan import INDEX
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas

RANKS: Final = ("boss", "veep", "manager", "clerk", "temp")
BOSS, VEEP, MANAGER, CLERK, TEMP = range(5)
CHAIR_BOXES: Final = (
    (240.0, 330.0, 246.0),
    (200.0, 310.0, 226.0),
    (200.0, 280.0, 196.0),
    (200.0, 260.0, 176.0),
    (200.0, 230.0, 140.0),
)
"""Of each chair as drawn: its width, its height, and how far from its top the seat is. It stands on the
lower edge of the box, in the middle; drawn to one scale, these are also how large they are beside each other.
"""
CLEAR: Final = 5.0
"""Between the crown of the throne at the lower edge and the plate above it."""
_TOPS: Final = (0.0, 14.0, 50.0, 74.0, 128.0)
"""How far down the box of each chair its picture begins."""
_HALVES: Final = (118.0, 88.0, 81.0, 60.0, 62.0)
"""How far from the middle the picture of each reaches."""


def ranks(players: int) -> tuple[int, ...]:
    """The ranks of a table, the Boss first: without a Manager for four."""
    return (BOSS, VEEP, MANAGER, CLERK, TEMP) if players == len(RANKS) else (BOSS, VEEP, CLERK, TEMP)


def chair_size(rank: int, scale: float) -> tuple[float, float]:
    """Width and height in units of a chair's box drawn `scale` times as large as in `CHAIR_BOXES`."""
    w, h, _ = CHAIR_BOXES[rank]
    return w * scale, h * scale


def seat_height(rank: int, scale: float) -> float:
    """How high above the floor somebody sits, in units."""
    _, h, seat = CHAIR_BOXES[rank]
    return (h - seat) * scale


def chair_part(assets: Assets, rank: int, scale: float, part: str) -> pygame.Surface:
    """What of a chair lies `back` of whoever sits in it, or in `front`; with the box of `chair_size`."""
    w, h = chair_size(rank, scale)
    return assets.svg(_body(rank, part), w, h, (0, 0, *CHAIR_BOXES[rank][:2]))


def chair(assets: Assets, rank: int, height: float) -> pygame.Surface:
    """An empty chair `height` units high, cut to its picture: a sign for the rank.

    Every chair comes out as high as is asked for; its width follows.
    """
    body, box = chair_drawing(rank)
    return assets.svg(body, height * box[2] / box[3], height, box)


def chair_drawing(rank: int) -> tuple[str, tuple[float, float, float, float]]:
    """The SVG text of an empty chair, and its box: left, top, width and height."""
    top, half = _TOPS[rank], _HALVES[rank]
    w, h, _ = CHAIR_BOXES[rank]
    return _body(rank, "back") + _body(rank, "front"), (w / 2 - half, top, 2 * half, h - top)


def _body(rank: int, part: str) -> str:
    shapes = drawing("sociable/chairs")
    name = f"{RANKS[rank]}-{part}"
    return shapes.layer(name) if name in shapes.names() else ""


FRONT = 16.0
"""How far above the wooden front people and chairs pass the table."""
CARD = 96.0
"""Width of a card in the hand, but for the fullest."""
BESIDE = 10.0
"""How far the next one lies from the card in focus: so far its ring reaches."""
_TOP = 136.0
_LEAD = 98.0
"""Width of a card on the table; larger text makes it no smaller."""


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """A place round the table, for a chair, a puppet and a plate."""

    x: float
    y: float
    """Where the chair stands on the floor."""
    scale: float
    """Of the chair."""
    tall: float
    """Of the puppet."""
    flip: bool
    """Whether who sits here looks to the left."""
    plate: Box
    behind: bool = False
    """Whether the table hides the foot of the chair."""
    widest: float = 280.0
    """How wide the plate may become for a long name."""
    leftward: bool = False
    """Whether it grows to the left."""
    upward: bool = True
    """Whether it grows upwards, as it does not where a chair stands before it."""

    @property
    def named(self) -> Box:
        """Room for a name alone: below the feet, or beside them at the lower edge."""
        plate, tall = self.plate, self.plate.h * 0.65
        if not self.behind and plate.bottom < self.y:
            return Box(plate.x, plate.bottom - tall, 2 * self.widest, tall)
        left = plate.right - self.widest if self.leftward else plate.x
        return Box(self.x - self.widest / 2 if self.behind else left, self.y + 1, self.widest, tall)

    def sole(self, rank: int) -> float:
        """The y at which a puppet stands that sits on the chair of a rank."""
        return self.y - seat_height(rank, self.scale) + 5

    def head(self, rank: int) -> tuple[float, float]:
        """Where its mouth is."""
        way = -1 if self.flip else 1
        return self.x + way * self.tall * 0.34, self.sole(rank) - self.tall * 0.62

    def face(self, rank: int) -> Box:
        """The box of its head, with whatever it wears."""
        way = -1 if self.flip else 1
        left = self.x + way * self.tall * 0.06 - self.tall * 0.42
        return Box(left, self.sole(rank) - self.tall * 1.08, self.tall * 0.84, self.tall * 0.66)

    def around(self, rank: int) -> Box:
        """The box of chair and puppet, for what lives in it."""
        w, h = chair_size(rank, self.scale)
        wide = max(w, self.tall * 1.3)
        top = min(self.y - h, self.sole(rank) - self.tall * 1.2)
        return Box(self.x - wide / 2 - 8, top - 8, wide + 16, self.y - top + 16)


@dataclass(frozen=True, slots=True)
class OfficeBoxes:
    """The parts of the screen in units."""

    spots: tuple[SeatPosition, ...]
    """The first is the place at the lower edge, the others follow clockwise."""
    bottom: float
    """Where the wooden front begins."""
    grow: float
    """How much larger than drawn the table and its chairs are."""
    table: tuple[float, float]
    """The middle of its top."""
    lead: tuple[float, float]
    lead_card: float
    lead_room: float
    """How wide a play may lie there, so that no plate is covered."""
    tag: float
    """The middle of the sentence on the table, from the top."""
    header: tuple[float, float, float]
    """Its corner and its greatest width."""
    call: Box
    """Where `Your turn` stands."""
    bar: bool
    """Whether that is a bar above the hand, and not a bubble."""
    hand: Box
    """From the first card to the last one; the wooden front hides their lower edges."""
    play: Box
    passing: Box
    large: float
    """0 for text of 100 %, 1 for 200 %."""
    above: float
    """Where what stands above the office ends; 0 for nothing."""

    @classmethod
    def of(
        cls,
        view: Canvas,
        text_scale: float,
        bottom: float,
        players: int,
        *,
        least: float = 1.0,
        above: float = 0.0,
        told: float = 0.0,
        taught: bool = False,
    ) -> OfficeBoxes:
        """The places on a canvas whose wooden front begins at ``bottom``.

        What stands above the office ends at ``above``; where somebody is ``taught`` heads are free of it.
        Chairs and puppets are drawn at a share of ``least`` of their usual size where there is little room.
        Where nobody is called the sentence on the table lies just above the hand, and takes ``told`` there.
        """
        t = min(1.0, max(0.0, text_scale - 1))
        return _OfficeLayoutInput(view, t, bottom, least, above, told, taught).places(players)

    @property
    def table_line(self) -> float:
        """What stands further up than this stands behind the table."""
        return self.table[1] + 60 * self.grow

    def card(self, place: int, count: int, focus: int = -1) -> Box:
        """The box of a card of the hand, before it is lifted; those right of the focus make room for it."""
        w = self.card_wide(count)
        step, part = min(w + 4, (self.hand.w - w) / max(1, count - 1)), 0.0
        if 0 <= focus < count - 1 and step < w and count > 2:
            # The room for the card in focus comes from all the others, or the last one would leave the box.
            step = (self.hand.w - 2 * w - BESIDE) / (count - 2)
            part = w - step + BESIDE
        left = self.hand.centre[0] - (step * (count - 1) + w + part) / 2
        x, high = left + step * place + (part if place > focus else 0.0), _TOP * w / CARD
        return Box(x, self.bottom - 107 + _TOP - high, w, high)

    def card_wide(self, count: int) -> float:
        """How wide the cards of so large a hand are: so that the rank of each is seen, one in focus whole."""
        fits = (self.hand.w - BESIDE) / (2 + INDEX * (count - 2)) if count > 2 else CARD
        return float(min(CARD, int(fits)))  # whole units: each width is another picture in the cache

    def along(self, route: Sequence[int], share: float, aside: float = 0.0) -> tuple[float, float]:
        """The point so far along a way over the floor from place to place; their numbers may wrap round.

        On the way up or down a side of the table it lies nearer to that by up to ``aside`` units.
        """
        count = len(self.spots)
        part = min(len(route) - 1.0, share * (len(route) - 1))
        first = min(int(part), len(route) - 2) if len(route) > 1 else 0
        a = self.spots[route[first] % count]
        b = self.spots[route[min(first + 1, len(route) - 1)] % count]
        t = part - first
        x, y = a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t
        if (a.x < self.table[0]) != (b.x < self.table[0]) and not (a.behind and b.behind):
            # Round the table before it, not over its top.
            y += max(0.0, self.bottom - FRONT - (a.y + b.y) / 2) * 4 * t * (1 - t)
        elif abs(b.y - a.y) > abs(b.x - a.x):
            x += math.copysign(aside, self.table[0] - x) * math.sin(math.pi * t)
        return x, y


@dataclass(frozen=True, slots=True)
class _OfficeLayoutInput:
    """What the layout is worked out from."""

    view: Canvas
    t: float
    """How far from the layout for usual text to that for text of 200 %."""
    bottom: float
    least: float = 1.0
    """How small chairs and puppets may become."""
    above: float = 0.0
    """Where what stands above the office ends; 0 for nothing."""
    told: float = 0.0
    """How far above the hand the middle of what is said may lie; 0 where a call stands there."""
    taught: bool = False

    def mix(self, usual: float, large: float) -> float:
        return usual + (large - usual) * self.t

    def y(self, usual: float, large: float) -> float:
        """A height, given for a front at 644 with usual and at 556 with large text."""
        # The head of whoever sits at the back is some way below the upper edge anyway.
        top = min(self.mix(60.0, 134.0), self.above)
        if self.taught:
            # So that the chairs at the back stand a head below it, however far up the front begins.
            share, head = self.mix(306 / 644, 205 / 556), self.mix(177.0, 138.0) * self.grow / self.least
            top = (self.above + head - self.bottom * share) / (1 - share)
        return top + (self.bottom - top) * self.mix(usual / 644, large / 556)

    @property
    def grow(self) -> float:
        """How much larger than drawn chairs and puppets are."""
        return min(1.22, max(self.least, min(self.view.w / 1100, (self.bottom - self.above) / 644)))

    def places(self, players: int) -> OfficeBoxes:
        w, h, grow = self.view.w, self.bottom, self.grow
        middle = w / 2
        table = middle, self.y(372, 268)
        large = self.t > 0.2
        left, right = self.view.safe.x, self.view.safe.right
        low = h - 180 - (grow - 1) * 160
        bar_tall = 46.0
        spots = self._spots(players)
        card = _LEAD * grow
        beside = spots[-2].plate.x - middle - 4
        tag = max(h - self.mix(230, 244), spots[-2].plate.bottom + 16) if large else h * 434 / 644
        if self.taught and not large:  # the office is lower there
            tag = max(tag, self.y(338, 212) + card * 0.8 + 20)
        return OfficeBoxes(
            spots=spots,
            bottom=h,
            grow=grow * self.mix(1, 0.86),
            table=table,
            lead=(middle, self.y(338, 212)),
            lead_card=card,
            lead_room=card * 3 if players == 4 else beside * 2,
            tag=max(tag, h - 107 - self.told) if self.told else tag,
            header=(left, self.view.safe.y * self.mix(1, 0.5), self.mix(340, 286)),
            # Above the marks on the upper edge of a card that is lifted.
            call=Box(middle - 290, h - 164 - bar_tall, 600, bar_tall)
            if large
            else Box(
                spots[0].x + spots[0].tall * 0.45,
                low - (18 if self.taught else 0),
                218 + 60 * self.t,
                76 + 60 * self.t,
            ),
            bar=large,
            hand=Box(left + self.mix(342, 404), h - 107, right - left - self.mix(342, 404) - 252, 107),
            play=Box(right - 240, self.mix(h - 158, h - 140), 240, self.mix(72, 66)),
            passing=Box(right - 240, self.mix(h - 78, h - 70), 240, self.mix(62, 62)),
            large=self.t,
            above=self.above,
        )

    def _spots(self, players: int) -> tuple[SeatPosition, ...]:
        w, safe, grow = self.view.w, self.view.safe, self.grow
        scale, tall = self.mix(0.755, 0.56) * grow, self.mix(151, 116) * grow
        plate = self.mix(190, 250), self.mix(68, 104)
        side = w / 2 - safe.x - 92
        far = min(224 * grow * (0.6 + 0.4 * w / 1280), side - 180)
        if self.taught:  # however low the office is, cards have room between the plates
            far = max(far, min(224.0, safe.right - 1.5 * plate[0] - 6 - w / 2))

        # A plate at the side has what one behind the table leaves: that one grows upwards instead.
        free = w / 2 - far + plate[0] / 2 - safe.x - 6
        widest = 280.0 if players == 4 else max(plate[0], min(280.0, free - plate[0]))

        def spot(x: float, y: float, *, flip: bool, behind: bool = False) -> SeatPosition:
            corner = min(max(x - plate[0] / 2, safe.x), safe.right - plate[0])
            box = Box(corner, y + self.mix(1, -4), *plate)
            most = plate[0] if behind else widest
            return SeatPosition(
                x, y, scale, tall, flip, box, behind, most, leftward=flip != behind, upward=behind
            )

        me = SeatPosition(
            safe.x + 60 * grow**0.5, self.bottom + self.mix(24, 20), scale * 0.94, tall, flip=False,
            plate=Box(
                safe.x + self.mix(112, 130), self.bottom - self.mix(78, 112), self.mix(176, 250), plate[1]
            ),
            widest=self.mix(342, 404) - self.mix(112, 130) - 6,
        )  # fmt: skip
        up = self.y(0, 0) * 0.25  # those at the sides have buttons and the hand below them
        # And the crown of a throne, over which the plate at the left must not hang.
        low = me.y - chair_size(BOSS, me.scale)[1] - CLEAR - plate[1] - self.mix(1, -4)
        up += max(0.0, self.y(368, 318) - up - low)
        left = spot(w / 2 - side, self.y(368, 318) - up, flip=False)
        right = spot(w / 2 + side, self.y(366, 309) - up, flip=True)
        high = self.y(306, 205)
        if players == 4:
            top, beside = self.y(290, 196), w / 2 + chair_size(BOSS, scale)[0] / 2 + 14
            room = right.x - tall * 0.34 - self.mix(112, 174) - beside
            above = self.y(338, 212) - _LEAD * grow * 0.82
            box = Box(beside, above - plate[1], min(plate[0], room), plate[1])
            across = SeatPosition(
                w / 2, top, scale, tall, flip=False, plate=box, behind=True, widest=max(box.w, room)
            )
            return me, left, across, right
        return (
            me, left, spot(w / 2 - far, high, flip=False, behind=True),
            spot(w / 2 + far, high, flip=True, behind=True), right,
        )  # fmt: skip

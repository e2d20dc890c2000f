"""Layout of SOCiable's screen, and the chairs.

The office is designed for 1280 x 644 units above the wooden front. Other canvases stretch the distances, and
larger text mixes in a second layout, made for text of 200%. A rank is 0 for the Boss to 4 for the Temp; with
four players there is no rank 2, the Manager.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.svg import drawing
from game.ui.cards.fan import MIN_VISIBLE_SHARE
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
"""By rank: width, height, and distance of the seat from the top, in units of one common scale.

The chair is drawn at the bottom centre of its box.
"""
CROWN_GAP: Final = 5.0  # between the throne's crown at the lower edge and the plate above it, units
_CHAIR_TOPS: Final = (0.0, 14.0, 50.0, 74.0, 128.0)  # by rank: top of the picture in the chair's box, units
CHAIR_HALF_WIDTHS: Final = (118.0, 88.0, 81.0, 60.0, 62.0)  # by rank: half the width of the picture, units


def ranks(players: int) -> tuple[int, ...]:
    """Return the ranks of a table, the Boss first; four players have no Manager."""
    return (BOSS, VEEP, MANAGER, CLERK, TEMP) if players == len(RANKS) else (BOSS, VEEP, CLERK, TEMP)


def chair_size(rank: int, scale: float) -> tuple[float, float]:
    """Return width and height of a chair's box in units; a ``scale`` of 1 is the size in `CHAIR_BOXES`."""
    w, h, _ = CHAIR_BOXES[rank]
    return w * scale, h * scale


def seat_height(rank: int, scale: float) -> float:
    """Return the height of the seat above the floor, in units."""
    _, h, seat = CHAIR_BOXES[rank]
    return (h - seat) * scale


def chair_part(assets: Assets, rank: int, scale: float, part: str) -> pygame.Surface:
    """Return the `back` or `front` part of a chair, as large as `chair_size`; a puppet goes between."""
    w, h = chair_size(rank, scale)
    return assets.svg(_chair_body(rank, part), w, h, (0, 0, *CHAIR_BOXES[rank][:2]))


def chair(assets: Assets, rank: int, height: float) -> pygame.Surface:
    """Return an empty chair ``height`` units high, cropped to its picture, as a sign for the rank."""
    body, box = chair_drawing(rank)
    return assets.svg(body, height * box[2] / box[3], height, box)


def chair_drawing(rank: int) -> tuple[str, tuple[float, float, float, float]]:
    """Return the SVG text of an empty chair, and its box: left, top, width and height."""
    top, half = _CHAIR_TOPS[rank], CHAIR_HALF_WIDTHS[rank]
    w, h, _ = CHAIR_BOXES[rank]
    return _chair_body(rank, "back") + _chair_body(rank, "front"), (w / 2 - half, top, 2 * half, h - top)


def _chair_body(rank: int, part: str) -> str:
    """SVG text of the `back` or `front` part of a chair; empty if its drawing has no such part."""
    shapes = drawing("sociable/chairs")
    name = f"{RANKS[rank]}-{part}"
    return shapes.layer(name) if name in shapes.names() else ""


PASSING_HEIGHT = 16.0  # height above the wooden front at which people and chairs pass the table, units
CARD_WIDTH = 96.0  # width of a card in all but the fullest hands, units
FOCUS_GAP = 10.0  # gap beside the card in focus, the reach of its ring, units
_TOP = 136.0
_TABLE_CARD_WIDTH = 98.0  # width of a card on the table with any text size, units


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """A place at the table, for a chair, a puppet and a plate; lengths in units."""

    x: float
    y: float  # floor point of the chair
    scale: float  # of the chair
    figure_height: float  # height of the puppet
    flip: bool  # True if the puppet looks to the left
    plate: Box
    behind: bool = False  # True if the table hides the foot of the chair
    widest: float = 280.0  # maximum width of the plate, for a long name
    leftward: bool = False  # True if the plate grows to the left
    upward: bool = True  # True if the plate grows upwards; False in front of another chair

    @property
    def name_box(self) -> Box:
        """Box for a name alone: below the feet, or next to them at the lower edge."""
        plate, height = self.plate, self.plate.h * 0.65
        if not self.behind and plate.bottom < self.y:
            return Box(plate.x, plate.bottom - height, 2 * self.widest, height)
        left = plate.right - self.widest if self.leftward else plate.x
        return Box(self.x - self.widest / 2 if self.behind else left, self.y + 1, self.widest, height)

    @property
    def chest(self) -> tuple[float, float]:
        """The middle of the puppet, where cards come from and go to."""
        return self.x, self.y - self.figure_height * 0.62

    def sole(self, rank: int) -> float:
        """Return the y of the puppet's sole when it sits on the chair of a rank."""
        return self.y - seat_height(rank, self.scale) + 5

    def head(self, rank: int) -> tuple[float, float]:
        """Return the point of the puppet's mouth on the chair of a rank, in units."""
        way = -1 if self.flip else 1
        return self.x + way * self.figure_height * 0.34, self.sole(rank) - self.figure_height * 0.62

    def face(self, rank: int) -> Box:
        """Return the box of the puppet's head with its hat."""
        way = -1 if self.flip else 1
        left = self.x + way * self.figure_height * 0.06 - self.figure_height * 0.42
        return Box(
            left,
            self.sole(rank) - self.figure_height * 1.08,
            self.figure_height * 0.84,
            self.figure_height * 0.66,
        )

    def around(self, rank: int) -> Box:
        """Return the box of chair and puppet with a margin of 8 units, for idle animation."""
        w, h = chair_size(rank, self.scale)
        width = max(w, self.figure_height * 1.3)
        top = min(self.y - h, self.sole(rank) - self.figure_height * 1.2)
        return Box(self.x - width / 2 - 8, top - 8, width + 16, self.y - top + 16)


@dataclass(frozen=True, slots=True)
class OfficeBoxes:
    """Boxes and points of the screen, in units."""

    spots: tuple[SeatPosition, ...]  # clockwise from the place at the lower edge
    bottom: float  # upper edge of the wooden front
    grow: float  # scale of the table and its chairs
    table: tuple[float, float]  # middle of the table top
    lead: tuple[float, float]
    lead_card: float
    lead_room: float  # maximum width of a play on the table, so that no plate is covered
    tag: float  # y of the middle of the sentence on the table
    header: tuple[float, float, float]  # corner and maximum width
    call: Box  # `Your turn`
    bar: bool  # True if ``call`` is a bar above the hand, False for a bubble
    hand: Box  # from the first card to the last; the wooden front hides the lower edges
    play: Box
    passing: Box
    large: float  # 0 for text of 100%, 1 for 200%
    above: float  # lower edge of content above the office; 0 for none

    @classmethod
    def of(
        cls,
        view: Canvas,
        text_scale: float,
        bottom: float,
        players: int,
        *,
        min_scale: float = 1.0,
        above: float = 0.0,
        sentence_gap: float = 0.0,
        in_lesson: bool = False,
    ) -> OfficeBoxes:
        """Return the layout for a canvas whose wooden front begins at ``bottom``.

        ``above`` is the lower edge of content above the office; heads keep clear of it if ``in_lesson``.
        ``min_scale`` is the minimum scale of chairs and puppets if there is little room. A ``sentence_gap``
        above 0 means that there is no call: the middle of the sentence is then at most that far above the
        hand.
        """
        t = min(1.0, max(0.0, text_scale - 1))
        return _OfficeLayoutInput(view, t, bottom, min_scale, above, sentence_gap, in_lesson).places(players)

    @property
    def table_line(self) -> float:
        """Y, in units, that divides the floor: things further up are behind the table."""
        return self.table[1] + 60 * self.grow

    def card(self, place: int, count: int, focus: int = -1) -> Box:
        """Return the box of card number ``place`` from the left, not lifted, in a hand of ``count``.

        Cards right of the one in focus make room for it.
        """
        w = self.card_wide(count)
        step, part = min(w + 4, (self.hand.w - w) / max(1, count - 1)), 0.0
        if 0 <= focus < count - 1 and step < w and count > 2:
            # All other cards share the room for the card in focus, or the last one would leave the box.
            step = (self.hand.w - 2 * w - FOCUS_GAP) / (count - 2)
            part = w - step + FOCUS_GAP
        left = self.hand.centre[0] - (step * (count - 1) + w + part) / 2
        x, height = left + step * place + (part if place > focus else 0.0), _TOP * w / CARD_WIDTH
        return Box(x, self.bottom - 107 + _TOP - height, w, height)

    def card_wide(self, count: int) -> float:
        """Return the width, in units, of a card in a hand of ``count``.

        Each rank and one whole card stay visible.
        """
        fits = (self.hand.w - FOCUS_GAP) / (2 + MIN_VISIBLE_SHARE * (count - 2)) if count > 2 else CARD_WIDTH
        return float(min(CARD_WIDTH, int(fits)))  # whole units: each width is another picture in the cache

    def along(self, route: Sequence[int], progress: float, aside: float = 0.0) -> tuple[float, float]:
        """Return the point at a ``progress`` of 0 to 1 on a way over the floor along these places.

        Place numbers may wrap round. At the sides of the table the way bends towards it by up to ``aside``
        units.
        """
        count = len(self.spots)
        part = min(len(route) - 1.0, progress * (len(route) - 1))
        first = min(int(part), len(route) - 2) if len(route) > 1 else 0
        a = self.spots[route[first] % count]
        b = self.spots[route[min(first + 1, len(route) - 1)] % count]
        t = part - first
        x, y = a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t
        if (a.x < self.table[0]) != (b.x < self.table[0]) and not (a.behind and b.behind):
            # Pass in front of the table, not over its top.
            y += max(0.0, self.bottom - PASSING_HEIGHT - (a.y + b.y) / 2) * 4 * t * (1 - t)
        elif abs(b.y - a.y) > abs(b.x - a.x):
            x += math.copysign(aside, self.table[0] - x) * math.sin(math.pi * t)
        return x, y


@dataclass(frozen=True, slots=True)
class _OfficeLayoutInput:
    """Inputs of the layout."""

    view: Canvas
    t: float  # weight of the layout for text of 200%, 0 to 1
    bottom: float
    least: float = 1.0  # minimum scale of chairs and puppets
    above: float = 0.0  # lower edge of content above the office; 0 for none
    told: float = 0.0  # maximum distance of the sentence's middle above the hand; 0 if there is a call
    taught: bool = False

    def mix(self, usual: float, large: float) -> float:
        """Value between those for usual and for large text, weighted by ``t``."""
        return usual + (large - usual) * self.t

    def y(self, usual: float, large: float) -> float:
        """Return a y from values for a front at 644 (usual text) and at 556 (large text)."""
        # The heads at the back are some way below the upper edge anyway.
        top = min(self.mix(60.0, 134.0), self.above)
        if self.taught:
            # The chairs at the back need a head's height below the content, however high the front begins.
            fraction, head = self.mix(306 / 644, 205 / 556), self.mix(177.0, 138.0) * self.grow / self.least
            top = (self.above + head - self.bottom * fraction) / (1 - fraction)
        return top + (self.bottom - top) * self.mix(usual / 644, large / 556)

    @property
    def grow(self) -> float:
        """Scale of chairs and puppets, from ``least`` to 1.22."""
        return min(1.22, max(self.least, min(self.view.w / 1100, (self.bottom - self.above) / 644)))

    def places(self, players: int) -> OfficeBoxes:
        """Whole layout for a number of players."""
        w, h, grow = self.view.w, self.bottom, self.grow
        middle = w / 2
        table = middle, self.y(372, 268)
        large = self.t > 0.2
        left, right = self.view.safe_area.x, self.view.safe_area.right
        call_top = h - 180 - (grow - 1) * 160
        bar_height = 46.0
        spots = self._seat_positions(players)
        card = _TABLE_CARD_WIDTH * grow
        beside = spots[-2].plate.x - middle - 4
        tag = max(h - self.mix(230, 244), spots[-2].plate.bottom + 16) if large else h * 434 / 644
        if self.taught and not large:  # the office is lower in a lesson
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
            header=(left, self.view.safe_area.y * self.mix(1, 0.5), self.mix(340, 286)),
            # Above the marks on the upper edge of a lifted card.
            call=Box(middle - 290, h - 164 - bar_height, 600, bar_height)
            if large
            else Box(
                spots[0].x + spots[0].figure_height * 0.45,
                call_top - (18 if self.taught else 0),
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

    def _seat_positions(self, players: int) -> tuple[SeatPosition, ...]:
        """Positions of the seats, clockwise from the one at the lower edge."""
        w, safe, grow = self.view.w, self.view.safe_area, self.grow
        scale, height = self.mix(0.755, 0.56) * grow, self.mix(151, 116) * grow
        plate = self.mix(190, 250), self.mix(68, 104)
        side = w / 2 - safe.x - 92
        spread = min(224 * grow * (0.6 + 0.4 * w / 1280), side - 180)
        if self.taught:  # however low the office is, cards need room between the plates
            spread = max(spread, min(224.0, safe.right - 1.5 * plate[0] - 6 - w / 2))

        # A plate at the side gets the room that one behind the table leaves, so that one grows upwards.
        free = w / 2 - spread + plate[0] / 2 - safe.x - 6
        widest = 280.0 if players == 4 else max(plate[0], min(280.0, free - plate[0]))

        def spot(x: float, y: float, *, flip: bool, behind: bool = False) -> SeatPosition:
            """Position with its floor point at x and y, and a plate below within the safe area."""
            corner = min(max(x - plate[0] / 2, safe.x), safe.right - plate[0])
            box = Box(corner, y + self.mix(1, -4), *plate)
            max_width = plate[0] if behind else widest
            return SeatPosition(
                x, y, scale, height, flip, box, behind, max_width, leftward=flip != behind, upward=behind
            )

        me = SeatPosition(
            safe.x + 60 * grow**0.5, self.bottom + self.mix(24, 20), scale * 0.94, height, flip=False,
            plate=Box(
                safe.x + self.mix(112, 130), self.bottom - self.mix(78, 112), self.mix(176, 250), plate[1]
            ),
            widest=self.mix(342, 404) - self.mix(112, 130) - 6,
        )  # fmt: skip
        up = self.y(0, 0) * 0.25  # the buttons and the hand are below the places at the sides
        # The plate at the left must not cover the crown of a throne either.
        max_y = me.y - chair_size(BOSS, me.scale)[1] - CROWN_GAP - plate[1] - self.mix(1, -4)
        up += max(0.0, self.y(368, 318) - up - max_y)
        left = spot(w / 2 - side, self.y(368, 318) - up, flip=False)
        right = spot(w / 2 + side, self.y(366, 309) - up, flip=True)
        back_y = self.y(306, 205)
        if players == 4:
            top, beside = self.y(290, 196), w / 2 + chair_size(BOSS, scale)[0] / 2 + 14
            available_width = right.x - height * 0.34 - self.mix(112, 174) - beside
            above = self.y(338, 212) - _TABLE_CARD_WIDTH * grow * 0.82
            box = Box(beside, above - plate[1], min(plate[0], available_width), plate[1])
            across = SeatPosition(
                w / 2,
                top,
                scale,
                height,
                flip=False,
                plate=box,
                behind=True,
                widest=max(box.w, available_width),
            )
            return me, left, across, right
        return (
            me, left, spot(w / 2 - spread, back_y, flip=False, behind=True),
            spot(w / 2 + spread, back_y, flip=True, behind=True), right,
        )  # fmt: skip

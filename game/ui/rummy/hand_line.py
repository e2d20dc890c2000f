"""The line at the end of a round: the cards left in each hand are pegged to it, above the piles of the table.

`HandLine` is a value that draws itself at a time in ms at the brisk pace since the line began to be drawn
taut. Cards fly to it one after the other; each sways a little, and a thread leads from a hand's tag to the
disc of its seat, which `round_end` draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise

import pygame

from game.match.seats import Seat
from game.ui.art.cards import CARD_ASPECT, fanned_card, laid_card
from game.ui.art.daily import ROPE_ROOM, THREAD_ROOM, line_button, peg, rope, sag, yarn_thread
from game.ui.art.fabric import tag
from game.ui.art.layers import GOLD, INK, WOOL
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import HAT_HEIGHT
from game.ui.cards.fan import CardPose, RevealedHandsLayout
from game.ui.core.animation_timeline import Hit
from game.ui.core.canvas import Box, ease_in, ease_out_back, wobble
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.theme import LARGE, SMALL
from game.ui.core.verbs import HANG
from game.ui.rummy.pile_layout import PilePlacement, PlacedFlow, area_of, flow_piles, pitch_for
from game.ui.rummy.table_painter import PilesProps, draw_piles, draw_shadow
from game.ui.rummy.table_state import flown, spec_of
from game.ui.rummy.theme import TableBoxes

TAUT_MS, CARD_STAGGER_MS, MAX_STAGGER_MS, PEG_DELAY_MS = 260.0, 70.0, 700.0, 60.0
"""Times in ms: until the line is taut, between two cards that set out, maximum for that from the first to the
last, and from a card's contact until its peg snaps on."""
SWAY_DEGREES, SWAY_MS = 9.0, 380.0  # degrees by which a card sways on the line, and ms until it is still
END_MS = 1.0e9  # ms at which all hangs still

LINE_TOP, LINE_SLOPE, LINE_SAG, CARD_GAP = 16.0, 56.0, 34.0, 8.0
"""Units: y of the line's left end below the table's upper edge, that of the right end below the left one, its
sag, and distance of the cards from it."""
DROP_HEIGHT = 190.0  # height in units from which the line is let down
CARD_WIDTHS, CARD_SHARE = (76.0, 68.0, 60.0), 0.4
"""Widths of a hung card in units, the largest first, also for cards of piles; maximum share of its column."""
MAX_PUPPET_HEIGHT, PUPPET_SHARE = 160.0, 0.85  # maximum height of a puppet, likewise
MAX_DISC_SIZE, DISC_SHARE = 94.0, 0.53  # maximum size of a disc, likewise
DISC_X_SHARE = 0.8  # x of a disc, as a share of its column
MAX_PILE_ROWS = 3  # of piles
MIN_PILE_CARD_WIDTH = 34.0  # of cards in piles between two threads, in units
MIN_PILES_HEIGHT = 76.0  # minimum height of the band of piles, in units
SOLE_GAP = 8.0  # distance in units of the soles from the ledge
PEG_SCALE, PEG_OFFSET = 0.48, 6.0  # size of a peg, and distance of its middle below the line
SMALL_TAG_SEATS = 4  # number of seats above which tags are small


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result of a round."""

    seat: Seat
    wears: str  # accessories of its puppet
    cards: tuple[str, ...]  # cards left in its hand
    tag: str  # words at its cards, or in their place; empty for none
    before: int
    gained: int
    total: int  # after the round; not always the sum
    is_hero: bool = False  # True if the headline is about it: it went out, or won the match
    is_over: bool = False  # True if the total exceeds the limit


@dataclass(frozen=True, slots=True)
class Rope:
    """A line from (left, top) to the right, whose right end is ``drop`` lower."""

    left: float
    top: float
    width: float
    drop: float

    def y(self, x: float) -> float:
        """Y of the taut line at an x, in units."""
        return sag(x - self.left, self.width, self.top, LINE_SAG) + self.drop * (x - self.left) / self.width


@dataclass(frozen=True, slots=True)
class LineLayout:
    """Positions on the table."""

    places: TableBoxes
    rope: Rope
    columns: tuple[Box, ...]  # of each seat, from the rope to the soles
    cards: tuple[tuple[CardPose, ...], ...]  # hung cards of each seat
    pegged: tuple[int, ...]  # number of cards of each seat in its upper row, which are pegged
    tags: tuple[tuple[float, float], ...]  # middle of each seat's tag, below its cards or on the line
    label: float  # height of the tags
    puppet: float
    disc: float
    piles: Box

    @classmethod
    def of(
        cls,
        places: TableBoxes,
        ends: tuple[float, float],
        counts: Sequence[int],
        label: float,
        lowest: float,
        card: float,
    ) -> LineLayout:
        """Layout of a line between two x, with hands of ``counts`` cards that are at most ``card`` wide.

        ``label`` is the height of a tag, ``lowest`` the maximum y of the line in the column of buttons.
        """
        table, floor, most = places.table, places.wood.y - SOLE_GAP, max(counts)
        left, top, width = ends[0], table.y + LINE_TOP, table.w / len(counts)
        column, long = places.status, ends[1] - left

        def fits(drop: float) -> bool:
            """True if the line is above ``lowest`` all along the column."""
            line = Rope(left, top, long, drop)
            return max(line.y(min(ends[1], column.x + column.w * n / 8)) for n in range(8)) <= lowest

        line = Rope(left, top, long, largest(LINE_SLOPE, fits, min_size=0.0, step=4.0))
        hands = RevealedHandsLayout.of(most, width - 16, min(card, CARD_SHARE * width))
        columns = tuple(Box(table.x + n * width, top, width, floor - top) for n in range(len(counts)))
        deepest = max(line.y(table.x + table.w * n / 16) for n in range(17))
        foot = deepest + CARD_GAP + hands.height(most, 0.0) + label
        tall = min(MAX_PUPPET_HEIGHT, PUPPET_SHARE * width, (floor - foot - MIN_PILES_HEIGHT) / HAT_HEIGHT)
        poses, tags = list[tuple[CardPose, ...]](), list[tuple[float, float]]()
        for number, (column, held) in enumerate(zip(columns, counts, strict=True)):
            # Each card hangs a little askew.
            cards = tuple(
                replace(pose, y=pose.y + line.y(pose.x), angle=float((5 * number + 3 * card) % 7 - 3))
                for card, pose in enumerate(hands.poses(Box(column.x + 8, CARD_GAP, column.w - 16, 0), held))
            )
            x = column.centre[0]
            low = max((pose.y + pose.card * CARD_ASPECT / 2 + label * 0.3 for pose in cards), default=0.0)
            poses.append(cards)
            tags.append((x, low or line.y(x) + 14 + label / 2))
        return cls(
            places, line, columns, tuple(poses),
            tuple(math.ceil(held / hands.rows(held)) for held in counts),
            tuple(tags), label, tall, min(MAX_DISC_SIZE, DISC_SHARE * width, tall),
            Box(table.x + 16, foot, table.w - 32, floor - HAT_HEIGHT * tall - foot),
        )  # fmt: skip

    def disc_at(self, seat: int) -> tuple[float, float]:
        """Middle of the disc of a seat."""
        column = self.columns[seat]
        return column.x + DISC_X_SHARE * column.w, column.bottom - 5 - self.disc / 2

    def band(self, piles: PilesProps, out: int) -> PilesProps:
        """The piles between hands and puppets, with cards as large as possible, from the seat ``out``."""
        shape = piles.room.shape
        specs, grounds = [spec_of(pile, shape) for pile in piles.piles], list[PlacedFlow]()
        for rows in range(1, MAX_PILE_ROWS + 1):
            height = min(rows * pitch_for(CARD_WIDTHS[0], shape), self.piles.h)
            box = replace(self.piles, y=self.piles.centre[1] - height / 2, h=height)
            stock = Box(box.right, box.bottom, 0, 0)
            places = replace(self.places, piles=box, stock=stock, whole=True)
            flow = flow_piles(None, specs, area_of(places), shape, fitted=True)
            grounds.append(PlacedFlow(places, shape, flow))
        ground = max(grounds, key=lambda ground: (not ground.overflow, min(CARD_WIDTHS[0], ground.flow.card)))
        return replace(piles, ground=self._between_threads(ground, out), target=None)

    def _between_threads(self, ground: PlacedFlow, out: int) -> PlacedFlow:
        """Layout with piles, closer and smaller, between two threads each, the first at the seat ``out``.

        ``ground`` if there are more piles than seats, or they would be too small.
        """
        start = max(self.piles.x, self.rope.left + 2 * CARD_GAP)
        edges = [start, *(self.disc_at(seat)[0] for seat in range(len(self.columns)))]
        row = [slot for slot, _y in ground.flow.slots()]
        # The first gap is narrow, so it stays empty if the others are enough.
        gaps = list(pairwise(edges))[min(max(1, out), len(self.columns) - len(row)) :]
        if not 0 < len(row) <= len(gaps):
            return ground
        room, least = min(right - left for left, right in gaps) - 4 * CARD_GAP, ground.shape.least
        card = ground.flow.card

        def width(slot: PilePlacement, step: float) -> float:
            """Width of a pile at another step."""
            return slot.w - (slot.count - 1) * (slot.step - step)

        share = min(1.0, room / max(width(slot, least * card) for slot in row))
        if card * share < MIN_PILE_CARD_WIDTH:
            return ground
        piles = list[PilePlacement]()
        for slot, (left, right) in zip(row, gaps, strict=False):
            squeezed = slot.step - max(0.0, slot.w - room / share) / max(1, slot.count - 1)
            w = width(slot, squeezed) * share
            x = (left + right - w) / 2 - self.piles.x
            piles.append(replace(slot, x=x, w=w, step=squeezed * share))
        top = (ground.places.piles.h - ground.height * share) / 2
        return replace(ground, flow=replace(ground.flow, card=card * share, top=top, rows=(tuple(piles),)))


def tag_size(seats: int) -> float:
    """Size of the letters of tags."""
    return SMALL if seats > SMALL_TAG_SEATS else LARGE


@dataclass(frozen=True, slots=True)
class HandLine:
    """The line with everything on it, and the piles."""

    layout: LineLayout
    results: tuple[SeatResult, ...]
    starts: tuple[CardPose, ...]  # pose from which the cards of each seat fly
    piles: PilesProps

    due: tuple[tuple[float, ...], ...]  # time at which each card touches the line, in ms
    tagged: tuple[float, ...]  # time at which each seat gets its tag: all its cards are pegged
    pegged: float  # time at which all are, in ms

    @classmethod
    def of(
        cls,
        layout: LineLayout,
        results: tuple[SeatResult, ...],
        starts: tuple[CardPose, ...],
        piles: PilesProps,
    ) -> HandLine:
        """Line for the results; its cards set out one after the other, seat by seat."""
        each = min(CARD_STAGGER_MS, MAX_STAGGER_MS / max(1, sum(len(result.cards) for result in results)))
        times = (TAUT_MS + HANG.contact + number * each for number in count())
        due = tuple(tuple(next(times) for _card in result.cards) for result in results)
        tagged = tuple(touches[-1] + PEG_DELAY_MS if touches else TAUT_MS for touches in due)
        out = next((number for number, result in enumerate(results) if not result.cards), 0)
        return cls(layout, results, starts, layout.band(piles, out), due, tagged, max(tagged))

    def contacts(self) -> list[tuple[float, Hit, float | None]]:
        """Contacts of cards: time, hit, and x. Cards that touch almost together share a sound."""
        hits, heard = list[tuple[float, Hit, float | None]](), -CARD_STAGGER_MS
        for poses, due in zip(self.layout.cards, self.due, strict=True):
            for pose, contact in zip(poses, due, strict=True):
                if contact - heard >= CARD_STAGGER_MS - 1:
                    heard = contact
                    hits.append((contact, HANG.hit, pose.x))
        return hits

    def still_since(self, now: float) -> float:
        """Latest time up to ``now`` at which line, threads or piles changed; `END_MS` if nothing moves."""
        if now >= self.pegged + SWAY_MS:
            return END_MS
        return max((ms for ms in (TAUT_MS, *self.tagged) if ms <= now), default=now)

    def draw_line(self, painter: Painter, now: float) -> None:
        """Draw what hands and tags hang in front of: the line, and the piles over the threads."""
        self.draw_rope(painter, now)
        for number in self._tagged_seats(now):
            self._draw_thread(painter, number)
        draw_piles(painter, self.piles)

    def draw_hands(self, painter: Painter, now: float) -> None:
        """Draw the hands with their tags."""
        for number in range(len(self.results)):
            self._draw_hand(painter, number, now)
        for number in self._tagged_seats(now):
            self._draw_tag(painter, number)

    def _tagged_seats(self, now: float) -> list[int]:
        """Seats that have their tag."""
        return [number for number, ms in enumerate(self.tagged) if now >= ms]

    def draw_rope(self, painter: Painter, now: float) -> None:
        """Draw the line with a button at each end."""
        line, drop = self.layout.rope, DROP_HEIGHT * (ease_out_back(min(1.0, now / TAUT_MS)) - 1)
        image = rope(painter.assets, round(line.width), LINE_SAG, drop=round(line.drop))
        painter.blit(image, line.left, line.top - ROPE_ROOM + drop)
        for x, y in ((line.left, line.top), (line.left + line.width, line.top + line.drop)):
            painter.blit(line_button(painter.assets), x, y + drop, "center")

    def _draw_thread(self, painter: Painter, number: int) -> None:
        """Draw the thread from the tag, or from the line, to the disc."""
        result, (disc_x, disc_y) = self.results[number], self.layout.disc_at(number)
        x, y = self.layout.tags[number] if result.tag else (disc_x, self.layout.rope.y(disc_x))
        dx, dy = round(disc_x - x, 1), round(disc_y - self.layout.disc / 2 + 2 - y, 1)
        image = yarn_thread(painter.assets, SEAT_LOOKS[result.seat.look].colour, dx, dy)
        painter.blit(image, x - THREAD_ROOM, y - THREAD_ROOM)

    def _draw_hand(self, painter: Painter, number: int, now: float) -> None:
        """Draw the cards of a seat, flying or hanging, and their pegs."""
        cards, poses = self.results[number].cards, self.layout.cards[number]
        ages = [now - touches for touches in self.due[number]]
        for card, pose, age in zip(cards, poses, ages, strict=True):
            if age < 0:
                self._draw_flying(painter, card, pose, number, age)
            elif age >= SWAY_MS:
                image = fanned_card(painter.assets, card, pose.card, pose.angle)
                painter.blit(image, pose.x, pose.y, "center")
            else:
                sway = SWAY_DEGREES * wobble(age / SWAY_MS, 2.0)
                image = laid_card(painter.assets, card, pose.card)
                image = pygame.transform.rotozoom(image, -pose.angle - sway, 1.0)
                drift = math.sin(math.radians(sway)) * pose.card * CARD_ASPECT / 2
                painter.blit(image, pose.x - drift, pose.y, "center")
        for pose, age in zip(poses[: self.layout.pegged[number]], ages, strict=False):
            if age >= PEG_DELAY_MS / 2:
                above = 16 * (1 - ease_in(min(1.0, age * 2 / PEG_DELAY_MS - 1)))
                y = self.layout.rope.y(pose.x) + PEG_OFFSET - above
                painter.blit(peg(painter.assets, PEG_SCALE), pose.x, y, "center")

    def _draw_flying(self, painter: Painter, card: str, end: CardPose, number: int, age: float) -> None:
        """Draw a card on its way to the line. ``age`` is below 0, in ms until it touches."""
        if age <= -HANG.contact:
            return
        pose = flown(self.starts[number], end, HANG, 1 + age / HANG.contact)
        draw_shadow(painter, pose, end.card)
        image = laid_card(painter.assets, card, end.card)
        image = pygame.transform.rotozoom(image, -pose.angle, pose.card * pose.grow / end.card)
        painter.blit(image, pose.x, pose.y - pose.lift, "center")

    def _draw_tag(self, painter: Painter, number: int) -> None:
        """Draw the tag of a seat; a golden one on the line if no card is left."""
        result, (x, y) = self.results[number], self.layout.tags[number]
        if not result.tag:
            return
        size, height = tag_size(len(self.results)), self.layout.label
        width = min(self.layout.columns[number].w - 10, painter.width(result.tag, size, NAMES) + 26)
        image = tag(painter.assets, round(width), round(height), WOOL if result.cards else GOLD)
        painter.blit(image, x, y, "center")
        if not result.cards:
            painter.blit(peg(painter.assets, PEG_SCALE), x, self.layout.rope.y(x) + 4, "center")
        painter.text(result.tag, x, y, size, TextStyle(NAMES, INK), anchor="center", room=width - 24)

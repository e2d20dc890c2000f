"""Drawing of the office: chairs and their puppets, the table, the cards on it, and the hand.

An `OfficePicture` is drawn; it follows the rules event by event. `warm_cards` renders pictures of cards in
advance, a few milliseconds a step.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, assert_never

import pygame

from game.core.cards import JOKER, HiddenCards, card_count, open_cards
from game.core.game import Event
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    GiftGiven,
    PlacesDrawn,
    RoundEnded,
    SeatOut,
    SeatsTaken,
    SociableCardsPlayed,
    SociableHandDealt,
    SociableHandEnded,
    SociableMatchEnded,
    SociableObservation,
    SociableTurnPassed,
    as_event,
)
from game.games.sociable.rules.state import DECK, left_of_pack, sort_cards
from game.games.sociable.rules.state import RANKS as AHEAD_RANKS
from game.games.sociable.screen.office_layout import (
    CARD_WIDTH,
    RANKS,
    OfficeBoxes,
    SeatPosition,
    chair_drawing,
    chair_part,
    chair_size,
    ranks,
)
from game.i18n import _
from game.match.seats import Seat
from game.ui.art.cards import CARD_ASPECT, CARD_ROOM, card, card_back, card_shadow, card_turned
from game.ui.art.gaze import Aim
from game.ui.art.icons import tick
from game.ui.art.layers import (
    GOOD_COLOUR,
    INK,
    WARN_COLOUR,
    WOOL,
    art,
    blurred,
    flipped,
    mix,
    padded,
    rasterize_units,
    with_shadow,
)
from game.ui.art.marks import mark_refused
from game.ui.art.office import chair_shade, glow
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import (
    DRAWING_BOX,
    DRAWN_HEIGHT,
    MARGIN,
    PuppetOutfit,
    draw_gaze,
    puppet,
    puppet_foot,
    warm_gaze,
)
from game.ui.art.rooms import TABLE_TOP, plain_table
from game.ui.art.svg import drawing, group, line, path, rect, rounded_rect_path
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter, TextStyle
from game.ui.match.info_panels import CardCountsProps, CountRow, outfit_of

Laid = tuple[int, tuple[str, ...]]  # seat and its cards


@dataclass(slots=True)
class OfficePicture:
    """State of the table that is drawn; the rules may be some events ahead."""

    viewer: int | None  # seat whose hand is known
    counts: list[int]
    order: tuple[int, ...] = ()  # seats from Boss to Temp; empty before the chairs are drawn
    hand: tuple[str, ...] = ()  # the viewer's cards, weakest first
    new: tuple[str, ...] = ()  # cards of the hand that came with the last gift
    pile: tuple[Laid, ...] = ()  # known plays of this round, the one to beat last
    plays: int = 0  # number of plays in this round, of which ``pile`` may know only the last
    # seats that passed since the last play, or for good if passes are final
    passed_seats: frozenset[int] = frozenset()
    out: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    turn: int | None = None
    drawn_cards: dict[int, str] = field(default_factory=dict)  # cards of the draw for places, by seat
    give: tuple[str, ...] = ()  # gifts still to choose, as in the position
    played_cards: tuple[str, ...] = ()

    @classmethod
    def of(cls, observation: SociableObservation) -> OfficePicture:
        """Picture of an observation; after the match without cards, seats that are out, or passes."""
        lead, by = tuple(observation["lead"]), observation["by"]
        # The rules keep the end of the last hand, but its cards are no longer on the table.
        is_over = observation["turn"] is None
        picture = cls(
            viewer=observation["seat"],
            counts=[0] * len(observation["counts"]) if is_over else list(observation["counts"]),
            order=tuple(observation["order"]),
            hand=() if is_over else sort_cards(observation.get("hand", ())),
            pile=((by, lead),) if lead and by is not None and not is_over else (),
            plays=0 if is_over else len(observation["laid"]),
            out=() if is_over else tuple(observation["out"]),
            scores=tuple(observation["scores"]),
            turn=observation["turn"],
            give=tuple(observation["give"]),
            played_cards=tuple(observation["gone"]),
        )
        picture.passed_seats = (
            frozenset()
            if is_over
            else frozenset(observation["quit"]) | picture._passed_seats(observation["passes"])
        )
        return picture

    def standing(self) -> tuple[int, ...]:
        """Return the seats in playing order, or in seat order before the chairs are drawn."""
        return self.order or tuple(range(len(self.counts)))

    def _passed_seats(self, passes: int) -> frozenset[int]:
        """Return the last ``passes`` holders of cards before the turn; they passed in a row."""
        if self.turn is None or not passes:
            return frozenset()
        place = self.order.index(self.turn)
        before = (*self.order[place + 1 :], *self.order[:place])[::-1]
        # The seat that laid the top play has not passed, and seats that are out are not asked.
        holders = [seat for seat in before if self.counts[seat] and seat != (self.by if self.pile else None)]
        return frozenset(holders[:passes])

    @property
    def lead(self) -> tuple[str, ...]:
        """Cards to beat; empty before the round is led."""
        return self.pile[-1][1] if self.pile else ()

    @property
    def leads(self) -> bool:
        """True if the play to beat opened the round."""
        return self.plays == 1

    @property
    def by(self) -> int | None:
        """Seat that laid the cards to beat; `None` before the round is led."""
        return self.pile[-1][0] if self.pile else None

    def rank(self, seat: int) -> int | None:
        """Return the rank of a seat, 0 to 4; `None` before the chairs are drawn."""
        if not self.order:
            return None
        return ranks(len(self.order))[self.order.index(seat)]

    def take_in(self, event: Event) -> None:
        """Change the picture by an event; events must come in order."""
        match as_event(event):
            case PlacesDrawn(seats=seats, cards=cards):
                self.drawn_cards.update(zip(seats, cards, strict=True))
            case SeatsTaken(order=order):
                self.order = tuple(order)
                self.drawn_cards = {}
            case SociableHandDealt() as dealt:
                self._deal(dealt)
            case (
                GiftGiven(seat=giver, to=to, cards=passed)
                | BlindCardDrawn(from_=giver, seat=to, cards=passed)
            ):
                self._moves(giver, to, passed)
            case SociableCardsPlayed(seat=seat, cards=cards):
                self._play(seat, tuple(cards))
            case SociableTurnPassed(seat=seat):
                self.passed_seats |= {seat}
            case SeatOut(seat=seat):
                self.out = (*self.out, seat)
            case RoundEnded(seat=seat):
                self.played_cards += self.lead
                self.pile, self.plays, self.passed_seats, self.turn = (), 0, frozenset(), seat
            case SociableHandEnded() as ended:
                self._end_hand(ended)
            case SociableMatchEnded():
                pass
            case unknown:
                assert_never(unknown)

    def _deal(self, dealt: SociableHandDealt) -> None:
        """Set order, counts and the viewer's hand of a deal; clear turn, seats out, new and played cards."""
        self.order = tuple(dealt.order)
        self.counts = [card_count(hand) for hand in dealt.hands]
        self.hand = sort_cards(open_cards(dealt.hands[self.viewer])) if self.viewer is not None else ()
        self.out, self.new, self.played_cards, self.turn = (), (), (), None

    def _moves(self, giver: int, to: int, cards: list[str] | HiddenCards) -> None:
        """Move the counts of a gift or draw and, if known, the viewer's cards; any gained become ``new``."""
        count = card_count(cards)
        self.counts[giver] -= count
        self.counts[to] += count
        if isinstance(cards, dict):
            return
        if self.viewer == giver:
            left = list(self.hand)
            for card in cards:
                left.remove(card)
            self.hand, self.new = tuple(left), ()
        elif self.viewer == to:
            self.hand, self.new = sort_cards((*self.hand, *cards)), tuple(cards)

    def _play(self, seat: int, cards: tuple[str, ...]) -> None:
        """Move cards from a seat's hand to the pile; the passes of the round are forgotten."""
        self.counts[seat] -= len(cards)
        if seat == self.viewer:
            left = list(self.hand)
            for card in cards:
                left.remove(card)
            self.hand = tuple(left)
        self.played_cards += self.lead
        self.plays += 1
        self.pile = (*self.pile, (seat, cards))
        self.passed_seats, self.new, self.turn = frozenset(), (), seat

    def _end_hand(self, ended: SociableHandEnded) -> None:
        """Set the new order and scores, and clear hands, pile, passes and turn."""
        self.order, self.scores = tuple(ended.order), tuple(ended.scores)
        self.counts = [0] * len(self.counts)
        self.hand, self.new, self.pile, self.passed_seats = (), (), (), frozenset()
        self.turn, self.out, self.plays = None, (), 0


@cached_drawing
def wear(assets: Assets, rank: int, height: float, *, flip: bool = False) -> pygame.Surface:
    """Return the outfit of a rank, a surface as large as a puppet's of this ``height``, to blit over it."""
    u = height / DRAWN_HEIGHT
    whole = rasterize_units(
        assets,
        drawing("sociable/wear").layer(RANKS[rank]),
        DRAWING_BOX[2] * u,
        DRAWING_BOX[3] * u,
        DRAWING_BOX,
    )
    whole = padded(whole, assets.px(MARGIN))
    return flipped(whole) if flip else whole


@cached_drawing
def envelope(assets: Assets, look: int, size: float = 1.0, turn: float = 0.0) -> pygame.Surface:
    """Closed envelope, 84 x 60 units times ``size`` plus a margin, turned ``turn`` degrees clockwise."""
    colour, things = SEAT_LOOKS[look].colour, drawing("sociable/office")
    body = things.layer("envelope", colour=colour, light=mix(colour, WOOL, 0.75))
    box = things.box_of("envelope")
    whole = rasterize_units(assets, group(body, f"rotate({turn})"), box[2] * size, box[3] * size, box)
    return with_shadow(assets, whole, (0, 4), 4, 90)


@cached_drawing
def pocket(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Return an open envelope's back, 92 x 96 units times ``size``; `pocket_front` goes over its cards."""
    return art(assets, "sociable/office", 92 * size, 96 * size, layer="pocket")


@cached_drawing
def pocket_front(assets: Assets, look: int, size: float) -> pygame.Surface:
    """Return the front of an open envelope with its seal; as large as `pocket`."""
    colour = SEAT_LOOKS[look].colour
    return art(assets, "sociable/office", 92 * size, 96 * size, layer="pocket-front", colour=colour)


@cached_drawing
def broom(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Return the Temp's broom, upright, bristles at the lower edge, 90 x 190 units times ``size``."""
    return art(assets, "sociable/office", 90 * size, 190 * size, layer="broom")


RING_ROOM: Final = 16.0
RING_COLOURS: Final = {"pick": GOOD_COLOUR, "joker": WARN_COLOUR, "legal": "#F2C14E", "hint": "#7E3F98"}


@cached_drawing
def card_ring(assets: Assets, w: float, h: float, kind: str) -> pygame.Surface:
    """Glow and edge of a card, by ``kind`` in `RING_COLOURS`; `RING_ROOM` units larger on every side."""
    margin = RING_ROOM
    box, size = (-margin, -margin, w + 2 * margin, h + 2 * margin), (w + 2 * margin, h + 2 * margin)
    light = rect(-4, -4, w + 8, h + 8, 14, fill="#FFE27A")
    whole = blurred(rasterize_units(assets, light, *size, box), 6 * assets.scale, "#FFE27A")
    whole.fill((255, 255, 255, 235 if kind != "legal" else 200), special_flags=pygame.BLEND_RGBA_MULT)
    edge = path(
        rounded_rect_path(0, 0, w, h, 12), stroke=RING_COLOURS[kind], stroke_width=9 if kind != "legal" else 6
    )
    whole.blit(rasterize_units(assets, edge, *size, box), (0, 0))
    return whole


@cached_drawing
def card_focus(assets: Assets, w: float, h: float, colour: str) -> pygame.Surface:
    """Return the focus ring of a card w x h units large; `RING_ROOM` units larger on every side."""
    margin, gap = RING_ROOM, 6.0
    shape = rounded_rect_path(-gap, -gap, w + 2 * gap, h + 2 * gap, 17)
    body = path(shape, stroke=WOOL, stroke_width=7) + path(shape, stroke=colour, stroke_width=4.5)
    return rasterize_units(
        assets, body, w + 2 * margin, h + 2 * margin, (-margin, -margin, w + 2 * margin, h + 2 * margin)
    )


@cached_drawing
def mini_card(assets: Assets, h: float, kind: str) -> pygame.Surface:
    """Return a memo card ``h`` units high: `best` has a star, `any` a question mark, `blind` a back."""
    return art(assets, "sociable/office", h * 40 / 56, h, layer=kind)


@cached_drawing
def flow(assets: Assets, w: float, h: float, colour: str, *, back: bool = False) -> pygame.Surface:
    """Return an arrow to the right, or to the left if ``back``, w x h units."""
    y = h / 2
    d = f"M6 {y} H{w - 12}"
    head = f"M{w - 18} {y - 8} L{w - 5} {y} L{w - 18} {y + 8}Z"
    body = line(d, INK, 9) + path(head, INK, stroke=INK, stroke_width=6, stroke_linejoin="round")
    body += line(d, colour, 4) + path(head, colour)
    image = rasterize_units(assets, body, w, h)
    return flipped(image) if back else image


@cached_drawing
def onward(assets: Assets, size: float, colour: str) -> pygame.Surface:
    """Return a thin arrow to the right on a square of ``size`` units, which announces the next chair."""
    return art(assets, "sociable/office", size, size, layer="onward", colour=colour)


OPEN_CARD_WIDTHS, MAX_OPEN_CARD_BEHIND = (44.0, 64.0), 58.0
"""Minimum and maximum width of another seat's open cards; the maximum behind the table. Units."""
SENTENCE_HALF_WIDTH = 152.0  # half the width that the sentence takes at the middle of the table, units
FILM_CARD_WIDTHS = 40.0, 48.0  # widths of open cards in a film, with little room and with enough, units
OVERLAPPED_SHARE = 0.5  # visible part of the width of an overlapped card: rank and suit
BEHIND_PLATE_SHARE = 0.58  # visible part of the height of a card behind a plate
FILM_BEHIND_PLATE_SHARE = 0.92  # the same in a film; cards at the window are wholly below their plates
CARD_TILT = 7  # degrees from card to card on the table


@dataclass(frozen=True, slots=True)
class OfficeSitter:
    """Look of a seated puppet at one moment."""

    seat: Seat
    rank: int | None  # its outfit is worn; `None` before the chairs are drawn
    state: str
    frame: int
    flip: bool
    acts: bool = False  # True: a wide rim marks the turn
    aim: Aim | None = None  # gaze; `None` for the gaze of the pose
    dip: float = 0.0  # units by which it ducks
    lean: float = 0.0  # degrees clockwise by which it leans from its sole


SHADOW_SHARE: Final = 1.08
"""Width of a chair's shadow surface as a share of the chair; the shadow ends below the arms."""


def draw_shade(painter: Painter, position: SeatPosition, rank: int) -> None:
    """Draw a chair's shadow at its floor point, on a surface `SHADOW_SHARE` times as wide as the chair."""
    image = chair_shade(painter.assets, round(SHADOW_SHARE * chair_drawing(rank)[1][2] * position.scale))
    painter.blit(image, position.x, position.y - 2, "center")


def draw_chair(
    painter: Painter, at: tuple[float, float], rank: int, scale: float, part: str, cut: float = 0.0
) -> None:
    """Draw a part of a chair at a floor point, without its lowest ``cut`` units."""
    image = chair_part(painter.assets, rank, round(scale, 3), part)
    if cut:
        w, h = image.get_size()
        # A part of the cached picture; nothing is copied.
        image = image.subsurface((0, 0, w, max(1, h - painter.view.px(cut))))
        painter.blit(image, at[0], at[1] - cut, "midbottom")
        return
    painter.blit(image, *at, "midbottom")


def draw_sitter(
    painter: Painter,
    sitter: OfficeSitter,
    at: tuple[float, float],
    height: float,
    turn: float = 0.0,
) -> None:
    """Draw a puppet with its sole at ``at``, turned counter-clockwise by ``turn`` degrees if it falls."""
    height, pose = round(height, 1), (sitter.seat.look, sitter.state, sitter.frame)
    x, y = at[0], at[1] + sitter.dip
    dress = PuppetOutfit(
        wears=outfit_of(sitter.seat.level, sitter.seat.cap),
        rim=5.0 if sitter.acts else 3.0,
        ground=False,
        flip=sitter.flip,
    )
    image = puppet(painter.assets, *pose, height, dress, look=(0.7, 0.35))
    worn_over = [] if sitter.rank is None else [wear(painter.assets, sitter.rank, height, flip=sitter.flip)]
    if turn:
        for part in (image, *worn_over):
            painter.blit(pygame.transform.rotozoom(part, turn, 1.0), x, y - height * 0.4, "center")
        return
    foot = x, y + puppet_foot(height)
    if sitter.lean:
        for part in (image, *worn_over):
            reach, angle = part.get_height() / 2 / painter.view.scale, math.radians(sitter.lean)
            at = foot[0] + math.sin(angle) * reach, foot[1] - math.cos(angle) * reach
            painter.blit(pygame.transform.rotozoom(part, -sitter.lean, 1.0), *at, "center")
        return
    painter.blit(image, *foot, "midbottom")
    draw_gaze(painter, foot, pose, height, dress, sitter.aim)
    for part in worn_over:
        painter.blit(part, *foot, "midbottom")


def warm_sitter(painter: Painter, seat: Seat, height: float) -> Iterator[None]:
    """Render the eyes of a seat's puppet in all directions, for both ways it can face, one a step."""
    for flip in (False, True):
        dress = PuppetOutfit(wears=outfit_of(seat.level, seat.cap), flip=flip)
        yield from warm_gaze(painter.assets, seat.look, round(height, 1), dress)


def draw_seated(painter: Painter, position: SeatPosition, sitter: OfficeSitter) -> None:
    """Draw a puppet and over it the front of its chair; a puppet without a rank is on the floor."""
    rank = sitter.rank
    if rank is None:
        draw_sitter(painter, sitter, (position.x, position.y - 4), position.figure_height)
        return
    draw_sitter(painter, sitter, (position.x, position.sole(rank)), position.figure_height)
    _w, h = chair_size(rank, position.scale)
    cut = 34 * position.scale if position.behind else 0.0
    draw_chair(painter, (position.x, position.y), rank, position.scale, "front", min(cut, h / 2))


def open_row(
    position: SeatPosition, count: int, w: float, text_scale: float, *, film: bool = False
) -> list[Box]:
    """Return the boxes of ``count`` open cards near another seat's plate, in an office ``w`` units wide.

    In a film all hands are open and events pass between them, so the cards are small and stay at the plate.
    """
    if film:
        return _replay_row(position, count, w, text_scale)
    plate, others, middle = position.plate, count - 1, w / 2
    min_width, max_width = (
        (OPEN_CARD_WIDTHS[0], MAX_OPEN_CARD_BEHIND - 10 * (text_scale - 1))
        if position.behind
        else OPEN_CARD_WIDTHS
    )
    width = round(max(min_width, min(max_width, (plate.w + 26) / (1 + OVERLAPPED_SHARE * others))))
    step = min(
        width * (OVERLAPPED_SHARE if position.behind else 0.6), (plate.w + 26 - width) / max(1, others)
    )
    reach, left = width + others * step, plate.centre[0] < middle
    if position.behind:
        # Below the plate, towards the outer end: the sentence is at the middle of the table.
        half_sentence = SENTENCE_HALF_WIDTH * (0.7 + 0.3 * text_scale) * (abs(position.x - middle) > 1)
        away = 150 - 60 * text_scale  # farther out the next plate begins
        x = max(plate.x - away, min(plate.x - 12, middle - half_sentence - reach))
        x = (
            x
            if left
            else min(plate.right + away, max(plate.right + 12, middle + half_sentence + reach)) - reach
        )
        y = plate.bottom - 8
    else:
        # Above the plate and partly behind it, because another puppet may sit below.
        x = plate.x + 4 if left else plate.right - 4 - reach
        y = plate.y - width * CARD_ASPECT * BEHIND_PLATE_SHARE
    return [Box(x + number * step, y, width, width * CARD_ASPECT) for number in range(count)]


def _replay_row(position: SeatPosition, count: int, w: float, text_scale: float) -> list[Box]:
    """Return the boxes of open cards in a film: below the plates at the window, above the others."""
    plate, others = position.plate, count - 1
    left, right = plate.x + 4, plate.right - 4
    if position.behind and text_scale > 1.2:  # the caption is between them, in two lines
        half_sentence = SENTENCE_HALF_WIDTH * (0.7 + 0.3 * text_scale)
        left, right = (
            (left - 18, w / 2 - half_sentence) if position.x < w / 2 else (w / 2 + half_sentence, right + 18)
        )
    width, max_width = FILM_CARD_WIDTHS
    if not position.behind or text_scale > 1.2:
        width = round(max(width, min(max_width, (right - left) / (1 + 0.45 * others))))
    step = min(width * 0.62, (right - left - width) / max(1, others))
    x = (left + right - width - others * step) / 2
    y = plate.bottom + 3 if position.behind else plate.y - width * CARD_ASPECT * FILM_BEHIND_PLATE_SHARE
    return [Box(x + number * step, y, width, width * CARD_ASPECT) for number in range(count)]


def draw_open_hand(painter: Painter, position: SeatPosition, cards: Sequence[str], *, film: bool) -> None:
    """Draw another seat's open cards at its plate, weakest first; at the sides the plate cuts them off."""
    row = open_row(position, len(cards), painter.view.w, painter.text_scale, film=film)
    clip = painter.surface.get_clip()
    end = painter.view.h if position.behind else position.plate.y + 1
    painter.surface.set_clip(painter.view.rect(Box(0, 0, painter.view.w, end)).clip(clip))
    for name, box in zip(sort_cards(cards), row, strict=True):
        painter.blit(card(painter.assets, name, box.w), box.x, box.y)
    painter.surface.set_clip(clip)


def draw_furniture(painter: Painter, boxes: OfficeBoxes, chairs: Sequence[tuple[SeatPosition, int]]) -> None:
    """Draw the table and the empty chairs around it; ``chairs`` has positions and ranks."""
    # Chairs behind the table have their feet hidden by it.
    for behind in (True, False):
        for spot, rank in sorted(chairs, key=lambda pair: pair[0].y):
            if spot.behind == behind:
                draw_shade(painter, spot, rank)
                for part in ("back", "front"):
                    draw_chair(painter, (spot.x, spot.y), rank, spot.scale, part)
        if behind:
            draw_table(painter, boxes)


def draw_table(painter: Painter, boxes: OfficeBoxes) -> None:
    """Draw the round table."""
    size = round(boxes.grow, 3)
    painter.blit(
        plain_table(painter.assets, size), boxes.table[0], boxes.table[1] - TABLE_TOP * size, "midtop"
    )


def draw_glow(painter: Painter, at: tuple[float, float], size: tuple[float, float], colour: str) -> None:
    """Draw a soft oval of light with its middle at ``at``, ``size`` units wide and high."""
    painter.blit(glow(painter.assets, round(size[0]), round(size[1]), colour, 0.8), *at, "center")


def laid_faces(cards: Sequence[str]) -> list[str]:
    """Return the card faces of a play; a joker in a group wears the rank that it replaces."""
    rank = cards[0][:-1]
    return [f"{JOKER}={rank}" if c == JOKER and cards[0] != JOKER else c for c in cards]


def laid_place(boxes: OfficeBoxes, number: int, count: int) -> tuple[float, float, int]:
    """Return the middle of card ``number`` of a play of ``count``, and its angle in degrees clockwise."""
    w = boxes.lead_card
    tilt = min(CARD_TILT, 2 * CARD_TILT / max(1, count - 1))
    last = math.radians((count - 1) / 2 * tilt)
    leaning = w * (math.cos(last) + CARD_ASPECT * math.sin(last))
    step = min(w * 1.04, (boxes.lead_room - leaning) / max(1, count - 1))
    off = number - (count - 1) / 2
    return boxes.lead[0] + off * step, boxes.lead[1] + abs(off) * 5, round(off * tilt)


def draw_laid(
    painter: Painter, boxes: OfficeBoxes, cards: Sequence[str], *, shift: tuple[float, float] = (0, 0)
) -> None:
    """Draw a play on the table, moved by ``shift`` units."""
    for number, face in enumerate(laid_faces(cards)):
        x, y, angle = laid_place(boxes, number, len(cards))
        draw_turned(painter, face, boxes.lead_card, (x + shift[0], y + shift[1]), angle)


SHADOW_LAID: Final = (110, 6.0, CARD_ROOM)  # alpha, lift and margin of the shadow of a card on the table
SHADOW_HIGH: Final = (75, 16.0, 3 * CARD_ROOM)  # of a card above it, so soft that it needs more room


def draw_turned(painter: Painter, face: str, w: float, at: tuple[float, float], angle: int) -> None:
    """Draw a card with its shadow, its middle at ``at``, turned clockwise by ``angle`` degrees."""
    x, y = at
    shade = card_shadow(painter.assets, round(w, 1), *SHADOW_LAID)
    painter.blit(shade, x, y, "center")
    painter.blit(card_turned(painter.assets, face, round(w, 1), angle), x, y, "center")


def draw_flying(
    painter: Painter, face: str, w: float, at: tuple[float, float], pose: tuple[float, float, float]
) -> None:
    """Draw a card above the table; its middle is over the point ``at``, where its shadow stays.

    ``pose`` is its angle in degrees clockwise, its height in units, and its size as a factor.
    """
    (x, y), (angle, height, size) = at, pose
    if size > 0.8:  # it has left the hand
        shade = card_shadow(painter.assets, round(w, 1), *(SHADOW_HIGH if height > 2 else SHADOW_LAID))
        painter.blit(shade, x + 0.15 * height, y + 0.2 * height, "center")
    image = pygame.transform.rotozoom(card(painter.assets, face, round(w, 1)), -angle, size)
    painter.blit(image, x, y - height, "center")


def draw_broom(painter: Painter, size: float, foot: tuple[float, float], angle: float, grow: float) -> None:
    """Draw the Temp's broom, its bristles on the point ``foot``, turned clockwise by ``angle`` degrees.

    ``grow`` is the factor on its usual ``size``.
    """
    image = pygame.transform.rotozoom(broom(painter.assets, size), -angle, grow)
    reach, turn = 95 * size * grow, math.radians(angle)
    at = foot[0] + math.sin(turn) * reach, foot[1] - math.cos(turn) * reach
    painter.blit(image, *at, "center")


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of the hand as it is shown."""

    name: str
    box: Box  # lifted already
    ring: str = ""
    dim: bool = False
    is_ticked: bool = False
    focus: bool = False
    new: bool = False
    is_refused: bool = False  # True if a refusal of this card is being shown


# visible width of a card that its marks need beside the rank, units; scale of the red mark
MARK_ROOM, REFUSED_SCALE = 76.0, 0.8


@contextmanager
def behind_front(painter: Painter, boxes: OfficeBoxes) -> Iterator[None]:
    """Context manager that clips the drawing of its body at the wooden front."""
    before = painter.surface.get_clip()
    above = pygame.Rect(0, 0, painter.surface.get_width(), painter.view.px(boxes.bottom) + 2)
    painter.surface.set_clip(above.clip(before))
    yield
    painter.surface.set_clip(before)


def draw_hand(painter: Painter, boxes: OfficeBoxes, hand: Sequence[HeldCard]) -> None:
    """Draw the hand, the card in focus on top; the wooden front hides the lower edges."""
    card_w = hand[0].box.w if hand else 0.0
    widths = [after.box.x - before.box.x for before, after in pairwise(hand)] + [card_w]
    with behind_front(painter, boxes):
        for held_card, part in sorted(zip(hand, widths, strict=False), key=lambda pair: pair[0].focus):
            _draw_held_card(painter, held_card, card_w if held_card.focus else min(card_w, part))


def _draw_held_card(painter: Painter, held_card: HeldCard, visible_width: float) -> None:
    """Draw a card, with its marks on the visible part: ``visible_width`` units from its left edge."""
    assets, box = painter.assets, held_card.box
    if held_card.ring:
        painter.blit(card_ring(assets, box.w, box.h, held_card.ring), box.x - RING_ROOM, box.y - RING_ROOM)
    else:
        painter.blit(card_shadow(assets, box.w), box.x - CARD_ROOM, box.y - CARD_ROOM)
    painter.blit(card(assets, held_card.name, box.w, dim=held_card.dim), box.x, box.y)
    if held_card.focus:
        image = card_focus(assets, box.w, box.h, painter.theme.focus)
        painter.blit(image, box.x - RING_ROOM, box.y - RING_ROOM)
    # If the next card leaves no room beside the rank, the marks are on the upper edge.
    x = box.x + visible_width - (box.w - 80)
    over = visible_width < MARK_ROOM
    if held_card.is_refused:
        painter.blit(mark_refused(assets, REFUSED_SCALE), box.x + box.w / 2, box.y, "center")
    elif held_card.is_ticked:
        at = (box.x + visible_width / 2, box.y) if over else (x, box.y + 21)
        painter.blit(tick(assets, 34), *at, "center")
    elif held_card.new:
        x, y = (box.x + visible_width / 2, box.y) if over else (x - 3, box.y + 19)
        painter.fill(Box(x - 11, y - 11, 22, 22), "#E0A100", 11)
        style = TextStyle("names", "#2B2440", is_fixed_size=True)
        painter.text("+", x, y - 1, 24, style, anchor="center")


def draw_hidden_hand(painter: Painter, boxes: OfficeBoxes, seat: Seat, count: int) -> None:
    """Draw the hand at the lower edge face down, while it must not be seen."""
    width = boxes.card_wide(count)
    image = card_back(painter.assets, width, SEAT_LOOKS[seat.look].colour, "sock")
    with behind_front(painter, boxes):
        for number in range(count):
            box = boxes.card(number, count)
            painter.blit(card_shadow(painter.assets, width), box.x - CARD_ROOM, box.y - CARD_ROOM)
            painter.blit(image, box.x, box.y)


LAID_ANGLES = (-4, 4, -7, 7, -10, 10, -14, 14)  # all angles of `laid_place` except 0


def warm_cards(painter: Painter, lead: float, opened: Iterable[tuple[str, float]]) -> Iterator[None]:
    """Render open cards of the given widths, cards of the hand, and plays ``lead`` wide, one a step."""
    assets, names = painter.assets, list(dict.fromkeys(DECK))
    faces, lead_width = names + [f"{JOKER}={rank}" for rank in AHEAD_RANKS], round(lead, 1)
    for name, width in (*opened, *((name, CARD_WIDTH) for name in names)):
        card(assets, name, width)
        yield
    mark_refused(assets, REFUSED_SCALE)
    card_shadow(assets, lead_width, *SHADOW_HIGH)
    yield
    for name in faces:
        draw_turned(painter, name, lead, (0, 0), 0)
        yield
    for name in faces:
        card(assets, name, lead_width)
        yield
    for name in names:
        card(assets, name, CARD_WIDTH, dim=True)
        yield
    for angle in LAID_ANGLES:
        for name in faces:
            draw_turned(painter, name, lead, (0, 0), angle)
            yield


def still_out(picture: OfficePicture) -> CardCountsProps:
    """Return the counts of cards of each rank in other hands, or in all hands if none is on the screen."""
    counts = tuple(
        max(0, count) for count in left_of_pack((*picture.played_cards, *picture.lead, *picture.hand))
    )
    title = _("Still in play") if picture.viewer is None else _("Still in other hands")
    return CardCountsProps(title, (*AHEAD_RANKS, "JK"), (CountRow("", counts, left_of_pack(())),))

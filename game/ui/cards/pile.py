"""A card table with a pile in its middle and a stock beside it, for shedding games. It names no game.

A game defines the cards that an event moves, as a `DealMove` or a `Transfer` (`PileView.carries`). The
changes of the table, the animations and their sounds follow from that. It defines the texts of the moves that
play a card (`lays`) and draw from the stock (`draws`); the rules decide if they are legal. Anything else it
draws by overriding `middle`. The observation contains the pile as ``pile`` (top card last), and the
``stock``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import TypeAlias, cast

import pygame

from game.core.cards import HiddenCards, card_count
from game.core.game import CommonObservation, Event, Observation
from game.i18n import _
from game.ui.art.cards import BACKS, CARD_ASPECT, CARD_ROOM, card_back, card_ring, card_shadow
from game.ui.art.fabric import brass_label
from game.ui.art.layers import INK
from game.ui.cards.fan import CardPose
from game.ui.cards.flights import Side, flight
from game.ui.cards.view import (
    MOVING_CARD,
    UNKNOWN_CARD,
    CardStyle,
    CardTableState,
    CardTableView,
    TableChoice,
    fill_gaps,
    turned_by,
    visible_hand,
    with_hand,
    without_gaps,
)
from game.ui.core.animation_timeline import Timeline, parallel, sequence, wait
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.verbs import LAY
from game.ui.match.context import ViewMode
from game.ui.widgets import Picture

CARD_ANGLES = (-5, 4, -2, 6, -4, 2, 5)  # angles of consecutive cards of the pile, in degrees clockwise
VISIBLE_CARDS = 4  # number of visible cards of the pile
MAX_CARD_WIDTH, PILE_OFFSET = 96.0, 78.0
"""Maximum width of pile and stock, and their distance from the middle of the table, in units."""
FLIGHT_MS, CARD_DELAY_MS = 540.0, 160.0
"""Duration of a card's movement, and delay of the next card of a transfer, in ms."""


class PileZone(Enum):
    """A place other than a hand."""

    PILE = "pile"
    """Face-up cards. A transfer to a hand takes the top cards, one to the stock takes all but the top card.
    """
    STOCK = "stock"


class PileObservation(CommonObservation, total=False):
    """Public observation of a table with a pile; also read by texts and phones."""

    pile: list[str]  # cards, the top one last


Cards: TypeAlias = Sequence[str] | HiddenCards
Place: TypeAlias = int | PileZone


@dataclass(frozen=True, slots=True)
class DealMove:
    """Deal of all hands from the stock. ``first`` are cards that start the pile."""

    hands: Sequence[Cards]
    first: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cards that an event moves from one place to another."""

    start: Place
    end: Place
    cards: Cards


@dataclass(frozen=True, slots=True)
class PileTable(CardTableState):
    """Cards on the table: hands, the pile with its top card last, and the size of the stock."""

    pile: tuple[str, ...] = ()
    stock: int = 0


class PileView(CardTableView[PileTable]):
    """View of a match with a pile.

    A game adds `art`, `lays`, `draws` and `carries`, and may override more.
    """

    draws = ""
    """Move that draws from the stock; empty if there is none."""
    order: Sequence[str] = ()
    """All cards in the order of a sorted hand; empty if new cards come last."""

    def carries(self, event: Event) -> DealMove | Transfer | None:
        """Cards that an event moves; None for none. Raises NotImplementedError unless a game overrides it."""
        raise NotImplementedError

    def calls(self, event: Event) -> str:
        """Word that the event's seat calls, shown above its head. Empty (the default) for none."""
        return ""

    # State of the table.

    def read(self, observation: Observation) -> PileTable:
        """Table of an observation. A missing pile is empty, a missing stock is 0."""
        pile_observation = cast(PileObservation, observation)
        pile = tuple(pile_observation.get("pile", ()))
        return PileTable(
            self.hands_of(observation), pile_observation["turn"], pile, pile_observation.get("stock", 0)
        )

    def empty_table(self) -> PileTable:
        """Copy of the table with all its cards in the stock, and with no seat to move."""
        table = self.table
        whole = sum(map(len, table.hands)) + len(table.pile) + table.stock
        return replace(super().empty_table(), pile=(), stock=whole)

    def table_during(self, event: Event) -> PileTable:
        """Table while an event is shown: cards have left their start, and hands have gaps for them."""
        table = self.table if event.seat is None else replace(self.table, turn=event.seat)
        match self.carries(event):
            case DealMove(hands=hands, first=first):
                bare = self.table_to_deal(hands)
                return replace(bare, stock=bare.stock - sum(map(len, bare.hands)) - len(first))
            case Transfer(start=start, end=end, cards=cards):
                return self._insert_gaps(
                    self._remove_cards(table, start, end, cards), end, visible_hand(cards)
                )
        return table

    def table_after(self, event: Event) -> PileTable:
        """Table after an event: cards are in the hands' gaps, on the pile or in the stock."""
        table = self.table
        match self.carries(event):
            case DealMove(hands=hands, first=first):
                return replace(table, hands=tuple(map(visible_hand, hands)), pile=tuple(first))
            case Transfer(start=start, end=end, cards=cards):
                table = without_gaps(table, start) if isinstance(start, int) else table
                if isinstance(end, int):
                    return fill_gaps(table, end, visible_hand(cards))
                if end is PileZone.PILE:
                    return replace(table, pile=(*table.pile, *visible_hand(cards)))
                return replace(table, stock=table.stock + card_count(cards))
        return table

    def _remove_cards(self, table: PileTable, start: Place, end: Place, cards: Cards) -> PileTable:
        """Copy of the table without cards of a place; gaps in a hand. Pile to stock: all but the top one."""
        count = card_count(cards)
        if start is PileZone.STOCK:
            return replace(table, stock=table.stock - count)
        if isinstance(start, PileZone):
            return replace(
                table, pile=table.pile[-1:] if end is PileZone.STOCK else table.pile[: -count or None]
            )
        hand = list(table.hands[start])
        for card in visible_hand(cards):
            # From a hidden hand, cards leave in the middle.
            backs = [number for number, hand_card in enumerate(hand) if hand_card == UNKNOWN_CARD]
            hand[hand.index(card) if card in hand else backs[len(backs) // 2]] = MOVING_CARD
        return with_hand(table, start, hand)

    def _insert_gaps(self, table: PileTable, end: Place, cards: Sequence[str]) -> PileTable:
        """Copy of the table with gaps in a hand for cards, sorted by `order`; the same for pile or stock."""
        if isinstance(end, PileZone):
            return table
        hand = list(table.hands[end])
        rank = {card: number for number, card in enumerate(self.order)}
        has_order = bool(rank) and all(card in rank for card in (*hand, *cards))
        places = [
            sum(rank[hand_card] <= rank[card] for hand_card in hand) if has_order else len(hand)
            for card in cards
        ]
        for place in sorted(places, reverse=True):
            hand.insert(place, MOVING_CARD)
        return with_hand(table, end, hand)

    def middle(self) -> Picture:
        """Picture of the pile's top cards and the stock."""
        table, shows = self.table, self.my_turn and self.context.mode is not ViewMode.PICTURE
        focus = self.cursor if shows else ""
        return Picture(
            draw_pile, (self.art, table.pile[-VISIBLE_CARDS:], len(table.pile), table.stock, focus)
        )

    # Choices and texts.

    def other_choices(self) -> list[TableChoice]:
        """Choices for the top card of the pile, which makes no move, and for the stock."""
        table, choices = self.table, list[TableChoice]()
        if table.pile:
            box = card_box(pile_pose(self.boxes.middle, len(table.pile) - 1))
            choices.append(TableChoice("pile", box, self.card_words(table.pile[-1])))
        if self.draws:
            box, move = card_box(stock_pose(self.boxes.middle)), self.draws
            label = self.words.move_words(move, self.base)
            choices.append(TableChoice("stock", box, label, move if self.allows(move) else "", _("Draw")))
        return choices

    def refused_move(self, key: str) -> str:
        """Move behind ``stock`` or a card's key, legal or not, to show its refusal; empty for other keys."""
        return self.draws if key == "stock" else super().refused_move(key)

    def task_sentence(self) -> str:
        """Sentence that says to play a card, or to draw because none fits."""
        plays = any(choice.move for choice in self.own_cards())
        return _("Play a card") if plays else _("Nothing fits: draw.")

    def on_ready(self) -> None:
        """If the focused choice has no move, focus the first playable card, or else the stock."""
        # Focus a playable card if there is one, rather than the stock.
        ways = [choice.key for choice in self.all_choices() if choice.move]
        if ways and self.cursor not in ways:
            self.cursor = ways[0]
        super().on_ready()

    # Animations.

    def animation(self, event: Event) -> Timeline:
        """Animation of an event: the deal, or a word, then moving cards; 400 ms of pause without either."""
        exclamation, seat = self.calls(event), event.seat
        calls = (
            self.exclaims(seat, exclamation, 1000).sound("pop") if exclamation and seat is not None else None
        )
        match self.carries(event):
            case DealMove(hands=hands, first=first):
                deals = self.deal(hands, self._stock, 1700).sound("card_shuffle")
                begins = [
                    flight(stock_back, self._stock, self._next, 500, end_side=self.side(0, card))
                    for card in first
                ]
                return sequence(deals, *(flipping.hit(420, LAY.hit) for flipping in begins))
            case Transfer(start=start, end=end, cards=cards) if card_count(cards):
                flies = self._fly_cards(start, end, visible_hand(cards))
                return flies if calls is None else sequence(calls, flies)
        return wait(400) if calls is None else calls

    def _fly_cards(self, start: Place, end: Place, cards: Sequence[str]) -> Timeline:
        """Timeline that moves each card, one after the other; for pile to stock a single back."""
        if start is PileZone.PILE and end is PileZone.STOCK:
            return flight(stock_back, self._next, self._stock, FLIGHT_MS + 60).sound("card_shuffle")
        timelines = []
        for number, card in enumerate(cards):
            before, after = self._side(start, card), self._side(end, card)
            lies, comes = partial(self._place, start, number), partial(self._place, end, number)
            same = isinstance(start, int) and start == self.context.viewer.seat and end is PileZone.PILE
            flying = flight(
                after if same else before, lies, comes, FLIGHT_MS,
                end_side=None if same else after, stays=CARD_DELAY_MS * (len(cards) - number),
            )  # fmt: skip
            flying = flying.sound("card_draw").hit(FLIGHT_MS - 100, LAY.hit)
            timelines.append(sequence(wait(CARD_DELAY_MS * number), flying))
        return parallel(*timelines)

    def _side(self, place: Place, card: str) -> Side:
        """Function that draws the side of a card that is visible at a place."""
        if place is PileZone.STOCK:
            return stock_back
        if place is PileZone.PILE:
            return self.side(0, card)
        return self.side(place, card if place == self.context.viewer.seat else UNKNOWN_CARD)

    def _place(self, place: Place, number: int) -> CardPose:
        """Pose of card ``number`` of a transfer at its start or end; in a hand, of its gap, else the last."""
        if isinstance(place, PileZone):
            return self._stock() if place is PileZone.STOCK else self._next(number)
        hand, poses = self.table.hands[place], self.poses(place)
        gaps = [pose for card, pose in zip(hand, poses, strict=True) if card == MOVING_CARD]
        return gaps[number] if number < len(gaps) else poses[-1]

    def _stock(self) -> CardPose:
        """Pose of the top card of the stock."""
        return stock_pose(self.boxes.middle)

    def _next(self, number: int = 0) -> CardPose:
        """Pose of the next card to come on the pile, or of one ``number`` cards later."""
        return pile_pose(self.boxes.middle, len(self.table.pile) + number)


def pile_pose(box: Box, number: int) -> CardPose:
    """Pose of card ``number`` of the pile, counted from the bottom."""
    turn = CARD_ANGLES[number % len(CARD_ANGLES)]
    return CardPose(
        box.centre[0] + PILE_OFFSET + turn * 1.6, box.centre[1] + 4, float(turn), _card_width(box)
    )


def stock_pose(box: Box) -> CardPose:
    """Pose of the top card of the stock."""
    return CardPose(box.centre[0] - PILE_OFFSET, box.centre[1] + 4, 0.0, _card_width(box))


def card_box(pose: CardPose) -> Box:
    """Box of a card as if it were not rotated, for presses."""
    height = pose.card * CARD_ASPECT
    return Box(pose.x - pose.card / 2, pose.y - height / 2, pose.card, height)


def _card_width(box: Box) -> float:
    """Card width in units of pile and stock in this box."""
    return float(round(min(MAX_CARD_WIDTH, (box.h - 22) / CARD_ASPECT)))


def stock_back(assets: Assets, card_width: float) -> pygame.Surface:
    """Back of a card that belongs to no seat, for a card width."""
    return card_back(assets, card_width, BACKS[3])


@cached_drawing
def _card_with_shadow(
    assets: Assets, art: CardStyle, card: str, card_width: float, turn: float
) -> pygame.Surface:
    """Card with its shadow, rotated by ``turn`` degrees; an empty name draws a back."""
    whole = card_shadow(assets, card_width, 110, 4).copy()
    face = art.face(assets, card, card_width) if card else stock_back(assets, card_width)
    whole.blit(face, (assets.px(CARD_ROOM), assets.px(CARD_ROOM)))
    return turned_by(whole, turn)


def draw_pile(
    painter: Painter, box: Box, art: CardStyle, cards: tuple[str, ...], count: int, stock: int, focus: str
) -> None:
    """Draw the last ``cards`` of a pile of ``count``, the stock, and a ring if ``focus`` is pile or stock."""
    assets = painter.assets
    for number, card in enumerate(cards, start=count - len(cards)):
        pose = pile_pose(box, number)
        painter.blit(_card_with_shadow(assets, art, card, pose.card, pose.angle), pose.x, pose.y, "center")
    if cards and focus == "pile":
        top = pile_pose(box, count - 1)
        ring = turned_by(card_ring(assets, top.card, painter.theme.focus), top.angle)
        painter.blit(ring, top.x, top.y, "center")
    pose = stock_pose(box)
    for number in range(min(3, stock)):
        back, up = _card_with_shadow(assets, art, "", pose.card, 0.0), 4 * number
        painter.blit(back, pose.x - up, pose.y - up, "center")
    if focus == "stock":
        painter.blit(card_ring(assets, pose.card, painter.theme.focus), pose.x, pose.y, "center")
    painter.blit(brass_label(assets, 46, 30), pose.x, pose.y, "center")
    painter.text(
        str(stock), pose.x, pose.y, 22, TextStyle(NAMES, INK, is_fixed_size=True), anchor="center", room=40
    )

"""A card table with a pile in its middle and a stock beside it, as shedding games have it; it names no game.

A game says which cards an event moves, as a `DealMove` or a `Transfer` from place to place
(`PileView.carries`); from that come what is lifted and laid, the flights and their sounds. It says by which
text a card is played (`lays`) and the stock drawn from (`draws`); the rules know which of them can be done
now. What it has beside that it draws over `middle`, in a class of its own. Pile and stock lie under the names
``pile`` (the top card last) and ``stock`` in what is observed.
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
from game.ui.art.cards import BACKS, CARD_ROOM, RATIO, card_back, card_ring, card_shadow
from game.ui.art.fabric import brass_label
from game.ui.art.layers import INK
from game.ui.cards.fan import CardPose
from game.ui.cards.flights import Side, flight
from game.ui.cards.view import (
    BACK,
    GAP,
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
from game.ui.widgets import Picture

TURNS = (-5, 4, -2, 6, -4, 2, 5)
"""How the cards of the pile lie, one after the other, in degrees clockwise."""
SEEN = 4
"""So many of its last cards can be seen."""
WIDEST, APART = 96.0, 78.0
"""How wide pile and stock are at most, and how far from the middle of the table."""
FLIES, NEXT = 540.0, 160.0
"""How long a card is on its way, and how much later the next one of the same transfer follows, in ms."""


class PileZone(Enum):
    """A place that is no hand."""

    PILE = "pile"
    """Cards that lie for all to see; to a hand goes the top, to the stock all but the top."""
    STOCK = "stock"


class PileObservation(CommonObservation, total=False):
    """What everybody may know of a table with a pile; words and plain phones read it too."""

    pile: list[str]
    """Its cards, the top one last."""


Cards: TypeAlias = Sequence[str] | HiddenCards
Place: TypeAlias = int | PileZone
"""The hand of a seat, or a place that is no hand."""


@dataclass(frozen=True, slots=True)
class DealMove:
    """All hands are dealt from the stock; maybe the pile is begun with a card of it."""

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
    """What lies there: hands, the pile with its top card last, and how many are in the stock."""

    pile: tuple[str, ...] = ()
    stock: int = 0


class PileView(CardTableView[PileTable]):
    """What is shown of such a match; a game adds `art`, `lays`, `draws` and `carries`, and may more."""

    draws = ""
    """The move that draws from the stock; empty where nobody does so by a move."""
    order: Sequence[str] = ()
    """All cards in the order in which a hand is held; empty where a new one lies last."""

    def carries(self, event: Event) -> DealMove | Transfer | None:
        """Which cards an event moves; `None` for none."""
        raise NotImplementedError

    def calls(self, event: Event) -> str:
        """The word that the seat of an event calls, over its head; empty for none."""
        return ""

    # What lies there.

    def read(self, seen: Observation) -> PileTable:
        known = cast(PileObservation, seen)
        pile = tuple(known.get("pile", ()))
        return PileTable(self.hands_of(seen), known["turn"], pile, known.get("stock", 0))

    def bare(self) -> PileTable:
        table = self.table
        whole = sum(map(len, table.hands)) + len(table.pile) + table.stock
        return replace(super().bare(), pile=(), stock=whole)

    def lifted(self, event: Event) -> PileTable:
        table = self.table if event.seat is None else replace(self.table, turn=event.seat)
        match self.carries(event):
            case DealMove(hands=hands, first=first):
                gaps = tuple((GAP,) * card_count(hand) for hand in hands)
                bare = self.bare()
                return replace(bare, hands=gaps, stock=bare.stock - sum(map(len, gaps)) - len(first))
            case Transfer(start=start, end=end, cards=cards):
                return self._opened(self._left(table, start, end, cards), end, visible_hand(cards))
        return table

    def laid(self, event: Event) -> PileTable:
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

    def _left(self, table: PileTable, start: Place, end: Place, cards: Cards) -> PileTable:
        """The table without the cards that leave a place; in a hand there is a gap for each."""
        count = card_count(cards)
        if start is PileZone.STOCK:
            return replace(table, stock=table.stock - count)
        if isinstance(start, PileZone):
            return replace(
                table, pile=table.pile[-1:] if end is PileZone.STOCK else table.pile[: -count or None]
            )
        hand = list(table.hands[start])
        for card in visible_hand(cards):
            # Of a hand that is not seen they come out of its middle.
            backs = [number for number, held in enumerate(hand) if held == BACK]
            hand[hand.index(card) if card in hand else backs[len(backs) // 2]] = GAP
        return with_hand(table, start, hand)

    def _opened(self, table: PileTable, end: Place, cards: Sequence[str]) -> PileTable:
        """The table with gaps for the cards that come to a hand."""
        if isinstance(end, PileZone):
            return table
        hand = list(table.hands[end])
        rank = {card: number for number, card in enumerate(self.order)}
        known = bool(rank) and all(card in rank for card in (*hand, *cards))
        places = [sum(rank[held] <= rank[card] for held in hand) if known else len(hand) for card in cards]
        for place in sorted(places, reverse=True):
            hand.insert(place, GAP)
        return with_hand(table, end, hand)

    def middle(self) -> Picture:
        table, shows = self.table, self.my_turn and not self.context.is_picture
        focus = self.cursor if shows else ""
        return Picture(draw_pile, (self.art, table.pile[-SEEN:], len(table.pile), table.stock, focus))

    # What can be done, and what is said.

    def takes(self) -> list[TableChoice]:
        table, found = self.table, list[TableChoice]()
        if table.pile:
            box = card_box(pile_pose(self.places.middle, len(table.pile) - 1))
            found.append(TableChoice("pile", box, self.card_words(table.pile[-1])))
        if self.draws:
            box, move = card_box(stock_pose(self.places.middle)), self.draws
            words = self.words.move_words(move, self.base)
            found.append(TableChoice("stock", box, words, move if self.allows(move) else "", _("Draw")))
        return found

    def tries(self, key: str) -> str:
        return self.draws if key == "stock" else super().tries(key)

    def asked(self) -> str:
        plays = any(one.move for one in self.own_cards())
        return _("Play a card") if plays else _("Nothing fits: draw.")

    def ready(self) -> None:
        # To a card that can be played, where one can, and not to the stock.
        ways = [one.key for one in self.offered() if one.move]
        if ways and self.cursor not in ways:
            self.cursor = ways[0]
        super().ready()

    # What moves.

    def timeline(self, event: Event) -> Timeline:
        words, seat = self.calls(event), event.seat
        calls = self.exclaims(seat, words, 1000).sound("pop") if words and seat is not None else None
        match self.carries(event):
            case DealMove(hands=hands, first=first):
                deals = self.deal([card_count(hand) for hand in hands], self._stock, 1700).sound(
                    "card_shuffle"
                )
                begins = [
                    flight(stock_back, self._stock, self._next, 500, turned=self.side(0, card))
                    for card in first
                ]
                return sequence(deals, *(one.sound("card_lay", 420) for one in begins))
            case Transfer(start=start, end=end, cards=cards) if card_count(cards):
                flies = self._flies(start, end, visible_hand(cards))
                return flies if calls is None else sequence(calls, flies)
        return wait(400) if calls is None else calls

    def _flies(self, start: Place, end: Place, cards: Sequence[str]) -> Timeline:
        """Each card on its way, turned over where it is seen at one end alone."""
        if start is PileZone.PILE and end is PileZone.STOCK:
            return flight(stock_back, self._next, self._stock, FLIES + 60).sound("card_shuffle")
        flies = []
        for number, card in enumerate(cards):
            before, after = self._side(start, card), self._side(end, card)
            lies, comes = partial(self._place, start, number), partial(self._place, end, number)
            same = isinstance(start, int) and start == self.context.viewer.seat and end is PileZone.PILE
            one = flight(after if same else before, lies, comes, FLIES, turned=None if same else after)
            one = one.sound("card_draw").sound("card_lay", FLIES - 100)
            flies.append(sequence(wait(NEXT * number), one) if number else one)
        return sequence(parallel(*flies), wait(160))

    def _side(self, place: Place, card: str) -> Side:
        """The side of a card that is seen where it lies."""
        if place is PileZone.STOCK:
            return stock_back
        if place is PileZone.PILE:
            return self.side(0, card)
        return self.side(place, card if place == self.context.viewer.seat else BACK)

    def _place(self, place: Place, number: int) -> CardPose:
        """Where a card lies that is on its way from or to a place, by its number in the transfer."""
        if isinstance(place, PileZone):
            return self._stock() if place is PileZone.STOCK else self._next(number)
        hand, poses = self.table.hands[place], self.poses(place)
        gaps = [pose for card, pose in zip(hand, poses, strict=True) if card == GAP]
        return gaps[number] if number < len(gaps) else poses[-1]

    def _stock(self) -> CardPose:
        return stock_pose(self.places.middle)

    def _next(self, number: int = 0) -> CardPose:
        """Where the next card of the pile comes to lie."""
        return pile_pose(self.places.middle, len(self.table.pile) + number)


def pile_pose(box: Box, number: int) -> CardPose:
    """Where a card of the pile lies in the middle of a table, by its number from the first one."""
    turn = TURNS[number % len(TURNS)]
    return CardPose(box.centre[0] + APART + turn * 1.6, box.centre[1] + 4, float(turn), _wide(box))


def stock_pose(box: Box) -> CardPose:
    """Where the top card of the stock lies."""
    return CardPose(box.centre[0] - APART, box.centre[1] + 4, 0.0, _wide(box))


def card_box(pose: CardPose) -> Box:
    """A card that lies there, to be pressed."""
    high = pose.card * RATIO
    return Box(pose.x - pose.card / 2, pose.y - high / 2, pose.card, high)


def _wide(box: Box) -> float:
    return float(round(min(WIDEST, (box.h - 22) / RATIO)))


def stock_back(assets: Assets, wide: float) -> pygame.Surface:
    """The back of a card that is nobody's yet."""
    return card_back(assets, wide, BACKS[3])


@cached_drawing
def _lying(assets: Assets, art: CardStyle, card: str, wide: float, turn: float) -> pygame.Surface:
    """A card on its shadow; an empty text is a back."""
    whole = card_shadow(assets, wide, 110, 4).copy()
    face = art.face(assets, card, wide) if card else stock_back(assets, wide)
    whole.blit(face, (assets.px(CARD_ROOM), assets.px(CARD_ROOM)))
    return turned_by(whole, turn)


def draw_pile(
    painter: Painter, box: Box, art: CardStyle, cards: tuple[str, ...], count: int, stock: int, focus: str
) -> None:
    """The last cards of a pile of so many, and the stock with its number; ``focus`` by its key."""
    assets = painter.assets
    for number, card in enumerate(cards, start=count - len(cards)):
        pose = pile_pose(box, number)
        painter.blit(_lying(assets, art, card, pose.card, pose.angle), pose.x, pose.y, "center")
    if cards and focus == "pile":
        top = pile_pose(box, count - 1)
        ring = turned_by(card_ring(assets, top.card, painter.theme.focus), top.angle)
        painter.blit(ring, top.x, top.y, "center")
    pose = stock_pose(box)
    for number in range(min(3, stock)):
        back, up = _lying(assets, art, "", pose.card, 0.0), 4 * number
        painter.blit(back, pose.x - up, pose.y - up, "center")
    if focus == "stock":
        painter.blit(card_ring(assets, pose.card, painter.theme.focus), pose.x, pose.y, "center")
    painter.blit(brass_label(assets, 46, 30), pose.x, pose.y, "center")
    painter.text(str(stock), pose.x, pose.y, 22, TextStyle(NAMES, INK, fixed=True), anchor="center", room=40)

"""Determinized worlds: the cards that a seat does not see, dealt again at random.

A bot thinks about hidden cards only in such worlds, so that its choice can depend only on its own hand, the
table, and the number of cards in each hand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from game.core.cards import Pack
from game.core.game import Observation
from game.core.rng import SeededRng
from game.core.rummy.table import Pile, plain_cards, table_observed


@dataclass(frozen=True, slots=True)
class Determinization:
    """One possible distribution of all cards."""

    hands: tuple[Pile, ...]
    """By seat; unsorted except for the hand of the observing seat, which is its real hand."""
    stock: Pile  # top card first


@dataclass(frozen=True, slots=True)
class HiddenInfo:
    """Cards that one seat does not see, and the numbers of cards in the places where they may be."""

    cards: Pile
    """Sorted. After a position with few cards there may be more than there are places."""
    seat: int
    hand: Pile
    counts: tuple[int, ...]  # cards in each hand
    stock: int

    @classmethod
    def of(cls, observation: Observation, pack: Pack, decks: int) -> HiddenInfo:
        """Facts about the cards hidden from an observation's seat, in a rummy with ``decks`` decks."""
        fields = table_observed(observation)
        hand = tuple(fields["hand"])
        visible = plain_cards((*fields["table"], hand))
        # Sorted by the pack, never a set, so that the same seed deals the same world everywhere.
        cards = tuple((Counter(pack.deck(decks)) - visible).elements())
        seat, counts = fields["seat"], tuple(fields["counts"])
        assert seat is not None
        return cls(cards, seat, hand, counts, fields["stock"])

    def dealt(self, rng: SeededRng) -> Determinization:
        """Draw one world; all are equally likely."""
        cards = rng.shuffled(self.cards)
        hands: list[Pile] = []
        used = 0
        for seat, count in enumerate(self.counts):
            if seat == self.seat:
                hands.append(self.hand)
                continue
            hands.append(cards[used : used + count])
            used += count
        return Determinization(tuple(hands), cards[used : used + self.stock])

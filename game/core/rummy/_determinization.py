"""Dealt-again worlds: the cards that a seat does not see, given out anew.

A computer player that thinks about hidden cards does so in such worlds alone, so that what it does can only
depend on its own hand, the table, and how many cards everybody holds.
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
    """Where all cards might lie."""

    hands: tuple[Pile, ...]
    """For each seat, in no order but for the hand of the seat that thinks, which stays as it is."""
    stock: Pile
    """Top card first."""


@dataclass(frozen=True, slots=True)
class HiddenInfo:
    """What one seat does not see: the cards, sorted, and where they may lie."""

    cards: Pile
    """All of them; after a position with few cards there may be more than have a place."""
    seat: int
    hand: Pile
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    stock: int

    @classmethod
    def of(cls, observation: Observation, pack: Pack, decks: int) -> HiddenInfo:
        """What the viewer of an observation of a rummy does not see, played with so many decks."""
        known = table_observed(observation)
        hand = tuple(known["hand"])
        seen = plain_cards((*known["table"], hand))
        # Sorted by the pack, never by a set: the same chance has to deal the same world everywhere.
        cards = tuple((Counter(pack.deck(decks)) - seen).elements())
        seat, counts = known["seat"], tuple(known["counts"])
        assert seat is not None
        return cls(cards, seat, hand, counts, known["stock"])

    def dealt(self, chance: SeededRng) -> Determinization:
        """One world, each as likely as any other."""
        cards = chance.shuffled(self.cards)
        hands: list[Pile] = []
        used = 0
        for seat, count in enumerate(self.counts):
            if seat == self.seat:
                hands.append(self.hand)
                continue
            hands.append(cards[used : used + count])
            used += count
        return Determinization(tuple(hands), cards[used : used + self.stock])

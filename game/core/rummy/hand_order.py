"""The order of a hand: by suit, by rank, or as its owner has laid it, kept from turn to turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from game.core.cards import Pack


class Sort(StrEnum):
    """How a hand is ordered."""

    SUIT = "suit"
    RANK = "rank"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class HandOrder:
    """How one seat wants its hand."""

    sort: Sort = Sort.SUIT
    own: tuple[str, ...] = field(default=())
    """The order that its owner made; cards that have come since go to its end."""

    def arranged(self, pack: Pack, cards: Iterable[str]) -> tuple[str, ...]:
        """The cards in this order."""
        by_suit = pack.sorted(cards)
        if self.sort is Sort.SUIT:
            return by_suit
        if self.sort is Sort.RANK:
            # Jokers have no rank: they lie behind all others.
            last = len(pack.ranks)
            return tuple(sorted(by_suit, key=lambda card: (pack.rank.get(card, last), pack.place[card])))
        left = Counter(by_suit)
        found = []
        for card in self.own:
            if left[card]:
                left[card] -= 1
                found.append(card)
        return (*found, *pack.sorted(left.elements()))

    def moved(self, cards: Sequence[str]) -> HandOrder:
        """The owner has laid the cards like this."""
        return HandOrder(Sort.OWN, tuple(cards))

    def next(self) -> HandOrder:
        """The order that comes next when a player asks for another."""
        ways = [Sort.SUIT, Sort.RANK, *([Sort.OWN] if self.own else [])]
        return HandOrder(ways[(ways.index(self.sort) + 1) % len(ways)], self.own)

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {"sort": str(self.sort), "own": list(self.own)}

    @classmethod
    def read(cls, kept: object) -> HandOrder:
        """What `plain` gave; anything else is the usual order."""
        if not isinstance(kept, dict) or kept.get("sort") not in tuple(Sort):
            return cls()
        own = kept.get("own")
        cards = own if isinstance(own, list) and all(isinstance(card, str) for card in own) else []
        return cls(Sort(kept["sort"]), tuple(cards))

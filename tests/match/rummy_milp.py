"""Second solver of the rummies' puzzles: integer programs for HiGHS that share no code with the first.

Melds are listed by `tests.core.rummy_oracle` from the text of the rule book. A program lays melds so that
they contain every card of the table and some of the hand. An old pile is *kept* if one meld contains it
whole.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from tests.core.rummy_oracle import Face, Meld, all_melds, face, maximize, mode_of, naturals, standings

Table = Sequence[Sequence[str]]
EVERY = list(product(range(13), range(4)))


@dataclass(frozen=True)
class Deal:
    """A table and a hand of one game."""

    game: str
    table: Table
    hand: Sequence[str]
    options: Mapping[str, object]

    @property
    def held(self) -> Counter[Face]:
        return Counter(face(self.game, card) for card in self.hand if card != "JK")

    @property
    def jokers(self) -> int:
        return list(self.hand).count("JK")

    @property
    def piles(self) -> list[Counter[Face]]:
        return [Counter(face(self.game, card) for card in pile) for pile in self.table]

    def melds(self) -> list[Meld]:
        """Return the melds that the cards can form, with jokers of the hand and taken ones in any place."""
        available = sum(self.piles, self.held)
        spare = self.jokers + sum("=" in card for pile in self.table for card in pile)
        return [
            meld
            for meld in all_melds(self.game, mode_of(self.options))
            if (Counter(meld) - available).total() <= spare
        ]


class Program:
    """The melds of a deal as variables."""

    def __init__(self, deal: Deal) -> None:
        highs = importlib.import_module("highspy")
        self.solver = highs.Highs()
        self.solver.silent()
        self.whole = partial(self.solver.addVariable, 0)
        self.optimal = highs.HighsModelStatus.kOptimal
        self.deal, self.melds = deal, deal.melds()
        self.laid = [self.whole(2 if deal.game == "rockit" else 3) for _ in self.melds]
        self.gains: list[Any] = []
        self.used: dict[Face, Any] = {}
        self.taken: dict[Face, Any] = {}

    def cards(self) -> Any:
        """Constrain the melds to the table and some of the hand; return the number of hand cards."""
        deal, hand_counts = self.deal, self.deal.held
        stood = standings(deal.game, deal.table, deal.options)
        chosen = [self.whole(1) for _ in stood]
        self.solver.addConstr(sum(chosen) == 1)
        fixed, cover = naturals(deal.game, deal.table), _cover(self.melds, self.laid)
        takes = any(way & hand_counts for way in stood)
        short = [number for number, meld in enumerate(self.melds) if takes and len(meld) <= 5]
        tricks = [self.whole(2) for _ in short]
        new = _cover([self.melds[number] for number in short], tricks)
        jokers, taken_all = [self.whole(0)], [self.whole(0)]
        for card_face in EVERY:
            played, joker = self.whole(hand_counts[card_face]), self.whole(deal.jokers)
            standing = sum(way[card_face] * pick for way, pick in zip(stood, chosen, strict=True))
            self.solver.addConstr(sum(cover[card_face]) - played - joker - standing == fixed[card_face])
            swaps, owned, wild = (self.whole(hand_counts[card_face] if takes else 0) for _ in range(3))
            wild = self.whole(8 if takes else 0)
            self.solver.addConstr(swaps - standing <= 0)
            self.solver.addConstr(swaps + owned + played <= hand_counts[card_face])
            self.solver.addConstr(sum(new[card_face]) - owned - wild == 0)
            self.used[card_face], self.taken[card_face] = played + owned + swaps, swaps
            self.gains += [played, owned, swaps]
            jokers += [joker, wild]
            taken_all.append(swaps)
        spare = self.whole(deal.jokers)
        self.solver.addConstr(sum(jokers) - sum(taken_all) - spare == 0)
        self.solver.addConstr(sum(jokers[2::2]) - sum(taken_all) >= 0)
        return sum([*self.gains, spare])

    def kept(self, number: int) -> Any:
        """Return a variable that is 1 if an old pile is whole in a separate meld."""
        pile, keeps = self.deal.piles[number], self.whole(1)
        homes = [self.whole(1) if pile <= Counter(meld) else None for meld in self.melds]
        self.solver.addConstr(sum(home for home in homes if home is not None) - keeps == 0)
        self.homes.append(homes)
        return keeps

    homes: list[list[Any]]

    def most(self, excluded_ways: Sequence[tuple[frozenset[int], Counter[Face]]]) -> int:
        """Return the maximum of hand cards in a new way, or -1; each of ``excluded_ways`` is excluded.

        A way is the set of piles that it takes apart, and the number of each card that it lays. It is
        excluded if one of those piles is kept or one of those cards is not used.
        """
        worth = self.cards()
        self.homes = []
        keeps = {
            number: self.kept(number) for number in {number for apart, _ in excluded_ways for number in apart}
        }
        for place, meld_count in enumerate(self.laid):
            housed = [homes[place] for homes in self.homes if homes[place] is not None]
            if housed:
                self.solver.addConstr(sum(housed) - meld_count <= 0)
        for apart, cards in excluded_ways:
            spared = []
            for card_face, count in cards.items():
                spares = self.whole(1)
                self.solver.addConstr(self.used[card_face] + 9 * spares <= count - 1 + 9)
                spared.append(spares)
            self.solver.addConstr(sum([self.whole(0), *spared, *(keeps[number] for number in apart)]) >= 1)
        maximize(self.solver, worth)
        if self.solver.getModelStatus() != self.optimal:
            return -1
        best: float = self.solver.getObjectiveValue()
        return round(best)

    def fewest_moved(self, card: Face, excluded_tables: Sequence[Sequence[Meld]]) -> int:
        """Return the minimum of moved table cards to lay a card too, excluding ``excluded_tables``.

        1000 if there is none.
        """
        cover = _cover(self.melds, self.laid)
        available = sum(self.deal.piles, Counter({card: 1}))
        for card_face in EVERY:
            self.solver.addConstr(sum([self.whole(0), *cover[card_face]]) == available[card_face])
        stays, by_meld = [], [[self.whole(0)] for _ in self.melds]
        for pile in self.deal.piles:
            ways = [self.whole(0)]
            for place, meld in enumerate(self.melds):
                common = (pile & Counter(meld)).total()
                if common:
                    goes_on = self.whole(1)
                    ways.append(goes_on)
                    by_meld[place].append(goes_on)
                    stays.append(common * goes_on)
            self.solver.addConstr(sum(ways) <= 1)
        for meld_count, owners in zip(self.laid, by_meld, strict=True):
            self.solver.addConstr(sum(owners) - meld_count <= 0)
        number = {meld: place for place, meld in enumerate(self.melds)}
        for table in excluded_tables:
            lacks = []
            for meld, times in Counter(table).items():
                lacking = self.whole(1)
                self.solver.addConstr(self.laid[number[meld]] + 9 * lacking <= times - 1 + 9)
                lacks.append(lacking)
            self.solver.addConstr(sum(lacks) >= 1)
        maximize(self.solver, sum(stays))
        if self.solver.getModelStatus() != self.optimal:
            return 1000
        stay: float = self.solver.getObjectiveValue()
        return sum(pile.total() for pile in self.deal.piles) - round(stay)


def _cover(melds: Sequence[Meld], times: Sequence[Any]) -> dict[Face, list[Any]]:
    cover: dict[Face, list[Any]] = {card_face: [] for card_face in EVERY}
    for meld, meld_count in zip(melds, times, strict=True):
        for card_face in meld:
            cover[card_face].append(meld_count)
    return cover


def as_melds(game: str, table: Table) -> list[Meld]:
    """Return the piles of a table as melds of this module."""
    return [tuple(sorted(face(game, card) for card in pile)) for pile in table]


def apart(old: Sequence[Counter[Face]], new: Sequence[Counter[Face]]) -> set[frozenset[int]]:
    """Return the minimal sets of old piles that are not whole in separate new ones."""
    homes = [[place for place, pile in enumerate(new) if whole <= pile] for whole in old]

    def readings(number: int, used_places: frozenset[int]) -> Iterator[frozenset[int]]:
        if number == len(old):
            yield frozenset()
            return
        for place in homes[number]:
            if place not in used_places:
                yield from readings(number + 1, used_places | {place})
        # A pile may be left out if another one may want one of its homes.
        if not homes[number] or any(
            set(homes[number]) & set(other_homes) for other_homes in homes[:number] + homes[number + 1 :]
        ):
            for rest in readings(number + 1, used_places):
                yield rest | {number}

    pile_sets = set(readings(0, frozenset()))
    return {piles for piles in pile_sets if not any(smaller < piles for smaller in pile_sets)}


def comings(deal: Deal) -> Iterator[tuple[list[str], Deal]]:
    """Yield every trick of RockIt to come in with, and the deal after it."""
    hand_counts = deal.held
    points = [*range(1, 11), 10, 10, 10]
    for meld in all_melds("rockit"):
        kind = len({rank for rank, _suit in meld}) == 1
        worth = 30 if kind else sum(points[rank] for rank, _suit in meld)
        if Counter(meld) <= hand_counts and worth >= 30:
            left, trick = list(deal.hand), []
            for card_face in meld:
                card = next(card for card in left if card != "JK" and face("rockit", card) == card_face)
                left.remove(card)
                trick.append(card)
            yield trick, Deal("rockit", [*deal.table, trick], left, deal.options)

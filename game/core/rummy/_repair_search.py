"""Exact search for the fewest moved cards that make every pile legal, by iterative deepening.

A *move* takes one card from a pile or the hand to another pile or a new one; nothing else counts. The
distance of a pile from the nearest legal one, or from being empty, gives a lower bound, because a move
touches at most two piles. So the first depth with a solution is proved to be the minimum, within the work
limit.

Puzzles that ask for a repaired table do not search moves: their piles are legal and their cards known, so
`_solution_count.every_table` lists the tables themselves, bounded by the cards that would have moved. Finding
each of them by moves gives the same tables, but takes fifteen times as long, and gives up on one in four.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from game.core.cards import JOKER
from game.core.rummy._card_sets import RANK_COUNT, CardSet, plus
from game.core.rummy._solver import BudgetExceeded, WorkLimit
from game.core.rummy.melds import MeldBook, Pile, to_card_set
from game.core.rummy.table import Table

MAX_MOVES = 8  # maximum number of moves

_State = tuple[Pile, ...]


def defect(book: MeldBook, pile: Pile) -> int:
    """Number of cards that must leave or join a pile to make it legal or empty; ``JK`` fits anything."""
    cards, distance = _nearest(book, pile)
    return min(len(pile), cards.bit_count() + distance)


@lru_cache(maxsize=1 << 16)
def _nearest(book: MeldBook, pile: Pile) -> tuple[CardSet, int]:
    """Cards of a pile without jokers, and the smallest `_lane_distance`."""
    cards = to_card_set(book, [card for card in pile if card != JOKER])
    wild = len(pile) - cards.bit_count()
    lanes = [(number, in_lane) for number, (lane, _) in enumerate(book.lanes) if (in_lane := cards & lane)]
    return cards, min(_lane_distance(book, *lane, wild) for lane in lanes or [(0, 0)])


@lru_cache(maxsize=1 << 15)
def _lane_distance(book: MeldBook, lane: int, cards: CardSet, wild: int) -> int:
    """Moves to make a meld of this lane, minus the number of the lane's cards in the pile."""
    count, best = cards.bit_count(), len(book.face)
    for size, melds in sorted(_melds_by_size(book, lane), key=lambda entry: abs(entry[0] - count - wild)):
        if best <= abs(size - count - wild) - count:
            break  # even a meld with all these cards would be no nearer
        overlap = max((meld & cards).bit_count() for meld in melds)
        best = min(best, abs(size - overlap - wild) - overlap)
    return best


@cache
def _melds_by_size(book: MeldBook, lane: int) -> list[tuple[int, list[CardSet]]]:
    """Melds of a lane, grouped by their number of cards."""
    sizes: dict[int, list[CardSet]] = {}
    for meld in book.lanes[lane][1]:
        sizes.setdefault(len(meld.faces), []).append(meld.cards)
    return list(sizes.items())


@dataclass(slots=True)
class RepairSearch:
    """Search for one repaired table."""

    book: MeldBook
    legal: Callable[[Table], bool]
    """True if the turn may end with a table of valid piles."""
    meter: WorkLimit
    must_lay: bool  # at least one card of the hand must be laid
    worn: frozenset[str] = frozenset()  # present faces of free jokers, which they keep if possible
    _failed: dict[tuple[_State, Pile], int] = field(default_factory=dict)

    def mend(self, piles: Sequence[Pile], hand: Sequence[str]) -> tuple[Table | None, int]:
        """(repaired table, or `None` if none is found within the limits, lower bound on the number of moves).

        In the piles ``JK`` is a joker with a free face.
        """
        # Sorted, so that a table reached in other ways is recognised.
        state = tuple(sorted(tuple(sorted(pile)) for pile in piles))
        sorted_hand = tuple(sorted(hand))
        total = sum(defect(self.book, pile) for pile in state)
        # A move touches two piles, so half of all defects is a lower bound.
        depth = max(-(-total // 2), int(self.must_lay))
        while depth <= MAX_MOVES:
            try:
                table = self._search(state, sorted_hand, total, depth, must_lay=self.must_lay)
            except BudgetExceeded:  # earlier depths are proved all the same
                break
            if table is not None:
                return table, depth
            depth += 1
        return None, depth

    def _search(self, state: _State, hand: Pile, total: int, depth: int, *, must_lay: bool) -> Table | None:
        """Legal table within ``depth`` moves of a state, or None; BudgetExceeded if the meter is empty."""
        if not total and not must_lay:
            table = tuple(map(self._with_joker_faces, state))
            return table if self.legal(table) else None
        if not depth or self._failed.get((state, hand), -1) >= depth:
            return None
        moves = _Moves(self.book, state, hand, total, 2 * (depth - 1))
        self.meter.spend(moves.work)
        for left, _, next_state, rest in moves.results:
            # The identical tuple if no card of the hand was laid; see `_Moves._add`.
            result = self._search(next_state, rest, left, depth - 1, must_lay=must_lay and rest is hand)
            if result is not None:
                return result
        self._failed[state, hand] = depth
        return None

    def _with_joker_faces(self, pile: Pile) -> Pile:
        """Return a valid pile with every joker named, by its present face if possible."""
        if JOKER not in pile:
            return pile
        plain = set(pile)
        return min(self.book.namings(pile), key=lambda way: len(set(way) - plain - self.worn))


class _Moves:
    """Every move that touches the worst pile of a state and leaves few enough defects.

    Some move has to touch that pile, and the order of moves does not matter. If every pile is valid but a
    card must still come from the hand, every card may go to every pile.
    """

    def __init__(self, book: MeldBook, state: _State, hand: Pile, total: int, max_defects: int) -> None:
        self.book, self.state, self.hand, self.total, self.most = book, state, hand, total, max_defects
        self.faults = [defect(book, pile) for pile in state]
        self.is_tight = total - 1 > max_defects  # True if two piles must come closer to a meld
        # (defects left, number, new state, new hand) of each move
        self.results: list[tuple[int, int, _State, Pile]] = []
        self.work = 0  # number of piles looked at
        if total:
            # The smallest of equally bad piles, because it has the fewest cards to try.
            worst = max(range(len(state)), key=lambda number: (self.faults[number], -len(state[number])))
            self._add_moves_to(worst, [number for number in range(len(state)) if number != worst])
            self._add_moves_from(worst)
        else:
            for target in range(-1, len(state)):
                self._add_moves_to(target, [])
        # Fewest defects first; the number keeps equal ones in order.
        self.results.sort(key=lambda entry: entry[:2])

    def _add_moves_to(self, target: int, givers: Sequence[int]) -> None:
        """Add the moves to a pile, or to a new one (-1), from the hand and from the piles ``givers``."""
        rest = self.total - (self.faults[target] if target >= 0 else 0)
        target_pile = self.state[target] if target >= 0 else ()
        self.work += len(set(self.hand).union(*(self.state[number] for number in givers)))
        hand_cards: Pile = self.hand
        if self.is_tight:  # neither the hand nor a valid pile gives a card
            hand_cards, givers = (), [number for number in givers if self.faults[number]]
        others: dict[str, list[int]] = {card: [] for card in hand_cards}
        for number in givers:
            for card in dict.fromkeys(self.state[number]):
                others.setdefault(card, []).append(number)
        for card, numbers in others.items():
            more, defects = _pile_with(self.book, target_pile, card)
            left = rest + defects
            if card in hand_cards and left <= self.most:
                self._add(left, (target,), (more,), card)
            for number in numbers:
                if left - self.faults[number] <= self.most:
                    less, defects = _pile_without(self.book, self.state[number], card)
                    self._add(left - self.faults[number] + defects, (target, number), (more, less))

    def _add_moves_from(self, source: int) -> None:
        """Add the moves from a pile to every other or a new one that leave at most ``most`` defects."""
        places = [(-1, 0, ()), *zip(range(len(self.state)), self.faults, self.state, strict=True)]
        del places[source + 1]
        for card in dict.fromkeys(self.state[source]):
            less, defects = _pile_without(self.book, self.state[source], card)
            rest = self.total - self.faults[source] + defects
            for target, fault, pile in places:
                if rest - fault <= self.most:
                    more, defects = _pile_with(self.book, pile, card)
                    self._add(rest - fault + defects, (source, target), (less, more))

    def _add(self, left: int, changed: tuple[int, ...], new: tuple[Pile, ...], hand_card: str = "") -> None:
        """Add a move if few enough defects are left: changed piles, their new contents, laid hand card."""
        self.work += 1
        if left <= self.most:
            piles = [pile for number, pile in enumerate(self.state) if number not in changed]
            state = tuple(sorted([*piles, *filter(None, new)]))
            self.results.append(
                (
                    left,
                    len(self.results),
                    state,
                    _without(self.hand, hand_card) if hand_card else self.hand,
                )
            )


@lru_cache(maxsize=1 << 16)
def _pile_with(book: MeldBook, pile: Pile, card: str) -> tuple[Pile, int]:
    """The pile with one more card, sorted, and its defect."""
    more = tuple(sorted((*pile, card)))
    if card == JOKER:
        return more, defect(book, more)
    cards, distance = _nearest(book, pile)
    wild, face = len(pile) - cards.bit_count(), book.face[card]
    cards = plus(cards, 1 << face)
    # In other lanes nothing changes, and a card never adds to the distance in its own.
    for number in (face % RANK_COUNT, RANK_COUNT + face // RANK_COUNT):
        distance = min(distance, _lane_distance(book, number, cards & book.lanes[number][0], wild))
    return more, min(len(more), cards.bit_count() + distance)


@lru_cache(maxsize=1 << 16)
def _pile_without(book: MeldBook, pile: Pile, card: str) -> tuple[Pile, int]:
    """The pile without the first copy of a card, and its defect."""
    less = _without(pile, card)
    return less, defect(book, less)


def _without(cards: Pile, card: str) -> Pile:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])

"""The fewest cards to move so that every pile is legal: an exact search, deepened move by move.

A *move* takes one card from a pile or the hand to another pile or a new one; nothing else counts. How far a
pile is from the nearest legal one, or from being empty, is a bound from below, for a move touches two piles
at most. So the first depth at which a way is found is proved the least, as far as the work allowed goes.

The puzzles that ask for a mended table do not search moves: their piles are whole and their cards known, so
`_unique.every_table` lists the tables themselves, bounded by the cards that would have moved. To find every
one of them by moves gives the same tables, but takes fifteen times as long, and gives up on one in four.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from game.core.cards import JOKER
from game.core.rummy._card_sets import CardSet
from game.core.rummy._solver import BudgetExceeded, WorkLimit
from game.core.rummy.melds import MeldBook, Pile, to_card_set
from game.core.rummy.table import Table

DEEPEST = 8
"""No way of more moves is looked for."""

_State = tuple[Pile, ...]


@lru_cache(maxsize=1 << 16)
def defect(book: MeldBook, pile: Pile) -> int:
    """How many cards must leave or join a pile so that it is legal or empty; ``JK`` stands for anything."""
    cards = to_card_set(book, (card for card in pile if card != JOKER))
    wild = len(pile) - cards.bit_count()
    there = [(number, here) for number, (lane, _) in enumerate(book.lanes) if (here := cards & lane)]
    return min(len(pile), cards.bit_count() + min(_nearest(book, *lane, wild) for lane in there or [(0, 0)]))


@lru_cache(maxsize=1 << 15)
def _nearest(book: MeldBook, lane: int, cards: CardSet, wild: int) -> int:
    """How many moves more than to take away all cards but jokers it is to make a meld of a lane of these."""
    stay = [(len(meld.faces), (meld.cards & cards).bit_count()) for meld in book.lanes[lane][1]]
    return min(abs(size - there - wild) - there for size, there in stay)


@dataclass(slots=True)
class RepairSearch:
    """The search for one table."""

    book: MeldBook
    legal: Callable[[Table], bool]
    """Whether a table of whole piles may be left behind."""
    meter: WorkLimit
    must_lay: bool
    """Whether at least one card of the hand has to come."""
    worn: frozenset[str] = frozenset()
    """What the jokers stand for now that may stand for anything; they keep it where they can."""
    _failed: dict[tuple[_State, Pile], int] = field(default_factory=dict)

    def mend(self, piles: Sequence[Pile], hand: Sequence[str]) -> tuple[Table | None, int]:
        """The mended table, or `None`, and so many moves at least are needed.

        In the piles ``JK`` is a joker that may stand for anything.
        """
        # Sorted, so that a table which is reached by other ways is known again.
        state = tuple(sorted(tuple(sorted(pile)) for pile in piles))
        held = tuple(sorted(hand))
        total = sum(defect(self.book, pile) for pile in state)
        # A move touches two piles, so half of all defects is the least that can do.
        depth = max(-(-total // 2), int(self.must_lay))
        while depth <= DEEPEST:
            try:
                found = self._search(state, held, total, depth, must_lay=self.must_lay)
            except BudgetExceeded:  # what was looked through before is proved all the same
                break
            if found is not None:
                return found, depth
            depth += 1
        return None, depth

    def _search(self, state: _State, hand: Pile, total: int, depth: int, *, must_lay: bool) -> Table | None:
        if not total and not must_lay:
            table = tuple(map(self._named, state))
            return table if self.legal(table) else None
        if not depth or self._failed.get((state, hand), -1) >= depth:
            return None
        moves = _Moves(self.book, state, hand, total, 2 * (depth - 1))
        self.meter.spend(moves.work)
        for left, _, changed, rest in moves.found:
            # The very same tuple where no card of the hand was laid; see `_Moves._add`.
            found = self._search(changed, rest, left, depth - 1, must_lay=must_lay and rest is hand)
            if found is not None:
                return found
        self._failed[state, hand] = depth
        return None

    def _named(self, pile: Pile) -> Pile:
        """A whole pile with every joker named, as it is worn where that can be."""
        if JOKER not in pile:
            return pile
        plain = set(pile)
        return min(self.book.namings(pile), key=lambda way: len(set(way) - plain - self.worn))


class _Moves:
    """Every move that touches the worst pile of a state, and leaves no more than can be mended then.

    One of a set of moves has to touch that pile, and their order does not matter. Where every pile is whole
    but a card has yet to come from the hand, every card may come to every pile.
    """

    def __init__(self, book: MeldBook, state: _State, hand: Pile, total: int, most: int) -> None:
        self.book, self.state, self.hand, self.total, self.most = book, state, hand, total, most
        self.faults = [defect(book, pile) for pile in state]
        self.found: list[tuple[int, int, _State, Pile]] = []
        """What is left to mend after each, a number, and the state and the hand then."""
        self.work = 0
        """How many piles were looked at."""
        if total:
            # Of piles equally bad the smallest: it has the fewest cards to try.
            worst = max(range(len(state)), key=lambda number: (self.faults[number], -len(state[number])))
            others: dict[str, list[int]] = {}
            for number, pile in enumerate(state):
                for card in dict.fromkeys(pile) if number != worst else ():
                    others.setdefault(card, []).append(number)
            self._come_to(worst, others)
            self._leave(worst)
        else:
            for target in range(-1, len(state)):
                self._come_to(target, {})
        # What leaves the least to mend is tried first; the number keeps equal ones in their order.
        self.found.sort(key=lambda one: one[:2])

    def _come_to(self, target: int, others: dict[str, list[int]]) -> None:
        """The moves to a pile, or to a new one (-1), from the hand and from other piles.

        ``others`` are the cards of these, with the numbers of the piles that have each.
        """
        rest = self.total - (self.faults[target] if target >= 0 else 0)
        aim = self.state[target] if target >= 0 else ()
        held = dict.fromkeys(self.hand)
        for card in {**held, **others}:
            more = _more(aim, card)
            left = rest + defect(self.book, more)
            self.work += 1
            if card in held and left <= self.most:
                self._add(left, (target,), (more,), card)
            for number in others.get(card, ()):
                if left - self.faults[number] <= self.most:
                    less = _less(self.state[number], card)
                    self._add(
                        left - self.faults[number] + defect(self.book, less), (target, number), (more, less)
                    )

    def _leave(self, source: int) -> None:
        """The moves from a pile to every other one and to a new one."""
        for card in dict.fromkeys(self.state[source]):
            less = _less(self.state[source], card)
            rest = self.total - self.faults[source] + defect(self.book, less)
            for target in range(-1, len(self.state)):
                aside = rest - (self.faults[target] if target >= 0 else 0)
                if target != source and aside <= self.most:
                    more = _more(self.state[target] if target >= 0 else (), card)
                    self._add(aside + defect(self.book, more), (source, target), (less, more))

    def _add(self, left: int, gone: tuple[int, ...], new: tuple[Pile, ...], laid: str = "") -> None:
        """Note a move: the numbers of the piles that it changes, these afterwards, and a card of the hand."""
        self.work += 1
        if left <= self.most:
            kept = [pile for number, pile in enumerate(self.state) if number not in gone]
            state = tuple(sorted([*kept, *filter(None, new)]))
            self.found.append((left, len(self.found), state, _less(self.hand, laid) if laid else self.hand))


def _more(pile: Pile, card: str) -> Pile:
    return tuple(sorted((*pile, card)))


def _less(pile: Pile, card: str) -> Pile:
    place = pile.index(card)
    return (*pile[:place], *pile[place + 1 :])

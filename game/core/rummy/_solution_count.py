"""Proof that a puzzle has no other solution.

`every_table` lists each table of given cards once; a joker counts as the card that it represents. It settles
the card that the fewest piles can hold first, all its copies at once, so that no table is found twice. All
work is counted.

`SolutionEnumerator` finds the solutions that lay a given number of cards of a hand. Solutions differ by what
they must use: the piles that they take apart, the cards of the hand that they lay, and the jokers of the
table that they take. Using more never makes less possible, so only minimal solutions matter: those that would
fail if any one thing that they use were kept. Two tables that use the same are one solution: how a long run
is cut in two, for example, makes no difference (`rules.md` leaves that free).

The list is proved complete: another solution would have to avoid at least one thing of each known solution,
so for every choice of one thing from each, the arranger is asked if a solution remains when those are kept.
This never lists tables, so it is exact and nearly as quick as one search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

from game.core.rummy._arranger import recut_runs
from game.core.rummy._card_sets import EACH_PLANE_MASK, FACE_COUNT, CardSet, count, faces, minus
from game.core.rummy._jokers import joker_readings, payments, standing
from game.core.rummy._solver import BudgetExceeded, WorkLimit, counting_for
from game.core.rummy._solver_input import SolverInput, size_of
from game.core.rummy.melds import Meld, MeldBook
from game.core.rummy.table import Table

Cost = Callable[[CardSet], int]  # cost of a pile; a limit applies to the sum of a table


def every_table(
    book: MeldBook, cards: CardSet, meter: WorkLimit, cost: Cost = lambda _: 0, max_cost: int = 0
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yields every table of exactly these cards, as sorted piles of sorted faces; may raise BudgetExceeded.

    Args:
        book: the legal piles.
        cards: the cards of the table.
        meter: is charged one state for every pile that is looked at.
        cost: cost of a pile; 0 by default.
        max_cost: maximum cost of a table.
    """
    price = cache(cost)

    def tables(left: CardSet, cost_left: int) -> Iterator[list[Meld]]:
        """Yields tables of the remaining cards that cost at most ``cost_left``."""
        if not left:
            yield []
            return
        # The card that the fewest piles can hold.
        melds, face = min(
            ((book.melds_containing(face, left), face) for face in dict.fromkeys(faces(left))),
            key=lambda entry: (len(entry[0]), entry[1]),
        )
        yield from settled(face, melds, left, cost_left)

    def settled(face: int, melds: Sequence[Meld], left: CardSet, cost_left: int) -> Iterator[list[Meld]]:
        """Yields tables of the remaining cards in which some of these piles hold every copy of a face."""
        if not left >> face & 1:
            yield from tables(left, cost_left)
            return
        for number, meld in enumerate(melds):
            meter.spend(1)
            rest = cost_left - price(meld.cards)
            if rest >= 0 and not meld.cards & ~left:
                for others in settled(face, melds[number:], minus(left, meld.cards), rest):
                    yield [meld, *others]

    if counting_for(book).can_lie(cards):
        for melds in tables(cards, max_cost):
            yield tuple(sorted(tuple(sorted(meld.faces)) for meld in melds))


MAX_CHOICES = 4_000  # combinations; above this the search for another solution gives up


class SolutionFeature(NamedTuple):
    """Something that a solution may use or keep."""

    kind: str  # pile, card or joker
    number: int  # index of the pile, or face of the card or joker
    copy: int = 0  # index among equal cards or jokers that are used


@dataclass(frozen=True, slots=True)
class TableSolution:
    """A solution, and one table that it leads to."""

    uses: frozenset[SolutionFeature]
    table: Table

    @property
    def opened_piles(self) -> frozenset[int]:
        """Indices of the piles that it takes apart."""
        return frozenset(thing.number for thing in self.uses if thing.kind == "pile")

    @property
    def taken_count(self) -> int:
        """Number of jokers that it takes from the table."""
        return sum(thing.kind == "joker" for thing in self.uses)


class SolutionEnumerator:
    """Finds the solutions that lay ``lay`` cards of a hand on a table.

    Args:
        board: the position; its limit, if it has one, is charged for all searches.
        lay: number of cards to lay, jokers of the hand included.
    """

    def __init__(self, board: SolverInput, lay: int) -> None:
        self.board, self.lay = board, lay
        self.query_count = 0  # number of questions to the arranger
        self.things = [SolutionFeature("pile", number) for number in range(len(board.piles))]
        payable = standing(board.book, board.piles) & board.hand
        for face in range(FACE_COUNT):
            if lay < board.size:
                self.things += [
                    SolutionFeature("card", face, copy) for copy in range(count(board.hand, face))
                ]
            self.things += [SolutionFeature("joker", face, copy) for copy in range(count(payable, face))]

    def all(self, max_count: int) -> list[TableSolution] | None:
        """All solutions, fewest opened piles first; `None` above ``max_count``. May raise BudgetExceeded."""
        first = self.within(frozenset())
        if first is None:
            return []
        solutions = [self._minimal_solution(first, frozenset())]
        failed: set[frozenset[SolutionFeature]] = set()
        while True:
            solution = self._next_solution(solutions, failed)
            if solution is None:
                return sorted(
                    solutions, key=lambda way: (len(way.opened_piles), len(way.uses), sorted(way.uses))
                )
            solutions.append(solution)
            if len(solutions) > max_count:
                return None

    def within(self, features: frozenset[SolutionFeature]) -> Table | None:
        """Table that lays `lay` cards and keeps these features, or `None`; BudgetExceeded if undecided."""
        self.query_count += 1
        piles = [thing.number for thing in features if thing.kind == "pile"]
        hand = self.board.hand
        for thing in features:
            if thing.kind == "card":  # and with it all further copies
                hand &= ~(EACH_PLANE_MASK << FACE_COUNT * thing.copy + thing.number)
        jokers = {(thing.number, thing.copy) for thing in features if thing.kind == "joker"}
        board = self.board.with_hand(hand, self.board.jokers)
        if board.size < self.lay:
            return None
        for declared in joker_readings(board):
            table = _table_with_frozen(declared, piles, self.lay)
            if table is not None:
                return table
            table = self._table_with_taken_jokers(declared, piles, jokers)
            if table is not None:
                return table
        return None

    def _table_with_taken_jokers(
        self, board: SolverInput, piles: Sequence[int], jokers: set[tuple[int, int]]
    ) -> Table | None:
        """Table that takes jokers, but keeps these piles and jokers (face, copy); `None` if impossible."""
        for payment in payments(board):
            left = payment.board.hand
            if any(
                copy < count(board.hand, face) - count(left, face) for face, copy in jokers
            ):  # a kept joker was paid
                continue
            for rest, tricks in payment.offers():
                # A joker that is taken and laid again counts as the card that paid for it.
                table = _table_with_frozen(rest, piles, self.lay - (board.size - rest.size))
                if table is not None:
                    return (*table, *map(tuple, tricks))
        return None

    def _minimal_solution(self, table: Table, features: frozenset[SolutionFeature]) -> TableSolution:
        """Solution that keeps ``features`` and in turn each further thing that can be kept."""
        # Piles far from the change are kept soonest, so that few searches have much to do.
        for thing in self.things:
            if thing not in features:
                alternative = self.within(features | {thing})
                if alternative is not None:
                    features, table = features | {thing}, alternative
        book = self.board.book
        before, after = book.ordered_table(self.board.piles), book.ordered_table(table)
        return TableSolution(frozenset(self.things) - features, recut_runs(book, before, after))

    def _next_solution(
        self, solutions: Sequence[TableSolution], failed: set[frozenset[SolutionFeature]]
    ) -> TableSolution | None:
        """Solution that avoids a thing of each known one, or `None`; BudgetExceeded above `MAX_CHOICES`."""
        if prod(len(way.uses) for way in solutions) > MAX_CHOICES:
            raise BudgetExceeded
        for choice in product(*(sorted(way.uses) for way in solutions)):
            features = frozenset(choice)
            if features in failed or any(subset <= features for subset in failed):
                continue
            table = self.within(features)
            if table is not None:
                return self._minimal_solution(table, features)
            failed.add(features)
        return None


def _table_with_frozen(board: SolverInput, frozen: Sequence[int], lay: int) -> Table | None:
    """Table with ``lay`` more cards and the piles of these indices, or `None`; BudgetExceeded if unsure."""
    budget = board.size - max(0, lay)
    if budget < 0 or lay <= 0:
        return tuple(map(tuple, board.piles)) if lay <= 0 else None
    piles = board.find_table(frozen, min(budget, board.hand.bit_count()))
    if piles is None:
        return None
    if size_of(piles) - size_of(board.piles) < lay:
        raise BudgetExceeded
    return tuple(map(tuple, piles))

"""Whether there is another way: for puzzles that claim to have no other solution.

`every_table` lists each table that certain cards can lie as once; a joker is the card it stands for. The card
that the fewest piles can hold is settled first, all its copies at once, so that no table is found twice. All
work is counted.

`SolutionEnumerator` finds every way to lay so many cards of a hand, told apart by what each of them has to
use: the piles of the table that it takes apart, the cards of the hand that it lays, and the jokers of the
table that it takes. Whoever may use more can do all that whoever may use less can; so of all ways only those
matter which would fail if any one thing that they use were kept. Two tables that use the same are one way:
how a long run is cut in two, say, is no other solution (`rules.md` leaves that free). That there are no
others is proved: another one would have to do without something of each that is known, so every choice of one
thing from each known way is kept once, and the arranger is asked whether it can still be done. It never lists
tables, so it is as exact and nearly as quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

from game.core.rummy._arranger import recut_runs
from game.core.rummy._card_sets import EACH, FACES, CardSet, count, faces, minus
from game.core.rummy._jokers import payments, redeclared, standing
from game.core.rummy._solver import BudgetExceeded, WorkLimit, counting_for
from game.core.rummy._solver_input import SolverInput, size_of
from game.core.rummy.melds import Meld, MeldBook
from game.core.rummy.table import Table

Cost = Callable[[CardSet], int]
"""What a pile costs; a table may cost no more in all than was allowed."""


def every_table(
    book: MeldBook, cards: CardSet, meter: WorkLimit, cost: Cost = lambda _: 0, most: int = 0
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every table of exactly these cards, as sorted faces.

    Args:
        book: the legal piles.
        cards: what the table holds.
        meter: is charged a state for every pile that is looked at.
        cost: what a pile costs; nothing without it.
        most: so much a table may cost.

    Raises:
        BudgetExceeded: the meter is empty before all was looked at.
    """
    price = cache(cost)

    def tables(left: CardSet, most: int) -> Iterator[list[Meld]]:
        """The tables of what is left that cost no more."""
        if not left:
            yield []
            return
        # The card that the fewest piles can hold.
        melds, face = min(
            ((book.through(face, left), face) for face in dict.fromkeys(faces(left))),
            key=lambda one: (len(one[0]), one[1]),
        )
        yield from settled(face, melds, left, most)

    def settled(face: int, melds: Sequence[Meld], left: CardSet, most: int) -> Iterator[list[Meld]]:
        """Lay every copy of a face that is left in some of these piles, then the other cards."""
        if not left >> face & 1:
            yield from tables(left, most)
            return
        for number, meld in enumerate(melds):
            meter.spend(1)
            rest = most - price(meld.cards)
            if rest >= 0 and not meld.cards & ~left:
                for others in settled(face, melds[number:], minus(left, meld.cards), rest):
                    yield [meld, *others]

    if counting_for(book).lies(cards):
        for melds in tables(cards, most):
            yield tuple(sorted(tuple(sorted(meld.faces)) for meld in melds))


MOST_CHOICES = 4_000
"""With more choices of one thing from each way it is not asked whether there is another."""


class SolutionFeature(NamedTuple):
    """Something that a way may use or keep."""

    kind: str
    """``pile``, ``card`` or ``joker``."""
    number: int
    """The number of the pile, or the face of the card, or that which the joker stands for."""
    copy: int = 0
    """Of equal cards or jokers, the first, second ... of those used."""


@dataclass(frozen=True, slots=True)
class TableSolution:
    """A way, and one table that it leads to."""

    uses: frozenset[SolutionFeature]
    table: Table

    @property
    def opened(self) -> frozenset[int]:
        """The numbers of the piles that it takes apart."""
        return frozenset(thing.number for thing in self.uses if thing.kind == "pile")

    @property
    def takes(self) -> int:
        return sum(thing.kind == "joker" for thing in self.uses)


class SolutionEnumerator:
    """The ways to lay so many cards of a hand on a table.

    Args:
        board: the position; its meter, if it has one, is charged for all searches.
        lay: how many cards are to be laid, the jokers of the hand among them.
    """

    def __init__(self, board: SolverInput, lay: int) -> None:
        self.board, self.lay = board, lay
        self.asked = 0
        """How often the arranger was asked."""
        self.things = [SolutionFeature("pile", number) for number in range(len(board.piles))]
        payable = standing(board.book, board.piles) & board.hand
        for face in range(FACES):
            if lay < board.size:
                self.things += [
                    SolutionFeature("card", face, copy) for copy in range(count(board.hand, face))
                ]
            self.things += [SolutionFeature("joker", face, copy) for copy in range(count(payable, face))]

    def all(self, most: int) -> list[TableSolution] | None:
        """All ways, the fewest piles taken apart first, or `None` where there are more than so many.

        Raises:
            BudgetExceeded: the meter is empty, or there are too many choices to look at.
        """
        first = self.within(frozenset())
        if first is None:
            return []
        found = [self._least(first, frozenset())]
        done: set[frozenset[SolutionFeature]] = set()
        while True:
            other = self._another(found, done)
            if other is None:
                return sorted(found, key=lambda way: (len(way.opened), len(way.uses), sorted(way.uses)))
            found.append(other)
            if len(found) > most:
                return None

    def within(self, kept: frozenset[SolutionFeature]) -> Table | None:
        """A table that keeps all these, or `None` where there is none."""
        self.asked += 1
        piles = [thing.number for thing in kept if thing.kind == "pile"]
        hand = self.board.hand
        for thing in kept:
            if thing.kind == "card":  # with it all further copies
                hand &= ~(EACH << FACES * thing.copy + thing.number)
        jokers = {(thing.number, thing.copy) for thing in kept if thing.kind == "joker"}
        board = self.board.with_hand(hand, self.board.jokers)
        if board.size < self.lay:
            return None
        for declared in redeclared(board):
            table = _laid(declared, piles, self.lay)
            if table is not None:
                return table
            table = self._taking(declared, piles, jokers)
            if table is not None:
                return table
        return None

    def _taking(self, board: SolverInput, piles: Sequence[int], kept: set[tuple[int, int]]) -> Table | None:
        for payment in payments(board):
            left = payment.board.hand
            if any(
                copy < count(board.hand, face) - count(left, face) for face, copy in kept
            ):  # one that is kept was paid
                continue
            for rest, tricks in payment.offers():
                # A joker that is taken and laid again counts as the card that was paid for it.
                table = _laid(rest, piles, self.lay - (board.size - rest.size))
                if table is not None:
                    return (*table, *map(tuple, tricks))
        return None

    def _least(self, table: Table, kept: frozenset[SolutionFeature]) -> TableSolution:
        """The way that is left when whatever can be kept is kept, one after the other."""
        # Piles far from what changes are kept soonest, so that few searches have much to do.
        for thing in self.things:
            if thing not in kept:
                other = self.within(kept | {thing})
                if other is not None:
                    kept, table = kept | {thing}, other
        book = self.board.book
        before, after = book.ordered_table(self.board.piles), book.ordered_table(table)
        return TableSolution(frozenset(self.things) - kept, recut_runs(book, before, after))

    def _another(
        self, found: Sequence[TableSolution], done: set[frozenset[SolutionFeature]]
    ) -> TableSolution | None:
        """A way that does without something of each that is known."""
        if prod(len(way.uses) for way in found) > MOST_CHOICES:
            raise BudgetExceeded
        for choice in product(*(sorted(way.uses) for way in found)):
            kept = frozenset(choice)
            if kept in done or any(other <= kept for other in done):
                continue
            table = self.within(kept)
            if table is not None:
                return self._least(table, kept)
            done.add(kept)
        return None


def _laid(board: SolverInput, kept: Sequence[int], lay: int) -> Table | None:
    """A table with so many cards of the hand more that leaves the kept piles whole, or `None`.

    Raises:
        BudgetExceeded: there may be one, but its jokers find no room that this search knows of.
    """
    budget = board.size - max(0, lay)
    if budget < 0 or lay <= 0:
        return tuple(map(tuple, board.piles)) if lay <= 0 else None
    piles = board.laid(kept, min(budget, board.hand.bit_count()))
    if piles is None:
        return None
    if size_of(piles) - size_of(board.piles) < lay:
        raise BudgetExceeded
    return tuple(map(tuple, piles))

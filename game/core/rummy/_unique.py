"""Whether there is another way: for puzzles that claim to have no other solution.

`every_table` lists each table that certain cards can lie as once. Cards are numbers of copies of each of the
52 faces of `MeldBook.face`; a joker is the card it stands for. The card that the fewest piles can hold is
settled first, all its copies at once, so that no table is found twice. All work is counted.

`Ways` finds every way to lay so many cards of a hand, told apart by what each of them has to use: the piles
of the table that it takes apart, the cards of the hand that it lays, and the jokers of the table that it
takes. Whoever may use more can do all that whoever may use less can; so of all ways only those matter which
would fail if any one thing that they use were kept. Two tables that use the same are one way: how a long run
is cut in two, say, is no other solution (`rules.md` leaves that free). That there are no others is proved:
another one would have to do without something of each that is known, so every choice of one thing from each
known way is kept once, and the arranger is asked whether it can still be done. It never lists tables, so it
is as exact and nearly as quick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from game.core.rummy._arrange import cut_again
from game.core.rummy._board import Board, size_of
from game.core.rummy._cards import EACH, FACES, CardSet, count
from game.core.rummy._jokers import payments, redeclared
from game.core.rummy._solver import Exhausted, WorkLimit, counting_for
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, MeldBook
from game.core.rummy.table import Table

Meld = tuple[int, ...]
"""Faces of a pile, sorted; in a set a face may stand twice."""
Cost = Callable[[Meld], int]
"""What a pile costs; a table may cost no more in all than was allowed."""

LARGEST_SET = 2 * SUITS


def every_table(
    book: MeldBook, cards: CardSet, meter: WorkLimit, cost: Cost | None = None, most: int = 0
) -> Iterator[tuple[Meld, ...]]:
    """Every table of exactly these cards.

    Args:
        book: the legal piles.
        cards: what the table holds.
        meter: is charged a state for every pile that is looked at.
        cost: what a pile costs; nothing without it.
        most: so much a table may cost.

    Raises:
        Exhausted: the meter is empty before all was looked at.
    """
    if not counting_for(book).lies(cards):
        return
    search = _Every(book, [count(cards, face) for face in range(FACES)], meter, cost)
    for piles in search.tables(most):
        yield tuple(sorted(piles))


class _Every:
    """The search for one lot of cards."""

    def __init__(self, book: MeldBook, left: list[int], meter: WorkLimit, cost: Cost | None) -> None:
        self.book, self.left, self.meter = book, left, meter
        self.kinds = not book.variety.sets_repeat_suits
        self.price = cache(cost) if cost else None

    def tables(self, most: int) -> Iterator[list[Meld]]:
        """The tables of what is left that cost no more."""
        faces = [face for face in range(FACES) if self.left[face]]
        if not faces:
            yield []
            return
        melds = min((self._melds(face) for face in faces), key=lambda one: (len(one[1]), one[0]))
        yield from self._settle(melds[0], melds[1], 0, most)

    def _settle(self, face: int, melds: Sequence[Meld], first: int, most: int) -> Iterator[list[Meld]]:
        """Lay every copy of a face that is left in piles from the given one on, then the other cards."""
        if not self.left[face]:
            yield from self.tables(most)
            return
        for number in range(first, len(melds)):
            meld = melds[number]
            self.meter.spend(1)
            rest = most - self.price(meld) if self.price else most
            if rest < 0 or not self._take(meld):
                continue
            for others in self._settle(face, melds, number, rest):
                yield [meld, *others]
            for one in meld:
                self.left[one] += 1

    def _take(self, meld: Meld) -> bool:
        """Take the cards of a pile if they are all there."""
        for number, one in enumerate(meld):
            if not self.left[one]:
                for back in meld[:number]:
                    self.left[back] += 1
                return False
            self.left[one] -= 1
        return True

    def _melds(self, face: int) -> tuple[int, tuple[Meld, ...]]:
        """A face and the piles of what is left that hold it."""
        rank, base = face % RANKS, face - face % RANKS
        there = tuple([min(self.left[other], 2) for other in range(rank, FACES, RANKS)])
        lane = 0
        for step in range(RANKS):
            if self.left[base + step]:
                lane |= 1 << step
        runs = runs_with(self.book, lane, rank)
        sets = sets_with(there, face // RANKS, self.kinds)
        return face, (
            *(tuple([base + step for step in run]) for run in runs),
            *(tuple([suit * RANKS + rank for suit in one]) for one in sets),
        )


@lru_cache(maxsize=1 << 16)
def runs_with(book: MeldBook, lane: int, rank: int) -> tuple[tuple[int, ...], ...]:
    """The runs of the ranks of a lane that hold a rank."""
    bit = 1 << rank
    return tuple(
        tuple(step for step in range(RANKS) if mask >> step & 1)
        for mask in sorted(book.run_masks)
        if mask & bit and not mask & ~lane
    )


@lru_cache(maxsize=1 << 12)
def sets_with(there: tuple[int, ...], suit: int, kinds: bool) -> tuple[tuple[int, ...], ...]:  # noqa: FBT001
    """The sets of one rank, as suits, that hold a suit; of each so many are there, two at most."""
    found: list[tuple[int, ...]] = []

    def extend(at: int, chosen: tuple[int, ...]) -> None:
        if at == SUITS:
            if suit in chosen and MIN_MELD <= len(chosen) <= LARGEST_SET:
                found.append(chosen)
            return
        for copies in range(min(there[at], 1 if kinds else 2) + 1):
            extend(at + 1, chosen + (at,) * copies)

    extend(0, ())
    return tuple(found)


MOST_CHOICES = 4_000
"""With more choices of one thing from each way it is not asked whether there is another."""


class Thing(NamedTuple):
    """Something that a way may use or keep."""

    kind: str
    """``pile``, ``card`` or ``joker``."""
    number: int
    """The number of the pile, or the face of the card, or that which the joker stands for."""
    copy: int = 0
    """Of equal cards or jokers, the first, second ... of those used."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way, and one table that it leads to."""

    uses: frozenset[Thing]
    table: Table

    @property
    def opened(self) -> frozenset[int]:
        """The numbers of the piles that it takes apart."""
        return frozenset(thing.number for thing in self.uses if thing.kind == "pile")

    @property
    def takes(self) -> int:
        return sum(thing.kind == "joker" for thing in self.uses)


class Ways:
    """The ways to lay so many cards of a hand on a table.

    Args:
        board: the position; its meter, if it has one, is charged for all searches.
        lay: how many cards are to be laid, the jokers of the hand among them.
    """

    def __init__(self, board: Board, lay: int) -> None:
        self.board, self.lay = board, lay
        self.asked = 0
        """How often the arranger was asked."""
        self.things = [Thing("pile", number) for number in range(len(board.piles))]
        standing = Counter(board.book.face[card] for pile in board.piles for card in pile if "=" in card)
        for face in range(FACES):
            held = count(board.hand, face)
            if lay < board.size:
                self.things += [Thing("card", face, copy) for copy in range(held)]
            self.things += [Thing("joker", face, copy) for copy in range(min(standing[face], held))]

    def all(self, most: int) -> list[Way] | None:
        """All ways, the fewest piles taken apart first, or `None` where there are more than so many.

        Raises:
            Exhausted: the meter is empty, or there are too many choices to look at.
        """
        first = self.within(frozenset())
        if first is None:
            return []
        found = [self._least(first, frozenset())]
        done: set[frozenset[Thing]] = set()
        while True:
            other = self._another(found, done)
            if other is None:
                return sorted(found, key=lambda way: (len(way.opened), len(way.uses), sorted(way.uses)))
            found.append(other)
            if len(found) > most:
                return None

    def within(self, kept: frozenset[Thing]) -> Table | None:
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

    def _taking(self, board: Board, piles: Sequence[int], kept: set[tuple[int, int]]) -> Table | None:
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

    def _least(self, table: Table, kept: frozenset[Thing]) -> Way:
        """The way that is left when whatever can be kept is kept, one after the other."""
        # Piles far from what changes are kept soonest, so that few searches have much to do.
        for thing in self.things:
            if thing not in kept:
                other = self.within(kept | {thing})
                if other is not None:
                    kept, table = kept | {thing}, other
        book = self.board.book
        before, after = book.ordered_table(self.board.piles), book.ordered_table(table)
        return Way(frozenset(self.things) - kept, cut_again(book, before, after))

    def _another(self, found: Sequence[Way], done: set[frozenset[Thing]]) -> Way | None:
        """A way that does without something of each that is known."""
        if prod(len(way.uses) for way in found) > MOST_CHOICES:
            raise Exhausted
        for choice in product(*(sorted(way.uses) for way in found)):
            kept = frozenset(choice)
            if kept in done or any(other <= kept for other in done):
                continue
            table = self.within(kept)
            if table is not None:
                return self._least(table, kept)
            done.add(kept)
        return None


def _laid(board: Board, kept: Sequence[int], lay: int) -> Table | None:
    """A table with so many cards of the hand more that leaves the kept piles whole, or `None`.

    Raises:
        Exhausted: there may be one, but its jokers find no room that this search knows of.
    """
    budget = board.size - max(0, lay)
    if budget < 0 or lay <= 0:
        return tuple(map(tuple, board.piles)) if lay <= 0 else None
    piles = board.laid(kept, min(budget, board.hand.bit_count()))
    if piles is None:
        return None
    if size_of(piles) - size_of(board.piles) < lay:
        raise Exhausted
    return tuple(map(tuple, piles))

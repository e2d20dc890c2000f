"""Every way to lay so many cards of a hand, told apart by what each of them has to use.

What a way *uses* are the piles of the table that it takes apart, the cards of the hand that it lays, and the
jokers of the table that it takes. Whoever may use more can do all that whoever may use less can; so of all
ways only those matter which would fail if any one thing that they use were kept. Two tables that use the same
are one way: how a long run is cut in two, say, is no other solution (`rules.md` leaves that free).

All such ways are found, and that there are no others is proved: another one would have to do without
something of each that is known, so every choice of one thing from each known way is kept once, and the
arranger is asked whether it can still be done. It never lists tables, so it is as exact and nearly as quick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from game.core.rummy.board import Board
from game.core.rummy.framing import FACES, Exhausted
from game.core.rummy.melds import Pile
from game.core.rummy.solving import attempt
from game.core.rummy.table import Table
from game.core.rummy.taking import payments, redeclared

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
        """How many jokers it takes."""
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
        self.things = list(self._things())

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
        hand = list(self.board.hand)
        for thing in kept:
            if thing.kind == "card":
                hand[thing.number] = min(hand[thing.number], thing.copy)
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
            paid = Counter(
                {
                    face: had - left
                    for face, (had, left) in enumerate(zip(board.hand, payment.board.hand, strict=True))
                }
            )
            if any(copy < paid[face] for face, copy in kept):
                continue
            for rest, tricks in payment.offers():
                # A joker that is taken and laid again counts as the card that was paid for it.
                table = _laid(rest, piles, self.lay - (board.size - rest.size))
                if table is not None:
                    return (*table, *map(tuple, tricks))
        return None

    def _things(self) -> Iterator[Thing]:
        for number in range(len(self.board.piles)):
            yield Thing("pile", number)
        standing = Counter(
            self.board.book.face[card] for pile in self.board.piles for card in pile if "=" in card
        )
        for face in range(FACES):
            for copy in range(self.board.hand[face]) if self.lay < self.board.size else ():
                yield Thing("card", face, copy)
            for copy in range(min(standing[face], self.board.hand[face])):
                yield Thing("joker", face, copy)

    def _least(self, table: Table, kept: frozenset[Thing]) -> Way:
        """The way that is left when whatever can be kept is kept, one after the other."""
        # Piles far from what changes are kept soonest, so that few searches have much to do.
        for thing in self.things:
            if thing not in kept:
                other = self.within(kept | {thing})
                if other is not None:
                    kept, table = kept | {thing}, other
        return Way(frozenset(self.things) - kept, table)

    def _another(self, found: Sequence[Way], done: set[frozenset[Thing]]) -> Way | None:
        """A way that does without something of each that is known."""
        size = 1
        for way in found:
            size *= len(way.uses)
        if size > MOST_CHOICES:
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
    faces = attempt(board, kept, min(budget, sum(board.hand)))
    if faces is None:
        return None
    piles = board.dressed(faces)
    table: Table = tuple(tuple(pile) for pile in piles)
    missing = board.jokers - _jokers(table) + _jokers(board.piles)
    if missing:
        table = with_jokers(board, table, missing)
    if sum(map(len, table)) - sum(map(len, board.piles)) < lay:
        raise Exhausted
    return table


def with_jokers(board: Board, table: Table, count: int) -> Table:
    """The table with jokers added where there is room for them."""
    piles: list[Pile] = list(table)
    for _ in range(count):
        for number, pile in enumerate(piles):
            fits = board.book.fits("JK", pile)
            if fits:
                piles[number] = (*pile, fits[0])
                break
    return tuple(piles)


def _jokers(piles: Sequence[Pile]) -> int:
    return sum("=" in card for pile in piles for card in pile)

"""Every table that certain cards can lie as, each once: for puzzles that claim to have no other solution.

Cards are numbers of copies of each of the 52 faces of `MeldBook.face`; a joker is the card it stands for. The
card that the fewest piles can hold is settled first, all its copies at once, so that no table is found twice.
All work is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from game.core.rummy.counting import Counts, counting_for
from game.core.rummy.framing import FACES, Meter
from game.core.rummy.melds import RANKS, SUITS, MeldBook

Meld = tuple[int, ...]
"""Faces of a pile, sorted; in a set a face may stand twice."""
Cost = Callable[[Meld], int]
"""What a pile costs; a table may cost no more in all than was allowed."""

LARGEST_SET = 2 * SUITS


def every_table(
    book: MeldBook, cards: Counts, meter: Meter, cost: Cost | None = None, most: int = 0
) -> Iterator[tuple[Meld, ...]]:
    """Every table of exactly these cards.

    Args:
        book: the legal piles.
        cards: how many copies of each face there are.
        meter: is charged a state for every pile that is looked at.
        cost: what a pile costs; nothing without it.
        most: so much a table may cost.

    Raises:
        Exhausted: the meter is empty before all was looked at.
    """
    if not counting_for(kinds=not book.variety.sets_repeat_suits, happy_mode=book.happy_mode).lies(cards):
        return
    search = _Every(book, list(cards), meter, cost or _nothing)
    for piles in search.tables(most):
        yield tuple(sorted(piles))


def _nothing(_meld: Meld) -> int:
    return 0


class _Every:
    """The search for one lot of cards."""

    def __init__(self, book: MeldBook, left: list[int], meter: Meter, cost: Cost) -> None:
        self.book, self.left, self.meter, self.cost = book, left, meter, cost
        self.kinds = not book.variety.sets_repeat_suits
        self.costs: dict[Meld, int] = {}

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
            rest = most - self._price(meld)
            if rest < 0 or not self._take(meld):
                continue
            for others in self._settle(face, melds, number, rest):
                yield [meld, *others]
            for one in meld:
                self.left[one] += 1

    def _price(self, meld: Meld) -> int:
        found = self.costs.get(meld)
        if found is None:
            found = self.costs[meld] = self.cost(meld)
        return found

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
            if suit in chosen and 3 <= len(chosen) <= LARGEST_SET:
                found.append(chosen)
            return
        for copies in range(min(there[at], 1 if kinds else 2) + 1):
            extend(at + 1, chosen + (at,) * copies)

    extend(0, ())
    return tuple(found)

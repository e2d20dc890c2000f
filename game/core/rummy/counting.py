"""Which cards of a hand can lie, without saying how they lie: the exact search, asked hundreds of times.

A computer player that plays on in its head need not know how the piles lie. Here cards are numbers of copies,
a byte for each of the 52 faces of `MeldBook.face`; no pile is laid out, what was found is remembered, and so
is what the searches prepare for a suit. Answers are proved like those of the arranger. Jokers have no place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from game.core.rummy.framing import FACES, NO_CARDS, Task, Walk
from game.core.rummy.lanes import Lane, lanes_for
from game.core.rummy.melds import RANKS, SUITS, MeldBook
from game.core.rummy.search import BARE_LANE, Search

Counts = bytes
"""How many copies of each face."""

NOTHING = bytes(FACES)
REMEMBERED = 20_000
"""Answers that a process keeps, some 300 bytes each."""
SUITS_KEPT = 1_500
"""Prepared suits that a process keeps, some 10 kB each."""

_suits: dict[tuple[bytes, bytes, bytes, int, str], Sequence[Lane]] = {}


def counted(book: MeldBook, cards: Iterable[str]) -> Counts:
    """Cards as numbers of copies."""
    counts = bytearray(FACES)
    for card in cards:
        counts[book.face[card]] += 1
    return bytes(counts)


def faces(counts: Counts) -> Iterator[int]:
    """The faces of the cards, each as often as it is there."""
    for face, copies in enumerate(counts):
        for _ in range(copies):
            yield face


def of_faces(cards: Iterable[int]) -> Counts:
    """Faces as numbers of copies."""
    counts = bytearray(FACES)
    for face in cards:
        counts[face] += 1
    return bytes(counts)


def joined(some: Counts, more: Counts) -> Counts:
    """All cards of both."""
    return bytes(map(int.__add__, some, more))


def less(cards: Counts, gone: Counts) -> Counts:
    """The cards without others, which must be among them."""
    return bytes(map(int.__sub__, cards, gone))


class Counting:
    """What can lie in one game under its options."""

    def __init__(self, *, kinds: bool, happy_mode: str) -> None:
        """Start with nothing remembered.

        Args:
            kinds: whether a set may hold each suit only once.
            happy_mode: where the last rank may stand in a run, as `MeldBook` says.
        """
        self.kinds, self.happy_mode = kinds, happy_mode
        self._most: dict[tuple[Counts, Counts], Counts | None] = {}
        self._fits: dict[Counts, frozenset[int]] = {}

    def lies(self, cards: Counts) -> bool:
        """Whether all these cards can lie on a table together."""
        return self._search(cards, NOTHING).find(0) is not None

    def most(self, table: Counts, hand: Counts) -> Counts | None:
        """The cards of one play of as many of the hand as can be laid, `None` where there is no play."""
        key = (table, hand)
        if key in self._most:
            return self._most[key]
        if len(self._most) >= REMEMBERED:
            self._most.clear()
        self._most[key] = found = self._found(table, hand)
        return found

    def drawn(self, table: Counts, hand: Counts, face: int) -> tuple[Counts, Counts | None]:
        """A hand that had no play after it drew a card, and what it may lay now, as `most` says."""
        new = joined(hand, of_faces((face,)))
        # Any play has to lay the card that was drawn.
        return new, self.most(table, new) if _near(joined(table, hand), face) else None

    def fits(self, table: Counts) -> frozenset[int]:
        """The faces of which one card more can lie on this table."""
        if table not in self._fits:
            if len(self._fits) >= SUITS_KEPT:
                self._fits.clear()
            self._fits[table] = frozenset(
                face
                for face in range(FACES)
                if _near(table, face) and self.lies(joined(table, of_faces((face,))))
            )
        return self._fits[table]

    def _found(self, table: Counts, hand: Counts) -> Counts | None:
        search = self._search(table, hand)
        for budget in range(search.least, sum(hand)):
            walk = search.find(budget)
            if walk:
                return _laid(search, walk, table)
        return None

    def _search(self, table: Counts, hand: Counts) -> _Count:
        return _Count(Task(kinds=self.kinds, happy_mode=self.happy_mode, must=table, may=hand))


class _Count(Search):
    """A search that knows the suits which other searches have met."""

    def _lanes_of(self, suit: int, caps: Sequence[int]) -> Sequence[Lane]:
        span = slice(suit * RANKS, (suit + 1) * RANKS)
        count = bytes(self.count[span])
        if not any(count):
            return (BARE_LANE,)
        cap, task = caps[span], self.task
        key = (count, bytes(task.must[span]), bytes(cap), self.cut, task.happy_mode)
        lanes = _suits.get(key)
        if lanes is None:
            if len(_suits) >= SUITS_KEPT:
                _suits.clear()
            # Without a home: nothing is laid out here, so it does not matter where the cards lie now.
            lanes = _suits[key] = lanes_for(
                self.spots(suit, caps),
                tuple([cap[rank] for rank in self.ranks]),
                NO_CARDS[:RANKS],
                self.crossings(suit * RANKS, self.cut),
            )
        return lanes


def _near(table: Counts, face: int) -> bool:
    """Whether a pile could hold the card at all: two more of its rank lie there, or two that run with it."""
    suit, rank = face - face % RANKS, face % RANKS
    two_below, below, above, two_above = (table[suit + (rank + step) % RANKS] for step in (-2, -1, 1, 2))
    runs = (below and above) or (below and two_below) or (above and two_above)
    return bool(runs) or sum(table[rank::RANKS]) > 1


def _laid(search: Search, walk: Walk, table: Counts) -> Counts:
    laid = bytearray(FACES)
    for rank, runs, sets in zip(search.ranks, walk.runs, walk.sets, strict=True):
        for suit in range(SUITS):
            face = suit * RANKS + rank
            laid[face] = runs[suit] + sets[suit] - table[face]
    return bytes(laid)


@lru_cache
def counting_for(*, kinds: bool, happy_mode: str) -> Counting:
    """The one that a process has for these rules."""
    return Counting(kinds=kinds, happy_mode=happy_mode)

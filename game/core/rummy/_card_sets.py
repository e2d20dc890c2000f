"""Sets of cards as one number each: who asks what can lie asks it of these.

A `CardSet` is a thermometer: its lowest plane, 52 bits, holds the faces that are there at least once, the
next plane those that are there twice, and so on; a face is suit times 13 plus rank, as in `MeldBook.face`.
Equal sets are equal numbers, `int.bit_count` is how many cards there are, and one step of a search is done to
all faces at once. A joker on the table is the card that it stands for.

A `BitPlanes` is the same for the solver: planes, and what is a neighbour of what in a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

CardSet = int

RANKS = 13
SUITS = 4
TOP = RANKS - 1
"""The last place of the circle: the happy card, or the king."""
FACES = RANKS * SUITS
FULL = (1 << FACES) - 1
"""Every face, one bit each."""
LANE = (1 << RANKS) - 1
"""The ranks of the first suit."""
BOTTOM = sum(1 << RANKS * suit for suit in range(SUITS))
"""The first rank of each suit."""
PLANES = 8
"""More than the copies of a face that there can be, jokers included."""
EACH = sum(1 << FACES * plane for plane in range(PLANES))
"""One face on every plane."""


def bits(mask: int) -> Iterator[int]:
    """The bits of a mask, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def of_faces(faces: Iterable[int]) -> CardSet:
    """The set of these faces, which may repeat."""
    found = 0
    for face in faces:
        bit = 1 << face
        while found & bit:
            bit <<= FACES
        found |= bit
    return found


@lru_cache(maxsize=1 << 13)
def of_pile(pile: tuple[int, ...]) -> CardSet:
    """The same of a pile, which is asked for again and again."""
    return of_faces(pile)


def count(cards: CardSet, face: int) -> int:
    """How many copies of a face there are."""
    return (cards >> face & EACH).bit_count()


def faces(cards: CardSet) -> Iterator[int]:
    """The faces in their order, each as often as it is there."""
    for bit in bits(cards & FULL):
        face = bit.bit_length() - 1
        for _ in range(count(cards, face)):
            yield face


def plus(some: CardSet, more: CardSet) -> CardSet:
    """All cards of both."""
    found = some | more
    while some and more:
        more <<= FACES
        found |= (some & FULL) * EACH & more
        some >>= FACES
    return found


def minus(cards: CardSet, gone: CardSet) -> CardSet:
    """The cards without others; of those that are not among them nothing is missed."""
    found = cards
    while gone:
        cards >>= FACES
        some = (gone & FULL) * EACH
        found = found & ~some | cards & some
        gone >>= FACES
    return found


def is_run(faces: Sequence[int]) -> bool:
    """Whether a legal pile is a run."""
    return faces[0] % RANKS != faces[1] % RANKS


def are_near(one: int, other: int) -> bool:
    """Whether two faces may lie in one set, or in a run with no more than one card between them."""
    apart = (one - other) % RANKS
    return not apart or (one // RANKS == other // RANKS and min(apart, RANKS - apart) <= 2)


def threes(cards: CardSet, face: int) -> int:
    """How many piles of three, no card twice, a card could make with two of these."""
    suit, rank = face - face % RANKS, face % RANKS
    below2, below, above, above2 = (cards >> suit + (rank + step) % RANKS & 1 for step in (-2, -1, 1, 2))
    others = (cards >> rank & BOTTOM & ~(1 << suit)).bit_count()
    return (below2 & below) + (below & above) + (above & above2) + others * (others - 1) // 2


WALLS = {"high": TOP, "low": TOP - 1, "both": TOP}
"""The column above which runs cannot go on, where H does not stand between 12 and 1 like any other."""


class BitPlanes:
    """The planes of a search, so many high, and what is a neighbour of what where H stands as a mode says.

    A suit has a column for each rank; where H may be the last of a run or the first, one more: that of H as
    the first card, above which the circle goes on with the lowest rank.
    """

    def __init__(self, height: int, mode: str) -> None:
        self.height = height
        self.low = height <= 2
        """No more than two planes, as mostly: then sums and differences are one line each."""
        self.columns = columns = RANKS + (mode == "both")
        self._last = columns - 1
        self.width = width = SUITS * columns
        self.full = (1 << width) - 1
        self.carry = self.full if height > 1 else 0
        """What has a plane above the lowest one."""
        self.each = sum(1 << width * level for level in range(height))
        self.all = self.full * self.each
        self.first = sum(1 << columns * suit for suit in range(SUITS))
        """The first column of each suit, on the lowest plane."""
        bottom = self.first * self.each
        self.lane = ((1 << columns) - 1) * self.each
        """The columns of the first suit, on every plane."""
        self.size = width * height
        self.ranked = bottom << self.size | bottom
        """The first column of each suit, on every plane of two sets."""
        self._bottom, self._rest, self._tops = bottom, self.all ^ bottom, bottom << columns - 1
        self._below = self.all ^ self._tops
        # Over a wall nothing is a neighbour: the last rank of the line has none above it.
        wall = WALLS.get(mode)
        self._rising = self.all if wall is None else self.all ^ (bottom << wall)
        self._falling = self.all if wall is None else self.all ^ (bottom << (wall + 1) % columns)
        self.happy = bottom << TOP if mode == "both" else 0
        """H as the last card of runs, where it may be the first as well."""

    def up(self, mask: int) -> int:
        """Everything a column higher."""
        mask &= self._rising
        return mask << 1 & self._rest | mask >> self._last & self._bottom

    def down(self, mask: int) -> int:
        """Everything a column lower."""
        mask &= self._falling
        return mask >> 1 & self._below | mask << self._last & self._tops

    def total(self, one: int, other: int) -> int:
        """The sums of two, as far as the planes go."""
        found = one | other
        if self.low:
            return found | (one & other & self.carry) << self.width
        if other < one:
            one, other = other, one  # the lower of both has the fewer planes to go through
        width, each = self.width, self.each
        for _ in range(1, self.height):
            some = one & self.full
            if not some:
                break
            other <<= width
            found |= some * each & other
            one >>= width
        return found & self.all

    def rest(self, one: int, other: int) -> int:
        """How many of the first are left beside the second, as an upper bound; `excess` is the lower one."""
        if not other:
            return one
        found = one
        width, full, each = self.width, self.full, self.each
        if self.low:
            return one & (one >> width | ~((other & full) * each)) & ~((other >> width) * each)
        for _ in range(self.height):
            some = other & full
            if not some:
                break
            one >>= width
            found &= one | ~(some * each)
            other >>= width
        return found

    def excess(self, one: int, other: int) -> int:
        """By how much the first is more than the second."""
        if not one & ~other:
            return 0
        width, full, each = self.width, self.full, self.each
        found = one & ~((other & full) * each)
        if self.low:
            return found | one >> width & ~((other >> width) * each)
        for _ in range(1, self.height):
            one >>= width
            if not one:
                break
            other >>= width
            found |= one & ~((other & full) * each)
        return found

    def folded(self, mask: int) -> int:
        """The columns that a mask has on any plane."""
        found = 0
        while mask:
            found |= mask & self.full
            mask >>= self.width
        return found

    def ranks(self, mask: int) -> int:
        """The ranks that a mask has in any suit, on any plane, as places of a lane."""
        found, columns = self.folded(mask), self.columns
        return (found | found >> columns | found >> 2 * columns | found >> 3 * columns) & LANE

    def planes(self, cards: CardSet) -> int:
        """A set of cards with these columns, H where it is the last of a run."""
        if self.columns == RANKS:
            return cards
        found = level = 0
        while cards:
            for suit in range(SUITS):
                found |= (cards >> RANKS * suit & LANE) << self.columns * suit + level
            cards >>= FACES
            level += self.width
        return found

    def cards(self, mask: int) -> CardSet:
        """The same the other way: cards of the ranks alone."""
        if self.columns == RANKS:
            return mask
        found = level = 0
        while mask:
            for suit in range(SUITS):
                found |= (mask >> self.columns * suit & LANE) << RANKS * suit + level
            mask >>= self.width
            level += FACES
        return found

    def counts(self, mask: int, suit: int) -> tuple[int, ...]:
        """How many there are of each column of a suit."""
        base = suit * self.columns
        if not mask & self.lane << base:
            return (0,) * self.columns
        return tuple([(mask >> base + column & self.each).bit_count() for column in range(self.columns)])

    # Where H has two columns, its copies are shared between them.

    def as_cards(self, runs: int) -> int:
        """What lies in runs, H as one card."""
        happy = self.happy
        return self.total(runs & ~(happy << 1), runs >> 1 & happy) if happy else runs

    def of_both(self, cards: int) -> int:
        """Cards, H in both its columns."""
        return cards | (cards & self.happy) << 1

    def other_happy(self, runs: int) -> int:
        """In each column of H what the other one has, and nothing elsewhere."""
        return (runs & self.happy) << 1 | runs >> 1 & self.happy


@lru_cache(maxsize=64)
def circle_for(height: int, mode: str) -> BitPlanes:
    """The planes, shared by all searches."""
    return BitPlanes(height, mode)

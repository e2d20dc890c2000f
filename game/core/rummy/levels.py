"""Counts of all 52 faces as one number each, so that one step of a proof looks at the whole board.

A count is a thermometer: level ``k`` is a mask of the faces that have more than ``k``, and all levels stand
one above the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress, product

from game.core.rummy.framing import FACES
from game.core.rummy.melds import RANKS, SUITS, TOP
from game.core.rummy.spread import Four, sets_hold

FULL = (1 << FACES) - 1
BOTTOM = sum(1 << RANKS * suit for suit in range(SUITS))
"""The first rank of each suit."""
REMEMBERED = 4_000
"""Answers that one table keeps, some 300 bytes each."""


class Levels:
    """Thermometers of all faces, so many levels high, on the circle of a mode.

    Args:
        height: how many levels.
        happy_mode: where the circle is open.
    """

    def __init__(self, height: int, happy_mode: str) -> None:
        self.height = height
        self.each = sum(1 << FACES * level for level in range(height))
        """One face on all levels; a mask times this is the mask on all levels."""
        self._high = [self.each & (1 << FACES * level) - 1 for level in range(height + 1)]
        self.all = FULL * self.each
        self.bottom = BOTTOM * self.each
        self._rest = self.all ^ self.bottom
        self._tops = self.bottom << TOP
        self._below = self.all ^ self._tops
        # Over a wall nothing is a neighbour: the last rank of the line has none above it.
        last = {"high": TOP, "low": TOP - 1}.get(happy_mode)
        self._rising = self.all if last is None else self.all ^ (self.bottom << last)
        self._falling = self.all if last is None else self.all ^ (self.bottom << (last + 1) % RANKS)

    def up(self, mask: int) -> int:
        """Everything a rank higher."""
        mask &= self._rising
        return mask << 1 & self._rest | mask >> TOP & self.bottom

    def down(self, mask: int) -> int:
        """Everything a rank lower."""
        mask &= self._falling
        return mask >> 1 & self._below | mask << TOP & self._tops

    def stacked(self, counts: Sequence[int]) -> int:
        """Counts of the faces as thermometers, as far as the levels go."""
        high = self._high
        mask = 0
        for face in compress(range(FACES), counts):
            mask |= high[min(counts[face], self.height)] << face
        return mask

    def counts(self, mask: int) -> list[int]:
        """Thermometers as counts of the faces."""
        return [(mask >> face & self.each).bit_count() for face in range(FACES)]

    def total(self, one: int, other: int) -> int:
        """The sums of two, as far as the levels go."""
        found = one | other
        for level in range(1, self.height):
            some = one >> FACES * (level - 1) & FULL
            if not some:
                break
            found |= some * self.each & other << FACES * level
        return found & self.all

    def rest(self, one: int, other: int) -> int:
        """How many are left of the first when the second is taken away."""
        found = one
        for level in range(self.height):
            some = other >> FACES * level & FULL
            if not some:
                break
            found &= one >> FACES * (level + 1) | ~(some * self.each)
        return found

    def excess(self, one: int, other: int) -> int:
        """By how much the first is more than the second."""
        found = one & ~((other & FULL) * self.each)
        for level in range(1, self.height):
            one >>= FACES
            if not one:
                break
            found |= one & ~((other >> FACES * level & FULL) * self.each)
        return found


@lru_cache(maxsize=64)
def levels_for(height: int, happy_mode: str) -> Levels:
    """The levels, shared by all proofs."""
    return Levels(height, happy_mode)


class Kinds(dict[tuple[int, int], "tuple[int, int] | None"]):
    """What fits in the sets of one rank: (at least, at most) -> the same narrowed, None where nothing fits.

    Masks are those of `Levels`, moved down to the first rank.
    """

    def __init__(self, room: Four, height: int, *, kinds: bool) -> None:
        super().__init__()
        fours = _fours(height, kinds=kinds)
        if any(room):
            joins = list(product(*(range(min(free, height) + 1) for free in room)))
            sums = {
                (four[0] + a, four[1] + b, four[2] + c, four[3] + d) for four in fours for a, b, c, d in joins
            }
            fours = [four for four in sums if max(four) <= height]
        self._all = (1 << len(fours)) - 1
        self._bits = [
            (
                1 << FACES * level + RANKS * suit,
                sum(1 << number for number, four in enumerate(fours) if four[suit] > level),
            )
            for level in range(height)
            for suit in range(SUITS)
        ]

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int] | None:
        least, most = key
        left = self._all
        for bit, those in self._bits:
            if least & bit:
                left &= those
            if not most & bit:
                left &= ~those
        found = None
        if left:
            found = (
                sum(bit for bit, those in self._bits if not left & ~those),
                sum(bit for bit, those in self._bits if left & those),
            )
        if len(self) >= REMEMBERED:
            self.clear()
        self[key] = found
        return found


@lru_cache(maxsize=64)
def _fours(height: int, *, kinds: bool) -> list[Four]:
    """How many cards of each suit can lie in new sets of one rank."""
    counts = range(height + 1)
    return [four for four in product(counts, counts, counts, counts) if sets_hold(four, kinds=kinds)]


@lru_cache(maxsize=1 << 8)
def kinds_for(room: Four, height: int, *, kinds: bool) -> Kinds:
    """The table of one rank, shared by all proofs."""
    return Kinds(room, height, kinds=kinds)


def bits(mask: int) -> Iterator[int]:
    """The bits of a mask, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def folded(mask: int) -> int:
    """The faces that a mask has on any level."""
    faces = 0
    while mask:
        faces |= mask & FULL
        mask >>= FACES
    return faces

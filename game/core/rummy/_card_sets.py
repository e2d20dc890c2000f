"""Multisets of cards as integers, for searches.

A `CardSet` is a thermometer code: its lowest plane, 52 bits, holds the faces that are there at least once,
the next plane those that are there twice, and so on; a face is suit times 13 plus rank, as in
`MeldBook.face`. Equal sets are equal numbers, `int.bit_count` is the number of cards, and one operation
handles all faces at once. A joker on the table counts as the card that it represents.

A `BitPlanes` is the same for the solver: planes, and the neighbours in runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

CardSet = int

RANK_COUNT = 13
SUIT_COUNT = 4
TOP_RANK = RANK_COUNT - 1  # last rank of the circle: the happy card, or the king
FACE_COUNT = RANK_COUNT * SUIT_COUNT
FULL_SET = (1 << FACE_COUNT) - 1  # every face once
SUIT_MASK = (1 << RANK_COUNT) - 1  # the ranks of the first suit
FIRST_RANKS_MASK = sum(1 << RANK_COUNT * suit for suit in range(SUIT_COUNT))  # the first rank of each suit
PLANE_COUNT = 8  # more than the possible copies of a face, jokers included
EACH_PLANE_MASK = sum(
    1 << FACE_COUNT * plane for plane in range(PLANE_COUNT)
)  # the first face on every plane


def bits(mask: int) -> Iterator[int]:
    """Yields the set bits of a mask as powers of two, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def of_faces(faces: Iterable[int]) -> CardSet:
    """Set of these faces, which may repeat."""
    cards = 0
    for face in faces:
        bit = 1 << face
        while cards & bit:
            bit <<= FACE_COUNT
        cards |= bit
    return cards


@lru_cache(maxsize=1 << 13)
def of_pile(pile: tuple[int, ...]) -> CardSet:
    """Cached `of_faces` for a pile."""
    return of_faces(pile)


def count(cards: CardSet, face: int) -> int:
    """Number of copies of a face."""
    return (cards >> face & EACH_PLANE_MASK).bit_count()


def faces(cards: CardSet) -> Iterator[int]:
    """Yields the face numbers, ascending, each once for every copy."""
    for bit in bits(cards & FULL_SET):
        face = bit.bit_length() - 1
        for _ in range(count(cards, face)):
            yield face


def plus(cards: CardSet, added: CardSet) -> CardSet:
    """Sum of two sets: the copies of each face in both added up."""
    total = cards | added
    while cards and added:
        added <<= FACE_COUNT
        total |= (cards & FULL_SET) * EACH_PLANE_MASK & added
        cards >>= FACE_COUNT
    return total


def minus(cards: CardSet, removed: CardSet) -> CardSet:
    """Difference of two sets; cards of ``removed`` that are not in ``cards`` are ignored."""
    rest = cards
    while removed:
        cards >>= FACE_COUNT
        mask = (removed & FULL_SET) * EACH_PLANE_MASK
        rest = rest & ~mask | cards & mask
        removed >>= FACE_COUNT
    return rest


def is_run(faces: Sequence[int]) -> bool:
    """True if a legal pile, given as faces, is a run and not a set."""
    return faces[0] % RANK_COUNT != faces[1] % RANK_COUNT


def are_near(face: int, other_face: int) -> bool:
    """True if two faces can be in one set, or in a run with at most one card between them."""
    apart = (face - other_face) % RANK_COUNT
    return not apart or (
        face // RANK_COUNT == other_face // RANK_COUNT and min(apart, RANK_COUNT - apart) <= 2
    )


def threes(cards: CardSet, face: int) -> int:
    """Number of piles of three different cards that a card could make with two of these."""
    suit, rank = face - face % RANK_COUNT, face % RANK_COUNT
    below2, below, above, above2 = (cards >> suit + (rank + step) % RANK_COUNT & 1 for step in (-2, -1, 1, 2))
    others = (cards >> rank & FIRST_RANKS_MASK & ~(1 << suit)).bit_count()
    return (below2 & below) + (below & above) + (above & above2) + others * (others - 1) // 2


RUN_END_COLUMNS = {"high": TOP_RANK, "low": TOP_RANK - 1, "both": TOP_RANK}
"""Column after which runs end, for the modes in which H is not between 12 and 1 like any other rank."""


class BitPlanes:
    """Planes of a search, and the neighbours in runs for a happy mode.

    A suit has a column for each rank; if H may be the last or first card of a run, one more: H as the first
    card, which is followed on the circle by the lowest rank.
    """

    def __init__(self, height: int, mode: str) -> None:
        self.height = height
        self.low = height <= 2  # at most two planes, the usual case: sums and differences are one line each
        self.columns = columns = RANK_COUNT + (mode == "both")
        self._last = columns - 1
        self.width = width = SUIT_COUNT * columns
        self.full = (1 << width) - 1
        self.carry = self.full if height > 1 else 0  # bits that have a plane above the lowest one
        self.each = sum(1 << width * level for level in range(height))
        self.all = self.full * self.each
        # the first column of each suit, on the lowest plane
        self.first = sum(1 << columns * suit for suit in range(SUIT_COUNT))
        bottom = self.first * self.each
        self.lane = ((1 << columns) - 1) * self.each  # the columns of the first suit, on every plane
        self.size = width * height
        # the first column of each suit, on every plane of two sets
        self.ranked = bottom << self.size | bottom
        self._bottom, self._rest, self._tops = bottom, self.all ^ bottom, bottom << columns - 1
        self._below = self.all ^ self._tops
        # There are no neighbours across a wall.
        wall = RUN_END_COLUMNS.get(mode)
        self._rising = self.all if wall is None else self.all ^ (bottom << wall)
        self._falling = self.all if wall is None else self.all ^ (bottom << (wall + 1) % columns)
        # H as the last card of runs, if it may be the first too
        self.happy = bottom << TOP_RANK if mode == "both" else 0

    def up(self, mask: int) -> int:
        """Mask with everything one column higher, round the circle but not across a wall."""
        mask &= self._rising
        return mask << 1 & self._rest | mask >> self._last & self._bottom

    def down(self, mask: int) -> int:
        """Mask with everything one column lower, round the circle but not across a wall."""
        mask &= self._falling
        return mask >> 1 & self._below | mask << self._last & self._tops

    def total(self, first: int, second: int) -> int:
        """Sum of two masks: copies of each face in both, at most the number of planes."""
        result = first | second
        if self.low:
            return result | (first & second & self.carry) << self.width
        if second < first:
            first, second = second, first  # the lower of both has fewer planes to go through
        width, each = self.width, self.each
        for _ in range(1, self.height):
            mask = first & self.full
            if not mask:
                break
            second <<= width
            result |= mask * each & second
            first >>= width
        return result & self.all

    def rest(self, first: int, second: int) -> int:
        """Mask of the counts of ``first`` minus ``second`` by column, at least 0, for upper bounds."""
        if not second:
            return first
        result = first
        width, full, each = self.width, self.full, self.each
        if self.low:
            return first & (first >> width | ~((second & full) * each)) & ~((second >> width) * each)
        for _ in range(self.height):
            mask = second & full
            if not mask:
                break
            first >>= width
            result &= first | ~(mask * each)
            second >>= width
        return result

    def excess(self, first: int, second: int) -> int:
        """Mask of the counts of ``first`` minus ``second`` by column, at least 0, for lower bounds."""
        if not first & ~second:
            return 0
        width, full, each = self.width, self.full, self.each
        result = first & ~((second & full) * each)
        if self.low:
            return result | first >> width & ~((second >> width) * each)
        for _ in range(1, self.height):
            first >>= width
            if not first:
                break
            second >>= width
            result |= first & ~((second & full) * each)
        return result

    def columns_of(self, mask: int) -> int:
        """Columns that a mask has on any plane, as a mask of the lowest plane."""
        result = 0
        while mask:
            result |= mask & self.full
            mask >>= self.width
        return result

    def ranks(self, mask: int) -> int:
        """Ranks that a mask has in any suit, on any plane, as bits of a lane."""
        result, columns = self.columns_of(mask), self.columns
        return (result | result >> columns | result >> 2 * columns | result >> 3 * columns) & SUIT_MASK

    def planes(self, cards: CardSet) -> int:
        """Convert a card set to planes, with H as the last card of a run."""
        if self.columns == RANK_COUNT:
            return cards
        result = level = 0
        while cards:
            for suit in range(SUIT_COUNT):
                result |= (cards >> RANK_COUNT * suit & SUIT_MASK) << self.columns * suit + level
            cards >>= FACE_COUNT
            level += self.width
        return result

    def cards(self, mask: int) -> CardSet:
        """Convert planes to a card set; drops the extra column of H."""
        if self.columns == RANK_COUNT:
            return mask
        result = level = 0
        while mask:
            for suit in range(SUIT_COUNT):
                result |= (mask >> self.columns * suit & SUIT_MASK) << RANK_COUNT * suit + level
            mask >>= self.width
            level += FACE_COUNT
        return result

    def counts(self, mask: int, suit: int) -> tuple[int, ...]:
        """Number of cards in each column of a suit."""
        base = suit * self.columns
        if not mask & self.lane << base:
            return (0,) * self.columns
        return tuple([(mask >> base + column & self.each).bit_count() for column in range(self.columns)])

    # If H has two columns, they share its copies.

    def as_cards(self, runs: int) -> int:
        """Cards in runs, with both columns of H added up in the first."""
        happy = self.happy
        return self.total(runs & ~(happy << 1), runs >> 1 & happy) if happy else runs

    def of_both(self, cards: int) -> int:
        """Cards, with those in the first column of H in its second column too."""
        return cards | (cards & self.happy) << 1

    def other_happy(self, runs: int) -> int:
        """Content of each H column moved to the other one; empty elsewhere."""
        return (runs & self.happy) << 1 | runs >> 1 & self.happy


@lru_cache(maxsize=64)
def circle_for(height: int, mode: str) -> BitPlanes:
    """Shared `BitPlanes` for a number of planes and a happy mode."""
    return BitPlanes(height, mode)

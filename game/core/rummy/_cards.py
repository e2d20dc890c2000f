"""Sets of cards as one number each: who asks what can lie asks it of these.

A `CardSet` is a thermometer: its lowest plane, 52 bits, holds the faces that are there at least once, the
next plane those that are there twice, and so on; a face is suit times 13 plus rank, as in `MeldBook.face`.
Equal sets are equal numbers, `int.bit_count` is how many cards there are, and one step of a search is done to
all faces at once. A joker on the table is the card that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress

from game.core.rummy.melds import RANKS, SUITS, MeldBook

CardSet = int

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


def counted(book: MeldBook, cards: Iterable[str]) -> CardSet:
    """Cards by their texts, none of them a joker without a face."""
    return of_faces(book.face[card] for card in cards)


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


def of_counts(counts: Sequence[int]) -> CardSet:
    """So many copies of each face."""
    return sum(((1 << FACES * counts[face]) - 1) // FULL << face for face in compress(range(FACES), counts))


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


def threes(cards: CardSet, face: int) -> int:
    """How many piles of three, no card twice, a card could make with two of these."""
    suit, rank = face - face % RANKS, face % RANKS
    below2, below, above, above2 = (cards >> suit + (rank + step) % RANKS & 1 for step in (-2, -1, 1, 2))
    others = (cards >> rank & BOTTOM & ~(1 << suit)).bit_count()
    return (below2 & below) + (below & above) + (above & above2) + others * (others - 1) // 2


def has_company(book: MeldBook, cards: CardSet, face: int) -> bool:
    """Whether a card could make a pile of three at all with two of these."""
    if threes(cards, face):
        return True
    return book.variety.sets_repeat_suits and (cards >> face % RANKS & BOTTOM * EACH).bit_count() > 1

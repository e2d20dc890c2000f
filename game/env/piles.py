"""Every pile that a rummy can have, numbered, and cards as bits: a thousand are looked at in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.core.cards import JOKER
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, MeldBook, Pile

FACES = RANKS * SUITS
_ALL = (1 << FACES) - 1


class Cards(NamedTuple):
    """Cards without jokers, of which there are two of each at most; bit f is face f of the `MeldBook`."""

    once: int = 0
    twice: int = 0
    """Those that are there twice."""

    def more(self, other: Cards) -> Cards:
        """These and the others."""
        once, twice = self.once | other.once, self.twice | self.once & other.once
        return Cards(once, twice | other.twice)

    def less(self, other: Cards) -> Cards:
        """These without the others, which are among them."""
        once, twice = self
        for gone in other:
            second = twice & gone
            once, twice = once & ~(gone & ~second), twice & ~second
        return Cards(once, twice)

    def within(self, other: Cards) -> bool:
        """Whether all of these are among the others."""
        return not (self.once & ~other.once or self.twice & ~other.twice)

    def counts(self) -> NDArray[np.uint8]:
        """How many there are of each face; not to be written to."""
        return _counts(self.once, self.twice)

    def size(self) -> int:
        """How many cards these are."""
        return self.once.bit_count() + self.twice.bit_count()


@lru_cache(maxsize=1 << 10)
def _counts(once: int, twice: int) -> NDArray[np.uint8]:
    """Counted once while a turn is made, in which a hand is looked at again and again."""
    both = np.frombuffer(once.to_bytes(7, "little") + twice.to_bytes(7, "little"), np.uint8).reshape(2, 7)
    first, second = np.unpackbits(both, axis=1, count=FACES, bitorder="little")
    counts: NDArray[np.uint8] = first + second
    counts.flags.writeable = False
    return counts


def cards_of(faces: Iterable[int]) -> Cards:
    """The cards of these faces."""
    once = twice = 0
    for face in faces:
        bit = 1 << face
        once, twice = once | bit, twice | once & bit
    return Cards(once, twice)


def faces_in(mask: int) -> Iterator[int]:
    """The faces of a mask, lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class Laid(NamedTuple):
    """A pile on the table."""

    kind: int
    """Its number in the `PileBook`."""
    wild: int = 0
    """The faces for which jokers stand."""


class Growth(NamedTuple):
    """What a pile becomes with one card more."""

    kind: int
    bit: int
    """The card."""


class PileBook:
    """The legal piles of a rummy under its options, in an order of their own: runs, then sets.

    Attributes:
        faces: for each pile its faces, sorted.
        cards: for each pile the same as `Cards`.
        once: the same as an array of bits, and what is there twice in ``twice``.
        growths: for each pile what it may become, and all cards that do it in ``wanted``.
        lines: for each pile how many cards it has of each face; one column more is empty.
    """

    def __init__(self, book: MeldBook) -> None:
        self.book = book
        runs = [
            tuple(suit * RANKS + rank for rank in range(RANKS) if mask >> rank & 1)
            for suit in range(SUITS)
            for mask in sorted(book.run_masks)
        ]
        self.faces: tuple[tuple[int, ...], ...] = (*runs, *_sets(repeated=book.variety.sets_repeat_suits))
        self.number = {faces: kind for kind, faces in enumerate(self.faces)}
        self.cards = tuple(map(cards_of, self.faces))
        self.once = np.array([cards.once for cards in self.cards], np.uint64)
        self.twice = np.array([cards.twice for cards in self.cards], np.uint64)
        self.lines = np.zeros((len(self.faces), FACES + 1), np.int16)
        for kind, faces in enumerate(self.faces):
            for face in faces:
                self.lines[kind, face] += 1
        self.growths = tuple(map(self._growths, self.faces))
        self.wanted = tuple(sum({growth.bit for growth in growths}) for growths in self.growths)
        self._read: dict[Pile, Laid] = {}

    def within(self, once: int, twice: int) -> NDArray[np.bool_]:
        """Which piles can be made of some cards, told as those of `Cards`."""
        lacking = (self.once & np.uint64(~once & _ALL)) | (self.twice & np.uint64(~twice & _ALL))
        found: NDArray[np.bool_] = lacking == 0
        return found

    def _growths(self, faces: tuple[int, ...]) -> tuple[Growth, ...]:
        found = []
        for face in range(FACES):
            kind = self.number.get(tuple(sorted((*faces, face))))
            if kind is not None:
                found.append(Growth(kind, 1 << face))
        return tuple(found)

    def __len__(self) -> int:
        return len(self.faces)

    def read(self, pile: Pile) -> Laid:
        """A pile of card texts, jokers with their faces."""
        found = self._read.get(pile)
        if found is None:
            face = self.book.face
            kind = self.number[tuple(sorted(face[card] for card in pile))]
            wild = sum(1 << face[card] for card in pile if card.startswith(JOKER))
            found = self._read[pile] = Laid(kind, wild)
        return found

    def write(self, laid: Laid) -> Pile:
        """The pile as card texts."""
        names = self.book.pack.cards
        return tuple(
            f"{JOKER}={names[face]}" if laid.wild >> face & 1 else names[face]
            for face in self.faces[laid.kind]
        )

    def natural(self, laid: Laid) -> Cards:
        """The cards of a pile that are no jokers."""
        once, twice = self.cards[laid.kind]
        return Cards(once & ~laid.wild, twice)

    def label(self, kind: int) -> str:
        """The cards of a pile, as people read them."""
        return " ".join(self.book.ordered(self.write(Laid(kind))))


def _sets(*, repeated: bool) -> list[tuple[int, ...]]:
    """The sets of all ranks: any three to eight cards with two of each at most, or three or four suits."""
    found = []
    most = 2 if repeated else 1
    for rank in range(RANKS):
        for counts in product(range(most + 1), repeat=SUITS):
            if sum(counts) >= MIN_MELD:
                pile = Counter({suit * RANKS + rank: count for suit, count in enumerate(counts)})
                found.append(tuple(sorted(pile.elements())))
    return found


@cache
def pile_book(book: MeldBook) -> PileBook:
    """The piles of a book, made once."""
    return PileBook(book)

"""A rummy position as the search sees it: piles and hand as numbers, read and checked, and written again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from game.core.cards import JOKER
from game.core.rummy.framing import FACES, Meter, Task
from game.core.rummy.layout import Faces, is_run
from game.core.rummy.melds import RANKS, SUITS, MeldBook, Pile

MOST_COPIES = 7
"""More copies of one face, jokers included, the search does not take; two decks have six at most."""


@dataclass(frozen=True, slots=True)
class Board:
    """A legal table and a hand."""

    book: MeldBook
    piles: tuple[Pile, ...]
    """The table's piles in reading order."""
    faces: tuple[tuple[int, ...], ...]
    """The same as face numbers."""
    hand: tuple[int, ...]
    """How many of each face the hand holds."""
    jokers: int
    """How many jokers the hand holds."""
    need: tuple[int, ...] = (0,) * FACES
    """How many of each face of the hand have to be laid."""
    need_jokers: int = 0
    """How many of its jokers have to be laid."""
    meter: Meter | None = None
    """What searches on this board are charged to, `None` where they are not limited."""

    @property
    def size(self) -> int:
        """How many cards the hand holds."""
        return sum(self.hand) + self.jokers

    def must(self, kept: Collection[int] = ()) -> list[int]:
        """How many of each face lie on the table, but for the kept piles."""
        return _counts(pile for number, pile in enumerate(self.faces) if number not in kept)

    def with_piles(self, changed: dict[int, Pile]) -> Board:
        """The board with some piles written anew."""
        piles = [self.book.ordered(changed.get(number, pile)) for number, pile in enumerate(self.piles)]
        return replace(self, piles=tuple(piles), faces=_numbers(self.book, piles))

    def with_hand(self, hand: Sequence[int], jokers: int) -> Board:
        """The board with another hand; of the cards that it lacks, those that had to be laid are."""
        need = self.need
        if any(need):
            need = tuple(
                min(need, max(0, need - old + new))
                for need, old, new in zip(self.need, self.hand, hand, strict=True)
            )
        need_jokers = min(self.need_jokers, max(0, self.need_jokers - self.jokers + jokers))
        return replace(self, hand=tuple(hand), jokers=jokers, need=need, need_jokers=need_jokers)

    def with_need(self, cards: Iterable[str]) -> Board:
        """The board on which these cards of the hand have to be laid."""
        held = Counter(cards)
        need = tuple(held[card] for card in self.book.pack.cards)
        return replace(self, need=need, need_jokers=held[JOKER])

    def task(self, kept: Collection[int] = ()) -> Task:
        """What the search has to do if the kept piles stay as they are, but may be added to."""
        ends, starts, room = [0] * FACES, [0] * FACES, [0] * FACES
        kinds = not self.book.variety.sets_repeat_suits
        for number in kept:
            pile = self.faces[number]
            if not is_run(pile):
                for face in range(pile[0] % RANKS, FACES, RANKS):
                    if not kinds:
                        room[face] = MOST_COPIES
                    elif len(pile) < SUITS and face not in pile:
                        room[face] += 1
            elif len(pile) < RANKS:  # the whole circle can grow no more
                starts[pile[0]] += 1
                ends[pile[-1]] += 1
        every_run = [number for number, pile in enumerate(self.faces) if is_run(pile)]
        runs = [self.faces[number] for number in every_run if number not in kept]
        return Task(
            kinds=kinds,
            happy_mode=self.book.happy_mode,
            must=list(map(int.__add__, self.must(kept), self.need)),
            may=list(map(int.__sub__, self.hand, self.need)),
            runs=runs,
            home=_counts(runs),
            ends=ends,
            starts=starts,
            kept=_counts(self.faces[number] for number in every_run if number in kept),
            room=room,
            wild=self.jokers,
            meter=self.meter,
        )

    def dressed(self, new: Iterable[Sequence[int]]) -> list[list[str]]:
        """Face numbers as cards: jokers of the table stay in what is left of their pile where they can.

        Faces that neither table nor hand can give become jokers.
        """
        cards = self.book.pack.cards
        if not self.jokers and not any(card.startswith(JOKER) for pile in self.piles for card in pile):
            return [[cards[face] for face in pile] for pile in new]
        piles = [list(pile) for pile in new]
        left = [set(pile) for pile in piles]  # where there are jokers no pile shows a card twice
        pool = Counter(chain(*self.piles))
        for card, held in zip(cards, self.hand, strict=True):
            if held:
                pool[card] += held
        dressed: list[list[str]] = [[] for _ in piles]
        for texts, faces in zip(self.piles, self.faces, strict=True):
            if not any(card.startswith(JOKER) for card in texts):
                continue
            own = set(faces)
            home = max(range(len(piles)), key=lambda number: len(own & left[number]))
            for text, face in zip(texts, faces, strict=True):
                if face in left[home]:
                    left[home].remove(face)
                    pool[text] -= 1
                    dressed[home].append(text)
        for pile, free, out in zip(piles, left, dressed, strict=True):
            for face in pile:
                if face not in free:
                    continue
                card, joker = cards[face], f"{JOKER}={cards[face]}"
                # A joker of the table first: it has to stay, while the hand may keep its card.
                text = card if pool.get(joker, 0) <= 0 < pool.get(card, 0) else joker
                pool[text] -= 1
                out.append(text)
        return dressed


def read_board(book: MeldBook, table: Sequence[Sequence[str]], hand: Sequence[str]) -> Board:
    """Read and check a position.

    Raises:
        ValueError: a card that the game has not, or a pile that is not legal.
    """
    piles = tuple(book.ordered(pile) for pile in table)
    for pile in piles:
        if not book.is_meld(pile):
            raise ValueError(f"{','.join(pile) or 'An empty pile'} is not a legal pile of {book.game}.")
    held = Counter(hand)
    jokers = held.pop(JOKER, 0) if book.pack.jokers else 0
    for card in held:
        if card not in book.pack.rank:
            raise ValueError(f"{card!r} is not a card of a hand of {book.game}.")
    counts = tuple(held[card] for card in book.pack.cards)
    board = Board(book, piles, _numbers(book, piles), counts, jokers)
    for card, on_table, in_hand in zip(book.pack.cards, board.must(), counts, strict=True):
        # Counts have three bits in the codes of the lanes and of what is left over.
        if on_table + in_hand + jokers > MOST_COPIES:
            raise ValueError(f"There are more cards {card} here than two decks have.")
    return board


def _numbers(book: MeldBook, piles: Iterable[Pile]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(book.face[card] for card in pile) for pile in piles)


def _counts(piles: Iterable[Iterable[int]]) -> list[int]:
    counts = [0] * FACES
    for pile in piles:
        for face in pile:
            counts[face] += 1
    return counts


def contained(old: Sequence[Sequence[int]], new: Sequence[Faces]) -> set[int]:
    """Which old piles lie whole in a new one, at most one in each."""
    free = [Counter(pile) for pile in new]
    found = set()
    # The long ones first, each to the smallest pile that holds it: short ones find a place more easily.
    for number in sorted(range(len(old)), key=lambda number: -len(old[number])):
        pile = Counter(old[number])
        # The first question is soon answered, and mostly with no.
        fits = [place for place, other in enumerate(free) if pile.keys() <= other.keys() and pile <= other]
        if fits:
            found.add(number)
            free[min(fits, key=lambda place: free[place].total())].clear()
    return found

"""A rummy position as input for the solver: piles and hand as numbers, read and checked.

`SolverInput.find_table` runs the solver and turns its result back into cards: those of the table stay in the
rest of their pile if they can, and room is found for the jokers of the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from typing import TypeVar

from game.core.cards import JOKER
from game.core.rummy._card_sets import FACE_COUNT, CardSet, count, minus, of_faces, of_pile, plus
from game.core.rummy._solver import MeldProblem, Solver, WorkLimit
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile, to_card_set

T = TypeVar("T", str, int)
Piles = list[list[str]]

MAX_COPIES = 7  # limit for the search, jokers included; two decks have six at most


@dataclass(frozen=True, slots=True)
class SolverInput:
    """A legal table and a hand."""

    book: MeldBook
    piles: tuple[Pile, ...]  # in reading order
    faces: tuple[tuple[int, ...], ...]  # the piles as face numbers
    hand: CardSet  # without jokers
    jokers: int  # number of jokers in the hand
    need: CardSet = 0  # cards of the hand that must be laid
    need_jokers: int = 0  # number of jokers that must be laid
    limit: WorkLimit | None = None  # charged by searches; None for no limit

    @property
    def size(self) -> int:
        """Number of cards in the hand, jokers included."""
        return self.hand.bit_count() + self.jokers

    def with_piles(self, piles: Iterable[Sequence[str]]) -> SolverInput:
        """Return the board with other piles on the table, put in reading order."""
        ordered_piles = tuple(map(self.book.sort_pile, piles))
        return replace(self, piles=ordered_piles, faces=_numbers(self.book, ordered_piles))

    def with_hand(self, hand: CardSet, jokers: int) -> SolverInput:
        """Return the board with a smaller hand. Removed cards count as required ones first."""
        return replace(
            self,
            hand=hand,
            jokers=jokers,
            need=minus(self.need, minus(self.hand, hand)),
            need_jokers=min(self.need_jokers, max(0, self.need_jokers - self.jokers + jokers)),
        )

    def with_need(self, cards: Sequence[str]) -> SolverInput:
        """Return the board with these cards of the hand as the required ones."""
        plain = [card for card in cards if card != JOKER]
        return replace(self, need=to_card_set(self.book, plain), need_jokers=len(cards) - len(plain))

    def problem(self, frozen: Collection[int] = ()) -> MeldProblem:
        """Solver problem in which the piles of indices ``frozen`` stay together and may only be extended."""
        loose = [pile for number, pile in enumerate(self.faces) if number not in frozen]
        return MeldProblem(
            self.book,
            must=reduce(plus, map(of_pile, loose), self.need),
            may=minus(self.hand, self.need),
            jokers=self.jokers,
            frozen=[self.faces[number] for number in sorted(frozen)],
            loose=loose,
            charge=self.limit.spend if self.limit else None,
        )

    def can_keep(self, frozen: Collection[int], lost: int = 0) -> bool:
        """True if the piles of indices ``frozen`` can stay with at most ``lost`` hand cards left.

        Jokers are not counted.
        """
        return Solver(self.problem(frozen)).feasible(lost) is not None

    def find_table(self, frozen: Collection[int], lost: int = 0) -> Piles | None:
        """Table with the piles of indices ``frozen`` and at most ``lost`` hand cards left; None: impossible.

        Jokers are not counted in ``lost``; those that help no card are put in any pile with room.
        """
        solver = Solver(self.problem(frozen))
        split = solver.feasible(lost)
        if split is None:
            return None
        piles = self.to_cards(solver.melds(split))
        place_jokers(self, piles)
        return piles

    def to_cards(self, new: Iterable[Sequence[int]]) -> list[list[str]]:
        """Turn piles of face numbers into cards. Cards stay in the rest of their pile if they can.

        Faces that neither table nor hand can provide become jokers.
        """
        cards = self.book.pack.cards
        if not self.jokers and not any(card.startswith(JOKER) for pile in self.piles for card in pile):
            return [[cards[face] for face in pile] for pile in new]
        piles = [list(pile) for pile in new]
        left = [set(pile) for pile in piles]  # with jokers, no pile contains a card twice
        pool = Counter(chain(*self.piles))
        for face, card in enumerate(cards):
            if self.hand >> face & 1:
                pool[card] += count(self.hand, face)
        result: list[list[str]] = [[] for _ in piles]
        # Piles with jokers first: their jokers must stay, and no other card may take their place.
        has_no_joker = [not any(card.startswith(JOKER) for card in pile) for pile in self.piles]
        for number in sorted(range(len(self.piles)), key=has_no_joker.__getitem__):
            texts, faces = self.piles[number], self.faces[number]
            own_cards = set(faces)
            # Of equally good piles the shortest, because a longer one is the home of others.
            home = max(range(len(piles)), key=lambda n: (len(own_cards & left[n]), -len(piles[n])))
            for text, face in zip(texts, faces, strict=True):
                if face in left[home]:
                    left[home].remove(face)
                    pool[text] -= 1
                    result[home].append(text)
        for pile, free, out in zip(piles, left, result, strict=True):
            for face in pile:
                if face not in free:
                    continue
                card, joker = cards[face], f"{JOKER}={cards[face]}"
                # A joker of the table first: it must stay, while the hand may keep its card.
                text = card if pool.get(joker, 0) <= 0 < pool.get(card, 0) else joker
                pool[text] -= 1
                out.append(text)
        return result


def read_board(book: MeldBook, table: Sequence[Sequence[str]], hand: Sequence[str]) -> SolverInput:
    """Position as solver input; ValueError for an unknown card, too many copies or an illegal pile."""
    piles = tuple(book.sort_pile(pile) for pile in table)
    for pile in piles:
        if not book.is_meld(pile):
            raise ValueError(f"{','.join(pile) or 'An empty pile'} is not a legal pile of {book.game}.")
    hand_counts = Counter(hand)
    jokers = hand_counts.pop(JOKER, 0) if book.pack.jokers else 0
    for card in hand_counts:
        if card not in book.pack.rank:
            raise ValueError(f"{card!r} is not a card of a hand of {book.game}.")
    board = SolverInput(book, piles, _numbers(book, piles), to_card_set(book, hand_counts.elements()), jokers)
    all_cards = plus(of_faces(chain(*board.faces)), board.hand)
    if -(-all_cards.bit_length() // FACE_COUNT) + jokers > MAX_COPIES:
        card = book.pack.cards[(all_cards.bit_length() - 1) % FACE_COUNT]
        raise ValueError(f"There are more cards {card} here than two decks have.")
    return board


def _numbers(book: MeldBook, piles: Iterable[Pile]) -> tuple[tuple[int, ...], ...]:
    """Face numbers of each pile."""
    return tuple(tuple(book.face[card] for card in pile) for pile in piles)


def broken_piles(old: Sequence[Sequence[T]], new: Sequence[Sequence[T]]) -> frozenset[int]:
    """Indices of the old piles that are not part of one new pile. Each new pile can hold only one."""
    free = [Counter(pile) for pile in new]
    apart = set()
    # Long piles first, each in the smallest pile that fits: short ones find a place more easily.
    for number in sorted(range(len(old)), key=lambda number: -len(old[number])):
        pile = Counter(old[number])
        # The first comparison is cheap and mostly False.
        candidates = [
            place
            for place, candidate in enumerate(free)
            if pile.keys() <= candidate.keys() and pile <= candidate
        ]
        if candidates:
            free[min(candidates, key=lambda place: free[place].total())].clear()
        else:
            apart.add(number)
    return frozenset(apart)


def place_jokers(board: SolverInput, piles: Piles) -> int:
    """Add the hand's jokers not used yet to ``piles``, in place; return the number without room."""
    jokers = board.jokers and board.jokers - jokers_of(piles) + jokers_of(board.piles)
    while jokers:
        for pile in piles:
            faces = board.book.fitting_texts(JOKER, pile)
            if faces:
                pile.append(faces[0])
                jokers -= 1
                break
        else:
            if jokers < MIN_MELD:
                break
            # A meld of jokers alone may show cards that are on the table already.
            piles.append([f"{JOKER}={face}" for face in ("AD", "AH", "AS")])
            jokers -= MIN_MELD
    return jokers


def size_of(piles: Sequence[Sequence[str]]) -> int:
    """Number of cards in some piles."""
    return sum(map(len, piles))


def jokers_of(piles: Sequence[Sequence[str]]) -> int:
    """Number of jokers in some piles."""
    return sum(card.startswith(JOKER) for pile in piles for card in pile)

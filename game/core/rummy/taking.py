"""Taking jokers off the table (rules.md, Jokers).

A joker is taken by laying the card it stands for from the hand in its place; it must then lie in a new trick
of taken jokers and cards of the hand alone. So taking is settled before the search: which jokers are taken,
which new tricks hold them, and what the hand has left for the rest of the table, where nothing has changed
but that cards stand where jokers stood. Tricks of up to five cards are enough: a longer one is two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from game.core.cards import JOKER
from game.core.rummy.board import Board
from game.core.rummy.framing import FACES
from game.core.rummy.layout import is_run
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, Pile

LONGEST = 5

Offer = tuple[Board, list[list[str]]]
"""The board with what the hand has left, and new tricks of taken jokers."""


def redeclared(board: Board) -> Iterator[Board]:
    """The board; under ``any_missing`` also those with jokers of kinds of three as other missing suits."""
    yield board
    if board.book.joker_in_kind == "declared":
        return
    choices: list[list[tuple[int, Pile]]] = []
    for number, pile in enumerate(board.piles):
        jokers = sum(card.startswith(JOKER) for card in pile)
        if jokers and len(pile) == MIN_MELD and not is_run(board.faces[number]):
            cards = [card for card in pile if not card.startswith(JOKER)]
            kind = board.book.pack.cards[board.faces[number][0] % RANKS :: RANKS]
            missing = [f"{JOKER}={card}" for card in kind if card not in cards]
            choices.append([(number, (*cards, *faces)) for faces in combinations(missing, jokers)])
    seen = {_standing(board)}
    for change in product(*choices):
        other = board.with_piles(dict(change))
        if _standing(other) not in seen:
            seen.add(_standing(other))
            yield other


def _standing(board: Board) -> Pile:
    """What the jokers on the table stand for."""
    return tuple(sorted(card for pile in board.piles for card in pile if card.startswith(JOKER)))


@dataclass(frozen=True, slots=True)
class _Trick:
    """Hand cards that make a new trick together with some jokers."""

    faces: tuple[int, ...]
    jokers: int
    pile: Pile


@dataclass(frozen=True, slots=True)
class Payment:
    """Jokers that may be taken together: the board with their cards in their place, and their number."""

    board: Board
    taken: int

    def relaxed(self) -> Board:
        """The board if taken jokers came to the hand."""
        return self.board.with_hand(self.board.hand, self.board.jokers + self.taken)

    @property
    def size(self) -> int:
        """How many cards the hand had before it paid."""
        return self.board.size + self.taken

    def offers(self) -> Iterator[Offer]:
        """Every choice of new tricks."""
        found: dict[tuple[int, tuple[int, ...]], list[list[str]]] = {}
        tricks = list(_tricks(self.board, self.board.jokers + self.taken))
        self._extend(tricks, list(self.board.hand), 0, [], found)
        # Those that lay most first: a high value rules the others out the sooner.
        for jokers, hand in sorted(found, key=lambda rest: sum(rest[1])):
            yield self.board.with_hand(hand, jokers), found[jokers, hand]

    def _extend(
        self,
        tricks: Sequence[_Trick],
        hand: list[int],
        used: int,
        laid: list[_Trick],
        found: dict[tuple[int, tuple[int, ...]], list[list[str]]],
    ) -> None:
        if self.board.meter:
            self.board.meter.spend(len(tricks))
        jokers = self.board.jokers + self.taken - used
        if used >= self.taken:
            # One way is enough: what can be laid then depends on what the hand has left alone.
            found.setdefault((jokers, tuple(hand)), [list(trick.pile) for trick in laid])
        if len(laid) == self.taken:  # each new trick holds one of them at least
            return
        for number, trick in enumerate(tricks):
            if trick.jokers > jokers or any(not hand[face] for face in trick.faces):
                continue
            for face in trick.faces:
                hand[face] -= 1
            # From this one on: the same tricks in another order are no other choice.
            self._extend(tricks[number:], hand, used + trick.jokers, [*laid, trick], found)
            for face in trick.faces:
                hand[face] += 1


def payments(board: Board) -> Iterator[Payment]:
    """Every choice of jokers that the hand has the cards for."""
    standing = Counter(board.book.face[card] for card in _standing(board))
    faces = [face for face in standing if board.hand[face]]
    for counts in product(*(range(min(standing[face], board.hand[face]) + 1) for face in faces)):
        taken = Counter(dict(zip(faces, counts, strict=True)))
        if not taken.total():
            continue
        hand = [held - taken[face] for face, held in enumerate(board.hand)]
        changed = {}
        todo = taken.copy()
        for number, pile in enumerate(board.piles):
            cards = list(pile)
            for place, card in enumerate(pile):
                face = board.book.face[card]
                if card.startswith(JOKER) and todo[face]:
                    todo[face] -= 1
                    cards[place] = board.book.pack.cards[face]
                    changed[number] = tuple(cards)
        yield Payment(board.with_piles(changed).with_hand(hand, board.jokers), taken.total())


def _tricks(board: Board, jokers: int) -> Iterator[_Trick]:
    """The new tricks of up to five cards with a joker, once for each choice of hand cards and jokers."""
    cards = board.book.pack.cards
    for rank in range(RANKS):
        kind = range(rank, FACES, RANKS)
        held = [face for face in kind if board.hand[face]]
        for size in range(1, SUITS):
            for faces in combinations(held, size):
                spare = [face for face in kind if face not in faces]
                for more in range(max(1, MIN_MELD - size), min(SUITS - size, jokers) + 1):
                    yield _trick(cards, faces, spare[:more])
    for suit, rank in product(range(SUITS), range(RANKS)):
        window = [suit * RANKS + (rank + step) % RANKS for step in range(LONGEST)]
        # From a card of the hand on: a joker below it could as well lie above the last one, round the circle.
        if not board.hand[window[0]]:
            continue
        held = [face for face in window[1:] if board.hand[face]]
        for size in range(LONGEST - 1):
            for others in combinations(held, size):
                faces = (window[0], *others)
                yield from _runs(cards, faces, window, jokers)
    for size in range(MIN_MELD, min(LONGEST, jokers) + 1):
        yield _trick(cards, (), range(size))


def _runs(cards: Sequence[str], faces: tuple[int, ...], window: list[int], jokers: int) -> Iterator[_Trick]:
    span = window.index(faces[-1]) + 1
    for length in range(max(MIN_MELD, span, len(faces) + 1), min(LONGEST, len(faces) + jokers) + 1):
        yield _trick(cards, faces, [face for face in window[:length] if face not in faces])


def _trick(cards: Sequence[str], faces: tuple[int, ...], wild: Sequence[int]) -> _Trick:
    pile = (*(cards[face] for face in faces), *(f"{JOKER}={cards[face]}" for face in wild))
    return _Trick(faces, len(wild), pile)

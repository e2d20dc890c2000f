"""What may become of jokers in one play: what they stand for, and which are taken (rules.md, Jokers).

A new board does not say which joker is which, so the question for `joker_fault` is whether any story explains
it. In a story each old joker either is *kept*, under the face it may be read as, or is *taken*: its card was
paid from the hand. Taken jokers lie in new tricks, of taken jokers, jokers from the hand, and hand cards that
paid for nothing. Jokers from the hand are free. With at most four jokers the stories are few, and trying all
is exact.

For the arranger taking is settled before the search (`payments`): which jokers are taken, which new tricks
hold them, and what the hand has left for the rest of the table, where nothing has changed but that cards
stand where jokers stood. Tricks of up to five cards are enough: a longer one is two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product

from game.core.cards import JOKER
from game.core.rummy._board import Board
from game.core.rummy._cards import FACES, RANKS, SUITS, CardSet, count, minus, of_faces
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile
from game.core.rummy.table import Table

_FACE = len(JOKER) + 1


class Fault(StrEnum):
    """What is wrong with the jokers of a new board."""

    FACE = "joker_face"
    """A joker changed the card it stands for, and that card was not paid from the hand."""
    NOT_NEW = "joker_not_in_new_trick"
    """A joker was paid for, but lies in no trick made of jokers and unspent hand cards alone."""


def joker_fault(book: MeldBook, old: Table, new: Table, laid: Sequence[str]) -> Fault | None:
    """What is wrong with the jokers of a new board, if anything.

    Args:
        book: the legal tricks under the match's options.
        old: the board before the play.
        new: a board of legal tricks with all cards of the old one, and as many jokers at least.
        laid: the cards other than jokers that came from the hand.
    """
    shown = Counter(face for pile in new for face in faces(pile))
    holders = [pile for pile in new if faces(pile)]
    purse = Counter(laid)
    fault = Fault.FACE
    for kept, paid in _stories(book, old):
        if not (paid <= purse and kept <= shown):
            continue
        if _settles(kept, paid, shown, holders, purse):
            return None
        # It pays for all of them; what it lacks is a new trick.
        fault = Fault.NOT_NEW
    return fault


def faces(pile: Sequence[str]) -> Pile:
    """The cards that the jokers of a trick stand for."""
    return tuple(card[_FACE:] for card in pile if "=" in card)


def _stories(book: MeldBook, old: Table) -> Iterator[tuple[Counter[str], Counter[str]]]:
    """The faces of the jokers that are kept and of those that are taken, in every possible way."""
    for readings in product(*(map(faces, book.readings(pile)) for pile in old if faces(pile))):
        read = [face for reading in readings for face in reading]
        for taken in product((False, True), repeat=len(read)):
            yield (
                Counter(face for face, gone in zip(read, taken, strict=True) if not gone),
                Counter(face for face, gone in zip(read, taken, strict=True) if gone),
            )


def _settles(
    kept: Counter[str], paid: Counter[str], shown: Counter[str], holders: list[Pile], purse: Counter[str]
) -> bool:
    """Whether some of the tricks with jokers can be the new ones where the taken jokers lie."""
    for chosen in product((False, True), repeat=len(holders)):
        fresh = [pile for pile, new in zip(holders, chosen, strict=True) if new]
        inside = Counter(face for pile in fresh for face in faces(pile))
        spent = paid + Counter(card for pile in fresh for card in pile if "=" not in card)
        if inside.total() >= paid.total() and spent <= purse and kept <= shown - inside:
            return True
    return False


def payable(wanted: Mapping[int, Sequence[str]], purse: Sequence[str]) -> set[int]:
    """Which jokers the cards of a purse pay for, as many as can be, the first ones first.

    Any one of the cards that are wanted for a joker pays for it.
    """
    held = Counter(purse)
    paid: set[int] = set()
    for joker in wanted:
        if _pays([wanted[other] for other in (*paid, joker)], held):
            paid.add(joker)
    return paid


def _pays(wanted: Sequence[Sequence[str]], held: Counter[str]) -> bool:
    if not wanted:
        return True
    for card in wanted[0]:
        if held[card]:
            held[card] -= 1
            rest = _pays(wanted[1:], held)
            held[card] += 1
            if rest:
                return True
    return False


LONGEST = 5

Offer = tuple[Board, list[list[str]]]
"""The board with what the hand has left, and new tricks of taken jokers."""


def redeclared(board: Board) -> Iterator[Board]:
    """The board; under ``any_missing`` also those with jokers of kinds of three as other missing suits."""
    yield board
    if board.book.joker_in_kind == "declared":
        return
    seen = {_standing(board)}
    face = board.book.face
    ways = [
        sorted(board.book.readings(pile), key=lambda pile: sorted(face[card] for card in faces(pile)))
        for pile in board.piles
    ]
    for piles in product(*ways):
        other = board.with_piles(dict(enumerate(piles)))
        if _standing(other) not in seen:
            seen.add(_standing(other))
            yield other


def _standing(board: Board) -> Pile:
    """What the jokers on the table stand for."""
    return tuple(sorted(card for pile in board.piles for card in pile if card.startswith(JOKER)))


@dataclass(frozen=True, slots=True)
class _Trick:
    """Hand cards that make a new trick together with some jokers."""

    cards: CardSet
    jokers: int
    pile: Pile


@dataclass(frozen=True, slots=True)
class JokerExchange:
    """Jokers that may be taken together: the board with their cards in their place, and their number."""

    board: Board
    taken: int

    @property
    def size(self) -> int:
        """How many cards the hand had before it paid."""
        return self.board.size + self.taken

    def offers(self) -> Iterator[Offer]:
        """Every way to lay the taken jokers, told apart by what the hand has left."""
        found: dict[tuple[int, CardSet], list[list[str]]] = {}
        tricks = list(_tricks(self.board, self.board.jokers + self.taken))
        self._extend(tricks, self.board.hand, 0, [], found)
        # Those that lay most first: a high value rules the others out the sooner.
        for jokers, hand in sorted(found, key=lambda rest: rest[1].bit_count()):
            yield self.board.with_hand(hand, jokers), found[jokers, hand]

    def _extend(
        self,
        tricks: Sequence[_Trick],
        hand: CardSet,
        used: int,
        laid: list[_Trick],
        found: dict[tuple[int, CardSet], list[list[str]]],
    ) -> None:
        if self.board.limit:
            self.board.limit.spend(len(tricks))
        jokers = self.board.jokers + self.taken - used
        if used >= self.taken:
            # One way is enough: what can be laid then depends on what the hand has left alone.
            found.setdefault((jokers, hand), [list(trick.pile) for trick in laid])
        if len(laid) == self.taken:  # each new trick holds one of them at least
            return
        for number, trick in enumerate(tricks):
            if trick.jokers <= jokers and not trick.cards & ~hand:
                rest = minus(hand, trick.cards)
                # From this one on: the same tricks in another order are no other choice.
                self._extend(tricks[number:], rest, used + trick.jokers, [*laid, trick], found)


def payments(board: Board) -> Iterator[JokerExchange]:
    """Every choice of jokers that the hand has the cards for."""
    standing = Counter(board.book.face[card] for card in _standing(board))
    faces = [face for face in standing if board.hand >> face & 1]
    for counts in product(*(range(min(standing[face], count(board.hand, face)) + 1) for face in faces)):
        taken = Counter(dict(zip(faces, counts, strict=True)))
        if not taken.total():
            continue
        hand = minus(board.hand, of_faces(taken.elements()))
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
        yield JokerExchange(board.with_piles(changed).with_hand(hand, board.jokers), taken.total())


def _tricks(board: Board, jokers: int) -> Iterator[_Trick]:
    """The new tricks of up to five cards with a joker, once for each choice of hand cards and jokers."""
    cards = board.book.pack.cards
    for rank in range(RANKS):
        kind = range(rank, FACES, RANKS)
        held = [face for face in kind if board.hand >> face & 1]
        for size in range(1, SUITS):
            for faces in combinations(held, size):
                spare = [face for face in kind if face not in faces]
                for more in range(max(1, MIN_MELD - size), min(SUITS - size, jokers) + 1):
                    yield _trick(cards, faces, spare[:more])
    for suit, rank in product(range(SUITS), range(RANKS)):
        window = [suit * RANKS + (rank + step) % RANKS for step in range(LONGEST)]
        # From a card of the hand on: a joker below it could as well lie above the last one, round the circle.
        if not board.hand >> window[0] & 1:
            continue
        held = [face for face in window[1:] if board.hand >> face & 1]
        for size in range(LONGEST - 1):
            for others in combinations(held, size):
                faces = (window[0], *others)
                shortest = max(MIN_MELD, window.index(faces[-1]) + 1, len(faces) + 1)
                for length in range(shortest, min(LONGEST, len(faces) + jokers) + 1):
                    yield _trick(cards, faces, [face for face in window[:length] if face not in faces])
    for size in range(MIN_MELD, min(LONGEST, jokers) + 1):
        yield _trick(cards, (), range(size))


def _trick(cards: Sequence[str], faces: tuple[int, ...], wild: Sequence[int]) -> _Trick:
    pile = (*(cards[face] for face in faces), *(f"{JOKER}={cards[face]}" for face in wild))
    return _Trick(of_faces(faces), len(wild), pile)

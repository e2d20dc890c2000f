"""What may become of jokers in one play: what they stand for, and which are taken (rules.md, Jokers).

One story is told of the jokers of a table, by two questions: how are they read (`table_readings`), and which
of them do cards of the hand pay for (`takings`)? Those that are not taken are *kept*, under the face that
they are read as. Taken ones lie in new tricks, of taken jokers, jokers from the hand, and hand cards that
paid for nothing. Jokers from the hand are free. With at most four jokers the stories are few, and trying all
is exact.

A new board does not say which joker is which, so `joker_fault` judges it by asking whether any story explains
it. For the arranger the same stories are settled before the search (`redeclared`, `payments`): which jokers
are taken, which new tricks hold them, and what the hand has left for the rest of the table, where nothing has
changed but that cards stand where jokers stood. Tricks of up to five cards are enough: a longer one is two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from itertools import combinations, compress, product
from typing import NamedTuple

from game.core.cards import JOKER
from game.core.rummy._card_sets import FACES, RANKS, CardSet, faces, is_run, minus, of_faces, plus
from game.core.rummy._solver_input import SolverInput
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile, to_card_set
from game.core.rummy.table import Table


class JokerError(StrEnum):
    """What is wrong with the jokers of a new board."""

    FACE = "joker_face"
    """A joker changed the card it stands for, and that card was not paid from the hand."""
    NOT_NEW = "joker_not_in_new_trick"
    """A joker was paid for, but lies in no trick made of jokers and unspent hand cards alone."""


def table_readings(book: MeldBook, table: Table) -> Iterator[Table]:
    """The table; under ``any_missing`` also with jokers of kinds of three as other missing suits."""
    yield table
    if book.joker_in_kind == "declared":
        return
    seen = {standing(book, table)}
    ways = [sorted(book.readings(pile), key=lambda way: sorted(_wild(book, way))) for pile in table]
    for piles in product(*ways):
        if (now := standing(book, piles)) not in seen:
            seen.add(now)
            yield piles


def standing(book: MeldBook, piles: Iterable[Pile]) -> CardSet:
    """What the jokers of some piles stand for."""
    return of_faces(face for pile in piles for face in _wild(book, pile))


def _wild(book: MeldBook, pile: Pile) -> list[int]:
    return [book.face[card] for card in pile if card.startswith(JOKER)]


def are_bound(book: MeldBook, table: Table, hand: Sequence[str]) -> bool:
    """Whether the jokers of a table stay what they are: none can be read otherwise, or taken by a hand."""
    stand, own = standing(book, table), to_card_set(book, (card for card in hand if card != JOKER))
    return not stand or (book.joker_in_kind == "declared" and not stand & own)


def takings(book: MeldBook, stand: CardSet, purse: CardSet) -> Iterator[CardSet]:
    """Every choice, of what jokers stand for, of cards that a purse has to take them with; none first."""
    # A purse has as many of each face as both have; told in the order of their texts.
    most = Counter(faces(stand & purse))
    payable = sorted(most, key=book.pack.cards.__getitem__)
    for counts in product(*(range(most[face] + 1) for face in payable)):
        yield of_faces(face for face, times in zip(payable, counts, strict=True) for _ in range(times))


def joker_fault(book: MeldBook, old: Table, new: Table, laid: Sequence[str]) -> JokerError | None:
    """What is wrong with the jokers of a new board, if anything.

    Args:
        book: the legal tricks under the match's options.
        old: the board before the play.
        new: a board of legal tricks with all cards of the old one, and as many jokers at least.
        laid: the cards other than jokers that came from the hand.
    """
    shown, purse = standing(book, new), to_card_set(book, laid)
    holders = [
        (wild, to_card_set(book, (card for card in pile if not card.startswith(JOKER))))
        for pile in new
        if (wild := standing(book, [pile]))
    ]
    fault = JokerError.FACE
    for read in table_readings(book, old):
        stand = standing(book, read)
        for paid in takings(book, stand, purse):
            kept = minus(stand, paid)
            if kept & ~shown:
                continue
            # It pays for all of them; what it may lack is new tricks where the taken ones lie.
            for chosen in product((False, True), repeat=len(holders)):
                fresh = list(compress(holders, chosen))
                inside = reduce(plus, (wild for wild, _ in fresh), 0)
                spent = reduce(plus, (cards for _, cards in fresh), paid)
                enough = inside.bit_count() >= paid.bit_count()
                if enough and not spent & ~purse and not kept & ~minus(shown, inside):
                    return None
            fault = JokerError.NOT_NEW
    return fault


def redeclared(board: SolverInput) -> Iterator[SolverInput]:
    """The board as its jokers may be read, as it stands first."""
    for piles in table_readings(board.book, board.piles):
        yield board if piles is board.piles else board.with_piles(piles)


LONGEST = 5

Offer = tuple[SolverInput, list[list[str]]]
"""The board with what the hand has left, and new tricks of taken jokers."""


class _NewMeld(NamedTuple):
    """Hand cards that make a new trick together with some jokers."""

    cards: CardSet
    jokers: int
    pile: Pile


@dataclass(frozen=True, slots=True)
class JokerExchange:
    """Jokers that may be taken together: the board with their cards in their place, and their number."""

    board: SolverInput
    taken: int

    @property
    def size(self) -> int:
        """How many cards the hand had before it paid."""
        return self.board.size + self.taken

    def offers(self) -> Iterator[Offer]:
        """Every way to lay the taken jokers, told apart by what the hand has left."""
        board = self.board
        found: dict[tuple[int, CardSet], list[list[str]]] = {}

        def extend(tricks: list[_NewMeld], hand: CardSet, jokers: int, laid: list[list[str]]) -> None:
            if board.limit:
                board.limit.spend(len(tricks))
            if jokers <= board.jokers:
                # One way is enough: what can be laid then depends on what the hand has left alone.
                found.setdefault((jokers, hand), laid)
            # Each new trick holds one of the taken jokers at least.
            for number, trick in enumerate(tricks if len(laid) < self.taken else ()):
                if trick.jokers <= jokers and not trick.cards & ~hand:
                    rest = minus(hand, trick.cards)
                    # From this one on: the same tricks in another order are no other choice.
                    extend(tricks[number:], rest, jokers - trick.jokers, [*laid, list(trick.pile)])

        most = board.jokers + self.taken
        extend(_tricks(board, most), board.hand, most, [])
        # Those that lay most first: a high value rules the others out the sooner.
        for jokers, hand in sorted(found, key=lambda rest: rest[1].bit_count()):
            yield board.with_hand(hand, jokers), found[jokers, hand]


def payments(board: SolverInput) -> Iterator[JokerExchange]:
    """Every choice of jokers that the hand has the cards for."""
    cards = board.book.pack.cards
    for paid in takings(board.book, standing(board.book, board.piles), board.hand):
        owed = Counter(f"{JOKER}={cards[face]}" for face in faces(paid))
        piles: list[list[str]] = []
        for pile in board.piles:
            piles.append([])
            for card in pile:
                piles[-1].append(card.partition("=")[2] if owed[card] > 0 else card)
                owed[card] -= 1
        if paid:
            rest = board.with_piles(piles).with_hand(minus(board.hand, paid), board.jokers)
            yield JokerExchange(rest, paid.bit_count())


def _tricks(board: SolverInput, jokers: int) -> list[_NewMeld]:
    """The new tricks of up to five cards with a joker, once for each choice of hand cards and jokers."""
    texts = board.book.pack.cards
    found: dict[tuple[CardSet, int], tuple[object, Pile]] = {}
    for meld in board.book.within(board.hand, jokers):
        held = [face for face in meld.faces if board.hand >> face & 1]
        run, first = is_run(meld.faces), meld.faces[0]
        # A run begins with a card of the hand: a joker below it could as well lie above its last one.
        if len(meld.faces) > LONGEST or not held or (run and held[0] != first):
            continue
        begin = first if run else first % RANKS
        for size in range(max(1, len(meld.faces) - jokers), min(len(held) + 1, len(meld.faces))):
            for own in combinations(held, size):
                wild = [face for face in meld.faces if face not in own]
                key = sum(1 << face for face in own), len(wild)
                if key not in found and (not run or own[0] == first):
                    pile = (*(texts[face] for face in own), *(f"{JOKER}={texts[face]}" for face in wild))
                    # Kinds before runs, those of fewer cards of the hand first.
                    found[key] = (run, begin, size, [(face - begin) % FACES for face in own], len(wild)), pile
    for size in range(MIN_MELD, min(LONGEST, jokers) + 1):
        found[0, size] = (True, FACES, size), tuple(f"{JOKER}={card}" for card in texts[:size])
    return [_NewMeld(*key, pile) for key, (_, pile) in sorted(found.items(), key=lambda one: one[1])]

"""Jokers in one play: the cards they represent, and which are taken (rules.md, Jokers).

The jokers of a table raise two questions: how are they read (`table_readings`), and which of them do cards of
the hand pay for (`takings`)? Jokers that are not taken are *kept*, under the face that they are read as.
Taken ones go into new tricks, made of taken jokers, jokers from the hand, and hand cards that paid for
nothing. Jokers from the hand are free. With at most four jokers there are few combinations, so trying all is
exact.

A new board does not show which joker is which, so `joker_fault` checks if any combination explains it. For
the arranger the same combinations are enumerated before the search (`joker_readings`, `payments`): which
jokers are taken, which new tricks hold them, and what the hand has left for the rest of the table, where the
only change is that cards replace jokers. Tricks of up to five cards are enough, because a longer one is two.
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
from game.core.rummy._card_sets import FACE_COUNT, RANK_COUNT, CardSet, faces, is_run, minus, of_faces, plus
from game.core.rummy._solver_input import SolverInput
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile, to_card_set
from game.core.rummy.table import Table


class JokerError(StrEnum):
    """Fault of the jokers on a new board."""

    FACE = "joker_face"
    """A joker changed its face, and the old face was not paid from the hand."""
    NOT_NEW = "joker_not_in_new_trick"
    """A joker was paid for, but is in no trick of only jokers and unspent hand cards."""


def table_readings(book: MeldBook, table: Table) -> Iterator[Table]:
    """Yield the table, then under ``any_missing`` its readings with jokers as other missing suits."""
    yield table
    if book.joker_in_kind == "declared":
        return
    states = {standing(book, table)}
    ways = [sorted(book.readings(pile), key=lambda way: sorted(_joker_faces(book, way))) for pile in table]
    for piles in product(*ways):
        if (state := standing(book, piles)) not in states:
            states.add(state)
            yield piles


def standing(book: MeldBook, piles: Iterable[Pile]) -> CardSet:
    """Faces of the jokers in some piles, as a card set."""
    return of_faces(face for pile in piles for face in _joker_faces(book, pile))


def _joker_faces(book: MeldBook, pile: Pile) -> list[int]:
    """Faces of the jokers in a pile, in its order."""
    return [book.face[card] for card in pile if card.startswith(JOKER)]


def are_bound(book: MeldBook, table: Table, hand: Sequence[str]) -> bool:
    """True if a table has no jokers, or under ``declared`` the hand has no card to take one."""
    jokers, hand_cards = standing(book, table), to_card_set(book, (card for card in hand if card != JOKER))
    return not jokers or (book.joker_in_kind == "declared" and not jokers & hand_cards)


def takings(book: MeldBook, stand: CardSet, purse: CardSet) -> Iterator[CardSet]:
    """Yield sets of jokers (faces of ``stand``) that cards in ``purse`` can pay for, the empty one first."""
    # The intersection has the lower count of each face. In the order of their texts.
    available = Counter(faces(stand & purse))
    payable = sorted(available, key=book.pack.cards.__getitem__)
    for counts in product(*(range(available[face] + 1) for face in payable)):
        yield of_faces(face for face, times in zip(payable, counts, strict=True) for _ in range(times))


def joker_fault(book: MeldBook, old: Table, new: Table, paid_cards: Sequence[str]) -> JokerError | None:
    """Fault of the jokers on a new board, or `None`.

    Args:
        book: the legal tricks under the match's options.
        old: the board before the play.
        new: a board of legal tricks with all cards of the old one, and at least as many jokers.
        paid_cards: the cards other than jokers that came from the hand.
    """
    new_stand, purse = standing(book, new), to_card_set(book, paid_cards)
    holders = [
        (wild, to_card_set(book, (card for card in pile if not card.startswith(JOKER))))
        for pile in new
        if (wild := standing(book, [pile]))
    ]
    fault = JokerError.FACE
    for read in table_readings(book, old):
        stand = standing(book, read)
        for payment in takings(book, stand, purse):
            unpaid = minus(stand, payment)
            if unpaid & ~new_stand:
                continue
            # The payment is enough; check next that new tricks can hold the taken jokers.
            for chosen in product((False, True), repeat=len(holders)):
                fresh = list(compress(holders, chosen))
                inside = reduce(plus, (wild for wild, _ in fresh), 0)
                total = reduce(plus, (cards for _, cards in fresh), payment)
                enough = inside.bit_count() >= payment.bit_count()
                if enough and not total & ~purse and not unpaid & ~minus(new_stand, inside):
                    return None
            fault = JokerError.NOT_NEW
    return fault


def joker_readings(board: SolverInput) -> Iterator[SolverInput]:
    """Yield the board with each reading of its jokers, unchanged first."""
    for piles in table_readings(board.book, board.piles):
        yield board if piles is board.piles else board.with_piles(piles)


MAX_MELD_CARDS = 5

Offer = tuple[SolverInput, list[list[str]]]  # board with the remaining hand, and new tricks of taken jokers


class _NewMeld(NamedTuple):
    """A new trick of hand cards and some jokers."""

    cards: CardSet
    jokers: int
    pile: Pile


@dataclass(frozen=True, slots=True)
class JokerExchange:
    """Jokers that may be taken together: the board after the exchange, and their number."""

    board: SolverInput
    taken: int

    @property
    def size(self) -> int:
        """Number of cards in the hand before it paid, jokers included."""
        return self.board.size + self.taken

    def offers(self) -> Iterator[Offer]:
        """Yields (remaining board, new tricks) of each way to lay the taken jokers, largest plays first."""
        board = self.board
        offers: dict[tuple[int, CardSet], list[list[str]]] = {}

        def extend(tricks: list[_NewMeld], hand: CardSet, jokers: int, piles: list[list[str]]) -> None:
            """Note in ``offers`` states with all taken jokers laid, this first; may raise BudgetExceeded."""
            if board.limit:
                board.limit.spend(len(tricks))
            if jokers <= board.jokers:
                # One way is enough, because further plays depend only on the remaining hand.
                offers.setdefault((jokers, hand), piles)
            # Each new trick contains at least one of the taken jokers.
            for number, trick in enumerate(tricks if len(piles) < self.taken else ()):
                if trick.jokers <= jokers and not trick.cards & ~hand:
                    rest = minus(hand, trick.cards)
                    # From this one on, so that each combination of tricks is tried in one order only.
                    extend(tricks[number:], rest, jokers - trick.jokers, [*piles, list(trick.pile)])

        max_jokers = board.jokers + self.taken
        extend(_tricks(board, max_jokers), board.hand, max_jokers, [])
        # Largest plays first: a high value prunes the others sooner.
        for jokers, hand in sorted(offers, key=lambda rest: rest[1].bit_count()):
            yield board.with_hand(hand, jokers), offers[jokers, hand]


def payments(board: SolverInput) -> Iterator[JokerExchange]:
    """Yield an exchange for each non-empty choice of jokers that the hand can pay for."""
    cards = board.book.pack.cards
    for payment in takings(board.book, standing(board.book, board.piles), board.hand):
        debts = Counter(f"{JOKER}={cards[face]}" for face in faces(payment))
        piles: list[list[str]] = []
        for pile in board.piles:
            piles.append([])
            for card in pile:
                piles[-1].append(card.partition("=")[2] if debts[card] > 0 else card)
                debts[card] -= 1
        if payment:
            rest = board.with_piles(piles).with_hand(minus(board.hand, payment), board.jokers)
            yield JokerExchange(rest, payment.bit_count())


def _tricks(board: SolverInput, jokers: int) -> list[_NewMeld]:
    """New tricks of up to five cards with a joker, one for each choice of hand cards and jokers."""
    texts = board.book.pack.cards
    melds: dict[tuple[CardSet, int], tuple[object, Pile]] = {}
    for meld in board.book.melds_within(board.hand, jokers):
        hand_faces = [face for face in meld.faces if board.hand >> face & 1]
        run, first = is_run(meld.faces), meld.faces[0]
        # A run begins with a card of the hand: a joker before it could also go to its end.
        if len(meld.faces) > MAX_MELD_CARDS or not hand_faces or (run and hand_faces[0] != first):
            continue
        begin = first if run else first % RANK_COUNT
        for size in range(max(1, len(meld.faces) - jokers), min(len(hand_faces) + 1, len(meld.faces))):
            for hand_part in combinations(hand_faces, size):
                wild = [face for face in meld.faces if face not in hand_part]
                key = sum(1 << face for face in hand_part), len(wild)
                if key not in melds and (not run or hand_part[0] == first):
                    pile = (
                        *(texts[face] for face in hand_part),
                        *(f"{JOKER}={texts[face]}" for face in wild),
                    )
                    # Kinds before runs, those with fewer hand cards first.
                    melds[key] = (
                        (run, begin, size, [(face - begin) % FACE_COUNT for face in hand_part], len(wild)),
                        pile,
                    )
    for size in range(MIN_MELD, min(MAX_MELD_CARDS, jokers) + 1):
        melds[0, size] = (True, FACE_COUNT, size), tuple(f"{JOKER}={card}" for card in texts[:size])
    return [_NewMeld(*key, pile) for key, (_, pile) in sorted(melds.items(), key=lambda item: item[1])]

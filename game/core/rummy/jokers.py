"""Which fates the jokers on the board may meet in one play (rules.md, Jokers).

A new board does not say which joker is which, so the question is whether any story explains it. In a story
each old joker either is *kept*, under the face it may be read as, or is *taken*: its card was paid from the
hand. Taken jokers lie in new tricks, of taken jokers, jokers from the hand, and hand cards that paid for
nothing. Jokers from the hand are free. With at most four jokers the stories are few, and trying all is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import product

from game.core.cards import JOKER
from game.core.rummy.melds import MeldBook
from game.core.rummy.table import Pile, Table

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

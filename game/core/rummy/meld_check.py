"""What is to be said of a pile that somebody builds: whole, too short yet, or broken and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from game.core.cards import JOKER
from game.core.rummy._card_sets import RANKS, SUITS, TOP, of_faces
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile


class MeldStatus(StrEnum):
    """How a pile stands."""

    WHOLE = "whole"
    """A legal pile."""
    SHORT = "short"
    """Too few cards, but nothing wrong with them."""
    BROKEN = "broken"
    """No cards that are added make it a legal pile, or it breaks another rule."""


class MeldError(StrEnum):
    """Why a pile is broken."""

    MIXED = "mixed"
    """Neither one rank nor one suit; all its cards are told."""
    OTHER_SUIT = "other_suit"
    """A run, but for the told cards of other suits."""
    OTHER_RANK = "other_rank"
    """A set, but for the told cards of other ranks."""
    GAP = "gap"
    """A run that lacks the told cards."""
    RANK_TWICE = "rank_twice"
    """A run that holds the told cards more than once."""
    SUIT_TWICE = "suit_twice"
    """A kind that holds the told cards more than once."""
    TOO_MANY = "too_many"
    """A set with more cards than there are."""
    HAPPY = "happy"
    """A run that the told happy card may not close, by the option ``happy_mode``."""
    NO_FACE = "no_face"
    """A joker that stands for no card."""
    JOKER_FACE = "joker_face"
    """A joker of the table that stands for another card than it did; the told card has to pay for it."""
    JOKER_NOT_NEW = "joker_not_new"
    """A taken joker beside the told cards of the table, where only cards of the hand may lie."""
    NOT_IN = "not_in"
    """The told cards of the table were touched by a player who has not come in."""
    JOKER_COMING_IN = "joker_coming_in"
    """A joker in the trick to come in with."""


@dataclass(frozen=True, slots=True)
class MeldVerdict:
    """What is said of a pile."""

    status: MeldStatus
    error: MeldError | None = None
    """Why it is broken."""
    cards: Pile = ()
    """The cards that the error is about."""


WHOLE = MeldVerdict(MeldStatus.WHOLE)
SHORT = MeldVerdict(MeldStatus.SHORT)


def check_pile(book: MeldBook, pile: Sequence[str]) -> MeldVerdict:
    """What is to be said of a pile by its cards alone, in any order; a joker may lack its face."""
    return _judge(book, tuple(pile))


@lru_cache(maxsize=1 << 14)
def _judge(book: MeldBook, pile: Pile) -> MeldVerdict:
    bare = tuple(card for card in pile if card != JOKER)
    if len(bare) < len(pile):
        rest = _judge(book, bare)
        if rest.status is MeldStatus.BROKEN or len(pile) < MIN_MELD:
            return rest
        return MeldVerdict(MeldStatus.BROKEN, MeldError.NO_FACE, (JOKER,))
    if book.is_meld(pile):
        return WHOLE
    faces = [book.face[card] for card in pile]
    # One or two cards, or none, that are part of some meld of three.
    threes = (cards for cards in book.known if cards.bit_count() == MIN_MELD)
    if len(faces) < MIN_MELD and any(not of_faces(faces) & ~cards for cards in threes):
        return SHORT
    return _broken(book, faces)


def _broken(book: MeldBook, faces: Sequence[int]) -> MeldVerdict:
    suits, ranks = (
        Counter(face // RANKS for face in faces),
        Counter(face % RANKS for face in faces),
    )
    if len(ranks) == 1:
        if book.variety.sets_repeat_suits:
            return _error(book, MeldError.TOO_MANY, faces[2 * SUITS :])
        return _error(book, MeldError.SUIT_TWICE, _repeated(faces))
    if len(suits) == 1:
        repeated = _repeated(faces)
        return _error(book, MeldError.RANK_TWICE, repeated) if repeated else _gap(book, faces)
    suit, rank = suits.most_common(1)[0][0], ranks.most_common(1)[0][0]
    run = [face for face in faces if face // RANKS == suit]
    kind = [face for face in faces if face % RANKS == rank]
    sound = [_sound(book, run), _sound(book, kind)]
    if (sound[0], len(run)) > (sound[1], len(kind)):
        return _error(book, MeldError.OTHER_SUIT, [face for face in faces if face // RANKS != suit])
    if (sound[1], len(kind)) > (sound[0], len(run)):
        return _error(book, MeldError.OTHER_RANK, [face for face in faces if face % RANKS != rank])
    return _error(book, MeldError.MIXED, faces)


def _sound(book: MeldBook, faces: Sequence[int]) -> bool:
    """Whether some of the cards of a pile are a pile in the making by themselves."""
    verdict = check_pile(book, [book.pack.cards[face] for face in faces])
    return len(faces) > 1 and verdict.status is not MeldStatus.BROKEN


def _gap(book: MeldBook, faces: Sequence[int]) -> MeldVerdict:
    """What a run of different ranks lacks; or that H may not stand where it would have to."""
    base = faces[0] // RANKS * RANKS
    ranks = {face % RANKS for face in faces}
    spans = [[(start + step) % RANKS for step in range(_span(ranks, start))] for start in sorted(ranks)]
    shortest = min(spans, key=len)  # what is meant is what lacks least
    if len(shortest) >= MIN_MELD and of_faces(base + rank for rank in shortest) not in book.known:
        return _error(book, MeldError.HAPPY, [base + TOP])
    return _error(book, MeldError.GAP, [base + rank for rank in shortest if rank not in ranks])


def _span(ranks: set[int], start: int) -> int:
    """How many places of the circle from a start hold all the ranks."""
    return max((rank - start) % RANKS for rank in ranks) + 1


def _repeated(faces: Sequence[int]) -> list[int]:
    return sorted(face for face, times in Counter(faces).items() if times > 1)


def _error(book: MeldBook, error: MeldError, faces: Sequence[int]) -> MeldVerdict:
    return MeldVerdict(MeldStatus.BROKEN, error, tuple(book.pack.cards[face] for face in faces))

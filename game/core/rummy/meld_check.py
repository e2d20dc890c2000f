"""Verdict on a pile under construction: legal, still too short, or broken and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from game.core.cards import JOKER
from game.core.rummy._card_sets import RANK_COUNT, SUIT_COUNT, TOP_RANK, of_faces
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile


class MeldStatus(StrEnum):
    """Validity of a pile."""

    VALID = "whole"  # a legal pile
    INCOMPLETE = "short"  # too few cards, but part of a meld
    INVALID = "broken"  # cannot be completed to a legal pile, or breaks another rule


class MeldError(StrEnum):
    """Reason why a pile is broken. "These" are the cards of `MeldVerdict.cards`."""

    MIXED = "mixed"
    """Neither one rank nor one suit; these are all its cards."""
    OTHER_SUIT = "other_suit"
    """A run, except for these cards of other suits."""
    OTHER_RANK = "other_rank"
    """A set, except for these cards of other ranks."""
    GAP = "gap"
    """A run in which these cards are missing."""
    RANK_TWICE = "rank_twice"
    """A run that contains these cards more than once."""
    SUIT_TWICE = "suit_twice"
    """A kind that contains these cards more than once."""
    TOO_MANY = "too_many"
    """A set with more cards than the two decks have; these are too many."""
    HAPPY = "happy"
    """A run that this happy card may not close, by the option ``happy_mode``."""
    NO_FACE = "no_face"
    """A joker without a face."""
    JOKER_FACE = "joker_face"
    """A joker of the table that represents another card than before; this card must pay for it."""
    JOKER_NOT_NEW = "joker_not_new"
    """A taken joker together with these cards of the table, where only cards of the hand are allowed."""
    NOT_IN = "not_in"
    """These cards of the table were touched by a player who has not come in."""
    JOKER_COMING_IN = "joker_coming_in"
    """A joker in the meld to come in with."""


@dataclass(frozen=True, slots=True)
class MeldVerdict:
    """Verdict on a pile."""

    status: MeldStatus
    error: MeldError | None = None  # set if the status is broken
    cards: Pile = ()  # the cards that the error is about


VALID_MELD = MeldVerdict(MeldStatus.VALID)
INCOMPLETE_MELD = MeldVerdict(MeldStatus.INCOMPLETE)


def check_pile(book: MeldBook, pile: Sequence[str]) -> MeldVerdict:
    """Verdict on a pile by its cards alone, in any order; a joker may lack its face."""
    return _judge(book, tuple(pile))


@lru_cache(maxsize=1 << 14)
def _judge(book: MeldBook, pile: Pile) -> MeldVerdict:
    """Cached `check_pile`: valid, incomplete or broken."""
    bare = tuple(card for card in pile if card != JOKER)
    if len(bare) < len(pile):
        rest = _judge(book, bare)
        if rest.status is MeldStatus.INVALID or len(pile) < MIN_MELD:
            return rest
        return MeldVerdict(MeldStatus.INVALID, MeldError.NO_FACE, (JOKER,))
    if book.is_meld(pile):
        return VALID_MELD
    faces = [book.face[card] for card in pile]
    # One or two cards that are part of a meld of three.
    threes = (cards for cards in book.known if cards.bit_count() == MIN_MELD)
    if len(faces) < MIN_MELD and any(not of_faces(faces) & ~cards for cards in threes):
        return INCOMPLETE_MELD
    return _judge_broken(book, faces)


def _judge_broken(book: MeldBook, faces: Sequence[int]) -> MeldVerdict:
    """Verdict on a pile that is broken: the error, and the cards that it is about."""
    suits, ranks = (
        Counter(face // RANK_COUNT for face in faces),
        Counter(face % RANK_COUNT for face in faces),
    )
    if len(ranks) == 1:
        if book.variety.sets_repeat_suits:
            return _error(book, MeldError.TOO_MANY, faces[2 * SUIT_COUNT :])
        return _error(book, MeldError.SUIT_TWICE, _repeated_faces(faces))
    if len(suits) == 1:
        repeated = _repeated_faces(faces)
        return _error(book, MeldError.RANK_TWICE, repeated) if repeated else _judge_gap(book, faces)
    suit, rank = suits.most_common(1)[0][0], ranks.most_common(1)[0][0]
    run = [face for face in faces if face // RANK_COUNT == suit]
    kind = [face for face in faces if face % RANK_COUNT == rank]
    sound = [_is_sound(book, run), _is_sound(book, kind)]
    if (sound[0], len(run)) > (sound[1], len(kind)):
        return _error(book, MeldError.OTHER_SUIT, [face for face in faces if face // RANK_COUNT != suit])
    if (sound[1], len(kind)) > (sound[0], len(run)):
        return _error(book, MeldError.OTHER_RANK, [face for face in faces if face % RANK_COUNT != rank])
    return _error(book, MeldError.MIXED, faces)


def _is_sound(book: MeldBook, faces: Sequence[int]) -> bool:
    """True if two or more cards of a pile would be an unfinished or legal pile without the others."""
    verdict = check_pile(book, [book.pack.cards[face] for face in faces])
    return len(faces) > 1 and verdict.status is not MeldStatus.INVALID


def _judge_gap(book: MeldBook, faces: Sequence[int]) -> MeldVerdict:
    """Verdict on cards of one suit and different ranks: a gap with its cards, or a misplaced H."""
    base = faces[0] // RANK_COUNT * RANK_COUNT
    ranks = {face % RANK_COUNT for face in faces}
    spans = [[(start + step) % RANK_COUNT for step in range(_span(ranks, start))] for start in sorted(ranks)]
    shortest = min(spans, key=len)  # assume the span that lacks least
    if len(shortest) >= MIN_MELD and of_faces(base + rank for rank in shortest) not in book.known:
        return _error(book, MeldError.HAPPY, [base + TOP_RANK])
    return _error(book, MeldError.GAP, [base + rank for rank in shortest if rank not in ranks])


def _span(ranks: set[int], start: int) -> int:
    """Number of places on the circle from ``start`` up to the last of the ranks."""
    return max((rank - start) % RANK_COUNT for rank in ranks) + 1


def _repeated_faces(faces: Sequence[int]) -> list[int]:
    """Faces that occur more than once, each listed once, ascending."""
    return sorted(face for face, times in Counter(faces).items() if times > 1)


def _error(book: MeldBook, error: MeldError, faces: Sequence[int]) -> MeldVerdict:
    """Verdict that a pile is broken, by this error of these faces."""
    return MeldVerdict(MeldStatus.INVALID, error, tuple(book.pack.cards[face] for face in faces))

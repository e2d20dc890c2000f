"""How the piles of a draft stand, with what depends on more than one pile: jokers, and coming in."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.cards import JOKER
from game.core.rummy.guises import guises, payable
from game.core.rummy.jokers import joker_fault
from game.core.rummy.judging import Fault, Health, Verdict, judge
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.pieces import DraftPile, Piece, told


def readings(book: MeldBook, start: Sequence[DraftPile]) -> dict[int, Pile]:
    """The cards that each joker of the table may be read as without being taken, its own face first."""
    found: dict[int, Pile] = {}
    for pile in start:
        if not any(piece.joker for piece in pile.pieces):
            continue
        ways = book.readings(pile.texts)
        for place, piece in enumerate(pile.pieces):
            if piece.joker:
                faces = [way[place].partition("=")[2] for way in ways]
                found[piece.key] = tuple(dict.fromkeys(faces))
    return found


def taken(readings: dict[int, Pile], piles: Sequence[DraftPile], lifted: Sequence[Piece] = ()) -> set[int]:
    """The jokers of the table that stand for another card than they may be read as, or for none."""
    pieces = (*lifted, *(piece for pile in piles for piece in pile.pieces))
    return {piece.key for piece in pieces if piece.key in readings and piece.face not in readings[piece.key]}


def free_jokers(book: MeldBook, start: Sequence[DraftPile], piles: Sequence[DraftPile]) -> set[int]:
    """The jokers that may stand for any card: those of the hand, and those of the table that are paid for.

    A joker of the table is paid for by its card from the hand, which must not lie beside a taken joker.
    """
    pieces = [piece for pile in piles for piece in pile.pieces]
    free = {piece.key for piece in pieces if piece.joker and piece.own}
    read = readings(book, start)
    if not read:
        return free
    gone = taken(read, piles)
    purse = [
        piece.text
        for pile in piles
        if not any(piece.key in gone for piece in pile.pieces)
        for piece in pile.pieces
        if piece.own and not piece.joker
    ]
    for key in read:
        others = [other for other in read if other in gone and other != key]
        # Last in line, for cards pay first for the jokers that are taken already.
        if key in payable({other: read[other] for other in (*others, key)}, purse):
            free.add(key)
    return free


def verdicts(
    book: MeldBook,
    start: Sequence[DraftPile],
    piles: Sequence[DraftPile],
    lifted: Sequence[Piece],
    *,
    inside: bool,
) -> dict[int, Verdict]:
    """What is to be said of every pile, by its key."""
    found = {pile.key: judge(book, pile.texts) for pile in piles}
    if not inside:
        return found | _outside(start, piles, found)
    read = readings(book, start)
    if not read:
        return found
    free = free_jokers(book, start, piles)
    for pile in piles:
        if found[pile.key].health is Health.BROKEN:
            bound = [piece for piece in pile.pieces if piece.key in read and piece.key not in free]
            if bound and guises(book, tuple(JOKER if p.joker else p.text for p in pile.pieces)):
                found[pile.key] = Verdict(Health.BROKEN, Fault.JOKER_FACE, read[bound[0].key][:1])
    # The rules say first whether anything is wrong; `_jokers` only finds out which pile is to be told so.
    gone = taken(read, piles, lifted)
    if gone and _breaks_rules(book, start, piles, lifted):
        found |= _jokers(book, piles, read, gone)
    return found


def _outside(
    start: Sequence[DraftPile], piles: Sequence[DraftPile], found: dict[int, Verdict]
) -> dict[int, Verdict]:
    """What a player who is not in has done that only others may."""
    before = {one for pile in start for one in told([pile])}
    faults = {}
    for pile in piles:
        old = tuple(piece.text for piece in pile.pieces if not piece.own)
        if old and told([pile])[0] not in before:
            faults[pile.key] = Verdict(Health.BROKEN, Fault.NOT_IN, old)
        elif not old and any(piece.joker for piece in pile.pieces):
            faults[pile.key] = Verdict(Health.BROKEN, Fault.JOKER_COMING_IN, (JOKER,))
    return faults


def _breaks_rules(
    book: MeldBook, start: Sequence[DraftPile], piles: Sequence[DraftPile], lifted: Sequence[Piece]
) -> bool:
    """Whether no story explains the jokers; what is lifted counts as if each card lay alone."""
    table = [*(pile.texts for pile in piles if pile.pieces), *((piece.text,) for piece in lifted)]
    laid = [p.text for pile in piles for p in pile.pieces if p.own and not p.joker]
    bare = any(JOKER in pile for pile in table)
    return bare or joker_fault(book, tuple(pile.texts for pile in start), tuple(table), laid) is not None


def _jokers(
    book: MeldBook, piles: Sequence[DraftPile], read: dict[int, Pile], gone: set[int]
) -> dict[int, Verdict]:
    """Which piles have taken jokers that are not paid for, or that lie with cards of the table."""
    purse = [
        piece.text
        for pile in piles
        if not any(piece.key in gone for piece in pile.pieces)
        for piece in pile.pieces
        if piece.own and not piece.joker
    ]
    paid = payable({key: read[key] for key in sorted(gone)}, purse)
    faults = {}
    for pile in piles:
        here = [piece.key for piece in pile.pieces if piece.key in gone]
        owed = [key for key in here if key not in paid]
        old = tuple(piece.text for piece in pile.pieces if not piece.own and piece.key not in gone)
        if owed:
            faults[pile.key] = Verdict(Health.BROKEN, Fault.JOKER_FACE, (read[owed[0]][0],))
        elif here and old:
            faults[pile.key] = Verdict(Health.BROKEN, Fault.JOKER_NOT_NEW, old)
    return faults

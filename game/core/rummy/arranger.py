"""The exact arranger: the most cards that a hand can add to a table (rules.md, Your turn).

The value is proved the most. Among the ways to reach it, one that people can follow is preferred. Where
adding to old piles and laying new ones is enough, nothing else is done. Otherwise a repair gives old piles
back one by one as long as the value holds; of the piles it tries, none that is moved could have stayed, given
the others that stay. It does not look for the smallest number of moved piles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from game.core.cards import JOKER
from game.core.rummy.board import Board, contained, read_board
from game.core.rummy.framing import Exhausted, Meter
from game.core.rummy.layout import Faces
from game.core.rummy.melds import MIN_MELD, Pile, book_for
from game.core.rummy.proving import LOOKS, Proof
from game.core.rummy.quick import Hand, Question
from game.core.rummy.solving import (
    Found,
    Piles,
    attempt,
    laid_out,
    most_left,
    place_jokers,
    size_of,
    solve,
    way_to_leave,
)
from game.core.rummy.taking import Payment, payments, redeclared

FEW_OFFERS = 20
"""So many ways to lay taken jokers are tried without asking first whether they can be worth it."""

GLANCE = 3
"""How often a proof may look at the board to tell that one of these ways cannot be worth it."""

REPAIRS = 12
"""How many moved piles the repair tries to give back."""

GOOD_WORK = 6_000
"""How many states `good_play` looks at if not told otherwise: under a third of a second."""

TIDYING = 3
"""The share of its work that `good_play` may use again for the repair, or for simpler ways: one third."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A new table that plays as many hand cards as any can."""

    cards: Pile
    """The hand cards played, a joker as ``JK``."""
    table: tuple[Pile, ...]
    """The whole new table in canonical order, jokers with the cards they stand for."""
    value: int
    """How many hand cards are played."""
    proved: bool = True
    """Whether that is proved the most; a play that was asked to lay certain cards claims nothing."""


def best_play(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> Arrangement:
    """The most cards of the hand that one play can lay, and how.

    For somebody who is in, where the game knows coming in; an opening of exactly three cards has three.

    Args:
        game: the slug of a rummy.
        table: the piles, each a sequence of cards, jokers with faces.
        hand: the cards held, a joker as ``JK``.
        options: option values by name; missing ones take their default, and others are ignored.

    Raises:
        ValueError: an unknown game, option value or card, or an illegal pile.
    """
    board = read_board(book_for(game, options), table, hand)
    if _opens_with_three(board, options):
        return _opening(board)
    ways = list(improving(board))
    return arrangement(board, built(ways[-1]) if ways else [list(pile) for pile in board.piles])


def good_play(
    game: str,
    table: Sequence[Sequence[str]],
    hand: Sequence[str],
    options: Mapping[str, object],
    work: int = GOOD_WORK,
) -> Arrangement:
    """A play found within a limit, the same on every machine: the best where that is found in time.

    Otherwise the best of what was found so far, and of what can be laid without taking jokers from the table
    and with at most one joker of the hand in a place of need; the others go where there is room.

    Args:
        game: as for `best_play`, like table, hand and options.
        table: see there.
        hand: see there.
        options: see there.
        work: how many states the search may look at.

    Raises:
        ValueError: as for `best_play`.
    """
    board = read_board(book_for(game, options), table, hand)
    if _opens_with_three(board, options):
        return _opening(board)
    best: Found | None = None
    meter = Meter(work)
    finished = True
    try:
        for way in improving(replace(board, meter=meter)):
            best = way
    except Exhausted:
        finished = False
    # What was cut short is not tidied: without work the repair gives up at once.
    meter.left = work // TIDYING if finished else 0
    piles = built(best) if best else [list(pile) for pile in board.piles]
    if not finished:
        piles = max((piles, *_simpler(board, work)), key=size_of)
    return arrangement(board, piles, proved=finished)


def _simpler(board: Board, work: int) -> Iterator[Piles]:
    """Ways that take no jokers, with none of the hand's jokers in a place of need, and with one."""
    for jokers in range(1 + (board.jokers > 1)):
        fewer = replace(board, jokers=jokers, meter=Meter(work // TIDYING) if jokers else None)
        try:
            found = solve(fewer, 0, hasty=False)
        except Exhausted:
            continue
        piles = found.piles if found else [list(pile) for pile in board.piles]
        place_jokers(board, piles)
        yield piles


def _opens_with_three(board: Board, options: Mapping[str, object]) -> bool:
    """Whether this would be an opening that by the house rules lays exactly three cards."""
    knows = "opening" in board.book.variety.options
    return knows and not board.piles and options.get("opening") == "exactly_three"


def _opening(board: Board) -> Arrangement:
    """Three cards, if they can be laid."""
    held = [card for card, count in zip(board.book.pack.cards, board.hand, strict=True) for _ in range(count)]
    three = [list(meld) for meld in board.book.melds_from(held) if len(meld) == MIN_MELD]
    return arrangement(board, three[:1])


def arrangement(board: Board, piles: Piles, *, proved: bool = True) -> Arrangement:
    """What is told of a table that was found."""
    cards = _played(board, piles)
    return Arrangement(cards, board.book.ordered_table(piles), len(cards), proved)


def can_play(
    game: str, table: Sequence[Sequence[str]], hand: Sequence[str], options: Mapping[str, object]
) -> bool:
    """Whether one play can lay a card of the hand at all; much faster than `best_play` where that is plain.

    Args and errors as for `best_play`.
    """
    board = read_board(book_for(game, options), table, hand)
    return _plainly(board) or any(True for _ in improving(board, hasty=True))


def _plainly(board: Board) -> bool:
    """Whether the hand has a pile of its own, or a card that fits a pile as it lies."""
    face, hand = board.book.face, board.hand
    if board.book.has_meld(hand):
        return True
    wanted = (card for pile in board.piles for card in board.book.openings(pile))
    return any(board.jokers or hand[face[card]] for card in wanted)


def improving(board: Board, *, hasty: bool = False, floor: int = 0) -> Iterator[Found]:
    """Better and better ways; the last one is the best.

    Args:
        board: the position.
        hasty: be content with any way for the first.
        floor: only ways that lay more cards than this.
    """
    value = floor
    for declared in redeclared(board):
        found = solve(declared, value, hasty=hasty)
        if found:
            value = found.value
            yield found
        if value == board.size:  # the whole hand: nothing is better
            return
        for payment in payments(declared):
            for found in _taking(payment, value, hasty=hasty):
                value = found.value
                yield found


def _taking(payment: Payment, value: int, *, hasty: bool) -> Iterator[Found]:
    """Better and better ways with some jokers taken, each worth more than ``value``."""
    size = payment.size
    offers = list(payment.offers())
    if _vain(payment, value, len(offers)):
        return
    # Most are seen at a glance not to be worth it, sooner than how much they lay.
    offers = [
        (rest, tricks) for rest, tricks in offers if not _hopeless(rest, value - size + rest.size, GLANCE)
    ]
    offers.sort(key=lambda offer: _told_lost(offer[0]))
    for number, (rest, tricks) in enumerate(offers, 1):
        laid = size - rest.size
        found = solve(rest, value - laid, hasty=hasty)
        if found:
            value = found.value + laid
            yield replace(found, value=value, tricks=tricks)
            if _vain(payment, value, len(offers) - number):
                return


def _vain(payment: Payment, value: int, offers: int) -> bool:
    """Whether it is soon seen that so many ways to lay taken jokers cannot lay more than ``value`` cards."""
    if value == payment.size:
        return True
    # If not even free jokers would lay more cards, then taken ones cannot.
    return offers > FEW_OFFERS and _hopeless(payment.relaxed(), value, LOOKS)


def _hopeless(board: Board, floor: int, looks: int) -> bool:
    """Whether so many looks show that no way lays more than ``floor`` cards of the hand."""
    return floor >= 0 and Proof(board.task(), most_left(board, floor)).refutes(looks)


def _told_lost(board: Board) -> int:
    """How many cards of the hand stay in it by a quick look, which overlooks ways; all where it sees none.

    What it sees to be the best is tried first: then the others need not be searched for more.
    """
    table, hand = (_masks(counts) for counts in (board.must(), board.hand))
    laid = Question().ask(table, hand._replace(jokers=board.jokers), board.size)
    return laid.lost if laid is not None else board.size


def _masks(counts: Sequence[int]) -> Hand:
    once = sum(1 << face for face, count in enumerate(counts) if count)
    return Hand(once, sum(1 << face for face, count in enumerate(counts) if count > 1))


def built(found: Found) -> Piles:
    """The piles, with as many old ones left whole as the repair finds."""
    piles = found.piles
    if not found.whole:
        try:
            faces = _repaired(found)
        except Exhausted:
            faces = None
        tidy = found.board.dressed(faces) if faces else piles
        if not place_jokers(found.board, tidy):
            piles = tidy
    return [*piles, *found.tricks]


def _repaired(found: Found) -> list[Faces] | None:
    """An arrangement as good with more of the old piles left whole, or None where it finds none."""
    board, budget = found.board, found.budget
    everything = range(len(board.piles))
    # The best first, and often possible: every old pile stays as it is.
    faces = None if found.moved else attempt(board, everything, budget)
    if faces is not None:
        return faces
    new = [[board.book.face[card] for card in pile] for pile in found.piles]
    kept = contained(board.faces, new)
    way = None
    moved = sorted(set(everything) - kept, key=lambda number: -len(board.piles[number]))
    # With jokers each attempt costs much more.
    for number in moved[: REPAIRS // (1 + board.jokers)]:
        better = way_to_leave(board.task({*kept, number}), budget)
        if better:
            way = better
            kept.add(number)
    return laid_out(board, kept, way) if way else None


def _played(board: Board, table: Piles) -> Pile:
    """The hand cards that a new table holds."""
    now, before = (
        Counter(card[:2] if card.startswith(JOKER) else card for pile in piles for card in pile)
        for piles in (table, board.piles)
    )
    return board.book.pack.sorted((now - before).elements())

"""Solving a puzzle of a rummy: every way there is, proved by the arranger, or why there is no puzzle.

Three things are asked. *All*: lay the whole hand in this turn. *Most*: lay as many cards as can be laid.
*Mend*: lay one card that fits nowhere, and nothing else, so that the fewest cards of the table change their
pile. A table of a match is never broken; but whoever wants that card on it has to break it and mend it again.

A way of the first two is what it uses (`core.rummy.unique`): tables that take the same piles apart and lay
the same cards are one solution. Of the third each table is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from game.core.cards import JOKER, remove_cards
from game.core.options import Options
from game.core.rummy import (
    BudgetExceeded,
    CardSet,
    SolutionEnumerator,
    SolverInput,
    WorkLimit,
    broken_piles,
    every_table,
    improving,
    of_faces,
    plus,
    read_board,
    redeclared,
    threes,
    to_card_set,
)
from game.core.rummy.assistance import DraftPosition
from game.core.rummy.draft import card_moves
from game.core.rummy.melds import Pile
from game.core.rummy.table import Table, added, canonical
from game.i18n import _
from game.match.puzzle import NoPuzzleError

TOLD = 3
"""A puzzle has no more solutions than these, which are all told."""
WORK = 30_000
"""How many states the arranger may look at for one puzzle: a second or two at the most."""
PILES = 4_000
"""How many piles may be looked at to mend a table, for every card more that changes its pile."""
DEEPEST = 6
"""No mending that moves more cards is told in two sentences a step."""
COMINGS = 40
"""With more tricks to come in with, a hand is no puzzle but a feast."""


class PuzzleSolution(NamedTuple):
    """One way to do it."""

    table: Table
    """As it lies in the end, canonical."""
    trick: Pile
    """What the seat comes in with first; empty for one that is in."""
    opened: frozenset[int]
    """The piles of the position that are taken apart, as numbers."""
    moved: int
    """How many cards of the table change their pile."""
    takes: int
    """How many jokers it takes."""


@dataclass(frozen=True, slots=True)
class RummyPuzzleProof:
    """What a solver has found out."""

    solutions: tuple[PuzzleSolution, ...]
    """The one that moves the fewest cards first."""
    lay: int
    """How many cards of the hand each lays."""
    work: int
    """How many states were looked at."""


def solve(position: DraftPosition, kind: str, card: str = "", work: int = WORK) -> RummyPuzzleProof:
    """Every solution of a task: ``all``, ``most``, or ``mend`` with the card to lay.

    Raises:
        NoPuzzleError: there is none, there are too many, or it was not found out within so many states.
    """
    meter = WorkLimit(work)
    try:
        found = _mended(position, card, meter) if kind == "mend" else _ways(position, kind, meter)
    except BudgetExceeded:
        raise NoPuzzleError(too_large()) from None
    if found is None or len(found) > TOLD:
        raise NoPuzzleError(_("There are too many ways to do it."))
    if not found:
        raise NoPuzzleError(_("Nothing of this hand can be laid here."))
    found.sort(key=lambda one: (one.moved, len(one.opened), one.table))
    lay = len(added(position.table, found[0].table))
    return RummyPuzzleProof(tuple(found), lay, work - max(0, meter.left))


def most_laid(position: DraftPosition) -> int:
    """The most cards that this turn can lay.

    Raises:
        NoPuzzleError: that was not found out within the work.
    """
    try:
        return max((lay for _trick, _board, lay in _beginnings(position, WorkLimit(WORK))), default=0)
    except BudgetExceeded:
        raise NoPuzzleError(too_large()) from None


def too_large() -> str:
    """What is said where a search does not come to its end."""
    return _("This table is too large to prove anything about it.")


def _ways(position: DraftPosition, kind: str, meter: WorkLimit) -> list[PuzzleSolution] | None:
    beginnings = list(_beginnings(position, meter))
    most = max((lay for _trick, _board, lay in beginnings), default=0)
    if kind == "all" and most < len(position.hand):
        raise NoPuzzleError(_("Not all of these cards can be laid in one turn."))
    if kind == "most" and most == len(position.hand):
        raise NoPuzzleError(_("All of these cards can be laid in one turn."))
    found: dict[tuple[frozenset[int], Table], PuzzleSolution] = {}
    for trick, board, lay in beginnings:
        if lay < most or not most:
            continue
        if lay == len(trick):
            ends = [(frozenset[int](), board.piles, 0)]
        elif (ways := SolutionEnumerator(board, lay - len(trick)).all(TOLD)) is None:
            return None
        else:
            ends = [(way.opened, way.table, way.takes) for way in ways]
        for opened, table, takes in ends:
            solution = _solution(position, table, trick, opened, takes)
            found.setdefault((opened, solution.table), solution)
        if len(found) > TOLD:
            return None
    return list(found.values())


def _beginnings(position: DraftPosition, meter: WorkLimit) -> Iterator[tuple[Pile, SolverInput, int]]:
    """Every trick to come in with, the board after it, and how many cards can be laid then in all.

    For a seat that is in there is one beginning, without a trick.
    """
    if position.hand.count(JOKER) > 1:
        # One goes nearly anywhere already.
        raise NoPuzzleError(_("With several jokers in hand there are too many ways to do it."))
    few = position.adviser.few(position)
    if few is None:
        board = replace(read_board(position.book, position.table, position.hand), limit=meter)
        yield (), board, _best(board)
        return
    if len(few) > COMINGS:
        raise BudgetExceeded
    goes_on = position.adviser.goes_on(position)
    for after in few:
        trick = added(position.table, after)
        rest = remove_cards(position.hand, trick)
        # The trick last, so that the other piles keep their numbers.
        board = replace(read_board(position.book, (*position.table, trick), rest), limit=meter)
        yield trick, board, len(trick) + (_best(board) if goes_on and rest else 0)


def _best(board: SolverInput) -> int:
    return max((way.value for way in improving(board)), default=0)


def _solution(
    position: DraftPosition, table: Table, trick: Pile, opened: frozenset[int], takes: int = 0
) -> PuzzleSolution:
    piles = len(position.table)
    table = canonical(position.game, table)
    return PuzzleSolution(
        table,
        trick,
        frozenset(number for number in opened if number < piles),
        moved(position.table, table),
        takes,
    )


def moved(before: Table, after: Table) -> int:
    """How many cards of the table lie in another pile afterwards."""
    return sum(move.source is not None for move in card_moves(before, after))


# Mending.


def _mended(position: DraftPosition, card: str, meter: WorkLimit) -> list[PuzzleSolution] | None:
    if position.adviser.few(position) is not None or not position.table:
        raise NoPuzzleError(_("There is nothing on the table to be mended."))
    board = read_board(position.book, position.table, (card,))
    if _ambiguous(board, card):
        raise BudgetExceeded
    cards = plus(
        to_card_set(position.book, (one for pile in position.table for one in pile)),
        to_card_set(position.book, (card,)),
    )
    cost = _cost(board, position.book.face[card])
    for most in range(DEEPEST + 1):
        found: dict[Table, PuzzleSolution] = {}
        budget = WorkLimit(min(meter.left, PILES * (most + 1)))
        before = budget.left
        for faces in every_table(position.book, cards, budget, cost, most):
            table = canonical(position.game, board.dressed(faces))
            if moved(position.table, table) <= most and position.refusal(table) is None:
                found[table] = _solution(position, table, (), broken_piles(board.faces, faces))
        meter.spend(before - budget.left)
        if found:
            return list(found.values())
    return []


def _ambiguous(board: SolverInput, card: str) -> bool:
    """Whether a joker of the table could be read otherwise, or changed for a card that it stands for."""
    texts = [text for pile in board.piles for text in pile]
    wild = {text.partition("=")[2] for text in texts if text.startswith(JOKER)}
    return (
        card == JOKER
        or bool(wild.intersection((*texts, card)))
        or sum("=" in text for text in texts) > len(wild)
        or sum(1 for _board in redeclared(board)) > 1
    )


def _cost(board: SolverInput, laid: int) -> Callable[[CardSet], int]:
    """What a pile costs at least: its cards that come from other piles than the one it has most of."""
    piles = [of_faces(pile) for pile in board.faces]

    def cost(meld: CardSet) -> int:
        most = max((meld & pile).bit_count() for pile in piles)
        return max(0, meld.bit_count() - most - (meld >> laid & 1))

    return cost


def lacking(position: DraftPosition) -> list[str]:
    """The cards of the hand that fit no pile as it lies, though two cards of the table would go with them."""
    book = position.book
    there = to_card_set(book, chain(*position.table))
    plain = {card for pile in position.table for card in book.openings(pile)}
    return [
        card
        for card in dict.fromkeys(position.hand)
        if card != JOKER and card not in plain and threes(there, book.face[card])
    ]


def position_of(
    game: str, options: Options, table: Sequence[Sequence[str]], hand: Sequence[str], *, inside: bool
) -> DraftPosition:
    """The position of a turn that nothing was done in."""
    lying = tuple(tuple(pile) for pile in table)
    return DraftPosition(game, options, lying, tuple(hand), lying, inside)

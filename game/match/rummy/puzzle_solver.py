"""Solver for rummy puzzles: every solution, proved by the arranger, or why there is no puzzle.

There are three tasks. *All*: lay the whole hand in this turn. *Most*: lay as many cards as possible. *Mend*:
lay one card that fits nowhere, and nothing else, so that the fewest table cards change their pile. (The table
of a match is always valid; that card can only be laid by breaking piles and repairing them.)

For the first two, solutions that take the same piles apart and lay the same cards are one
(`SolutionEnumerator`). For the third, each resulting table is one.
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
    joker_readings,
    of_faces,
    plus,
    read_board,
    threes,
    to_card_set,
)
from game.core.rummy.assistance import DraftPosition
from game.core.rummy.draft import card_moves
from game.core.rummy.melds import Pile
from game.core.rummy.table import Table, added_cards, canonical
from game.i18n import _
from game.match.puzzle import NoPuzzleError

MAX_SOLUTIONS = 3  # solutions of a puzzle at most; all are explained
MAX_STATES = 30_000  # states that the arranger may examine for one puzzle, a second or two
MAX_PILES = 4_000  # piles that may be examined to mend a table, for each card that changes its pile
MAX_MOVED_CARDS = 6  # moved cards at most; longer solutions cannot be explained in short steps
MAX_OPENING_MELDS = 40  # melds to come in with at most; with more the hand is no puzzle


class PuzzleSolution(NamedTuple):
    """One solution of a puzzle."""

    table: Table  # final table, canonical
    trick: Pile  # meld with which the seat comes in first; empty if it is in
    opened_piles: frozenset[int]  # indices of the piles of the position that are taken apart
    moved_count: int  # number of table cards that change their pile
    joker_count: int  # number of jokers taken


@dataclass(frozen=True, slots=True)
class RummyPuzzleProof:
    """Result of the solver."""

    solutions: tuple[PuzzleSolution, ...]  # by number of moved cards, fewest first
    lay: int  # number of hand cards that each lays
    work: int  # number of states examined


def solve(position: DraftPosition, kind: str, card: str = "", work: int = MAX_STATES) -> RummyPuzzleProof:
    """Proof with all, at most 3, solutions for ``kind`` all, most, or mend with ``card``; else NoPuzzleError.

    It is also raised if more than ``work`` states would be needed.
    """
    meter = WorkLimit(work)
    try:
        solutions = (
            _mend_solutions(position, card, meter)
            if kind == "mend"
            else _lay_solutions(position, kind, meter)
        )
    except BudgetExceeded:
        raise NoPuzzleError(too_large()) from None
    if solutions is None or len(solutions) > MAX_SOLUTIONS:
        raise NoPuzzleError(_("There are too many solutions."))
    if not solutions:
        raise NoPuzzleError(_("No card in this hand can be played here."))
    solutions.sort(key=lambda solution: (solution.moved_count, len(solution.opened_piles), solution.table))
    lay = len(added_cards(position.table, solutions[0].table))
    return RummyPuzzleProof(tuple(solutions), lay, work - max(0, meter.left))


def most_laid(position: DraftPosition) -> int:
    """Most hand cards that this turn can lay. `NoPuzzleError` if hard to find, or with two jokers in hand."""
    try:
        return max(
            (lay for _trick, _board, lay in _turn_beginnings(position, WorkLimit(MAX_STATES))), default=0
        )
    except BudgetExceeded:
        raise NoPuzzleError(too_large()) from None


def too_large() -> str:
    """Translated sentence for a search that needs too many states."""
    return _("This table is too large to prove a solution.")


def _lay_solutions(position: DraftPosition, kind: str, meter: WorkLimit) -> list[PuzzleSolution] | None:
    """Solutions laying the most cards; None for more than 3. `NoPuzzleError` if ``kind`` does not fit."""
    beginnings = list(_turn_beginnings(position, meter))
    max_lay = max((lay for _trick, _board, lay in beginnings), default=0)
    if kind == "all" and max_lay < len(position.hand):
        raise NoPuzzleError(_("Not all these cards can be played in one turn."))
    if kind == "most" and max_lay == len(position.hand):
        raise NoPuzzleError(_("All these cards can be played in one turn."))
    solutions: dict[tuple[frozenset[int], Table], PuzzleSolution] = {}
    for trick, board, lay in beginnings:
        if lay < max_lay or not max_lay:
            continue
        if lay == len(trick):
            ends = [(frozenset[int](), board.piles, 0)]
        elif (ways := SolutionEnumerator(board, lay - len(trick)).all(MAX_SOLUTIONS)) is None:
            return None
        else:
            ends = [(way.opened_piles, way.table, way.taken_count) for way in ways]
        for opened, table, taken_cards in ends:
            solution = _solution(position, table, trick, opened, taken_cards)
            solutions.setdefault((opened, solution.table), solution)
        if len(solutions) > MAX_SOLUTIONS:
            return None
    return list(solutions.values())


def _turn_beginnings(position: DraftPosition, meter: WorkLimit) -> Iterator[tuple[Pile, SolverInput, int]]:
    """Yield (meld to come in with, () if in; board after it; most hand cards laid in all, with it).

    A seat that is in has one beginning, without a meld.
    """
    if position.hand.count(JOKER) > 1:
        # One joker already fits nearly anywhere.
        raise NoPuzzleError(_("With several jokers in hand, there are too many solutions."))
    few = position.adviser.forced_tables(position)
    if few is None:
        board = replace(read_board(position.book, position.table, position.hand), limit=meter)
        yield (), board, _max_laid(board)
        return
    if len(few) > MAX_OPENING_MELDS:
        raise BudgetExceeded
    can_go_on = position.adviser.allows_further_play(position)
    for after in few:
        trick = added_cards(position.table, after)
        rest = remove_cards(position.hand, trick)
        # The new meld last, so that the other piles keep their numbers.
        board = replace(read_board(position.book, (*position.table, trick), rest), limit=meter)
        yield trick, board, len(trick) + (_max_laid(board) if can_go_on and rest else 0)


def _max_laid(board: SolverInput) -> int:
    """Largest number of cards that can be laid on a board."""
    return max((way.value for way in improving(board)), default=0)


def _solution(
    position: DraftPosition, table: Table, trick: Pile, opened: frozenset[int], takes: int = 0
) -> PuzzleSolution:
    """Solution with the canonical table, moved cards counted, and new piles left out of ``opened``."""
    piles = len(position.table)
    table = canonical(position.game, table)
    return PuzzleSolution(
        table,
        trick,
        frozenset(number for number in opened if number < piles),
        moved_card_count(position.table, table),
        takes,
    )


def moved_card_count(before: Table, after: Table) -> int:
    """Number of table cards that change their pile."""
    return sum(move.source is not None for move in card_moves(before, after))


def _mend_solutions(position: DraftPosition, card: str, meter: WorkLimit) -> list[PuzzleSolution] | None:
    """Solutions laying ``card`` and moving the fewest table cards, at most 6; [] if more are needed."""
    if position.adviser.forced_tables(position) is not None or not position.table:
        raise NoPuzzleError(_("There's nothing on the table to fix."))
    board = read_board(position.book, position.table, (card,))
    if _is_ambiguous(board, card):
        raise BudgetExceeded
    cards = plus(
        to_card_set(position.book, (text for pile in position.table for text in pile)),
        to_card_set(position.book, (card,)),
    )
    cost = _cost(board, position.book.face[card])
    for max_moved in range(MAX_MOVED_CARDS + 1):
        solutions: dict[Table, PuzzleSolution] = {}
        budget = WorkLimit(min(meter.left, MAX_PILES * (max_moved + 1)))
        before = budget.left
        for faces in every_table(position.book, cards, budget, cost, max_moved):
            table = canonical(position.game, board.to_cards(faces))
            if moved_card_count(position.table, table) <= max_moved and position.refusal(table) is None:
                solutions[table] = _solution(position, table, (), broken_piles(board.faces, faces))
        meter.spend(before - budget.left)
        if solutions:
            return list(solutions.values())
    return []


def _is_ambiguous(board: SolverInput, card: str) -> bool:
    """True if a joker on the table has other readings, or could be exchanged."""
    texts = [text for pile in board.piles for text in pile]
    wild = {text.partition("=")[2] for text in texts if text.startswith(JOKER)}
    return (
        card == JOKER
        or bool(wild.intersection((*texts, card)))
        or sum("=" in text for text in texts) > len(wild)
        or sum(1 for _board in joker_readings(board)) > 1
    )


def _cost(board: SolverInput, card_index: int) -> Callable[[CardSet], int]:
    """Return a function that gives a lower bound on the moved cards of a meld."""
    piles = [of_faces(pile) for pile in board.faces]

    def cost(meld: CardSet) -> int:
        """Number of the meld's cards that are neither from the pile that gives most nor the card to lay."""
        overlap = max((meld & pile).bit_count() for pile in piles)
        return max(0, meld.bit_count() - overlap - (meld >> card_index & 1))

    return cost


def lacking(position: DraftPosition) -> list[str]:
    """Different hand cards that fit no pile as it is, although two table cards would go with them."""
    book = position.book
    table_cards = to_card_set(book, chain(*position.table))
    plain = {card for pile in position.table for card in book.openings(pile)}
    return [
        card
        for card in dict.fromkeys(position.hand)
        if card != JOKER and card not in plain and threes(table_cards, book.face[card])
    ]


def position_of(
    game: str, options: Options, table: Sequence[Sequence[str]], hand: Sequence[str], *, inside: bool
) -> DraftPosition:
    """Position at the beginning of a turn; ``inside`` is True if the seat has come in."""
    piles = tuple(tuple(pile) for pile in table)
    return DraftPosition(game, options, piles, tuple(hand), piles, inside)

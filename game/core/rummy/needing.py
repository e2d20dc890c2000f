"""Plays that have to lay certain cards of the hand: what the arranger's search says when it is told so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from game.core.cards import missing
from game.core.rummy.arranger import Arrangement, arrangement, built, improving
from game.core.rummy.board import Board, read_board
from game.core.rummy.framing import BASES, Exhausted, Frame, Meter
from game.core.rummy.melds import RANKS, book_for
from game.core.rummy.solving import attempt, solve

MOST_CROSSINGS = 10_000
"""With more ways of runs to cross the cut, a search with jokers takes a tenth of a second to prepare."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A table and a hand of which certain cards have to be laid.

    Game, table, hand and options are as for `best_play`, but an opening of three cards is not looked at.
    """

    game: str
    options: Mapping[str, object]
    table: Sequence[Sequence[str]]
    hand: Sequence[str]
    need: Sequence[str]

    def board(self, work: int) -> Board:
        """The board of a search that may look at so many states.

        Raises:
            ValueError: the hand does not hold what is needed, or as for `best_play`.
        """
        board = read_board(book_for(self.game, self.options), self.table, self.hand)
        if strange := missing(self.need, self.hand):
            raise ValueError(f"The hand does not hold {','.join(strange)}.")
        return replace(board, meter=Meter(work)).with_need(self.need)

    @property
    def floor(self) -> int:
        """A play of so many cards is no answer yet."""
        return max(0, len(self.need) - 1)


def play_with(demand: Demand, work: int, *, most: bool = False) -> Arrangement | None:
    """A play that lays what is demanded, or proof that there is none, within a limit.

    Args:
        demand: what has to be laid.
        work: how many states the search may look at.
        most: whether as many of the others as can be are laid too; if not, any.

    Raises:
        Exhausted: the limit is too low.
        ValueError: see `Demand.board`.
    """
    board = demand.board(work)
    ways = improving(board, hasty=not most, floor=demand.floor)
    best = next(ways, None)
    if best and most:
        best = [best, *ways][-1]  # each is better than the one before
    return arrangement(board, built(best), proved=most) if best else None


def can_play_with(demand: Demand, work: int) -> bool:
    """Whether `play_with` would find a play; errors as there.

    Tries first to leave most piles alone, which answers most questions about a full table soon, and gives up
    where jokers and a full table would make even the preparation of the whole search long.
    """
    board = demand.board(work)
    if any(board.need) and _nearby(board):
        return True
    if board.jokers and _crossings(board) > MOST_CROSSINGS:
        raise Exhausted
    return any(True for _ in improving(board, hasty=True, floor=demand.floor))


def rearranged(demand: Demand, work: int) -> Arrangement | None:
    """As `play_with`, but jokers of the table stay what they are, and old piles stay if they can."""
    board = demand.board(work)
    found = solve(board, demand.floor, hasty=True)
    return arrangement(board, built(found), proved=False) if found else None


def _nearby(board: Board) -> bool:
    """Whether the needed cards can be laid without jokers of the hand and without moving piles far away."""
    if board.need_jokers:
        return False
    plain = replace(board, jokers=0)
    budget = sum(plain.hand) - sum(plain.need)
    everything = range(len(board.piles))
    far = [number for number in everything if not near(board, board.faces[number])]
    return any(attempt(plain, kept, budget) is not None for kept in (everything, far))


def near(board: Board, pile: Sequence[int]) -> bool:
    """Whether a pile has a card of the rank of a needed one, or of its suit and at most two ranks away."""
    for face, count in enumerate(board.need):
        for other in pile if count else ():
            apart = (face - other) % RANKS
            if not apart or (face // RANKS == other // RANKS and min(apart, RANKS - apart) <= 2):
                return True
    return False


def _crossings(board: Board) -> int:
    """In how many ways the runs of all suits can cross the cut: so many starts a search has to prepare."""
    frame = Frame(board.task())
    return prod(len(frame.crossings(base, frame.cut)) for base in BASES)

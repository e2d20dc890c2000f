"""Common code of the rummies: piles, the table, and the exact engine that arranges them.

The public modules are `melds` (legal piles), `table` (states, events, text forms), `rules` (common rules),
`turn` and `draft` (an unfinished turn), `meld_check` (why a pile is wrong) and `assistance` (status lamp,
hints, missed plays). Use the engine behind them, every file with an underscore, only through the names below.
"""

from game.core.rummy._arranger import (
    GOOD_WORK,
    Arrangement,
    best_play,
    can_play,
    disturbance,
    good_play,
    improving,
    minimize_moves,
)
from game.core.rummy._card_sets import (
    FACE_COUNT,
    FIRST_RANKS_MASK,
    FULL_SET,
    RANK_COUNT,
    SUIT_COUNT,
    SUIT_MASK,
    TOP_RANK,
    CardSet,
    are_near,
    bits,
    count,
    faces,
    minus,
    of_faces,
    plus,
    threes,
)
from game.core.rummy._determinization import Determinization, HiddenInfo
from game.core.rummy._jokers import joker_fault, joker_readings
from game.core.rummy._solution_count import SolutionEnumerator, every_table
from game.core.rummy._solver import BudgetExceeded, Charge, MeldFeasibility, WorkLimit, counting_for
from game.core.rummy._solver_input import SolverInput, broken_piles, read_board
from game.core.rummy.melds import MeldBook, book_for, meld_book, to_card_set

__all__ = [
    "FACE_COUNT",
    "FIRST_RANKS_MASK",
    "FULL_SET",
    "GOOD_WORK",
    "RANK_COUNT",
    "SUIT_COUNT",
    "SUIT_MASK",
    "TOP_RANK",
    "Arrangement",
    "BudgetExceeded",
    "CardSet",
    "Charge",
    "Determinization",
    "HiddenInfo",
    "MeldBook",
    "MeldFeasibility",
    "SolutionEnumerator",
    "SolverInput",
    "WorkLimit",
    "are_near",
    "best_play",
    "bits",
    "book_for",
    "broken_piles",
    "can_play",
    "count",
    "counting_for",
    "disturbance",
    "every_table",
    "faces",
    "good_play",
    "improving",
    "joker_fault",
    "joker_readings",
    "meld_book",
    "minimize_moves",
    "minus",
    "of_faces",
    "plus",
    "read_board",
    "threes",
    "to_card_set",
]

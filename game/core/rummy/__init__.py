"""What rummies share: piles and the table, and the exact engine that arranges them.

The rooms that a rummy is made of lie open: `melds` (what may lie), `table` (states, events, text forms),
`rules` (what all rummies' rules do alike), `turn` and `draft` (a turn half made), `verdict` (why a pile is
wrong) and `advice` (lamp, hints, what was missed). The engine behind them, every file with an underscore, is
reached through the names below only.
"""

from game.core.rummy._arranger import (
    GOOD_WORK,
    Arrangement,
    best_play,
    can_play,
    good_play,
    improving,
    minimize_moves,
)
from game.core.rummy._card_sets import (
    BOTTOM,
    FACES,
    FULL,
    LANE,
    RANKS,
    SUITS,
    TOP,
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
from game.core.rummy._jokers import joker_fault, redeclared
from game.core.rummy._solution_count import SolutionEnumerator, every_table
from game.core.rummy._solver import BudgetExceeded, Charge, MeldFeasibility, WorkLimit, counting_for
from game.core.rummy._solver_input import SolverInput, broken_piles, read_board
from game.core.rummy.melds import MeldBook, book_for, meld_book, to_card_set

__all__ = [
    "BOTTOM",
    "FACES",
    "FULL",
    "GOOD_WORK",
    "LANE",
    "RANKS",
    "SUITS",
    "TOP",
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
    "every_table",
    "faces",
    "good_play",
    "improving",
    "joker_fault",
    "meld_book",
    "minimize_moves",
    "minus",
    "of_faces",
    "plus",
    "read_board",
    "redeclared",
    "threes",
    "to_card_set",
]

"""What rummies share: melds, the table, and the exact arranger."""

from game.core.rummy.arrange import GOOD_WORK, Arrangement, best_play, can_play, good_play
from game.core.rummy.melds import MeldBook, book_for, meld_book

__all__ = [
    "GOOD_WORK",
    "Arrangement",
    "MeldBook",
    "best_play",
    "book_for",
    "can_play",
    "good_play",
    "meld_book",
]

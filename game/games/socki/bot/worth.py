"""What a moment of a round is worth to the seat that is to play: how likely it ends better off.

Fitted to 1,200 rounds between players of whom each held back now and then: what counts is how many cards are
left after the coming play against how many the other holds, the more so the fuller the table; and with
nothing to play a hand of a single card is better than it looks, since a draw may empty it.
"""

from __future__ import annotations

import math
from functools import lru_cache

FULL = 30.0
"""A table of so many cards is about half of a round."""
BIAS, CARDS, STUCK, LAST = -0.09, 0.8, 0.06, 0.05


@lru_cache(maxsize=1 << 12)
def worth(left: int, other: int, table: int, stuck: bool) -> float:
    """How likely the seat to play ends better off than one other, from 0 to 1.

    Args:
        left: the cards that it will hold after its play.
        other: the cards of the other seat.
        table: the cards on the table.
        stuck: whether it has to draw first.
    """
    if not left:
        return 1.0
    odds = BIAS + CARDS * table / FULL * (math.log(other + 0.5) - math.log(left + 0.5))
    if stuck:
        odds += STUCK + LAST / left
    return 1 / (1 + math.exp(-odds))

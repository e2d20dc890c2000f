"""What a moment of a round is worth to the seat that is to play: how likely it ends better off.

What counts is how many cards are left after the coming play against how many the other holds, the more so
the fuller the table (`by_number`); and whether those cards have company (`by_company`): of their number on
the table, next to them in their suit, or among each other. The figures were fitted to rounds that were played
on to their end from the same moments after different plays.
"""

from __future__ import annotations

import math
from typing import Protocol

from game.core.rummy.melds import RANKS
from game.core.rummy.problem import FACES
from game.core.rummy.solver import Counts, faces
from game.games.socki.rules.hands import POINTS
from game.games.socki.rules.variety import PACK

FULL = 30.0
"""A table of so many cards is about half of a round."""
STUCK = 0.07
"""A hand that has to draw is a little better than it looks: a draw may empty it."""
MATES, NEAR, PARTNER = (0.3, -0.42), (0.13, -0.21), (0.7, -0.57)
"""What company is worth, to the seat to play and to it when the other has it: each card of its number on the
table, up to four; each of its suit there that is at most two off; another in hand that it may lie with."""

_MATES = tuple(tuple(range(face % RANKS, FACES, RANKS)) for face in range(FACES))
_NEAR = tuple(
    tuple(face - face % RANKS + (face + step) % RANKS for step in (-2, -1, 1, 2)) for face in range(FACES)
)
_POINTS = [POINTS[card] for card in PACK.cards]


class Worth(Protocol):
    """How a moment is judged."""

    def __call__(self, left: Counts, other: Counts, table: Counts, /, *, stuck: bool) -> float:
        """What it is worth, from 0 to 1.

        Args:
            left: the cards that the seat to play will hold after its play.
            other: those of another seat.
            table: those on the table.
            stuck: whether it has to draw first.
        """


def points(hand: Counts) -> int:
    """What a hand counts when somebody else goes out."""
    return sum(_POINTS[face] for face in faces(hand))


def by_number(left: Counts, other: Counts, table: Counts, *, stuck: bool) -> float:
    """By how many cards there are."""
    if not any(left):
        return 1.0
    return _share(0.8 * sum(table) / FULL * _lead(left, other) - 0.1 + STUCK * stuck)


def by_company(left: Counts, other: Counts, table: Counts, *, stuck: bool) -> float:
    """By how many cards there are, and what company they have."""
    if not any(left):
        return 1.0
    odds = 1.08 * sum(table) / FULL * _lead(left, other) + 0.1 + STUCK * stuck
    for side, hand in enumerate((left, other)):
        cards = list(faces(hand))
        for face in cards:
            mates = min(4, sum([table[mate] for mate in _MATES[face]]))
            near = sum([table[card] > 0 for card in _NEAR[face]])
            company = MATES[side] * mates + NEAR[side] * near
            if sum([hand[mate] for mate in _MATES[face]]) > 1 or any(hand[card] for card in _NEAR[face]):
                company += PARTNER[side]
            odds += company / len(cards)
    return _share(odds)


def _lead(left: Counts, other: Counts) -> float:
    return math.log(sum(other) + 0.5) - math.log(sum(left) + 0.5)  # none at all has no logarithm


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))

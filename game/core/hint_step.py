"""How much a hint tells, at the screen and on phones.

Where a piece is moved the first press shows it and its aim, the next why; where cards are arranged it goes
by the cards, then a pile, then the whole turn.
"""

from __future__ import annotations

from enum import IntEnum


class HintStep(IntEnum):
    """How much a hint tells: each time it is asked for again a step more."""

    WHICH = 1
    """Which cards."""
    MOVE = 2
    """The piece and its aim; of cards, the pile that they make."""
    WHY = 3
    """And why, in a sentence; of cards, the whole turn."""

"""How much a hint tells: in every game, at the screen and on phones, in the same three steps."""

from __future__ import annotations

from enum import IntEnum


class HintStep(IntEnum):
    """How much a hint tells: each time it is asked for again a step more."""

    WHICH = 1
    """Which piece, or which cards."""
    MOVE = 2
    """What to do with them."""
    WHY = 3
    """And why, in a sentence."""

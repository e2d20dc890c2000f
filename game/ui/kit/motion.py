"""Movement: easings, as functions of the share of the time that has passed, and the pace of it all."""

from __future__ import annotations


def ease_out(share: float) -> float:
    """Fast, then slower: what moves at a person's wish."""
    return 1 - (1 - share) ** 3


def settle(share: float) -> float:
    """A little overshoot: what is set down."""
    back = 1.4
    rest = share - 1
    return 1 + (back + 1) * rest**3 + back * rest**2


def arc(share: float) -> float:
    """Up and down again: the height of a hop, 0 at both ends and 1 in the middle."""
    return 4 * share * (1 - share)


PACE = {"relaxed": 1.6, "brisk": 1.0, "instant": 0.0}
"""Factors on the length of every movement and pause, by the animation speed of the settings."""
LONGEST_STEP = 100.0
"""No more ms pass in one turn of the loop, however long it was away."""

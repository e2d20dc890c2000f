"""Movement: easings and tweens, all of them a function of the time that has passed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Easing = Callable[[float], float]


def linear(share: float) -> float:
    """The same speed all the way."""
    return share


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


@dataclass(frozen=True, slots=True)
class Tween:
    """A value on its way: from ``start`` to ``end``, beginning at ``since`` ms, for ``duration`` ms."""

    start: float
    end: float
    since: float
    duration: float
    easing: Easing = ease_out

    def at(self, now: float) -> float:
        """The value at a time in ms."""
        return self.start + (self.end - self.start) * self.easing(self.share(now))

    def share(self, now: float) -> float:
        """How much of the time is over, 0 to 1."""
        return 1.0 if self.duration <= 0 else min(1.0, max(0.0, (now - self.since) / self.duration))

    def over(self, now: float) -> bool:
        """Whether the value has arrived."""
        return now >= self.since + self.duration


PACE = {"relaxed": 1.6, "brisk": 1.0, "instant": 0.0}
"""Factors on the length of every movement and pause, by the animation speed of the settings."""

"""What the searching computer players share: what a decision may cost, and how a level is written."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

SECONDS = {"easy": 0.5, "normal": 0.5, "hard": 1.0, "master": 2.0}
"""How long each level may think about a decision at the table."""


class Budget:
    """What one decision may cost: positions looked into, seconds on a clock, or both.

    A bot that is given neither looks into as many positions as its level does by itself, and then the same
    seed and observation always give the same move. Each game says what it counts as a position.
    """

    __slots__ = ("_clock", "_end", "limit", "spent")

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.limit = nodes
        self.spent = 0
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    def spend(self, nodes: int = 1) -> None:
        """Count positions that were looked into."""
        self.spent += nodes

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and self._clock() >= self._end


def read_level(text: str, manners: tuple[str, ...] = ()) -> tuple[str, str]:
    """The level and the manner of a bot, as in ``hard`` or ``hard/keeper``; the plain manner is empty.

    Raises:
        ValueError: there is no such manner.
    """
    level, _, manner = text.partition("/")
    if manner and manner not in manners:
        known = ", ".join(manners) or "none"
        raise ValueError(f"There is no manner {manner!r}; the manners are: {known}.")
    return level, manner

"""What the searching computer players share: what a decision may cost, and how a level is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, thread_time

SECONDS = {"easy": 0.5, "normal": 0.5, "hard": 1.0, "master": 2.0}
"""How long each level may think about a decision at the table."""
BEST = "master"
"""The level that hints come from."""
TELLING = 0.2
"""Of its time, so many seconds are left to say why."""


class Budget:
    """What one decision may cost: positions looked into, seconds on a clock, or both.

    A bot that is given neither looks into as many positions as its level does by itself, and then the same
    seed and observation always give the same move. Each game says what it counts as a position.
    """

    __slots__ = ("_clock", "_end", "_half", "doubt", "limit", "spent")

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.limit = nodes
        self.spent = 0
        self.doubt = 0.0
        """How close the choice was, from 0 to 1; the bot says so, and takes longer over it at the table."""
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self._half = None if self._end is None or seconds is None else self._end - seconds / 2

    def spend(self, nodes: int = 1) -> None:
        """Count positions that were looked into."""
        self.spent += nodes

    @property
    def timed(self) -> bool:
        """Whether a clock runs, so that what is looked into first matters."""
        return self._end is not None

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and self._clock() >= self._end

    @property
    def short(self) -> bool:
        """Whether less than half of the time is left: too little to look further than one has."""
        return self._half is not None and self._clock() >= self._half


def hint_budget(nodes: int | None = None) -> Budget:
    """What a hint may cost: nearly the time that the best level has at the table, or so many positions."""
    return Budget(nodes, SECONDS[BEST] - TELLING if nodes is None else None)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What each decision of a measured match may cost, from which every one gets its `Budget`.

    Attributes:
        share: of the time that the level has at the table, counted in time of the processor, so that a busy
            machine does not change how strong a player is.
        nodes: positions; then the same seed gives the same match.
    """

    share: float | None = None
    nodes: int | None = None

    def budget(self, level: str) -> Budget | None:
        """The budget of one decision of a level, which may be written with its manner."""
        if self.share is None and self.nodes is None:
            return None
        full = SECONDS.get(level.partition("/")[0])
        seconds = None if self.share is None or full is None else self.share * full
        return Budget(self.nodes, seconds, thread_time)


AS_IT_LIKES = Allowance()
"""Every level looks into as many positions as it does by itself."""


def read_level(text: str, levels: tuple[str, ...], manners: tuple[str, ...]) -> tuple[str, str]:
    """The level and the manner of a bot, as in ``hard`` or ``hard/keeper``; the plain manner is empty.

    Raises:
        ValueError: it has no such level or manner; a sentence that names those that it has.
    """
    level, _, manner = text.partition("/")
    if level not in levels:
        raise ValueError(f"There is no level {level!r}; the levels are: {', '.join(levels)}.")
    if manner and manner not in manners:
        known = ", ".join(manners) or "none"
        raise ValueError(f"There is no manner {manner!r}; the manners are: {known}.")
    return level, manner

"""Search tools for bots: budgets for a decision, races of samples, and negamax over replies.

`racing_search` is for games with luck or hidden cards: all candidates are sampled in the same determinized
worlds, and clearly worse ones are dropped (Maron and Moore, Hoeffding races, 1994). `by_reply` and
`best_reply` are for open games: negamax with bounds, fail-soft (Knuth and Moore, 1975), over whole turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import inf
from time import perf_counter, thread_time
from typing import TypeVar

from game.core.rng import SeededRng

T = TypeVar("T")

# s for one decision at the table, by level
LEVEL_SECONDS = {
    "easy": 0.5, "easy+": 0.5, "easy++": 0.5, "normal": 0.5, "normal+": 1.0, "normal++": 1.0,
    "hard": 1.0, "master": 2.0,
}  # fmt: skip
BEST_LEVEL = "master"  # the level that hints come from
EXPLANATION_S = 0.2  # s of that time reserved for the explanation

MAX_OVERRUN_SHARE = 0.25
"""Overrun, as a share of its time, after which the searches of a decision are aborted."""


class DeadlineError(Exception):
    """Raised inside a search when the time for the decision is over."""


class Budget:
    """Limits for one decision: positions searched, seconds on a clock, or both.

    Without either, a bot searches its level's standard number of positions, and then the same seed and
    observation always give the same move. Each game defines what it counts as a position.
    """

    __slots__ = ("_clock", "_end", "_half", "_last", "doubt", "limit", "spent")

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """Start the clock; `None` means no limit for ``nodes`` or ``seconds``."""
        self.limit = nodes
        self.spent = 0
        self.doubt = 0.0
        """Closeness of the choice, 0 to 1. The bot sets it; at the table it takes longer over close choices.
        """
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self._half = None if self._end is None or seconds is None else self._end - seconds / 2
        self._last = None if self._end is None or seconds is None else self._end + MAX_OVERRUN_SHARE * seconds

    def spend(self, nodes: int = 1) -> None:
        """Count ``nodes`` positions as searched."""
        self.spent += nodes

    @property
    def has_clock(self) -> bool:
        """True if there is a time limit, so that the order of the search matters."""
        return self._end is not None

    @property
    def is_over(self) -> bool:
        """True if the time is over, False without a time limit. The positions do not count here."""
        return self._end is not None and self._clock() >= self._end

    @property
    def overdue(self) -> bool:
        """True once the time is exceeded by `MAX_OVERRUN_SHARE`, False without a limit. All searches end."""
        return self._last is not None and self._clock() >= self._last

    def check(self) -> None:
        """Raise DeadlineError if the decision is `overdue`; call it in the deepest loop of every search."""
        if self.overdue:
            raise DeadlineError

    @property
    def is_nearly_over(self) -> bool:
        """True once half of the time is used, False without a time limit. Do not search deeper then."""
        return self._half is not None and self._clock() >= self._half


def hint_budget(nodes: int | None = None) -> Budget:
    """Budget of a hint: ``nodes`` positions; for None the best level's seconds less `EXPLANATION_S`."""
    return Budget(nodes, LEVEL_SECONDS[BEST_LEVEL] - EXPLANATION_S if nodes is None else None)


@dataclass(frozen=True, slots=True)
class BudgetPolicy:
    """Policy for a measured match that gives every decision its `Budget`.

    Attributes:
        share: share of the level's time at the table, counted in processor time so that a busy machine does
            not change a bot's strength.
        nodes: number of positions; makes a match repeatable from its seed.
    """

    share: float | None = None
    nodes: int | None = None

    def budget(self, level: str) -> Budget | None:
        """Budget of one decision, None without any limits."""
        if self.share is None and self.nodes is None:
            return None
        full = LEVEL_SECONDS.get(level)
        seconds = None if self.share is None or full is None else self.share * full
        return Budget(self.nodes, seconds, thread_time)


DEFAULT_BUDGET = BudgetPolicy()  # each level searches its standard number of positions


def read_level(text: str, levels: Sequence[str]) -> str:
    """Level in ``hard``, or in ``hard/keeper`` of versions with styles; ValueError if unknown."""
    level = text.partition("/")[0]
    if level not in levels:
        raise ValueError(f"There is no level {level!r}; the levels are: {', '.join(levels)}.")
    return level


def base_level(level: str) -> str:
    """Level below which a level with a plus starts: ``easy`` for ``easy++``; the others are their own."""
    return level.rstrip("+")


def deciding_level(text: str, scale: Mapping[str, float], rng: SeededRng) -> str:
    """Level that makes one decision for the level in ``text``, see `read_level`; ValueError if unknown.

    ``scale`` has the levels as points, weakest first. Whole numbers, from 0, are levels with a method of
    their own. A level between two of them decides like the upper one with the probability of its fraction,
    else like the lower one.
    """
    point = scale[read_level(text, tuple(scale))]
    fraction = point % 1
    own_point = int(point) + (fraction > 0 and rng.with_probability(fraction))
    return next(level for level, number in scale.items() if number == own_point)


def racing_search(
    runners: Sequence[T],
    sample: Callable[[list[T], int], None],
    hopeful: Callable[[list[T]], list[T]],
    budget: Budget,
    nodes: int | None,
    laps: Iterable[int] = repeat(1),
) -> list[T]:
    """Sample candidates lap by lap, drop those that are clearly worse, and return the others.

    Args:
        runners: the candidates.
        sample: takes ``count`` samples of each runner with the same luck; may raise `DeadlineError`, and then
            only the earlier laps count.
        hopeful: returns the runners that may still be the best; called after each lap.
        budget: counts the samples; the first lap is started even if the time is over.
        nodes: limit for the samples of all candidates together; the last lap is shortened to fit.
        laps: samples of each candidate in each lap.

    Returns:
        The remaining runners in the old order: one, or several that the budget could not separate.
    """
    survivors, has_begun = list(runners), False
    for lap in laps:
        count = lap if nodes is None else min(lap, nodes // len(survivors))
        if len(survivors) == 1 or count < 1 or (has_begun and budget.is_over):
            break
        try:
            sample(survivors, count)
        except DeadlineError:
            break
        has_begun = True
        budget.spend(count * len(survivors))
        nodes = None if nodes is None else nodes - count * len(survivors)
        survivors = hopeful(survivors)
    return survivors


def best_reply(
    replies: Iterable[T], after: Callable[[T, float, float], float], low: float, high: float, worst: float
) -> float:
    """Value of the best reply for the replying side; if it reaches ``high``, only a lower bound of it.

    Args:
        replies: the likely best first, which prunes most.
        after: value of a reply for the other side, exact between two bounds.
        low: value that the replying side already has for certain elsewhere.
        high: the other side will not allow more than this.
        worst: value if there is no reply.
    """
    best = worst
    for reply in replies:
        best = max(best, -after(reply, -high, -max(low, best)))
        if best >= high:
            break
    return best


def by_reply(
    moves: Iterable[T],
    after: Callable[[T, float, float], float],
    budget: Budget,
    *,
    margin: float,
    max_value: float,
    enough: float = inf,
) -> list[tuple[float, T]]:
    """Pairs (value, move), best first, of the moves that were evaluated in time.

    Args:
        moves: the candidates.
        after: value of a move for the other side, exact between two bounds; may raise `DeadlineError`, and
            then the result holds only the moves evaluated before.
        budget: the first move is evaluated even if the time is over.
        margin: moves worse than the best by more than this are not evaluated exactly.
        max_value: upper bound of all values.
        enough: stop once the best value is above this.
    """
    results: list[tuple[float, T]] = []
    best = -max_value
    for move in moves:
        if results and (best > enough or budget.is_over):
            break
        try:
            value = -after(move, -max_value, margin - best)
        except DeadlineError:
            break
        results.append((value, move))
        best = max(best, value)
    return sorted(results, key=lambda pair: -pair[0])

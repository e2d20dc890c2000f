"""How computer players search: what a decision may cost, races of samples, replies.

`racing_search` is for games with luck or hidden cards: all candidates are sampled in the same dealt-again
worlds, and who is clearly behind is dropped (Maron and Moore, Hoeffding races, 1994). `by_reply` and
`best_reply` are for open games: negamax with bounds, fail-soft (Knuth and Moore, 1975), over whole turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import inf
from time import perf_counter, thread_time
from typing import TypeVar

T = TypeVar("T")

SECONDS = {"easy": 0.5, "normal": 0.5, "hard": 1.0, "master": 2.0}
"""How long each level may think about a decision at the table."""
BEST = "master"
"""The level that hints come from."""
TELLING = 0.2
"""Of its time, so many seconds are left to say why."""

OVERTIME = 0.25
"""Share of its time by which a decision may be late before its searches are stopped where they are."""


class DeadlineError(Exception):
    """The time for a decision is up in the middle of a search."""


class Budget:
    """What one decision may cost: positions looked into, seconds on a clock, or both.

    A bot that is given neither looks into as many positions as its level does by itself, and then the same
    seed and observation always give the same move. Each game says what it counts as a position.
    """

    __slots__ = ("_clock", "_end", "_half", "_last", "doubt", "limit", "spent")

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
        self._last = None if self._end is None or seconds is None else self._end + OVERTIME * seconds

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
    def overdue(self) -> bool:
        """True once `OVERTIME` is up too: what should not be left undone is left undone after all."""
        return self._last is not None and self._clock() >= self._last

    def check(self) -> None:
        """Stop a search that cannot be left to finish; the deepest loop of every search calls it.

        Raises:
            DeadlineError: the decision is `overdue`.
        """
        if self.overdue:
            raise DeadlineError

    @property
    def short(self) -> bool:
        """Whether less than half of the time is left: too little to look further than one has."""
        return self._half is not None and self._clock() >= self._half


def hint_budget(nodes: int | None = None) -> Budget:
    """What a hint may cost: nearly the time that the best level has at the table, or so many positions."""
    return Budget(nodes, SECONDS[BEST] - TELLING if nodes is None else None)


@dataclass(frozen=True, slots=True)
class BudgetPolicy:
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


AS_IT_LIKES = BudgetPolicy()
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


def racing_search(
    runners: Sequence[T],
    sample: Callable[[list[T], int], None],
    hopeful: Callable[[list[T]], list[T]],
    budget: Budget,
    nodes: int | None,
    laps: Iterable[int] = repeat(1),
) -> list[T]:
    """Sample candidates together, lap by lap, and drop those that are clearly behind.

    Args:
        runners: the candidates.
        sample: takes ``count`` samples of each runner with the same luck; may raise `DeadlineError`, and then
            the laps before count.
        hopeful: those of them that may yet be the best, asked after each lap.
        budget: what the samples are counted on; late or not, the first lap is begun.
        nodes: samples of all candidates together; a lap for which they do not do is cut short.
        laps: samples of each candidate in each lap.

    Returns:
        Who is left, in the order of before: one, or those between whom the budget did not decide.
    """
    alive, begun = list(runners), False
    for lap in laps:
        count = lap if nodes is None else min(lap, nodes // len(alive))
        if len(alive) == 1 or count < 1 or (begun and budget.late):
            break
        try:
            sample(alive, count)
        except DeadlineError:
            break
        begun = True
        budget.spend(count * len(alive))
        nodes = None if nodes is None else nodes - count * len(alive)
        alive = hopeful(alive)
    return alive


def best_reply(
    replies: Iterable[T], after: Callable[[T, float, float], float], low: float, high: float, worst: float
) -> float:
    """The value of the best reply to the side that makes it, or some value above ``high`` when it is more.

    Args:
        replies: the likely best first, which saves most.
        after: what the other side then has, exact between two bounds.
        low: what the side has for certain elsewhere.
        high: more than this the other side does not let it have.
        worst: the value where there is no reply.
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
    liked: Callable[[T], float],
    budget: Budget,
    *,
    margin: float,
    most: float,
    enough: float = inf,
) -> list[tuple[float, T]]:
    """Moves with what each is worth after the best reply, the best first.

    Args:
        moves: what is to be weighed.
        after: what the other side then has, exact between two bounds; may raise `DeadlineError`, and then
            what was weighed before stands.
        liked: what a move is worth to a manner, on top.
        budget: late or not, the first is weighed.
        margin: what falls short of the best by more is out of question, and how far it does is not found out.
        most: no value is above it.
        enough: with a best above it nothing more need be weighed.
    """
    weighed: list[tuple[float, T]] = []
    best = -most
    for move in moves:
        if weighed and (best > enough or budget.late):
            break
        own = liked(move)
        try:
            value = own - after(move, -most, own + margin - best)
        except DeadlineError:
            break
        weighed.append((value, move))
        best = max(best, value)
    return sorted(weighed, key=lambda one: -one[0])

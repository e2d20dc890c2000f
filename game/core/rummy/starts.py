"""The order in which a search tries its starts: one lane of each suit, and so one way to cross the cut.

First those that must lose the least, then those that cross as the table does. A full table has millions, and
the first few are mostly enough, so they are gathered by what decides the order and listed when asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import product
from typing import Any, Generic, Protocol, TypeVar

from game.core.rummy.lanes import NEVER


class Crossing(Protocol):
    """A lane, whatever its losses are."""

    @property
    def guess(self) -> int:
        """The state at the cut."""

    @property
    def least(self) -> Any:
        """What it loses at least."""


Way = TypeVar("Way", bound=Crossing)


class Starts(Generic[Way]):
    """The choices of one lane a suit.

    Args:
        lanes: those of each suit.
        home: for each suit, the state in which the runs of the table cross the cut now.
        joint: the least loss of four lanes together.
    """

    def __init__(
        self, lanes: Sequence[Sequence[Way]], home: Sequence[int], joint: Callable[[Iterable[Any]], int]
    ) -> None:
        self._lanes = lanes
        suits: list[dict[tuple[Any, bool], list[int]]] = []
        for four, at_home in zip(lanes, home, strict=True):
            alike: dict[tuple[Any, bool], list[int]] = {}
            for number, lane in enumerate(four):
                alike.setdefault((lane.least, lane.guess != at_home), []).append(number)
            suits.append(alike)
        found: dict[tuple[int, int], list[tuple[list[int], ...]]] = {}
        for chosen in product(*(alike.items() for alike in suits)):
            least = joint([losses for (losses, _), _ in chosen])
            if least < NEVER:
                strange = sum(away for (_, away), _ in chosen)
                found.setdefault((least, strange), []).append(tuple(numbers for _, numbers in chosen))
        self._classes = sorted(found.items(), key=lambda alike: alike[0])
        self.least = self._classes[0][0][0] if self._classes else NEVER

    def within(self, budget: int) -> Iterator[tuple[Way, Way, Way, Way]]:
        """The starts that need not lose more."""
        one, two, three, four = self._lanes
        for (least, _), alike in self._classes:
            if least > budget:
                break
            for a, b, c, d in merge(*(product(*numbers) for numbers in alike)):
                yield one[a], two[b], three[c], four[d]

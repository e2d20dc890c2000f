"""How often somebody may do something: what comes too fast is refused, and nobody else suffers for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

MOST = 64
"""So many are remembered, those of longest ago forgotten first."""


class Measure:
    """Counts for each who asks what they were allowed lately."""

    def __init__(self, each: int, span: float) -> None:
        """Allow so many in so many milliseconds."""
        self._each, self._span = each, span
        self._taken: dict[Hashable, deque[float]] = {}

    def takes(self, who: Hashable, now: float) -> bool:
        """Whether this is not one too many; where it is not, it counts. The time is in ms."""
        taken = self._taken.pop(who, deque())
        self._taken[who] = taken
        while len(self._taken) > MOST:
            del self._taken[next(iter(self._taken))]
        while taken and now - taken[0] > self._span:
            taken.popleft()
        if len(taken) >= self._each:
            return False
        taken.append(now)
        return True

"""How sure a few hands are, and what mere chance would have given; exact, so that it is always the same.

Whole numbers are counted and divided once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, sqrt

SURE = 1.959963984540054
"""Standard deviations to both sides that hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """From 0 to 1; 0 of nothing."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies in 95 of 100 cases (Wilson's interval); anywhere, if nothing is known."""
        if not self.of:
            return 0.0, 1.0
        squared = SURE**2 / self.of
        middle = (self.value + squared / 2) / (1 + squared)
        half = SURE / (1 + squared) * sqrt(self.value * (1 - self.value) / self.of + squared / (4 * self.of))
        low, high = max(0.0, middle - half), min(1.0, middle + half)
        # Where all or none were counted, rounding must not part the interval from its end.
        return (0.0 if not self.count else low), (1.0 if self.count == self.of else high)


def at_least(ways: Sequence[int], count: int) -> float:
    """The share of all ways that have so many or more; ``ways`` counts them by number."""
    whole = sum(ways)
    return float(Fraction(sum(ways[max(0, count) :]), whole)) if whole else 1.0


def together(parts: Iterable[Sequence[int]]) -> list[int]:
    """In how many ways sums come about, of counts that know nothing of each other, each given by its ways."""
    found = [1]
    for part in parts:
        longer = [0] * (len(found) + len(part) - 1)
        for left, some in enumerate(found):
            for right, more in enumerate(part):
                longer[left + right] += some * more
        found = longer
    return found


def kept_ways(players: int, watched: int) -> list[int]:
    """Of all orders in which a table can end a hand: how many leave 0, 1, 2 ... of those watched in place.

    Args:
        players: how many sit at the table.
        watched: how many of them are counted; the others may end anywhere.
    """

    def exactly(kept: int) -> int:
        rest = watched - kept
        # So many chosen ones stay; from the orders of the others, those that move every other watched one.
        moved = sum((1, -1)[n % 2] * comb(rest, n) * factorial(players - kept - n) for n in range(rest + 1))
        return comb(watched, kept) * moved

    return [exactly(kept) for kept in range(watched + 1)]


def as_far_apart(one: Share, other: Share) -> float:
    """How often two shares come out as far apart as these or further, were there no difference.

    All hands are dealt out to the two sides again in every possible way (Fisher's exact test, two-sided).
    """
    hits, whole = one.count + other.count, one.of + other.of
    ways = [comb(one.of, n) * comb(other.of, hits - n) if n <= hits else 0 for n in range(one.of + 1)]
    seen = ways[one.count]
    return float(Fraction(sum(way for way in ways if way <= seen), comb(whole, hits)))

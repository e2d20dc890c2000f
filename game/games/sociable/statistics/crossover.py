"""Both rounds of a class: everybody compared with themselves, once with the exchange and once without.

What is compared is how many chairs somebody moves from one hand to the next, on average. Points and places
would not do: at a table they always add up to the same, so that their mean difference is nought whatever the
rule does. Only hands of people count, and of those with the exchange the ones in which it had begun; only
people count who have played one round by the one rule and one by the other.

Who has sat at a table together has moved together, too: where one goes up another comes down. So the interval
is that of the *circles*, of people who have sat together or with others who have: the tables, where everybody
kept theirs. It is a paired one, by Student's t, with the errors of clusters. With fewer than `CIRCLES`, as
where places were drawn anew, people are counted one by one. Chance: had the rule done nothing, in each circle
either round could as well have been the one with the exchange; the mean comes out otherwise for each way of
saying which was (the sign-flip test), exactly where there are few ways, else for `TRIES` of them.

Where one half began with the exchange and the other without it (a cross-over of orders AB and BA), what the
second round itself does, as practice, is told apart from the rule: half the difference of the changes is the
rule, half their sum the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import atan, cos, pi, sin, sqrt
from statistics import fmean

from game.core.rng import SeededRng
from game.games.sociable.statistics.class_statistics import NONE, RANKS, UP, ClassStatistics, HandObservation

CIRCLES = 3
"""So many groups who have sat together there must be for an interval of their own."""
EXACT = 12
"""Of so many, or fewer, all ways of flipping signs are gone through."""
TRIES = 10_000
SURE = 0.95


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What somebody has played in a round."""

    way: str
    tables: tuple[int, ...]
    """The numbers of the tables at which they sat."""
    hands: int
    moved: int
    """Chairs, up or down, in all of them."""
    points: int

    @property
    def mean(self) -> float:
        """Chairs moved in a hand."""
        return self.moved / self.hands


@dataclass(frozen=True, slots=True)
class PairedResult:
    """Somebody who has played by both rules."""

    pupil: int
    rounds: tuple[RoundResult, RoundResult]

    @property
    def on(self) -> RoundResult:
        """The round with the exchange."""
        return self.rounds[self.rounds[1].way == UP]

    @property
    def off(self) -> RoundResult:
        return self.rounds[self.rounds[1].way == NONE]

    @property
    def difference(self) -> float:
        """Chairs moved in a hand: with the exchange less without it."""
        return self.on.mean - self.off.mean

    @property
    def change(self) -> float:
        """The same: in the second round less in the first."""
        return self.rounds[1].mean - self.rounds[0].mean


@dataclass(frozen=True, slots=True)
class SequenceGroup:
    """The people who began by the same rule."""

    way: str
    """Of the first round."""
    people: int
    means: tuple[float, float]
    """Chairs moved in a hand in each round."""


@dataclass(frozen=True)
class CrossOver:
    """A class in both rounds."""

    people: tuple[PairedResult, ...]
    left_out: int
    """How many have played and cannot be compared with themselves."""

    @classmethod
    def of(cls, story: ClassStatistics) -> CrossOver | None:
        """Both rounds; `None` where no hand of a second one was played to its end."""
        if not any(table.round > 1 and table.story.hands for table in story.tables):
            return None
        rows: dict[int, tuple[list[HandObservation], list[HandObservation]]] = {}
        for table in story.tables:
            for row in table.rows:
                if not row.is_bot:
                    rows.setdefault(row.sitter.pupil, ([], []))[table.round - 1].append(row)
        found = []
        for pupil, both in sorted(rows.items()):
            first, second = map(_played, both)
            if first and second and {first.way, second.way} == {UP, NONE}:
                found.append(PairedResult(pupil, (first, second)))
        return cls(tuple(found), len(rows) - len(found))

    @cached_property
    def mean(self) -> float:
        """The mean difference."""
        return fmean(one.difference for one in self.people) if self.people else 0.0

    @cached_property
    def orders(self) -> tuple[SequenceGroup, ...]:
        """Those who began with the exchange, and those who began without it; only one if all began alike."""
        found = []
        for way in (UP, NONE):
            own = [one for one in self.people if one.rounds[0].way == way]
            if own:
                first, second = (fmean(one.rounds[place].mean for one in own) for place in (0, 1))
                found.append(SequenceGroup(way, len(own), (first, second)))
        return tuple(found)

    @cached_property
    def apart(self) -> tuple[float, float] | None:
        """What the exchange does, and what the second round does; `None` where all began alike."""
        if len(self.orders) < len((UP, NONE)):
            return None
        on_first, off_first = (one.means[1] - one.means[0] for one in self.orders)
        return (off_first - on_first) / 2, (off_first + on_first) / 2

    @cached_property
    def circles(self) -> tuple[tuple[PairedResult, ...], ...]:
        """Those who have sat together, or with others who have: groups that have never met."""
        found: list[tuple[set[tuple[int, int]], list[PairedResult]]] = []
        for one in self.people:
            sat = {(lap, table) for lap, played in enumerate(one.rounds) for table in played.tables}
            met = [circle for circle in found if circle[0] & sat]
            found = [circle for circle in found if not circle[0] & sat]
            tables = sat.union(*(circle[0] for circle in met))
            found.append((tables, [person for circle in met for person in circle[1]] + [one]))
        return tuple(tuple(people) for _tables, people in found)

    @property
    def by_circle(self) -> bool:
        """Whether circles are counted and not people one by one."""
        return len(self.circles) >= CIRCLES

    @cached_property
    def units(self) -> tuple[tuple[float, ...], ...]:
        """What is counted as one: the differences of a circle, or of a person."""
        groups: Iterable[Sequence[PairedResult]] = (
            self.circles if self.by_circle else [[one] for one in self.people]
        )
        return tuple(tuple(one.difference for one in group) for group in groups)

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean difference lies in 95 of 100 cases; `None` where nothing can be said."""
        count = len(self.units)
        if count < 2:  # one alone does not vary
            return None
        errors = [sum(one - self.mean for one in unit) for unit in self.units]
        spread = sqrt(count / (count - 1) * sum(error**2 for error in errors)) / len(self.people)
        half = spread * t_quantile(count - 1)
        return self.mean - half, self.mean + half

    @cached_property
    def flipped(self) -> tuple[float, ...]:
        """How far the mean would be from nought for each way of saying which round had the exchange."""
        sums, chance = [sum(unit) for unit in self.units], SeededRng(0, "crossover")
        signs: Iterable[Sequence[int]]
        if len(sums) <= EXACT:
            signs = product((1, -1), repeat=len(sums))
        else:
            signs = ([1 - 2 * chance.below(2) for _one in sums] for _try in range(TRIES))
        whole = max(1, len(self.people))
        return tuple(
            sorted(
                abs(sum(sign * one for sign, one in zip(line, sums, strict=True))) / whole for line in signs
            )
        )

    @property
    def band(self) -> float:
        """So far from nought, or less, the mean is in 95 of 100 of them."""
        return self.flipped[-(-len(self.flipped) * 95 // 100) - 1]

    @property
    def chance(self) -> float:
        """How often it is as far from nought as here, or further, if the rule does nothing."""
        return sum(one >= abs(self.mean) - 1e-9 for one in self.flipped) / len(self.flipped)

    @property
    def least(self) -> float:
        """How often the clearest outcome of all would come about by chance."""
        return float(Fraction(2, 2 ** len(self.units)))


def _played(rows: Sequence[HandObservation]) -> RoundResult | None:
    """What somebody has played in a round; `None` if nothing, or by several rules."""
    ways = {row.way for row in rows}
    own = [row for row in rows if row.exchanged or row.way == NONE]
    if len(ways) != 1 or not own:
        return None
    moved = [abs(RANKS[row.players].index(row.next) - RANKS[row.players].index(row.rank)) for row in own]
    tables = tuple(sorted({row.table for row in own}))
    return RoundResult(ways.pop(), tables, len(own), sum(moved), sum(row.points for row in own))


def t_quantile(freedom: int) -> float:
    """So far from nought, or less, Student's t is in 95 of 100 cases."""
    low, high = 0.0, 13.0
    for _halving in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < SURE else (low, middle)
    return low


def _within(t: float, freedom: int) -> float:
    """How likely Student's t lies between -t and t, by the finite series for whole degrees of freedom."""
    angle = atan(t / sqrt(freedom))
    term = cos(angle) if freedom % 2 else 1.0
    series = 0.0
    for number in range(2 + freedom % 2, freedom + 1, 2):
        series += term
        term *= cos(angle) ** 2 * (number - 1) / number
    if freedom % 2:
        return 2 / pi * (angle + sin(angle) * series)
    return sin(angle) * series

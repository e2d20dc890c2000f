"""Cross-over of a class: people compared with themselves, in a round with and one without the exchange.

The outcome is the mean number of chairs that a person moves from one hand to the next. Points and places
would not do, because their sum at a table is constant, and the mean difference would always be 0. Only hands
of people count, and with the exchange only those after it had begun. Only people who played one round by each
rule count.

People at one table move together: where one goes up another comes down. So the interval is that of *circles*:
people connected by shared tables. If all kept their tables, circles are the tables. It is a paired interval
by Student's t, with errors of clusters. With fewer than `MIN_CIRCLES`, as when places were drawn again,
people are counted one by one. The chance comes from the sign-flip test: had the rule no effect, in each
circle either round could have been the one with the exchange. It is exact for few units, and sampled with
`RANDOM_FLIPS` for more.

If one half began with the exchange and the other without it (a cross-over of orders AB and BA), the effect of
the second round, such as practice, is separated from that of the rule: half the difference of the changes is
the rule, half their sum the round.
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
from sockdrawer_classroom.sociable.class_statistics import NONE, RANKS, UP, ClassStatistics, HandObservation

MIN_CIRCLES = 3  # circles needed for an interval by circle
MAX_EXACT_UNITS = 12  # maximum of units for which all sign flips are tried
RANDOM_FLIPS = 10_000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A person's hands in one round."""

    way: str
    tables: tuple[int, ...]  # numbers of the person's tables
    hands: int
    moved: int  # chairs, up or down, in all hands
    points: int

    @property
    def mean(self) -> float:
        """Mean chairs moved in a hand."""
        return self.moved / self.hands


@dataclass(frozen=True, slots=True)
class PairedResult:
    """A person who played by both rules."""

    pupil: int
    rounds: tuple[RoundResult, RoundResult]

    @property
    def on(self) -> RoundResult:
        """Round with the exchange."""
        return self.rounds[self.rounds[1].way == UP]

    @property
    def off(self) -> RoundResult:
        """Round without the exchange."""
        return self.rounds[self.rounds[1].way == NONE]

    @property
    def difference(self) -> float:
        """Mean chairs moved in a hand with the exchange, minus the mean without it."""
        return self.on.mean - self.off.mean

    @property
    def change(self) -> float:
        """Mean chairs moved in a hand in the second round, minus the mean in the first."""
        return self.rounds[1].mean - self.rounds[0].mean


@dataclass(frozen=True, slots=True)
class SequenceGroup:
    """People who began by the same rule."""

    way: str  # exchange of the first round
    people: int
    means: tuple[float, float]  # mean chairs moved in a hand, by round


@dataclass(frozen=True)
class CrossOver:
    """Comparison of both rounds of a class."""

    people: tuple[PairedResult, ...]
    left_out: int  # people who played but not one round by each rule

    @classmethod
    def of(cls, statistics: ClassStatistics) -> CrossOver | None:
        """Return the comparison, or `None` if no hand of a second round was finished."""
        if not any(table.round > 1 and table.story.hands for table in statistics.tables):
            return None
        rows: dict[int, tuple[list[HandObservation], list[HandObservation]]] = {}
        for table in statistics.tables:
            for row in table.rows:
                if not row.is_bot:
                    rows.setdefault(row.sitter.pupil, ([], []))[table.round - 1].append(row)
        results = []
        for pupil, both in sorted(rows.items()):
            first, second = map(_round_result, both)
            if first and second and {first.way, second.way} == {UP, NONE}:
                results.append(PairedResult(pupil, (first, second)))
        return cls(tuple(results), len(rows) - len(results))

    @cached_property
    def mean(self) -> float:
        """Mean difference with the exchange minus without it, in chairs a hand; 0 without people."""
        return fmean(person.difference for person in self.people) if self.people else 0.0

    @cached_property
    def orders(self) -> tuple[SequenceGroup, ...]:
        """Groups that began with and without the exchange, in this order, if there are people in them."""
        groups = []
        for way in (UP, NONE):
            people = [person for person in self.people if person.rounds[0].way == way]
            if people:
                first, second = (fmean(person.rounds[place].mean for person in people) for place in (0, 1))
                groups.append(SequenceGroup(way, len(people), (first, second)))
        return tuple(groups)

    @cached_property
    def apart(self) -> tuple[float, float] | None:
        """Effects of the exchange and of the second round, in chairs a hand; `None` without both `orders`."""
        if len(self.orders) < len((UP, NONE)):
            return None
        on_first, off_first = (group.means[1] - group.means[0] for group in self.orders)
        return (off_first - on_first) / 2, (off_first + on_first) / 2

    @cached_property
    def circles(self) -> tuple[tuple[PairedResult, ...], ...]:
        """Groups of people connected by shared tables."""
        circles: list[tuple[set[tuple[int, int]], list[PairedResult]]] = []
        for result in self.people:
            own_tables = {
                (lap, table)
                for lap, round_result in enumerate(result.rounds)
                for table in round_result.tables
            }
            touching = [circle for circle in circles if circle[0] & own_tables]
            circles = [circle for circle in circles if not circle[0] & own_tables]
            tables = own_tables.union(*(circle[0] for circle in touching))
            circles.append((tables, [person for circle in touching for person in circle[1]] + [result]))
        return tuple(tuple(people) for _tables, people in circles)

    @property
    def by_circle(self) -> bool:
        """True if there are at least `MIN_CIRCLES` circles, so that they are the units, and not people."""
        return len(self.circles) >= MIN_CIRCLES

    @cached_property
    def units(self) -> tuple[tuple[float, ...], ...]:
        """Differences of the people in each unit, a circle or a single person."""
        groups: Iterable[Sequence[PairedResult]] = (
            self.circles if self.by_circle else [[person] for person in self.people]
        )
        return tuple(tuple(person.difference for person in group) for group in groups)

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """95% interval, (low, high), of the true mean difference; `None` with fewer than two units."""
        count = len(self.units)
        if count < 2:
            return None
        errors = [sum(difference - self.mean for difference in unit) for unit in self.units]
        spread = sqrt(count / (count - 1) * sum(error**2 for error in errors)) / len(self.people)
        half = spread * t_quantile(count - 1)
        return self.mean - half, self.mean + half

    @cached_property
    def flipped_means(self) -> tuple[float, ...]:
        """Absolute mean difference, in chairs a hand, for each sign flip, sorted."""
        sums, rng = [sum(unit) for unit in self.units], SeededRng(0, "crossover")
        signs: Iterable[Sequence[int]]
        if len(sums) <= MAX_EXACT_UNITS:
            signs = product((1, -1), repeat=len(sums))
        else:
            signs = ([1 - 2 * rng.below(2) for _sum in sums] for _try in range(RANDOM_FLIPS))
        whole = max(1, len(self.people))
        return tuple(
            sorted(
                abs(sum(sign * total for sign, total in zip(line, sums, strict=True))) / whole
                for line in signs
            )
        )

    @property
    def band(self) -> float:
        """Absolute mean difference that 95 of 100 sign flips do not exceed."""
        return self.flipped_means[-(-len(self.flipped_means) * 95 // 100) - 1]

    @property
    def chance(self) -> float:
        """Two-sided p-value of the mean difference, by the sign-flip test."""
        return sum(value >= abs(self.mean) - 1e-9 for value in self.flipped_means) / len(self.flipped_means)

    @property
    def smallest_p(self) -> float:
        """Smallest p-value that the exact test can give."""
        return float(Fraction(2, 2 ** len(self.units)))


def _round_result(rows: Sequence[HandObservation]) -> RoundResult | None:
    """Return a person's result in a round; `None` without hands, or if it had several rules."""
    ways = {row.way for row in rows}
    counted_rows = [row for row in rows if row.exchanged or row.way == NONE]
    if len(ways) != 1 or not counted_rows:
        return None
    moves = [
        abs(RANKS[row.players].index(row.next) - RANKS[row.players].index(row.rank)) for row in counted_rows
    ]
    tables = tuple(sorted({row.table for row in counted_rows}))
    return RoundResult(
        ways.pop(), tables, len(counted_rows), sum(moves), sum(row.points for row in counted_rows)
    )


def t_quantile(freedom: int) -> float:
    """Return Student's t for a two-sided 95% interval with this many degrees of freedom, by bisection."""
    low, high = 0.0, 13.0
    for _halving in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_probability(middle, freedom) < CONFIDENCE else (low, middle)
    return low


def _t_probability(t: float, freedom: int) -> float:
    """Return the probability that Student's t is between -t and t.

    Uses the finite series for whole degrees of freedom.
    """
    angle = atan(t / sqrt(freedom))
    term = cos(angle) if freedom % 2 else 1.0
    series = 0.0
    for number in range(2 + freedom % 2, freedom + 1, 2):
        series += term
        term *= cos(angle) ** 2 * (number - 1) / number
    if freedom % 2:
        return 2 / pi * (angle + sin(angle) * series)
    return sin(angle) * series

"""What results are worth: shares with their intervals, and ratings on one scale.

Intervals are of 95 %. Ratings are those of Bradley and Terry, in Elo: 400 points are odds of ten to one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_Z = 1.96
_ELO = 400 / math.log(10)
_STEPS = 20000
_STILL = 1e-10


@dataclass(frozen=True, slots=True)
class Share:
    """How much one side had of what there was, and between what this lies.

    Attributes:
        share: from 0 to 1.
        low: the lower end of the interval.
        high: the upper end.
        count: how many independent results it is worth.
    """

    share: float
    low: float
    high: float
    count: float

    @property
    def half(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in Elo, the first player's being 0, and half the length of its interval."""

    elo: float
    half: float


def wilson(share: float, count: float) -> Share:
    """The share of so many independent results, with Wilson's interval."""
    if not count:
        return Share(0.5, 0.0, 1.0, 0.0)
    z = _Z * _Z / count
    # Not the plain share with its error to both sides: for all or nothing that would be no interval at all.
    middle = (share + z / 2) / (1 + z)
    half = _Z / (1 + z) * math.sqrt(share * (1 - share) / count + z / (4 * count))
    return Share(share, max(0.0, middle - half), min(1.0, middle + half), count)


def share_of(deals: Sequence[float], each: int) -> Share:
    """The mean of what one side had of each deal.

    Matches of one deal, and comparisons of one match, hang together: the mean is worth as many results as
    its scatter from deal to deal says, though never more than were compared.

    Args:
        deals: from 0 to 1.
        each: how many results were compared for each.
    """
    if not deals:
        return wilson(0.5, 0.0)
    share = sum(deals) / len(deals)
    count = float(each * len(deals))
    scatter = sum((one - share) ** 2 for one in deals) / max(1, len(deals) - 1) / len(deals)
    if scatter:  # without any there is nothing to correct by
        count = min(count, share * (1 - share) / scatter)
    return wilson(share, count)


def ratings(players: int, results: Sequence[tuple[int, int, Share]]) -> list[Rating]:
    """The ratings of so many players by what each had against others.

    Every pair is given one drawn match more, so that whoever has won all is not infinitely strong.

    Args:
        players: how many there are, all of them connected by results.
        results: two players, and the share of the first.
    """
    matches = [
        (one, other, share.count + 1, share.share * share.count + 0.5) for one, other, share in results
    ]
    strengths = _fitted(players, matches)
    errors = _errors(strengths, matches)
    elo = [_ELO * math.log(strength / strengths[0]) for strength in strengths]
    return [Rating(value, _Z * _ELO * error) for value, error in zip(elo, errors, strict=True)]


_Match = tuple[int, int, float, float]
"""Two players, how many results there are, and how many of them the first has won."""


def _fitted(players: int, matches: Sequence[_Match]) -> list[float]:
    """The likeliest strengths, by Zermelo's steps."""
    strengths = [1.0] * players
    for _ in range(_STEPS):
        won, met = [0.0] * players, [0.0] * players
        for one, other, count, wins in matches:
            together = count / (strengths[one] + strengths[other])
            won[one] += wins
            won[other] += count - wins
            met[one] += together
            met[other] += together
        new = [wins / sums if sums else 1.0 for wins, sums in zip(won, met, strict=True)]
        # Only their ratios count: with the mean held at 1, a step tells how much these still move.
        scale = math.exp(-sum(map(math.log, new)) / players)
        new = [strength * scale for strength in new]
        moved = max(abs(math.log(b / a)) for a, b in zip(strengths, new, strict=True))
        strengths = new
        if moved < _STILL:
            break
    return strengths


def _errors(strengths: Sequence[float], matches: Sequence[_Match]) -> list[float]:
    """The standard errors of the logarithms, against the first player."""
    # Without the first, who is what the others are measured by: of all of them there is no inverse.
    size = len(strengths) - 1
    known = [[0.0] * size for _ in range(size)]
    for one, other, count, _wins in matches:
        share = strengths[one] / (strengths[one] + strengths[other])
        weight = count * share * (1 - share)
        for a, b in ((one, other), (other, one)):
            if a:
                known[a - 1][a - 1] += weight
                if b:
                    known[a - 1][b - 1] -= weight
    return [0.0, *(math.sqrt(_solved(known, place)[place]) for place in range(size))]


def _solved(matrix: Sequence[Sequence[float]], place: int) -> list[float]:
    """The column of the inverse of a matrix that is symmetric and has no pivot of 0."""
    size = len(matrix)
    rows = [[*row, float(number == place)] for number, row in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot and (factor := rows[other][pivot]):
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[pivot], strict=True)]
    return [row[-1] for row in rows]

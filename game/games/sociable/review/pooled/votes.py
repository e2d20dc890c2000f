"""The votes of a class, counted: what most of each went to, and the mean of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.match.ballot import QUORUM, evened, most_of
from game.match.hall.book import SHARES, Shares


@dataclass(frozen=True, slots=True)
class Tally:
    """What a round came to."""

    votes: int
    most: tuple[int, ...]
    """How many votes gave the most to skill, to luck, to structure."""
    split: int
    """How many gave the most to two or three of them alike: they tie."""
    mean: tuple[int, ...]
    """In hundredths, 100 together."""

    @property
    def columns(self) -> tuple[int, ...]:
        """What every vote went to: skill, luck, structure, a tie."""
        return *self.most, self.split

    @property
    def ahead(self) -> tuple[int, ...]:
        """What got the most votes; several where they tie, none where every vote did."""
        return tuple(place for place, count in enumerate(self.most) if count == max(self.most) > 0)


def tally(votes: Sequence[Shares]) -> Tally | None:
    """Count a round; `None` with so few votes that everybody could tell what the others voted."""
    if len(votes) < QUORUM:
        return None
    most = [0] * SHARES
    for vote in votes:
        first, *tied = most_of(vote)
        if not tied:
            most[first] += 1
    mean = evened([sum(column) / len(votes) for column in zip(*votes, strict=True)])
    return Tally(len(votes), tuple(most), len(votes) - sum(most), mean)

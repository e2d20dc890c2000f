"""The votes of a class, counted: what most of each went to, and the mean of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.match.ballot import QUORUM, evened
from game.match.hall.book import SHARES, Shares


@dataclass(frozen=True, slots=True)
class Tally:
    """What a round came to."""

    votes: int
    most: tuple[int, ...]
    """How many votes gave the most to skill, to luck, to structure."""
    split: int
    """How many gave the most to two or three of them alike."""
    mean: tuple[int, ...]
    """In hundredths, 100 together."""


def tally(votes: Sequence[Shares]) -> Tally | None:
    """Count a round; `None` with so few votes that everybody could tell what the others voted."""
    if len(votes) < QUORUM:
        return None
    most = [0] * SHARES
    for vote in votes:
        if vote.count(max(vote)) == 1:
            most[vote.index(max(vote))] += 1
    mean = evened([sum(column) / len(votes) for column in zip(*votes, strict=True)])
    return Tally(len(votes), tuple(most), len(votes) - sum(most), mean)

"""Parallel classes: every table's match lived again by players all alike, with an exchange and without.

Each table keeps its house rules, its number of seats and how many hands it came to; cards and draws are new.
A table's life number n belongs to parallel class number n, whichever exchange it is lived with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from game.core.chance import Chance
from game.core.options import Options
from game.games.sociable.review.pooled.chance import Share
from game.games.sociable.review.pooled.figures import ClassStory
from game.games.sociable.review.pooled.tables import DOWN, NONE, UP, WAYS, Table
from game.games.sociable.review.societies import Batch, Life, Society

CLASSES = 100
"""How many parallel classes are lived."""


@dataclass(frozen=True, slots=True)
class Task:
    """The lives of one match with one kind of exchange."""

    table: tuple[int, int]
    """Its `Table.key`."""
    way: str
    batch: Batch


def ways_of(story: ClassStory) -> tuple[str, ...]:
    """The kinds of exchange that are lived: those of the class, and for a comparison none and upwards."""
    found = {side.way for side in story.sides} | {NONE}
    return tuple(way for way in WAYS if way in (found if DOWN in found else found | {UP}))


def tasks(story: ClassStory, classes: int = CLASSES) -> tuple[Task, ...]:
    """The work of all parallel classes; a table that has not played one hand to its end has none."""
    return tuple(
        Task(table.key, way, _batch(table, way, classes))
        for way in ways_of(story)
        for table in story.tables
        if table.story.hands
    )


def _batch(table: Table, way: str, classes: int) -> Batch:
    options = Options({**table.story.options, "exchange": way})
    # By table alone: with whichever exchange, the same draws and deals.
    seed = Chance(0, "class", *table.key).below(10**9)
    hands = 0 if table.is_over else len(table.story.hands)
    return Batch(table.players, options, seed, 0, classes, hands)


@dataclass(frozen=True, slots=True)
class Lived:
    """What became of a table with one kind of exchange."""

    table: tuple[int, int]
    way: str
    society: Society


@dataclass(frozen=True, slots=True)
class ParallelClasses:
    """What became of all of them with one kind of exchange."""

    way: str
    lived: tuple[Lived, ...]

    @property
    def boss_won(self) -> Share:
        """In how many matches whoever began as Boss had the most points at the end."""
        lives = [life for lived in self.lived for life in lived.society.lives]
        return Share(sum(ended[0] == 0 for ended, _, _ in lives), len(lives))

    @property
    def boss_stayed(self) -> Share:
        """After how many hands the Boss was Boss again."""
        lives = [life for lived in self.lived for life in lived.society.lives]
        return Share(sum(kept for _, _, kept in lives), sum(hands for _, hands, _ in lives))

    @property
    def explained(self) -> float:
        """How much of who ends where the first chair settles, from 0 to 1; the mean of the tables."""
        return fmean(lived.society.explained for lived in self.lived) if self.lived else 0.0


def parallel_classes(lived: Sequence[tuple[Task, Sequence[Life]]]) -> tuple[ParallelClasses, ...]:
    """What became of all that was lived, the kinds of exchange in their order."""
    every = [Lived(task.table, task.way, Society(task.batch.players, tuple(lives))) for task, lives in lived]
    found = (ParallelClasses(way, tuple(one for one in every if one.way == way)) for way in WAYS)
    return tuple(one for one in found if one.lived)


def bosses_kept(story: ClassStory, parallel: Sequence[ParallelClasses]) -> tuple[int, ...]:
    """By parallel class, each of its tables with its own exchange: in how many hands the Boss stayed Boss."""
    ways = {table.key: table.way for table in story.tables}
    own = [lived.society.lives for one in parallel for lived in one.lived if lived.way == ways[lived.table]]
    return tuple(sum(kept for _ended, _hands, kept in lives) for lives in zip(*own, strict=True))

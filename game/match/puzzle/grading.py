"""How hard a puzzle is, in five steps, by one rule for all games.

A puzzle has a point for every halving of the luck that it takes, half a point for every doubling of what
looks right at a glance, and one and a half for each level of bot, or as much of these as its tries miss it: a
level that finds it in four of ten tries counts nine tenths of a point. The puzzles of a pack
are sorted by their points: the easiest `SHARES` of them are grade 1, those that follow grade 2, and so on, as
a week needs them: one Monday, two days of grade 2, two of grade 3, a Saturday and a Sunday. Another puzzle
has the grade of the first one in the pack that is no easier.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log2

from game.match.puzzle.puzzle import GRADES, TRIES, Puzzle

SHARES = (1, 2, 2, 1, 1)
"""How many of seven puzzles have each grade."""
LEVELS = 4
MISSED = 1.5
"""What each level that never finds it counts."""


def points(puzzle: Puzzle) -> float:
    """How hard a puzzle is."""
    luck = log2(1000 / (puzzle.luck + 1))
    missed = LEVELS - sum(puzzle.found_by.values()) / TRIES
    return luck + log2(puzzle.alike + 1) / 2 + MISSED * missed


def graded(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles with their grades, in the order they came."""
    # Keys tell equal ones apart, so that the order does not depend on anything else.
    ranked = sorted(range(len(puzzles)), key=lambda number: (points(puzzles[number]), number))
    grade = dict(zip(ranked, _grades(len(puzzles)), strict=True))
    return [replace(puzzle, grade=grade[number]) for number, puzzle in enumerate(puzzles)]


def grade_among(puzzle: Puzzle, pack: Iterable[Puzzle]) -> int:
    """The grade of a puzzle that is not of a pack, by those that are; in the middle where there are none."""
    own = points(puzzle)
    known = sorted((points(other), other.grade) for other in pack)
    if not known:
        return GRADES[len(GRADES) // 2]
    return next((grade for hard, grade in known if hard >= own), GRADES[-1])


def _grades(count: int) -> list[int]:
    ends = [sum(SHARES[: grade + 1]) * count / sum(SHARES) for grade in range(len(SHARES))]
    return [
        next(grade for grade, end in zip(GRADES, ends, strict=True) if place < end) for place in range(count)
    ]

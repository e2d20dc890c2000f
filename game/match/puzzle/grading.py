"""Grades of puzzles: one rule for their difficulty in all games.

A puzzle gets one point for every halving of its ``luck``, half a point for every doubling of ``alike``, and
up to one and a half points for each bot level, in proportion to its failed tries: a level that finds it in
four of ten tries counts 0.9 points. The puzzles of a pack are sorted by points and divided in proportion to
`PUZZLES_PER_GRADE`: the easiest are grade 1, the next grade 2, and so on, as a week needs them: one Monday,
two days of grade 2, two of grade 3, a Saturday and a Sunday. Another puzzle gets the grade of the first one
in the pack that is no easier.

`kept` makes a puzzle from a moment of a match. It runs in a worker because it may take a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from random import Random
from typing import TypeAlias

from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.session import Session
from game.i18n import _
from game.match.puzzle import (
    GRADES,
    TRIES_PER_LEVEL,
    AttemptResult,
    NoPuzzleError,
    Puzzle,
    PuzzleCandidate,
    PuzzleProof,
    Puzzler,
    puzzler_of,
)
from game.match.puzzle.pack import read_pack

PUZZLES_PER_GRADE = (1, 2, 2, 1, 1)  # puzzles of each grade, of seven
LEVEL_COUNT = 4
MISS_POINTS = 1.5  # points for a level that never finds it


def points(puzzle: Puzzle) -> float:
    """Difficulty of a puzzle in points, about 0 to 20, by the rule of this module; more is harder."""
    luck = log2(1000 / (puzzle.luck + 1))
    missed = LEVEL_COUNT - sum(puzzle.found_by.values()) / TRIES_PER_LEVEL
    return luck + log2(puzzle.alike + 1) / 2 + MISS_POINTS * missed


def graded(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles in the same order, with grades 1 to 5 in proportion to `PUZZLES_PER_GRADE`."""
    # Equal points are ordered by number, so that the order is well defined.
    ranking = sorted(range(len(puzzles)), key=lambda number: (points(puzzles[number]), number))
    ends = [sum(PUZZLES_PER_GRADE[:grade]) * len(puzzles) / sum(PUZZLES_PER_GRADE) for grade in GRADES]
    grade = {
        number: next(grade for grade, end in zip(GRADES, ends, strict=True) if place < end)
        for place, number in enumerate(ranking)
    }
    return [replace(puzzle, grade=grade[number]) for number, puzzle in enumerate(puzzles)]


def grade_among(puzzle: Puzzle, pack: Iterable[Puzzle]) -> int:
    """Grade of a puzzle outside of a pack, by comparison with the pack; the middle grade if that is empty."""
    difficulty = points(puzzle)
    ranking = sorted((points(sibling), sibling.grade) for sibling in pack)
    if not ranking:
        return GRADES[len(GRADES) // 2]
    return next((grade for hard, grade in ranking if hard >= difficulty), GRADES[-1])


MAX_ATTEMPT_MOVES = 24  # moves of an attempt at most

# returns the move of a level in a position of an attempt
Choose: TypeAlias = Callable[[Session, str, SeededRng], str]


def finders(
    puzzler: Puzzler, puzzle: Puzzle, levels: Iterable[str], choose: Choose, rng: Random
) -> tuple[str, ...]:
    """Levels that solve the puzzle in one try with ``choose``; their random seeds come from ``rng``."""
    return tuple(level for level in levels if _finds(puzzler, puzzle, level, choose, rng.random()))


def _finds(puzzler: Puzzler, puzzle: Puzzle, level: str, choose: Choose, seed: float) -> bool:
    """True if the level solves the puzzle against the best defence, within `MAX_ATTEMPT_MOVES` moves."""
    session = puzzle.session()
    for number in range(MAX_ATTEMPT_MOVES):
        verdict = puzzler.verdict(puzzle, session)
        seat = session.to_move
        if verdict is not AttemptResult.OPEN or seat is None:
            return verdict is AttemptResult.SOLVED
        if seat == puzzle.seat:
            move = choose(session, level, SeededRng("puzzle", str(seed), number))
        else:
            move = puzzler.defence_move(puzzle, session)
        session.play(move)
    return False


def puzzle_of_draft(draft: PuzzleCandidate, proved: PuzzleProof, key: str = "") -> Puzzle:
    """Turn a proved draft into a puzzle of grade 1, still to be graded. Default options are left out."""
    session = Session.from_position(draft.game, draft.position, options=draft.options)
    usual = find_game(draft.game).info.read_options({}, session.players)
    options = {name: value for name, value in draft.options.items() if value != usual[name]}
    return Puzzle(
        key, draft.game, draft.kind, draft.position, draft.seat, proved.solutions, 1, options,
        {}, proved.luck, proved.alike, proved.proof, proved.nodes,
    )  # fmt: skip


def with_find_rates(
    puzzler: Puzzler, draft: PuzzleCandidate, proved: PuzzleProof, tries: int = TRIES_PER_LEVEL
) -> Puzzle:
    """Turn a proved draft into a puzzle of grade 1 with find rates, the same on every machine.

    ``tries``, a divisor of `TRIES_PER_LEVEL`, may be smaller if a player waits for it; the result is scaled.
    """
    about = f"{draft.game} {draft.kind} {draft.detail} {draft.position}"
    counts: Counter[str] = Counter()
    for number in range(tries):
        counts.update(puzzler.found_by(draft, proved, Random(f"{about} {number}")))
    levels = find_game(draft.game).bot.levels
    times = {level: counts[level] * TRIES_PER_LEVEL // tries for level in levels if counts[level]}
    return replace(puzzle_of_draft(draft, proved), found_by=times)


def candidates_at(
    puzzler: Puzzler, session: Session, rng: Random, max_drafts: int, excluded_kinds: Collection[str] = ()
) -> Iterator[tuple[PuzzleCandidate, PuzzleProof]]:
    """Yield (draft, proof) for drafts of a position that make puzzles. Raises `NoPuzzleError` if none does.

    At most ``max_drafts`` drafts are tried, of kinds not in ``excluded_kinds``. The error is about the first
    draft, the most promising one.
    """
    why: NoPuzzleError | None = None
    has_any = False
    drafts = puzzler.drafts(session, rng)
    for _try in range(max_drafts):
        try:
            draft = next(draft for draft in drafts if draft.kind not in excluded_kinds)
            proof = puzzler.prove(draft)
        except StopIteration:
            break
        except NoPuzzleError as refusal:
            why = why or refusal
        else:
            has_any = True
            yield draft, proof
    if not has_any:
        raise why or NoPuzzleError(_("There's nothing to work out here."))


KEPT_REQUEST = "game.match.puzzle.grading:kept"
MAX_DRAFTS = 4  # drafts tried for a moment
QUICK_TRIES = 1  # tries of each level, few because a player waits


@dataclass(frozen=True, slots=True)
class MomentPuzzle:
    """Puzzle made from a moment of a match, or the reason that there is none.

    Attributes:
        puzzle: without a key; None if there is none.
        why: reason, in the language of the process, which is English in a worker. The sentences are messages
            of the catalogue, so the caller can translate them.
    """

    puzzle: Puzzle | None
    why: str = ""


def kept(game: str, position: str, options: Mapping[str, object]) -> MomentPuzzle:
    """Graded puzzle without key for the seat to move, or the reason why there is none, as a `MomentPuzzle`.

    Work is limited by counts.
    """
    puzzler = puzzler_of(game)
    assert puzzler is not None, f"{game} has no puzzles"
    session = Session.from_position(game, position, options=options)
    try:
        draft, proof = next(candidates_at(puzzler, session, Random(position), MAX_DRAFTS))
    except NoPuzzleError as refusal:
        return MomentPuzzle(None, str(refusal))
    puzzle = with_find_rates(puzzler, draft, proof, QUICK_TRIES)
    return MomentPuzzle(replace(puzzle, grade=grade_among(puzzle, read_pack(game).puzzles.values())))

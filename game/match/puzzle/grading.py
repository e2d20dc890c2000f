"""How hard a puzzle is, in five steps, by one rule for all games.

A puzzle has a point for every halving of the luck that it takes, half a point for every doubling of what
looks right at a glance, and one and a half for each level of bot, or as much of these as its tries miss it: a
level that finds it in four of ten tries counts nine tenths of a point. The puzzles of a pack
are sorted by their points: the easiest `SHARES` of them are grade 1, those that follow grade 2, and so on, as
a week needs them: one Monday, two days of grade 2, two of grade 3, a Saturday and a Sunday. Another puzzle
has the grade of the first one in the pack that is no easier. To find out how often a level finds a puzzle it
tries it `TRIES` times, and each time plays the attempt.

A puzzle of one's own, from any moment of a match (`kept`), is asked of a worker, as it may take a second.
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
    TRIES,
    AttemptResult,
    NoPuzzleError,
    Puzzle,
    PuzzleCandidate,
    PuzzleProof,
    Puzzler,
    puzzler_of,
)
from game.match.puzzle.pack import read_pack

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
    ends = [sum(SHARES[:grade]) * len(puzzles) / sum(SHARES) for grade in GRADES]
    grade = {
        number: next(grade for grade, end in zip(GRADES, ends, strict=True) if place < end)
        for place, number in enumerate(ranked)
    }
    return [replace(puzzle, grade=grade[number]) for number, puzzle in enumerate(puzzles)]


def grade_among(puzzle: Puzzle, pack: Iterable[Puzzle]) -> int:
    """The grade of a puzzle that is not of a pack, by those that are; in the middle where there are none."""
    own = points(puzzle)
    known = sorted((points(other), other.grade) for other in pack)
    if not known:
        return GRADES[len(GRADES) // 2]
    return next((grade for hard, grade in known if hard >= own), GRADES[-1])


LONGEST = 24
"""An attempt of more moves has missed it."""

Choose: TypeAlias = Callable[[Session, str, SeededRng], str]
"""How a level chooses its move at a moment of an attempt."""


def finders(
    puzzler: Puzzler, puzzle: Puzzle, levels: Iterable[str], choose: Choose, chance: Random
) -> tuple[str, ...]:
    """The levels that solve it at one try, choosing so; their own chance is drawn from ``chance``."""
    return tuple(level for level in levels if _finds(puzzler, puzzle, level, choose, chance.random()))


def _finds(puzzler: Puzzler, puzzle: Puzzle, level: str, choose: Choose, seed: float) -> bool:
    session = puzzle.session()
    for number in range(LONGEST):
        verdict = puzzler.verdict(puzzle, session)
        seat = session.to_move
        if verdict is not AttemptResult.OPEN or seat is None:
            return verdict is AttemptResult.SOLVED
        if seat == puzzle.seat:
            move = choose(session, level, SeededRng("puzzle", str(seed), number))
        else:
            move = puzzler.answer(puzzle, session)
        session.play(move)
    return False


def puzzle_of_draft(draft: PuzzleCandidate, proved: PuzzleProof, key: str = "") -> Puzzle:
    """A proved draft as a puzzle of the first grade, to be graded yet; usual house rules are left out."""
    session = Session.from_position(draft.game, draft.position, options=draft.options)
    usual = find_game(draft.game).info.read_options({}, session.players)
    options = {name: value for name, value in draft.options.items() if value != usual[name]}
    return Puzzle(
        key, draft.game, draft.kind, draft.position, draft.seat, proved.solutions, 1, options,
        {}, proved.luck, proved.alike, proved.proof, proved.nodes,
    )  # fmt: skip


def with_find_rates(
    puzzler: Puzzler, draft: PuzzleCandidate, proved: PuzzleProof, tries: int = TRIES
) -> Puzzle:
    """A proved draft as a puzzle that knows how often who finds it, the same on every machine.

    Somebody may wait for it: fewer ``tries``, a divisor of `TRIES`, stand for all.
    """
    about = f"{draft.game} {draft.kind} {draft.detail} {draft.position}"
    found: Counter[str] = Counter()
    for number in range(tries):
        found.update(puzzler.found_by(draft, proved, Random(f"{about} {number}")))
    levels = find_game(draft.game).bot.levels
    times = {level: found[level] * TRIES // tries for level in levels if found[level]}
    return replace(puzzle_of_draft(draft, proved), found_by=times)


def candidates_at(
    puzzler: Puzzler, session: Session, chance: Random, most: int, had: Collection[str] = ()
) -> Iterator[tuple[PuzzleCandidate, PuzzleProof]]:
    """The drafts of a moment that make a puzzle; so many are tried, and kinds that were had are not wanted.

    Raises:
        NoPuzzleError: none does; what is said is why the first one, the most promising, does not.
    """
    why: NoPuzzleError | None = None
    found = False
    drafts = puzzler.drafts(session, chance)
    for _try in range(most):
        try:
            draft = next(draft for draft in drafts if draft.kind not in had)
            proved = puzzler.prove(draft)
        except StopIteration:
            break
        except NoPuzzleError as refusal:
            why = why or refusal
        else:
            found = True
            yield draft, proved
    if not found:
        raise why or NoPuzzleError(_("There is nothing to find out here."))


KEPT = "game.match.puzzle.grading:kept"
TRIED = 4
"""So many tasks that a moment may pose are looked at."""
TRIES_WAITED_FOR = 1
"""So often each level tries it: a player waits meanwhile."""


@dataclass(frozen=True, slots=True)
class MomentPuzzle:
    """What has become of a moment.

    Attributes:
        puzzle: without a key; `None` where it makes none.
        why: then a sentence that says why not, in the language of the process that was asked: a worker's
            is English, and its sentences are texts of the catalogue, to be said through `words._`.
    """

    puzzle: Puzzle | None
    why: str = ""


def kept(game: str, position: str, options: Mapping[str, object]) -> MomentPuzzle:
    """The puzzle that a position makes for the seat to move; all work is counted."""
    puzzler = puzzler_of(game)
    assert puzzler is not None, f"{game} has no puzzles"
    session = Session.from_position(game, position, options=options)
    try:
        draft, proved = next(candidates_at(puzzler, session, Random(position), TRIED))
    except NoPuzzleError as refusal:
        return MomentPuzzle(None, str(refusal))
    puzzle = with_find_rates(puzzler, draft, proved, TRIES_WAITED_FOR)
    return MomentPuzzle(replace(puzzle, grade=grade_among(puzzle, read_pack(game).puzzles.values())))

"""A puzzle of one's own, from any moment of a match: asked of a worker, as it may take a second or two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from game.core.session import Session
from game.match.puzzle.finding import drafted, told_by
from game.match.puzzle.grading import grade_among
from game.match.puzzle.pack import read_pack
from game.match.puzzle.puzzle import Puzzle
from game.match.puzzle.puzzler import NoPuzzleError, puzzler_of

KEPT = "game.match.puzzle.keeping:kept"
TRIED = 4
"""So many tasks that a moment may pose are looked at."""
TRIES_WAITED_FOR = 1
"""So often each level tries it: a player waits meanwhile."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What has become of a moment.

    Attributes:
        puzzle: without a key; `None` where it makes none.
        why: then a sentence that says why not, in the language of the process that was asked: a worker's
            is English, and its sentences are texts of the catalogue, to be said through `words._`.
    """

    puzzle: Puzzle | None
    why: str = ""


def kept(game: str, position: str, options: Mapping[str, object]) -> Kept:
    """The puzzle that a position makes for the seat to move; all work is counted."""
    puzzler = puzzler_of(game)
    assert puzzler is not None, f"{game} has no puzzles"
    session = Session.from_position(game, position, options=options)
    try:
        draft, proved = next(drafted(puzzler, session, Random(position), TRIED))
    except NoPuzzleError as refusal:
        return Kept(None, str(refusal))
    puzzle = told_by(puzzler, draft, proved, TRIES_WAITED_FOR)
    return Kept(replace(puzzle, grade=grade_among(puzzle, read_pack(game).puzzles.values())))

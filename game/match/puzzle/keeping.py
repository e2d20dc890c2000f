"""A puzzle of one's own, from any moment of a match: asked of a worker, as it may take a second or two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from game.core.session import Session
from game.match.puzzle.finding import told_by
from game.match.puzzle.grading import grade_among
from game.match.puzzle.pack import read_pack
from game.match.puzzle.puzzle import Puzzle
from game.match.puzzle.puzzler import NoPuzzleError, puzzler_of
from game.words import _

KEPT = "game.match.puzzle.keeping:kept"
TRIED = 4
"""So many tasks that a moment may pose are looked at."""


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
    session = Session.from_position(game, position, options=options)
    why = ""
    for draft in islice(puzzler.drafts(session, Random(position)), TRIED) if puzzler else ():
        assert puzzler is not None
        try:
            puzzle = told_by(puzzler, draft, puzzler.prove(draft))
        except NoPuzzleError as refusal:
            # The most promising task comes first, and so does what is to be said of it.
            why = why or str(refusal)
        else:
            return Kept(replace(puzzle, grade=grade_among(puzzle, read_pack(game).puzzles.values())))
    return Kept(None, why or _("There is nothing to find out here."))

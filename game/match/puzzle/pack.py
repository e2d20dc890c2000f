"""The pack of a game: ``puzzles.jsonl`` in its folder, a `Puzzle` a line.

A line with a fault is left out, and one sentence says which it is and what is wrong; the rest goes on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from game.core.discovery import find
from game.match.puzzle.puzzle import Puzzle, PuzzleError, Verdict
from game.match.puzzle.puzzler import puzzler_of

FILE = "puzzles.jsonl"


@dataclass(frozen=True, slots=True)
class Pack:
    """The puzzles of a game by their keys, and a sentence about each line that is left out."""

    puzzles: dict[str, Puzzle]
    faults: tuple[str, ...] = ()


@cache
def read_pack(slug: str) -> Pack:
    """The pack of a game; empty for a game without one.

    Raises:
        ValueError: there is no such game.
    """
    find(slug)
    file = resources.files(f"game.games.{slug}").joinpath(FILE)
    return pack_of(slug, file.read_text(encoding="utf-8")) if file.is_file() else Pack({})


def pack_of(slug: str, text: str) -> Pack:
    """The pack of a game that a file of this text holds."""
    puzzles: dict[str, Puzzle] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            puzzle = _read(slug, line)
            if puzzle.key in puzzles:
                raise PuzzleError(f"Puzzle {puzzle.key}: there are two of this key.")
        except PuzzleError as fault:
            faults.append(f"{slug}/{FILE}, line {number}: {fault}")
        else:
            puzzles[puzzle.key] = puzzle
    return Pack(puzzles, tuple(faults))


def _read(slug: str, line: str) -> Puzzle:
    try:
        data = json.loads(line)
    except ValueError:
        raise PuzzleError("this is no JSON.") from None
    puzzle = Puzzle.of(data)
    puzzler = puzzler_of(slug)
    if puzzle.game != slug:
        raise PuzzleError(f"Puzzle {puzzle.key}: it is one of {puzzle.game}.")
    if puzzler is None or puzzle.kind not in puzzler.kinds:
        raise PuzzleError(f"Puzzle {puzzle.key}: {slug} has no puzzles of the kind {puzzle.kind!r}.")
    return puzzle


def checked(puzzle: Puzzle) -> Puzzle:
    """The puzzle, if every solution that it tells solves it; asked where it is opened, not of a whole pack.

    Raises:
        PuzzleError: one does not.
    """
    puzzler = puzzler_of(puzzle.game)
    for moves in puzzle.solutions:
        session = puzzle.session()
        try:
            for move in moves:
                session.play(move)
            verdict = puzzler.verdict(puzzle, session) if puzzler else Verdict.MISSED
        except (ValueError, LookupError):
            verdict = Verdict.MISSED
        if verdict is not Verdict.SOLVED:
            raise PuzzleError(f"Puzzle {puzzle.key}: the solution that it tells is none.")
    return puzzle


def line_of(puzzle: Puzzle) -> str:
    """A puzzle as a line of its pack."""
    return json.dumps(puzzle.data(), ensure_ascii=False, separators=(",", ":"))

"""Puzzle pack of a game: ``puzzles.jsonl`` in its folder, one `Puzzle` a line, and the daily puzzles.

A faulty line is left out, and one sentence says which it is and what is wrong. The daily puzzle is the same
for all players. It comes from a list that is only ever added to: ``days.txt`` holds a key a line, the first
for Monday 2 November 2026, and starts again after its last line. (Its days from 28 December 2026 on were
dealt again once, because SOCiable's puzzles got other grades.)

Flow (a puzzle): `puzzles.jsonl` in a game's folder > `match/puzzle/pack.py`; `match/puzzle/days.txt` lists
the daily ones. The game's `Puzzler` (`puzzles.PUZZLES`) judges an `Attempt`, explains the solution, and has
proved it: the two rummies by `match/rummy/puzzle_solver.py`, which asks the arranger which piles a way has to
take apart (`core/rummy/_solution_count.py`). `match/puzzle/grading.py` computes the grade, from how often
each bot level finds the solution in ten tries, with the little search that a person does at a glance: in the
rummies and the City a number of looks, in Socker few positions a move (`games/socker/puzzles.py`), in
SOCiable, where bots see all hands too, few moments of the hand.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib import resources

from game.core.discovery import game_file, game_slugs
from game.match.puzzle import AttemptResult, Puzzle, PuzzleError, puzzler_of

PUZZLE_FILE = "puzzles.jsonl"


@dataclass(frozen=True, slots=True)
class PuzzlePack:
    """Puzzles of a game by key, and a sentence about each line that is left out."""

    puzzles: dict[str, Puzzle]
    faults: tuple[str, ...] = ()


@cache
def read_pack(slug: str) -> PuzzlePack:
    """Pack of a game, cached; an empty one if it has none. Raises `ValueError` for an unknown game."""
    path = game_file(slug, PUZZLE_FILE)
    return PuzzlePack({}) if path is None else pack_of(slug, path.read_text(encoding="utf-8"))


def pack_of(slug: str, text: str) -> PuzzlePack:
    """Parse the text of a pack. Faulty lines are reported in ``faults``."""
    puzzles: dict[str, Puzzle] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            puzzle = _read(slug, line)
            if puzzle.key in puzzles:
                raise PuzzleError(f"Puzzle {puzzle.key}: there are two of this key.")
        except PuzzleError as fault:
            faults.append(f"{slug}/{PUZZLE_FILE}, line {number}: {fault}")
        else:
            puzzles[puzzle.key] = puzzle
    return PuzzlePack(puzzles, tuple(faults))


def _read(slug: str, line: str) -> Puzzle:
    """Read a puzzle from a line of a pack. Raises `PuzzleError` if it has a fault."""
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
    """Return the puzzle itself. Raises `PuzzleError` unless every stored solution solves it.

    Call it when a puzzle is opened, not for a whole pack.
    """
    for moves in puzzle.solutions:
        session = puzzle.session()
        try:
            for move in moves:
                session.play(move)
            verdict = puzzle.puzzler.verdict(puzzle, session)
        except (ValueError, LookupError):
            verdict = AttemptResult.MISSED
        if verdict is not AttemptResult.SOLVED:
            raise PuzzleError(f"Puzzle {puzzle.key}: the solution that it tells is none.")
    return puzzle


def line_of(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of its pack: compact JSON, without line break."""
    return json.dumps(puzzle.data(), ensure_ascii=False, separators=(",", ":"))


DAY_LIST = "days.txt"
FIRST_DAY = date(2026, 11, 2)  # day of the first line, a Monday
WEEK_GRADES = (1, 2, 2, 3, 3, 4, 5)  # grades from Monday to Sunday


def number_of(day: date) -> int:
    """Number of a daily puzzle, counted from 1 on `FIRST_DAY`; earlier days are below 1."""
    return (day - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Day of the daily puzzle with a number, counted from 1 on `FIRST_DAY`."""
    return FIRST_DAY + timedelta(days=number - 1)


def puzzle_of(day: date) -> Puzzle:
    """Puzzle of a day; the list repeats. `PuzzleError`, for players, if the list is empty or it is broken."""
    keys = read_days()
    if not keys:
        raise PuzzleError("The list of the days' socks is empty.")
    return puzzle_named(keys[(number_of(day) - 1) % len(keys)])


def puzzle_named(key: str) -> Puzzle:
    """Return the puzzle with a key, from any game. Raises `PuzzleError` if none has it or it is broken."""
    game = _games().get(key[:1])
    pack = read_pack(game) if game else None
    if pack is None or key not in pack.puzzles:
        why = next((fault for fault in (pack.faults if pack else ()) if f" {key}:" in fault), "")
        raise PuzzleError(why or f"Puzzle {key}: no pack has it.")
    return checked(pack.puzzles[key])


@cache
def read_days() -> tuple[str, ...]:
    """Keys of the daily puzzles, in the order of the days."""
    text = resources.files("game.match.puzzle").joinpath(DAY_LIST).read_text(encoding="utf-8")
    return tuple(text.split())


@cache
def _games() -> dict[str, str]:
    """Game slugs by the first letter of their puzzles' keys, from the first valid line of each pack.

    Only that line is read, so that the daily puzzle does not wait for the packs of all games.
    """
    slugs: dict[str, str] = {}
    for slug in game_slugs():
        if (file := game_file(slug, PUZZLE_FILE)) is not None:
            with file.open(encoding="utf-8") as lines:
                letter = next(filter(None, map(_letter, lines)), "")
            slugs.setdefault(letter, slug)
    return slugs


def _letter(line: str) -> str:
    """First letter of the key in a line of a pack; empty if the line is invalid."""
    try:
        return str(json.loads(line)["key"])[:1]
    except (ValueError, KeyError, TypeError):
        return ""

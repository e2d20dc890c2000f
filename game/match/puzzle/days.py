"""Which puzzle is the sock of which day: the same for everybody, by a list that is only ever added to.

``days.txt`` holds a puzzle's key a line, the first for Monday 2 November 2026. After its last line the list
begins again.
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from functools import cache
from importlib import resources

from game.core.discovery import slugs
from game.match.puzzle.pack import FILE, checked, read_pack
from game.match.puzzle.puzzle import Puzzle, PuzzleError

LIST = "days.txt"
FIRST = date(2026, 11, 2)
"""The day of the first line, a Monday."""


def number_of(day: date) -> int:
    """The number of a day's sock, counted from 1 on `FIRST`; before that day below 1."""
    return (day - FIRST).days + 1


def day_of(number: int) -> date:
    """The day of the sock of this number."""
    return FIRST + timedelta(days=number - 1)


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day.

    Raises:
        PuzzleError: there is none, or it is broken; the sentence is for players.
    """
    keys = read_days()
    if not keys:
        raise PuzzleError("The list of the days' socks is empty.")
    return puzzle_named(keys[(number_of(day) - 1) % len(keys)])


def puzzle_named(key: str) -> Puzzle:
    """The puzzle of a key, whichever game's it is.

    Raises:
        PuzzleError: no pack has it, or not in good order.
    """
    game = _games().get(key[:1])
    pack = read_pack(game) if game else None
    if pack is None or key not in pack.puzzles:
        why = next((fault for fault in (pack.faults if pack else ()) if f" {key}:" in fault), "")
        raise PuzzleError(why or f"Puzzle {key}: no pack has it.")
    return checked(pack.puzzles[key])


@cache
def read_days() -> tuple[str, ...]:
    """The keys of the list, in the order of the days."""
    text = resources.files("game.match.puzzle").joinpath(LIST).read_text(encoding="utf-8")
    return tuple(text.split())


@cache
def _games() -> dict[str, str]:
    """The games by the letter that the keys of their packs begin with, which their first sound lines tell.

    No more is read here: the day's puzzle should not wait for the packs of all games.
    """
    found: dict[str, str] = {}
    for slug in slugs():
        file = resources.files(f"game.games.{slug}").joinpath(FILE)
        if file.is_file():
            with file.open(encoding="utf-8") as lines:
                letter = next(filter(None, map(_letter, lines)), "")
            found.setdefault(letter, slug)
    return found


def _letter(line: str) -> str:
    try:
        return str(json.loads(line)["key"])[:1]
    except (ValueError, KeyError, TypeError):
        return ""

"""Puts a puzzle on the screen: the sock of a day, or one to practise with."""

from __future__ import annotations

from datetime import date

from game.match.puzzle.days import number_of, puzzle_of
from game.match.puzzle.puzzle import Puzzle, PuzzleError
from game.match.puzzle.puzzler import puzzler_of
from game.match.puzzle.sitting import Sitting
from game.match.seats import Seat
from game.scenes.daily.words import practice_title, title_of
from game.scenes.seat import NAMES_GIVEN, look_of, told_apart
from game.ui.art.knits import knit_of_day
from game.ui.kit.dialogs import Tell
from game.ui.kit.stage import Stage
from game.ui.table.puzzle.scene import PuzzleScene, Titled
from game.words import _


def open_day(stage: Stage, name: str, day: date) -> bool:
    """Put the sock of a day before somebody; whether it is on the screen: if not, it is told why."""
    try:
        scene = scene_of(stage, puzzle_of(day), name, day)
    except PuzzleError as fault:
        stage.scenes.push(Tell(_("This day's sock cannot be opened."), str(fault)))
        return False
    stage.scenes.push(scene)
    return True


def open_practice(stage: Stage, name: str, puzzle: Puzzle) -> bool:
    """Put another puzzle before somebody; whether it is on the screen: if not, it is told why."""
    try:
        scene = scene_of(stage, puzzle, name)
    except PuzzleError as fault:
        stage.scenes.push(Tell(_("This puzzle cannot be opened."), str(fault)))
        return False
    stage.scenes.push(scene)
    return True


def scene_of(stage: Stage, puzzle: Puzzle, name: str, day: date | None = None) -> PuzzleScene:
    """The scene of a puzzle; it is not on the screen yet.

    Raises:
        PuzzleError: there is no such position, or its game knows no puzzles.
    """
    puzzler = puzzler_of(puzzle.game)
    if puzzler is None:
        raise PuzzleError(f"Puzzle {puzzle.key}: {puzzle.game} has no puzzles.")
    days = stage.stores.days
    sitting = Sitting(puzzle, puzzler, days, name, day)
    title = practice_title(puzzle) if day is None else title_of(day, days.today())
    knit = knit_of_day(number_of(day) if day is not None else sum(map(ord, puzzle.key)) + 1)
    return PuzzleScene(stage, sitting, Titled(title, knit), seats_of(stage, puzzle, name))


def seats_of(stage: Stage, puzzle: Puzzle, name: str) -> list[Seat]:
    """Whoever solves it by name and colour, and others at the table."""
    known = stage.settings.seats.get(puzzle.game, ())
    mine = next((seat for seat in known if seat.name == name), known[0] if known else None)
    look = look_of(mine.colour) if mine is not None else 0
    own = name or NAMES_GIVEN[0]
    looks = [number for number in range(8) if number != look]
    others = iter([other for other in NAMES_GIVEN if other != own])
    count = puzzle.session().players
    names = told_apart([own if seat == puzzle.seat else next(others) for seat in range(count)])
    return [
        Seat(shown, look) if seat == puzzle.seat else Seat(shown, looks.pop(0), "hard")
        for seat, shown in enumerate(names)
    ]

"""Puts a puzzle on the screen: the sock of a day, or one to practise with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from game.match.match import Match
from game.match.puzzle import Puzzle, PuzzleError, puzzler_of
from game.match.puzzle.pack import number_of, puzzle_of
from game.match.puzzle.sitting import Sitting
from game.match.seats import PHONE, Seat
from game.scenes.daily.words import practice_title, title_of
from game.scenes.seat import NAMES_GIVEN, told_apart
from game.ui.art.knits import knit_of_day
from game.ui.art.patterns import look_of
from game.ui.core.context import Stage
from game.ui.match.puzzle import PuzzleScene, TaskBarShown, Titled
from game.ui.match.race import RaceScene, Runner
from game.ui.widgets.dialogs import Tell
from game.words import _


def open_day(stage: Stage, name: str, day: date, pupil: int | None = None) -> bool:
    """Put the sock of a day before somebody, here or on the phone of a seat of the lobby.

    Returns:
        Whether it is on the screen: if not, it is told why.
    """
    try:
        scene = scene_of(stage, puzzle_of(day), name, day, pupil)
    except PuzzleError as fault:
        stage.scenes.push(Tell(_("This day's sock cannot be opened."), str(fault)))
        return False
    stage.scenes.push(scene)
    return True


def rehearse_day(stage: Stage, name: str, day: date) -> Iterator[None]:
    """Make the pictures of the sock of a day, piece by piece: then it is on the screen at once."""
    try:
        scene = scene_of(stage, puzzle_of(day), name, day)
    except PuzzleError:
        return  # told where it is opened
    yield
    yield from scene.rehearse(stage.ruler)


def open_practice(stage: Stage, name: str, puzzle: Puzzle) -> bool:
    """Put another puzzle before somebody; whether it is on the screen: if not, it is told why."""
    try:
        scene = scene_of(stage, puzzle, name)
    except PuzzleError as fault:
        stage.scenes.push(Tell(_("This puzzle cannot be opened."), str(fault)))
        return False
    stage.scenes.push(scene)
    return True


def open_race(stage: Stage, places: Sequence[tuple[int, str]]) -> bool:
    """Put today's sock before all phones of the lobby; whether that could be done: if not, it is told why."""
    day = stage.stores.days.today()
    try:
        puzzle = puzzle_of(day)
        puzzler = puzzler_of(puzzle.game)
        if puzzler is None:
            raise PuzzleError(f"Puzzle {puzzle.key}: {puzzle.game} has no puzzles.")
        names = [seat.name for seat in seats_of(stage, puzzle, "")]
        base = Match(puzzle.session(names), [Seat(name, look, "hard") for look, name in enumerate(names)])
    except PuzzleError as fault:
        stage.scenes.push(Tell(_("This day's sock cannot be opened."), str(fault)))
        return False
    title = partial(title_of, day, day)
    runners = []
    for pupil, name in places:
        place = stage.phones.party.place(pupil) if stage.phones.party is not None else None
        seats = seats_of(stage, puzzle, name)
        seats[puzzle.seat] = Seat(name, place.look if place is not None else 0, device=PHONE)
        sitting = Sitting(puzzle, puzzler, stage.stores.days, name, day)
        runners.append(Runner(stage, pupil, sitting, seats, title))
    knit = knit_of_day(number_of(day))
    stage.scenes.push(
        RaceScene(
            stage, runners, base, lambda: TaskBarShown(knit, puzzler.task(puzzle), title(), puzzle.grade)
        )
    )
    return True


def scene_of(
    stage: Stage, puzzle: Puzzle, name: str, day: date | None = None, pupil: int | None = None
) -> PuzzleScene:
    """The scene of a puzzle, for somebody here or on the phone of a seat; it is not on the screen yet.

    Raises:
        PuzzleError: there is no such position, or its game knows no puzzles.
    """
    puzzler = puzzler_of(puzzle.game)
    if puzzler is None:
        raise PuzzleError(f"Puzzle {puzzle.key}: {puzzle.game} has no puzzles.")
    days = stage.stores.days
    sitting = Sitting(puzzle, puzzler, days, name, day)
    title = partial(practice_title, puzzle) if day is None else partial(title_of, day, days.today())
    knit = knit_of_day(number_of(day) if day is not None else sum(map(ord, puzzle.key)) + 1)
    seats = seats_of(stage, puzzle, name)
    place = stage.phones.party.place(pupil) if stage.phones.party and pupil is not None else None
    if place is not None:
        seats[puzzle.seat] = Seat(name, place.look, device=PHONE)
    return PuzzleScene(stage, sitting, Titled(title, knit), seats, pupil if place is not None else None)


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

"""What there is to be known of the days of a month under a name."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum, auto

from game.match.puzzle import Puzzle, PuzzleError, puzzler_of
from game.match.puzzle.pack import FIRST, number_of, puzzle_of
from game.scenes.daily.words import try_words
from game.scenes.seat import NAMES_GIVEN
from game.store.days import Diary, Tried
from game.ui.art.knits import knit_of_day
from game.ui.core.context import Stage
from game.words import _


class State(Enum):
    """What has become of the sock of a day."""

    NONE = auto()
    """There was none yet."""
    SOLVED = auto()
    LATE = auto()
    """Solved on a later day."""
    MISSED = auto()
    BEFORE = auto()
    """Of a day before anything was solved under this name: nobody has missed it."""
    OPEN = auto()
    """Today's, not solved yet."""
    AHEAD = auto()


@dataclass(frozen=True, slots=True)
class DayShown:
    """A day of the month, as it hangs there."""

    number: int
    state: State
    knit: str
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class Sock:
    """The puzzle of a day, or why there is none.

    Attributes:
        puzzle: the puzzle; none where the list or a pack is at fault.
        task: what has to be done.
        fault: a sentence that says what is wrong.
    """

    puzzle: Puzzle | None
    task: str = ""
    fault: str = ""


def sock_of(day: date) -> Sock:
    """The sock of a day."""
    try:
        puzzle = puzzle_of(day)
        puzzler = puzzler_of(puzzle.game)
        if puzzler is None:
            raise PuzzleError(f"Puzzle {puzzle.key}: {puzzle.game} has no puzzles.")
        return Sock(puzzle, puzzler.task(puzzle))
    except PuzzleError as fault:
        return Sock(None, fault=str(fault))
    except OSError as fault:  # the list itself cannot be read
        return Sock(None, fault=str(fault))


def state_of(day: date, today: date, diary: Diary) -> State:
    """What has become of the sock of a day."""
    tried = diary.days.get(day)
    if day < FIRST:
        return State.NONE
    if tried is not None and tried.solved:
        return State.SOLVED if diary.in_time(day) else State.LATE
    if day > today:
        return State.AHEAD
    if day == today:
        return State.OPEN
    return State.MISSED if any(other <= day for other in diary.days) else State.BEFORE


def days_of(month: date, today: date, diary: Diary) -> Iterator[DayShown]:
    """The days of the month that begins on a day."""
    for number in range(1, calendar.monthrange(month.year, month.month)[1] + 1):
        day = month.replace(day=number)
        tried = diary.days.get(day, Tried())
        knit = knit_of_day(max(1, number_of(day)))
        yield DayShown(number, state_of(day, today, diary), knit, tried.solved and tried.hints > 0)


def month_of(day: date) -> date:
    """The first day of its month."""
    return day.replace(day=1)


def next_month(month: date, way: int) -> date:
    """The month after this, or before it."""
    return month_of(month + timedelta(days=32)) if way > 0 else month_of(month - timedelta(days=1))


def name_of(stage: Stage) -> str:
    """Whose calendar it is: as the last time, else that of the first name of the lobby."""
    if last := stage.stores.days.last:
        return last
    names = stage.settings.names
    return names[0] if names else NAMES_GIVEN[0]


def names_there(stage: Stage) -> list[str]:
    """Whoever may have a calendar here."""
    known = [*stage.stores.days.names(), *stage.settings.names, name_of(stage)]
    return list(dict.fromkeys(name for name in known if name))


def told_of(day: date, today: date, diary: Diary) -> str:
    """What has become of it, in words below its task."""
    tried, state = diary.days.get(day, Tried()), state_of(day, today, diary)
    if state is State.SOLVED:
        return _("Solved at the {which}").format(which=try_words(tried.tries))
    if state is State.LATE:
        return _("Solved later")
    if state is State.MISSED:
        return _("Missed, but still there to be played")
    if state is State.BEFORE:
        return _("From before your first day, still there to be played")
    return ""

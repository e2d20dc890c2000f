"""The socks of days under a name: what became of them, and what is said and shared of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from game.core.discovery import find_game
from game.i18n import _, plural
from game.match.puzzle import Puzzle, PuzzleError
from game.match.puzzle.pack import FIRST, number_of, puzzle_of
from game.match.seats import HOUSE_NAMES
from game.scenes.album.captions import months
from game.store.daily_puzzles import DailyCalendar, PuzzleAttempts
from game.ui.core.scene import AppContext

MINUTE, HOUR = 60, 3600


def month_names() -> list[str]:
    """The months of the year."""
    return [
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"),
        _("August"), _("September"), _("October"), _("November"), _("December"),
    ]  # fmt: skip


def whole_day(day: date) -> str:
    """A day with its weekday: "Friday 20 November"."""
    return _("{weekday} {day} {month}").format(
        weekday=[
            _("Monday"),
            _("Tuesday"),
            _("Wednesday"),
            _("Thursday"),
            _("Friday"),
            _("Saturday"),
            _("Sunday"),
        ][day.weekday()],
        day=day.day,
        month=month_names()[day.month - 1],
    )


def plain_day(day: date) -> str:
    """A day: "20 November"."""
    return _("{day} {month}").format(day=day.day, month=month_names()[day.month - 1])


def brief_day(day: date) -> str:
    """A day in little room: "20 Nov"."""
    return _("{day} {mon}").format(day=day.day, mon=months()[day.month - 1])


def month_words(day: date) -> str:
    """A month: "November 2026"."""
    return _("{month} {year}").format(month=month_names()[day.month - 1], year=day.year)


COUNTED = 5
"""So many tries have a word of their own."""


def title_of(day: date, today: date) -> str:
    """Which puzzle it is: "Today's sock, 20 November"."""
    if day == today:
        return _("Today's sock, {day}").format(day=plain_day(day))
    return _("The sock of {day}").format(day=plain_day(day))


def practice_title(puzzle: Puzzle) -> str:
    """Which puzzle it is, for one to practise with."""
    return _("Practice, {game}").format(game=game_title(puzzle.game))


def game_title(slug: str) -> str:
    """The name of a game."""
    return _(find_game(slug).info.title)


def try_words(number: int) -> str:
    """Which try it was, in words as far as anybody counts."""
    names = [_("first try"), _("second try"), _("third try"), _("fourth try"), _("fifth try")]
    return names[number - 1] if 0 < number <= COUNTED else _("try {n}").format(n=number)


def row_words(streak: int) -> str:
    """How many days in a row: "11 in a row"."""
    return _("{n} in a row").format(n=streak)


def time_words(seconds: int) -> str:
    """How long it took, as somebody would say it."""
    if seconds < MINUTE:
        return _("less than a minute")
    if seconds < HOUR:
        minutes = round(seconds / MINUTE)
        return plural("a minute", "{n} minutes", minutes).format(n=minutes)
    hours = round(seconds / HOUR)
    return plural("an hour", "{n} hours", hours).format(n=hours)


def solved_words(tried: PuzzleAttempts) -> str:
    """How it was solved, kindly."""
    words = _("At the {which}, in {time}.") if tried.tries <= COUNTED else _("At {which}, in {time}.")
    told = words.format(which=try_words(tried.tries), time=time_words(tried.seconds))
    if not tried.hints:
        return told + " " + _("The star is yours.")
    return told + " " + plural("One hint helped.", "{n} hints helped.", tried.hints).format(n=tried.hints)


def shared_line(day: date, puzzle: Puzzle, tried: PuzzleAttempts, streak: int) -> str:
    """A day told to others without its answer: "Sock 19 · Socker · second try · 11 in a row"."""
    parts = [_("Sock {n}").format(n=number_of(day)), game_title(puzzle.game), try_words(tried.tries)]
    if tried.hints:
        parts.append(plural("a hint", "{n} hints", tried.hints).format(n=tried.hints))
    elif streak > 1:
        parts.append(row_words(streak))
    return " · ".join(parts)


def copied_line(day: date, puzzle: Puzzle, tried: PuzzleAttempts, streak: int) -> str:
    """The same as it goes to the clipboard: a row of socks, one for each try, and the line."""
    lost = min(6, max(0, tried.tries - 1))
    row = "🧶" * lost + "🧦" + ("⭐" if tried.starred else "")
    return f"{row} {shared_line(day, puzzle, tried, streak)}"


class DayState(Enum):
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
class DailyPuzzle:
    """The puzzle of a day, or why there is none.

    Attributes:
        puzzle: the puzzle; none where the list or a pack is at fault.
        task: what has to be done.
        fault: a sentence that says what is wrong.
    """

    puzzle: Puzzle | None
    task: str = ""
    fault: str = ""


def sock_of(day: date) -> DailyPuzzle:
    """The sock of a day."""
    try:
        puzzle = puzzle_of(day)
        return DailyPuzzle(puzzle, puzzle.puzzler.task(puzzle))
    except (PuzzleError, OSError) as fault:  # an `OSError` is that the list itself cannot be read
        return DailyPuzzle(None, fault=str(fault))


def state_of(day: date, today: date, diary: DailyCalendar) -> DayState:
    """What has become of the sock of a day."""
    tried = diary.days.get(day)
    if day < FIRST:
        return DayState.NONE
    if tried is not None and tried.solved:
        return DayState.SOLVED if diary.in_time(day) else DayState.LATE
    if day > today:
        return DayState.AHEAD
    if day == today:
        return DayState.OPEN
    return DayState.MISSED if any(other <= day for other in diary.days) else DayState.BEFORE


def name_of(stage: AppContext) -> str:
    """Whose calendar it is: as the last time, else that of the first name of the lobby."""
    if last := stage.stores.days.last:
        return last
    names = stage.settings.names
    return names[0] if names else HOUSE_NAMES[0]


def names_there(stage: AppContext) -> list[str]:
    """Whoever may have a calendar here."""
    known = [*stage.stores.days.names(), *stage.settings.names, name_of(stage)]
    return list(dict.fromkeys(name for name in known if name))


def told_words(state: DayState, diary: DailyCalendar, day: date) -> str:
    """What has become of the sock of a day, in words below its task."""
    if state is DayState.SOLVED:
        tries = diary.days[day].tries
        words = _("Solved at the {which}") if tries <= COUNTED else _("Solved at {which}")
        return words.format(which=try_words(tries))
    if state is DayState.LATE:
        return _("Solved later")
    if state is DayState.MISSED:
        return _("Missed, but still there to be played")
    if state is DayState.BEFORE:
        return _("From before your first day, still there to be played")
    return ""


class TodayCache:
    """What is known of today's sock."""

    def __init__(self) -> None:
        self._sock: DailyPuzzle | None = None
        self.day, self.streak = FIRST, 0
        self.done = False
        """Whether it is solved."""

    def look_in(self, stage: AppContext) -> None:
        """See which day it is, and what is kept of it."""
        days = stage.stores.days
        day, diary = days.today(), days.of(name_of(stage))
        tried = diary.days.get(day)
        if day != self.day:
            self.forget()
        self.day, self.streak, self.done = day, diary.streak(day), tried is not None and tried.solved

    def forget(self) -> None:
        """Look the sock up again: it is another day, or another language is spoken."""
        self._sock = None

    @property
    def sock(self) -> DailyPuzzle:
        """Its puzzle, looked up when somebody wants to know."""
        if self._sock is None:
            self._sock = sock_of(self.day)
        return self._sock

    def told(self) -> str:
        sock = self.sock
        if sock.puzzle is None:
            return _("There is none today; the calendar says why.")
        return _("{game}: {task}").format(game=game_title(sock.puzzle.game), task=sock.task)

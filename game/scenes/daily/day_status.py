"""State of each day's sock under a name, and the texts about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from game.core.discovery import find_game
from game.i18n import _, plural
from game.match.puzzle import Puzzle, PuzzleError
from game.match.puzzle.pack import FIRST_DAY, number_of, puzzle_of
from game.match.seats import HOUSE_NAMES
from game.scenes.album.captions import months
from game.store.daily_puzzles import DailyCalendar, PuzzleAttempts
from game.ui.core.scene import AppContext

MINUTE, HOUR = 60, 3600


def month_names() -> list[str]:
    """Translated names of the months, January first."""
    return [
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"),
        _("August"), _("September"), _("October"), _("November"), _("December"),
    ]  # fmt: skip


def whole_day(day: date) -> str:
    """Day with its weekday: "Friday 20 November"."""
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
    """Day and month: "20 November"."""
    return _("{day} {month}").format(day=day.day, month=month_names()[day.month - 1])


def brief_day(day: date) -> str:
    """Day and short month: "20 Nov"."""
    return _("{day} {mon}").format(day=day.day, mon=months()[day.month - 1])


def month_words(day: date) -> str:
    """Month and year: "November 2026"."""
    return _("{month} {year}").format(month=month_names()[day.month - 1], year=day.year)


MAX_ORDINAL = 5  # tries with an ordinal in words


def title_of(day: date, today: date) -> str:
    """Title of a day's puzzle: "Today's sock, 20 November", on other days "The sock of 20 November"."""
    if day == today:
        return _("Today's sock, {day}").format(day=plain_day(day))
    return _("The sock for {day}").format(day=plain_day(day))


def practice_title(puzzle: Puzzle) -> str:
    """Title of a practice puzzle: "Practice, Socker"."""
    return _("Practice: {game}").format(game=game_title(puzzle.game))


def game_title(slug: str) -> str:
    """Translated title of a game."""
    return _(find_game(slug).info.title)


def try_words(number: int) -> str:
    """Number of a try in words, such as "second try"; above `MAX_ORDINAL`, such as "try 7"."""
    names = [_("first try"), _("second try"), _("third try"), _("fourth try"), _("fifth try")]
    return names[number - 1] if 0 < number <= MAX_ORDINAL else _("try {n}").format(n=number)


def row_words(streak: int) -> str:
    """Length of a streak: "11 in a row"."""
    return _("{n} in a row").format(n=streak)


def time_words(seconds: int) -> str:
    """Duration in words, such as "less than a minute", "5 minutes" or "2 hours"."""
    if seconds < MINUTE:
        return _("less than a minute")
    if seconds < HOUR:
        minutes = round(seconds / MINUTE)
        return plural("a minute", "{n} minutes", minutes).format(n=minutes)
    hours = round(seconds / HOUR)
    return plural("an hour", "{n} hours", hours).format(n=hours)


def solved_words(attempts: PuzzleAttempts) -> str:
    """Sentences about tries and time of a solution, and its hints or the star without any."""
    template = (
        _("On the {which}, in {time}.") if attempts.tries <= MAX_ORDINAL else _("On {which}, in {time}.")
    )
    sentence = template.format(which=try_words(attempts.tries), time=time_words(attempts.seconds))
    if not attempts.hints:
        return sentence + " " + _("The star is yours.")
    return (
        sentence + " " + plural("One hint used.", "{n} hints used.", attempts.hints).format(n=attempts.hints)
    )


def shared_line(day: date, puzzle: Puzzle, attempts: PuzzleAttempts, streak: int) -> str:
    """Line about a day for others, without its answer: "Sock 19 · Socker · second try · 11 in a row"."""
    parts = [_("Sock {n}").format(n=number_of(day)), game_title(puzzle.game), try_words(attempts.tries)]
    if attempts.hints:
        parts.append(plural("a hint", "{n} hints", attempts.hints).format(n=attempts.hints))
    elif streak > 1:
        parts.append(row_words(streak))
    return " · ".join(parts)


def copied_line(day: date, puzzle: Puzzle, attempts: PuzzleAttempts, streak: int) -> str:
    """Line for the clipboard: yarn for up to 6 failed tries, a sock, a star if earned, `shared_line`."""
    lost = min(6, max(0, attempts.tries - 1))
    row = "🧶" * lost + "🧦" + ("⭐" if attempts.starred else "")
    return f"{row} {shared_line(day, puzzle, attempts, streak)}"


class DayState(Enum):
    """State of a day's sock."""

    NONE = auto()  # before the first sock
    SOLVED = auto()
    LATE = auto()  # solved on a later day
    MISSED = auto()
    BEFORE = auto()  # a day before the first one of this name, so it does not count as missed
    OPEN = auto()  # today's, not solved yet
    AHEAD = auto()


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """Puzzle of a day, or the reason why there is none.

    Attributes:
        puzzle: the puzzle; None if the list or a pack is broken.
        task: task of the puzzle.
        fault: sentence about the error.
    """

    puzzle: Puzzle | None
    task: str = ""
    fault: str = ""


def sock_of(day: date) -> DailyPuzzle:
    """Puzzle of a day with its task, or the error that prevents it."""
    try:
        puzzle = puzzle_of(day)
        return DailyPuzzle(puzzle, puzzle.puzzler.task(puzzle))
    except (PuzzleError, OSError) as fault:  # `OSError` if the list cannot be read
        return DailyPuzzle(None, fault=str(fault))


def state_of(day: date, today: date, calendar_: DailyCalendar) -> DayState:
    """State of a day's sock in a calendar, as of ``today``."""
    attempts = calendar_.days.get(day)
    if day < FIRST_DAY:
        return DayState.NONE
    if attempts is not None and attempts.solved:
        return DayState.SOLVED if calendar_.in_time(day) else DayState.LATE
    if day > today:
        return DayState.AHEAD
    if day == today:
        return DayState.OPEN
    return DayState.MISSED if any(played <= day for played in calendar_.days) else DayState.BEFORE


def name_of(app: AppContext) -> str:
    """Name of the calendar: the last one used, else the first of the lobby, else a house name."""
    if last := app.stores.days.last:
        return last
    names = app.settings.names
    return names[0] if names else HOUSE_NAMES[0]


def names_there(app: AppContext) -> list[str]:
    """Names that may have a calendar here, without duplicates."""
    candidates = [*app.stores.days.names(), *app.settings.names, name_of(app)]
    return list(dict.fromkeys(name for name in candidates if name))


def told_words(state: DayState, calendar_: DailyCalendar, day: date) -> str:
    """Sentence on a solved, late, missed or earlier day's sock; "" for today's open, later and no sock."""
    if state is DayState.SOLVED:
        tries = calendar_.days[day].tries
        template = _("Solved on the {which}") if tries <= MAX_ORDINAL else _("Solved on {which}")
        return template.format(which=try_words(tries))
    if state is DayState.LATE:
        return _("Solved later")
    if state is DayState.MISSED:
        return _("Missed, but you can still play it")
    if state is DayState.BEFORE:
        return _("From before your first day, but you can still play it")
    return ""


class TodayCache:
    """Cached state of today's sock."""

    def __init__(self) -> None:
        self._sock: DailyPuzzle | None = None
        self.day, self.streak = FIRST_DAY, 0
        self.is_solved = False  # True if it is solved

    def look_in(self, app: AppContext) -> None:
        """Update day, streak and solved state; forgets the puzzle of another day."""
        days = app.stores.days
        day, calendar_ = days.today(), days.calendar_of(name_of(app))
        attempts = calendar_.days.get(day)
        if day != self.day:
            self.forget()
        self.day, self.streak, self.is_solved = (
            day,
            calendar_.streak(day),
            attempts is not None and attempts.solved,
        )

    def forget(self) -> None:
        """Forget the puzzle, so that it is looked up again after a change of day or language."""
        self._sock = None

    @property
    def sock(self) -> DailyPuzzle:
        """Puzzle of the day, looked up on first use."""
        if self._sock is None:
            self._sock = sock_of(self.day)
        return self._sock

    def sentence(self) -> str:
        """Game and task of today's puzzle, or that there is none."""
        sock = self.sock
        if sock.puzzle is None:
            return _("No sock today. The calendar explains why.")
        return _("{game}: {task}").format(game=game_title(sock.puzzle.game), task=sock.task)

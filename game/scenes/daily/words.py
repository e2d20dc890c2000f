"""What is said about the day's sock: days, tries, times, and the line that is shared."""

from __future__ import annotations

from datetime import date

from game.core.discovery import find
from game.match.puzzle import Puzzle
from game.match.puzzle.pack import number_of
from game.scenes.album.telling import months
from game.store.days import Tried
from game.words import _, counted

MINUTE, HOUR = 60, 3600


def weekday_names() -> list[str]:
    """The days of the week, from Monday."""
    return [
        _("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"),
    ]  # fmt: skip


def month_names() -> list[str]:
    """The months of the year."""
    return [
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"),
        _("August"), _("September"), _("October"), _("November"), _("December"),
    ]  # fmt: skip


def whole_day(day: date) -> str:
    """A day with its weekday: "Friday 20 November"."""
    return _("{weekday} {day} {month}").format(
        weekday=weekday_names()[day.weekday()], day=day.day, month=month_names()[day.month - 1]
    )


def plain_day(day: date) -> str:
    """A day: "20 November"."""
    return _("{day} {month}").format(day=day.day, month=month_names()[day.month - 1])


def brief_day(day: date) -> str:
    """A day in little room: "20 Nov"."""
    return _("{day} {month}").format(day=day.day, month=months()[day.month - 1])


def month_words(day: date) -> str:
    """A month: "November 2026"."""
    return _("{month} {year}").format(month=month_names()[day.month - 1], year=day.year)


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
    return _(find(slug).info.title)


def try_words(number: int) -> str:
    """Which try it was, in words as far as anybody counts."""
    names = [_("first try"), _("second try"), _("third try"), _("fourth try"), _("fifth try")]
    return names[number - 1] if 0 < number <= len(names) else _("try {n}").format(n=number)


def row_words(streak: int) -> str:
    """How many days in a row: "11 in a row"."""
    return _("{n} in a row").format(n=streak)


def time_words(seconds: int) -> str:
    """How long it took, as somebody would say it."""
    if seconds < MINUTE:
        return _("less than a minute")
    if seconds < HOUR:
        minutes = round(seconds / MINUTE)
        return counted("a minute", "{n} minutes", minutes).format(n=minutes)
    hours = round(seconds / HOUR)
    return counted("an hour", "{n} hours", hours).format(n=hours)


def solved_words(tried: Tried) -> str:
    """How it was solved, kindly."""
    told = _("At the {which}, in {time}.").format(
        which=try_words(tried.tries), time=time_words(tried.seconds)
    )
    if not tried.hints:
        return told + " " + _("The star is yours.")
    return told + " " + counted("One hint helped.", "{n} hints helped.", tried.hints).format(n=tried.hints)


def shared_line(day: date, puzzle: Puzzle, tried: Tried, streak: int) -> str:
    """A day told to others without its answer: "Sock 19 · Socker · second try · 11 in a row"."""
    parts = [_("Sock {n}").format(n=number_of(day)), game_title(puzzle.game), try_words(tried.tries)]
    if tried.hints:
        parts.append(counted("a hint", "{n} hints", tried.hints).format(n=tried.hints))
    elif streak > 1:
        parts.append(row_words(streak))
    return " · ".join(parts)


def copied_line(day: date, puzzle: Puzzle, tried: Tried, streak: int) -> str:
    """The same as it goes to the clipboard: a row of socks, one for each try, and the line."""
    lost = min(6, max(0, tried.tries - 1))
    row = "🧶" * lost + "🧦" + ("⭐" if tried.starred else "")
    return f"{row} {shared_line(day, puzzle, tried, streak)}"

"""Who has solved which day's sock, what they practise with, and the puzzles that they have kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Annotated, Any, TypeVar

from game.core.schema import (
    anything,
    checked_by,
    dataclass_reader,
    day,
    ignore_errors,
    letters,
    number,
    to_json,
    with_default,
)
from game.store.data_folder import DataFolder
from game.store.statistics import canonical

VERSION = 1
FILE = "days.json"
_LOCK = "days.lock"
NEAR = timedelta(days=62)
"""Days so far ahead of the clock show that it was set back; still later ones, that it once ran ahead."""
MOST_KEPT = 200
"""So many puzzles of one's own are kept; the oldest make room."""
_Key = TypeVar("_Key", date, str)
Count = Annotated[int, number(0, 10**8 - 1)]
DayText = Annotated[str, checked_by(lambda given: given == "" or day(given, "It", ignore_errors))]


@dataclass(frozen=True, slots=True)
class PuzzleAttempts:
    """What somebody has done about a puzzle.

    Attributes:
        tries: those that failed, and the one that solved it.
        seconds: how long they had it before them, up to its solution.
        hints: how many they asked for.
        when: the day on which it was solved; empty until then.
    """

    tries: Count = 0
    seconds: Count = 0
    hints: Count = 0
    when: DayText = ""

    @property
    def solved(self) -> bool:
        return bool(self.when)

    @property
    def starred(self) -> bool:
        """Whether the hint star was kept."""
        return self.solved and not self.hints


@dataclass(frozen=True, slots=True)
class DailyCalendar:
    """The calendar of one name.

    Attributes:
        days: what was done about the sock of each day.
        practice: what was done about other puzzles, by their keys.
        kept: puzzles from matches of one's own, the newest last, as plain data.
    """

    days: Mapping[date, PuzzleAttempts] = field(default_factory=dict)
    practice: Mapping[str, PuzzleAttempts] = field(default_factory=dict)
    kept: tuple[Mapping[str, Any], ...] = ()

    def in_time(self, day: date) -> bool:
        """Whether the sock of a day was solved on that very day."""
        tried = self.days.get(day)
        return tried is not None and tried.when == day.isoformat()

    def streak(self, today: date) -> int:
        """How many days in a row were solved on their own day, up to today or yesterday.

        A clock that was set back breaks no streak: where later days are solved, the longer row counts.
        """
        solved = {day for day in self.days if self.in_time(day)}
        ends = [day for day in (today, today - timedelta(days=1)) if day in solved][:1]
        ends += [max(solved)] if solved and max(solved) > today else []
        return max((_row(solved, end) for end in ends), default=0)

    def row_at(self, day: date) -> int:
        """How many in a row there were with a day's sock, as it stood on that day."""
        return _row({one for one in self.days if self.in_time(one)}, day)

    def longest(self) -> int:
        """The longest such row there ever was."""
        solved = {day for day in self.days if self.in_time(day)}
        ends = [day for day in solved if day + timedelta(days=1) not in solved]
        return max((_row(solved, end) for end in ends), default=0)

    def counts_for(self, day: date, today: date) -> date:
        """The day on which the sock of a day is solved, if that is today.

        Whoever has solved a later sock has set the clock back: a missed day is not mended by that.
        """
        later = [
            other for other, tried in self.days.items() if tried.solved and today < other <= today + NEAR
        ]
        return max([today, *later]) if day == today else max(today, day + timedelta(days=1))


def _row(solved: set[date], end: date) -> int:
    count = 0
    while end - timedelta(days=count) in solved:
        count += 1
    return count


class DailyPuzzleStore:
    """The calendars of all names; ``today`` tells which day it is here."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self.today: Callable[[], date] = date.today

    # Reading.

    def names(self) -> list[str]:
        """Whoever has a calendar, in alphabetical order."""
        return sorted(self._names())

    def of(self, name: str) -> DailyCalendar:
        """The calendar of a name; an empty one for a name without any."""
        return self._diary(canonical(name), self._names().get(canonical(name), {}))

    @property
    def last(self) -> str:
        """Whose calendar was looked at last; empty before the first."""
        found: str = with_default(letters(99), "")(self._read().get("last", ""), "last", ignore_errors)
        return found

    def _read(self) -> dict[str, Any]:
        return self._folder.read_json(FILE, VERSION) or {}

    def _names(self) -> dict[str, Any]:
        return self._folder.read_table(FILE, VERSION, "names", anything)

    def _diary(self, name: str, given: object) -> DailyCalendar:
        reader = with_default(dataclass_reader(DailyCalendar, lenient=True), DailyCalendar())
        found: DailyCalendar = reader(given, name, lambda where: self._folder.bad_entry(FILE, where))
        return found

    # Writing.

    def look(self, name: str) -> bool:
        """Whose calendar is looked at from now on; whether that could be kept."""
        with self._folder.locked(_LOCK):
            data = self._read()
            return self._folder.write_json(FILE, {**data, "last": canonical(name)}, VERSION)

    def note(self, name: str, day: date, tried: PuzzleAttempts) -> bool:
        """Keep what was done about the sock of a day; one that was solved stays as it was."""
        return self._change(name, lambda diary: replace(diary, days=_noted(diary.days, day, tried)))

    def note_practice(self, name: str, key: str, tried: PuzzleAttempts) -> bool:
        """Keep what was done about another puzzle; one that was solved stays as it was."""
        return self._change(name, lambda diary: replace(diary, practice=_noted(diary.practice, key, tried)))

    def keep(self, name: str, puzzle: Mapping[str, Any]) -> bool:
        def kept(diary: DailyCalendar) -> DailyCalendar:
            others = [one for one in diary.kept if one.get("key") != puzzle.get("key")]
            return replace(diary, kept=(*others, dict(puzzle))[-MOST_KEPT:])

        return self._change(name, kept)

    def drop(self, name: str, key: str) -> bool:
        def dropped(diary: DailyCalendar) -> DailyCalendar:
            rest = {one: tried for one, tried in diary.practice.items() if one != key}
            return replace(diary, kept=tuple(p for p in diary.kept if p.get("key") != key), practice=rest)

        return self._change(name, dropped)

    def _change(self, name: str, change: Callable[[DailyCalendar], DailyCalendar]) -> bool:
        wanted = canonical(name)
        with self._folder.locked(_LOCK):
            # Read again under the lock: another window may have kept something since.
            data, names = self._read(), self._names()
            before = self._diary(wanted, names.get(wanted, {}))
            after = change(before)
            if after == before:
                return True
            after = replace(after, days=dict(sorted(after.days.items())))
            names = {**names, wanted: to_json(after, brief=True)}
            return self._folder.write_json(FILE, {**data, "names": names}, VERSION)


def _noted(
    known: Mapping[_Key, PuzzleAttempts], key: _Key, tried: PuzzleAttempts
) -> Mapping[_Key, PuzzleAttempts]:
    before = known.get(key)
    return known if before is not None and before.solved else {**known, key: tried}

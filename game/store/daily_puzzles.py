"""Daily puzzle calendars: solved days, practice, and saved puzzles of each player."""

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
MAX_CLOCK_SHIFT = timedelta(days=62)
"""A solved day at most this far in the future means that the clock was set back; one later than that, that
the clock was once ahead."""
MAX_SAVED_PUZZLES = 200  # saved puzzles of one player; the oldest are dropped
_Key = TypeVar("_Key", date, str)
Count = Annotated[int, number(0, 10**8 - 1)]
DayText = Annotated[str, checked_by(lambda raw: raw == "" or day(raw, "It", ignore_errors))]


@dataclass(frozen=True, slots=True)
class PuzzleAttempts:
    """A player's attempts at a puzzle.

    Attributes:
        tries: failed attempts, plus the one that solved it.
        seconds: time until it was solved, in s.
        hints: number of requested hints.
        when: day on which it was solved; empty until then.
    """

    tries: Count = 0
    seconds: Count = 0
    hints: Count = 0
    when: DayText = ""

    @property
    def solved(self) -> bool:
        """True once the puzzle is solved."""
        return bool(self.when)

    @property
    def starred(self) -> bool:
        """True if it was solved without hints."""
        return self.solved and not self.hints


@dataclass(frozen=True, slots=True)
class DailyCalendar:
    """Daily puzzles and practice of one player.

    Attributes:
        days: attempts at the puzzle of each day.
        practice: attempts at other puzzles, by their keys.
        kept: puzzles saved from the player's own matches, newest last, as plain data.
    """

    days: Mapping[date, PuzzleAttempts] = field(default_factory=dict)
    practice: Mapping[str, PuzzleAttempts] = field(default_factory=dict)
    kept: tuple[Mapping[str, Any], ...] = ()

    def in_time(self, day: date) -> bool:
        """True if the puzzle of a day was solved on that day."""
        attempt = self.days.get(day)
        return attempt is not None and attempt.when == day.isoformat()

    def streak(self, today: date) -> int:
        """Number of consecutive days solved in time, up to today, yesterday or, if longer, a later last day.

        A clock that was set back breaks no streak: if later days are solved, the longer streak counts.
        """
        solved_days = {day for day in self.days if self.in_time(day)}
        ends = [day for day in (today, today - timedelta(days=1)) if day in solved_days][:1]
        ends += [max(solved_days)] if solved_days and max(solved_days) > today else []
        return max((_streak_length(solved_days, end) for end in ends), default=0)

    def row_at(self, day: date) -> int:
        """Length in days of the streak up to the puzzle of ``day``; 0 if that is not solved in time."""
        return _streak_length({entry for entry in self.days if self.in_time(entry)}, day)

    def longest(self) -> int:
        """Length in days of the longest streak ever."""
        solved_days = {day for day in self.days if self.in_time(day)}
        ends = [day for day in solved_days if day + timedelta(days=1) not in solved_days]
        return max((_streak_length(solved_days, end) for end in ends), default=0)

    def counts_for(self, day: date, today: date) -> date:
        """Date to record for solving the puzzle of ``day`` now: ``day`` if in time, else a later date.

        A solved later puzzle shows that the clock was set back, which must not repair a missed day.
        """
        later = [
            later
            for later, attempt in self.days.items()
            if attempt.solved and today < later <= today + MAX_CLOCK_SHIFT
        ]
        return max([today, *later]) if day == today else max(today, day + timedelta(days=1))


def _streak_length(solved: set[date], end: date) -> int:
    """Number of consecutive days in ``solved`` up to ``end``; 0 if that is not solved."""
    count = 0
    while end - timedelta(days=count) in solved:
        count += 1
    return count


class DailyPuzzleStore:
    """Calendars of all players."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self.today: Callable[[], date] = date.today

    # Reading

    def names(self) -> list[str]:
        """Names with a calendar, normalised and sorted."""
        return sorted(self._names())

    def calendar_of(self, name: str) -> DailyCalendar:
        """Parsed calendar of a name; an empty one if there is none. Bad entries are skipped and reported."""
        return self._diary(canonical(name), self._names().get(canonical(name), {}))

    @property
    def last(self) -> str:
        """Name whose calendar was selected last; empty before the first, or if the file is unusable."""
        key: str = with_default(letters(99), "")(self._read().get("last", ""), "last", ignore_errors)
        return key

    def _read(self) -> dict[str, Any]:
        """JSON object of the file; empty if it is missing or unusable."""
        return self._folder.read_json(FILE, VERSION) or {}

    def _names(self) -> dict[str, Any]:
        """Unparsed calendars by normalised name; empty without a usable file."""
        return self._folder.read_table(FILE, VERSION, "names", anything)

    def _diary(self, name: str, raw: object) -> DailyCalendar:
        """Parse a calendar; empty if ``raw`` is no object. Bad entries are skipped and reported."""
        reader = with_default(dataclass_reader(DailyCalendar, lenient=True), DailyCalendar())
        diary: DailyCalendar = reader(raw, name, lambda where: self._folder.bad_entry(FILE, where))
        return diary

    # Writing

    def select_name(self, name: str) -> bool:
        """Save the name whose calendar is shown; False if the write fails."""
        with self._folder.locked(_LOCK):
            data = self._read()
            return self._folder.write_json(FILE, {**data, "last": canonical(name)}, VERSION)

    def record_daily(self, name: str, day: date, tried: PuzzleAttempts) -> bool:
        """Save the attempts at a daily puzzle unless stored as solved; False only if the write fails."""
        return self._change(name, lambda diary: replace(diary, days=_with_attempt(diary.days, day, tried)))

    def note_practice(self, name: str, key: str, tried: PuzzleAttempts) -> bool:
        """Save the attempts at another puzzle unless stored as solved; False only if the write fails."""
        return self._change(
            name, lambda diary: replace(diary, practice=_with_attempt(diary.practice, key, tried))
        )

    def save_puzzle(self, name: str, puzzle: Mapping[str, Any]) -> bool:
        """Keep a puzzle made from a match, dropping the oldest above 200; False only if the write fails."""

        def kept(diary: DailyCalendar) -> DailyCalendar:
            """Calendar with the puzzle as the newest, replacing one of its key; at most 200 are kept."""
            others = [saved for saved in diary.kept if saved.get("key") != puzzle.get("key")]
            return replace(diary, kept=(*others, dict(puzzle))[-MAX_SAVED_PUZZLES:])

        return self._change(name, kept)

    def drop(self, name: str, key: str) -> bool:
        """Delete a saved puzzle and the attempts at it; False only if the write fails."""

        def dropped(diary: DailyCalendar) -> DailyCalendar:
            """Calendar without the puzzle and the attempts at it."""
            rest = {name: attempt for name, attempt in diary.practice.items() if name != key}
            return replace(diary, kept=tuple(p for p in diary.kept if p.get("key") != key), practice=rest)

        return self._change(name, dropped)

    def _change(self, name: str, change: Callable[[DailyCalendar], DailyCalendar]) -> bool:
        """Change the calendar of a name and write it if it differs; False only if the write fails."""
        player = canonical(name)
        with self._folder.locked(_LOCK):
            # Read again under the lock, because another window may have written.
            data, names = self._read(), self._names()
            before = self._diary(player, names.get(player, {}))
            after = change(before)
            if after == before:
                return True
            after = replace(after, days=dict(sorted(after.days.items())))
            names = {**names, player: to_json(after, brief=True)}
            return self._folder.write_json(FILE, {**data, "names": names}, VERSION)


def _with_attempt(
    records: Mapping[_Key, PuzzleAttempts], key: _Key, attempts: PuzzleAttempts
) -> Mapping[_Key, PuzzleAttempts]:
    """Copy of ``records`` with this one set; ``records`` itself if the puzzle is solved there already."""
    before = records.get(key)
    return records if before is not None and before.solved else {**records, key: attempts}

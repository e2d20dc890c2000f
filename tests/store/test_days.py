"""Calendars under names: streaks, clocks that are set back, and files that somebody edited."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from game.store.days import FILE, MOST_KEPT, Days, Diary, Tried
from game.store.files import Folder, Trouble

MONDAY = date(2026, 11, 2)


def day(number: int) -> date:
    return MONDAY + timedelta(days=number)


def solved(when: date) -> Tried:
    return Tried(1, 60, 0, when.isoformat())


def week(*missed: int, late: int = -1) -> Diary:
    return Diary({day(n): solved(day(n + 1) if n == late else day(n)) for n in range(7) if n not in missed})


def test_each_name_has_a_calendar_of_its_own(folder: Folder) -> None:
    days = Days(folder)
    assert days.note("Ann", MONDAY, solved(MONDAY))
    assert days.note(" Zoe\u0308 ", MONDAY, Tried(2))
    assert days.names() == ["Ann", "Zoë"]
    assert days.of("Ann").days == {MONDAY: solved(MONDAY)}
    assert days.of("Zoë").days == {MONDAY: Tried(2)}
    assert days.of("Bo") == Diary()


def test_whose_calendar_was_looked_at_is_known_the_next_time(folder: Folder) -> None:
    days = Days(folder)
    assert days.last == ""
    days.look("Ann")
    days.note("Bo", MONDAY, Tried(1))
    assert Days(folder).last == "Ann"


def test_a_streak_lives_until_a_day_has_passed_unsolved() -> None:
    assert week().streak(day(6)) == 7
    assert week().streak(day(7)) == 7
    assert week().streak(day(8)) == 0
    assert Diary().streak(day(3)) == 0


def test_a_missed_day_that_is_played_later_mends_nothing() -> None:
    assert week(2).streak(day(6)) == 4
    assert week(late=2).streak(day(6)) == 4
    assert week(late=2).longest() == 4


def test_a_clock_set_back_breaks_no_streak() -> None:
    assert week().streak(day(3)) == 7
    assert week().streak(day(-100)) == 7


def test_a_clock_set_back_mends_no_missed_day() -> None:
    missed = week(2)
    assert missed.counts_for(day(2), today=day(2)) == day(6)
    assert missed.counts_for(day(7), today=day(7)) == day(7)
    assert missed.counts_for(day(2), today=day(8)) == day(8)


def test_a_clock_that_once_ran_years_ahead_is_forgiven() -> None:
    ahead = Diary({date(2035, 1, 1): solved(date(2035, 1, 1))})
    assert ahead.counts_for(day(4), today=day(4)) == day(4)


def test_a_day_that_was_solved_stays_as_it_was(folder: Folder) -> None:
    days = Days(folder)
    days.note("Ann", MONDAY, solved(MONDAY))
    days.note("Ann", MONDAY, Tried(7, 9000, 3, day(5).isoformat()))
    days.note_practice("Ann", "k1", solved(MONDAY))
    days.note_practice("Ann", "k1", Tried(9))
    assert days.of("Ann").days == {MONDAY: solved(MONDAY)}
    assert days.of("Ann").practice == {"k1": solved(MONDAY)}


def test_puzzles_of_ones_own_are_kept_and_thrown_away(folder: Folder) -> None:
    days = Days(folder)
    for number in range(MOST_KEPT + 2):
        days.keep("Ann", {"key": f"x{number}"})
    days.note_practice("Ann", "x5", Tried(1))
    days.drop("Ann", "x5")
    diary = days.of("Ann")
    assert [one["key"] for one in diary.kept][:4] == ["x2", "x3", "x4", "x6"]
    assert diary.practice == {}


@pytest.mark.parametrize("content", [b"", b"\xff", b"{", b"[]", b"\x00" * 100])
def test_a_broken_file_is_kept_aside_and_told(folder: Folder, content: bytes) -> None:
    folder.root.mkdir()
    folder.path(FILE).write_bytes(content)
    days = Days(folder)
    assert days.note("Ann", MONDAY, Tried(1))
    assert days.of("Ann").days == {MONDAY: Tried(1)}
    assert folder.path(f"{FILE}.broken-1").read_bytes() == content
    assert [notice.trouble for notice in folder.notices] == [Trouble.BROKEN]


@pytest.mark.parametrize(
    "names",
    [
        [],
        {"Ann": 7},
        {"Ann": {"days": [], "practice": {"k1": {"tries": 1}}}},
        {"Ann": {"days": {"2026-11-31": {}, "2026-11-02": {"tries": 1}}}},
        {"Ann": {"days": {"20261102": {"tries": 1}}}},
        {"Ann": {"days": {"2026-11-02": {"tries": -1}}}},
        {"Ann": {"days": {"2026-11-02": {"when": "yesterday"}}}},
        {"Ann": {"days": {"2026-11-02": {"tries": True}}}},
        {"Ann": {"practice": {"k1": 3}}},
        {"Ann": {"kept": [3]}},
    ],
)
def test_an_entry_that_cannot_be_is_told_and_the_rest_goes_on(folder: Folder, names: object) -> None:
    folder.root.mkdir()
    text = json.dumps({"version": 1, "names": names})
    folder.path(FILE).write_text(text, encoding="utf-8")
    days = Days(folder)
    days.of("Ann")
    assert [notice.trouble for notice in folder.notices] == [Trouble.ENTRY]
    assert folder.path(f"{FILE}.broken-1").read_text(encoding="utf-8") == text
    assert days.note("Ann", day(3), Tried(2))
    assert days.of("Ann").days[day(3)] == Tried(2)


def test_what_is_good_beside_a_bad_entry_stays(folder: Folder) -> None:
    folder.root.mkdir()
    given = {"Ann": {"days": {"2026-11-02": {"tries": 3}, "x": 1}, "practice": {"k1": {"tries": 1}}}}
    folder.path(FILE).write_text(json.dumps({"version": 1, "names": given}), encoding="utf-8")
    assert Days(folder).of("Ann") == Diary({MONDAY: Tried(3)}, {"k1": Tried(1)})


def test_nothing_can_be_kept_where_there_is_no_folder(nowhere: Folder) -> None:
    days = Days(nowhere)
    assert not days.note("Ann", MONDAY, Tried(1))
    assert days.of("Ann") == Diary()


def test_a_later_sock_that_was_only_looked_at_makes_no_day_late() -> None:
    looked = Diary({day(0): solved(day(0)), day(9): Tried(0, 2)})
    assert looked.counts_for(day(1), today=day(1)) == day(1)


def test_the_row_of_an_earlier_day_is_told_as_it_stood() -> None:
    diary = week(3)
    assert [diary.row_at(day(n)) for n in range(7)] == [1, 2, 3, 0, 1, 2, 3]

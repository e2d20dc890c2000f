"""Stored data of players: days, socks, statistics."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.discovery import find_game
from game.core.game import Outcome
from game.store.daily_puzzles import FILE as DIARY
from game.store.daily_puzzles import MAX_SAVED_PUZZLES, DailyCalendar, DailyPuzzleStore, PuzzleAttempts
from game.store.data_folder import DataFolder, StorageIssue
from game.store.sock_collection import EMPTY_COLLECTION, SockCollectionStore
from game.store.sock_collection import FILE as DRAWERS
from game.store.statistics import FILE as COUNTED
from game.store.statistics import PlayerStats, StatisticsStore
from tests.sampling import risk, sample_size

pytestmark = risk

# Calendars by name: streaks, clocks that are set back, and edited files.


MONDAY = date(2026, 11, 2)


def day(number: int) -> date:
    return MONDAY + timedelta(days=number)


def solved(when: date) -> PuzzleAttempts:
    return PuzzleAttempts(1, 60, 0, when.isoformat())


def week(*missed: int, late: int = -1) -> DailyCalendar:
    return DailyCalendar(
        {day(n): solved(day(n + 1) if n == late else day(n)) for n in range(7) if n not in missed}
    )


def test_each_name_has_its_own_calendar(folder: DataFolder) -> None:
    days = DailyPuzzleStore(folder)
    assert days.record_daily("Ann", MONDAY, solved(MONDAY))
    assert days.record_daily(" Zoe\u0308 ", MONDAY, PuzzleAttempts(2))
    assert days.names() == ["Ann", "Zoë"]
    assert days.calendar_of("Ann").days == {MONDAY: solved(MONDAY)}
    assert days.calendar_of("Zoë").days == {MONDAY: PuzzleAttempts(2)}
    assert days.calendar_of("Bo") == DailyCalendar()


def test_last_opened_calendar_is_remembered(folder: DataFolder) -> None:
    days = DailyPuzzleStore(folder)
    assert days.last == ""
    days.select_name("Ann")
    days.record_daily("Bo", MONDAY, PuzzleAttempts(1))
    assert DailyPuzzleStore(folder).last == "Ann"


def test_streak_lasts_until_a_day_passes_unsolved() -> None:
    assert week().streak(day(6)) == 7
    assert week().streak(day(7)) == 7
    assert week().streak(day(8)) == 0
    assert DailyCalendar().streak(day(3)) == 0


def test_missed_day_played_later_does_not_repair_the_streak() -> None:
    assert week(2).streak(day(6)) == 4
    assert week(late=2).streak(day(6)) == 4
    assert week(late=2).longest() == 4


def test_clock_set_back_does_not_break_a_streak() -> None:
    assert week().streak(day(3)) == 7
    assert week().streak(day(-100)) == 7


def test_clock_set_back_does_not_repair_a_missed_day() -> None:
    missed = week(2)
    assert missed.counts_for(day(2), today=day(2)) == day(6)
    assert missed.counts_for(day(7), today=day(7)) == day(7)
    assert missed.counts_for(day(2), today=day(8)) == day(8)


def test_clock_once_years_ahead_is_forgiven() -> None:
    ahead = DailyCalendar({date(2035, 1, 1): solved(date(2035, 1, 1))})
    assert ahead.counts_for(day(4), today=day(4)) == day(4)


def test_solved_day_keeps_its_result(folder: DataFolder) -> None:
    days = DailyPuzzleStore(folder)
    days.record_daily("Ann", MONDAY, solved(MONDAY))
    days.record_daily("Ann", MONDAY, PuzzleAttempts(7, 9000, 3, day(5).isoformat()))
    days.note_practice("Ann", "k1", solved(MONDAY))
    days.note_practice("Ann", "k1", PuzzleAttempts(9))
    assert days.calendar_of("Ann").days == {MONDAY: solved(MONDAY)}
    assert days.calendar_of("Ann").practice == {"k1": solved(MONDAY)}


def test_own_puzzles_are_kept_and_dropped(folder: DataFolder) -> None:
    days = DailyPuzzleStore(folder)
    for number in range(MAX_SAVED_PUZZLES + 2):
        days.save_puzzle("Ann", {"key": f"x{number}"})
    days.note_practice("Ann", "x5", PuzzleAttempts(1))
    days.drop("Ann", "x5")
    diary = days.calendar_of("Ann")
    assert [one["key"] for one in diary.kept][:4] == ["x2", "x3", "x4", "x6"]
    assert diary.practice == {}


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
def test_invalid_entry_is_reported_and_the_rest_works(folder: DataFolder, names: object) -> None:
    folder.root.mkdir()
    text = json.dumps({"version": 1, "names": names})
    folder.path(DIARY).write_text(text, encoding="utf-8")
    days = DailyPuzzleStore(folder)
    days.calendar_of("Ann")
    assert [notice.trouble for notice in folder.notices] == [StorageIssue.ENTRY]
    assert folder.path(f"{DIARY}.broken-1").read_text(encoding="utf-8") == text
    assert days.record_daily("Ann", day(3), PuzzleAttempts(2))
    assert days.calendar_of("Ann").days[day(3)] == PuzzleAttempts(2)


def test_valid_data_beside_an_invalid_entry_survives(folder: DataFolder) -> None:
    folder.root.mkdir()
    given = {"Ann": {"days": {"2026-11-02": {"tries": 3}, "x": 1}, "practice": {"k1": {"tries": 1}}}}
    folder.path(DIARY).write_text(json.dumps({"version": 1, "names": given}), encoding="utf-8")
    assert DailyPuzzleStore(folder).calendar_of("Ann") == DailyCalendar(
        {MONDAY: PuzzleAttempts(3)}, {"k1": PuzzleAttempts(1)}
    )


def test_calendar_without_a_folder_keeps_nothing(nowhere: DataFolder) -> None:
    days = DailyPuzzleStore(nowhere)
    assert not days.record_daily("Ann", MONDAY, PuzzleAttempts(1))
    assert days.calendar_of("Ann") == DailyCalendar()


def test_peeking_at_a_later_sock_makes_no_day_late() -> None:
    looked = DailyCalendar({day(0): solved(day(0)), day(9): PuzzleAttempts(0, 2)})
    assert looked.counts_for(day(1), today=day(1)) == day(1)


def test_streak_of_an_earlier_day_is_known() -> None:
    diary = week(3)
    assert [diary.row_at(day(n)) for n in range(7)] == [1, 2, 3, 0, 1, 2, 3]


# The drawers of socks, one for each name, and edited files.


TUESDAY = date(2026, 11, 3)


def test_each_name_has_a_lasting_collection(folder: DataFolder) -> None:
    drawers = SockCollectionStore(folder)
    assert drawers.collection_of("Ann") == EMPTY_COLLECTION
    assert drawers.earn("Ann", ["countdown", "hat-trick"], MONDAY, ["game:rockit"]) == (
        "countdown",
        "hat-trick",
    )
    assert drawers.earn("Ann", ["countdown", "six-pairs"], TUESDAY) == ("six-pairs",)
    drawers.mark_seen("Ann", ["countdown"])
    drawers.wear("Ann", "countdown")
    for known in (drawers, SockCollectionStore(folder)):
        ann = known.collection_of("Ann")
        assert ann.earned == {"countdown": MONDAY, "hat-trick": MONDAY, "six-pairs": TUESDAY}
        assert (set(ann.seen), ann.worn, set(ann.marks)) == ({"countdown"}, "countdown", {"game:rockit"})
        assert known.collection_of("Bo") == EMPTY_COLLECTION


def test_differently_typed_accents_are_one_name(folder: DataFolder) -> None:
    SockCollectionStore(folder).earn(" Zoe\u0308 ", ["countdown"], MONDAY)
    assert list(SockCollectionStore(folder).collection_of("Zoë").earned) == ["countdown"]
    assert SockCollectionStore(folder).earn("  ", ["countdown"], MONDAY) == ()


def test_only_earned_socks_are_worn_or_seen(folder: DataFolder) -> None:
    drawers = SockCollectionStore(folder)
    drawers.wear("Ann", "countdown")
    drawers.mark_seen("Ann", ["countdown"])
    assert drawers.collection_of("Ann") == EMPTY_COLLECTION
    drawers.earn("Ann", ["countdown"], MONDAY)
    drawers.wear("Ann", "countdown")
    drawers.wear("Ann", "")
    assert drawers.collection_of("Ann").worn == ""


def test_last_opened_collection_is_remembered(folder: DataFolder) -> None:
    drawers = SockCollectionStore(folder)
    assert drawers.owner == ""
    drawers.open("Bo")
    drawers.earn("Ann", ["countdown"], MONDAY)
    assert SockCollectionStore(folder).owner == "Bo"


def test_two_windows_earn_side_by_side(folder: DataFolder) -> None:
    one, other = SockCollectionStore(folder), SockCollectionStore(folder)
    assert (one.collection_of("Ann"), other.collection_of("Ann")) == (EMPTY_COLLECTION, EMPTY_COLLECTION)
    one.earn("Ann", ["countdown"], MONDAY)
    other.earn("Ann", ["hat-trick"], TUESDAY)
    one.earn("Bo", ["hat-trick"], TUESDAY)
    assert SockCollectionStore(folder).collection_of("Ann").earned == {
        "countdown": MONDAY,
        "hat-trick": TUESDAY,
    }


WRONG = [
    5, [], {"earned": []}, {"earned": {"countdown": "yesterday"}}, {"earned": {"countdown": 5}},
    {"earned": {}, "seen": "countdown"}, {"worn": 5}, {"marks": [5]}, {"earned": {"countdown": None}},
    {"marks": [str(number) for number in range(600)]},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_broken_collection_is_dropped_alone_and_backed_up(folder: DataFolder, wrong: object) -> None:
    folder.root.mkdir(parents=True)
    right = {"earned": {"countdown": "2026-11-09"}, "seen": [], "worn": "hat-trick", "marks": []}
    data = {"version": 1, "owner": 7, "drawers": {"Ann": right, "Bo": wrong, "Cy": wrong}}
    folder.path(DRAWERS).write_text(json.dumps(data), encoding="utf-8")
    drawers = SockCollectionStore(folder)
    assert list(drawers.all()) == ["Ann"]
    assert drawers.collection_of("Ann").worn == "", "what was not earned is not worn"
    assert drawers.owner == ""
    assert [(told.trouble, dict(told.values)["name"]) for told in folder.notices] == [
        (StorageIssue.ENTRY, "Bo"), (StorageIssue.ENTRY, "Cy"),
    ]  # fmt: skip
    drawers.earn("Bo", ["hat-trick"], TUESDAY)
    assert json.loads(folder.path(f"{DRAWERS}.broken-1").read_text(encoding="utf-8")) == data
    assert len(folder.notices) == 2


def test_collection_without_a_folder_lasts_for_the_session(nowhere: DataFolder) -> None:
    drawers = SockCollectionStore(nowhere)
    assert drawers.earn("Ann", ["countdown"], MONDAY) == ("countdown",)
    assert drawers.earn("Ann", ["countdown", "hat-trick"], MONDAY) == ("hat-trick",)
    drawers.wear("Ann", "countdown")
    assert (drawers.collection_of("Ann").worn, list(drawers.collection_of("Ann").earned)) == (
        "countdown",
        ["countdown", "hat-trick"],
    )
    assert nowhere.notices


def test_second_window_keeps_what_the_first_earned(folder: DataFolder) -> None:
    here, there = SockCollectionStore(folder), SockCollectionStore(folder)
    here.earn("Ann", ["countdown"], MONDAY)
    there.all()
    here.earn("Ann", ["hat-trick"], TUESDAY)
    there.mark_seen("Ann", ["countdown"])
    there.wear("Ann", "countdown")
    ann = SockCollectionStore(folder).collection_of("Ann")
    assert ann.earned == {"countdown": MONDAY, "hat-trick": TUESDAY}
    assert (set(ann.seen), ann.worn) == ({"countdown"}, "countdown")


def test_file_broken_again_is_backed_up_again(folder: DataFolder) -> None:
    folder.root.mkdir(parents=True)
    texts = [json.dumps({"version": 1, "drawers": {"Ann": wrong}}) for wrong in (5, {"worn": 5})]
    drawers = SockCollectionStore(folder)
    for text in texts:
        folder.path(DRAWERS).write_text(text, encoding="utf-8")
        for key in ("hat-trick", "countdown"):
            drawers.earn("Bo", [key], TUESDAY)
    copies = [folder.path(f"{DRAWERS}.broken-{n}").read_text(encoding="utf-8") for n in (1, 2)]
    assert copies == texts
    assert not folder.path(f"{DRAWERS}.broken-3").exists()
    assert len(folder.notices) == 2, "one sentence each"


# Statistics, and edited files.


ROOT = Path(__file__).parent.parent.parent


class Reason(StrEnum):
    GOALS = "goals"


def ended(winners: tuple[int, ...], scores: tuple[int, ...]) -> Outcome:
    return Outcome(winners, scores, Reason.GOALS)


def test_statistics_add_up(folder: DataFolder) -> None:
    statistics = StatisticsStore(folder)
    names = {0: "Ann", 1: "Bo"}
    for when, winners, scores in [
        (1.0, (0,), (3, 1)),
        (2.0, (0, 1), (2, 2)),
        (3.0, (0,), (5, 4)),
        (4.0, (1,), (0, 9)),
        (5.0, (0,), (1, 0)),
    ]:
        assert statistics.add("socker", names, ended(winners, scores), when)
    assert statistics.game("socker") == [
        ("Ann", PlayerStats(matches=5, wins=3, shared=1, best=5, streak=1, longest=3, last=5.0)),
        ("Bo", PlayerStats(matches=5, wins=1, shared=1, best=9, streak=0, longest=1, last=5.0)),
    ]
    assert statistics.game("city") == []


def test_only_named_players_count_and_fewest_points_can_win(folder: DataFolder) -> None:
    statistics = StatisticsStore(folder)
    for scores in ((30, 10, 20), (40, 90, 20)):
        statistics.add("socki", {1: "Bo"}, ended((1,), scores), 1.0, info=find_game("socki").info)
    assert statistics.all() == {"socki": {"Bo": PlayerStats(2, 2, 0, best=10, streak=2, longest=2, last=1.0)}}


def test_names_in_any_alphabet_are_counted(folder: DataFolder) -> None:
    statistics = StatisticsStore(folder)
    for name in ("Zoë", " Zoe\u0308 ", "李小龍", "🧦", ""):
        statistics.add("city", {0: name}, ended((0,), (1, 0)), 1.0)
    assert {name: line.matches for name, line in statistics.game("city")} == {
        "Zoë": 2,
        "李小龍": 1,
        "🧦": 1,
        "": 1,
    }
    assert statistics.player("Zoe\u0308")["city"].matches == 2


def test_reset_clears_the_statistics(folder: DataFolder) -> None:
    statistics = StatisticsStore(folder)
    statistics.add("city", {0: "Ann"}, ended((0,), (1, 0)))
    assert statistics.player("Ann")["city"].last > 1e9
    assert statistics.reset()
    assert statistics.all() == {}
    assert "Ann" not in folder.path(COUNTED).read_text(encoding="utf-8")


@settings(max_examples=sample_size(20), deadline=None)
@given(
    matches=st.lists(
        st.tuples(
            st.dictionaries(st.integers(0, 3), st.text(max_size=12), max_size=4),
            st.sets(st.integers(0, 3), max_size=4).map(lambda seats: tuple(sorted(seats))),
        ),
        max_size=6,
    )
)
def test_counts_match_the_played_matches(
    tmp_path_factory: pytest.TempPathFactory, matches: list[tuple[dict[int, str], tuple[int, ...]]]
) -> None:
    folder = DataFolder(tmp_path_factory.getbasetemp() / "statistics")
    statistics = StatisticsStore(folder)
    statistics.reset()
    for names, winners in matches:
        assert statistics.add("socki", names, ended(winners, (4, 3, 2, 1)), 1.0)
    lines = [line for _, line in statistics.game("socki")]
    assert sum(line.matches for line in lines) == sum(len(names) for names, _ in matches)
    wins = sum(len(winners) == 1 and winners[0] in names for names, winners in matches)
    assert sum(line.wins for line in lines) == wins
    assert all(line.wins + line.shared <= line.matches for line in lines)
    assert folder.notices == []


@pytest.mark.parametrize(
    "line",
    [
        None, 3, [], {"matches": -1}, {"matches": "3"}, {"wins": 1.5}, {"best": "x"}, {"last": -1.0},
        {"streak": True},
    ],
)  # fmt: skip
def test_bad_entry_is_backed_up_and_its_neighbours_stay(folder: DataFolder, line: object) -> None:
    text = json.dumps({"version": 1, "games": {"city": {"Ann": {"matches": 3}, "Bo": line}, "socki": 7}})
    folder.write(COUNTED, text)
    statistics = StatisticsStore(folder)
    assert statistics.all() == {"city": {"Ann": PlayerStats(matches=3)}}
    assert statistics.add("city", {0: "Bo"}, ended((0,), (1, 0)))
    assert statistics.player("Bo")["city"].matches == 1
    assert folder.path(f"{COUNTED}.broken-1").read_text(encoding="utf-8") == text
    assert [notice.trouble for notice in folder.notices] == [StorageIssue.ENTRY] * 2


def test_unwritable_statistics_return_false(nowhere: DataFolder) -> None:
    statistics = StatisticsStore(nowhere)
    assert not statistics.add("city", {0: "Ann"}, ended((0,), (1, 0)))
    assert not statistics.reset()
    assert statistics.all() == {}


class Contested(DataFolder):
    """A folder in which another window writes just before a lock is had."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.other_write: Callable[[], object] = lambda: None

    @contextmanager
    def locked(self, name: str) -> Iterator[bool]:
        self.other_write()
        with super().locked(name) as is_locked:
            yield is_locked


WINDOWS: dict[str, Callable[[DataFolder, str], object]] = {
    "days": lambda folder, name: DailyPuzzleStore(folder).record_daily(name, MONDAY, solved(MONDAY)),
    "socks": lambda folder, name: SockCollectionStore(folder).earn(name, ["countdown"], MONDAY),
    "statistics": lambda folder, name: StatisticsStore(folder).add(
        "socki", {0: name}, ended((0,), (3, 2)), 1.0
    ),
}


@pytest.mark.parametrize("store", WINDOWS)
def test_entry_of_another_window_is_kept(tmp_path: Path, store: str) -> None:
    write, folder = WINDOWS[store], Contested(tmp_path)
    folder.other_write = lambda: write(DataFolder(tmp_path), "Bo")
    write(folder, "Ann")
    written = "".join(path.read_text("utf-8") for path in tmp_path.glob("*.json"))
    assert all(name in written for name in ("Ann", "Bo"))


def test_two_processes_count_every_match(folder: DataFolder) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom game.core.game import Outcome\n"
        "from game.store.data_folder import DataFolder\nfrom game.store.statistics import StatisticsStore\n"
        "for _ in range(10):\n"
        "    store = StatisticsStore(DataFolder(Path(sys.argv[1])))\n"
        "    store.add('city', {0: 'Ann'}, Outcome((0,), (1, 0), 'goals'))\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(folder.root)], cwd=ROOT) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert StatisticsStore(folder).player("Ann")["city"].matches == 20


# Unreadable files of any store.


# by name: how to open the store, how to write to it, and a check that the entry is there
STORES: dict[
    str, tuple[str, Callable[[DataFolder], Any], Callable[[Any], object], Callable[[Any], object]]
] = {
    "days": (
        DIARY,
        DailyPuzzleStore,
        lambda days: days.record_daily("Ann", MONDAY, PuzzleAttempts(1)),
        lambda days: days.calendar_of("Ann").days == {MONDAY: PuzzleAttempts(1)},
    ),
    "socks": (
        DRAWERS,
        SockCollectionStore,
        lambda drawers: drawers.earn("Ann", ["countdown"], MONDAY),
        lambda drawers: list(drawers.collection_of("Ann").earned) == ["countdown"],
    ),
    "statistics": (
        COUNTED,
        StatisticsStore,
        lambda statistics: statistics.add("city", {0: "Ann"}, ended((0,), (1, 0))),
        lambda statistics: statistics.player("Ann")["city"].wins == 1,
    ),
}


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"{", b"[]", b'"text"', b"null", b'{"version": 1, "games"', b"\x00\x01", b"\x00" * 100],
)
def test_broken_store_file_is_set_aside_reported_and_replaced(
    folder: DataFolder, store: str, content: bytes
) -> None:
    name, opened, keep, is_there = STORES[store]
    folder.root.mkdir()
    folder.path(name).write_bytes(content)
    kept = opened(folder)
    assert keep(kept)
    assert folder.path(f"{name}.broken-1").read_bytes() == content
    assert [notice.trouble for notice in folder.notices] == [StorageIssue.BROKEN]
    for known in (kept, opened(DataFolder(folder.root))):
        assert is_there(known)

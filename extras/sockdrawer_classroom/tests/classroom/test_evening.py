"""Saved lessons: resumed unchanged, killed at any instant, broken in one place."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.store.data_folder import DataFolder, StorageIssue
from game.store.room import Room
from game.store.saves import Autosave, SaveSlots
from game.store.storage import Storage
from sockdrawer_classroom.classroom import ClassPhase, ClassPlan, ClassRecord, Classroom, WorkerPool
from sockdrawer_classroom.classroom._table import ClassTable
from sockdrawer_classroom.sociable.class_statistics import ClassStatistics
from sockdrawer_classroom.tests.classroom.fake_classroom import (
    FakeClassroom,
    ImmediateWorkerPool,
    MemorySaveSlot,
    draws,
    plan,
    play_of,
)
from sockdrawer_classroom.tests.classroom.fake_party import FakeClassWithPhones
from tests.sampling import risk, sample_size

ROOT = Path(__file__).parents[4]
PATHS = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'extras'}"}


def logs(evening: FakeClassroom) -> list[list[tuple[int, str]]]:
    """Return all moves at each table, match by match."""
    return [
        [move for page in table.table_records for move in Session.from_record(page.record).log]
        for table in evening.hall.tables
    ]


def seats(evening: FakeClassroom) -> list[list[Any]]:
    return [
        [(seat.name, seat.look, seat.is_bot, seat.device) for seat in table.play.match.seats]
        for table in evening.hall.tables
        if table.play
    ]


def test_lesson_resumes_unchanged() -> None:
    evening = FakeClassroom.begun(3, 13, minutes=40)
    evening.play(lambda: evening.table(1).hands == 1)
    one, other = evening.table(1).people[0], evening.table(2).people[0]
    evening.hall.seating.swap(one, other)
    evening.hall.take_over(evening.table(3).people[0])
    evening.hall.pause(paused=True, table=3)
    evening.hall.speak(one, "de")
    again = evening.resumed()
    assert logs(again) == logs(evening)
    assert seats(again) == seats(evening)
    assert again.hall.seating.moves == evening.hall.seating.moves
    assert (again.hall.clock, again.hall.phase) == (evening.hall.clock, ClassPhase.PLAYING)
    assert again.table(3).is_paused
    assert again.hall.language(one) == "de"
    assert again.table(1).sittings == evening.table(1).sittings
    again.hall.pause(paused=False, table=3)
    again.play(lambda: again.table(1).hands == 2)


def test_people_keep_their_chairs_before_the_first_hand() -> None:
    evening = FakeClassroom(plan(2), 6)
    evening.hall.seating.by_list()
    again = evening.resumed()
    assert [table.people for table in again.hall.tables] == [[0, 1, 2, 3, 4], [5]]
    again.hall.begin(again.now)
    assert [table.people for table in again.hall.tables] == [[0, 1, 2, 3, 4], [5]]


def test_end_is_still_shown_after_the_last_hand() -> None:
    lesson = FakeClassWithPhones.begun(2, 10)
    lesson.hall.last_hand()
    lesson.play(lambda: lesson.hall.is_over)
    lesson.turn()
    again = FakeClassWithPhones(ClassPlan.from_state(lesson.slot.parts["hall"]["plan"]))
    again.hall.restore_state(dict(lesson.slot.parts))
    again.turn()
    for person in range(10):
        before, after = lesson.state(person), again.state(person)
        for part in ("over", "observation", "scores", "seats", "table", "view"):
            assert after[part] == before[part]


@risk
def test_kill_after_any_write_loses_one_move_per_table() -> None:
    """Each file is replaced as a whole, so the disk has the state after some number of writes."""
    slot = Counted()
    evening = FakeClassroom(plan(2), 9, slot=slot)
    slot.evening = evening
    evening.hall.begin(evening.now)
    for number in range(90):
        if number in (10, 40):
            evening.hall.seating.swap(evening.table(1).people[0], evening.table(2).people[-1])
        if number == 20:
            evening.hall.admit(9)
        evening.play(lambda: True)
        for table in (1, 2):
            evening.move(table)
        evening.tick()
    parts: dict[str, Any] = {}
    final = logs(evening)
    step = max(1, len(slot.writes) // sample_size(60, 2000))
    for count, (name, text) in enumerate(slot.writes):
        parts[name] = json.loads(text)
        if "hall" not in parts or count % step:
            continue
        again = FakeClassroom(ClassPlan.from_state(parts["hall"]["plan"]), 0, seeds=draws(500))
        assert again.hall.restore_state(dict(parts)) == []
        for table, (log, whole) in enumerate(zip(logs(again), final, strict=True)):
            assert log == whole[: len(log)]
            assert len(log) >= slot.made[count][table] - 1
        people = [person for table in again.hall.tables for person in table.people]
        assert len(people) == len(set(people))
        if again.hall.phase is ClassPhase.PLAYING:
            standing = {person.number for person in again.hall.seating.standing}
            assert standing <= set(again.hall.seating.moves)


class Counted(MemorySaveSlot):
    """Slot that records the number of moves at each table with every write."""

    evening: FakeClassroom | None = None

    def __init__(self) -> None:
        super().__init__()
        self.made: list[list[int]] = []

    def save_part(self, name: str, data: Mapping[str, object]) -> None:
        super().save_part(name, data)
        tables = self.evening.hall.tables if self.evening is not None else []
        self.made.append(
            [len(table.play.match.session.log) if table.play else 0 for table in tables] or [0, 0]
        )


@risk
def test_killed_process_loses_one_move_per_table(tmp_path: Path) -> None:
    """Really killed in the middle of a lesson, and again after it was resumed."""
    for round_ in range(sample_size(2, 20)):
        command = [sys.executable, "-m", "sockdrawer_classroom.tests.classroom.crash_process", str(tmp_path)]
        with subprocess.Popen(command, cwd=ROOT, env=PATHS, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            before = told = [0] * 8
            for number, line in enumerate(process.stdout):
                if line[0].isdigit():
                    before, told = told, list(map(int, line.split()))
                if number == 12 + 5 * (round_ % 7):
                    break
            process.send_signal(signal.SIGKILL)
            rest = [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        for line in rest:
            before, told = told, list(map(int, line.split()))
        folder = DataFolder(tmp_path)
        autosave = Autosave(SaveSlots(folder))
        kept = Room(folder, autosave, "evening").load()
        hall, broken = Classroom.from_saved(kept, WorkerPool(ImmediateWorkerPool, 1))
        assert broken == []
        for number, table in enumerate(hall.tables):
            moves, matches = told[number], told[number + 4]
            if len(table.pages) == matches:
                assert len(play_of(table).match.session.log) >= moves - 1
            elif len(table.pages) == matches - 1:  # the lost move was the last one of a match
                assert before[number + 4] == matches - 1
                assert len(play_of(table).match.session.log) >= before[number]
            else:
                assert len(table.pages) > matches
        people = [person for table in hall.tables for person in table.people]
        assert len(people) == len(set(people))
        assert {*people, *hall.seating.moves} == set(range(17))
        autosave.close()


@pytest.mark.parametrize(
    "broken", [None, 5, [], {}, {"players": 5}, {"players": "x", "chairs": 3}, "record", "chairs", "newer"]
)
def test_broken_table_restarts_and_the_others_continue(broken: object) -> None:
    evening = FakeClassroom.begun(2, 10)
    evening.play(lambda: evening.table(2).hands == 1)
    parts = json.loads(json.dumps(evening.slot.parts))
    whole = parts["table1"]
    parts["table1"] = {
        "record": {**whole, "record": whole["record"].replace("play ", "play 2H ", 1)},
        "chairs": {**whole, "chairs": [*whole["chairs"][:4], {"person": 99, "since": 1}]},
        "newer": {**whole, "record": whole["record"].replace('[Version "', '[Version "9')},
    }.get(broken, broken) if isinstance(broken, str) else broken  # fmt: skip
    again = FakeClassroom(evening.hall.plan, 0, seeds=draws(700))
    assert again.hall.restore_state(parts) == ([] if broken is None else [1])
    assert [copy[::2] for copy in again.slot.copies] == ([] if broken is None else [("table1", 0)])
    assert logs(again)[1] == logs(evening)[1]
    again.play(lambda: again.table(1).hands == 1)
    assert not again.hall.seating.standing


def test_program_error_costs_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only errors in reading are the file's fault. With any other, the lesson stays for a fixed program."""
    evening = FakeClassroom.begun(2, 10)
    evening.play(lambda: evening.table(2).hands == 1)

    def breaks(*_given: object, **_more: object) -> None:
        raise AttributeError("a slip")

    monkeypatch.setattr(ClassTable, "resume", breaks)
    again = FakeClassroom(evening.hall.plan, 0)
    with pytest.raises(AttributeError, match="a slip"):
        again.hall.restore_state(evening.slot.parts)
    assert again.slot.writes == []


def test_unreadable_table_is_kept_aside_on_disk(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    autosave = Autosave(SaveSlots(folder))
    slot = Room(folder, autosave, "evening")
    hall = Classroom(plan(1), WorkerPool(ImmediateWorkerPool, 1), slot)
    hall.admit(0, "Ayla")
    hall.begin(0.0)
    assert autosave.flush()
    file = tmp_path / "evening" / "table1.json"
    broken = file.read_text().replace("[Game ", "[Came ")
    file.write_text(broken)
    assert Classroom.from_saved(slot.load(), WorkerPool(ImmediateWorkerPool, 1), slot)[1] == [1]
    autosave.close()
    assert (tmp_path / "evening" / "table1.json.broken-1").read_text() == broken
    assert file.read_text() != broken
    assert [notice.trouble for notice in folder.notices] == [StorageIssue.ENTRY]


@risk
@pytest.mark.parametrize("harm", ["record", "chairs", "sittings", "page", "pages"])
def test_finished_matches_survive_broken_parts(harm: str) -> None:
    evening = FakeClassroom.begun(1, 5, options={"target": 0})
    evening.play(lambda: len(evening.table(1).pages) == 2)
    evening.play(lambda: evening.table(1).sittings and len(logs(evening)[0]) > 5)
    part = evening.slot.parts["table1"]
    match harm:
        case "record":
            part["record"] = "nonsense"
        case "chairs":
            part["chairs"] = 3
        case "sittings":
            part["sittings"] = part["sittings"][:2]
            part["pages"][0]["sittings"] = part["pages"][0]["sittings"][1:]
        case "page":
            part["pages"][0]["record"] = "nonsense"
        case "pages":
            part["pages"] = 7
    again = FakeClassroom(evening.hall.plan, 0, seeds=draws(700))
    assert again.hall.restore_state(evening.slot.parts) == ([] if harm == "sittings" else [1])
    entry = {"page": "pages"}.get(harm, harm)
    assert again.slot.copies == ([] if harm == "sittings" else [("table1", entry, 0)])
    kept = {"pages": 0, "page": 1}.get(harm, 2)
    finished = [page.record for page in evening.table(1).pages]
    assert [page.record for page in again.table(1).pages] == finished[2 - kept :]
    assert len(again.table(1).people) == 5
    again.play(lambda: again.table(1).hands >= 1 and not again.table(1).is_between)
    assert ClassRecord.from_json(again.hall.class_record().to_json()).sheets
    assert ClassStatistics.of(again.hall.class_record()).tables


def test_renamed_pupil_counts_as_one_person() -> None:
    evening = FakeClassroom.begun(2, 10, options={"target": 0})
    evening.play(lambda: len(evening.table(1).pages) == 1)
    one, other = evening.table(1).people[0], evening.table(2).people[0]
    evening.hall.seating.swap(one, other)
    evening.play(lambda: not evening.hall.seating.moves)
    chair = evening.hall.seating.chair_of(one)
    assert chair is not None
    play = play_of(chair[0])
    play.match.rename(chair[1], "Ayla")
    names = evening.hall.class_record().numbers
    assert "Ayla" in names
    assert f"P{one}" not in names
    assert len(names) == 10
    assert evening.resumed().hall.class_record().numbers == names


def test_worn_sock_survives_a_restart() -> None:
    evening = FakeClassroom.begun(1, 5)
    play = play_of(evening.table(1))
    play.match.set_cap(2, "rockets")
    play.match.set_cap(3, "../../secret")
    evening.hall.save_table(evening.table(1))
    again = evening.resumed().table(1).play
    assert again is not None
    assert [seat.cap for seat in again.match.seats] == ["", "", "rockets", "", ""]


def test_forgotten_lesson_leaves_no_files(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    autosave = Autosave(SaveSlots(folder))
    slot = Room(folder, autosave, "evening")
    hall = Classroom(plan(2), WorkerPool(ImmediateWorkerPool, 1), slot)
    hall.admit(0, "Ayla")
    hall.begin(0.0)
    assert autosave.flush()
    assert "Ayla" in json.dumps(slot.load(), ensure_ascii=False)
    (tmp_path / "evening" / "table1.json.broken-1").write_text("Ayla")
    hall.close(forget=True)
    autosave.close()
    assert slot.load() == {}
    assert list((tmp_path / "evening").iterdir()) == []


def test_failed_save_is_reported(tmp_path: Path) -> None:
    (tmp_path / "evening").write_text("no folder")
    folder = DataFolder(tmp_path)
    autosave = Autosave(SaveSlots(folder))
    Room(folder, autosave, "evening").save_part("hall", {})
    autosave.close()
    assert folder.notices


def test_resuming_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="No evening"):
        Classroom.from_saved({}, WorkerPool(ImmediateWorkerPool, 1))


def test_part_names_are_checked() -> None:
    with pytest.raises(ValueError, match="small letters"):
        Storage(Path("/nowhere")).room("evening").save_part("../x", {})

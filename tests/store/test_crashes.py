"""Saves on a disk that fails, and in a program that is killed, at every system call."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from game.core.record import split_save
from game.core.session import Session
from game.store import crash, data_folder
from game.store.archive import Archive, ArchivedMatch, file_name
from game.store.crash import write_report
from game.store.data_folder import DataFolder, StorageIssue
from game.store.saves import SavedGame, SaveSlots
from tests.sampling import sample_size
from tests.store.conftest import previous
from tests.store.faulty_disk import FaultyDisk

ROOT = Path(__file__).parent.parent.parent
HOMES = Path(__file__).parent / "homes"


def record(seed: int, plies: int, *, what_if: bool = False) -> str:
    session = Session.new("socker", seed=seed, names=("Ann", "Bo"))
    for _ in range(plies):
        session.play(session.moves()[0])
    return (session.branched(plies) if what_if else session).record()


BEFORE, A, B, OTHER = (record(seed, plies) for seed, plies in ((1, 2), (7, 3), (7, 4), (8, 1)))
WHAT_IF = record(9, 2, what_if=True)


def extra_of(text: str) -> dict[str, str]:
    """Return what is saved with a record: it names the record, and fills some pages."""
    return {"draft": text * 40}


def put(saves: SaveSlots, text: str) -> bool:
    return saves.save("socker", text, extra_of(text))


def text_of(saved: SavedGame | None) -> str | None:
    """Return the record of a match, whose screen must belong to it."""
    if saved is None:
        return None
    assert saved.extra == extra_of(saved.record)
    return saved.record


@dataclass(frozen=True)
class Case:
    """Change of a slot, and the allowed states of slot and previous slot, first to last."""

    first: tuple[str, ...]  # saved one after another
    do: Callable[[SaveSlots], bool]
    states: tuple[tuple[str | None, str | None], ...]


CASES = {
    "a move": Case((BEFORE, A), partial(put, text=B), ((A, BEFORE), (B, BEFORE))),
    "first": Case((), partial(put, text=A), ((None, None), (A, None))),
    "another match": Case((BEFORE, A), partial(put, text=OTHER), ((A, BEFORE), (A, A), (OTHER, A))),
    "begin": Case((BEFORE, A), lambda saves: saves.begin("socker"), ((A, BEFORE), (A, A), (None, A))),
    "clear": Case((BEFORE, A), lambda saves: saves.clear("socker"), ((A, BEFORE), (None, BEFORE))),
    "restore": Case(
        (A, WHAT_IF), lambda saves: saves.restore_displaced("socker"), ((WHAT_IF, A), (A, A), (A, WHAT_IF))
    ),
    "an old pair": Case((), partial(put, text=B), ((A, None), (B, None))),
}
ERRORS = [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES, errno.ENODEV]


def prepare(root: Path, name: str) -> DataFolder:
    """Make a home in which a case begins."""
    shutil.rmtree(root, ignore_errors=True)
    folder = DataFolder(root)
    for text in CASES[name].first:
        assert put(SaveSlots(folder), text)
    if name == "an old pair":
        folder.write("saves/socker.txt", A)
        digest = hashlib.sha256(A.encode()).hexdigest()
        state = {"version": 1, "digest": digest, "saved": 1.0, "extra": extra_of(A)}
        folder.write("saves/socker.json", json.dumps(state))
    return folder


def state(folder: DataFolder) -> tuple[str | None, str | None]:
    return text_of(SaveSlots(folder).load("socker")), text_of(previous(folder))


def steps_of(root: Path, name: str) -> list[str]:
    """System calls of a case that goes well."""
    folder, disk = prepare(root, name), FaultyDisk()
    with disk.used():
        assert CASES[name].do(SaveSlots(folder))
    assert state(folder) == CASES[name].states[-1]
    return disk.steps


@pytest.mark.parametrize("name", CASES)
def test_program_killed_or_power_cut_at_every_call_loses_at_most_the_move(
    tmp_path: Path, name: str, figure: Callable[[str], None]
) -> None:
    """A killed program loses nothing else, nor does a loss of power that tears what was not flushed."""
    root, case = tmp_path / "home", CASES[name]
    steps, outcomes = steps_of(root, name), Counter[str]()
    names = ["before", *["between"] * (len(case.states) - 2), "after"]
    for at in range(len(steps)):
        folder, disk = prepare(root, name), FaultyDisk(at)
        with disk.used():
            case.do(SaveSlots(folder))
        for cut in disk.power_cuts():
            again = DataFolder(root)
            found = state(again)
            assert found in case.states, (at, steps[at], cut)
            assert again.notices == [], (at, steps[at], cut)
            outcomes[names[case.states.index(found)]] += 1
        again = DataFolder(root)
        again.remove_temp_files()
        assert not list(root.rglob(f"*{data_folder.TEMPORARY_PREFIX}*"))
        assert case.do(SaveSlots(again)) or found != case.states[0]
    figure(f"killed at each of the {len(steps)} calls of “{name}”, 6 power cuts each: {dict(outcomes)}")


@pytest.mark.parametrize("name", CASES)
def test_error_at_every_call_keeps_the_match_and_is_told(
    tmp_path: Path, name: str, figure: Callable[[str], None]
) -> None:
    """Full, read-only, broken or pulled out: the match stays, and one sentence says why."""
    root, case = tmp_path / "home", CASES[name]
    steps, outcomes = steps_of(root, name), Counter[str]()
    for at, number in ((at, number) for at in range(len(steps)) for number in ERRORS):

        def fail(number: int = number) -> None:
            raise OSError(number, os.strerror(number))

        folder, disk = prepare(root, name), FaultyDisk(at, fail)
        with disk.used():
            went_well = case.do(SaveSlots(folder))
        told = [notice.trouble for notice in folder.notices]
        outcomes["saved" if went_well else "told"] += 1
        if StorageIssue.BROKEN in told:  # a match that could not be read is set aside whole
            asides = list(root.rglob("*.broken-*"))
            assert asides
            for path in asides:
                if ".txt" in path.name:
                    assert split_save(path.read_text(encoding="utf-8"))[0] in (*case.first, A)
            continue
        found = state(DataFolder(root))
        assert found in case.states, (at, steps[at])
        if went_well:
            assert found[0] == case.states[-1][0]
        else:
            assert told in ([StorageIssue.UNWRITABLE], [StorageIssue.STUCK]), (at, steps[at])
            assert case.do(SaveSlots(DataFolder(root))) or found[0] == case.states[-1][0]
            assert state(DataFolder(root))[0] == case.states[-1][0]
    figure(f"{len(ERRORS)} errors at each of the {len(steps)} calls of “{name}”: {dict(outcomes)}")


@pytest.mark.parametrize("name", ["a move", "another match"])
def test_home_that_disappears_at_every_call_is_told(tmp_path: Path, name: str) -> None:
    """Renamed away in the middle of a save: the old match went with it, and one sentence says so."""
    root, case = tmp_path / "home", CASES[name]
    for at in range(len(steps_of(root, name))):
        gone = tmp_path / f"gone {at}"
        folder = prepare(root, name)
        assert folder.instance.acquire()
        with FaultyDisk(at, partial(root.rename, gone)).used():
            went_well = case.do(SaveSlots(folder))
            again = went_well or case.do(SaveSlots(folder))
        folder.instance.release()
        found = state(DataFolder(gone))
        assert found in case.states
        if found[0] != case.states[-1][0]:
            assert again
            assert state(DataFolder(root))[0] == case.states[-1][0]
        told = {notice.trouble for notice in folder.notices}
        assert told <= {StorageIssue.DELETED, StorageIssue.UNWRITABLE}
        assert told or went_well


@pytest.mark.parametrize("has_locks", [True, False])
def test_two_programs_on_one_home_leave_whole_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_locks: bool
) -> None:
    """The other one saves in between, at every call; on a network drive without locks too."""
    root = tmp_path / "home"
    if not has_locks:
        monkeypatch.setattr(data_folder, "_taken", lambda _handle: True)
    # Neither waits for the lock of the other.
    monkeypatch.setattr(data_folder.locked.__wrapped__, "__defaults__", (0.0,))  # type: ignore[attr-defined]
    for name in ("a move", "another match"):
        for at in range(len(steps_of(root, name))):
            folder = prepare(root, name)

            def other() -> None:
                assert put(SaveSlots(DataFolder(root)), OTHER)

            with FaultyDisk(at, other).used():
                assert CASES[name].do(SaveSlots(folder))
            slot, before = state(DataFolder(root))
            assert slot in (A, B, OTHER)
            assert before in (BEFORE, A, B, OTHER)
            assert DataFolder(root).notices == folder.notices == []


def test_clock_set_back_a_year_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, year = 1_790_000_000.0, 365 * 86400.0
    folder = DataFolder(tmp_path / "home")
    saves, archive = SaveSlots(folder), Archive(folder, max_matches=3)
    for number, when in enumerate((now, now + 1, now + 2, now - year)):
        assert saves.save("socker", record(7, number), {"ply": number}, when)
        ended = ArchivedMatch("socker", record(number, 1), (), (0, 0), ({}, {}), None, when)
        assert archive.add(replace(ended, name=file_name("socker", when)))
    saved = saves.load("socker")
    assert saved is not None
    assert saved.extra == {"ply": 3}
    kept = [match.record for match in archive.all()]
    assert len(kept) == 3
    assert record(3, 1) in kept, "the match that has just ended is not the oldest"
    monkeypatch.setattr(crash, "MAX_REPORTS", 2)
    for number in range(3):
        path = write_report(folder, f"report {number}")
        assert path is not None
        os.utime(path, (now, now))
    path = write_report(folder, "a year ago")
    assert path is not None
    assert path.exists()


# The same with a real process, which is killed by the system at every one of its calls.


SAVES = """
import os, sys
from pathlib import Path
from game.store.data_folder import DataFolder
from game.store.saves import SaveSlots
saves, text = SaveSlots(DataFolder(Path(sys.argv[1]))), Path(sys.argv[2]).read_text("utf-8")
os.access("/begin", 0)
saves.save("socker", text, {"draft": text * 40})
os.access("/end", 0)
"""


def run_traced(root: Path, text: Path, *words: str) -> None:
    """Save in a process, and have strace watch it or kill it."""
    subprocess.run(
        ["strace", "-qq", *words, sys.executable, "-c", SAVES, str(root), str(text)],
        cwd=ROOT, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


def calls_of(root: Path, text: Path, log: Path) -> list[tuple[str, int]]:
    """Name of each system call of a save, and its number among the calls of this name."""
    run_traced(root, text, "-o", str(log))
    counts, calls, is_saving = Counter[str](), [], False
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        name = line.partition("(")[0]
        counts[name] += 1
        if '"/begin"' in line or '"/end"' in line:
            is_saving = '"/begin"' in line
        elif is_saving and name.isidentifier():
            calls.append((name, counts[name]))
    return calls


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace kills the process")
def test_process_killed_at_every_system_call_keeps_the_match(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    root, text = tmp_path / "home", tmp_path / "text"
    text.write_text(B, encoding="utf-8")
    prepare(root, "a move")
    calls = calls_of(root, text, tmp_path / "log")
    if not calls:
        pytest.skip("strace may not watch here")
    assert {"write", "fsync", "rename"} <= {name for name, _number in calls}
    killed = Counter[str]()
    count = sample_size(6, len(calls))
    chosen = sorted({round(n * (len(calls) - 1) / (count - 1)) for n in range(count)})
    for name, number in (calls[at] for at in chosen):
        folder = prepare(root, "a move")
        run_traced(root, text, "-o", os.devnull, "-e", f"inject={name}:signal=KILL:when={number}")
        found = state(folder)
        assert found in CASES["a move"].states, (name, number)
        assert folder.notices == []
        killed["before" if found[0] == A else "after"] += 1
    assert killed["before"]
    figure(f"a process killed at {len(chosen)} of the {len(calls)} system calls of a save: {dict(killed)}")

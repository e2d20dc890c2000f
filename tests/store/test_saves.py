"""Saves, whose files on the disk are complete whenever the program is killed."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game import __version__
from game.core.record import BESIDE_HEADER, VERSION
from game.core.session import Session
from game.levels import load
from game.match.match import Match
from game.match.seats import Seat
from game.store import crash
from game.store.crash import report, write_report
from game.store.data_folder import DataFolder, FileLock, StorageIssue, locked
from game.store.room import Room
from game.store.saves import Autosave, SavedGame, SaveSlots
from game.store.settings import SettingsFile
from game.store.statistics import StatisticsStore
from tests.sampling import PATIENCE, kill_count, risk
from tests.store.conftest import full_disk, previous

pytestmark = risk

ROOT = Path(__file__).parent.parent.parent

# One slot a game, in one file.


def match(seed: int = 7, plies: int = 0, names: tuple[str, str] = ("Ann", "Bo")) -> Session:
    session = Session.new("socker", seed=seed, names=names)
    for _ in range(plies):
        session.play(session.moves()[0])
    return session


def record(seed: int = 7, plies: int = 0) -> str:
    return match(seed, plies).record()


def there(saved: SavedGame | None) -> SavedGame:
    assert saved is not None
    return saved


def lying(folder: DataFolder) -> list[str]:
    paths = (path for path in folder.root.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder.root).as_posix() for path in paths)


def troubles(folder: DataFolder) -> list[StorageIssue]:
    return [notice.trouble for notice in folder.notices]


def test_match_without_moves_replaces_none(folder: DataFolder) -> None:
    """It is saved from its first moment, but the match before it is worth more."""
    saves = SaveSlots(folder)
    saves.save("socker", record(1, plies=2), {})
    for seed in (2, 3):
        saves.begin("socker")
        saves.save("socker", record(seed), {})
    assert there(previous(folder)).record == record(1, plies=2)
    assert there(saves.load("socker")).record == record(3)


def test_saved_match_is_its_record_after_a_header(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    session = match(plies=3, names=("Zoë", "李小龍 ♞"))
    extra = {
        "seats": [{"name": "Zoë\ud800", "level": None}],
        "draft": ["]\n[李", 3, 0.5],
        "order": {"0": [1]},
    }
    assert saves.load("socker") is None
    assert saves.save("socker", session.record(), extra, now=5.0)
    text = folder.path("saves/socker.txt").read_text(encoding="utf-8")
    version, screen, rest = text.split("\n", 2)
    assert version == '[Version "4"]', "a program that reads records up to 3 says that it is newer"
    assert screen.startswith(f'[Screen {{"saved": 5.0, "program": "{__version__}", "extra": {{"seats": ')
    assert rest == session.record()
    assert saves.load("socker") == SavedGame("socker", session.record(), extra, 5.0)
    assert Session.from_record(text).record() == session.record(), (
        "the header goes with the save, not the match"
    )
    assert lying(folder) == ["saves/lock", "saves/socker.txt"]
    assert folder.notices == []


def test_save_works_at_every_ply_forward_and_back(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    for plies in (0, 1, 2, 3, 2, 1, 4):
        assert saves.save("socker", record(plies=plies), {"ply": plies})
        loaded = there(saves.load("socker"))
        assert (loaded.record, loaded.extra) == (record(plies=plies), {"ply": plies})
    assert previous(folder) is None


def test_same_record_with_another_draft(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    for draft in ("a", "b"):
        assert saves.save("socker", record(plies=2), {"draft": draft})
    loaded = there(saves.load("socker"))
    assert loaded.extra == {"draft": "b"}


def test_waiting_matches_are_sorted_newest_first(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    assert saves.resumable() == []
    for now, slug in enumerate(("socki", "socker", "city", "sociable"), start=1):
        saves.save(slug, Session.new(slug, seed=now).record(), {}, now=float(now))
    saves.save("socker", record(plies=1), {}, now=9.0)
    assert [saved.slug for saved in saves.resumable()] == ["socker", "sociable", "city", "socki"]
    saves.clear("sociable")
    assert [saved.slug for saved in saves.resumable()] == ["socker", "city", "socki"]
    assert saves.load("sociable") is None


def test_new_match_keeps_the_previous_one(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    saves.save("socker", record(seed=1, plies=5), {"who": "first"}, now=1.0)
    saves.save("socker", record(seed=2), {"who": "second"}, now=2.0)
    saves.save("socker", record(seed=2, plies=1), {"who": "second"}, now=3.0)
    first = SavedGame("socker", record(seed=1, plies=5), {"who": "first"}, 1.0)
    assert previous(folder) == first
    assert not saves.restore_displaced("socker"), "the slot is taken"
    assert saves.clear("socker")
    assert previous(folder) == first, "the end of the second match is not the end of the first"
    assert saves.restore_displaced("socker")
    assert saves.load("socker") == first
    assert previous(folder) is None
    assert folder.notices == []


def test_restart_with_the_same_seed_is_another_match(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    assert saves.begin("socker")
    assert previous(folder) is None
    saves.save("socker", record(plies=5), {"round": 1})
    assert saves.begin("socker")
    assert saves.load("socker") is None
    saves.save("socker", record(), {"round": 2})
    before = there(previous(folder))
    assert (before.record, before.extra) == (record(plies=5), {"round": 1})


def test_rename_keeps_the_running_and_the_previous_match(folder: DataFolder) -> None:
    """Only the names differ: a person takes a bot's seat, or a name is corrected."""
    saves = SaveSlots(folder)
    saves.save("socker", record(seed=1, plies=2), {})
    playing = match(seed=2, plies=1)
    assert saves.save("socker", playing.record(), {})
    playing.rename(1, "Cleo")
    assert saves.save("socker", playing.record(), {"seats": "Cleo"})
    table = Match(playing, [Seat("Ann", 0), Seat("Cleo", 1, level="easy")])
    table.assign_seat(1, "", name="\u2028[Seed Di")
    assert saves.save("socker", playing.record(), {})
    assert there(saves.load("socker")).record == playing.record()
    assert there(previous(folder)).record == record(seed=1, plies=2)


def test_album_header_and_version_do_not_change_the_match(folder: DataFolder) -> None:
    saves, text = SaveSlots(folder), record(plies=2)
    assert saves.save(
        "socker",
        f'[{BESIDE_HEADER} {{"seats": []}}]\n{text}'.replace(f'Version "{VERSION}"', 'Version "1"'),
        {},
    )
    assert saves.save("socker", text, {})
    assert previous(folder) is None


def test_what_if_position_and_board_are_separate_matches(folder: DataFolder) -> None:
    played = match(plies=3)
    boards = [load(ROOT / "levels" / "city" / name) for name in ("old_town.tmx", "river.tmx")]
    cities = [Session.new("city", seed=7, layout=board) for board in boards]
    starts = [match(plies=plies).position() for plies in (1, 2)]
    placed = [Session.from_position("socker", start, seed=7) for start in starts]
    for before, after in ((played, played.branched(2)), placed, cities):
        for session in (before, after):
            session.play(session.moves()[0])
        home = DataFolder(folder.root / str(len(before.log)) / before.game)
        saves = SaveSlots(home)
        assert saves.save(before.game, before.record(), {})
        assert saves.save(after.game, after.record(), {})
        assert there(previous(home, before.game)).record == before.record()


def test_what_if_never_replaces_the_kept_match(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    kept, what_if = match(seed=1, plies=2), match(seed=2, plies=2).branched(1)
    what_if.play(what_if.moves()[0])
    saves.save("socker", kept.record(), {})
    saves.save("socker", what_if.record(), {})
    saves.save("socker", record(seed=3, plies=1), {})
    assert there(previous(folder)).record == kept.record()


BROKEN = [
    b"", b"garbage", b"\xff\xfe\x00\x01", b'[Game "socker"]\n', b'[Game "socker"]\n[Version "x"]\n',
    record(plies=3).encode()[:30], record(plies=3).encode() + b"{half a mo", record().encode() + b"\x00" * 64,
    Session.new("city", seed=1).record().encode(),
]  # fmt: skip


@pytest.mark.parametrize("content", BROKEN)
def test_broken_record_is_set_aside(folder: DataFolder, content: bytes) -> None:
    saves = SaveSlots(folder)
    saves.save("socker", record(plies=2), {"ply": 2})
    folder.path("saves/socker.txt").write_bytes(content)
    assert saves.resumable() == []
    assert folder.path("saves/socker.txt.broken-1").read_bytes() == content
    assert troubles(folder) == [StorageIssue.BROKEN]
    assert saves.save("socker", record(plies=1), {"ply": 1})
    assert previous(folder) is None, "what is broken is not the match before"


@pytest.mark.parametrize("content", BROKEN)
def test_saving_over_a_broken_record_keeps_it(folder: DataFolder, content: bytes) -> None:
    folder.path("saves").mkdir(parents=True)
    folder.path("saves/socker.txt").write_bytes(content)
    assert SaveSlots(folder).save("socker", record(), {})
    assert folder.path("saves/socker.txt.broken-1").read_bytes() == content


@pytest.mark.parametrize(
    "screen", ["", "{", "[]", '{"saved": true}', '{"saved": NaN, "extra": {}}', "[" * 9999]
)
def test_broken_header_leaves_the_match(folder: DataFolder, screen: str) -> None:
    saves = SaveSlots(folder)
    content = f'[Version "4"]\n[Screen {screen}]\n{record(plies=2)}'
    folder.write("saves/socker.txt", content)
    loaded = there(saves.load("socker"))
    assert (loaded.record, loaded.extra) == (record(plies=2), {})
    assert loaded.saved > 0
    assert folder.read("saves/socker.txt.broken-1") == content
    assert troubles(folder) == [StorageIssue.ENTRY]


def test_newer_record_is_not_loaded_but_kept(folder: DataFolder) -> None:
    newer = record(plies=2).replace(f'[Version "{VERSION}"]', '[Version "99"]') + "a move of tomorrow\n"
    folder.write("saves/socker.txt", newer)
    saves = SaveSlots(folder)
    assert saves.load("socker") is None
    assert saves.resumable() == []
    assert folder.read("saves/socker.txt") == newer
    assert troubles(folder) == [StorageIssue.NEWER_SAVE]
    assert saves.save("socker", record(), {})
    assert folder.read("saves/socker.previous.txt") == newer


def test_unplayable_record_is_set_aside(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    saves.save("socker", record() + "0 kick a1 a2\n", {})
    assert saves.load("socker") is not None
    saves.refuse("socker", "move 1 cannot be played")
    assert saves.load("socker") is None
    assert "move 1 cannot be played" in str(folder.notices[0])
    assert folder.path("saves/socker.txt.broken-1").exists()


@pytest.mark.parametrize("slug", ["", "../socker", "Socker", "a/b", "socker.previous", "a" * 50])
def test_slug_must_be_a_name(folder: DataFolder, slug: str) -> None:
    with pytest.raises(ValueError, match="name of a game"):
        SaveSlots(folder).save(slug, record(), {})
    assert not folder.root.exists()


def test_unwritable_folder_makes_save_return_false(nowhere: DataFolder) -> None:
    saves = SaveSlots(nowhere)
    assert not saves.save("socker", record(), {})
    assert saves.resumable() == []
    assert troubles(nowhere).count(StorageIssue.UNWRITABLE) >= 1


def test_full_disk_keeps_the_previous_match(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    saves.save("socker", record(plies=2), {"ply": 2})

    with full_disk():
        assert not saves.save("socker", record(plies=3), {"ply": 3})
        assert not saves.save("socker", record(seed=8), {"ply": 0})
    loaded = there(saves.load("socker"))
    assert (loaded.record, loaded.extra) == (record(plies=2), {"ply": 2})


def test_concurrent_writers_never_mix_two_saves(folder: DataFolder) -> None:
    def write(player: int) -> None:
        mine = SaveSlots(DataFolder(folder.root))
        for plies in range(8):
            assert mine.save("socker", record(seed=player, plies=plies), {"player": player, "ply": plies})

    threads = [threading.Thread(target=write, args=(player,)) for player in range(3)]
    for thread in threads:
        thread.start()
    reader = SaveSlots(folder)
    while any(thread.is_alive() for thread in threads):
        loaded = reader.load("socker")
        if loaded is not None:
            assert loaded.record == record(loaded.extra["player"], loaded.extra["ply"])
    for thread in threads:
        thread.join()
    assert folder.notices == []
    assert previous(folder) is not None


def test_autosave_ends_with_the_newest_state(folder: DataFolder) -> None:
    autosave = Autosave(SaveSlots(folder))
    extra = {"ply": 0}
    for plies in range(20):
        extra["ply"] = plies
        autosave.save("socker", record(plies=plies), extra)
    extra["ply"] = 99
    assert autosave.flush()
    loaded = there(SaveSlots(folder).load("socker"))
    assert (loaded.record, loaded.extra) == (record(plies=19), {"ply": 19})
    autosave.clear("socker")
    assert autosave.close()
    assert SaveSlots(folder).load("socker") is None


@contextmanager
def hanging(autosave: Autosave) -> Iterator[None]:
    """Block the disk thread for the duration; any attempt to wait for it fails."""
    hangs, lets_go = threading.Event(), threading.Event()

    def task() -> None:
        hangs.set()
        assert lets_go.wait(PATIENCE)

    autosave.submit(task)
    assert hangs.wait(PATIENCE)

    wait = threading.Condition.wait

    def waits(condition: threading.Condition, timeout: float | None = None) -> bool:
        if threading.current_thread() is not threading.main_thread():
            return wait(condition, timeout)
        assert timeout == 0.0, "it waits for the disk"
        return False

    try:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(threading.Condition, "wait", waits)
            yield
    finally:
        lets_go.set()


def test_newest_state_replaces_the_waiting_one(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window hands over a move in each frame and never waits, however slow the disk is."""
    saves = SaveSlots(folder)
    written: list[tuple[str, int]] = []
    save = saves.save

    def noted(slug: str, text: str, extra: Mapping[str, Any]) -> bool:
        written.append((slug, extra["ply"]))
        return save(slug, text, extra)

    monkeypatch.setattr(saves, "save", noted)
    autosave = Autosave(saves)
    with hanging(autosave):
        for plies in range(9):
            autosave.save("socker", record(plies=plies), {"ply": plies})
            autosave.save("socki", Session.new("socki", seed=plies).record(), {"ply": plies})
    assert autosave.close()
    assert written == [("socker", 8), ("socki", 8)], "each in its turn, and only the newest"


@pytest.mark.parametrize("how", ["begin", "clear"])
def test_no_state_overtakes_the_task_that_empties_its_slot(folder: DataFolder, how: str) -> None:
    autosave = Autosave(SaveSlots(folder))
    with hanging(autosave):
        autosave.save("socker", record(plies=1), {})
        autosave.save("socker", record(plies=2), {})
        {"begin": autosave.begin, "clear": autosave.clear}[how]("socker")
        autosave.save("socker", record(plies=3), {})
        autosave.save("socker", record(plies=4), {})
    assert autosave.close()
    replaced = previous(folder)
    assert there(SaveSlots(folder).load("socker")).record == record(plies=4)
    assert (replaced and replaced.record) == (record(plies=2) if how == "begin" else None)


def test_match_is_not_restored_while_its_slot_has_pending_states(folder: DataFolder) -> None:
    saves, what_if = SaveSlots(folder), match(seed=2, plies=2).branched(2)
    saves.save("socker", record(seed=1, plies=2), {})
    saves.save("socker", what_if.record(), {})
    autosave = Autosave(saves)
    with hanging(autosave):
        what_if.play(what_if.moves()[0])
        autosave.save("socker", what_if.record(), {})
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("game.store.saves.MAX_SCREEN_WAIT_S", 0.0)
            assert not autosave.restore("socker")
    assert autosave.flush(PATIENCE)
    assert autosave.restore("socker")
    assert there(saves.load("socker")).record == record(seed=1, plies=2)
    assert there(previous(folder)).record == what_if.record()


def test_every_task_runs_unlike_replaced_states(folder: DataFolder) -> None:
    """Matches of two games end or begin, and two go to the archive, while the disk is slow."""
    saves, done = SaveSlots(folder), list[int]()
    for slug in ("socker", "socki", "city", "rockit"):
        saves.save(slug, played(slug), {})
    autosave = Autosave(saves)
    with hanging(autosave):
        for slug in ("socker", "socki"):
            autosave.begin(slug)
        for slug in ("city", "rockit"):
            autosave.clear(slug)
        for number in range(3):
            autosave.submit(partial(done.append, number))
    assert autosave.close()
    assert saves.resumable() == []
    assert done == [0, 1, 2]
    assert previous(folder)
    assert previous(folder, "socki")


def played(slug: str) -> str:
    session = Session.new(slug, seed=7)
    session.play(session.moves()[0])
    return session.record()


def test_cleared_lesson_keeps_later_parts(folder: DataFolder) -> None:
    autosave = Autosave(SaveSlots(folder))
    evening = Room(folder, autosave, "evening")
    with hanging(autosave):
        evening.save_part("hall", {"round": 1})
        evening.save_part("table", {"round": 1})
        evening.clear()
        evening.save_part("hall", {"round": 2})
    assert autosave.close()
    assert {name: data["round"] for name, data in evening.load().items()} == {"hall": 2}


def test_autosave_keeps_the_order_of_matches(folder: DataFolder) -> None:
    autosave = Autosave(SaveSlots(folder))
    for number in range(3):
        autosave.begin("socker")
        autosave.save("socker", record(plies=number), {"round": number})
    assert autosave.close()
    assert there(SaveSlots(folder).load("socker")).extra == {"round": 2}
    assert there(previous(folder)).extra == {"round": 1}


def test_autosave_knows_if_the_last_save_succeeded(folder: DataFolder) -> None:
    autosave, heard = Autosave(SaveSlots(folder)), []
    autosave.listener = lambda: heard.append(autosave.why_lost("socker"))
    autosave.save("socker", record(), {})
    assert autosave.flush()

    with full_disk():
        autosave.save("socker", record(plies=1), {})
        assert autosave.flush()
    assert (autosave.why_lost("socker"), autosave.why_lost("socki")) == ("the disk is full", "")
    autosave.save("socker", record(plies=2), {})
    assert autosave.close()
    assert heard == ["", "the disk is full", ""]


def test_impossible_home_folder_is_reported_not_raised(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / ("x" * 300))
    autosave = Autosave(SaveSlots(folder))
    for plies in range(2):
        autosave.save("socker", record(plies=plies), {})
        assert autosave.flush()
    assert autosave.why_lost("socker")
    assert SaveSlots(folder).resumable() == []
    assert autosave.close()


def test_autosave_raises_programming_errors(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = SaveSlots(folder)
    autosave = Autosave(saves)
    with pytest.raises(TypeError):
        autosave.save("socker", record(), {"session": object()})
    with pytest.raises(ValueError, match="name of a game"):
        autosave.save("../socker", record(), {})

    def fault(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patched:
        patched.setattr(saves, "save", fault)
        autosave.save("socker", record(), {})
        assert autosave.flush()
    with pytest.raises(RuntimeError, match="a fault of ours"):
        autosave.save("socker", record(plies=1), {"ply": 1})
    assert autosave.flush()
    assert there(saves.load("socker")).extra == {"ply": 1}, "the save that hears of the fault is kept"
    autosave.save("socker", record(plies=2), {"ply": 2})
    assert autosave.close()
    assert there(saves.load("socker")).extra == {"ply": 2}, "and it is reported once"


def test_broken_listener_does_not_stop_saving(folder: DataFolder) -> None:
    """The next caller gets the error, and the next task is written."""
    autosave = Autosave(SaveSlots(folder))

    def broken() -> None:
        raise RuntimeError("a fault of a listener")

    autosave.listener = broken
    autosave.save("socker", record(plies=1), {})
    assert autosave.flush()
    autosave.listener = lambda: None
    with pytest.raises(RuntimeError, match="of a listener"):
        autosave.save("socker", record(plies=2), {})
    assert autosave.close()
    assert there(SaveSlots(folder).load("socker")).record == record(plies=2)


# The report that a player can send.


WHEN = datetime(2026, 3, 4, 5, 6, 7)


def fault() -> BaseException:
    try:
        raise KeyError("Zoë \ud800")
    except KeyError as error:
        return error


def test_report_describes_the_fault_and_holds_the_match() -> None:
    record = Session.new("socker", seed=7, names=["Zoë", "李小龍"]).record()
    text = report(fault(), record, WHEN)
    assert "2026-03-04 05:06:07" in text
    assert f"Sock Drawer {__version__}" in text
    assert "Python 3." in text
    assert "in fault" in text
    assert "KeyError" in text
    assert Session.from_record(text[text.index("[Game") :]).record() == record
    assert "No match was being played." in report(fault(), None)


def test_reports_of_one_second_have_separate_files(folder: DataFolder) -> None:
    paths = [write_report(folder, f"report {number} \ud800", WHEN) for number in range(3)]
    names = [f"sock-drawer-2026-03-04-050607{number}.txt" for number in ("", "-2", "-3")]
    assert [path.name for path in paths if path] == names
    told = [path.read_text(encoding="utf-8")[:8] for path in paths if path]
    assert told == [f"report {number}" for number in range(3)]


def test_only_the_newest_reports_stay(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "MAX_REPORTS", 2)
    for second in range(4):
        assert write_report(folder, "text", WHEN.replace(second=second))
    assert len(list(folder.path("crashes").iterdir())) == 2


def test_new_report_stays_after_the_clock_was_set_back(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash, "MAX_REPORTS", 1)
    old = write_report(folder, "old", WHEN)
    assert old is not None
    os.utime(old, (4e9, 4e9))
    new = write_report(folder, "new", WHEN.replace(second=1))
    assert new is not None
    assert new.read_text("utf-8") == "new"


def test_report_goes_to_the_temporary_folder_or_nowhere(
    nowhere: DataFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    path = write_report(nowhere, "text", WHEN)
    assert path is not None
    assert path.parent == tmp_path / "temporary"
    monkeypatch.setattr(tempfile, "tempdir", str(nowhere.root))
    assert write_report(nowhere, "text", WHEN) is None


def test_unreadable_folder_does_not_prevent_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exists = Path.exists

    def looked(path: Path) -> bool:
        if "shut" in path.parts:
            raise PermissionError(13, "Permission denied")
        return exists(path)

    monkeypatch.setattr(Path, "exists", looked)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    written = write_report(DataFolder(tmp_path / "shut"), "text")
    assert written is not None
    assert written.parent == tmp_path


# A process that saves after every move is killed at random instants; the match is always there.


PLAYER = """
import sys
import threading
from pathlib import Path
from game.core.game import Outcome
from game.core.session import Session
from game.store.saves import Autosave, SaveSlots
from game.store.data_folder import DataFolder
from game.store.settings import SettingsFile
from game.store.statistics import StatisticsStore
folder = DataFolder(Path(sys.argv[1]))
saves = SaveSlots(folder)
found = saves.load("socker")
session = Session.new("socker", seed=7) if found is None else Session.from_record(found.record)
settings = SettingsFile(folder)
late = sys.argv[2] == "late"
written, changed = 0, threading.Condition()
class Told(SaveSlots):
    # Prints a move as soon as it is on the disk.
    def save(self, slug, record, extra):
        global written
        done = super().save(slug, record, extra)
        with changed:
            written = extra["ply"]
            print(written, flush=True)
            changed.notify_all()
        return done
saves = Told(folder)
autosave = Autosave(saves)
while session.to_move is not None:
    session.play(session.moves()[len(session.log) % len(session.moves())])
    extra = {"ply": len(session.log), "draft": "x" * 3000}
    if late:
        autosave.save("socker", session.record(), extra)
        with changed:
            changed.wait_for(lambda: len(session.log) < written + 3, 60.0)
    else:
        saves.save("socker", session.record(), extra)
    if len(session.log) % 3 == 0:
        settings.save(settings.load().with_changes(music=len(session.log) % 101))
        StatisticsStore(folder).add("socker", {0: "Ann"}, Outcome((0,), (1, 0), "goals"))
autosave.close()
"""


def killed(folder: DataFolder, how: str, after: float) -> int:
    """Kill a match ``after`` seconds after its first save; return the plies that it had committed."""
    words = [sys.executable, "-c", PLAYER, str(folder.root), how]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        assert player.stderr is not None
        first = player.stdout.readline()
        time.sleep(after)
        player.kill()
        lines = (first + player.stdout.read()).split("\n")
        assert player.stderr.read() == ""
    return int(lines[-2])


@pytest.mark.parametrize("how", ["at once", "late"])
def test_kill_at_any_instant_keeps_a_valid_save(
    folder: DataFolder, figure: Callable[[str], None], how: str
) -> None:
    draw = random.Random(how)
    after = 0
    kills = kill_count(3, 150)
    for _ in range(kills):
        told = killed(folder, how, draw.random() * 0.12)
        now = DataFolder(folder.root)
        saved = SaveSlots(now).load("socker")
        assert saved is not None
        session = Session.from_record(saved.record)
        assert saved.extra["ply"] == len(session.log)
        assert told <= len(session.log) <= told + (3 if how == "late" else 1)
        after += len(session.log) > told
        SettingsFile(now).load()
        assert all(line.matches == line.wins for line in StatisticsStore(now).player("Ann").values())
        assert now.notices == []
        if session.to_move is None:
            SaveSlots(now).clear("socker")
    now.remove_temp_files()
    left = {path.name for path in folder.root.rglob("*") if path.is_file()}
    known = {"socker.txt", "lock", "settings.json", "statistics.json", "statistics.lock"}
    assert left <= known
    figure(
        f"saves {how}: {kills} kills, no save broken, no written move lost, "
        f"{after} after a move was written and before it was told"
    )


# One window at a time, and a crash does not block the next.


HOLD = """
import sys
from pathlib import Path
from game.store.data_folder import FileLock
instance = FileLock(Path(sys.argv[1]) / "instance.lock")
print("held" if instance.acquire() else "taken", flush=True)
sys.stdin.read()
"""


def test_second_window_is_refused_and_a_killed_one_does_not_block(folder: DataFolder) -> None:
    words = [sys.executable, "-c", HOLD, str(folder.root)]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        try:
            assert first.stdout.readline().strip() == "held"
            assert not FileLock(folder.path("instance.lock")).acquire()
        finally:
            first.kill()
    assert first.returncode != 0
    second = FileLock(folder.path("instance.lock"))
    assert second.acquire()
    second.release()


def test_deleted_home_is_reported_once_and_stays_locked(folder: DataFolder) -> None:
    saves = SaveSlots(folder)
    assert folder.instance.acquire()
    assert saves.save("socker", record(plies=1), {})
    assert troubles(folder) == []
    shutil.rmtree(folder.root)
    for plies in (2, 3):
        assert saves.save("socker", record(plies=plies), {})
    assert [str(notice) for notice in folder.notices] == [
        f"{folder.root} was deleted or moved while Sock Drawer was open. "
        "Everything saved in it is missing now."
    ]
    assert not FileLock(folder.path("instance.lock")).acquire(), "no second window may open there"


def test_moved_home_stays_locked_and_is_not_reported(folder: DataFolder, tmp_path: Path) -> None:
    assert folder.instance.acquire()
    old = folder.root
    assert folder.write("settings.json", "{}")
    assert folder.move(tmp_path / "stick")
    shutil.rmtree(old)
    assert folder.write("settings.json", "{}")
    assert folder.notices == []
    assert not FileLock(folder.path("instance.lock")).acquire()


def test_two_locks_in_one_process_exclude_each_other(folder: DataFolder) -> None:
    first, second = FileLock(folder.path("instance.lock")), FileLock(folder.path("instance.lock"))
    assert first.acquire()
    assert first.acquire(), "asking again changes nothing"
    assert not second.acquire()
    first.release()
    assert second.acquire()
    assert not first.acquire()
    second.release()


def test_unwritable_folder_blocks_no_window(nowhere: DataFolder) -> None:
    assert FileLock(nowhere.path("instance.lock")).acquire()
    assert FileLock(nowhere.path("instance.lock")).acquire()


def test_waiting_for_a_lock_ends(tmp_path: Path) -> None:
    other = FileLock(tmp_path / "lock")
    assert other.acquire()
    with locked(tmp_path / "lock", patience=0.02) as held:
        assert not held
    other.release()
    with locked(tmp_path / "lock") as held:
        assert held

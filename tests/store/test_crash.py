"""What is on the disk is whole, whenever the program is killed, and whoever else runs."""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from game import __version__
from game.core.session import Session
from game.store import crash
from game.store.crash import report, write_report
from game.store.files import FileLock, Folder, locked
from game.store.saves import Saves
from game.store.settings import SettingsFile
from game.store.statistics import Statistics
from tests.scale import scaled

# The report that a player can send.


WHEN = datetime(2026, 3, 4, 5, 6, 7)


def fault() -> BaseException:
    try:
        raise KeyError("Zoë \ud800")
    except KeyError as error:
        return error


def test_report_tells_what_broke_and_holds_the_match() -> None:
    record = Session.new("socker", seed=7, names=["Zoë", "李小龍"]).record()
    text = report(fault(), record, WHEN)
    assert "2026-03-04 05:06:07" in text
    assert f"Sock Drawer {__version__}" in text
    assert "Python 3." in text
    assert "in fault" in text
    assert "KeyError" in text
    assert Session.from_record(text[text.index("[Game") :]).record() == record
    assert "No match was being played." in report(fault(), None)


def test_reports_lie_side_by_side(folder: Folder) -> None:
    paths = [write_report(folder, f"report {number} \ud800", WHEN) for number in range(3)]
    assert [path.name for path in paths if path] == [
        "sock-drawer-2026-03-04-050607.txt",
        "sock-drawer-2026-03-04-050607-2.txt",
        "sock-drawer-2026-03-04-050607-3.txt",
    ]
    assert [path.read_text(encoding="utf-8")[:8] for path in paths if path] == [
        f"report {n}" for n in range(3)
    ]


def test_only_the_newest_stay(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "KEPT", 2)
    for second in range(4):
        assert write_report(folder, "text", WHEN.replace(second=second))
    assert len(list(folder.path("crashes").iterdir())) == 2


def test_report_goes_elsewhere_or_nowhere(
    nowhere: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    path = write_report(nowhere, "text", WHEN)
    assert path is not None
    assert path.parent == tmp_path / "temporary"
    monkeypatch.setattr(tempfile, "tempdir", str(nowhere.root))
    assert write_report(nowhere, "text", WHEN) is None


def test_a_folder_that_may_not_be_looked_into_costs_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists = Path.exists

    def looked(path: Path) -> bool:
        if "shut" in path.parts:
            raise PermissionError(13, "Permission denied")
        return exists(path)

    monkeypatch.setattr(Path, "exists", looked)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    written = write_report(Folder(tmp_path / "shut"), "text")
    assert written is not None
    assert written.parent == tmp_path


# A process that saves after every move is killed at random instants; the match is always there.


ROOT = Path(__file__).parent.parent.parent
PLAYER = """
import sys
from pathlib import Path
from game.core.game import Outcome
from game.core.session import Session
from game.store.saves import Autosave
from game.store.files import Folder
from game.store.saves import Saves
from game.store.settings import SettingsFile
from game.store.statistics import Statistics
folder = Folder(Path(sys.argv[1]))
saves = Saves(folder)
found = saves.load("socker")
session = Session.new("socker", seed=7) if found is None else Session.from_record(found.record)
settings = SettingsFile(folder)
late = Autosave(saves) if sys.argv[2] == "late" else None
while session.to_move is not None:
    session.play(session.moves()[len(session.log) % len(session.moves())])
    extra = {"ply": len(session.log), "draft": "x" * 3000}
    if late:
        late.save("socker", session.record(), extra)
    else:
        saves.save("socker", session.record(), extra)
    print(len(session.log), flush=True)
    if len(session.log) % 3 == 0:
        settings.save(settings.load().with_changes(music=len(session.log) % 101))
        Statistics(folder).add("socker", {0: "Ann"}, Outcome((0,), (1, 0), "goals"))
"""


def killed(folder: Folder, how: str, after: float) -> int:
    """Let a match go on and kill it so many seconds after its first save; the plies it had committed to."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(folder.root), how],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
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
def test_killed_at_any_instant(folder: Folder, figure: Callable[[str], None], how: str) -> None:
    draw = random.Random(how)
    # Behind the back of the window a move is told when the one before it lies on the disk.
    behind = 1 if how == "late" else 0
    after = 0
    for _ in range(scaled(6)):
        told = killed(folder, how, draw.random() * 0.12)
        now = Folder(folder.root)
        saved = Saves(now).load("socker")
        if saved is None:  # the very first move may be the one that is lost
            assert told <= behind
            continue
        assert saved.exact
        session = Session.from_record(saved.record)
        assert saved.extra["ply"] == len(session.log)
        assert told - behind <= len(session.log) <= told + 1
        after += len(session.log) > told
        SettingsFile(now).load()
        assert all(line.matches == line.wins for line in Statistics(now).player("Ann").values())
        assert now.notices == []
        if session.to_move is None:
            Saves(now).clear("socker")
    now.sweep()
    left = {path.name for path in folder.root.rglob("*") if path.is_file()}
    known = {"socker.txt", "socker.json", "lock", "settings.json", "statistics.json", "statistics.lock"}
    assert left <= known
    figure(
        f"saves {how}: {scaled(6)} kills, no pair parted, at most {behind} moves lost, "
        f"{after} after a move was written and before it was told"
    )


# One window at a time, and a crash does not block the next.


HOLD = """
import sys
from pathlib import Path
from game.store.files import Folder
from game.store.files import FileLock
instance = FileLock(Path(sys.argv[1]) / "instance.lock")
print("held" if instance.acquire() else "taken", flush=True)
sys.stdin.read()
"""


def test_second_says_so_and_a_killed_one_does_not_block(folder: Folder) -> None:
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder.root)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with first:
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


def test_two_in_one_process(folder: Folder) -> None:
    first, second = FileLock(folder.path("instance.lock")), FileLock(folder.path("instance.lock"))
    assert first.acquire()
    assert first.acquire(), "asking again changes nothing"
    assert not second.acquire()
    first.release()
    assert second.acquire()
    assert not first.acquire()
    second.release()


def test_folder_that_cannot_be_written_blocks_nobody(nowhere: Folder) -> None:
    assert FileLock(nowhere.path("instance.lock")).acquire()
    assert FileLock(nowhere.path("instance.lock")).acquire()


def test_lock_that_is_not_given_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    other = FileLock(tmp_path / "lock")
    assert other.acquire()
    with locked(tmp_path / "lock", patience=0.02) as held:
        assert not held
    other.release()
    with locked(tmp_path / "lock") as held:
        assert held

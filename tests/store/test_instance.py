"""One window at a time, and a crash does not block the next."""

import subprocess
import sys
from pathlib import Path

from game.store.files import FileLock, Folder, locked

ROOT = Path(__file__).parent.parent.parent
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

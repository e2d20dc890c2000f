"""One window at a time, and a crash does not block the next."""

import subprocess
import sys
from pathlib import Path

from game.store.files import FileLock, Folder, Instance, locked

ROOT = Path(__file__).parent.parent.parent
HOLD = """
import sys
from pathlib import Path
from game.store.files import Folder
from game.store.files import Instance
instance = Instance(Folder(Path(sys.argv[1])))
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
            assert not Instance(folder).acquire()
        finally:
            first.kill()
    assert first.returncode != 0
    second = Instance(folder)
    assert second.acquire()
    second.release()


def test_two_in_one_process(folder: Folder) -> None:
    first, second = Instance(folder), Instance(folder)
    assert first.acquire()
    assert first.acquire(), "asking again changes nothing"
    assert not second.acquire()
    first.release()
    assert second.acquire()
    assert not first.acquire()
    second.release()


def test_folder_that_cannot_be_written_blocks_nobody(nowhere: Folder) -> None:
    assert Instance(nowhere).acquire()
    assert Instance(nowhere).acquire()


def test_lock_that_is_not_given_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    other = FileLock(tmp_path / "lock")
    assert other.acquire()
    with locked(tmp_path / "lock", patience=0.02) as held:
        assert not held
    other.release()
    with locked(tmp_path / "lock") as held:
        assert held

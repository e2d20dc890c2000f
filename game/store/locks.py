"""Locks on files, which the system itself takes away from a process that dies."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import errno
    import fcntl


class FileLock:
    """A lock that one holder at a time can have, whatever process or thread it lives in."""

    def __init__(self, path: Path) -> None:
        """Name the lock; nothing is touched yet."""
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Take the lock now if it is free; whether this holds it.

        Where the folder cannot be written, or its file system knows no locks, nobody can tell: it is taken.
        """
        if self._handle is not None:
            return True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return True
        if _taken(handle):
            self._handle = handle
            return True
        os.close(handle)
        return False

    def release(self) -> None:
        """Give it back; its file stays, empty."""
        if self._handle is not None:
            # The file is not deleted: another process may have opened this very one a moment ago.
            os.close(self._handle)
            self._handle = None


@contextlib.contextmanager
def locked(path: Path, patience: float = 10.0) -> Iterator[bool]:
    """Hold a lock for a few lines, waiting up to so many seconds for it; whether it was free in the end.

    Without it the lines run all the same: every single write is whole anyway.
    """
    lock = FileLock(path)
    deadline = time.monotonic() + patience
    while not (held := lock.acquire()) and time.monotonic() < deadline:
        # Systems tell nobody when a lock becomes free; it is held for some milliseconds at most.
        time.sleep(0.005)
    try:
        yield held
    finally:
        lock.release()


if sys.platform == "win32":

    def _taken(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _taken(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Only these say that somebody has it; any other is a file system that knows no locks.
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True

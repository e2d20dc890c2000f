"""Tells whether Sock Drawer is open already."""

from __future__ import annotations

from game.store.files import Folder
from game.store.locks import FileLock


class Instance:
    """The right to be the only window; a crash gives it back, as the system holds the lock."""

    def __init__(self, folder: Folder) -> None:
        """Name the lock in this folder."""
        self._lock = FileLock(folder.path("instance.lock"))

    def acquire(self) -> bool:
        """Whether this is the only one; `False` means that another is open with the same folder."""
        return self._lock.acquire()

    def release(self) -> None:
        """Leave the place to the next."""
        self._lock.release()

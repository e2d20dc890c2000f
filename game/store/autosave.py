"""Saving without waiting for the disk: a thread that writes the newest state of a match.

Flushing a file to a slow disk takes longer than a frame. What has been handed over is written at once and in
order, and a state of a match is handed over only when the one before it lies on the disk: a process that is
killed loses one move at most, however busy the machine is.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from game.store.notices import Why
from game.store.saves import Saves, snapshot, stem

SLOW: Final = 2.0
"""Seconds that the window waits for a disk; after that it waits no more until something has been written."""


class Autosave:
    """`Saves`, written behind the back of the window; all else that is written is told `Later`."""

    def __init__(self, saves: Saves) -> None:
        """Start the thread."""
        self._saves = saves
        self._tasks: deque[tuple[str, Callable[[], object]]] = deque()
        self._changed = threading.Condition()
        self._doing = ""
        """What is being written, empty where nothing is."""
        self._slow = False
        """Whether the disk has been waited for in vain."""
        self._closed = False
        self._failure: Exception | None = None
        self._lost: dict[str, str] = {}
        self.listener: Callable[[], None] = _nobody
        """Called from the thread whenever something was written, or could not be."""
        self._thread = threading.Thread(target=self._work, name="autosave", daemon=True)
        self._thread.start()

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None:
        """Hand a state over; where the disk hangs, one that still waits of the same match gives way to it.

        Raises:
            TypeError: the extra is not JSON.
            ValueError: the slug is no name of a game.
        """
        # Copied now: what is handed over goes on changing while it waits for the disk.
        copy = snapshot(extra)

        def task() -> None:
            if self._saves.save(slug, record, copy):
                self._lost.pop(slug, None)
            else:
                self._lost[slug] = self._saves.why_lost(slug) or Why.DISK

        kind = f"save {stem(slug)}"
        self._catch_up(kind)
        self._add(kind, task)

    def put(self, name: str, task: Callable[[], object]) -> None:
        """See `Later.put`."""
        kind = f"save {name}"
        self._catch_up(kind)
        self._add(kind, task)

    def why_lost(self, slug: str) -> str:
        """Why the match of a game could not be kept the last time; empty where all is well."""
        return self._lost.get(slug, "")

    def begin(self, slug: str) -> None:
        """`Saves.begin`, in its turn."""
        self._add("begin", lambda: self._saves.begin(slug))

    def clear(self, slug: str) -> None:
        """`Saves.clear`, in its turn."""
        self._add("clear", lambda: self._saves.clear(slug))

    def also(self, task: Callable[[], object]) -> None:
        """See `Later.also`."""
        self._add("also", task)

    def settle(self, seconds: float = 10.0) -> bool:
        """Wait until all is written; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._tasks and not self._doing, seconds)

    def close(self) -> bool:
        """Write what waits and stop; whether all was written."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        # A disk that hangs must not keep the window from closing for ever.
        self._thread.join(10.0)
        return not self._thread.is_alive()

    def _catch_up(self, kind: str) -> None:
        """Wait until what was handed over of this kind has been written, unless the disk hangs."""
        with self._changed:
            if not self._slow:
                self._slow = not self._changed.wait_for(lambda: not self._is_under_way(kind), SLOW)

    def _is_under_way(self, kind: str) -> bool:
        return self._doing == kind or any(waiting == kind for waiting, _task in self._tasks)

    def _add(self, kind: str, task: Callable[[], object]) -> None:
        """Hand a task over.

        Raises:
            Exception: what broke in a task before, told once; this one is done all the same.
        """
        with self._changed:
            # Only the last: between two saves of a match its slot may have been emptied.
            if self._tasks and self._tasks[-1][0] == kind and kind.startswith("save"):
                self._tasks.pop()
            self._tasks.append((kind, task))
            self._changed.notify_all()
            failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._tasks or self._closed)
                if not self._tasks:
                    return
                # Said while the lock is held, or `settle` could see nothing waiting and nothing being done.
                self._doing, task = self._tasks.popleft()
            # The listener first: whoever has waited until all is settled is told of nothing more.
            for step in (task, self.listener):
                self._do(step)
            with self._changed:
                self._doing, self._slow = "", False
                self._changed.notify_all()

    def _do(self, step: Callable[[], object]) -> None:
        try:
            step()
        except Exception as error:
            # A full disk is a notice; this is a fault of ours, and whoever comes next must hear of it.
            with self._changed:
                self._failure = error


def _nobody() -> None:
    """There is nobody to be told."""

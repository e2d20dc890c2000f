"""What lies ready for phones: files, and for each of them how things stand.

The thread of the window puts things there and that of the server takes them, so everything here holds a lock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from game.party.letterbox import Letterbox


class PhoneShelf:
    """Files by name, and the newest state of each seat by its token.

    By the token, not by the number of the seat: while seats are numbered anew, a number may mean one person
    in one thread and another in the other.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """Make an empty one; ``wake`` is called when a phone has brought something."""
        self.letters = Letterbox(wake)
        self._lock = threading.Lock()
        self._files: dict[str, bytes] = {}
        self._states: dict[str, str] = {}

    def put(self, name: str, data: bytes) -> None:
        """Have a file ready; empty data takes it away."""
        with self._lock:
            if data:
                self._files[name] = data
            else:
                self._files.pop(name, None)

    def file(self, name: str) -> bytes | None:
        """A file, `None` where there is none of this name."""
        with self._lock:
            return self._files.get(name)

    def keep(self, token: str, state: str) -> None:
        """How things stand for whoever has this token; an empty text for nothing."""
        with self._lock:
            if state:
                self._states[token] = state
            else:
                self._states.pop(token, None)

    def state(self, token: str) -> str:
        """How things stand for whoever has this token; empty where nobody has said."""
        with self._lock:
            return self._states.get(token, "")

    def hand_on(self, token: str, to: str) -> None:
        """Somebody has another token from now on."""
        with self._lock:
            if token in self._states:
                self._states[to] = self._states.pop(token)

    def clear(self) -> None:
        """Forget how things stood."""
        with self._lock:
            self._states.clear()

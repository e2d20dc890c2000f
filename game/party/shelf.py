"""What lies ready for phones: files, and for each of them how things stand.

The thread of the window puts things there and that of the server takes them, so everything here holds a lock.

Texts that phones bring: taken only while the big screen waits for one, from who knows its word.

The thread of the server puts them in, that of the window takes them out.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable

LONGEST = 2_000_000
"""Bytes of a text; a long match has a tenth of that."""
_MOST = 3
"""So many texts may wait to be read; more are refused."""
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of which words are made: none is taken for a figure."""


class Letterbox:
    """Where the text of a phone waits for the window."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """Make one that takes nothing yet; ``wake`` is called when something has come."""
        self._wake = wake
        self._lock = threading.Lock()
        self._word = ""
        self._texts: list[bytes] = []

    def open(self) -> str:
        """Take texts from now on; returns the word by which phones may bring them."""
        with self._lock:
            self._word, self._texts = "".join(secrets.choice(_LETTERS) for _letter in range(6)), []
            return self._word

    def close(self) -> None:
        """Take nothing any more, and forget what came."""
        with self._lock:
            self._word, self._texts = "", []

    def knows(self, word: str) -> bool:
        """Whether texts are brought by this word just now."""
        with self._lock:
            return bool(self._word) and secrets.compare_digest(self._word.encode(), word.upper().encode())

    def put(self, word: str, text: bytes) -> bool:
        """Put a text in; whether it was taken."""
        if not self.knows(word) or len(text) > LONGEST:
            return False
        with self._lock:
            if len(self._texts) >= _MOST:
                return False
            self._texts.append(text)
        self._wake()
        return True

    def take(self) -> bytes | None:
        """The text that came first; `None` where none has come."""
        with self._lock:
            return self._texts.pop(0) if self._texts else None


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

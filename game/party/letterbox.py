"""Texts that phones bring: taken only while the big screen waits for one, from who knows its word.

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

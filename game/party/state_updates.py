"""What passes between the window and phones: states as they are sent, words said twice, files, and texts.

A `StateUpdate` is encoded once, however many are told the same. `AnswerCache` lets what is said twice be done
once and answered each time. `StateCache` and `UploadInbox` are used by the thread of the window and by that
of the server, so everything in them holds a lock.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any


class StateUpdate:
    """A state, and the events that led there, as JSON texts."""

    def __init__(self, state: str, events: str = "") -> None:
        self.state, self.events = state, events

    @classmethod
    def of(cls, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> StateUpdate:
        return cls(_json(state), ",".join(map(_json, events)))

    @cached_property
    def frame(self) -> bytes:
        """The message to phones; for the thread of the server."""
        return f'{{"type":"state","events":[{self.events}],"state":{self.state}}}'.encode()

    def after(self, events: Sequence[str]) -> StateUpdate:
        """The same for somebody who has not heard of these events either, which came before."""
        return StateUpdate(self.state, ",".join(filter(None, [*events, self.events]))) if events else self


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


REMEMBERED = 16
"""How many words of a phone are known again when it repeats them."""
_PHONES = 64
"""So many phones are remembered, far more than there are seats; the first is forgotten first."""


class AnswerCache:
    """The words of each token by number, and how they were answered."""

    def __init__(self) -> None:
        self._said: dict[str, dict[int, str | None]] = {}

    def is_new(self, token: str, number: int) -> bool:
        """Whether this was not said before; a phone repeats what got no answer on a broken connection."""
        said = self._said.setdefault(token, {})
        if number in said:
            return False
        said[number] = None
        # The first was said longest ago; what a phone repeats is what it said last.
        if len(said) > REMEMBERED:
            del said[next(iter(said))]
        if len(self._said) > _PHONES:
            del self._said[next(iter(self._said))]
        return True

    def note(self, token: str, number: int, refused: str) -> None:
        """Remember an answer, so that it is there when the phone asks once more on a new line."""
        said = self._said.get(token, {})
        if number in said:
            said[number] = refused

    def answer(self, token: str, number: int) -> str | None:
        """How something was answered; `None` where it was not yet."""
        return self._said.get(token, {}).get(number)

    def forget(self, token: str) -> None:
        self._said.pop(token, None)


LONGEST = 2_000_000
"""Bytes of a text; a long match has a tenth of that."""
_MOST = 3
"""So many texts may wait to be read; more are refused."""
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of which words are made: none is taken for a figure."""


class UploadInbox:
    """Where the text of a phone waits for the window, which takes some only while it waits for one."""

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


class StateCache:
    """Files by name, and the newest state of each seat by its token.

    By the token, not by the number of the seat: while seats are numbered anew, a number may mean one person
    in one thread and another in the other.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """Make an empty one; ``wake`` is called when a phone has brought something."""
        self.letters = UploadInbox(wake)
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
        with self._lock:
            if token in self._states:
                self._states[to] = self._states.pop(token)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()

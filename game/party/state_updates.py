"""Data passed between the window and phones: encoded states, repeated messages, files and uploads.

A `StateUpdate` is encoded once for all phones that get it. `AnswerCache` makes sure that a repeated message
is done once and answered each time. The window thread and the server thread both use `StateCache` and
`UploadInbox`, so every method of these holds a lock.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any


class StateUpdate:
    """State and the events that led to it, as JSON texts."""

    def __init__(self, state: str, events: str = "") -> None:
        self.state, self.events = state, events

    @classmethod
    def of(cls, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> StateUpdate:
        """Update with a state and events, encoded as JSON."""
        return cls(_json(state), ",".join(map(_json, events)))

    @cached_property
    def frame(self) -> bytes:
        """JSON of the message to phones, as UTF-8 bytes. Use it in the server thread only."""
        return f'{{"type":"state","events":[{self.events}],"state":{self.state}}}'.encode()

    def after(self, events: Sequence[str]) -> StateUpdate:
        """Update that has these earlier events, as JSON, before its own. Itself if there are none."""
        return StateUpdate(self.state, ",".join(filter(None, [*events, self.events]))) if events else self


def _json(value: object) -> str:
    """Compact JSON text of a value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


MAX_REMEMBERED = 16  # messages of a phone that are recognised when repeated
_MAX_PHONES = 64  # phones remembered, far more than there are seats; oldest dropped first


class AnswerCache:
    """Recent messages of each token by number, and their answers."""

    def __init__(self) -> None:
        self._answers: dict[str, dict[int, str | None]] = {}

    def is_new(self, token: str, number: int) -> bool:
        """Record a message. Returns False if it is a repeat, as after a broken connection."""
        answers = self._answers.setdefault(token, {})
        if number in answers:
            return False
        answers[number] = None
        # Drop the oldest, because a phone repeats only its latest messages.
        if len(answers) > MAX_REMEMBERED:
            del answers[next(iter(answers))]
        if len(self._answers) > _MAX_PHONES:
            del self._answers[next(iter(self._answers))]
        return True

    def note(self, token: str, number: int, refused: str) -> None:
        """Record an answer for a phone that may repeat the message. Ignored if the message is unknown."""
        answers = self._answers.get(token, {})
        if number in answers:
            answers[number] = refused

    def answer(self, token: str, number: int) -> str | None:
        """Recorded answer to a message, "" if it was done. None if unknown or not answered yet."""
        return self._answers.get(token, {}).get(number)

    def forget(self, token: str) -> None:
        """Remove the messages of a token."""
        self._answers.pop(token, None)


MAX_UPLOAD = 2_000_000  # bytes of an uploaded text; a long match has a tenth of that
_MAX_UPLOADS = 3  # uploaded texts that may wait to be read; more are refused
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # of upload codes; no digits, and none is mistaken for one


class UploadInbox:
    """Inbox for texts uploaded by phones. It accepts them only while it is open."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """Create a closed inbox. ``wake`` is called when a text has arrived."""
        self._wake = wake
        self._lock = threading.Lock()
        self._word = ""
        self._texts: list[bytes] = []

    def open(self) -> str:
        """Accept texts from now on, dropping older ones; returns six capitals, which phones must send."""
        with self._lock:
            self._word, self._texts = "".join(secrets.choice(_CODE_LETTERS) for _letter in range(6)), []
            return self._word

    def close(self) -> None:
        """Accept no more texts and drop those not taken."""
        with self._lock:
            self._word, self._texts = "", []

    def knows(self, word: str) -> bool:
        """True if the inbox is open with this code, in any case."""
        with self._lock:
            return bool(self._word) and secrets.compare_digest(self._word.encode(), word.upper().encode())

    def put(self, word: str, text: bytes) -> bool:
        """Add a text and call ``wake``. False if the code is wrong, the text too long or the inbox full."""
        if not self.knows(word) or len(text) > MAX_UPLOAD:
            return False
        with self._lock:
            if len(self._texts) >= _MAX_UPLOADS:
                return False
            self._texts.append(text)
        self._wake()
        return True

    def take(self) -> bytes | None:
        """Remove and return the oldest text. None if there is none."""
        with self._lock:
            return self._texts.pop(0) if self._texts else None


class StateCache:
    """Files by name, and the newest state of each seat by token.

    The key is the token, because while seats are renumbered a number may mean different people in the two
    threads.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """Create an empty cache. ``wake`` is called when a phone has uploaded a text."""
        self.letters = UploadInbox(wake)
        self._lock = threading.Lock()
        self._files: dict[str, bytes] = {}
        self._states: dict[str, str] = {}

    def put(self, name: str, data: bytes) -> None:
        """Store a file. Empty data removes it."""
        with self._lock:
            if data:
                self._files[name] = data
            else:
                self._files.pop(name, None)

    def file(self, name: str) -> bytes | None:
        """Contents of a file. None if there is none."""
        with self._lock:
            return self._files.get(name)

    def put_state(self, token: str, state: str) -> None:
        """Store the state for a token. An empty text removes it."""
        with self._lock:
            if state:
                self._states[token] = state
            else:
                self._states.pop(token, None)

    def state(self, token: str) -> str:
        """State for a token as JSON; empty if there is none."""
        with self._lock:
            return self._states.get(token, "")

    def hand_on(self, token: str, to: str) -> None:
        """Move the state of a token, if any, to another token."""
        with self._lock:
            if token in self._states:
                self._states[to] = self._states.pop(token)

    def clear(self) -> None:
        """Remove the states of all seats. Files stay."""
        with self._lock:
            self._states.clear()

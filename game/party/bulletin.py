"""How things stand, as it is sent: encoded once, however many are told the same.

What phones have said last, so that what is said twice is done once and answered each time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any


class Bulletin:
    """A state, and the events that led there, as JSON texts."""

    def __init__(self, state: str, events: str = "") -> None:
        """Make one; ``events`` are separated by commas."""
        self.state, self.events = state, events

    @classmethod
    def of(cls, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Bulletin:
        """A bulletin of plain data."""
        return cls(_json(state), ",".join(map(_json, events)))

    @cached_property
    def frame(self) -> bytes:
        """The message to phones; for the thread of the server."""
        return f'{{"type":"state","events":[{self.events}],"state":{self.state}}}'.encode()

    def after(self, events: Sequence[str]) -> Bulletin:
        """The same for somebody who has not heard of these events either, which came before."""
        return Bulletin(self.state, ",".join(filter(None, [*events, self.events]))) if events else self


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


REMEMBERED = 16
"""How many words of a phone are known again when it repeats them."""
_PHONES = 64
"""So many phones are remembered, far more than there are seats; the first is forgotten first."""


class Repeats:
    """The words of each token by number, and how they were answered."""

    def __init__(self) -> None:
        """Nobody has said anything."""
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
        """This token is void."""
        self._said.pop(token, None)

"""How things stand, as it is sent: encoded once, however many are told the same."""

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

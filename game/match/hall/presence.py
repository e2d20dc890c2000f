"""Whose phones are away, and for how long."""

from __future__ import annotations

from collections.abc import Callable

BLINK, GRACE = 1000.0, 8000.0
"""How long a phone may be gone before anything is made of it, and how long it has to come back after the
party has opened, in ms."""


class Presence:
    """Watches over the phones of people."""

    def __init__(self, is_there: Callable[[int], bool], now: float) -> None:
        """Watch from this time on, in ms; ``is_there`` tells whether a phone can be reached now."""
        self._is_there = is_there
        self._opened = self._now = now
        self._gone: dict[int, float] = {}

    def came(self, person: int) -> None:
        """Somebody's phone is there."""
        self._gone.pop(person, None)

    def went(self, person: int, now: float) -> None:
        """Somebody's phone cannot be reached."""
        self._gone[person] = now

    def look(self, now: float) -> None:
        """The time is this by now."""
        self._now = now

    def away_for(self, person: int) -> float:
        """For how many ms a phone has been away; 0 for one that is there, or was a blink ago."""
        if self._is_there(person):
            return 0.0
        # One that was never seen to go has not come back yet since the party opened: it has longer.
        since, blink = (self._gone[person], BLINK) if person in self._gone else (self._opened, GRACE)
        gone = self._now - since
        return gone if gone >= blink else 0.0

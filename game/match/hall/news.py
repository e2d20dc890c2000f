"""What is news in a hall: somebody else has the chair that everybody wants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.match.hall.at_tables import AtTables
from game.match.hall.table import HallTable

STAYS = 20.0
"""Seconds for which something is news."""


@dataclass(frozen=True, slots=True)
class Fall:
    """Somebody has taken that chair."""

    table: int
    seat: int
    name: str
    at: float


class HallNews:
    """The news of one hall."""

    def __init__(self, words: AtTables, now: Callable[[], float]) -> None:
        """In the words of the game; ``now`` is the time of day in seconds since 1970."""
        self._words, self._now = words, now
        self._last: Fall | None = None

    def ended(self, table: HallTable) -> None:
        """A hand has ended."""
        assert table.play is not None
        match = table.play.match
        before = match.session.observe_close(None)
        if before is None:
            return
        old, new = self._words.first(before), self._words.first(match.session.observe(None))
        if old is not None and new is not None and old != new:
            self._last = Fall(table.number, new, match.seats[new].name, self._now())

    def told(self, now: float) -> tuple[int, str, str]:
        """The table, the news, and the same without a name; 0 and nothing when it is quiet."""
        last = self._last
        if last is None or not 0 <= now - last.at < STAYS:
            return 0, "", ""
        words = self._words
        return last.table, words.news(last.table, last.name), words.nameless(last.table, last.seat)

"""The save of a match, written whenever something has happened in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from game.core.game import Event
from game.match.match import Match, MatchListener


class Slot(Protocol):
    """Where a running match of each game is kept; `game.store.autosave.Autosave` is one."""

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None:
        """Keep a match."""

    def clear(self, slug: str) -> None:
        """Nothing of this game waits any more."""


class SavedMatch(MatchListener):
    """Keeps a match after each move, and empties its slot when it is over."""

    def __init__(self, match: Match, slot: Slot, extra: Callable[[], Mapping[str, Any]]) -> None:
        """Keep this match.

        Args:
            match: the match.
            slot: where.
            extra: gives what is kept beside record and seats, as JSON: pads, phones, a half-built turn.
        """
        self._match = match
        self._slot = slot
        self._extra = extra
        match.listen(self)

    def save(self) -> None:
        """Keep the match as it stands."""
        match = self._match
        if match.is_over:
            # A match that is over is not to be resumed; the archive has it.
            self._slot.clear(match.session.game)
            return
        seats = [asdict(seat) for seat in match.seats]
        self._slot.save(match.session.game, match.session.record(), {"seats": seats, **self._extra()})

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self.save()

    def taken_back(self, count: int) -> None:
        self.save()

    def seat_changed(self, number: int) -> None:
        self.save()

    def seat_dressed(self, number: int) -> None:
        self.save()

    def given_up(self, seat: int) -> None:
        self.save()

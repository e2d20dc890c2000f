"""The end of a hand, which phones show as long as the big screen does.

The rules deal the next hand at once. What phones show of it waits until the big screen has shown how the last
one ended, so that nobody reads in their hand what the room has still to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.game import Event
from game.match.match import Match
from game.match.phone_screen import PhoneScreen


class LastHand:
    """How the hand ended that the last move ended, and whether phones still show it."""

    def __init__(self, match: Match, screen: PhoneScreen) -> None:
        self._match = match
        self._screen = screen
        self._kinds: frozenset[str] = frozenset()
        """The kinds of events by which the big screen shows the end."""
        self._later: list[Event] = []

    def played(self, events: Sequence[Event]) -> Sequence[Event]:
        """Take in what a move has done; what phones are told of it, and of what was kept, at once."""
        before = self._later
        self.forget()
        if self._match.session.observe_close(None) is None:
            return [*before, *events]
        dealt = next((n for n, event in enumerate(events) if event.reveals), len(events))
        self._kinds = frozenset(event.kind for event in events[:dealt])
        self._later = list(events[1:])
        return [*before, *events[:1]]

    def forget(self) -> None:
        """What has happened was taken back, or nobody is to be told of it."""
        self._kinds, self._later = frozenset(), []

    @property
    def is_shown(self) -> bool:
        """Whether phones show the end of a hand though the next one is dealt, or the match is over."""
        if self._match.is_over:
            return bool(self._match.session.log) and self._screen.is_showing
        return bool(self._kinds) and self._screen.shows(self._kinds)

    @property
    def owes(self) -> bool:
        """Whether phones have still to be told what came of it, and can be now."""
        return bool(self._later) and not self.is_shown

    def told(self) -> list[Event]:
        """What phones are told now of what was kept from them; nothing as long as the end is shown."""
        if self.is_shown:
            return []
        told, self._later = self._later, []
        return told

    def seen(self, seat: int | None) -> dict[str, Any] | None:
        """What a seat, or a spectator for `None`, is shown of the end of a hand; `None` where of none."""
        return self._match.session.observe_close(seat) if self.is_shown else None

    def observe(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator for `None`, is shown: how a hand ended, else how the match stands."""
        closed = self.seen(seat)
        if closed is not None:
            return closed
        return self._match.session.observe(seat)

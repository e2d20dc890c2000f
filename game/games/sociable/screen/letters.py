"""Envelopes that came while their reader's eyes were not on the screen: shown when the curtain opens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.game import Event
from game.games.sociable.review.story import exchanged
from game.games.sociable.rules.events import BlindCardDrawn, GiftGiven, Kind, read
from game.match.match import MatchListener
from game.ui.table.context import ViewContext


@dataclass(frozen=True, slots=True)
class Letter(Event):
    """An event that happened before, shown to somebody who has not seen it: it changes nothing any more."""


class Letters(MatchListener):
    """What each person has still to be shown of the exchange."""

    def __init__(self, table: ViewContext) -> None:
        self._table = table
        self.unread: dict[int, list[Event]] = {}
        """The letters of each seat."""
        table.match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Take in what was given and got."""
        self.take(events)

    def take(self, events: Sequence[Event]) -> None:
        """Keep what was given and got for those who may see it."""
        for event in events:
            # Those of the hand before tell of cards that nobody holds any more.
            if event.kind == Kind.DEAL:
                self.unread.clear()
            self._write(event)
        if self.unread:
            self._table.save()

    def opened(self, seat: int) -> list[Event]:
        """The letters of a seat, which is about to read them."""
        return self.unread.pop(seat, [])

    def keep(self) -> dict[str, int]:
        """How many letters each seat has not read."""
        return {str(seat): len(letters) for seat, letters in self.unread.items()}

    def recall(self, unread: object) -> None:
        """Write again what was not read when the match was saved; it may be anything."""
        session = self._table.session
        if not isinstance(unread, Mapping) or not unread or not session.log:
            return
        for event in exchanged(session.record()):
            self._write(event)
        for seat, letters in list(self.unread.items()):
            count: Any = unread.get(str(seat))
            # The last ones: letters are read in their order.
            self.unread[seat] = letters[-count:] if isinstance(count, int) and count > 0 else []

    def _write(self, event: Event) -> None:
        """Keep what was given and got for those who may see it, and whose eyes are not on the screen."""
        table = self._table
        match read(event):
            case GiftGiven(seat=one, to=other) | BlindCardDrawn(seat=one, from_=other):
                for seat in (one, other):
                    # Whoever looks sees it happen, and phones show theirs by themselves.
                    if seat != table.viewer and table.seats[seat].is_here:
                        seen = table.session.redact(event, seat)
                        letter = Letter(seen.kind, seen.seat, seen.data, seen.reveals)
                        self.unread.setdefault(seat, []).append(letter)

"""The archive of matches that have ended: one goes there with its last move, before its results are seen."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from game.core.game import Event, Outcome
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.match.seats import Seat
from game.store.archive import LATEST, Archive, Ended, file_name
from game.store.later import Later

PAUSE = 300.0
"""Seconds that a move takes at most, as far as the length of a match is told: nobody thinks longer."""


class Filing:
    """Keeps one match in the archive once it has ended, and takes it out where it goes on after all."""

    def __init__(self, archive: Archive, later: Later) -> None:
        self._archive = archive
        self._later = later
        self.name = ""
        """Of its file; empty until the match has ended."""
        self.seconds = 0.0
        """How long it was played, without the pauses."""
        self._seen = time.time()

    def file(
        self, session: Session, seats: Sequence[Seat], result: Outcome | None, conceded: int | None
    ) -> None:
        """Called whenever something has happened; ``result`` is `None` while the match goes on."""
        archive, name = self._archive, self.name
        if result is not None:
            now = time.time()
            # The same file again: after the end seats may still change hands.
            self.name = name or file_name(session.game, now)
            who = tuple(asdict(seat) for seat in seats)
            match = Ended(
                session.game, session.record(), result.winners, result.scores, who, conceded, now, self.name,
                seconds=self.seconds,
            )  # fmt: skip
            self._later.also(lambda: archive.keep(match))
        elif name:
            # A last move was taken back: the match goes on.
            self.name = ""
            self._later.also(lambda: archive.remove(name))

    def moved(self) -> None:
        """Somebody has made a move: what it took counts to the length of the match."""
        now = time.time()
        # A clock may be set back, and a table may be left for dinner.
        self.seconds += min(PAUSE, max(0.0, now - self._seen))
        self._seen = now


class FiledMatch(MatchListener):
    """Looks after the filing of a match."""

    def __init__(self, match: Match, archive: Archive, later: Later) -> None:
        """Look after this match; begin before the listener that empties its slot."""
        self._match = match
        self.filing = Filing(archive, later)
        match.listen(self)

    def kept(self) -> dict[str, Any]:
        """What is saved of it beside a match that goes on."""
        return {"seconds": round(self.filing.seconds)}

    def recall(self, kept: object) -> None:
        """The match was played before; what `kept` gave may be anything."""
        seconds = kept.get("seconds") if isinstance(kept, Mapping) else None
        if isinstance(seconds, int) and 0 <= seconds < LATEST:
            self.filing.seconds = float(seconds)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self.filing.moved()
        self._file()

    def taken_back(self, count: int) -> None:
        self._file()

    def seat_changed(self, number: int) -> None:
        self._file()

    def given_up(self, seat: int) -> None:
        self._file()

    def _file(self) -> None:
        match = self._match
        self.filing.file(
            match.session, match.seats, match.result() if match.is_over else None, match.conceded
        )

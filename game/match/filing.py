"""The archive of matches that have ended: one goes there with its last move, before its results are seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Protocol

from game.core.contract import Event, Outcome
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.match.seats import Seat
from game.store.archive import Archive, Ended, file_name


class Later(Protocol):
    """Whoever writes behind the back of the window; `game.store.autosave.Autosave` does."""

    def also(self, task: Callable[[], object]) -> None:
        """Do this in its turn."""


class Filing:
    """Keeps one match in the archive once it has ended, and takes it out where it goes on after all."""

    def __init__(self, archive: Archive, later: Later) -> None:
        self._archive = archive
        self._later = later
        self._name = ""
        """Of its file; empty until the match has ended."""

    def file(
        self, session: Session, seats: Sequence[Seat], result: Outcome | None, conceded: int | None
    ) -> None:
        """Called whenever something has happened; ``result`` is `None` while the match goes on."""
        archive, name = self._archive, self._name
        if result is not None:
            now = time.time()
            # The same file again: after the end seats may still change hands.
            self._name = name or file_name(session.game, now)
            who = tuple(asdict(seat) for seat in seats)
            match = Ended(
                session.game, session.record(), result.winners, result.scores, who, conceded, now, self._name
            )
            self._later.also(lambda: archive.keep(match))
        elif name:
            # A last move was taken back: the match goes on.
            self._name = ""
            self._later.also(lambda: archive.remove(name))


class FiledMatch(MatchListener):
    """Looks after the filing of a match."""

    def __init__(self, match: Match, archive: Archive, later: Later) -> None:
        """Look after this match; begin before the listener that empties its slot."""
        self._match = match
        self._filing = Filing(archive, later)
        match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self._file()

    def taken_back(self, count: int) -> None:
        self._file()

    def seat_changed(self, number: int) -> None:
        self._file()

    def given_up(self, seat: int) -> None:
        self._file()

    def _file(self) -> None:
        match = self._match
        self._filing.file(
            match.session, match.seats, match.result() if match.is_over else None, match.conceded
        )

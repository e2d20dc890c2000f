"""What others have done since a seat moved last, and what a seat has done last, in moves and in words.

All of it is read off the session's log, so that it is the same after a match was resumed, after moves were
taken back, and whoever holds a seat by then. In words it is numbered step by step, for screen and phones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from game.core.game import Event, Observation
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.match.match_text import MatchText

KEPT = 200
"""Of so many moves what they have done is kept; it can be worked out again at any time."""


@dataclass(frozen=True, slots=True)
class RecapMove:
    """A move, as somebody may know it."""

    ply: int
    """Which one of the log, from 0."""
    seat: int
    """Who has made it."""
    events: tuple[Event, ...]
    """What it has done, redacted."""
    before: Callable[[], Observation]
    """Gives what everybody could see before it, for as long as the match goes on as it did."""


class Recap(MatchListener):
    """Looks back on a match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: dict[int, tuple[Event, ...]] = {}
        """What moves have done, unredacted: those made since it listens, and those that were asked for."""
        match.listen(self)

    def since(self, seat: int | None, eyes: int | None) -> tuple[RecapMove, ...]:
        """What others did before the turn of a seat that lasts, or was the last; for `None`, one time round.

        ``eyes`` is the seat that is told; `None` for what everybody may know.
        """
        return self._told(others_since(self._match.session.log, seat), eyes)

    def last(self, seat: int, eyes: int | None) -> tuple[RecapMove, ...]:
        """What a seat did in its last turn, as far as it has come."""
        return self._told(last_turn(self._match.session.log, seat), eyes)

    def lately(self, seat: int, eyes: int | None) -> tuple[RecapMove, ...]:
        """What has been done from the last turn of a seat on, by everybody."""
        log = self._match.session.log
        turn = last_turn(log, seat)
        return self._told(range(turn.start, len(log)) if turn else (), eyes)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self._keep(len(self._match.session.log) - 1, events)

    def taken_back(self, count: int) -> None:
        self._events.clear()

    def _told(self, plies: Iterable[int], eyes: int | None) -> tuple[RecapMove, ...]:
        session = self._match.session
        found = []
        for ply in plies:
            if ply not in self._events:
                self._keep(ply, session.events_of(ply))
            events = tuple(session.redact(event, eyes) for event in self._events[ply])
            found.append(RecapMove(ply, session.log[ply][0], events, partial(_before, session, ply)))
        return tuple(found)

    def _keep(self, ply: int, events: Sequence[Event]) -> None:
        if len(self._events) >= KEPT:
            self._events.clear()
        self._events[ply] = tuple(events)


def _before(session: Session, ply: int) -> Observation:
    return session.before(ply).observe(None)


def others_since(log: Sequence[tuple[int, str]], seat: int | None) -> range:
    """The moves of others between the last two turns of a seat, or since its last one.

    A turn that lasts, and one that nobody has answered yet, is passed over: what came before it is still what
    its player has to know. Of nobody's, each of the others is told once.
    """
    if seat is None:
        start, done = len(log), set[int]()
        while start and (log[start - 1][0] not in done or log[start - 1][0] == log[start][0]):
            start -= 1
            done.add(log[start][0])
        return range(start, len(log))
    end = len(log)
    while end and log[end - 1][0] == seat:
        end -= 1
    start = end
    while start and log[start - 1][0] != seat:
        start -= 1
    return range(start, end)


def last_turn(log: Sequence[tuple[int, str]], seat: int) -> range:
    """The moves of the last turn of a seat; none where it has not had any."""
    end = len(log)
    while end and log[end - 1][0] != seat:
        end -= 1
    start = end
    while start and log[start - 1][0] == seat:
        start -= 1
    return range(start, end)


MOST = 16
"""So many steps a phone is told, the last ones."""


@dataclass(frozen=True, slots=True)
class RecapStep:
    """One thing that somebody did, with its number."""

    number: int
    ply: int
    """The move that it is a part of, counted from 0."""
    seat: int
    event: Event
    """Redacted for whoever is told; where several are told together, the last."""
    begins: Event
    """The first of them."""
    words: str
    share: float = 0.0
    """How much of the event has been shown as it begins, 0 to 1."""
    piece: str = ""
    """What it is about, in the notation of the game; empty for the event as a whole."""


def recap_steps(deeds: Iterable[RecapMove], words: MatchText) -> tuple[RecapStep, ...]:
    """What there is to tell of these moves; events that need no words are none."""
    found: list[RecapStep] = []
    times = 1
    for deed in deeds:
        for number, event in enumerate(deed.events):
            lines = words.lines(event, deed.events[:number], deed.before)
            last = found[-1] if found else None
            same = last is not None and (last.event.kind, last.event.seat) == (event.kind, event.seat)
            if lines and last is not None and same and event.kind in words.merged:
                times += 1
                said = words.sentence(event, times)
                found[-1] = replace(last, ply=deed.ply, event=event, words=said)
                continue
            times = 1 if lines else times
            for line in lines:
                at = len(found) + 1, deed.ply, deed.seat, event, event
                found.append(RecapStep(*at, line.words, line.share, line.piece))
    return tuple(found)


def recap_state(seat: int, recap: Recap, words: MatchText) -> list[dict[str, Any]]:
    """What others did since the last turn of a seat, as plain JSON for its phone."""
    steps = recap_steps(recap.since(seat, seat), words)[-MOST:]
    return [{"seat": step.seat, "number": step.number, "words": step.words} for step in steps]

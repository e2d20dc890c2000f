"""Recap of moves: what others did since a seat's last turn, and what a seat did last.

Everything is read from the session's log, so it is the same after a resume, an undo or a change of players.
As text it is a numbered list of steps, for screen and phones.
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

MAX_CACHED_MOVES = 200  # moves whose events are cached


@dataclass(frozen=True, slots=True)
class RecapMove:
    """A move, redacted for a viewer."""

    ply: int  # index in the log, from 0
    seat: int
    events: tuple[Event, ...]  # redacted
    before: Callable[[], Observation]
    """Returns the public observation before the move. Valid while the match continues as it did."""


class Recap(MatchListener):
    """Finds the moves that a recap of a match shows."""

    def __init__(self, match: Match) -> None:
        """Listen to ``match``."""
        self._match = match
        self._events: dict[int, tuple[Event, ...]] = {}
        """Cache of unredacted events by ply: moves made since it was created, and those that were requested.
        """
        match.add_listener(self)

    def others_since_turn(self, seat: int | None, eyes: int | None) -> tuple[RecapMove, ...]:
        """Moves of others since a seat's last turn or, if it moved last, before it; the last round for None.

        ``eyes`` is the viewer; None for public information.
        """
        return self._recap_moves(others_since(self._match.session.log, seat), eyes)

    def last_turn(self, seat: int, eyes: int | None) -> tuple[RecapMove, ...]:
        """Moves of a seat's last turn, which may still be running; empty if it had none."""
        return self._recap_moves(last_turn(self._match.session.log, seat), eyes)

    def since_last_turn(self, seat: int, eyes: int | None) -> tuple[RecapMove, ...]:
        """All moves since the beginning of a seat's last turn; empty if it had none."""
        log = self._match.session.log
        turn = last_turn(log, seat)
        return self._recap_moves(range(turn.start, len(log)) if turn else (), eyes)

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Keep the events of the move."""
        self._cache_events(len(self._match.session.log) - 1, events)

    def on_undo(self, count: int) -> None:
        """Drop all events that were kept."""
        self._events.clear()

    def _recap_moves(self, plies: Iterable[int], viewer: int | None) -> tuple[RecapMove, ...]:
        """Moves at these plies, with their events redacted for the viewer."""
        session = self._match.session
        moves = []
        for ply in plies:
            if ply not in self._events:
                self._cache_events(ply, session.events_of(ply))
            events = tuple(session.redact(event, viewer) for event in self._events[ply])
            moves.append(
                RecapMove(ply, session.log[ply][0], events, partial(_observation_before, session, ply))
            )
        return tuple(moves)

    def _cache_events(self, ply: int, events: Sequence[Event]) -> None:
        """Keep the events of a ply; a full cache is emptied first."""
        if len(self._events) >= MAX_CACHED_MOVES:
            self._events.clear()
        self._events[ply] = tuple(events)


def _observation_before(session: Session, ply: int) -> Observation:
    """Public observation before a ply."""
    return session.before(ply).observe(None)


def others_since(log: Sequence[tuple[int, str]], seat: int | None) -> range:
    """Plies of others since a seat's last turn or, if it moved last, between its last two turns.

    If the seat moved last, its last turn is skipped: the moves before it are what its player has to know. For
    None, the last turn of each seat.
    """
    if seat is None:
        start, seats = len(log), set[int]()
        while start and (log[start - 1][0] not in seats or log[start - 1][0] == log[start][0]):
            start -= 1
            seats.add(log[start][0])
        return range(start, len(log))
    end = len(log)
    while end and log[end - 1][0] == seat:
        end -= 1
    start = end
    while start and log[start - 1][0] != seat:
        start -= 1
    return range(start, end)


def last_turn(log: Sequence[tuple[int, str]], seat: int) -> range:
    """Plies of the last turn of a seat; empty if it had none."""
    end = len(log)
    while end and log[end - 1][0] != seat:
        end -= 1
    start = end
    while start and log[start - 1][0] == seat:
        start -= 1
    return range(start, end)


MAX_PHONE_STEPS = 16  # maximum number of steps sent to a phone, the last ones


@dataclass(frozen=True, slots=True)
class RecapStep:
    """One numbered step of a recap."""

    number: int
    ply: int  # index of its move in the log, from 0
    seat: int
    event: Event  # redacted for the viewer; the last one if several are merged
    begins: Event  # the first of the merged ones
    words: str
    share: float = 0.0  # progress of the event's animation at which it begins, 0 to 1
    piece: str = ""  # what it is about, in the notation of the game; empty for the event as a whole


def recap_steps(recap_moves: Iterable[RecapMove], texts: MatchText) -> tuple[RecapStep, ...]:
    """Steps of these moves, numbered from 1. Events without text are left out, some repeated ones merged."""
    steps: list[RecapStep] = []
    times = 1
    for recap_move in recap_moves:
        for number, event in enumerate(recap_move.events):
            lines = texts.lines(event, recap_move.events[:number], recap_move.before)
            last = steps[-1] if steps else None
            same = last is not None and (last.event.kind, last.event.seat) == (event.kind, event.seat)
            if lines and last is not None and same and event.kind in texts.merged:
                times += 1
                sentence = texts.event_sentence(event, times)
                steps[-1] = replace(last, ply=recap_move.ply, event=event, words=sentence)
                continue
            times = 1 if lines else times
            for line in lines:
                at = len(steps) + 1, recap_move.ply, recap_move.seat, event, event
                steps.append(RecapStep(*at, line.words, line.share, line.piece))
    return tuple(steps)


def recap_state(seat: int, recap: Recap, texts: MatchText) -> list[dict[str, Any]]:
    """Last `MAX_PHONE_STEPS` steps of `others_since_turn` for a seat: "seat", "number", "words" of each."""
    steps = recap_steps(recap.others_since_turn(seat, seat), texts)[-MAX_PHONE_STEPS:]
    return [{"seat": step.seat, "number": step.number, "words": step.words} for step in steps]

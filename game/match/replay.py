"""The film of a match: every moment that it has had, and what happened on the way; no window is needed.

A film is made of a record and changes nothing of it: a moment that is asked for is a session of its own, and
whoever asked may play on there.

How it goes through the house (the film of a match): `Replay` (`match/replay.py`) keeps every state of a
record, so that a jump makes no move, and asks `MatchText.mark` what is worth finding again > `ReplayScene`
(`ui/match/replay_scene.py`), opened by `scenes/resume.py`, has a `ReplayPlayer`, a `MatchPlayer` with a match
of its own and the game's own view, stand at a moment (`Match.stand`, `MatchView.moved`) or make its next
move; nobody plays there (`ViewCallbacks.is_film`). The bar is drawn of one value, `BarShown`. To play on from
there `WhatIfDialog` (`scenes/pause_menu.py`) seats a `Session.branched`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.core.game import Event, Observation
from game.core.session import Session
from game.match.match_text import HighlightIcon, MatchText


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment of a film that is worth finding again."""

    at: int
    """So many moves were made once it had happened."""
    sign: HighlightIcon
    words: str
    seat: int | None


class Replay:
    """All moments of one match, from its opening, which is 0, to its last move."""

    def __init__(self, session: Session) -> None:
        """Make the film of a match as it stands; it may go on elsewhere, and is not touched."""
        self._session = session.before(len(session.log))
        self.log = self._session.log
        self.turns = turns_of(self.log)
        """The moments at which a turn begins, and the last one."""
        self._events: list[tuple[Event, ...]] | None = None

    @classmethod
    def of(cls, record: str) -> Replay:
        """The film of a record.

        Raises:
            ValueError: it is broken, of a newer version, or tells a move that is not legal.
        """
        events: list[tuple[Event, ...]] = []
        film = cls(Session.from_record(record, events.append))
        film._events = events  # to make all moves once more for the marks would take as long again
        return film

    def __len__(self) -> int:
        """How many moves it has; the last moment has this number."""
        return len(self.log)

    @property
    def record(self) -> str:
        return self._session.record()

    def at(self, moment: int) -> Session:
        """A match of its own as this one stood after so many moves.

        Raises:
            ValueError: so many were not made.
        """
        return self._session.before(moment)

    def events(self, moment: int) -> tuple[Event, ...]:
        """What has led to a moment, unredacted: its last move, or the opening for 0."""
        return self._session.events_of(moment - 1) if moment else self._session.opening

    def turn_before(self, moment: int) -> int:
        """Where the turn begins that is going on, or the one before for whoever stands at its beginning."""
        return self.turns[max(0, bisect_left(self.turns, moment) - 1)]

    def turn_after(self, moment: int) -> int:
        """Where the next turn begins; at the end the last moment."""
        return self.turns[min(len(self.turns) - 1, bisect_right(self.turns, moment))]

    def marks(self, words: MatchText) -> tuple[Highlight, ...]:
        """The moments worth finding again, in their order, in the language that is spoken now."""
        if self._events is None:
            # Every move is made once more for them: kept, as words are asked for again in another language.
            self._events = [self.events(moment) for moment in range(1, len(self) + 1)]
        found = []
        for ply, events in enumerate(self._events):
            before = partial(self._public_at, ply)
            for event in events:
                marked = words.mark(event, before)
                if marked is not None:
                    found.append(Highlight(ply + 1, marked.sign, marked.words, marked.seat))
        return tuple(found)

    def _public_at(self, moment: int) -> Observation:
        return self.at(moment).observe(None)


def turns_of(log: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    """The moments at which turns begin, as far as the moves tell: where another seat moves; and the end."""
    starts = [ply for ply in range(len(log)) if not ply or log[ply - 1][0] != log[ply][0]]
    return (*(starts or [0]), len(log)) if log else (0,)


def mark_before(marks: Sequence[Highlight], moment: int) -> Highlight | None:
    """The last mark that lies before a moment."""
    place = bisect_left(marks, moment, key=lambda mark: mark.at)
    return marks[place - 1] if place else None


def mark_after(marks: Sequence[Highlight], moment: int) -> Highlight | None:
    """The first mark that lies after a moment."""
    place = bisect_right(marks, moment, key=lambda mark: mark.at)
    return marks[place] if place < len(marks) else None


def broken_pile_count(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> int:
    """How many piles of a table were taken apart: their cards lie in no pile together any more."""
    whole = [Counter(pile) for pile in after]
    return sum(1 for pile in before if not any(Counter(pile) <= other for other in whole))

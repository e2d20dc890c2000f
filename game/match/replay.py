"""Replay of a match: the state after every move and the events between them, without a window.

A replay is made from a record and never changes it. Each state is handed out as an independent session, which
the caller may play on.

Flow (replay of a match): `Replay` (`match/replay.py`) keeps every state of a record, so that a jump makes no
move, and asks `MatchText.highlight` for highlights > `ReplayScene` (`ui/match/replay_scene.py`), opened by
`scenes/resume.py`, has a `ReplayPlayer`: a `MatchPlayer` with a separate match and the game's normal view. It
seeks to a ply (`Match.replace_session`, `MatchView.on_seek`) or makes the next move. Players cannot move
(`ViewMode.FILM`). The bar is drawn from one value, `ScrubBar`. To branch off, `WhatIfDialog`
(`scenes/pause_menu.py`) seats a `Session.branched`.
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
    """Point of a replay that is worth jumping to."""

    at: int  # ply after it happened
    sign: HighlightIcon
    words: str
    seat: int | None


class Replay:
    """All states of one match, from its opening (ply 0) to its last move."""

    def __init__(self, session: Session) -> None:
        """Copy the match as it is now. ``session`` may be played on and is not changed."""
        self._session = session.before(len(session.log))
        self.log = self._session.log
        self.turns = turns_of(self.log)  # plies at which turns begin, and the last ply
        self._events: list[tuple[Event, ...]] | None = None

    @classmethod
    def of(cls, record: str) -> Replay:
        """Return the replay of a record. Raises `ValueError` if it is broken, newer or illegal."""
        events: list[tuple[Event, ...]] = []
        film = cls(Session.from_record(record, events.append))
        film._events = events  # saves replaying all moves again for the highlights
        return film

    def __len__(self) -> int:
        """Number of moves, which is also the number of the last ply."""
        return len(self.log)

    @property
    def record(self) -> str:
        """Record of the match as text."""
        return self._session.record()

    def session_at(self, moment: int) -> Session:
        """Independent session after ``moment`` moves. Raises `ValueError` if the match has fewer moves."""
        return self._session.before(moment)

    def events(self, moment: int) -> tuple[Event, ...]:
        """Unredacted events that led to a ply: of its last move, or of the opening for 0."""
        return self._session.events_of(moment - 1) if moment else self._session.opening

    def turn_before(self, moment: int) -> int:
        """First ply of the current turn, or of the previous turn if ``moment`` is the beginning of one."""
        return self.turns[max(0, bisect_left(self.turns, moment) - 1)]

    def turn_after(self, moment: int) -> int:
        """First ply of the next turn; the last ply if there is none."""
        return self.turns[min(len(self.turns) - 1, bisect_right(self.turns, moment))]

    def highlights(self, texts: MatchText) -> tuple[Highlight, ...]:
        """Return the highlights in match order, in the current language."""
        if self._events is None:
            # Replaying every move is slow. The events are kept because the texts are needed again in other
            # languages.
            self._events = [self.events(moment) for moment in range(1, len(self) + 1)]
        highlights = []
        for ply, events in enumerate(self._events):
            before = partial(self._public_at, ply)
            for event in events:
                highlight = texts.highlight(event, before)
                if highlight is not None:
                    highlights.append(Highlight(ply + 1, highlight.sign, highlight.words, highlight.seat))
        return tuple(highlights)

    def _public_at(self, moment: int) -> Observation:
        """Public observation after ``moment`` moves."""
        return self.session_at(moment).observe(None)


def turns_of(log: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    """Plies at which a turn begins, 0 included, and then the final ply; (0,) without moves."""
    starts = [ply for ply in range(len(log)) if not ply or log[ply - 1][0] != log[ply][0]]
    return (*(starts or [0]), len(log)) if log else (0,)


def mark_before(marks: Sequence[Highlight], moment: int) -> Highlight | None:
    """Last highlight before a ply, or None."""
    place = bisect_left(marks, moment, key=lambda mark: mark.at)
    return marks[place - 1] if place else None


def mark_after(marks: Sequence[Highlight], moment: int) -> Highlight | None:
    """First highlight after a ply, or None."""
    place = bisect_right(marks, moment, key=lambda mark: mark.at)
    return marks[place] if place < len(marks) else None


def broken_pile_count(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> int:
    """Number of piles of ``before`` whose cards are no longer together in any pile of ``after``."""
    whole = [Counter(pile) for pile in after]
    return sum(1 for pile in before if not any(Counter(pile) <= cards for cards in whole))

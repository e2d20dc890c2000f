"""What somebody did, step by step: numbered, in words, for the screen and for phones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from game.core.game import Event, Observation
from game.match.recap import Deed, Recap

MOST = 16
"""So many steps a phone is told, the last ones."""


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One of the things that an event does, told by itself."""

    words: str
    share: float = 0.0
    """How much of the event has been shown as this begins, 0 to 1."""
    piece: str = ""
    """What it is about, in the notation of the game; empty for the event as a whole."""


class StepWords(Protocol):
    """What a game says of its events, as `game.match.match_words.MatchWords` has it."""

    merged: frozenset[str]

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event has done, in a short sentence; empty for what is no step of its own."""

    def lines(
        self, event: Event, earlier: Sequence[Event], before: Callable[[], Observation]
    ) -> Sequence[ToldLine]:
        """The same for a log, where an event does several things that are told by themselves.

        Args:
            event: redacted for whoever is told.
            earlier: what the same move has done before it.
            before: gives what everybody could see before the move.
        """
        words = self.sentence(event)
        return [ToldLine(words)] if words else []


@dataclass(frozen=True, slots=True)
class ToldStep:
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


def told_steps(deeds: Iterable[Deed], words: StepWords) -> tuple[ToldStep, ...]:
    """What there is to tell of these moves; events that need no words are none."""
    found: list[ToldStep] = []
    times = 1
    for deed in deeds:
        for number, event in enumerate(deed.events):
            lines = words.lines(event, deed.events[:number], deed.before)
            last = found[-1] if found else None
            if lines and last is not None and event.kind in words.merged and _same(last.event, event):
                times += 1
                said = words.sentence(event, times)
                found[-1] = replace(last, ply=deed.ply, event=event, words=said)
                continue
            times = 1 if lines else times
            for line in lines:
                at = len(found) + 1, deed.ply, deed.seat, event, event
                found.append(ToldStep(*at, line.words, line.share, line.piece))
    return tuple(found)


def _same(one: Event, other: Event) -> bool:
    return (one.kind, one.seat) == (other.kind, other.seat)


def told_to(seat: int, recap: Recap, words: StepWords) -> list[dict[str, Any]]:
    """What others did since the last turn of a seat, as plain JSON for its phone."""
    steps = told_steps(recap.since(seat, seat), words)[-MOST:]
    return [{"seat": step.seat, "number": step.number, "words": step.words} for step in steps]

"""What somebody did, step by step: numbered, in words, for the screen and for phones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from game.core.contract import Event
from game.match.recap import Deed, Recap

MOST = 8
"""So many steps a phone is told, the last ones."""


class StepWords(Protocol):
    """What a game says of its events, as `game.match.match_words.MatchWords` has it."""

    merged: frozenset[str]

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event has done, in a short sentence; empty for what is no step of its own."""


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


def told_steps(deeds: Iterable[Deed], words: StepWords) -> tuple[ToldStep, ...]:
    """What there is to tell of these moves; events that need no words are none."""
    found: list[ToldStep] = []
    times = 1
    for deed in deeds:
        for event in deed.events:
            if not (said := words.sentence(event)):
                continue
            step = ToldStep(len(found) + 1, deed.ply, deed.seat, event, event, said)
            last = found[-1] if found else None
            if last is not None and event.kind in words.merged and _same(last.event, event):
                times += 1
                said = words.sentence(event, times)
                found[-1] = replace(step, number=last.number, begins=last.begins, words=said)
            else:
                times = 1
                found.append(step)
    return tuple(found)


def _same(one: Event, other: Event) -> bool:
    return (one.kind, one.seat) == (other.kind, other.seat)


def told_to(seat: int, recap: Recap, words: StepWords) -> list[dict[str, Any]]:
    """What others did since the last turn of a seat, as plain JSON for its phone."""
    steps = told_steps(recap.since(seat, seat), words)[-MOST:]
    return [{"seat": step.seat, "number": step.number, "words": step.words} for step in steps]

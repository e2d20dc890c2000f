"""The thread of a match: who led, stretch by stretch, and its big moments: the line of its end.

It is read off the curves that the results draw (`MatchText.curves`) and the marks of the film. Where nobody
leads before the end, or nothing is counted, it is told by whoever moved, as the thread of the film is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from game.core.session import Session
from game.match.match_text import HighlightIcon, MatchText
from game.match.replay import Highlight, Replay

GREAT = frozenset(
    {HighlightIcon.GOAL, HighlightIcon.PAIR, HighlightIcon.HAND, HighlightIcon.CHAIR, HighlightIcon.FLAG}
)
"""The moments that matter most."""
MOST = 48
"""So many stretches tell who moved; more could not be told apart."""


@dataclass(frozen=True, slots=True)
class LeadSpan:
    """A part of the thread that is one seat's; `None` while nobody has led yet."""

    seat: int | None
    end: float
    """Where it ends, as a share of the thread."""


@dataclass(frozen=True, slots=True)
class LeadEvent:
    """A big moment."""

    at: float
    """Where it lies, as a share of the thread."""
    sign: HighlightIcon
    seat: int | None


@dataclass(frozen=True, slots=True)
class LeadHistory:
    """All of it, from the first move to the last."""

    stretches: tuple[LeadSpan, ...]
    knots: tuple[LeadEvent, ...]


def thread_of(session: Session, words: MatchText) -> LeadHistory:
    """The thread of a match as it stands."""
    marks, moves = Replay(session).marks(words), max(1, len(session.log))
    curves = words.curves()
    steps = min(map(len, curves), default=0) - 1
    leads = [] if words.leads == "nobody" or steps < 1 else leaders(curves, low=words.leads == "fewest")
    if not any(seat is not None for seat in leads):
        count = min(MOST, len(session.log))
        movers = [session.log[int((n + 0.5) * len(session.log) / count)][0] for n in range(count)]
        shares = [mark.at / moves for mark in marks]
        return LeadHistory(_joined(movers), _knots(marks, shares))
    # Where points are told hand by hand, each hand is as long as any other.
    hands = [mark.at for mark in marks if mark.sign in (HighlightIcon.HAND, HighlightIcon.CHAIR)]
    bounds = [0, *hands] if len(hands) == steps else [round(moves * n / steps) for n in range(steps + 1)]
    return LeadHistory(_joined(leads), _knots(marks, [_share(bounds, mark.at) for mark in marks]))


def leaders(curves: Sequence[Sequence[int]], *, low: bool) -> list[int | None]:
    """Who was ahead after each step but the first; a tie takes the lead from nobody."""
    found, leader = list[int | None](), None
    for moment in zip(*curves, strict=True):
        best = min(moment) if low else max(moment)
        if moment.count(best) == 1:
            leader = moment.index(best)
        found.append(leader)
    return found[1:]


def _joined(seats: Sequence[int | None]) -> tuple[LeadSpan, ...]:
    """Steps of equal length, those of one seat that follow each other as one stretch."""
    ends = (n for n in range(1, len(seats) + 1) if n == len(seats) or seats[n] != seats[n - 1])
    return tuple(LeadSpan(seats[end - 1], end / len(seats)) for end in ends)


def _knots(marks: Sequence[Highlight], shares: Sequence[float]) -> tuple[LeadEvent, ...]:
    great = any(mark.sign in GREAT for mark in marks)
    return tuple(
        LeadEvent(share, mark.sign, mark.seat)
        for mark, share in zip(marks, shares, strict=True)
        if mark.sign in GREAT or not great
    )


def _share(bounds: Sequence[int], at: int) -> float:
    """Where a move lies on steps of equal length that end after so many moves each."""
    step = min(len(bounds) - 1, max(1, bisect_left(bounds, at)))
    before, after = bounds[step - 1], bounds[step]
    inside = (at - before) / max(1, after - before)
    return (step - 1 + min(1.0, max(0.0, inside))) / (len(bounds) - 1)

"""History of the lead in a match, as spans of leading seats and events, for the line at its end.

It is computed from the curves of the results (`MatchText.curves`) and the highlights of the replay. Where no
seat leads before the end, or nothing is counted, the spans show the seats that moved, as in the replay's bar.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from game.core.session import Session
from game.match.match_text import HighlightIcon, MatchText
from game.match.replay import Highlight, Replay

# highlights that matter most
GREAT_HIGHLIGHTS = frozenset(
    {HighlightIcon.GOAL, HighlightIcon.PAIR, HighlightIcon.HAND, HighlightIcon.CHAIR, HighlightIcon.FLAG}
)
MAX_MOVER_SPANS = 48  # spans at most if they show the seats that moved


@dataclass(frozen=True, slots=True)
class LeadSpan:
    """Part of the line that belongs to one seat; None before any seat has led."""

    seat: int | None
    end: float  # its end as a share of the line, 0 to 1


@dataclass(frozen=True, slots=True)
class LeadEvent:
    """Highlight on the line."""

    at: float  # position as a share of the line, 0 to 1
    sign: HighlightIcon
    seat: int | None


@dataclass(frozen=True, slots=True)
class LeadHistory:
    """Spans and events from the first move to the last."""

    stretches: tuple[LeadSpan, ...]
    knots: tuple[LeadEvent, ...]


def thread_of(session: Session, texts: MatchText) -> LeadHistory:
    """Return the lead history of a match as it is now; with spans of movers if no seat has ever led."""
    marks, moves = Replay(session).highlights(texts), max(1, len(session.log))
    curves = texts.curves()
    steps = min(map(len, curves), default=0) - 1
    leads = [] if texts.leads == "nobody" or steps < 1 else leaders(curves, lowest=texts.leads == "fewest")
    if not any(seat is not None for seat in leads):
        count = min(MAX_MOVER_SPANS, len(session.log))
        movers = [session.log[int((n + 0.5) * len(session.log) / count)][0] for n in range(count)]
        shares = [mark.at / moves for mark in marks]
        return LeadHistory(_join_spans(movers), _lead_events(marks, shares))
    # If points are counted hand by hand, all hands have the same length on the line.
    hands = [mark.at for mark in marks if mark.sign in (HighlightIcon.HAND, HighlightIcon.CHAIR)]
    bounds = [0, *hands] if len(hands) == steps else [round(moves * n / steps) for n in range(steps + 1)]
    return LeadHistory(
        _join_spans(leads), _lead_events(marks, [_line_position(bounds, mark.at) for mark in marks])
    )


def leaders(curves: Sequence[Sequence[int]], *, lowest: bool) -> list[int | None]:
    """Leading seat at each point of the curves but the first; None before any led. Ties change nothing."""
    result, leader = list[int | None](), None
    for moment in zip(*curves, strict=True):
        best = min(moment) if lowest else max(moment)
        if moment.count(best) == 1:
            leader = moment.index(best)
        result.append(leader)
    return result[1:]


def _join_spans(seats: Sequence[int | None]) -> tuple[LeadSpan, ...]:
    """Spans of equal neighbours in a list of seats; each entry is an equal part of the line."""
    ends = (n for n in range(1, len(seats) + 1) if n == len(seats) or seats[n] != seats[n - 1])
    return tuple(LeadSpan(seats[end - 1], end / len(seats)) for end in ends)


def _lead_events(marks: Sequence[Highlight], shares: Sequence[float]) -> tuple[LeadEvent, ...]:
    """Events of the highlights at these shares of the line; only great ones if there are any."""
    great = any(mark.sign in GREAT_HIGHLIGHTS for mark in marks)
    return tuple(
        LeadEvent(progress, mark.sign, mark.seat)
        for mark, progress in zip(marks, shares, strict=True)
        if mark.sign in GREAT_HIGHLIGHTS or not great
    )


def _line_position(bounds: Sequence[int], at: int) -> float:
    """Position of a ply on the line (0 to 1) whose equal steps end at the plies ``bounds``."""
    step = min(len(bounds) - 1, max(1, bisect_left(bounds, at)))
    before, after = bounds[step - 1], bounds[step]
    inside = (at - before) / max(1, after - before)
    return (step - 1 + min(1.0, max(0.0, inside))) / (len(bounds) - 1)

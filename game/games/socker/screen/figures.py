"""Puppets and the ball on Socker's carpet, drawn from the back to the front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.games.socker.screen.stage_view import (
    TALL,
    SockerBoxes,
    Stance,
    draw_ball,
    draw_focus,
    draw_piece,
)
from game.match.seats import Seat
from game.ui.kit.paint import Painter
from game.ui.table.seats import worn

_HEAD = TALL / 58 - 0.46 - 0.06
"""How high above the middle of its space the head of a puppet is broad enough to hide anything, in spaces."""
_LOW = 22 / 58
"""How far below the middle of its space the ball reaches."""
_MOST = 0.4
"""How far the ball lies back at most, in spaces."""
_NARROW, _WIDE = 0.45, 0.85
"""So far aside a puppet still stands all before the ball, and so far no longer at all, in spaces."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A puppet on the carpet at a moment."""

    at: tuple[float, float]
    """In spaces."""
    look: int
    stance: Stance
    chosen: bool = False
    focus: bool = False


@dataclass(frozen=True, slots=True)
class Ball:
    """The ball at a moment."""

    at: tuple[float, float]
    """In spaces."""
    angle: float = 0.0
    lift: float = 0.0
    ring: str = ""
    """Its space, where that has the focus."""


def dressed(figures: Iterable[Figure], seats: Sequence[Seat]) -> list[Figure]:
    """The same figures in what their sides wear, whose looks tell them apart."""
    caps = {seat.look: worn("", seat.sock) for seat in seats if seat.sock}
    return [
        replace(one, stance=replace(one.stance, wears=caps[one.look])) if one.look in caps else one
        for one in figures
    ]


def draw_figures(painter: Painter, places: SockerBoxes, figures: Iterable[Figure], ball: Ball | None) -> None:
    """All of them: whoever stands nearer lies over whoever stands behind.

    The ball lies over those of its own row, and under those before it, from whose heads it keeps clear: it
    lies back a little in its space.
    """
    found = sorted(figures, key=lambda figure: (figure.at[1], figure.at[0]))
    near = len(found) if ball is None else sum(figure.at[1] <= ball.at[1] for figure in found)
    for figure in found[:near]:
        _draw(painter, places, figure)
    if ball is not None:
        x, y = ball.at
        back = lies_back(ball.at, found[near:])
        draw_ball(painter, places, (x, y - back), ball.angle, ball.lift)
    for figure in found[near:]:
        _draw(painter, places, figure)
    if ball is not None and ball.ring:
        draw_focus(painter, places, ball.ring)
        # It reaches out of its space where it lies back, and the ring would hide that part of it.
        draw_ball(painter, places, (x, y - back), ball.angle, ball.lift)


def lies_back(ball: tuple[float, float], before: Sequence[Figure]) -> float:
    """How far back the ball lies for the puppets before it, in spaces; smoothly, as they walk by."""
    most = 0.0
    for figure in before:
        aside, apart = abs(figure.at[0] - ball[0]), figure.at[1] - ball[1]
        high = _HEAD + (0.08 * TALL / 58 if figure.chosen else 0.0)
        hidden = min(_MOST, max(0.0, _LOW + high - apart))
        most = max(most, hidden * min(1.0, max(0.0, (_WIDE - aside) / (_WIDE - _NARROW))))
    return most


def _draw(painter: Painter, places: SockerBoxes, figure: Figure) -> None:
    draw_piece(
        painter,
        places,
        figure.look,
        figure.at,
        figure.stance,
        chosen=figure.chosen,
        focus=figure.focus,
    )

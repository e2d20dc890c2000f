"""The chances of a match as a scarf: what of it is known, where its moments lie, and what it says aloud.

The results and what decided a match show the same scarf (`game.ui.art.win_chart`): knitted as far as the
match has been looked into (`game.match.analysis`), loose yarn where nothing is known yet.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from game.i18n import _
from game.match.analysis import Chances, MatchAnalysis, analyst_of, percent
from game.match.analysis.job import STRIDE
from game.match.match import Match
from game.ui.art.album import head_disc
from game.ui.art.layers import INK, WOOL, mix, rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import line
from game.ui.art.win_chart import (
    BY_DAY,
    BY_NIGHT,
    FRINGE,
    NEEDLE_ROOM,
    UnknownColours,
    needles,
    scarf,
    stitches,
)
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

HEAD = 40.0
"""How large the heads before it are, at most."""
PLATE = 42.0
"""The number of a moment on it."""
MOST_HEADS = 4
"""More seats than this get smaller heads, two beside each other."""
CAST_ON = 4
"""So many stitches for everybody alike are on the needles before anything is known."""


def can_be_understood(match: Match) -> bool:
    """Whether the match is of a game that is looked into, and has anything to look into."""
    return analyst_of(match.session.game) is not None and bool(match.session.log)


def unknown(found: MatchAnalysis) -> list[tuple[float, float]]:
    """The stretches of a match, as shares of it, of which the chances are not known yet.

    Between turns that are looked at first lie a few of which each is taken to be like the one before.
    """
    if not found.turns or found.is_whole:
        return []
    first, last = found.turns[0].first, found.turns[-1].last
    seen = [number for number, chances in enumerate(found.chances) if chances is not None]
    stretches = []
    for one, other in pairwise([-1, *seen, len(found.chances)]):
        if other - one > STRIDE:
            begin = found.turns[max(0, one)].first if one < len(found.turns) else last
            end = found.turns[other].first if other < len(found.turns) else last
            stretches.append(((begin - first) / max(1, last - first), (end - first) / max(1, last - first)))
    return [(one, other) for one, other in stretches if other > one]


def is_knit(found: MatchAnalysis | None) -> bool:
    """Whether the chances of the whole match are known, though what decided it may not be yet."""
    return found is not None and bool(found.curve) and not unknown(found)


def columns(found: MatchAnalysis | None, count: int) -> list[Chances | None]:
    """The chances along the match in so many steps; `None` where they are not known yet."""
    curve = found.curve if found is not None else ()
    if found is None or not curve:
        return [None] * count
    first, whole = found.turns[0].first, max(1, found.turns[-1].last - found.turns[0].first)
    places, loose = [(ply - first) / whole for ply, _chances in curve], unknown(found)
    steps: list[Chances | None] = []
    for number in range(count):
        # The last stitch shows the end: who has won.
        share = (number + 0.5) / count if number < count - 1 else 1.0
        known = not any(one <= share < other for one, other in loose)
        steps.append(curve[max(0, bisect_right(places, share) - 1)][1] if known else None)
    if steps[-2] is None:  # the end alone, which is known from the first moment, is no scarf
        steps[-1] = None
    return steps


def spoken_chances(found: MatchAnalysis | None, names: Sequence[str]) -> str:
    """The scarf in words, once it is whole: how everybody's chances stood at its ends, and in the middle."""
    if found is None or not found.curve or None in found.chances:
        return ""
    curve = [
        ", ".join(f"{name} {percent(chance)}" for name, chance in zip(names, chances, strict=True))
        for _ply, chances in found.curve
    ]
    told = (
        _("Chance to win, turn by turn") + ".",
        _("At the start: {chances}.").format(chances=curve[0]),
        _("Half way: {chances}.").format(chances=curve[len(curve) // 2]),
        _("Near the end: {chances}.").format(chances=curve[-1]),
    )
    return " ".join(told)


@dataclass(frozen=True, slots=True)
class TurningPointMarker:
    """A moment on the scarf."""

    number: int
    """As it is told, from 1."""
    x: float
    y: float


def places(found: MatchAnalysis, box: Box) -> list[TurningPointMarker]:
    """Where the moments lie on a scarf in this box, kept apart from each other and from the ends."""
    if not found.turns:
        return []
    first, last = found.turns[0].first, found.turns[-1].last
    wide, apart = box.w - 2 * FRINGE, PLATE + 4
    result: list[TurningPointMarker] = []
    for number, moment in enumerate(found.moments, start=1):
        share = (found.turns[moment.number].first - first) / max(1, last - first)
        x = box.x + FRINGE + min(wide - PLATE * 0.7, max(PLATE * 0.7, share * wide))
        if result:
            x = max(x, result[-1].x + apart)
        result.append(TurningPointMarker(number, x, _seam(found, moment.number, box)))
    # Pushed past the end they move back together.
    over = result[-1].x - (box.right - FRINGE - PLATE * 0.7) if result else 0.0
    shifted: list[TurningPointMarker] = []
    limit = float("inf")
    for place in reversed(result):
        x = min(place.x, limit) if over <= 0 else min(place.x, box.right - FRINGE - PLATE * 0.7, limit)
        shifted.insert(0, TurningPointMarker(place.number, x, place.y))
        limit = x - apart
    return shifted


def _seam(found: MatchAnalysis, number: int, box: Box) -> float:
    """How high the seam of the first seat lies at a turn."""
    known = [chances for chances in found.chances[: number + 1] if chances is not None]
    share = known[-1][0] if known else 0.5
    room = PLATE * 0.6
    return min(box.bottom - room, max(box.y + room, box.y + share * box.h))


def heads_width(seats: int) -> float:
    """How much room the heads before a scarf take."""
    return HEAD + 12 if seats <= MOST_HEADS else 2 * HEAD - 4


def yarn_of(painter: Painter) -> UnknownColours:
    """The yarn of what is not known yet: at night it is no light."""
    return BY_NIGHT if painter.theme.name == "dark" else BY_DAY


class WinChartPicture:
    """The scarf of one match, knitted once for each size and each time that more is known."""

    def __init__(self, looks: Sequence[int]) -> None:
        self.looks = tuple(looks)
        self._knitted: tuple[object, pygame.Surface] | None = None

    def draw(self, painter: Painter, box: Box, found: MatchAnalysis | None) -> float | None:
        """Draw it; where its loose yarn begins, if some of it is knitted and some is not."""
        steps = columns(found, stitches(box.w))
        if not any(steps):
            steps[:CAST_ON] = [(1 / len(self.looks),) * len(self.looks)] * CAST_ON
        key = painter.view.rect(box).size, painter.theme.name, tuple(steps)
        if self._knitted is None or self._knitted[0] != key:
            yarn = yarn_of(painter)
            self._knitted = key, scarf(painter.assets, box.w, box.h, steps, self.looks, yarn)
        painter.blit(self._knitted[1], box.x, box.y)
        if None not in steps or steps[0] is None:
            return None
        return box.x + FRINGE + steps.index(None) * (box.w - 2 * FRINGE) / len(steps)

    def draw_heads(self, painter: Painter, x: float, at: Box) -> None:
        """The heads right of ``x``, each beside its part as it lies there; of many every other one aside."""
        count, many = len(self.looks), len(self.looks) > MOST_HEADS
        size = min(HEAD, 2 * at.h / (count + 1) if many else at.h / count) - 2
        for number, look in enumerate(self.looks):
            middle = (number + 0.5) / count if not many else number / (count - 1)
            y = at.y + at.h * middle if not many else at.y + size / 2 + (at.h - size) * middle
            image = head_disc(painter.assets, look, round(size), mix(SEAT_LOOKS[look].light, WOOL, 0.62))
            painter.blit(image, x + HEAD / 2 + size * (number % 2) * many, y, "center")


def draw_thread(painter: Painter, end: float, ball: tuple[float, float], box: Box) -> None:
    """The thread from the ball to the needles, which stand at ``end`` of a scarf in this box."""
    start, to, middle = ball[0] - box.x, end - box.x, ball[1] - box.y
    thread = f"M{start:.0f} {middle:.0f}C{start - 90:.0f} {middle + 60:.0f} {to + 160:.0f} 60 {to:.0f} 96"
    body = line(thread, INK, 8.5) + line(thread, "#4A689F", 4.6)
    painter.blit(rasterize_units(painter.assets, body, box.w, box.h + 60), box.x, box.y)


def draw_needles(
    painter: Painter, x: float, box: Box, *, up: bool = False, room: float = NEEDLE_ROOM
) -> None:
    """The needles at the end of what is knitted of a scarf in this box, their knobs below or ``up`` above."""
    image = needles(painter.assets, round(box.h), up, room)
    painter.blit(image, x, box.y - room, "midtop")

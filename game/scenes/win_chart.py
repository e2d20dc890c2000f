"""Win chart of a match, drawn as a scarf: known parts, turning points, and narration.

The results and the analysis show the same scarf (`game.ui.art.win_chart`). It is knitted where the match is
analysed (`game.match.analysis`), and loose yarn elsewhere.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

import pygame

from game.core.discovery import find_game
from game.i18n import _
from game.match.analysis import Chances, MatchAnalysis, analyst_of, percent
from game.match.analysis.job import COARSE_STRIDE
from game.match.match import Match
from game.scenes.results_ranking import seats_by_place
from game.ui.art.album import head_disc
from game.ui.art.layers import INK, WOOL, mix, rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import line
from game.ui.art.win_chart import (
    DAY_COLOURS,
    FRINGE_LENGTH,
    NEEDLE_ROOM,
    NIGHT_COLOURS,
    UnknownColours,
    needles,
    scarf,
    stitches,
)
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

MAX_HEAD_SIZE = 40.0  # units, largest size of the heads before the scarf
PLATE_SIZE = 42.0  # units, size of a turning point's number
MAX_BANDS = 4  # with more seats only the best three have heads and bands in their colours
MIN_TURN_STITCHES = 4  # stitches below which turns are averaged
CAST_ON_STITCHES = 4  # stitches with equal chances on the needles before anything is known


def can_be_understood(match: Match) -> bool:
    """Return True if the game has analysis and the match has at least one move."""
    return analyst_of(match.session.game) is not None and bool(match.session.log)


def unknown(analysis: MatchAnalysis) -> list[tuple[float, float]]:
    """Return (start, end) ranges without known chances, as shares of the match. Short gaps count as known."""
    if not analysis.turns or analysis.is_whole:
        return []
    first, last = analysis.turns[0].first, analysis.turns[-1].last
    known_turns = [number for number, chances in enumerate(analysis.chances) if chances is not None]
    stretches = []
    for previous, following in pairwise([-1, *known_turns, len(analysis.chances)]):
        if following - previous > COARSE_STRIDE:
            begin = analysis.turns[max(0, previous)].first if previous < len(analysis.turns) else last
            end = analysis.turns[following].first if following < len(analysis.turns) else last
            stretches.append(((begin - first) / max(1, last - first), (end - first) / max(1, last - first)))
    return [(start, end) for start, end in stretches if end > start]


def is_knit(analysis: MatchAnalysis | None) -> bool:
    """Return True if the chances of the whole match are known. The turning points may not be."""
    return analysis is not None and bool(analysis.curve) and not unknown(analysis)


def columns(analysis: MatchAnalysis | None, count: int) -> list[Chances | None]:
    """Return the chances at ``count`` equal steps of the match, the last at its end; None where unknown.

    Short turns are averaged over `MIN_TURN_STITCHES` steps, as single stitches would be noise.
    """
    curve = analysis.curve if analysis is not None else ()
    if analysis is None or not curve:
        return [None] * count
    first, length = analysis.turns[0].first, max(1, analysis.turns[-1].last - analysis.turns[0].first)
    positions, gaps = [(ply - first) / length for ply, _chances in curve], unknown(analysis)
    steps: list[Chances | None] = []
    for number in range(count):
        # The last stitch shows the result.
        fraction = (number + 0.5) / count if number < count - 1 else 1.0
        is_known = not any(start <= fraction < end for start, end in gaps)
        steps.append(curve[max(0, bisect_right(positions, fraction) - 1)][1] if is_known else None)
    if steps[-2] is None:  # the result alone is known from the start and is no scarf
        steps[-1] = None
    if count >= MIN_TURN_STITCHES * len(analysis.turns):
        return steps
    for start in range(0, count, MIN_TURN_STITCHES):
        known = [chances for chances in steps[start : start + MIN_TURN_STITCHES] if chances is not None]
        if len(known) == min(MIN_TURN_STITCHES, count - start):
            is_last = start + len(known) == count
            average = known[-1] if is_last else tuple(fmean(shares) for shares in zip(*known, strict=True))
            steps[start : start + len(known)] = [average] * len(known)
    return steps


def spoken_chances(analysis: MatchAnalysis | None, names: Sequence[str]) -> str:
    """Return the chances at the start, in the middle and near the end in words; "" until all are known."""
    if analysis is None or not analysis.curve or None in analysis.chances:
        return ""
    curve = [
        ", ".join(f"{name} {percent(probability)}" for name, probability in zip(names, chances, strict=True))
        for _ply, chances in analysis.curve
    ]
    sentences = (
        _("Chance of winning, turn by turn") + ".",
        _("At the start: {chances}.").format(chances=curve[0]),
        _("Halfway: {chances}.").format(chances=curve[len(curve) // 2]),
        _("Near the end: {chances}.").format(chances=curve[-1]),
    )
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class TurningPointMarker:
    """Position of a turning point on the scarf."""

    number: int  # from 1
    x: float
    y: float


def places(analysis: MatchAnalysis, box: Box) -> list[TurningPointMarker]:
    """Return the turning points' positions on a scarf in ``box``, apart from each other and the ends."""
    if not analysis.turns:
        return []
    first, last = analysis.turns[0].first, analysis.turns[-1].last
    width, distance = box.w - 2 * FRINGE_LENGTH, PLATE_SIZE + 4
    markers: list[TurningPointMarker] = []
    for number, moment in enumerate(analysis.moments, start=1):
        fraction = (analysis.turns[moment.number].first - first) / max(1, last - first)
        x = box.x + FRINGE_LENGTH + min(width - PLATE_SIZE * 0.7, max(PLATE_SIZE * 0.7, fraction * width))
        if markers:
            x = max(x, markers[-1].x + distance)
        markers.append(TurningPointMarker(number, x, _seam_y(analysis, moment.number, box)))
    # Markers pushed past the end move back together.
    excess = markers[-1].x - (box.right - FRINGE_LENGTH - PLATE_SIZE * 0.7) if markers else 0.0
    shifted: list[TurningPointMarker] = []
    limit = float("inf")
    for place in reversed(markers):
        x = (
            min(place.x, limit)
            if excess <= 0
            else min(place.x, box.right - FRINGE_LENGTH - PLATE_SIZE * 0.7, limit)
        )
        shifted.insert(0, TurningPointMarker(place.number, x, place.y))
        limit = x - distance
    return shifted


def _seam_y(analysis: MatchAnalysis, number: int, box: Box) -> float:
    """Y position of the lower edge of the first seat's share at a turn, kept within ``box``."""
    known_chances = [chances for chances in analysis.chances[: number + 1] if chances is not None]
    probability = known_chances[-1][0] if known_chances else 0.5
    margin = PLATE_SIZE * 0.6
    return min(box.bottom - margin, max(box.y + margin, box.y + probability * box.h))


def scarf_box(box: Box) -> Box:
    """Return the area of the scarf in its row, right of the heads."""
    heads = MAX_HEAD_SIZE + 12
    return Box(box.x + heads, box.y, box.w - heads, box.h)


def yarn_of(painter: Painter) -> UnknownColours:
    """Return the colours of the loose yarn, dark ones in the dark theme."""
    return NIGHT_COLOURS if painter.theme.name == "dark" else DAY_COLOURS


class WinChartPicture:
    """Picture of a match's scarf, rendered again only if its size or its chances change."""

    def __init__(self, match: Match) -> None:
        self.looks = tuple(seat.look for seat in match.seats)
        by_place = seats_by_place(find_game(match.session.game).info, match.result())
        self._plain = tuple(by_place[3:]) if len(by_place) > MAX_BANDS else ()
        self._cached_scarf: tuple[object, pygame.Surface] | None = None

    def draw(self, painter: Painter, box: Box, analysis: MatchAnalysis | None) -> float | None:
        """Draw the scarf. Returns x where its known (or cast-on) start ends; None if it has no such end."""
        steps = columns(analysis, stitches(box.w))
        if not any(steps):
            steps[:CAST_ON_STITCHES] = [(1 / len(self.looks),) * len(self.looks)] * CAST_ON_STITCHES
        key = painter.view.rect(box).size, painter.theme.name, tuple(steps)
        if self._cached_scarf is None or self._cached_scarf[0] != key:
            values = steps, self.looks, yarn_of(painter), self._plain
            self._cached_scarf = key, scarf(painter.assets, box.w, box.h, *values)
        painter.blit(self._cached_scarf[1], box.x, box.y)
        if None not in steps or steps[0] is None:
            return None
        return box.x + FRINGE_LENGTH + steps.index(None) * (box.w - 2 * FRINGE_LENGTH) / len(steps)

    def draw_heads(self, painter: Painter, x: float, area: Box) -> None:
        """Draw the heads right of ``x``, each beside its part of the scarf."""
        looks = [look for seat, look in enumerate(self.looks) if seat not in self._plain]
        size = min(MAX_HEAD_SIZE, area.h / len(looks)) - 2
        for number, look in enumerate(looks):
            image = head_disc(painter.assets, look, round(size), mix(SEAT_LOOKS[look].light, WOOL, 0.62))
            y = area.y + area.h * (number + 0.5) / len(looks)
            painter.blit(image, x + MAX_HEAD_SIZE / 2, y, "center")


def draw_thread(painter: Painter, end: float, ball: tuple[float, float], box: Box) -> None:
    """Draw the thread from the ball to the needles at the x position ``end`` of a scarf in ``box``."""
    start_x, end_x, ball_y = ball[0] - box.x, end - box.x, ball[1] - box.y
    thread = f"M{start_x:.0f} {ball_y:.0f}C{start_x - 90:.0f} {ball_y + 60:.0f} "
    thread += f"{end_x + 160:.0f} 60 {end_x:.0f} 96"
    body = line(thread, INK, 8.5) + line(thread, "#4A689F", 4.6)
    painter.blit(rasterize_units(painter.assets, body, box.w, box.h + 60), box.x, box.y)


def draw_needles(
    painter: Painter, x: float, box: Box, *, up: bool = False, overhang: float = NEEDLE_ROOM
) -> None:
    """Draw the needles at the end of the knitted part, their knobs below, or above with ``up``."""
    image = needles(painter.assets, round(box.h), up, overhang)
    painter.blit(image, x, box.y - overhang, "midtop")

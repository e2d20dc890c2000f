"""The chances to win a match that is over, as a knitted band: a row of results that opens what decided it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from game.match.insight import Chances, Findings, analyst_of, percent
from game.match.insight.study import STRIDE
from game.match.match import Match
from game.ui.art.album import number_plate
from game.ui.art.charts import FRINGE, Knot, band, loose_band, seat_button
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets.widgets import SelfShown, ring
from game.words import _

HEAD = 44.0
"""How large the heads before the band are."""
PLATE = 34.0
STEP = 0.05
"""By so much of the work more has to be known before the band is knitted again."""
LEAST = 64.0
"""A band that is lower says nothing."""
SCORES = 4
"""More seats than this get no heads of their own beside the band."""


def can_be_understood(match: Match) -> bool:
    """Whether the match is of a game that is looked into, and has anything to look into."""
    return analyst_of(match.session.game) is not None and len(match.session.log) > 1


def knots(found: Findings, most: int = 70) -> list[Knot]:
    """The chances as they are knitted: how far along the match, and what held from then on.

    Of a long match several turns are one step, of their mean: more steps would be a thicket.
    """
    curve = found.curve
    if not curve:
        return []
    first, last = found.turns[0].first, found.turns[-1].last
    whole = max(1, last - first)
    steps: dict[int, list[Knot]] = {}
    for ply, chances in curve:
        share = (ply - first) / whole
        steps.setdefault(int(share * most) if len(curve) > most else ply, []).append((share, chances))
    drawn = [(step[0][0], _mean([chances for _share, chances in step])) for step in steps.values()]
    return [(0.0, drawn[0][1]), *drawn]


def unknown(found: Findings) -> list[tuple[float, float]]:
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


def _mean(all_chances: Sequence[Chances]) -> Chances:
    return tuple(sum(column) / len(all_chances) for column in zip(*all_chances, strict=True))


@dataclass(frozen=True, slots=True)
class MomentPlace:
    """A moment on the band."""

    number: int
    """As it is told, from 1."""
    x: float
    y: float


class BandPicture:
    """The band of one match, knitted once for each size and each time that more is known."""

    def __init__(self, looks: Sequence[int]) -> None:
        self.looks = tuple(looks)
        self._knitted: tuple[object, pygame.Surface] | None = None

    def draw(self, painter: Painter, box: Box, found: Findings | None) -> None:
        """The band, of loose yarn where nothing is known yet."""
        drawn = tuple(knots(found, max(20, int(box.w / 9)))) if found is not None else ()
        loose = tuple(unknown(found)) if found is not None else ()
        key = painter.view.rect(box).size, painter.theme.name, drawn, loose
        if self._knitted is None or self._knitted[0] != key:
            if drawn:
                image = band(painter.assets, box.w, box.h, drawn, self.looks, loose=loose)
            else:
                image = loose_band(painter.assets, box.w, box.h)
            self._knitted = key, image
        painter.blit(self._knitted[1], box.x, box.y)


def places(found: Findings, box: Box) -> list[MomentPlace]:
    """Where the moments lie on a band in this box, kept apart from each other and from the ends."""
    if not found.turns:
        return []
    first, last = found.turns[0].first, found.turns[-1].last
    wide, apart = box.w - 2 * FRINGE, PLATE + 4
    result: list[MomentPlace] = []
    for number, moment in enumerate(found.moments, start=1):
        share = (found.turns[moment.number].first - first) / max(1, last - first)
        x = box.x + FRINGE + min(wide - PLATE * 0.7, max(PLATE * 0.7, share * wide))
        if result:
            x = max(x, result[-1].x + apart)
        result.append(MomentPlace(number, x, _seam(found, moment.number, box)))
    # Pushed past the end they move back together.
    over = result[-1].x - (box.right - FRINGE - PLATE * 0.7) if result else 0.0
    shifted: list[MomentPlace] = []
    limit = float("inf")
    for place in reversed(result):
        x = min(place.x, limit) if over <= 0 else min(place.x, box.right - FRINGE - PLATE * 0.7, limit)
        shifted.insert(0, MomentPlace(place.number, x, place.y))
        limit = x - apart
    return shifted


def _seam(found: Findings, number: int, box: Box) -> float:
    """How high the seam of the first seat lies at a turn."""
    known = [chances for chances in found.chances[: number + 1] if chances is not None]
    share = known[-1][0] if known else 0.5
    room = PLATE * 0.56
    return min(box.bottom - room, max(box.y + room, box.y + share * box.h))


class ChancesRow(SelfShown):
    """The band with the heads of the seats, its title, and what it leads to."""

    def __init__(self, stage: Stage, match: Match, tall: float, open_: Callable[[], None]) -> None:
        """Make the row.

        Args:
            stage: whose desk looks into the match.
            match: the match.
            tall: how high the row is; it may give way.
            open_: shows what decided it.
        """
        self._stage, self._match, self.tall, self._open = stage, match, tall, open_
        self._record = match.session.record()
        self._picture = BandPicture([seat.look for seat in match.seats])
        self._shown: Findings | None = None
        stage.insights.open(match.session.game, self._record)

    @property
    def found(self) -> Findings | None:
        """What is known by now; while it is being found out a step behind, as knitting takes a while."""
        now, shown = self._stage.insights.findings(self._record), self._shown
        if now is not None and (shown is None or now.is_whole or now.share - shown.share >= STEP):
            self._shown = now
        return self._shown

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Only once there is anything to be opened."""
        return self.found is not None and self.found.is_whole

    @property
    def aloud(self) -> str:
        """The band in words: how everybody's chances stood at its two ends, and in the middle."""
        found = self.found
        if found is None or not found.curve:
            return ""
        curve = [
            ", ".join(
                f"{seat.name} {percent(chance)}"
                for seat, chance in zip(self._match.seats, chances, strict=True)
            )
            for _ply, chances in found.curve
        ]
        told = (
            _("Chance to win, turn by turn") + ".",
            _("At the start: {chances}.").format(chances=curve[0]),
            _("Half way: {chances}.").format(chances=curve[len(curve) // 2]),
            _("Near the end: {chances}.").format(chances=curve[-1]),
        )
        return " ".join(told)

    def height(self, ruler: Painter, width: float) -> float:
        return self.tall

    def press(self) -> None:
        self._open()

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        return False

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if box.h < LEAST:
            return
        found, line = self.found, painter.line_height(BODY)
        self._draw_title(painter, Box(box.x, box.y, box.w, line), found)
        heads = len(self._match.seats) <= SCORES
        left = box.x + (HEAD + 10 if heads else 0.0)
        at = Box(left, box.y + line + 8, box.right - left, box.h - line - 16)
        if heads:
            self._draw_heads(painter, box.x, at, found)
        self._picture.draw(painter, at, found)
        if found is None or not found.curve:
            broke = self._stage.insights.broke
            words = _("This could not be found out.") if broke else _("The match is being looked into.")
            wide, high = painter.width(words, SMALL, STRONG) + 32, painter.line_height(SMALL) + 12
            middle = Box(at.centre[0] - wide / 2, at.centre[1] - high / 2, wide, high)
            painter.fill(middle, painter.theme.panel, 12)  # letters on yarn are hard to read
            painter.text(
                words,
                *at.centre,
                SMALL,
                TextStyle(STRONG, painter.theme.soft),
                anchor="center",
                room=at.w - 40,
            )
        for place in places(found, at) if found is not None and found.is_whole else []:
            painter.blit(number_plate(painter.assets, place.number, PLATE), place.x, place.y, "center")
        if focused:
            ring(painter, Box(at.x + FRINGE, at.y, at.w - 2 * FRINGE, at.h), 8)

    def _draw_title(self, painter: Painter, box: Box, found: Findings | None) -> None:
        """What it shows, and at its right what a press tells, or how far the work has come."""
        if found is not None and found.is_whole:
            told = _("What decided it") + "  ›"
        elif self._stage.insights.is_busy:
            # Beside this title a bare "95 %" would be read as somebody's chance.
            told = _("looked into: {share}").format(share=percent(self._stage.insights.share))
        else:
            told = ""
        wide = painter.width(told, BODY, STRONG) + 24 if told else 0.0
        y = box.centre[1]
        painter.text(_("Chance to win, turn by turn"), box.x, y, BODY, TextStyle(STRONG), room=box.w - wide)
        ink = painter.theme.soft if found is None or not found.is_whole else painter.theme.ink
        painter.text(told, box.right - 4, y, BODY, TextStyle(STRONG, ink), anchor="midright")

    def _draw_heads(self, painter: Painter, x: float, at: Box, found: Findings | None) -> None:
        """The heads, each beside its part as the match began, apart from each other."""
        count = len(self._match.seats)
        size = min(HEAD, at.h / count)
        for number, seat in enumerate(self._match.seats):
            y = at.y + at.h * (number + 0.5) / count
            painter.blit(seat_button(painter.assets, seat.look, size), x + HEAD / 2, y, "center")

"""The score above Socker's carpet."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.socker.screen.panels import WOOL
from game.games.socker.screen.stage_view import SCORE
from game.match.seats import Seat
from game.ui.art.controls import meter_bead
from game.ui.art.fabric import ROOM, Fabric, panel, tag
from game.ui.art.patterns import SEATS
from game.ui.art.socks import ball
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import LARGE, SMALL


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What the score says."""

    seats: tuple[Seat, Seat]
    goals: tuple[int, int]
    turn: int
    needed: int
    """Goals that win; 0 where turns decide."""
    told: str
    """What stands on the tag above it; empty for none."""


def draw_score(painter: Painter, box: Box, line: ScoreLine) -> None:
    """The score above the carpet: names, balls for goals where few are needed, and the numbers."""
    theme = painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    x, y = box.centre
    k = box.h / SCORE
    low, type_ = (8.0 * k if line.told else 0.0), LARGE * k
    painter.fill(Box(x - 48 * k, box.y + 8 * k + low, 96 * k, box.h - 16 * k - low / 2), "#2B2440", 12)
    for side, dx in ((0, -24 * k), (1, 24 * k)):
        painter.text(
            str(line.goals[side]),
            x + dx,
            y + low,
            38 * k - low / 2,
            TextStyle(NAMES, WOOL, fixed=True),
            anchor="center",
        )
    painter.text(":", x, y - 3 + low, 32 * k, TextStyle(NAMES, "#D9B98C", fixed=True), anchor="center")
    room = box.w / 2 - 48 * k - 44
    # By the longer name: balls stand on both sides or on neither.
    wanted = max(painter.width(seat.name, type_, NAMES, fixed=True) for seat in line.seats)
    for side in (0, 1):
        _draw_side(painter, box, line, side, room)
        if 0 < line.needed <= 4 and wanted <= room - 26.0 * k * line.needed:
            _draw_balls(painter, box, line, side)
    if line.told:
        size = SMALL * k
        wide = painter.width(line.told, size, STRONG, fixed=True) + 32
        painter.blit(tag(painter.assets, round(wide), round(28 * k)), x, box.y + 4, "center")
        painter.text(line.told, x, box.y + 4, size, TextStyle(STRONG, "#2B2440", fixed=True), anchor="center")


def _draw_side(painter: Painter, box: Box, line: ScoreLine, side: int, room: float) -> None:
    """The name of a side, on its colour while it is its turn."""
    theme, name, look = painter.theme, line.seats[side].name, SEATS[line.seats[side].look]
    x, y = box.centre
    size = LARGE * box.h / SCORE
    edge = x + (-1 if side == 0 else 1) * (box.w / 2 - 22)
    if side == line.turn:
        wide = min(room, painter.width(name, size, NAMES, fixed=True)) + 24
        at = Box(edge - 12 if side == 0 else edge - wide + 12, box.y + 11, wide, box.h - 22)
        painter.fill(at, look.dark, 12)
    ink = WOOL if side == line.turn else look.text if theme.name != "dark" else theme.ink
    anchor = "midleft" if side == 0 else "midright"
    painter.text(name, edge, y, size, TextStyle(NAMES, ink, fixed=True), anchor=anchor, room=room)


def _draw_balls(painter: Painter, box: Box, line: ScoreLine, side: int) -> None:
    """A ball for each goal, a ghost of one for each that is still needed."""
    x, y = box.centre
    k, way = box.h / SCORE, -1 if side == 0 else 1
    for number in range(line.needed):
        place = x + way * (66 + 26 * (line.needed - 1 - number)) * k
        scored = number < line.goals[side]
        image = meter_bead(painter.assets, round(22 * k), full=False)
        if scored or painter.theme.name == "dark":
            image = ball(painter.assets, round(24 * k), 0, ghost=not scored)
        painter.blit(image, place, y, "center")

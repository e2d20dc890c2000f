"""The score above Socker's carpet."""

from __future__ import annotations

from game.games.socker.screen.panels import WOOL
from game.games.socker.screen.stage_view import SCORE
from game.match.seats import Seat
from game.ui.art.controls import meter_bead
from game.ui.art.fabric import ROOM, panel, tag
from game.ui.art.patterns import SEATS
from game.ui.art.socks import ball
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter
from game.ui.kit.theme import LARGE, SMALL


def draw_score(
    painter: Painter,
    box: Box,
    seats: tuple[Seat, Seat],
    score: tuple[int, int],
    turn: int,
    goals: int,
    told: str,
) -> None:
    """The score above the carpet: names, balls for goals where few are needed, and the numbers."""
    theme = painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), theme.panel, theme.ink, theme.stitch)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    x, y = box.centre
    k = box.h / SCORE
    low, type_ = (8.0 * k if told else 0.0), LARGE * k
    painter.fill(Box(x - 48 * k, box.y + 8 * k + low, 96 * k, box.h - 16 * k - low / 2), "#2B2440", 12)
    for side, dx in ((0, -24 * k), (1, 24 * k)):
        painter.text(
            str(score[side]), x + dx, y + low, 38 * k - low / 2, face=NAMES, colour=WOOL,
            anchor="center", fixed=True,
        )  # fmt: skip
    painter.text(":", x, y - 3 + low, 32 * k, face=NAMES, colour="#D9B98C", anchor="center", fixed=True)
    room = box.w / 2 - 48 * k - 44
    wanted = max(painter.width(seat.name, type_, NAMES, fixed=True) for seat in seats)
    few = 0 < goals <= 4 and wanted <= room - 26.0 * k * goals
    for side in (0, 1):
        way = -1 if side == 0 else 1
        look = SEATS[seats[side].look]
        anchor = "midleft" if side == 0 else "midright"
        edge = x + way * (box.w / 2 - 22)
        if side == turn:
            wide = min(room, painter.width(seats[side].name, type_, NAMES, fixed=True)) + 24
            name = Box(edge - 12 if side == 0 else edge - wide + 12, box.y + 11, wide, box.h - 22)
            painter.fill(name, look.dark, 12)
        ink = WOOL if side == turn else look.text if theme.name != "dark" else theme.ink
        painter.text(
            seats[side].name, edge, y, type_, face=NAMES, colour=ink, anchor=anchor, fixed=True, room=room
        )
        for number in range(goals if few else 0):
            place = x + way * (66 + 26 * (goals - 1 - number)) * k
            scored = number < score[side]
            image = meter_bead(painter.assets, round(22 * k), False)
            if scored or theme.name == "dark":
                image = ball(painter.assets, round(24 * k), 0, not scored)
            painter.blit(image, place, y, "center")
    if told:
        size = SMALL * k
        wide = painter.width(told, size, STRONG, fixed=True) + 32
        painter.blit(tag(painter.assets, round(wide), round(28 * k)), x, box.y + 4, "center")
        painter.text(told, x, box.y + 4, size, face=STRONG, colour="#2B2440", anchor="center", fixed=True)

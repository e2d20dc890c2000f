"""The sides of Socker's screen: who plays, what is left of the turn, what just happened, and the score."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.art.controls import meter_bead, sewing_button
from game.ui.art.fabric import ROOM, divider, panel, tag
from game.ui.art.field import field_foot, field_puppet
from game.ui.art.marks import ARROW_ROOM, arrow, impact, mark_kick, mark_sock, mark_step
from game.ui.art.palette import GOLD, mix
from game.ui.art.patterns import SEATS
from game.ui.art.socks import ball
from game.ui.match import Seat
from game.ui.paint import NAMES, READ, STRONG, Painter
from game.ui.theme import BODY, HEADING, LARGE, SMALL
from game.ui.view import Box
from game.ui.words import _

WOOL = "#FFFAF2"
PICTURE = 82.0
"""How high the picture of what just happened is, with its margins."""
_TALL = 62.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What just happened, for a small picture."""

    kind: str
    """The kind of the event."""
    seat: int
    """Who did it."""
    looks: tuple[int, int]
    """The looks of that seat and of the other one."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one side panel says."""

    seat: Seat
    turns: bool
    """Whether it is this seat's turn."""
    headline: str
    """Below the name: what the seat does."""
    acts: int
    left: int
    told: str
    """What just happened, on the panel of the one who waits."""
    extra: str
    """Why there are four actions, which limit holds."""
    counts: str = ""
    """What the buttons count; empty for no buttons."""
    guide: str = ""
    """What is to be done now, in the place of the three marks."""
    shown: Shown | None = None
    """The picture above what just happened."""


def draw_side(painter: Painter, box: Box, side: Side) -> None:
    """A side panel below the head of its puppet."""
    look, theme = SEATS[side.seat.look], painter.theme
    if side.turns:
        fill, foot, ink, thread = look.colour, look.dark, WOOL, WOOL
        if side.seat.look in (2, 4, 5, 6):
            fill = mix(look.colour, look.dark, 0.6)
            foot = mix(look.dark, "#1A1030", 0.25)
    else:
        fill, foot, ink, thread = theme.panel, theme.panel, theme.ink, theme.stitch
    image = panel(painter.assets, round(box.w), round(box.h), fill, "#2B2440", thread, foot=foot)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    x, y, room = box.centre[0], box.y + 108, box.w - 26
    name_ink = ink if side.turns or theme.name == "dark" else look.text
    y = _centred(painter, side.seat.name, x, y, room, HEADING, NAMES, name_ink)
    y = _centred(painter, side.headline, x, y, room, BODY, READ, ink) + 8
    if side.turns and side.counts:
        y = _pips(painter, x, y, room, side, ink)
    if side.extra:
        y = _told(painter, box, y, side.extra, ink)
    if side.turns or side.told:
        image = divider(painter.assets, round(room - 10), thread)
        painter.blit(image, x, y + 8, "center")
    y += 20
    if side.turns and side.guide:
        _told(painter, box, y + 4, side.guide, ink)
    elif side.turns:
        _legend(painter, box, y, ink)
    elif side.told:
        y = _centred(painter, _("Just now"), x, y, room, LARGE, NAMES, ink)
        words = painter.height(side.told, box.w - 28, SMALL)
        if side.shown is not None and y + PICTURE + words < box.bottom - 14:
            _draw_shown(painter, side.shown, x, y + PICTURE / 2)
            y += PICTURE
        _told(painter, box, y, side.told, ink)


def _draw_shown(painter: Painter, shown: Shown, x: float, y: float) -> None:
    """The picture of an event: who did it, facing the far side, and with what."""
    assets, way = painter.assets, 1 if shown.seat == 0 else -1
    foot = y + 30 + field_foot(_TALL)
    state = {"kick": "jab", "sock": "jab", "move": "scamper", "goal": "happy", "pass": "sad"}.get(shown.kind)
    puppet = field_puppet(assets, shown.looks[0], state or "stand", 1 if state else 0, _TALL, flip=way < 0)
    match shown.kind:
        case "toss":
            painter.blit(sewing_button(assets, 60), x, y, "center")
        case "sock":
            down = field_puppet(assets, shown.looks[1], "flat", 0, _TALL * 0.8, flip=way > 0)
            painter.blit(down, x + way * 30, y + 30 + field_foot(_TALL * 0.8), "midbottom")
            painter.blit(impact(assets, 0.36), x + way * 4, y + 2, "center")
            painter.blit(puppet, x - way * 32, foot, "midbottom")
        case "kick" | "out" | "spot_needed":
            left = x + (26 if way > 0 else -52)
            painter.blit(arrow(assets, way * 26, -10, GOLD, 7, 14), left - ARROW_ROOM, y - 4 - ARROW_ROOM)
            painter.blit(ball(assets, 30), x + way * 12, y + 14, "center")
            painter.blit(puppet, x - way * 26, foot, "midbottom")
        case "move":
            painter.blit(mark_step(assets, 0.8), x + way * 32, y + 12, "center")
            painter.blit(puppet, x - way * 16, foot, "midbottom")
        case "goal":
            painter.blit(ball(assets, 38), x + way * 30, y + 8, "center")
            painter.blit(puppet, x - way * 20, foot, "midbottom")
        case _:
            painter.blit(puppet, x, foot, "midbottom")


def _centred(
    painter: Painter, text: str, x: float, y: float, room: float, size: float, face: str, ink: str
) -> float:
    """A line in the middle; returns where the next one starts."""
    step = painter.line_height(size)
    painter.text(text, x, y + step / 2, size, face=face, colour=ink, anchor="center", room=room)
    return y + step * 0.95


def _told(painter: Painter, box: Box, y: float, text: str, ink: str) -> float:
    """Wrapped words in the panel, made smaller where they would leave it."""
    room, size = box.w - 28, SMALL
    while size > 8 and y + painter.height(text, room, size) > box.bottom - 14:
        size -= 1
    if y + painter.height(text, room, size) > box.bottom:
        return y
    return y + painter.paragraph(text, box.x + 14, y, room, size, colour=ink, centred=True) + 4


def _pips(painter: Painter, x: float, y: float, room: float, side: Side, ink: str) -> float:
    """A button for each action that is left, a dashed place for each that is gone."""
    step = min(40.0, room / max(1, side.acts))
    for number in range(side.acts):
        image = sewing_button(painter.assets, min(34.0, step - 1), number < side.left)
        painter.blit(image, x + (number - (side.acts - 1) / 2) * step, y + 18, "center")
    return _centred(painter, side.counts, x, y + 38, room - 10, SMALL, READ, ink)


def _legend(painter: Painter, box: Box, y: float, ink: str) -> None:
    """The three marks with their names."""
    step = max(46.0, painter.line_height(LARGE))
    if y + 3 * step > box.bottom - 8:
        step = (box.bottom - 8 - y) / 3
    if step < 20:
        return
    size = min(LARGE, step / painter.text_scale / 1.2)
    rows: tuple[tuple[str, pygame.Surface], ...] = (
        (_("Step"), mark_step(painter.assets, 0.8)),
        (_("Kick"), mark_kick(painter.assets, 0.66)),
        (_("Sock"), mark_sock(painter.assets, 0.6, True)),
    )
    for number, (words, image) in enumerate(rows):
        middle = y + step * (number + 0.5)
        painter.blit(image, box.x + 42, middle, "center")
        if number == 1:
            painter.blit(ball(painter.assets, 24), box.x + 42, middle, "center")
        painter.text(words, box.x + 76, middle, size, face=NAMES, colour=ink, room=box.w - 90)


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
    low = 8.0 if told else 0.0
    painter.fill(Box(x - 48, box.y + 8 + low, 96, box.h - 16 - low / 2), "#2B2440", 12)
    for side, dx in ((0, -24), (1, 24)):
        painter.text(
            str(score[side]),
            x + dx,
            y + low,
            38 - low / 2,
            face=NAMES,
            colour=WOOL,
            anchor="center",
            fixed=True,
        )
    painter.text(":", x, y - 3 + low, 32, face=NAMES, colour="#D9B98C", anchor="center", fixed=True)
    room = box.w / 2 - 48 - 44
    wanted = max(painter.width(seat.name, LARGE, NAMES, fixed=True) for seat in seats)
    few = 0 < goals <= 4 and wanted <= room - 26.0 * goals
    for side in (0, 1):
        way = -1 if side == 0 else 1
        look = SEATS[seats[side].look]
        anchor = "midleft" if side == 0 else "midright"
        edge = x + way * (box.w / 2 - 22)
        if side == turn:
            wide = min(room, painter.width(seats[side].name, LARGE, NAMES, fixed=True)) + 24
            name = Box(edge - 12 if side == 0 else edge - wide + 12, box.y + 11, wide, box.h - 22)
            painter.fill(name, look.dark, 12)
        ink = WOOL if side == turn else look.text if theme.name != "dark" else theme.ink
        painter.text(
            seats[side].name, edge, y, LARGE, face=NAMES, colour=ink, anchor=anchor, fixed=True, room=room
        )
        for number in range(goals if few else 0):
            place = x + way * (66 + 26 * (goals - 1 - number))
            scored = number < score[side]
            image = meter_bead(painter.assets, 22, False)
            if scored or theme.name == "dark":
                image = ball(painter.assets, 24, 0, not scored)
            painter.blit(image, place, y, "center")
    if told:
        wide = painter.width(told, SMALL, STRONG, fixed=True) + 32
        painter.blit(tag(painter.assets, round(wide), 28), x, box.y + 4, "center")
        painter.text(told, x, box.y + 4, SMALL, face=STRONG, colour="#2B2440", anchor="center", fixed=True)

"""Draws a race: a line for everybody, with a peg for each step and the sock at the end of it."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.art.album import avatar
from game.ui.art.daily import ROPE_ROOM, hint_star, peg, rope
from game.ui.art.fabric import ROOM, Fabric, panel, wood_front
from game.ui.art.knits import knit_sock, stitched_sock
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE
from game.ui.table.puzzle.bar import TaskBarBoxes, TaskBarShown, draw_bar
from game.words import _

PEGS = 14
"""So many steps are shown by pegs."""


@dataclass(frozen=True, slots=True)
class RunnerShown:
    """How far somebody is.

    Attributes:
        name: who.
        look: how their puppet is knitted.
        number: which try they are at.
        steps: how much they have done in it.
        left: whether they have had enough.
        place: as the how-manieth they have solved it; 0 until then.
        seconds: how long that took.
        starred: whether they have needed no hint.
    """

    name: str
    look: int
    number: int
    steps: int
    left: bool
    place: int
    seconds: int
    starred: bool


@dataclass(frozen=True, slots=True)
class RaceShown:
    """All that is to be seen of a race: nothing of how anybody does it."""

    words: TaskBarShown
    rows: tuple[RunnerShown, ...]


def draw_race(painter: Painter, bar: TaskBarBoxes, shown: RaceShown, bottom: float) -> None:
    """Draw the whole of it."""
    view = painter.view
    painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, 0), 0, 0)
    wood = view.h - bottom + 22
    painter.blit(wood_front(painter.assets, view.w, wood), 0, bottom - 22 - 24)
    draw_bar(painter, bar, shown.words)
    top, high = bar.bar.bottom + 22, bottom - 40 - bar.bar.bottom - 22
    pitch = min(118.0, high / len(shown.rows))
    for number, row in enumerate(shown.rows):
        box = Box(view.safe.x, top + number * pitch, view.safe.w, pitch - 10)
        _draw_row(painter, box, row, shown.words.knit)


def _draw_row(painter: Painter, box: Box, row: RunnerShown, knit: str) -> None:
    k = 1 + 0.35 * (painter.text_scale - 1)
    wide = min(300.0 * k, box.w * 0.36)
    _draw_plate(painter, Box(box.x, box.y, wide, box.h), row, k)
    left, y = box.x + wide + 14, box.y + 14
    length = box.right - left
    painter.blit(rope(painter.assets, round(length), 8.0), left, y - ROPE_ROOM)
    tall = min(78.0, box.h - 16)
    end = box.right - 64
    step = (end - 40 - left - 30) / PEGS
    for number in range(min(PEGS, row.steps)):
        painter.blit(peg(painter.assets, 0.55), left + 30 + step * number, y + 6, "center")
    if row.place:
        image = knit_sock(painter.assets, knit, tall)
    else:
        thread = "#8F6C42" if painter.theme.name == "linen" else painter.theme.stitch
        image = stitched_sock(painter.assets, tall, thread, painter.theme.panel)
    painter.blit(image, end, y - 14, "midtop")
    for dx in (-9, 9) if row.place else ():
        painter.blit(peg(painter.assets, 0.46), end - tall * 0.16 + dx, y, "center")
    if row.place and row.starred:
        painter.blit(hint_star(painter.assets, 30), end - 66, y + tall * 0.5, "center")


def _draw_plate(painter: Painter, box: Box, row: RunnerShown, k: float) -> None:
    theme = painter.theme
    fill = theme.chosen if row.place else theme.panel
    cloth = panel(
        painter.assets, round(box.w), round(box.h), Fabric(fill, theme.ink, theme.stitch), radius=14
    )
    painter.blit(cloth, box.x - ROOM, box.y - ROOM)
    head = min(64.0, box.h - 18)
    state = "happy" if row.place else "asleep" if row.left else "idle"
    painter.blit(
        avatar(painter.assets, row.look, head, state), box.x + 14 + head / 2, box.centre[1], "center"
    )
    x, room = box.x + head + 26, box.w - head - 42
    size, small = LARGE * k / painter.text_scale, BODY * k / painter.text_scale
    name = painter.shortened(row.name, size, room, NAMES)
    both = painter.line_height(size) + painter.line_height(small)
    told = told_of(row)
    if both > box.h - 8:
        painter.text(f"{name} · {told}", x, box.centre[1], small, TextStyle(STRONG), room=room)
        return
    top = box.centre[1] - both / 2
    painter.text(name, x, top + painter.line_height(size) / 2, size, TextStyle(NAMES), room=room)
    y = top + painter.line_height(size) + painter.line_height(small) / 2
    painter.text(told, x, y, small, TextStyle(STRONG, theme.soft), room=room)


def told_of(row: RunnerShown) -> str:
    """How far somebody is, in words."""
    if row.place:
        time = f"{row.seconds // 60}:{row.seconds % 60:02}"
        return _("{place}. after {time}, try {n}").format(place=row.place, time=time, n=row.number)
    if row.left:
        return _("has had enough")
    return _("Try {n}").format(n=row.number)

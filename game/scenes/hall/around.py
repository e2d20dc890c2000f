"""What stands around the tables of a hall: title, clock, what the tags mean, news, and the strip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.scenes.hall.picture import TAGS
from game.scenes.hall.shown import AroundTables, Mark
from game.ui.art.fabric import ROOM, Fabric, panel, tag
from game.ui.art.icons import cards_fan, icon
from game.ui.art.layers import BAD, INK
from game.ui.art.rooms import place_star
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.words import _

WOOD: Final = 76.0
"""How high the wooden front with the news is."""
GROWS: Final = 1.35
SMALLEST: Final = 13.0
"""No word of the legend is smaller, in units."""
TWO_ROWS: Final = 16.5
"""Before the words of the legend get smaller than this, they stand in two rows."""
TALL, APART = 1.5, 1.1
"""How high the signs of the legend are, and how far apart, in sizes of its type."""
Legend = tuple[tuple[Mark, str], ...]
NEWS_FILL, NEWS_STITCH = "#FFF3C4", "#C79A4E"


@dataclass(frozen=True, slots=True)
class AroundBoxes:
    """Where it stands."""

    title: Box
    legend: Box
    clock: Box
    news: Box
    floor: float
    """Where the wood begins."""

    @classmethod
    def of(cls, view: Canvas, text_scale: float, aside: float) -> AroundBoxes:
        """In a window; the strip takes the wood from ``aside`` on."""
        grow = min(text_scale, GROWS)
        safe, tall = view.safe, 68 * grow
        top = min(safe.y, 31.0 * view.h / 720)
        side = 286 * min(grow, 1.2)
        floor = view.h - WOOD * min(grow, 1.3)
        title = Box(safe.x, top, side, tall)
        clock = Box(safe.right - side - 16, top, side + 16, tall)
        legend = Box(title.right + 30, top + tall * 0.16, clock.x - title.right - 60, tall * 0.7)
        wood = view.h - floor
        news = Box(safe.x, floor + wood * 0.13, aside - safe.x - 28, wood * 0.66)
        return cls(title, legend, clock, news, floor)


def draw_top(
    painter: Painter, shown: AroundTables, boxes: AroundBoxes, picture: pygame.Surface | None
) -> Iterator[None]:
    """Draw what stands above the tables, piece by piece; the picture stands for the game."""
    _draw_title(painter, shown, boxes.title, picture)
    yield
    _draw_clock(painter, shown, boxes.clock)
    yield
    _draw_legend(painter, shown, boxes.legend)
    yield


def _sheet(painter: Painter, box: Box, radius: float = 16) -> None:
    theme = painter.theme
    fabric = Fabric(theme.panel, theme.ink, theme.stitch)
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=round(radius))
    painter.blit(image, box.x - ROOM, box.y - ROOM)


def _two_lines(painter: Painter, box: Box, left: float, words: tuple[str, str], size: float) -> None:
    """A large line and a smaller one below."""
    grow = box.h / 68
    room = box.right - left - 18
    strong = TextStyle(NAMES, painter.theme.ink, fixed=True)
    soft = TextStyle(READ, painter.theme.soft, fixed=True)
    painter.text(words[0], left, box.y + box.h * 0.33, size * grow, strong, room=room)
    painter.text(words[1], left, box.y + box.h * 0.71, 18 * grow, soft, room=room)


def _draw_title(painter: Painter, shown: AroundTables, box: Box, picture: pygame.Surface | None) -> None:
    _sheet(painter, box)
    left = box.x + 18
    if picture is not None:
        # Its surface is far wider than the sock, with room to sway.
        painter.blit(picture, box.x + box.h * 0.5, box.centre[1] + box.h * 0.04, "center")
        left = box.x + box.h * 1.02
    _two_lines(painter, box, left, (shown.title, shown.told), 26)


def _draw_clock(painter: Painter, shown: AroundTables, box: Box) -> None:
    _sheet(painter, box)
    size = round(box.h * 0.64)
    theme = painter.theme
    painter.blit(
        icon(painter.assets, "clock", size, theme.ink, theme.panel), box.x + 16, box.centre[1], "midleft"
    )
    _two_lines(painter, box, box.x + 28 + size, (shown.clock.told, shown.clock.more), 29)


def _draw_legend(painter: Painter, shown: AroundTables, box: Box) -> None:
    """Signs and words in the middle of the box: smaller where they would not fit, then in two rows."""
    rows, size = [shown.legend], 19.0 * box.h / 48
    size = _fitting(painter, rows, size, box)
    if size < TWO_ROWS and len(shown.legend) > 2:
        # The longest, which tells of whoever is out, by itself.
        rows = [(shown.legend[0], *shown.legend[2:]), (shown.legend[1],)]
        size = _fitting(painter, rows, min(19.0, box.h * 0.28), box)
        box = Box(box.x, box.y - box.h * 0.14, box.w, box.h * 1.28)
    whole = min(box.w, max(_legend_width(painter, row, size) for row in rows) + 44)
    _sheet(painter, Box(box.centre[0] - whole / 2, box.y, whole, box.h), box.h / 2)
    for number, row in enumerate(rows):
        x = box.centre[0] - _legend_width(painter, row, size) / 2
        y = box.centre[1] + (number - (len(rows) - 1) / 2) * box.h * 0.36
        tall = size * TALL
        for mark, words in row:
            _draw_sign(painter, mark, x, y, tall)
            x += _sign_width(painter, mark, tall) + 9
            style = TextStyle(STRONG, painter.theme.ink, fixed=True)
            x += painter.text(words, x, y, size, style) + size * APART


def _fitting(painter: Painter, rows: Sequence[Legend], size: float, box: Box) -> float:
    """The size of type with which all of the rows fit."""
    while size > SMALLEST and max(_legend_width(painter, row, size) for row in rows) > box.w - 40:
        size *= 0.97
    return size


def _legend_width(painter: Painter, row: Legend, size: float) -> float:
    signs = sum(_sign_width(painter, mark, size * TALL) + 9 for mark, _words in row)
    words = sum(painter.width(words, size, STRONG, fixed=True) for _mark, words in row)
    return signs + words + size * APART * (len(row) - 1)


def _sign_width(painter: Painter, mark: Mark, tall: float) -> float:
    return {Mark.LEADS: tall * 1.1, Mark.OUT: tall * 1.12, Mark.AWAY: tall * 1.5}.get(mark, 0.0)


def _draw_sign(painter: Painter, mark: Mark, x: float, y: float, tall: float) -> None:
    match mark:
        case Mark.LEADS:
            painter.blit(cards_fan(painter.assets, round(tall * 0.84), BAD), x, y, "midleft")
        case Mark.OUT:
            painter.blit(place_star(painter.assets, round(tall * 1.12)), x, y, "midleft")
            one = TextStyle(NAMES, INK, fixed=True)
            painter.text("1", x + tall * 0.56, y, tall * 0.6, one, anchor="center")
        case Mark.AWAY:
            fill, ink = TAGS[mark]
            image = tag(painter.assets, round(tall * 1.5), round(tall), fill)
            painter.blit(image, x - ROOM, y - tall / 2 - ROOM)
            zed = TextStyle(NAMES, ink, fixed=True)
            painter.text("Zz", x + tall * 0.75, y, tall * 0.62, zed, anchor="center")


def draw_news(painter: Painter, news: str, box: Box, sign: str = "") -> None:
    """Draw the news on the wood below the tables; ``sign`` for what they are called otherwise."""
    fabric = Fabric(NEWS_FILL, INK, NEWS_STITCH)
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=round(box.h / 2))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    word, size, tall = sign or _("News"), box.h * 0.4, round(box.h * 0.68)
    wide = round(painter.width(word, size, STRONG, fixed=True) + 32)
    painter.blit(
        tag(painter.assets, wide, tall, "#B03526"), box.x + 16 - ROOM, box.centre[1] - tall / 2 - ROOM
    )
    white = TextStyle(STRONG, "#FFFFFF", fixed=True)
    painter.text(word, box.x + 16 + wide / 2, box.centre[1], size, white, anchor="center")
    left = box.x + 16 + wide + 14
    ink = TextStyle(NAMES, INK, fixed=True)
    painter.text(news, left, box.centre[1], box.h * 0.5, ink, room=box.right - left - 22)

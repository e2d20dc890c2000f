"""What lies behind every page of a debrief: the office after hours, and a line with a sock for each page."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.games.sociable.screen.art_office import office
from game.ui.art.charts_line import SOCK_ROOM, hung_sock
from game.ui.art.layers import draw
from game.ui.art.line import peg
from game.ui.art.palette import INK
from game.ui.art.svg import circle, lin, line, rect
from game.ui.kit.assets import Assets, painted
from game.ui.kit.canvas import Box, Canvas
from game.ui.kit.paint import Painter

WOOD = 76.0
"""How high the wood along the lower edge is."""
LOOKS = (6, 2, 1, 0, 4, 5)
"""The knitting of the socks that stand for the pages."""


@painted
def after_hours(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """The office when everybody has gone, far out of focus, in a quarter of the pixels."""
    # Out of focus nobody sees the pixels, and blurring takes a sixteenth of the time.
    few = Assets(assets.scale / 4)
    small = pygame.transform.gaussian_blur(office(few, w, h, h, theme), max(1, round(2.3 * assets.scale)))
    veil = lin("veil", (0, 0, 0, h), (0, "#2A1F45", 0.90), (0.55, "#3B2548", 0.86), (1, "#4A2A35", 0.86))
    small.blit(draw(few, veil + rect(0, 0, w, h, 0, fill="url(#veil)"), w, h), (0, 0))
    return small


@painted
def wall(assets: Assets, w: float, h: float, theme: str) -> pygame.Surface:
    """What hangs behind every page."""
    if theme == "contrast":
        return draw(assets, rect(0, 0, w, h, 0, fill="#14101F"), w, h)
    return pygame.transform.smoothscale(after_hours(assets, w, h, theme), (assets.px(w), assets.px(h)))


def sock_box(view: Canvas, number: int, count: int) -> Box:
    """Where the sock of a page hangs, with room to press."""
    first, last = view.w - 486.0, view.w - 108.0
    x = first + (last - first) * number / max(1, count - 1)
    return Box(x - 32, _rope(view, x) - 8, 64, 80)


def _rope(view: Canvas, x: float) -> float:
    """How low the line is at an x."""
    t = (x - (view.w - 560)) / 560
    return 26 + (1 - t) ** 2 * 8 + 2 * t * (1 - t) * 46 + t * t * 2


def sock_line(painter: Painter, socks: Sequence[Box], shown: int) -> None:
    """The line with a sock a page, the one that is shown in gold."""
    view = painter.view
    left = view.w - 560
    body = line(f"M{left} 34 Q{left + 260} 72 {view.w} 28", "#F3DCC0", 3)
    body += circle(left, 34, 8, "#E8A317", stroke=INK, stroke_width=3)
    image = draw(painter.assets, body, 580, 80, (left - 12, 0, 580, 80))
    painter.blit(image, left - 12, 0)
    for number, box in enumerate(socks):
        chosen = number == shown
        turn = (6.0, -4.0, 3.0, -6.0, 5.0)[number % 5]
        height = 68.0 if chosen else 56.0
        image = hung_sock(painter.assets, LOOKS[number % 6], height, turn, chosen=chosen)
        painter.blit(image, box.centre[0] + 10, box.y + 6 - SOCK_ROOM, "midtop")
        painter.blit(peg(painter.assets, 0.42, turn), box.centre[0], box.y + 8, "center")

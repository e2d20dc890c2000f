"""First page of a game's rules: five short sentences, each with a small picture, around a large one.

Texts and pictures come from the game (the component ``first_page``, `game.core.discovery.COMPONENTS`). The
large picture uses the drawing code of the game's table, and shows the number of each sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Final

import pygame

from game.core.discovery import find_game
from game.core.game import GameInfo
from game.core.options import Options
from game.i18n import _
from game.match.match_text import players_words
from game.ui.art.layers import INK, clip, rasterize_units
from game.ui.art.svg import rect
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box, Canvas
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.theme import LINEN

PICTURE_WIDTH, PICTURE_HEIGHT = 620.0, 480.0  # size at which pictures are drawn, in units
DrawIn = Callable[[Painter, Box], None]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One of the five sentences, at most six words long, with its picture."""

    words: str
    draw: DrawIn
    """Draws its small picture into a box of 104 x 60 units."""
    at: tuple[float, float]
    """Position of its number in the large picture, in units from the upper left corner."""
    section: int = 0
    """Index of the section of the rules with the details."""


@dataclass(frozen=True, slots=True)
class FirstPage:
    """Contents of the page."""

    wins: str
    """Goal of the match in two or three words."""
    minutes: float
    """Approximate duration of the match with the usual number of players."""
    draw: DrawIn
    """Draws the large picture into a box of `PICTURE_WIDTH` x `PICTURE_HEIGHT` units, without text."""
    lines: tuple[RuleLine, ...]

    @property
    def length(self) -> str:
        """Translated duration of the match as text, rounded to five minutes, at least five."""
        return _("{n} min").format(n=max(5, 5 * round(self.minutes / 5)))


def page_of(slug: str, options: Options | None = None) -> FirstPage:
    """First page of a game's rules for ``options``, None for the author's. TypeError without component."""
    info = find_game(slug).info
    standard = Options(info.house_rules(info.read_players(None)))
    page: FirstPage = find_game(slug).component("first_page")(options or standard)
    return page


def facts_of(info: GameInfo) -> str:
    """Translated number of players of a game, and minutes of a match if it has a first page."""
    facts = [players_words(info)]
    if find_game(info.slug).has_component("first_page"):
        facts.append(page_of(info.slug).length)
    return " · ".join(facts)


_ROUND: Final = 18.0


def page_picture(painter: Painter, slug: str, page: FirstPage, width: float) -> pygame.Surface:
    """Cached picture, ``width`` units wide, in the shape of all pictures, round corners and an ink edge."""
    assets = painter.assets

    def make() -> pygame.Surface:
        """Picture drawn at `PICTURE_WIDTH` x `PICTURE_HEIGHT` units, then scaled to the width."""
        size = assets.px(PICTURE_WIDTH), assets.px(PICTURE_HEIGHT)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        page.draw(painter.with_text_scale(1.0).for_surface(surface), Box(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT))
        clip(
            surface,
            rasterize_units(
                assets,
                rect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT, _ROUND, fill="#FFFFFF"),
                PICTURE_WIDTH,
                PICTURE_HEIGHT,
            ),
        )
        edge = rect(
            2, 2, PICTURE_WIDTH - 4, PICTURE_HEIGHT - 4, _ROUND - 2, fill="none", stroke=INK, stroke_width=4
        )
        surface.blit(rasterize_units(assets, edge, PICTURE_WIDTH, PICTURE_HEIGHT), (0, 0))
        if width == PICTURE_WIDTH:
            return surface
        return pygame.transform.smoothscale(
            surface, (assets.px(width), assets.px(width * PICTURE_HEIGHT / PICTURE_WIDTH))
        )

    return assets.get(("first page of the rules", slug, width, painter.theme.name), make)


LINE_WIDTH, LINE_HEIGHT = 104.0, 60.0  # units, size at which the picture of a line is drawn
_LINE_BOX: Final = Box(6, 6, LINE_WIDTH, LINE_HEIGHT)
"""Position of a line's picture in its image. Some pictures extend slightly beyond their box."""
_CACHE_SIZE: Final = 8 << 20
"""Limit in bytes of the asset cache used for rendering single pictures of lines."""
# name of the worker function for the line pictures of a game
LINES_REQUEST: Final = "game.ui.art.first_page:line_pictures"


@cache  # tests call it repeatedly in one process
def line_pictures(slug: str) -> tuple[bytes, ...]:
    """Small pictures of the lines for phones, as PNG files without background or text. Cached.

    Takes some tenths of a second; needs no window.
    """
    pygame.font.init()
    assets = Assets(2.0, limit=_CACHE_SIZE)
    return tuple(_png(_draw_line(assets, line)) for line in page_of(slug).lines)


@cached_drawing
def line_picture(assets: Assets, slug: str, number: int, zoom: float) -> pygame.Surface:
    """Picture of a line ``zoom`` times as large, with its margin of 6 times ``zoom`` units."""
    return _draw_line(Assets(assets.scale * zoom, limit=_CACHE_SIZE), page_of(slug).lines[number])


def _draw_line(assets: Assets, line: RuleLine) -> pygame.Surface:
    """Picture of a line at the scale of ``assets``."""
    view = Canvas(_LINE_BOX.w + 2 * _LINE_BOX.x, _LINE_BOX.h + 2 * _LINE_BOX.y, assets.scale)
    surface = pygame.Surface((assets.px(view.w), assets.px(view.h)), pygame.SRCALPHA)
    line.draw(Painter(surface, view, LINEN, assets, TextRenderer(), 1.0), _LINE_BOX)
    return surface


def _png(surface: pygame.Surface) -> bytes:
    """PNG file of a picture."""
    data = BytesIO()
    pygame.image.save(surface, data, "line.png")
    return data.getvalue()

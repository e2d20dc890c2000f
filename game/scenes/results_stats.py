"""Statistics of a match in the results: tiles with a picture, a number, the players and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.match.match import Match
from game.match.match_text import MAX_STATISTICS, TURNS_PICTURE, MatchStat
from game.scenes.results_drawing import HEAD_HEIGHT, ResultsKey, full_width_row
from game.ui.art.fabric import ClothColours
from game.ui.art.icons import icon
from game.ui.art.layers import GOLD
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.match.info_panels import heads
from game.ui.match.view import MatchView
from game.ui.match.view_roles import LooksBack, role_of
from game.ui.widgets import (
    Align,
    Element,
    FontSpec,
    GridLayout,
    Padding,
    Picture,
    Spacer,
    Text,
    column,
    draw_cloth,
    first_that_fits,
    row,
)

NUMBER_FONT = FontSpec(54, NAMES, growth=0.3, most=66)
PICTURE_HEIGHT = 84.0  # units, height of a statistic's picture
PICTURE_WIDTH = 114.0  # units, width of a statistic's picture
SMALL_PICTURE_SCALE, WIDE_PICTURE_SCALE = 0.62, 1.3
"""Scale of the picture in large text or of a single statistic, and of each of two if there is room."""
PICTURE_CACHE_SIZE = 8 * 1024 * 1024  # bytes, cache of pictures in another size
COMMON_ICONS = {TURNS_PICTURE: "clock"}  # icon of the statistic that every game has


class StatTiles:
    """Tiles of a match's statistics, with pictures by the view of its game."""

    def __init__(self, match: Match, view: MatchView, figures: Sequence[MatchStat]) -> None:
        self._match, self._view, self.figures = match, role_of(view, LooksBack), figures
        self._brushes: dict[float, Painter] = {}

    def all(self, ruler: Painter, *, flat: bool, brief: bool, is_wide: bool) -> Element:
        """Tiles of the statistics in a row, or below each other if they don't fit; a single one in a low row.

        ``brief``: less growth with the text size. ``flat``: each is a row. ``is_wide``: two are larger.
        """
        if len(self.figures) == 1:
            return self.lone()
        make_tile = (
            partial(self._flat_tile, dense=brief)
            if flat
            else partial(self._tile, large=is_wide and len(self.figures) < MAX_STATISTICS)
        )
        tiles = [partial(make_tile, number, stat) for number, stat in enumerate(self.figures)]
        fonts = [FontSpec(20, STRONG), FontSpec(20, STRONG, growth=0.5), FontSpec(18, STRONG, growth=0.0)]
        brief_fonts = [(font, 1) for font in (*fonts[:2], FontSpec(20, STRONG, growth=0.3))] if brief else []
        forms: list[Element] = [
            GridLayout(tuple(tile(font, lines) for tile in tiles), columns=len(tiles), gap=16)
            for font, lines in (*brief_fonts, *((font, 0) for font in fonts[brief:]))
        ]
        # Prefer columns as wide as their words to a second line.
        for font, _lines in reversed(brief_fonts[1:]):
            forms.insert(len(brief_fonts), full_width_row(ruler, [tile(font, 1) for tile in tiles]))
        below = GridLayout(tuple(tile(FontSpec(20, STRONG)) for tile in tiles), columns=1, gap=8)
        return first_that_fits(*forms, below)

    def _tile(
        self, number: int, stat: MatchStat, font: FontSpec, lines: int = 0, *, large: bool = False
    ) -> Element:
        """Statistic as a tile: picture and number, below them player and words."""
        scale = WIDE_PICTURE_SCALE if large else 1.0
        count = Text(str(stat.value), NUMBER_FONT, 1.0, lines=1, step=0.9)
        label = Text(stat.words, font, 0.0 if stat.seats else 0.5, lines=lines, flex=1, step=0.95)
        caption = row(*self._heads(stat), label, gap=8, align=0.5, least=40)
        small_picture = Picture(self._draw_stat, (stat,), h=PICTURE_HEIGHT, narrow=66, flex=1)
        picture_row = first_that_fits(
            row(Spacer(flex=1), self._picture(stat, scale), count, Spacer(flex=1), gap=8, align=0.5),
            row(small_picture, count, gap=12, align=0.5),
        )
        content = column(picture_row, caption, pad=Padding(12, 7, 8))
        return column(content, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(number))

    def lone(self, scale: float = 1.0) -> Element:
        """Single statistic in a low tile as wide as it, its picture small or, if need be, left out."""
        stat = self.figures[0]
        font = FontSpec(22 * scale, STRONG, growth=0.5)
        count = Text(str(stat.value), replace(NUMBER_FONT, size=40.0 * scale), lines=1)
        caption = row(*self._heads(stat), count, Text(stat.words, font), gap=10, align=0.5)
        forms = (self._picture(stat, SMALL_PICTURE_SCALE * scale), caption), (caption,)
        behind, key = Picture(draw_tile, ()), ResultsKey.FIGURE.of(0)
        tile = first_that_fits(
            *(row(*parts, gap=16, align=0.5, pad=Padding(20, 3), behind=behind, key=key) for parts in forms)
        )
        return Align(tile, 0.0)

    def _heads(self, stat: MatchStat) -> list[Element]:
        """List with the heads of a statistic's players; empty for none. Narration uses their names."""
        looks = tuple(self._match.seats[seat].look for seat in stat.seats)
        return [heads(looks, HEAD_HEIGHT)] if looks else []

    def _flat_tile(
        self, number: int, stat: MatchStat, font: FontSpec, lines: int = 0, *, dense: bool = False
    ) -> Element:
        """Statistic as a row, with a small picture if there is room."""
        size, min_height = (36.0, 48) if dense else (42.0, 54)
        count = Text(str(stat.value), replace(NUMBER_FONT, size=size), 1.0, lines=1, step=0.9)
        label = Text(stat.words, font, lines=lines, flex=1, step=0.95)
        words = *self._heads(stat), label
        content = first_that_fits(
            *(
                row(*words, *pictures, count, gap=8, align=0.5, least=min_height, pad=Padding(12, 0, 6))
                for pictures in ([self._picture(stat, SMALL_PICTURE_SCALE)], [])
            )
        )
        # Centre it in a tile as high as a neighbour with two lines.
        middle = Spacer(flex=1), content, Spacer(flex=1)
        return column(*middle, behind=Picture(draw_tile, ()), key=ResultsKey.FIGURE.of(number))

    def _picture(self, stat: MatchStat, scale: float) -> Picture:
        """Picture of a statistic, scaled by ``scale``."""
        draw = self._draw_stat if scale == 1.0 else partial(self._draw_scaled_stat, scale)
        width = PICTURE_HEIGHT if stat.picture in COMMON_ICONS else PICTURE_WIDTH
        return Picture(draw, (stat,), w=width * scale, h=PICTURE_HEIGHT * scale)

    def _draw_stat(self, painter: Painter, box: Box, stat: MatchStat) -> None:
        """Draw the picture of a statistic, by the game's view or as an icon."""
        seat = stat.seats[0] if stat.seats else 0
        name = COMMON_ICONS.get(stat.picture)
        if name or not self._view.draw_stat(painter, box, stat.picture, stat.items, seat):
            image = icon(painter.assets, name or "star", 60, painter.theme.ink, GOLD)
            painter.blit(image, *box.centre, "center")

    def _draw_scaled_stat(self, factor: float, painter: Painter, box: Box, stat: MatchStat) -> None:
        """Draw the picture of a statistic, ``factor`` times as large as usual."""
        # Games draw these pictures in one size. Render them at another scale instead of stretching pixels.
        brush, view = self._brushes.get(factor), painter.view
        scale = view.scale * factor
        if brush is None or brush.view.scale != scale or brush.theme is not painter.theme:
            assets = Assets(scale, limit=PICTURE_CACHE_SIZE)
            surface = pygame.Surface((assets.px(PICTURE_WIDTH), assets.px(PICTURE_HEIGHT)), pygame.SRCALPHA)
            canvas = Canvas(PICTURE_WIDTH, PICTURE_HEIGHT, scale)
            brush = Painter(surface, canvas, painter.theme, assets, painter.type, painter.text_scale)
            self._brushes[factor] = brush
        brush.surface.fill("#00000000")
        self._draw_stat(brush, brush.view.box, stat)
        painter.blit(brush.surface, *box.centre, "center")


def draw_tile(painter: Painter, box: Box) -> None:
    """Draw the patch behind a statistic."""
    theme = painter.theme
    draw_cloth(painter, box, ClothColours(theme.page, theme.stitch, ""), shadow=False)

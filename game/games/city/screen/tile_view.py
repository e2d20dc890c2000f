"""How building the city by hand is shown: the tile in hand, the designs left, the vacant hexagons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.games.city.rules.board import board_of
from game.games.city.rules.manual import left_over
from game.games.city.rules.tiles import DESIGNS, Placed
from game.games.city.screen import art_map
from game.games.city.screen.ground import City, MapProjection
from game.games.city.screen.night_map import MapContents, draw_city, draw_laid
from game.games.city.screen.panels import CityBoxes, fitting
from game.games.city.screen.parts import CityParts
from game.games.city.words.sentences import refused
from game.ui.art.fabric import focus_ring
from game.ui.art.marks import mark_refused
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, Painter, TextStyle
from game.ui.kit.theme import SMALL
from game.words import _

_FAR = (12, 12)
"""A cell that keeps small boards on the map, whichever way they are turned."""


_PLAIN = replace(art_map.STYLES["city"], houses=0.0)
"""A tile too small for houses."""


def _small(design: int, rotation: int, box: Box, size: float) -> tuple[MapProjection, City]:
    """A single tile in the middle of a box."""
    city = City.on(board_of((Placed(design, rotation, _FAR),)))
    plain = MapProjection(box, size, 0, 0)
    points = [plain.point(cell) for cell in city.cells]
    x = box.centre[0] - sum(x for x, _y in points) / 4
    y = box.centre[1] - sum(y for _x, y in points) / 4
    return MapProjection(box.grown(200), size, x, y), city


def draw_tile(painter: Painter, box: Box, design: int, rotation: int, size: float) -> None:
    """One tile with its stations and its printed track."""
    ground, city = _small(design, rotation, box, size)
    draw_city(painter, ground, city, _PLAIN if size < 20 else art_map.STYLES["city"])
    draw_laid(painter, ground, city, MapContents(((), ())))


@dataclass(frozen=True, slots=True)
class TilesShown:
    """The designs that the city is built of."""

    laid: tuple[Placed, ...]
    """The tiles that lie already."""
    chosen: int | None
    """That in hand; `None` while nobody chooses."""
    rotation: int
    """How far it is turned."""


def draw_tiles(painter: Painter, places: CityBoxes, shown: TilesShown) -> None:
    """The five designs, and how many of each are left."""
    theme, left = painter.theme, left_over(shown.laid)
    for design in range(DESIGNS):
        box = places.rows("tiles")[design][1]
        chosen = design == shown.chosen
        painter.fill(box, theme.chosen if chosen else theme.panel if left[design] else theme.sunk, 12)
        painter.frame(box, theme.stitch, 2, 12)
        if chosen:
            image = focus_ring(painter.assets, round(box.w - 8), round(box.h - 8), 10, theme.focus, 2)
            painter.blit(image, *box.centre, "center")
        turned = shown.rotation if chosen else 0
        _draw_in_row(painter, box, design, turned)
        words, ink = f"×{left[design]}", "" if left[design] else theme.soft
        painter.text(
            words,
            box.right - 14,
            box.centre[1],
            24,
            TextStyle(NAMES, ink),
            anchor="midright",
            room=box.w * 0.36,
        )


def _draw_in_row(painter: Painter, box: Box, design: int, rotation: int) -> None:
    """A tile in the row of its design."""
    size = max(9, int((box.h - 10) / (3.5 if rotation % 3 == 0 else 5.0)))
    draw_tile(painter, Box(box.x + 6, box.y, min(150.0, box.w * 0.6), box.h), design, rotation, size)


def vacant_words(shown: CityParts) -> str:
    """The live count of vacant hexagons."""
    options = shown.table.session.options
    return _("Vacant with this tile: {n}. At the end {least} to {most} may stay.").format(
        n=shown.setup.tile.vacant(), least=options.number("vacant_min"), most=options.number("vacant_max")
    )


def draw_ghost(painter: Painter, shown: CityParts) -> None:
    """The tile in hand over the table, green where it may lie, red where it may not."""
    setting, ground = shown.setup, shown.map.ground
    tile = setting.tile.ghost()
    colour = "#2E8B57" if setting.tile.fault is None else "#C8402F"
    size = ground.size
    xs = [ground.point(cell) for cell in tile.cells]
    middle = sum(x for x, _y in xs) / 4, sum(y for _x, y in xs) / 4
    draw_tile(
        painter, Box(middle[0] - 1, middle[1] - 1, 2, 2), setting.tile.design, setting.tile.rotation, size
    )
    for cell in tile.cells:
        painter.blit(art_map.outline(painter.assets, size, colour, 0.18), *ground.point(cell), "center")
    if setting.tile.fault is not None:
        painter.blit(mark_refused(painter.assets, round(size / 42, 2)), *middle, "center")
    if not shown.table.note.words:
        draw_band(painter, shown)


def draw_band(painter: Painter, shown: CityParts) -> None:
    """The line above the table: what a player is told, else what is to be said of the tile in hand."""
    tile = shown.setup.tile
    words = shown.table.note.words
    bad = bool(words) or tile.fault is not None
    if not words and tile.fault is not None:
        words = refused(tile.fault, [seat.name for seat in shown.table.seats])
    words = words or vacant_words(shown)
    area = shown.map.places.map
    wide = min(area.w * 0.96, painter.width(words, SMALL, NAMES) + 40)
    type_ = fitting(painter, words, wide - 24, shown.map.far.area.y - area.y - 14, face=NAMES)
    tall = painter.height(words, wide - 24, type_, NAMES) + 12
    box = Box(area.centre[0] - wide / 2, area.y, wide, tall)
    painter.fill(box, "#8E2716" if bad else "#0D0B20", 12)
    if tile.insists:
        painter.frame(box.grown(4), "#FFD25A", 4, 14)
    painter.paragraph(
        words, box.x + 12, box.y + 6, wide - 24, type_, TextStyle(NAMES, "#FFFAF2"), centred=True
    )

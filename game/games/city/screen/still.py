"""All of the city's screen that does not move: what it shows, and how that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.hexgrid import Cell
from game.games.city.screen import art_map
from game.games.city.screen.ground import City, MapProjection
from game.games.city.screen.night_map import MapContents, draw_city, draw_laid, draw_link, draw_sign
from game.games.city.screen.parts import CityParts
from game.games.city.screen.sky import Sky, draw_corners
from game.games.city.screen.threats import AllWays, draw_all_ways
from game.games.city.screen.told_map import draw_light
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter

DAWN = (7.0, 3.0, 1.0)
"""What each pair that has come home adds to the colours of the night."""


@dataclass(frozen=True, slots=True)
class BoardShown:
    """What is printed on the board, and the table around it."""

    city: City
    ground: MapProjection
    style: art_map.Style
    table: tuple[Cell, ...]
    """The places on which the city is built; none once it stands."""


def draw_sky(painter: Painter, shown: BoardShown) -> pygame.Surface:
    """The picture of the night below a board, as large as the window."""
    view, style = painter.view, shown.style
    return art_map.country(painter.assets, view.w, view.h, style.sky, plain=style.plain)


def draw_board(painter: Painter, shown: BoardShown) -> None:
    """Everything that is printed."""
    empty = [cell for cell in shown.table if cell not in shown.city.at]
    draw_city(painter, shown.ground, shown.city, shown.style, empty)


@dataclass(frozen=True, slots=True)
class NightShown:
    """The whole map, and the night around it."""

    board: BoardShown
    moon: Box | None
    title: Box | None


def draw_night(painter: Painter, shown: NightShown) -> None:
    """All that lies below track and socks."""
    painter.blit(draw_sky(painter, shown.board), 0, 0)
    draw_corners(painter, shown.moon, shown.title)
    draw_board(painter, shown.board)


@dataclass(frozen=True, slots=True)
class LaidShown:
    """What lies on the map, and the way of the pair in focus."""

    city: City
    ground: MapProjection
    contents: MapContents
    way: tuple[str, ...]
    seat: int
    """Whose pieces are missing on that way, where some are."""
    ways: AllWays | None
    """The ways of both sides to every pair, where they are shown."""
    marks: tuple[tuple[str, str], ...] = ()
    """The links that the words of a puzzle speak of."""


def draw_on_board(painter: Painter, shown: LaidShown) -> None:
    """Track, stations, socks, and the way over them."""
    city, ground, laid, way = shown.city, shown.ground, shown.contents, shown.way
    draw_laid(painter, ground, city, laid)
    if shown.ways is not None:
        draw_all_ways(painter, ground, city, shown.ways, laid)
    socks = dict(laid.socks)
    for link in shown.marks:
        draw_light(painter, ground, city, link)
        if not any(link in track for track in laid.tracks):
            draw_link(painter, ground, city, link, "missing")
    for text in sorted({text for link in shown.marks for text in link if text in socks}):
        draw_sign(painter, ground, city, text, socks[text], laid)
    gaps = city.gaps(way, laid.tracks[shown.seat])
    for link in city.along(way):
        draw_link(painter, ground, city, link, "missing" if link in gaps else "there")
    # Once more over the way, which begins and ends in their middle.
    for text in (*way[:1], *way[-1:]):
        draw_sign(painter, ground, city, text, laid.focus, laid)


def dawn(painter: Painter, shown: LaidShown) -> tuple[int, int, int]:
    """What is added to the colours of the night, which turns to dawn as pairs come home."""
    pairs = 0 if painter.theme.name == "contrast" else len(shown.contents.owners)
    red, green, blue = (round(step * pairs) for step in DAWN)
    return red, green, blue


def draw_board_by_dawn(painter: Painter, shown: LaidShown) -> None:
    """What lies on the whole map, over the night or its dawn."""
    if any(light := dawn(painter, shown)):
        painter.surface.fill(light, special_flags=pygame.BLEND_RGB_ADD)
    draw_on_board(painter, shown)


class StillCity:
    """Reads off the match what of the map does not move."""

    def __init__(self, parts: CityParts, sky: Sky) -> None:
        self.parts = parts
        self._sky = sky

    def night(self) -> NightShown:
        """The whole map, and the night around it, as they are now."""
        return NightShown(self.board(self.parts.map.far), self._sky.moon, self._sky.title)

    def board(self, ground: MapProjection) -> BoardShown:
        """The board as it is now."""
        parts = self.parts
        table = parts.setup.tile.table() if parts.map.picture.phase == "tiles" else ()
        return BoardShown(parts.map.city, ground, parts.look(), table)

    def laid(self, ground: MapProjection, contents: MapContents) -> LaidShown:
        """What lies on it now."""
        shown = self.parts.map
        seat = shown.own_seat if shown.way else 0
        return LaidShown(
            shown.city, ground, contents, shown.way, seat, self.parts.threats.shown(contents), self._marks()
        )

    def _marks(self) -> tuple[tuple[str, str], ...]:
        city, moves = self.parts.map.city, (move.split() for move in self.parts.table.marks())
        links = [city.link(*move[1:]) for move in moves if move[0] == "lay" and {*move[1:]} <= {*city.stops}]
        return tuple(link for link in links if link is not None)

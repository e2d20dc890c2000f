"""Pictures for the rules of Socks in the City, and of boards for the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

import pygame

from game.core.game import Layout
from game.core.hexgrid import Cell, from_offset, offset, tiled_middle
from game.core.options import Options
from game.games.city.rules.board import PlacedTile, board_of, read_board
from game.games.city.screen.art_map import NIGHT_COLOUR, STYLES, country, hexagon
from game.games.city.screen.art_track import city_sock, printed_track, sign, swatch
from game.games.city.screen.board import MapContents, draw_city, draw_laid, draw_link, draw_sign
from game.games.city.screen.map_geometry import BoardView, CityMap, MapProjection
from game.i18n import _
from game.ui.art.first_page import FirstPage, RuleLine
from game.ui.art.layers import GOLD, WOOL, mix, rasterize_units
from game.ui.art.marks import mark_refused
from game.ui.art.puppets import PuppetOutfit, puppet
from game.ui.art.svg import circle, group, path, rect
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

_CELL_RADIUS = 27
_TILES = (
    PlacedTile(3, 0, (4, 4)), PlacedTile(0, 0, (6, 4)), PlacedTile(1, 0, (8, 4)), PlacedTile(4, 0, (10, 4)),
    PlacedTile(2, 0, (3, 6)), PlacedTile(4, 0, (5, 6)), PlacedTile(0, 0, (7, 6)), PlacedTile(1, 0, (9, 6)),
)  # fmt: skip
_PICTURE_HEIGHT = 1.5 * _CELL_RADIUS * 3 + 2 * _CELL_RADIUS + 40
_WHITE_STATIONS = ((3, 7), (4, 6), (5, 5), (6, 5), (7, 4), (8, 4), (9, 4))
_PAIR = {(3, 7): "red", (9, 4): "red", (5, 7): "green", (10, 5): "violet"}


def _tiles_map(box: Box) -> CityMap:
    """Map of eight tiles in the middle of a box."""
    city = BoardView.on(board_of(_TILES))
    flat = MapProjection(box, _CELL_RADIUS, 0, 0)
    points = [flat.point(cell) for cell in city.cells]
    x = box.centre[0] - (min(x for x, _y in points) + max(x for x, _y in points)) / 2
    y = box.centre[1] - (min(y for _x, y in points) + max(y for _x, y in points)) / 2
    return CityMap(box.inflated(100), _CELL_RADIUS, x, y, city)


def _links(city: BoardView, way: Sequence[Cell]) -> list[tuple[str, str]]:
    """Links along the cells of a path that are not printed."""
    texts = [city.at[cell].text for cell in way]
    links = [link for start, end in pairwise(texts) if (link := city.link(start, end)) is not None]
    return [link for link in links if link not in city.printed_links]


def _draw_city(
    painter: Painter,
    box: Box,
    white: Sequence[Cell] = (),
    black: Sequence[Cell] = (),
    socks: Mapping[Cell, str] | None = None,
    home: str = "",
    *,
    focus: str = "",
) -> CityMap:
    """Draws a city of eight tiles with track and socks, pair ``home`` joined by white. Returns its map."""
    city_map = _tiles_map(box)
    city = city_map.city
    draw_city(painter, city_map, STYLES["city"])
    way = tuple(city.at[cell].text for cell in white) if home else ()
    contents = MapContents(
        (tuple(_links(city, white)), tuple(_links(city, black))),
        tuple((city.at[cell].text, colour) for cell, colour in (socks or {}).items()),
        owners=((home, 0),) if home else (),
        ways=(way,) if way else (),
        focus=focus,
    )
    draw_laid(painter, city_map, contents)
    return city_map


def city(painter: Painter, box: Box) -> None:
    """Draw tiles of four stations, two of them joined by printed track."""
    _draw_city(painter, box)


def draw_joined_pair(painter: Painter, box: Box) -> None:
    """Draw a pair that white has joined over own and printed track."""
    _draw_city(painter, box, _WHITE_STATIONS, ((6, 7), (7, 7), (8, 6)), _PAIR, home="red")


def draw_blocked_path(painter: Painter, box: Box) -> None:
    """Draw a path that ends at a sock of another colour."""
    socks = {**_PAIR, (6, 5): "blue"}
    city_map = _draw_city(painter, box, _WHITE_STATIONS, (), socks, focus="red")
    for link in _links(city_map.city, ((5, 5), (6, 5), (7, 4))):
        draw_link(painter, city_map, link, "refused")
    painter.blit(sign(painter.assets, "blue", _CELL_RADIUS), *city_map.point((6, 5)), "center")


# height and drawing of each picture that ``rules.md`` names
PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "city": (_PICTURE_HEIGHT, city),
    "joined": (_PICTURE_HEIGHT, draw_joined_pair),
    "blocked": (_PICTURE_HEIGHT, draw_blocked_path),
}


_HEXAGON_WIDTH, _HEXAGON_HEIGHT, _HEXAGON_SIDE = (
    1.7320508,
    2.0,
    1.0,
)  # width, height and side of a hexagon of radius 1
# a few hexagons that represent a random city
_SHORE_CELLS: Final = tuple(
    from_offset(column, row) for column, row in ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2))
)


def small_board(assets: Assets, layout: Layout | None, w: float, h: float) -> pygame.Surface:
    """Picture, ``w`` x ``h`` units, of a layout's city or, without a layout, of a random one."""
    if layout is None:
        return _map_image(assets, "", "city", w, h)
    return _map_image(assets, layout.get("board"), layout.get("look", "city"), w, h)


@cached_drawing
def _map_image(assets: Assets, text: str, look: str, w: float, h: float) -> pygame.Surface:
    """Picture of a board from its text, or for an empty text of a random city, ``w`` x ``h`` units."""
    style = STYLES.get(look, STYLES["city"])
    board = read_board(text) if text else None
    cells = board.cells if board is not None else _SHORE_CELLS
    vacant = board.vacant if board is not None else ()
    places = {
        cell: tiled_middle(*offset(cell), _HEXAGON_WIDTH, _HEXAGON_HEIGHT, _HEXAGON_SIDE)
        for cell in (*cells, *vacant)
    }
    left, right = min(x for x, _y in places.values()) - 1, max(x for x, _y in places.values()) + 1
    top, bottom = min(y for _x, y in places.values()) - 1.1, max(y for _x, y in places.values()) + 1.1
    size = min((w - 4) / (right - left), (h - 2) / (bottom - top))
    body = (
        rect(0, 0, w, h, 10, fill=style.sky[1])
        if board is not None
        else rect(0, 0, w, h, 10, fill=NIGHT_COLOUR)
    )
    for number, (cell, (x, y)) in enumerate(places.items()):
        across, down = x - (left + right) / 2, y - (top + bottom) / 2
        at = f"translate({w / 2 + across * size:.2f} {h / 2 + down * size:.2f})"
        free = cell in vacant
        fill = (
            _VACANT.get(style.vacant[0], "#2F5A4A") if free else mix(style.fabrics[number * 7 % 4], WOOL, 0.3)
        )
        drawing = path(hexagon(size * 0.98), fill, stroke=NIGHT_COLOUR, stroke_width=max(0.6, size * 0.12))
        # In a whole city a light would be smaller than a pixel.
        body += group(drawing + ("" if board is not None else circle(0, 0, size * 0.3, GOLD)), at)
    return rasterize_units(assets, body, w, h)


_VACANT: Final = {
    "park": "#4FB061", "garden": "#7CC45C", "lake": "#3FA0F0", "river": "#3FA0F0",
    "harbour": "#2E93CC", "square": "#E0B86A", "hill": "#8CB45C",
}  # fmt: skip
"""Colour of each kind of vacant place."""


# a complete city
_BOARD: Final = (
    "2.0@b6,0.2@c2,2.0@c4,1.3@c5,1.0@c8,1.0@d1,1.0@d6,3.0@e3,2.0@e8,3.0@f1,0.3@g6,2.0@g7,0.3@h4,4.0@h5,"
    "4.3@i2,4.0@i3,0.5@i9,3.5@j7,3.3@k2,4.3@l4"
)
_ORANGE_PATH: Final = (
    "e2",
    "f3",
    "f4",
    "g5",
    "g6",
    "h7",
)  # path of the orange pair, whose last two links are free
_BLACK_PATHS: Final = ("b3", "c4", "d4", "e4"), ("c7", "d7", "d8", "e8")


def _whole_city(painter: Painter, box: Box) -> None:
    """Draw a pair whose path needs two more pieces, and one that black has joined."""
    style = STYLES["city"]
    city = BoardView.on(read_board(_BOARD))
    city_map = CityMap(box.inflated(100), 42, box.x - 28, box.y - 8, city)
    painter.blit(country(painter.assets, box.w, box.h, style.sky), box.x, box.y)

    def along(*way: str) -> tuple[tuple[str, str], ...]:
        """Links of a path of stations."""
        links = (city.link(start, end) for start, end in pairwise(way))
        return tuple(link for link in links if link is not None)

    free = along(*_ORANGE_PATH[-3:])
    white = tuple(link for link in along(*_ORANGE_PATH[:-2]) if link not in city.printed_links)
    black = tuple(link for way in _BLACK_PATHS for link in along(*way) if link not in city.printed_links)
    socks = {"e2": "orange", "h7": "orange", "c7": "violet", "e8": "violet", "i3": "green", "b5": "blue"}
    contents = MapContents((white, black), tuple(socks.items()), owners=(("violet", 1),))
    draw_city(painter, city_map, style)
    draw_laid(painter, city_map, contents)
    for link in along(*_ORANGE_PATH):
        draw_link(painter, city_map, link, "missing" if link in free else "there")
    for link in free:
        draw_link(painter, city_map, link, "preview", 0)
    for text in (_ORANGE_PATH[0], _ORANGE_PATH[-1]):
        draw_sign(painter, city_map, text, "orange", contents)


def _draw_pair(painter: Painter, box: Box) -> None:
    """Draw a piece of white track between two orange socks."""
    (x, y), assets = box.centre, painter.assets
    painter.blit(swatch(assets, 0, 40.0), x, y, "center")
    for dx in (-36, 36):
        painter.blit(city_sock(assets, "orange", 44.0, flip=dx > 0), x + dx, y, "center")


def _draw_two(painter: Painter, box: Box) -> None:
    """Draw two pieces of white track."""
    for dx in (-26, 26):
        painter.blit(swatch(painter.assets, 0, 46.0), box.centre[0] + dx, box.centre[1], "center")


def _draw_printed(painter: Painter, box: Box) -> None:
    """Draw a link of printed track in the middle of the box."""
    painter.blit(printed_track(painter.assets, 36.0, 0), *box.centre, "center")


def _draw_theirs(painter: Painter, box: Box) -> None:
    """Draw a piece of black track, marked as refused."""
    x, y = box.centre
    painter.blit(swatch(painter.assets, 1, 46.0), x, y, "center")
    painter.blit(mark_refused(painter.assets, 0.6), x + 28, y - 12, "center")


def _draw_home(painter: Painter, box: Box) -> None:
    """Draw a sock that the second seat has joined, and a happy puppet."""
    x, y = box.centre
    painter.blit(sign(painter.assets, "violet", 30.0, 1), x - 26, y, "center")
    painter.blit(puppet(painter.assets, 1, "happy", 0, 56, PuppetOutfit(ground=False)), x + 28, y, "center")


def first_page(_options: Options) -> FirstPage:
    """Content of the first page of the rules."""
    return FirstPage(
        _("most points win"),
        30,
        _whole_city,
        (
            RuleLine(_("Join a pair with track."), _draw_pair, (254, 34), 4),
            RuleLine(_("Two pieces every turn."), _draw_two, (424, 368), 3),
            RuleLine(_("Printed track helps everyone."), _draw_printed, (136, 232), 1),
            RuleLine(_("Never lay track on your opponent's."), _draw_theirs, (192, 150), 3),
            RuleLine(_("First to join a pair scores."), _draw_home, (76, 348), 4),
        ),
    )

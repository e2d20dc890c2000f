"""Pictures for the rules of Socks in the City: small corners of a city on which one thing is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from game.core.hexgrid import Cell
from game.games.city.rules.board import board_of
from game.games.city.rules.tiles import Placed
from game.games.city.screen.art_map import STYLES
from game.games.city.screen.art_socks import sign
from game.games.city.screen.ground import City, MapProjection
from game.games.city.screen.night_map import MapContents, draw_city, draw_laid, draw_link
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter

_SIZE = 27
_TILES = (
    Placed(3, 0, (4, 4)), Placed(0, 0, (6, 4)), Placed(1, 0, (8, 4)), Placed(4, 0, (10, 4)),
    Placed(2, 0, (3, 6)), Placed(4, 0, (5, 6)), Placed(0, 0, (7, 6)), Placed(1, 0, (9, 6)),
)  # fmt: skip
_TALL = 1.5 * _SIZE * 3 + 2 * _SIZE + 40
_WHITE = ((3, 7), (4, 6), (5, 5), (6, 5), (7, 4), (8, 4), (9, 4))
_PAIR = {(3, 7): "red", (9, 4): "red", (5, 7): "green", (10, 5): "violet"}


def _city(box: Box) -> tuple[City, MapProjection]:
    """Eight tiles in the middle of a box."""
    city = City.on(board_of(_TILES))
    flat = MapProjection(box, _SIZE, 0, 0)
    points = [flat.point(cell) for cell in city.cells]
    x = box.centre[0] - (min(x for x, _y in points) + max(x for x, _y in points)) / 2
    y = box.centre[1] - (min(y for _x, y in points) + max(y for _x, y in points)) / 2
    return city, MapProjection(box.grown(100), _SIZE, x, y)


def _links(city: City, way: Sequence[Cell]) -> list[tuple[str, str]]:
    """The links between the cells of a way that are not printed."""
    texts = [city.at[cell].text for cell in way]
    links = [link for one, other in pairwise(texts) if (link := city.link(one, other)) is not None]
    return [link for link in links if link not in city.printed]


def _draw(
    painter: Painter,
    box: Box,
    white: Sequence[Cell] = (),
    black: Sequence[Cell] = (),
    socks: Mapping[Cell, str] | None = None,
    home: str = "",
    *,
    focus: str = "",
) -> tuple[City, MapProjection]:
    city, ground = _city(box)
    draw_city(painter, ground, city, STYLES["city"])
    way = tuple(city.at[cell].text for cell in white) if home else ()
    laid = MapContents(
        (tuple(_links(city, white)), tuple(_links(city, black))),
        tuple((city.at[cell].text, colour) for cell, colour in (socks or {}).items()),
        owners=((home, 0),) if home else (),
        ways=(way,) if way else (),
        focus=focus,
    )
    draw_laid(painter, ground, city, laid)
    return city, ground


def city(painter: Painter, box: Box) -> None:
    """Tiles of four stations, two of them joined by printed track."""
    _draw(painter, box)


def joined(painter: Painter, box: Box) -> None:
    """A pair that white has brought together over own and printed track."""
    _draw(painter, box, _WHITE, ((6, 7), (7, 7), (8, 6)), _PAIR, home="red")


def blocked(painter: Painter, box: Box) -> None:
    """A way that ends at a sock of another colour."""
    socks = {**_PAIR, (6, 5): "blue"}
    town, ground = _draw(painter, box, _WHITE, (), socks, focus="red")
    for link in _links(town, ((5, 5), (6, 5), (7, 4))):
        draw_link(painter, ground, town, link, "refused")
    painter.blit(sign(painter.assets, "blue", _SIZE), *ground.point((6, 5)), "center")


PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "city": (_TALL, city),
    "joined": (_TALL, joined),
    "blocked": (_TALL, blocked),
}
"""The height and the drawing of every picture that ``rules.md`` names."""

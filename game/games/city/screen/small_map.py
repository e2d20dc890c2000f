"""A city as a small picture, for the lobby."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.game import Layout
from game.core.hexgrid import from_offset, offset, tiled_middle
from game.games.city.rules.board import read_board
from game.games.city.screen.art_map import NIGHT, STYLES, hexagon
from game.ui.art.layers import draw
from game.ui.art.palette import GOLD, WOOL, mix
from game.ui.art.svg import circle, group, path, rect
from game.ui.kit.assets import Assets, drawn

_WIDE, _HIGH, _SIDE = 1.7320508, 2.0, 1.0
"""Of a hexagon of radius 1."""
_ANY: Final = tuple(
    from_offset(column, row) for column, row in ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2))
)
"""A handful of hexagons, for a city that is another one every time."""


def small_map(assets: Assets, layout: Layout | None, w: float, h: float) -> pygame.Surface:
    """The city of a layout within w x h units; `None` for one that is made anew for every match."""
    if layout is None:
        return _map(assets, "", "city", w, h)
    return _map(assets, layout.get("board"), layout.get("look", "city"), w, h)


@drawn
def _map(assets: Assets, text: str, look: str, w: float, h: float) -> pygame.Surface:
    style = STYLES.get(look, STYLES["city"])
    board = read_board(text) if text else None
    cells = board.cells if board is not None else _ANY
    vacant = board.vacant if board is not None else ()
    places = {cell: tiled_middle(*offset(cell), _WIDE, _HIGH, _SIDE) for cell in (*cells, *vacant)}
    left, right = min(x for x, _y in places.values()) - 1, max(x for x, _y in places.values()) + 1
    top, bottom = min(y for _x, y in places.values()) - 1.1, max(y for _x, y in places.values()) + 1.1
    size = min((w - 4) / (right - left), (h - 2) / (bottom - top))
    body = rect(0, 0, w, h, 10, fill=style.sky[1]) if board is not None else rect(0, 0, w, h, 10, fill=NIGHT)
    for number, (cell, (x, y)) in enumerate(places.items()):
        across, down = x - (left + right) / 2, y - (top + bottom) / 2
        at = f"translate({w / 2 + across * size:.2f} {h / 2 + down * size:.2f})"
        free = cell in vacant
        fill = (
            _VACANT.get(style.vacant[0], "#2F5A4A") if free else mix(style.fabrics[number * 7 % 4], WOOL, 0.3)
        )
        drawing = path(hexagon(size * 0.98), fill, stroke=NIGHT, stroke_width=max(0.6, size * 0.12))
        # Of a whole city a light would be smaller than a pixel.
        body += group(drawing + ("" if board is not None else circle(0, 0, size * 0.3, GOLD)), at)
    return draw(assets, body, w, h)


_VACANT: Final = {
    "park": "#4FB061", "garden": "#7CC45C", "lake": "#3FA0F0", "river": "#3FA0F0",
    "harbour": "#2E93CC", "square": "#E0B86A", "hill": "#8CB45C",
}  # fmt: skip
"""The colour of each kind of vacant place."""

"""A pitch as a small picture, for the lobby."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.game import Layout
from game.games.socker.rules.pitch import FIRST_SCORES, OUT, SECOND_SCORES, STANDARD
from game.ui.art.layers import draw
from game.ui.art.palette import INK, WOOL
from game.ui.art.patterns import SEATS
from game.ui.art.svg import circle, rect
from game.ui.kit.assets import Assets, drawn

_FILLS: Final = {FIRST_SCORES: SEATS[0].colour, SECOND_SCORES: SEATS[1].colour, OUT: "#C9B48F"}
_FIELD: Final = "#5F9C63", "#6BA86F"


def small_pitch(assets: Assets, layout: Layout | None, w: float, h: float) -> pygame.Surface:
    """The pitch of a layout, `None` for the standard one, lying on its side within w x h units."""
    return _pitch(assets, STANDARD if layout is None else layout.get("cells"), w, h)


@drawn
def _pitch(assets: Assets, cells: str, w: float, h: float) -> pygame.Surface:
    rows = cells.split("/")
    # On its side, as it lies on a wide screen.
    wide, high = len(rows), len(rows[0])
    cell = min((w - 8) / wide, (h - 8) / high)
    left, top = (w - cell * wide) / 2, (h - cell * high) / 2
    body = rect(left - 3, top - 3, cell * wide + 6, cell * high + 6, 5, fill=INK)
    for x, row in enumerate(reversed(rows)):
        for y, symbol in enumerate(row):
            fill = _FILLS.get(symbol, _FIELD[(x + y) % 2])
            body += rect(left + x * cell, top + y * cell, cell + 0.3, cell + 0.3, 0, fill=fill)
    body += circle(w / 2, h / 2, cell * 0.45, WOOL, stroke=INK, stroke_width=1.6)
    return draw(assets, body, w, h)

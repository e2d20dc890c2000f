"""Background of a card table: a wall, the far edge of a round table with its felt, and the wooden front."""

from __future__ import annotations

import pygame

from game.ui.art.fabric import wood_front
from game.ui.art.layers import INK, WOOD, WOOD_DARK, WOOL, mix, rasterize_units
from game.ui.art.rooms import wall
from game.ui.art.svg import lin, line, oval, path, seam
from game.ui.core.assets import Assets, cached_background

DENIM = "#3F6C8C"


@cached_background
def card_room(assets: Assets, w: float, h: float, bottom: float, theme: str) -> pygame.Surface:
    """Cached room of w x h units for games without one; its wooden front begins at y = ``bottom``.

    The table begins where the plates of the other seats end; a game may draw on the wall above it.
    """
    image = wall(assets, w, h, theme, 0).copy()
    felt = {"dark": mix(DENIM, "#0C1024", 0.5), "contrast": mix(DENIM, "#FFFFFF", 0.72)}.get(theme, DENIM)
    cx, cy, rx, ry = w / 2, bottom * 0.84, w * 0.6, bottom * 0.47
    body = path(oval(cx, cy + 14, rx, ry), WOOD_DARK, stroke=INK, stroke_width=5)
    body += lin("rim", (0, cy - ry, 0, cy), (0, "#D39A62"), (1, WOOD))
    body += path(oval(cx, cy, rx, ry), "url(#rim)", stroke=INK, stroke_width=4)
    body += lin("felt", (0, cy - ry, 0, bottom), (0, mix(felt, INK, 0.22)), (1, mix(felt, WOOL, 0.08)))
    body += path(oval(cx, cy, rx - 34, ry - 24), "url(#felt)", stroke=mix(felt, INK, 0.5), stroke_width=3)
    body += line(seam(oval(cx, cy, rx - 46, ry - 33), 10, 8), mix(felt, WOOL, 0.55), 2.6)
    image.blit(rasterize_units(assets, body, w, h), (0, 0))
    image.blit(wood_front(assets, w, h - bottom), (0, round((bottom - 24) * assets.scale)))
    return image

"""A hall of many tables, as it is drawn: the room, a table, and what people sit on.

A game may have its own (`GameInfo.hall`); any other has plain tables in the room of its lobby.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pygame

from game.ui.art.fabric import wood_front
from game.ui.art.layers import blurred, draw
from game.ui.art.lobbies import lobby_room
from game.ui.art.palette import GOLD, INK, STITCH, WOOD_DARK
from game.ui.art.svg import circle, lin, line, oval, path, rad, rect, seam, star
from game.ui.core.assets import Assets, drawn, painted
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

TABLE: Final = (660.0, 270.0)
"""Size of a table's picture in units at size 1; the middle of its top lies 110 units below the upper edge."""
TABLE_TOP: Final = 110.0

ChairBox = tuple[float, float, float]
"""Width and height of a chair at scale 1, and how far from its top the seat is; it stands on its foot."""


@dataclass(frozen=True, slots=True)
class HallArt:
    """How the hall of a game looks."""

    room: Callable[[Assets, float, float, float, str], pygame.Surface]
    """The room for a canvas of so many units, from the height of the wooden front, in a theme."""
    rug: Callable[[Assets, float, float, str], pygame.Surface] | None
    """What lies under a table, so large, in a theme."""
    table: Callable[[Assets, float], pygame.Surface]
    """A table so many times as large as `TABLE`."""
    chairs: tuple[ChairBox, ...] = ()
    """The chairs by rank; none where people stand around the table."""
    chair: Callable[[Assets, int, float, str], pygame.Surface] | None = None
    """The part of a chair that lies `back` of whoever sits in it, or in `front`, at a scale."""
    sign: Callable[[Assets, int, float], pygame.Surface] | None = None
    """A whole chair, so high, as a sign of its rank."""
    felt: Callable[[Painter, Box, tuple[str, ...]], None] | None = None
    """Draws what lies open on a table into a box in its middle."""


def plain_hall(emblem: str) -> HallArt:
    """The hall of a game that has none of its own; ``emblem`` is its big sock."""

    def room(assets: Assets, w: float, h: float, bottom: float, theme: str) -> pygame.Surface:
        return plain_room(assets, w, h, bottom, emblem, theme)

    return HallArt(room, None, plain_table)


@painted
def plain_room(
    assets: Assets, w: float, h: float, bottom: float, emblem: str, theme: str = "linen"
) -> pygame.Surface:
    """The room of a lobby, out of focus; a wooden front fills it from `bottom` down."""
    whole = lobby_room(assets, w, bottom + 60, emblem, w, theme)
    if theme == "contrast":
        whole = whole.copy()
        whole.fill((150, 150, 150), special_flags=pygame.BLEND_RGB_ADD)
    else:
        whole = pygame.transform.gaussian_blur(whole, max(1, round(2.2 * assets.scale)))
    canvas = pygame.Surface((assets.px(w), assets.px(h)))
    canvas.blit(whole, (0, 0))
    stops = (0, INK, 0), (0.6, INK, 0.06), (1, INK, 0.34)
    dusk = rad("dusk", (w / 2, bottom * 0.51, max(w, bottom) * 0.63), *stops)
    canvas.blit(draw(assets, dusk + rect(0, 0, w, h, 0, fill="url(#dusk)"), w, h), (0, 0))
    canvas.blit(wood_front(assets, w, h - bottom), (0, round((bottom - 24) * assets.scale)))
    return canvas


@drawn
def plain_table(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """A round table with its felt, with its shadow on the floor."""
    w, h = TABLE
    box = (0.0, 0.0, w, h)
    under = f'<ellipse cx="330" cy="212" rx="300" ry="44" fill="{INK}" fill-opacity=".5"/>'
    whole = blurred(draw(assets, under, w * size, h * size, box), 8 * assets.scale * size, INK)
    edge: dict[str, Any] = {"stroke": INK, "stroke_width": 4, "stroke_linejoin": "round"}
    body = path("M125 150 L135 216 H165 L171 150Z M489 150 L495 216 H525 L535 150Z", WOOD_DARK, **edge)
    body += lin("top", (0, 30, 0, 200), (0, "#D39A62"), (0.5, "#BE8450"), (1, "#A46C3A"))
    body += path("M40 110 V132 A290 88 0 0 0 620 132 V110Z", WOOD_DARK, **edge)
    body += line("M48 140 A290 88 0 0 0 612 140", "#5E3819", 3, stroke_opacity=0.5)
    body += f'<ellipse cx="330" cy="110" rx="290" ry="88" fill="url(#top)" stroke="{INK}" stroke-width="4"/>'
    body += line("M85 84 C180 50 260 40 345 40", "#F0C896", 5, stroke_opacity=0.7)
    body += lin("felt", (0, 48, 0, 176), (0, "#275045"), (1, "#37705F"))
    body += (
        '<ellipse cx="330" cy="112" rx="222" ry="64" fill="url(#felt)" stroke="#1E3F37" stroke-width="3"/>'
    )
    body += line(seam(oval(330, 112, 212, 58), 9, 7), STITCH, 2.5)
    whole.blit(draw(assets, body, w * size, h * size, box), (0, 0))
    return whole


@drawn
def place_star(assets: Assets, size: float = 31.0) -> pygame.Surface:
    """The golden star on which the place of somebody stands who is out."""
    body = path(
        star(20, 20, 17.5, points=9, waist=0.8),
        GOLD, stroke=INK, stroke_width=2.6, stroke_linejoin="round",
    )  # fmt: skip
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def spotlight(assets: Assets, w: float, h: float) -> pygame.Surface:
    """The soft light on a table of which there are news."""
    stops = (0, "#FFF0B0", 0.95), (0.5, "#FFF0B0", 0.43), (1, "#FFF0B0", 0)
    body = rad("glow", (100, 100, 100), *stops) + circle(100, 100, 100, "url(#glow)")
    return draw(assets, body, w, h, (0, 0, 200, 200))

"""Drawings of a hall of tables.

A game may have its own hall (the component ``classroom_art``); others have plain tables in the room of their
lobby (`plain_hall`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.fabric import wood_front
from game.ui.art.layers import GOLD, INK, rasterize_units
from game.ui.art.rooms import lobby_room, plain_table
from game.ui.art.svg import circle, path, rad, rect, star
from game.ui.core.assets import Assets, cached_background, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

DONE_TAG: Final = ("#237048", "#FFFFFF")  # tag of something finished: background and ink
QUIET_TAG_COLOUR: Final = "#DCEBFB"  # background of a tag for something possible or imminent
ChairBox = tuple[float, float, float]
"""Width and height of a chair at scale 1, and the distance from its top to the seat."""


@dataclass(frozen=True, slots=True)
class ClassroomArt:
    """Drawings of the hall of a game."""

    room: Callable[[Assets, float, float, float, str], pygame.Surface]
    """Draws the room: canvas width and height, y of the wooden front (units), theme name."""
    rug: Callable[[Assets, float, float, str], pygame.Surface] | None
    """Draws the rug under a table: width and height in units, theme name. None for no rug."""
    table: Callable[[Assets, float], pygame.Surface]
    """Draws a table, scaled relative to `game.ui.art.rooms.TABLE_SIZE`."""
    chairs: tuple[ChairBox, ...] = ()
    """Chairs by rank; empty if players stand around the table."""
    chair: Callable[[Assets, int, float, str], pygame.Surface] | None = None
    """Draws the part of a chair behind ("back") or in front of its sitter ("front"): rank, scale, part."""
    sign: Callable[[Assets, int, float], pygame.Surface] | None = None
    """Draws a whole chair as a sign of its rank: rank and height in units."""
    felt: Callable[[Painter, Box, tuple[str, ...]], None] | None = None
    """Draws the public cards or pieces of a table into a box in its middle."""


def plain_hall(name: str) -> ClassroomArt:
    """Hall of a game without custom drawings, in the room ``name``."""

    def room(assets: Assets, w: float, h: float, bottom: float, theme: str) -> pygame.Surface:
        """Room with a wooden front from ``bottom`` down."""
        return plain_room(assets, w, h, bottom, name, theme)

    return ClassroomArt(room, None, plain_table)


@cached_background
def plain_room(assets: Assets, w: float, h: float, bottom: float, name: str, theme: str) -> pygame.Surface:
    """Room of a lobby, w x h units, blurred (or pale in high contrast), wooden front from ``bottom`` down."""
    whole = lobby_room(assets, w, bottom + 60, name, w, theme)
    if theme == "contrast":
        whole = whole.copy()
        whole.fill((150, 150, 150), special_flags=pygame.BLEND_RGB_ADD)
    else:
        whole = pygame.transform.gaussian_blur(whole, max(1, round(2.2 * assets.scale)))
    canvas = pygame.Surface((assets.px(w), assets.px(h)))
    canvas.blit(whole, (0, 0))
    stops = (0, INK, 0), (0.6, INK, 0.06), (1, INK, 0.34)
    dusk = rad("dusk", (w / 2, bottom * 0.51, max(w, bottom) * 0.63), *stops)
    canvas.blit(rasterize_units(assets, dusk + rect(0, 0, w, h, 0, fill="url(#dusk)"), w, h), (0, 0))
    canvas.blit(wood_front(assets, w, h - bottom), (0, round((bottom - 24) * assets.scale)))
    return canvas


@cached_drawing
def place_star(assets: Assets, size: float) -> pygame.Surface:
    """Golden star of ``size`` units for the place of a player who has finished."""
    body = path(
        star(20, 20, 17.5, points=9, waist=0.8),
        GOLD, stroke=INK, stroke_width=2.6, stroke_linejoin="round",
    )  # fmt: skip
    return rasterize_units(assets, body, size, size, (0, 0, 40, 40))


@cached_drawing
def spotlight(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Soft elliptic light of w x h units on a table with news."""
    stops = (0, "#FFF0B0", 0.95), (0.5, "#FFF0B0", 0.43), (1, "#FFF0B0", 0)
    body = rad("glow", (100, 100, 100), *stops) + circle(100, 100, 100, "url(#glow)")
    return rasterize_units(assets, body, w, h, (0, 0, 200, 200))

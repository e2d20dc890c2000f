"""What a phone needs to find the table: a QR code, and the letters of the room on little knitted tiles."""

from __future__ import annotations

import pygame

from game.ui.art.layers import draw
from game.ui.art.letters import centred
from game.ui.art.palette import INK, WOOL
from game.ui.art.patterns import SEATS
from game.ui.art.svg import line, rect, rounded, seam
from game.ui.core.assets import Assets, drawn

QUIET = 4
"""Modules that are left white on each side."""


@drawn
def qr_code(assets: Assets, rows: tuple[str, ...], size: float) -> pygame.Surface:
    """A QR code on white with its quiet zone, about `size` units; every module is the same whole pixels.

    The quiet zone is of four modules, as its standard wants, since what is around may be dark.

    Args:
        assets: the scale.
        rows: a text of 0 and 1 for each row of modules.
        size: how large it may be, the quiet zone included.
    """
    count = len(rows) + 2 * QUIET
    module = max(1, int(assets.px(size) / count))
    surface = pygame.Surface((module * count, module * count), pygame.SRCALPHA)
    surface.fill("#FFFFFF")
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark == "1":
                surface.fill(INK, ((x + QUIET) * module, (y + QUIET) * module, module, module))
    return surface


@drawn
def letter_tile(assets: Assets, letter: str, seat: int, height: float = 42) -> pygame.Surface:
    """A letter on a patch in a seat's colour."""
    body = rect(1.5, 1.5, 26, 39, 8, fill=SEATS[seat].colour, stroke=INK, stroke_width=3)
    body += line(seam(rounded(5, 5, 19, 32, 5), 5, 4), WOOL, 1.8, stroke_opacity=0.75)
    tile = draw(assets, body, height * 29 / 42, height, (0, 0, 29, 42))
    centred(assets, tile, letter, height * 0.56, WOOL, height * 0.5)
    return tile

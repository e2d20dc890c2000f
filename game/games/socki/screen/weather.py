"""The storm over SOCKI's beach: how near it is, how dark it makes the sky, and when lightning comes."""

from __future__ import annotations

import pygame

from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter

FLASH_EVERY, FLASH = (17_000.0, 11_000.0, 7000.0, 4500.0), (0.5, 1.0, 0.7, 0.35)
"""Lightning: once in so many ms, the nearer the storm the sooner, and how bright its frames are, 180 ms each:
it swells and fades."""
FLASH_MS = 180.0
DARKER = 42
"""How much darker the sky grows with every step that the storm comes nearer, of 255."""
LEFT = (0.6, 0.35, 0.12)
"""With which shares of the draw pile left it does."""


def nearness(stock: int, full: int) -> int:
    """How near the storm is when so many cards are left of a draw pile that was so large: 0 for far out."""
    return sum(stock <= full * share for share in LEFT)


def flash(near: int, now: float) -> int:
    """Which frame of a lightning is on, -1 for none."""
    since = now % FLASH_EVERY[near]
    return int(since // FLASH_MS) if now and since < FLASH_MS * len(FLASH) else -1


def darken(painter: Painter, sky: Box, near: int) -> None:
    """The sky of a storm that is so near."""
    if near:
        dim = 255 - DARKER * near
        colour = dim, dim, min(255, dim + 8)
        painter.surface.fill(colour, painter.view.rect(sky), special_flags=pygame.BLEND_RGB_MULT)

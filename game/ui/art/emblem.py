"""The picture of the game: on the home screen of a phone, in the menu of a desktop, in the window's bar."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pygame

from game.ui.art.fabric import ROOM, panel
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.assets import Assets

SIZE = 192
"""Pixels; browsers make it smaller as they like."""


_ROUND = 40
"""The corners, of 192 pixels, where a desktop shows it as it is; phones cut it by themselves."""


@cache
def emblem() -> bytes:
    """A puppet that looks out of a drawer, as PNG."""
    written = BytesIO()
    pygame.image.save(picture(SIZE), written, "emblem.png")
    return written.getvalue()


def picture(size: int) -> pygame.Surface:
    """The same, so many pixels wide and high."""
    scale = size / SIZE
    assets = Assets(scale)
    whole = pygame.Surface((size, size))
    whole.fill("#5A4B8A")
    body = puppet(assets, 0, "happy", 0, 190, Dress(rim=6.0, ground=False))
    foot = round((SIZE + 4 + puppet_foot(190)) * scale)
    whole.blit(body, body.get_rect(midbottom=(round((SIZE // 2 - 6) * scale), foot)))
    drawer = panel(assets, SIZE + 20, 60)
    whole.blit(drawer, (round((-10 - ROOM) * scale), round((SIZE - 44 - ROOM) * scale)))
    return whole


def rounded(size: int) -> pygame.Surface:
    """The same with round corners, beyond which nothing is."""
    # Drawn larger: SDL draws edges without steps in between.
    fine = picture(4 * size).convert_alpha()
    mask = pygame.Surface(fine.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=round(_ROUND * 4 * size / SIZE))
    fine.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(fine, (size, size))

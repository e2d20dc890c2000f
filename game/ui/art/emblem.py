"""The picture of the game on the home screen of a phone."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pygame

from game.ui.art.fabric import ROOM, panel
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.kit.assets import Assets

SIZE = 192
"""Pixels; browsers make it smaller as they like."""


@cache
def emblem() -> bytes:
    """A puppet that looks out of a drawer, as PNG."""
    assets = Assets(1.0)
    picture = pygame.Surface((SIZE, SIZE))
    picture.fill("#5A4B8A")
    body = puppet(assets, 0, "happy", 0, 190, Dress(rim=6.0, ground=False))
    place = body.get_rect(midbottom=(SIZE // 2 - 6, SIZE + 4 + round(puppet_foot(190))))
    picture.blit(body, place)
    drawer = panel(assets, SIZE + 20, 60)
    picture.blit(drawer, (-10 - ROOM, SIZE - 44 - ROOM))
    written = BytesIO()
    pygame.image.save(picture, written, "emblem.png")
    return written.getvalue()

"""Pictures of a Boss who falls: the throne from near, a puppet head over heels, and a crown."""

from __future__ import annotations

from typing import Final

import pygame

from game.games.sociable.screen.office_layout import BOSS, chair_part
from game.ui.art.layers import WOOL, padded, rasterize_units, rim, stack_layers, turned
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import MARGIN, PuppetFrame, PuppetOutfit, puppet_size, sock_figure
from game.ui.art.svg import drawing
from game.ui.core.assets import Assets, cached_drawing

THRONE_SCALE: Final = 1.35  # scale of the throne


def throne(assets: Assets, part: str) -> pygame.Surface:
    """Throne's `back` part, behind its puppet, or its `front` part, at scale `THRONE_SCALE`."""
    return chair_part(assets, BOSS, THRONE_SCALE, part)


@cached_drawing
def _thrown_puppet(assets: Assets, seat: int, height: float, wears: str, *, dizzy: bool) -> pygame.Surface:
    """Upright puppet of look ``seat`` with a rim and margin; face of one thrown or, if ``dizzy``, landed."""
    pose = PuppetFrame("gape", brows="up", lean=-6, glance=(0.8, 0.2))
    if dizzy:
        pose = PuppetFrame("dizzy", brows="up", lean=5, stretch=0.9, glance=(-0.6, -0.6))
    w, h = (assets.px(side - 2 * MARGIN) for side in puppet_size(height))
    figure = sock_figure(SEAT_LOOKS[seat], pose, (0.6, 0.2), (w, h), dress=PuppetOutfit(wears, ground=False))
    figure = padded(figure, assets.px(MARGIN))
    return stack_layers(figure.get_size(), (rim(figure, 3.5 * assets.scale, WOOL), figure))


@cached_drawing
def tumbling(assets: Assets, seat: int, height: float, wears: str, degrees: int) -> pygame.Surface:
    """Return a puppet of look ``seat``, turned clockwise around its middle; dizzy from 180 degrees on."""
    upright = _thrown_puppet(assets, seat, height, wears, dizzy=degrees >= 180)
    return turned(pygame.transform.smoothscale_by(upright, 2), -degrees)


@cached_drawing
def crown(assets: Assets, height: float, degrees: int = 0) -> pygame.Surface:
    """Return the crown for a puppet ``height`` units high, turned clockwise by ``degrees``."""
    u = height / 250 * 2
    image = rasterize_units(assets, drawing("court").layer("crown"), 130 * u, 130 * u, (10, -54, 130, 130))
    return turned(stack_layers(image.get_size(), (rim(image, 6 * assets.scale, WOOL), image)), -degrees)

"""Drawings of the screen on which a match is shared: a knitted picture frame, and icons on patches."""

from __future__ import annotations

import pygame

from game.ui.art.fabric import SHADOW_MARGIN
from game.ui.art.icons import icon
from game.ui.art.layers import INK, WOOL, clip, rasterize_units, with_shadow
from game.ui.art.patterns import swatch
from game.ui.art.svg import circle, line, rect, rounded_rect_path, seam
from game.ui.core.assets import Assets, cached_drawing


@cached_drawing
def knitted_frame(assets: Assets, w: float, h: float, looks: tuple[int, ...], broad: float) -> pygame.Surface:
    """Frame of w x h units plus SHADOW_MARGIN on every side, in the knitting of each seat, dark inside."""
    room = SHADOW_MARGIN
    box = (-room, -room, w + 2 * room, h + 2 * room)
    size = box[2], box[3], box
    wide = w / max(1, len(looks))
    knitted = rasterize_units(assets, "", *size)
    for number, look in enumerate(looks or (0,)):
        x = assets.px(room + number * wide)
        knitted.blit(swatch(assets, look, wide, h, size=0.8), (x, assets.px(room)))
    clip(knitted, rasterize_units(assets, rect(2, 2, w - 4, h - 4, 16, fill="#FFFFFF"), *size))
    edge = rect(2, 2, w - 4, h - 4, 16, fill="none", stroke=INK, stroke_width=4)
    inner = w - 2 * broad, h - 2 * broad
    edge += rect(broad - 2, broad - 2, inner[0] + 4, inner[1] + 4, 6, fill=INK)
    knitted.blit(rasterize_units(assets, edge, *size), (0, 0))
    return with_shadow(assets, knitted, (0, 8), 9, 140)


@cached_drawing
def icon_patch(assets: Assets, name: str, seat: int, size: float) -> pygame.Surface:
    """Icon on a disc of wool on a patch of a seat's knitting, ``size`` units square."""
    whole = swatch(assets, seat, size, size, 10, 0.6).copy()
    edge = rect(1.5, 1.5, size - 3, size - 3, 10, fill="none", stroke=INK, stroke_width=3)
    edge += line(seam(rounded_rect_path(5, 5, size - 10, size - 10, 7), 6, 5), WOOL, 1.8, stroke_opacity=0.8)
    edge += circle(size / 2, size / 2, size * 0.36, WOOL, stroke=INK, stroke_width=3)
    whole.blit(rasterize_units(assets, edge, size, size), (0, 0))
    image = icon(assets, name, size * 0.5)
    whole.blit(image, image.get_rect(center=whole.get_rect().center))
    return whole

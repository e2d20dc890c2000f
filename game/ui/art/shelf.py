"""Drawings of a shelf: its back and its boards."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.daily import LININGS
from game.ui.art.fabric import SHADOW_MARGIN, grain
from game.ui.art.layers import INK, clip, inner_shade, rasterize_units, with_shadow
from game.ui.art.svg import lin, line, rect
from game.ui.core.assets import Assets, cached_drawing

BOARD_HEIGHT: Final = 16.0  # height of a board, in units


@cached_drawing
def cabinet(assets: Assets, w: float, h: float, theme: str = "linen") -> pygame.Surface:
    """Back of a shelf of w x h units plus SHADOW_MARGIN on every side, darker along its edges."""
    room, lining = SHADOW_MARGIN, LININGS.get(theme, LININGS["linen"])
    box = (-room, -room, w + 2 * room, h + 2 * room)
    size = box[2], box[3], box
    body = lin("back", (0, 0, 0, h), (0, lining.weave), (0.25, lining.cloth), (1, lining.cloth))
    body += rect(1.5, 1.5, w - 3, h - 3, 16, fill="url(#back)", stroke=INK, stroke_width=3)
    whole = with_shadow(assets, rasterize_units(assets, body, *size), (0, 5), 7, 105)
    mask = rasterize_units(assets, rect(3, 3, w - 6, h - 6, 14, fill="#FFFFFF"), *size)
    if lining.shade:
        whole.blit(inner_shade(mask, 7 * assets.scale, (0, 6 * assets.scale), lining.shade // 2), (0, 0))
    edge = rect(1.5, 1.5, w - 3, h - 3, 16, fill="none", stroke=INK, stroke_width=3)
    whole.blit(rasterize_units(assets, edge, *size), (0, 0))
    return whole


@cached_drawing
def shelf_board(assets: Assets, w: float) -> pygame.Surface:
    """Wooden board, w x BOARD units, with 8 more units below for its shadow."""
    body = lin("board", (0, 0, 0, BOARD_HEIGHT), (0, "#C08650"), (0.3, "#A8713F"), (1, "#7A4B2A"))
    body += rect(1.5, 1.5, w - 3, BOARD_HEIGHT - 3, 4, fill="url(#board)", stroke=INK, stroke_width=3)
    body += line(f"M8 4.6 H{w - 8}", "#E6B983", 2, stroke_opacity=0.8)
    whole = with_shadow(assets, rasterize_units(assets, body, w, BOARD_HEIGHT + 8), (0, 4), 3, 90)
    mask = rasterize_units(
        assets, rect(3, 3, w - 6, BOARD_HEIGHT - 6, 3, fill="#FFFFFF"), w, BOARD_HEIGHT + 8
    )
    whole.blit(
        clip(rasterize_units(assets, grain(w, 6, BOARD_HEIGHT - 2, 4, 5), w, BOARD_HEIGHT + 8), mask), (0, 0)
    )
    return whole

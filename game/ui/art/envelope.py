"""Drawings of a sealed promise: an airmail envelope and its wax seal."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.fabric import SHADOW_MARGIN
from game.ui.art.layers import INK, art, clip, padded, rasterize_units, with_shadow
from game.ui.art.svg import knit, lin, line, path, rect, seam
from game.ui.core.assets import Assets, cached_drawing

AIRMAIL_EDGE: Final = 20.0  # width of the striped edge, in units
FLAP_SHARE: Final = 0.44  # depth of the flap, in heights of the envelope
_RED, _BLUE = "#D9482B", "#3E8EDE"


@cached_drawing
def envelope(assets: Assets, w: float, h: float, *, flap: bool = True, torn: bool = False) -> pygame.Surface:
    """Back of an airmail envelope of w x h units plus SHADOW_MARGIN on every side.

    Args:
        assets: the scale.
        w: width.
        h: height.
        flap: True to draw its closed flap, `FLAP_SHARE` deep.
        torn: True for a flap that was opened: its tip stands off the paper.
    """
    room = SHADOW_MARGIN
    box = (-room, -room, w + 2 * room, h + 2 * room)
    size = box[2], box[3], box
    body = rect(2, 2, w - 4, h - 4, 18, fill="#FFF9EC", stroke=INK, stroke_width=4)
    whole = with_shadow(assets, rasterize_units(assets, body, *size), (0, 8), 9, 140)
    stripes, x, number = "", -h, 0
    while x < w + h:
        colour = (_RED, "", _BLUE, "")[number % 4]
        if colour:
            stripes += path(f"M{x} {h} L{x + h * 0.6} 0 h26 L{x + 26} {h}Z", colour)
        x, number = x + 27, number + 1
    mask = rasterize_units(assets, rect(4, 4, w - 8, h - 8, 16, fill="#FFFFFF"), *size)
    edge = rasterize_units(assets, stripes + knit((0, 0, w, h), 9, 0.12), *size)
    whole.blit(clip(edge, mask), (0, 0))
    a = AIRMAIL_EDGE
    paper = lin("paper", (0, a, 0, h - a), (0, "#F1DFBB"), (0.4, "#F7E9CC"), (1, "#F0DDB6"))
    inside = (a, a, w - 2 * a, h - 2 * a)
    paper += rect(*inside, 10, fill="url(#paper)", stroke=INK, stroke_width=3)
    folds = f"M{a + 4} {h - a - 4} L{w * 0.36} {h * 0.5} M{w - a - 4} {h - a - 4} L{w * 0.64} {h * 0.5}"
    paper += line(folds, "#C9A673", 2.4, stroke_opacity=0.6)
    whole.blit(rasterize_units(assets, paper, *size), (0, 0))
    if flap:
        whole.blit(_flap(assets, w, h * FLAP_SHARE, box, torn=torn), (0, 0))
    return whole


def _flap(
    assets: Assets, w: float, deep: float, box: tuple[float, float, float, float], *, torn: bool
) -> pygame.Surface:
    """Flap on the canvas of its envelope."""
    tip = f"L{w / 2 + 16} {deep - 5} Q{w / 2} {deep + 4} {w / 2 - 16} {deep - 5}"
    body = lin("flap", (0, 0, 0, deep), (0, "#FBF0D8"), (0.75, "#F3E1BC"), (1, "#E9D1A0"))
    shape = f"M8 6 L{w - 8} 6 L{w - 10} 18 {tip} L10 18Z"
    body += path(shape, "url(#flap)", stroke=INK, stroke_width=4, stroke_linejoin="round")
    stitches = f"M44 17 L{w - 44} 17", f"M60 27 L{w / 2} {deep - 20}", f"M{w - 60} 27 L{w / 2} {deep - 20}"
    body += "".join(line(seam(stitch, 9, 7), "#C9A065", 2.4) for stitch in stitches)
    picture = rasterize_units(assets, body, box[2], box[3], box)
    return with_shadow(assets, picture, (0, 10 if torn else 5), 9 if torn else 6, 130)


@cached_drawing
def wax_seal(assets: Assets, size: float, *, broken: bool = False) -> pygame.Surface:
    """Red wax with a sock pressed into it, ``size`` units across plus SHADOW_MARGIN on every side.

    A ``broken`` one has two halves that have come apart.
    """
    picture = art(assets, "seal", size, size, layer="wax")
    if broken:
        halves = []
        crack = art(assets, "seal", size, size, layer="crack")
        for layer, side, turn in (("left", -1, -7), ("right", 1, 7)):
            half = clip(picture.copy(), art(assets, "seal", size, size, layer=layer))
            half.blit(crack, (0, 0))
            halves.append((pygame.transform.rotozoom(half, -turn, 1), side))
        wide = padded(pygame.Surface(picture.get_size(), pygame.SRCALPHA), assets.px(SHADOW_MARGIN))
        for half, side in halves:
            at = wide.get_rect().center
            wide.blit(half, half.get_rect(center=(at[0] + side * assets.px(9), at[1])))
        return with_shadow(assets, wide, (0, 4), 4, 130)
    return with_shadow(assets, padded(picture, assets.px(SHADOW_MARGIN)), (0, 4), 4, 130)

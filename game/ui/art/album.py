"""What hangs in the album: photos in white frames, heads in round patches, stars."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.layers import clip, draw
from game.ui.art.palette import BUTTER, GOLD, INK, STITCH, WOOL
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.svg import circle, line, path, rect, seam, star
from game.ui.core.assets import Assets, drawn

_HEAD: Final = 1.28
"""How high the puppet in a patch is, as a share of the patch."""


@drawn
def avatar(
    assets: Assets, look: int, size: float, state: str = "idle", fill: str = BUTTER, *, flip: bool = False
) -> pygame.Surface:
    """The head of a seat's puppet in a round patch of cloth, ``size`` across."""
    half, tall = size / 2, size * _HEAD
    patch = draw(assets, circle(half, half, half - 1, fill), size, size)
    figure = puppet(assets, look, state, 0, tall, Dress(ground=False, flip=flip))
    place = figure.get_rect()
    # The sole far below the patch: head and neck fill it.
    foot = size * 1.2 + puppet_foot(tall)
    place.midbottom = assets.px(half - (-0.04 if flip else 0.04) * size), assets.px(foot)
    patch.blit(figure, place)
    clip(patch, draw(assets, circle(half, half, half - 1, "#FFFFFF"), size, size))
    edge = circle(half, half, half - 1.6, "none", stroke=INK, stroke_width=3)
    patch.blit(draw(assets, edge, size, size), (0, 0))
    return patch


@drawn
def star_patch(
    assets: Assets, size: float, *, on: bool = True, ink: str = INK, off: str = WOOL
) -> pygame.Surface:
    """The star of a favourite, or its outline."""
    shape = path(
        star(20, 21, 15, waist=0.5),
        GOLD if on else off,
        stroke=ink,
        stroke_width=3.4,
        stroke_linejoin="round",
    )
    return draw(assets, shape, size, size, (0, 0, 40, 40))


def photo(assets: Assets, picture: pygame.Surface, w: float, h: float, ink: str = INK) -> pygame.Surface:
    """A picture as it fills a box with round corners and an edge; not kept, as pictures come and go."""
    whole = pygame.Surface((assets.px(w), assets.px(h)), pygame.SRCALPHA)
    (pw, ph), (wide, high) = picture.get_size(), whole.get_size()
    share = max(wide / pw, high / ph)
    cut = pygame.Rect(0, 0, min(pw, round(wide / share)), min(ph, round(high / share)))
    cut.center = pw // 2, ph // 2
    whole.blit(pygame.transform.smoothscale(picture.subsurface(cut), (wide, high)), (0, 0))
    clip(whole, draw(assets, rect(0, 0, w, h, 7, fill="#FFFFFF"), w, h))
    edge = rect(1.25, 1.25, w - 2.5, h - 2.5, 7, fill="none", stroke=ink, stroke_width=2.6)
    whole.blit(draw(assets, edge, w, h), (0, 0))
    return whole


@drawn
def blank_photo(
    assets: Assets, w: float, h: float, fill: str, ink: str = INK, *, torn: bool = False
) -> pygame.Surface:
    """A photo that is still being made, or a torn one where none can be."""
    body = rect(1.25, 1.25, w - 2.5, h - 2.5, 7, fill=fill, stroke=ink, stroke_width=2.6)
    x, y = w / 2, h / 2
    if not torn:
        body += line(seam(f"M{x - 26} {y} L{x + 26} {y}", 8, 6), STITCH, 3)
        return draw(assets, body, w, h)
    steps = zip((8, -9, 11, -8, 9, -6), (0.01, 0.2, 0.4, 0.6, 0.8, 0.99), strict=True)
    zigzag = "M" + " L".join(f"{x + dx} {h * share:.1f}" for dx, share in steps)
    body += line(zigzag, ink, 7, stroke_linejoin="round") + line(zigzag, WOOL, 3, stroke_linejoin="round")
    for place in (0.3, 0.5, 0.7):
        body += line(f"M{x - 17} {h * place - 5} L{x + 17} {h * place + 5}", STITCH, 3.2)
    return draw(assets, body, w, h)

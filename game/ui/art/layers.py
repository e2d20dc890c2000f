"""Compositing of drawings in pixels: patterns inside silhouettes, rims, shadows, glows, rotated sprites.

Also the colours that all drawings share, as six-digit hex; functions take others from themes as arguments.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import pygame

from game.ui.art.svg import Box, drawing, group, rad, rect
from game.ui.core.assets import Assets, cached_drawing, rasterize_svg

INK: Final = "#2B2440"
WOOL: Final = "#FFFAF2"
LINEN: Final = "#F6EBDD"
STITCH: Final = "#D9B98C"
FELT: Final = "#2F5D50"
WOOD: Final = "#A8713F"
WOOD_DARK: Final = "#7A4B2A"
GOOD_COLOUR: Final = "#2E8B57"
WARN_COLOUR: Final = "#E0A100"
BAD_COLOUR: Final = "#C8402F"
FOCUS_COLOUR: Final = "#1B6FD0"
GREY: Final = "#4F4563"
OATMEAL: Final = "#EFE2CE"
BUTTER: Final = "#FFEFC2"
GOLD: Final = "#FFD25A"


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a hex colour, 0-255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(first: str, second: str, fraction: float) -> str:
    """Hex colour at ``fraction`` (0 to 1) of the way from the first to the second."""
    pairs = zip(channels(first), channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * fraction):02X}" for a, b in pairs)


def sheet(assets: Assets, w: float, h: float) -> pygame.Surface:
    """An empty transparent surface of w x h units."""
    return pygame.Surface((assets.px(w), assets.px(h)), pygame.SRCALPHA)


def rasterize_units(assets: Assets, body: str, w: float, h: float, box: Box | None = None) -> pygame.Surface:
    """New surface of SVG text at w x h units, uncached; for parts that are not worth caching."""
    return rasterize_svg(body, (assets.px(w), assets.px(h)), box or (0, 0, w, h))


def art(
    assets: Assets, name: str, w: float, h: float, *, layer: str = "", transform: str = "", **values: object
) -> pygame.Surface:
    """New surface of an SVG file of `drawing` at w x h units; values as for its `layer`.

    ``layer`` names layers from back to front, separated by blanks, to draw in the box of the first; empty for
    the whole file.
    """
    source, layers = drawing(name), layer.split() or [""]
    body = "".join(source.layer(part, **values) for part in layers)
    return rasterize_units(assets, group(body, transform), w, h, source.box_of(layers[0]))


def clip(picture: pygame.Surface, silhouette: pygame.Surface) -> pygame.Surface:
    """Cut a picture to a white silhouette of the same size. Changes and returns the picture."""
    picture.blit(silhouette, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def tint(surface: pygame.Surface, colour: str, alpha: int = 255) -> pygame.Surface:
    """Copy of a surface as a silhouette in one flat colour, its alpha scaled by alpha/255."""
    flat = surface.copy()
    flat.fill((0, 0, 0, alpha), special_flags=pygame.BLEND_RGBA_MULT)  # black, as the colour is added
    flat.fill((*channels(colour), 0), special_flags=pygame.BLEND_RGBA_ADD)
    return flat


def white_silhouette(surface: pygame.Surface) -> pygame.Surface:
    """Copy of a surface as a white silhouette, for `clip`."""
    flat = surface.copy()
    flat.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)  # the alpha channel stays
    return flat


def padded(surface: pygame.Surface, margin: int) -> pygame.Surface:
    """Copy of a surface with a transparent margin of ``margin`` px on every side."""
    w, h = surface.get_size()
    larger = pygame.Surface((w + 2 * margin, h + 2 * margin), pygame.SRCALPHA)
    larger.blit(surface, (margin, margin))
    return larger


def rim(surface: pygame.Surface, radius: float, colour: str) -> pygame.Surface:
    """Silhouette of a surface, grown by ``radius`` px, in one colour. The size stays, so leave a margin."""
    flat = tint(surface, colour)
    grown = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    steps = max(16, min(48, round(radius * 5)))  # a wide rim with few steps would have corners
    for step in range(steps):
        angle = step * math.tau / steps
        grown.blit(flat, (round(radius * math.cos(angle)), round(radius * math.sin(angle))))
    grown.blit(flat, (0, 0))
    return grown


def blurred(surface: pygame.Surface, radius: float, colour: str) -> pygame.Surface:
    """Silhouette of a surface in one colour, blurred by ``radius`` px.

    Large blurs are computed at a quarter of the size.
    """
    w, h = surface.get_size()
    step = 4 if radius >= 8 else 2 if radius >= 3 else 1
    small = (
        pygame.transform.smoothscale(surface, (max(1, w // step), max(1, h // step))) if step > 1 else surface
    )
    soft = pygame.transform.gaussian_blur(small, max(1, round(radius / step)))
    if step > 1:
        soft = pygame.transform.smoothscale(soft, (w, h))
    # The blur mixed in the black of empty pixels, so only its alpha is used.
    soft.fill((*channels(colour), 0), special_flags=pygame.BLEND_RGBA_MAX)
    return soft


def shadow(surface: pygame.Surface, blur: float, alpha: int) -> pygame.Surface:
    """Soft shadow of a sprite alone, blurred by ``blur`` px. The size stays, so leave a margin."""
    return blurred(tint(surface, INK, alpha), blur, INK)


def with_shadow(
    assets: Assets,
    surface: pygame.Surface,
    drop: tuple[float, float],
    blur: float,
    alpha: int,
) -> pygame.Surface:
    """Sprite with its shadow below it, in the same size; ``drop`` and ``blur`` in units.

    Does not work for translucent colours: pygame would tint them with the shadow.
    """
    whole = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    place = round(drop[0] * assets.scale), round(drop[1] * assets.scale)
    whole.blit(shadow(surface, blur * assets.scale, alpha), place)
    whole.blit(surface, (0, 0))
    return whole


def inner_shade(
    silhouette: pygame.Surface, blur: float, drop: tuple[float, float], alpha: int
) -> pygame.Surface:
    """Darkness along the inner edge of a white silhouette, a new surface of its size; all lengths in px."""
    w, h = silhouette.get_size()
    margin = round(blur * 3) + 4
    around = pygame.Surface((w + 2 * margin, h + 2 * margin), pygame.SRCALPHA)
    around.fill((*channels(INK), 255))
    hole = silhouette.copy()
    hole.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    around.blit(hole, (margin + round(drop[0]), margin + round(drop[1])), special_flags=pygame.BLEND_RGBA_SUB)
    soft = blurred(around, blur, INK)
    shade = pygame.Surface((w, h), pygame.SRCALPHA)
    shade.blit(soft, (-margin, -margin))
    clip(shade, silhouette)
    shade.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return shade


@cached_drawing
def glow(
    assets: Assets,
    reach: float,
    colour: str,
    strength: float,
    height: float = 0,
    *,
    fades: tuple[tuple[float, float], ...],
) -> pygame.Surface:
    """Light to add with BLEND_RGB_ADD, 2 ``reach`` x 2 ``height`` units (height 0: a circle).

    ``fades`` are pairs of a share of the reach and the brightness there.
    """
    tones = (
        (at, "#" + "".join(f"{int(v * k * strength):02x}" for v in channels(colour)))
        for at, k in ((0, 1), *fades)
    )
    body = rad("light", (100, 100, 100), *tones, (1, "#000000")) + rect(0, 0, 200, 200, 0, fill="url(#light)")
    return rasterize_svg(body, (assets.px(reach * 2), assets.px((height or reach) * 2)), (0, 0, 200, 200))


def stack_layers(size: tuple[int, int], parts: Iterable[pygame.Surface]) -> pygame.Surface:
    """New surface of ``size`` px with layers of that size on top of each other, the first lowest."""
    whole = pygame.Surface(size, pygame.SRCALPHA)
    whole.blits([(part, (0, 0)) for part in parts])
    return whole


def turned(double: pygame.Surface, degrees: float) -> pygame.Surface:
    """Sprite drawn at double size, rotated counter-clockwise and halved, which avoids jagged edges."""
    large = pygame.transform.rotozoom(double, degrees, 1)
    return pygame.transform.smoothscale(
        large, (max(1, large.get_width() // 2), max(1, large.get_height() // 2))
    )


def squashed(image: pygame.Surface, tall: float) -> pygame.Surface:
    """Copy of a picture with ``tall`` times its height, and the same area: wool that is pressed bulges."""
    w, h = image.get_size()
    return pygame.transform.smoothscale(image, (max(1, round(w / tall)), max(1, round(h * tall))))


def stretched(master: pygame.Surface, ends: tuple[int, int], width: int) -> pygame.Surface:
    """Copy of a picture, ``width`` px wide, stretched between its ``ends`` (px on the left and right).

    Takes a tenth of the time of drawing the picture again.
    """
    w, h = master.get_size()
    left, right = ends
    whole = pygame.Surface((width, h), pygame.SRCALPHA)
    middle = pygame.transform.smoothscale(
        master.subsurface((left, 0, w - left - right, h)), (max(1, width - left - right), h)
    )
    whole.blit(master, (0, 0), (0, 0, left, h))
    whole.blit(middle, (left, 0))
    whole.blit(master, (width - right, 0), (w - right, 0, right, h))
    return whole


def flipped(surface: pygame.Surface) -> pygame.Surface:
    """Copy of a surface mirrored left to right."""
    return pygame.transform.flip(surface, flip_x=True, flip_y=False)

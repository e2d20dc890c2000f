"""Drawings of a goal: a close-up of the carpet's end, and its weave as a net stretched by the ball.

Everything is drawn for a goal at the right and flipped for one at the left. Positions are those on a canvas
of minimum size, which is centred in a larger one.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import pygame

from game.ui.art.field import field_puppet
from game.ui.art.layers import INK, flipped, rasterize_units, tint, turned, with_shadow
from game.ui.art.pitch import RUG_ROOM, DrawnPitch, fan, floor, rug
from game.ui.art.puppets import PuppetOutfit
from game.ui.art.svg import line, rad, rect
from game.ui.core.assets import Assets, cached_background, cached_drawing, rasterize_svg
from game.ui.core.canvas import HEIGHT, WIDTH

CLOSE_UP_SCALE: Final = 1.6
_CELL: Final = (74.2, 58.6)
CLOSE_UP_CELL: Final = (
    _CELL[0] * CLOSE_UP_SCALE,
    _CELL[1] * CLOSE_UP_SCALE,
)  # size of a space in the close-up
GOAL_LINE_X: Final = 616.0  # x of the goal line
CARPET_MIDDLE_Y: Final = 402.0  # y of the middle of the carpet, where the ball goes in
CARPET_END_X: Final = GOAL_LINE_X + CLOSE_UP_CELL[0] + 16  # x of the end of the carpet, without its fringe
_NET_STEP: Final = 29.0  # distance between the lines of the net
_CLOTH_SCALE: Final = 2  # enlargement of the cloth while its rows are shifted by whole pixels
_SHADOW_ROOM: Final = 40.0  # room for the shadow at the right of the net, in units
_LIT_COLOUR: Final = "#FFF3B0"


def from_near(pitch: DrawnPitch) -> DrawnPitch:
    """Copy of the pitch with spaces of `_CELL` units, which the close-up draws at `CLOSE_UP_SCALE`."""
    return replace(pitch, cell=_CELL)


def _corner(pitch: DrawnPitch) -> tuple[float, float]:
    """Upper left corner of the picture of the carpet, in units."""
    w, h = pitch.size
    return GOAL_LINE_X - (w - _CELL[0] + RUG_ROOM) * CLOSE_UP_SCALE, CARPET_MIDDLE_Y - (
        h / 2 + RUG_ROOM
    ) * CLOSE_UP_SCALE


@cached_drawing
def near_rug(assets: Assets, pitch: DrawnPitch) -> pygame.Surface:
    """Picture of the whole carpet in the close-up."""
    return rug(Assets(assets.scale * CLOSE_UP_SCALE), pitch)


def _part(assets: Assets, pitch: DrawnPitch, begins: int, ends: int, *, flip: bool) -> pygame.Surface:
    """Part of the carpet between two pixel columns, flipped for the goal at its left."""
    whole = near_rug(assets, pitch)
    w, h = whole.get_size()
    if flip:
        return flipped(whole.subsurface((w - ends, 0, ends - begins, h)))
    return whole.subsurface((begins, 0, ends - begins, h))


@cached_background
def end_of_pitch(assets: Assets, pitch: DrawnPitch, w: float, h: float, *, flip: bool) -> pygame.Surface:
    """Picture of floor, lamplight and carpet up to the goal line, on a canvas of ``w`` x ``h`` units."""
    size = assets.px(w), assets.px(h)
    boards = floor(assets, w, h, -1)
    part = pygame.Rect(0, 0, int(size[0] / CLOSE_UP_SCALE), int(size[1] / CLOSE_UP_SCALE))
    part.bottomright = boards.get_size()
    image = pygame.transform.smoothscale(boards.subsurface(part), size)
    dx, dy = (w - WIDTH) / 2, (h - HEIGHT) / 2
    lamp = rad(
        "lamp", (930, CARPET_MIDDLE_Y, 430), (0, "#FFC860", 0.62), (0.5, "#FFB060", 0.3), (1, "#FFB060", 0)
    )
    lamp += rect(-dx, -dy, w, h, 0, fill="url(#lamp)")
    image.blit(rasterize_svg(lamp, size, (-dx, -dy, w, h)), (0, 0))
    x, y = _corner(pitch)
    at = assets.px(x + dx) if x + dx > 0 else -assets.px(-x - dx)
    top = assets.px(y + dy) if y + dy > 0 else -assets.px(-y - dy)
    image.blit(_part(assets, pitch, 0, assets.px(GOAL_LINE_X + dx) - at, flip=flip), (at, top))
    return flipped(image) if flip else image


def _edge_stretch(y: float, reach: float, ripple: float) -> float:
    """Stretch of the edge in units at height ``y``: a cone at the ball, ripples beside it."""
    near = max(0.0, 1 - abs(y - CARPET_MIDDLE_Y) / 190.0)
    cone: float = near**1.5 * (1 + 0.25 * (1 - near))
    return reach * cone + ripple * math.sin(y / 24) * (1 - cone)


@cached_drawing
def net(
    assets: Assets, pitch: DrawnPitch, h: float, reach: float, ripple: float, weave: float, *,
    lit: bool = False, flip: bool = False,
) -> pygame.Surface:  # fmt: skip
    """Picture of the carpet beyond its goal line, stretched by ``reach`` units, ``h`` units high.

    Args:
        assets: gives the scale.
        pitch: the pitch in close-up scale.
        h: height of the canvas.
        reach: distance of the cone's tip beyond the edge.
        ripple: height of the waves of the edge beside it.
        weave: opacity of the weave, 0 to 1.
        lit: True for a flash.
        flip: True for the goal at the left.
    """
    scale, dy = assets.scale * _CLOTH_SCALE, (h - HEIGHT) / 2
    x, top = _corner(pitch)
    width = near_rug(assets, pitch).get_width()
    end = _part(assets, pitch, assets.px(GOAL_LINE_X - x), width, flip=flip)
    end = pygame.transform.scale_by(end, _CLOTH_SCALE)
    inner, out = round((CARPET_END_X - GOAL_LINE_X) * scale), end.get_width()
    width = end.get_width() + round((reach + ripple + _SHADOW_ROOM) * scale)
    cloth = pygame.Surface((width - width % _CLOTH_SCALE, _CLOTH_SCALE * assets.px(h)), pygame.SRCALPHA)
    for y in range(cloth.get_height()):
        row = y - round((top + dy) * scale)
        if 0 <= row < end.get_height():
            out = round(_edge_stretch(y / scale - dy, reach, ripple) * scale)
            part = pygame.transform.smoothscale(end.subsurface((0, row, inner, 1)), (inner + out, 1))
            cloth.blit(part, (0, y))
            cloth.blit(end, (inner + out, y), (inner, row, end.get_width() - inner, 1))
    size = cloth.get_width() // _CLOTH_SCALE, cloth.get_height() // _CLOTH_SCALE
    cloth = pygame.transform.smoothscale(cloth, size)
    if lit:
        cloth.blit(tint(cloth, _LIT_COLOUR, 127), (0, 0))
    if weave:
        half = pitch.size[1] * CLOSE_UP_SCALE / 2
        d = _weave(reach, ripple, max(-dy, CARPET_MIDDLE_Y - half), min(h - dy, CARPET_MIDDLE_Y + half))
        body = line(d, INK, 5, stroke_opacity=0.5 * weave)
        body += line(d, "#FFF1D6", 2.6, stroke_opacity=0.95 * weave)
        box = (GOAL_LINE_X, -dy, size[0] / assets.scale, size[1] / assets.scale)
        cloth.blit(rasterize_svg(body, size, box), (0, 0))
    image = with_shadow(assets, cloth, (12, 20), 10, 150)
    return flipped(image) if flip else image


def _weave(reach: float, ripple: float, low: float, high: float) -> str:
    """SVG path data of the lines of the net between two heights, converging on the tip."""
    width, drawn_in = CARPET_END_X - GOAL_LINE_X - 22, min(1.0, reach / 200)

    def at(progress: float, y: float) -> str:
        """Point of the net in SVG, at ``progress`` (0 to 1) from the goal line to the edge."""
        pull = max(0.0, 1 - abs(y - CARPET_MIDDLE_Y) / 330)
        y += (CARPET_MIDDLE_Y - y) * 0.52 * progress * pull * drawn_in
        return (
            f"{GOAL_LINE_X + 12 + progress * width + _edge_stretch(y, reach, ripple) * progress:.1f} {y:.1f}"
        )

    def way(points: list[str]) -> str:
        """SVG path data of a line through points."""
        return "M" + " L".join(points)

    count = int((high - low) / _NET_STEP)
    across = [way([at(u / 13, low + n * _NET_STEP) for u in range(14)]) for n in range(1, count + 1)]
    steps = max(2, int((high - low) / 6))
    along = [
        way([at(0.12 + 0.176 * n, low + (high - low) * step / steps) for step in range(steps + 1)])
        for n in range(6)
    ]
    return " ".join(across + along)


@cached_drawing
def leaning_fan(
    assets: Assets, number: int, state: str, height: float, degrees: float, *, flip: bool
) -> pygame.Surface:
    """Picture of a spectator, rotated by ``degrees`` counter-clockwise and trimmed at top and sides."""
    # With separate assets, so that the upright picture is not cached.
    image = fan(Assets(assets.scale), number, state, 2 if state == "happy" else 0, height, flip=flip)
    return _trim_image(turned(pygame.transform.smoothscale_by(image, 2), degrees))


@cached_drawing
def near_puppet(
    assets: Assets, seat: int, state: str, frame: int, height: float, wears: str, *, flip: bool
) -> pygame.Surface:
    """Picture of a player in the close-up, trimmed at top and sides."""
    dress = PuppetOutfit(wears, 3 * CLOSE_UP_SCALE, ground=False, flip=flip)
    return _trim_image(field_puppet(Assets(assets.scale), seat, state, frame, height, dress))


def _trim_image(image: pygame.Surface) -> pygame.Surface:
    """Return the image without empty space above and at the sides. Its foot and middle stay in place."""
    bounds, (w, h) = image.get_bounding_rect(), image.get_size()
    aside = min(bounds.left, w - bounds.right)
    return image.subsurface((aside, bounds.top, w - 2 * aside, h - bounds.top)).copy()


@cached_drawing
def shade(assets: Assets, width: float) -> pygame.Surface:
    """Picture of the shadow below a standing or hopping puppet, ``width`` units wide."""
    ellipse = f'<ellipse cx="70" cy="14" rx="66" ry="13" fill="{INK}" fill-opacity=".35"/>'
    return rasterize_units(assets, ellipse, width, width / 5, (0, 0, 140, 28))

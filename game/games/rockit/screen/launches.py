"""What flies in RockIt: a small rocket at every "RockIt!", and the big one when somebody goes out."""

from __future__ import annotations

import math

import pygame

from game.games.rockit.screen import art_night as nights
from game.games.rockit.screen import art_rocket as rockets
from game.ui.art.letters import shout
from game.ui.art.palette import GOLD
from game.ui.kit.motion import ease_out
from game.ui.kit.paint import Painter
from game.words import _

SMALL_MS, BIG_MS = 900.0, 2600.0
"""How long a launch takes, in ms at the brisk pace."""
LIFT_OFF = 0.3
"""At which share of its time the big rocket leaves the pad."""
TRAIL = 7
Point = tuple[float, float]


def _faded(image: pygame.Surface, alpha: float) -> pygame.Surface:
    """A copy of a picture that is seen through."""
    copy = image.copy()  # the other is kept for frames to come
    copy.fill((255, 255, 255, max(0, min(255, round(255 * alpha)))), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def small_at(start: Point, way: int, share: float) -> tuple[Point, int]:
    """Where the small rocket is, and how it is turned: up and away to one side, faster and faster."""
    gone = 0.25 * share + 0.75 * share**2
    climb = start[1] + 90
    x = start[0] + way * (190 * gone**1.4)
    y = start[1] - climb * gone
    slope = math.atan2(way * 190 * 1.4 * max(0.02, gone) ** 0.4, climb)
    # In steps of five degrees: each turn is a picture of its own in the cache.
    return (x, y), round(math.degrees(slope) / 5) * 5


def draw_small(painter: Painter, start: Point, seat: int, share: float, *, still: bool = False) -> None:
    """The small rocket of a "RockIt!".

    Args:
        painter: where to.
        start: where it is launched.
        seat: whose colours it has.
        share: how much of it is over, 0 to 1.
        still: whether movement is replaced by fades.
    """
    assets = painter.assets
    way = 1 if start[0] < painter.view.w * 0.5 else -1
    words = shout(assets, _("RockIt!"), 34, GOLD, 6)
    if still:
        alpha = min(1.0, share * 5, (1 - share) * 5)
        painter.blit(_faded(rockets.small_rocket(assets, seat), alpha), start[0], start[1] - 90, "center")
        painter.blit(_faded(words, alpha), start[0] + way * 80, start[1] - 60, "center")
        return
    for number in range(TRAIL):
        since = share - 0.05 - number * 0.05
        if since <= 0:
            break
        (x, y), _turn = small_at(start, way, since)
        age = min(5, int((share - since) * 14))
        painter.blit(rockets.puff(assets, age, 34), x - way * 4, y + 44, "center")
    (x, y), turn = small_at(start, way, share)
    image = rockets.small_rocket(assets, seat, int(share * 18) % rockets.FIRE_FRAMES, 1.0, way * turn)
    painter.blit(image, x, y, "center")
    grown = ease_out(min(1.0, share * 4))
    if share < 0.85:
        painter.blit(words, start[0] + way * 84, start[1] - 40 - 14 * grown, "center")


def draw_call(painter: Painter, at: Point, share: float) -> None:
    """The word alone: whoever draws says it too, out of courtesy, but nothing is launched."""
    alpha = min(1.0, share * 6, (1 - share) * 4)
    painter.blit(_faded(shout(painter.assets, _("RockIt!"), 24, GOLD, 4), alpha), *at, "center")


def rise(share: float) -> float:
    """How many heights of itself the big rocket has risen."""
    if share < LIFT_OFF:
        return 0.0
    gone = (share - LIFT_OFF) / (1 - LIFT_OFF)
    return float(0.2 * gone + 3.4 * gone**2.4)


def draw_big(
    painter: Painter, nozzle: tuple[float, float, float], share: float, *, still: bool = False
) -> None:
    """The big rocket's way from its pad into the sky.

    Args:
        painter: where to.
        nozzle: where its nozzle is on the pad (x, y), and how large it is drawn.
        share: how much of it is over, 0 to 1.
        still: whether movement is replaced by fades.
    """
    assets = painter.assets
    x, ground, size = nozzle
    hull = rockets.hull(assets, size)
    if still:
        painter.blit(_faded(hull, 1 - share), x, ground + rockets.RIM, "midbottom")
        glow = nights.light(assets, 160, "#FFB45A", round(0.8 * (1 - share), 1))
        _add(painter, glow, x, ground)
        return
    height = rockets.HULL[1] * size
    y = ground - rise(share) * height
    shake = 2.4 * math.sin(share * 190) if 0.06 < share < LIFT_OFF + 0.1 else 0.0
    burning = share > 0.08
    if burning:
        heat = min(1.0, (share - 0.08) * 6)
        # Light and fire grow in steps, or every frame of every launch would be another picture to keep.
        _add(painter, nights.light(assets, 210, "#FFB45A", round(0.9 * heat, 1), 170), x, y + 20)
        length = (60 + 110 * heat) * size
        fire = rockets.fire(assets, int(share * 46) % rockets.FIRE_FRAMES, round(length / 10) * 10)
        painter.blit(fire, x + shake, y - 6 * size, "midtop")
    painter.blit(hull, x + shake, y + rockets.RIM, "midbottom")
    if burning:
        _draw_smoke(painter, x, ground, share, size)


def _draw_smoke(painter: Painter, x: float, ground: float, share: float, size: float) -> None:
    """Smoke that rolls out over the pad, thick at first, and thins when the rocket has gone."""
    assets = painter.assets
    spread = min(1.0, (share - 0.08) * 2.4)
    fading = max(0.0, 1 - max(0.0, share - 0.62) / 0.38)
    cloud = rockets.smoke(assets, int(share * 14) % rockets.SMOKE_FRAMES, size * 1.25, thick=True)
    shown = _faded(cloud, fading)
    for dx in (-1, 1):
        painter.blit(shown, x + dx * 70 * size * spread, ground + 26 * size, "center")
    painter.blit(shown, x, ground + 10 * size, "center")


def _add(painter: Painter, image: pygame.Surface, x: float, y: float) -> None:
    place = image.get_rect(center=(painter.view.px(x), painter.view.px(y)))
    painter.surface.blit(image, place, special_flags=pygame.BLEND_RGB_ADD)

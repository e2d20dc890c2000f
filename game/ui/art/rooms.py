"""Backgrounds: the title's wall with its drawer, and the plain wall of settings, pause and results.

Every room is one opaque surface for a canvas of w x h units, whatever its shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.fabric import grain, wood_front
from game.ui.art.layers import draw
from game.ui.art.palette import INK, WOOD_DARK, WOOL, mix
from game.ui.art.socks import rolled_sock
from game.ui.art.svg import lin, path, rad, rect
from game.ui.core.assets import Assets, painted, raster


@dataclass(frozen=True, slots=True)
class Paper:
    """The colours of a wall."""

    top: str
    middle: str
    foot: str
    band: str
    print_: str
    ray: str
    corner: str


LIGHT: Final = Paper("#F3DFC4", "#F8EBD8", "#EBD3B2", "#E9CFA9", "#D8B788", "#FFF6DC", "#8A4E1E")
NIGHT: Final = Paper("#2A2344", "#332B50", "#241D3B", "#3B325C", "#51457A", "#55488A", "#0C0818")
PLAIN: Final = Paper("#FFFFFF", "#FFFFFF", "#F4F4F4", "#F4F4F4", "#E4E4E4", "#FFFFFF", "#B0B0B0")
PAPERS: Final = {"linen": LIGHT, "dark": NIGHT, "contrast": PLAIN}
"""A paper for each theme."""
_SOCK: Final = "M6 0 H24 V22 Q24 28 34 30 Q44 34 40 42 Q36 48 22 46 Q4 46 4 34Z"


def _paper(w: float, h: float, paper: Paper) -> str:
    """Wallpaper with broad bands and little printed socks."""
    stops = (0, paper.top), (0.6, paper.middle), (1, paper.foot)
    body = lin("wall", (0, 0, 0, h), *stops) + rect(0, 0, w, h, 0, fill="url(#wall)")
    shift = (w / 2 - 640) % 80 - 80  # from the middle: the paper of a wider window goes on at both sides
    for column in range(int(w / 80) + 3):
        x = shift + column * 80
        body += rect(x - 20, 0, 40, h, 0, fill=paper.band, fill_opacity=0.3)
        for row in range(int(h / 84) + 1):
            y = row * 84 + (20 if column % 2 else 62)
            body += (
                f'<path transform="translate({x + 31} {y}) scale(.6)" d="{_SOCK}" fill="none" '
                f'stroke="{paper.print_}" stroke-opacity=".55" stroke-width="3.4" stroke-linejoin="round"/>'
            )
    return body


def _light(w: float, h: float, paper: Paper) -> str:
    """Evening light from a window at the top left."""
    stops = (0, paper.ray, 0.75), (0.7, paper.ray, 0.18), (1, paper.ray, 0)
    body = lin("ray", (0, 0, w * 0.7, h), *stops)
    first = f"M-40 -40 H{w * 0.26} L{w * 0.79} {h} H{w * 0.33} Z"
    second = f"M{w * 0.33} -40 H{w * 0.41} L{w * 0.97} {h} H{w * 0.875} Z"
    body += path(first, "url(#ray)", fill_opacity=0.55)
    return body + path(second, "url(#ray)", fill_opacity=0.4)


def _corners(w: float, h: float, paper: Paper, strength: float = 0.36) -> str:
    reach = max(w, h) * 0.64
    stops = (0, paper.corner, 0), (0.55, paper.corner, 0), (1, paper.corner, strength)
    return rad("corner", (w / 2, h * 0.46, reach), *stops) + rect(0, 0, w, h, 0, fill="url(#corner)")


@painted
def wall(assets: Assets, w: float, h: float, theme: str = "linen", wood: float = 94) -> pygame.Surface:
    """The wall of the house with a wooden front of `wood` units along its foot (0 for none)."""
    paper = PAPERS.get(theme, LIGHT)
    body = _paper(w, h, paper) + _light(w, h, paper) + _corners(w, h, paper)
    room = draw(assets, body, w, h)
    if wood:
        front = wood_front(assets, w, wood)
        room.blit(front, (0, round((h - wood) * assets.scale) - assets.px(24)))
    return room


DRAWER: Final = 188.0
"""Height of the title's drawer front, in units."""


@painted
def title_room(
    assets: Assets, w: float, h: float, glow: float = 0.43, theme: str = "linen"
) -> pygame.Surface:
    """The wall above the open drawer with its heap of rolled socks, and the drawer's front.

    The front is DRAWER units high; the edge of the heap lies behind it. `glow` says at which share of the
    width the wall is lightest. Puppets that look out of the drawer go between this and `title_front`.
    """
    paper = PAPERS.get(theme, LIGHT)
    body = _paper(w, h - DRAWER + 20, paper) + _light(w, h - DRAWER, paper)
    centre = (w * glow, h * 0.42, 240.0)
    stops = (0, "#FFFBEA", 0.95), (0.55, "#FFF3CC", 0.55), (1, "#FFF0C0", 0)
    if theme == "linen":
        body += (
            rad("glow", centre, *stops)
            + f'<circle cx="{centre[0]}" cy="{centre[1]}" r="240" fill="url(#glow)"/>'
        )
    body += _corners(w, h - DRAWER, paper)
    room = draw(assets, body + _inside_drawer(w, h), w, h)
    _heap(assets, room, w, h - DRAWER - 4)
    front = title_front(assets, w)
    room.blit(front, (0, round((h - DRAWER) * assets.scale)))
    return room


def _inside_drawer(w: float, h: float) -> str:
    edge = h - DRAWER
    stops = (0, "#4A2A18"), (1, "#2E1A10")
    body = lin("inside", (0, edge - 62, 0, edge + 30), *stops)
    body += path(f"M36 {edge - 64} H{w - 36} L{w} {edge + 30} H0Z", "url(#inside)")
    body += path(f"M36 {edge - 64} H{w - 36}", stroke=INK, stroke_width=5)
    rail = f"M30 {edge - 76} H{w - 30} V{edge - 62} H30Z"
    return body + path(rail, "#8E5A30", stroke=INK, stroke_width=5, stroke_linejoin="round")


def _heap(assets: Assets, room: pygame.Surface, w: float, y: float) -> None:
    """Rolled socks in a row, each lying as it fell."""
    order = (5, 6, 4, 2, 7, 3, 1, 0)
    count = round((w - 120) / 76)
    step = (w - 150) / count
    for number in range(count + 1):
        tumble = (number * 7919 + 104729) % 97
        turn = (1 if tumble % 2 else -1) * (20 + tumble)
        ball = rolled_sock(assets, order[number * 3 % 8], 120, turn)
        x = 75 + number * step + tumble % 19 - 9
        place = ball.get_rect(center=(round(x * assets.scale), round((y + tumble % 17 - 9) * assets.scale)))
        room.blit(ball, place)


@painted
def title_front(assets: Assets, w: float) -> pygame.Surface:
    """The front of the title's drawer, w x DRAWER units."""
    h = DRAWER
    body = lin("front", (0, 0, 0, h), (0, "#BE8450"), (0.08, "#A8713F"), (1, "#8A572F"))
    body += rect(-10, 0, w + 20, h + 20, 0, fill="url(#front)")
    body += rect(-10, 3, w + 20, 9, 0, fill="#D9A36B")
    body += f'<path d="M-10 0H{w + 10}" stroke="{INK}" stroke-width="5"/>'
    body += f'<path d="M-10 13H{w + 10}" stroke="{WOOD_DARK}" stroke-width="3"/>'
    body += grain(w, 22, h, 6.4, 5)
    for x, y in ((w * 0.094, 136), (w * 0.726, 58), (w * 0.93, 74)):
        for r in (4, 8, 12):
            body += (
                f'<ellipse cx="{x}" cy="{y}" rx="{r * 1.9}" ry="{r}" fill="none" stroke="{WOOD_DARK}" '
                f'stroke-opacity=".3" stroke-width="2"/>'
            )
    return draw(assets, body, w, h)


@painted
def linen(assets: Assets, w: float, h: float, fill: str = "#F9F0E3") -> pygame.Surface:
    """Plain woven cloth, for sheets that are read."""
    tile = raster(
        rect(0, 0, 12, 12, 0, fill=fill)
        + f'<path d="M0 0H12 M0 6H12" stroke="{mix(fill, WOOL, 0.6)}" stroke-width="1.6"/>'
        + f'<path d="M0 0V12 M6 0V12" stroke="{mix(fill, "#D9B98C", 0.25)}" stroke-width="1.4"/>',
        (assets.px(12), assets.px(12)),
        (0, 0, 12, 12),
    )
    cloth = pygame.Surface((assets.px(w), assets.px(h)))
    for y in range(0, cloth.get_height(), tile.get_height()):
        for x in range(0, cloth.get_width(), tile.get_width()):
            cloth.blit(tile, (x, y))
    return cloth

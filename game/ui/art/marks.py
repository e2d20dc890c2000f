"""What a board marks: where a piece can step, kick or sock, what was refused, what happened last; impacts."""

from __future__ import annotations

import math
import random
from typing import Final

import pygame

from game.ui.art.faces import circling_stars
from game.ui.art.layers import draw
from game.ui.art.palette import BAD, FOCUS, GOLD, GOOD, INK, WOOL
from game.ui.art.patterns import SEATS
from game.ui.art.svg import burst, circle, group, line, oval, path, rect, seam, star
from game.ui.core.assets import Assets, drawn

_SHOE: Final = "M-8 -10 H2 V-1 Q2 2 8 3 Q13 5 11 9 Q9 12 2 11 Q-9 11 -8 4Z"
STEP_SIZE: Final = (60.0, 44.0)
TARGET_SIZE: Final = (72.0, 56.0)
SOCK_SIZE: Final = (84.0, 72.0)


def _centred(assets: Assets, body: str, size: tuple[float, float], scale: float = 1.0) -> pygame.Surface:
    w, h = size
    return draw(assets, body, w * scale, h * scale, (-w / 2, -h / 2, w, h))


@drawn
def mark_step(assets: Assets, scale: float = 1.0, colour: str = GOOD) -> pygame.Surface:
    """A green ring with a sock in it: here the piece can step. 60 x 44 units, to be centred on the cell."""
    body = f'<ellipse cx="0" cy="3" rx="24" ry="16" fill="{INK}" fill-opacity=".25"/>'
    body += f'<ellipse cx="0" cy="0" rx="24" ry="16" fill="{WOOL}" stroke="{colour}" stroke-width="4.5"/>'
    shoe = path(_SHOE, colour, stroke=colour, stroke_width=2, stroke_linejoin="round")
    return _centred(assets, body + group(shoe + line("M-8 -6.5H2", WOOL, 2), "scale(.88)"), STEP_SIZE, scale)


@drawn
def mark_kick(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """A dashed yellow oval: here the ball can come to rest; put a ghost of the ball on it. 72 x 56 units."""
    body = '<ellipse cx="0" cy="0" rx="31" ry="23" fill="#FFE59A" fill-opacity=".92"/>'
    return _centred(assets, body + line(seam(oval(0, 0, 31, 23), 8, 6), INK, 3.5), TARGET_SIZE, scale)


@drawn
def mark_landing(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """A dashed pale oval with a cross: here a socked piece will lie. 72 x 56 units."""
    body = f'<ellipse cx="0" cy="0" rx="31" ry="22" fill="{WOOL}" fill-opacity=".92"/>'
    body += line(seam(oval(0, 0, 31, 22), 8, 6), INK, 3.5)
    cross = "M-9 -8L9 8M9 -8L-9 8"
    return _centred(assets, body + line(cross, INK, 10) + line(cross, "#FF8A6B", 5), TARGET_SIZE, scale)


@drawn
def mark_sock(assets: Assets, scale: float = 1.0, *, with_star: bool = False) -> pygame.Surface:
    """A red burst, behind a piece that can be socked; `with_star` for a legend. 84 x 72 units."""
    body = path(burst((0, 0), (38, 31), 11, 0.74), BAD, stroke=INK, stroke_width=4, stroke_linejoin="round")
    body += path(burst((0, 0), (29, 23), 11, 0.74), "#FFE3A0")
    if with_star:
        body += path(star(0, 0, 16), BAD)
    return _centred(assets, body, SOCK_SIZE, scale)


@drawn
def mark_star(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """A little yellow burst with a red star, beside a piece that can be socked. 46 x 46 units."""
    body = path(burst((0, 0), (19, 19), 9, 0.66), GOLD, stroke=INK, stroke_width=3.5, stroke_linejoin="round")
    return _centred(assets, body + path(star(0, 0, 9), BAD), (46, 46), scale)


@drawn
def mark_refused(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """A red barrier: this is not allowed. 60 x 60 units."""
    body = circle(0, 0, 22, WOOL, stroke=INK, stroke_width=9) + circle(
        0, 0, 22, "none", stroke=BAD, stroke_width=5
    )
    body += line("M-14 -14 L14 14", INK, 10) + line("M-14 -14 L14 14", BAD, 6)
    return _centred(assets, body, (60, 60), scale)


@drawn
def mark_breaks(assets: Assets, w: float, h: float) -> pygame.Surface:
    """A frame of red stitches round a cell of w x h units: the piece there is why something is refused."""
    d = seam(f"M4 4 L{w - 4} 4 L{w - 4} {h - 4} L4 {h - 4} Z", 9, 7)
    body = rect(3, 3, w - 6, h - 6, 10, fill=BAD, fill_opacity=0.2)
    return draw(assets, body + line(d, WOOL, 7) + line(d, BAD, 4), w, h)


@drawn
def cell_glow(assets: Assets, w: float, h: float, colour: str = WOOL) -> pygame.Surface:
    """The cell of the chosen piece."""
    body = rect(3, 3, w - 6, h - 6, 12, fill=colour, fill_opacity=0.7, stroke=colour, stroke_width=3)
    return draw(assets, body, w, h)


@drawn
def cell_focus(assets: Assets, w: float, h: float, colour: str = FOCUS) -> pygame.Surface:
    """The focus ring just inside a cell of w x h units."""
    thick = 5 * assets.bold
    inset = 2 + thick / 2
    body = rect(
        inset, inset, w - 2 * inset, h - 2 * inset, 13, fill="none", stroke=WOOL, stroke_width=thick + 4
    )
    body += rect(
        inset, inset, w - 2 * inset, h - 2 * inset, 13, fill="none", stroke=colour, stroke_width=thick
    )
    return draw(assets, body, w, h)


ARROW_ROOM: Final = 24.0
"""Units around an arrow or a trail."""


@drawn
def arrow(
    assets: Assets, dx: float, dy: float, colour: str = GOLD, width: float = 9, head: float = 17
) -> pygame.Surface:
    """An inked arrow from one point to another that is (dx, dy) units away.

    The surface holds both points with ARROW_ROOM round them: blit it ARROW_ROOM left of and above the upper
    left corner of the two.
    """
    x0, y0 = max(0.0, -dx), max(0.0, -dy)
    x1, y1 = x0 + dx, y0 + dy
    angle = math.atan2(dy, dx)
    ux, uy = math.cos(angle), math.sin(angle)
    hx, hy = x1 - ux * head, y1 - uy * head
    shaft = f"M{x0:.1f} {y0:.1f}L{hx:.1f} {hy:.1f}"
    q = head * 0.75
    tip = f"M{x1:.1f} {y1:.1f} L{hx - uy * q:.1f} {hy + ux * q:.1f} L{hx + uy * q:.1f} {hy - ux * q:.1f}Z"
    body = line(shaft, INK, width + 7) + path(tip, INK, stroke=INK, stroke_width=8, stroke_linejoin="round")
    body += line(shaft, colour, width) + path(
        tip, colour, stroke=colour, stroke_width=2, stroke_linejoin="round"
    )
    return _between(assets, body, dx, dy)


@drawn
def trail(assets: Assets, dx: float, dy: float, colour: str = WOOL) -> pygame.Surface:
    """The way of the last move: a line of stitches that fades towards where it began; placed as `arrow`."""
    x0, y0 = max(0.0, -dx), max(0.0, -dy)
    length = math.hypot(dx, dy)
    count = max(2, round(length / 15))
    body = ""
    for number in range(count):
        first, last = number / count, (number + 0.45) / count
        d = f"M{x0 + dx * first:.1f} {y0 + dy * first:.1f}L{x0 + dx * last:.1f} {y0 + dy * last:.1f}"
        shown = 0.35 + 0.65 * number / count
        body += line(d, INK, 8, stroke_opacity=shown * 0.7) + line(d, colour, 4.4, stroke_opacity=shown)
    return _between(assets, body, dx, dy)


def _between(assets: Assets, body: str, dx: float, dy: float) -> pygame.Surface:
    w, h = abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM
    return draw(assets, body, w, h, (-ARROW_ROOM, -ARROW_ROOM, w, h))


STAR_FRAMES: Final = 8


@drawn
def stars(assets: Assets, frame: int = 0, width: float = 50) -> pygame.Surface:
    """Three stars that circle over something socked, in STAR_FRAMES frames; 2 x 1 times `width`."""
    behind, before = circling_stars(
        (0, 0), (width / 2, width * 0.17), frame % STAR_FRAMES / STAR_FRAMES, width * 0.2
    )
    return _centred(assets, behind + before, (width * 2, width))


PUFF_FRAMES: Final = 6
PUFF_SIZE: Final = 140.0


@drawn
def puff(assets: Assets, frame: int = 0, scale: float = 1.0, seed: int = 3) -> pygame.Surface:
    """A puff of lint that bursts and drifts apart, in PUFF_FRAMES frames; 140 x 140 units at scale 1."""
    rnd = random.Random(seed)  # one seed for all frames, or each would be another cloud
    share = min(frame, PUFF_FRAMES - 1) / (PUFF_FRAMES - 1)
    spread = 8 + 40 * (1 - (1 - share) ** 2)
    clumps: list[tuple[float, float, float]] = []
    for number in range(7):
        angle = number * math.tau / 7 + rnd.uniform(-0.25, 0.25)
        reach = spread * rnd.uniform(0.8, 1.1)
        place = math.cos(angle) * reach, math.sin(angle) * reach * 0.86
        clumps += _fluff(place, rnd.uniform(9, 12.5) * (1.25 - share * 0.65), rnd)
    if share < 0.5:
        clumps.append((0, 0, 27 * (1 - share)))
    body = "".join(circle(x, y, r + 3.2, INK) for x, y, r in clumps)
    body += "".join(circle(x, y, r, "#F1E7DA") for x, y, r in clumps)
    body += "".join(circle(x - r * 0.14, y - r * 0.2, r * 0.74, WOOL) for x, y, r in clumps)
    if share < 0.5:
        body += line("M-14 8 C-8 -6 8 -6 8 4 C8 12 -4 12 -4 4", "#D8C6AE", 3.4)
    if frame > 1:
        body += "".join(_wisp(number, spread, rnd) for number in range(6))
    cloud = _centred(assets, body, (PUFF_SIZE, PUFF_SIZE), scale)
    cloud.fill(
        (255, 255, 255, round(255 * min(1.0, 1.5 - share * 1.15))), special_flags=pygame.BLEND_RGBA_MULT
    )
    return cloud


def _fluff(place: tuple[float, float], size: float, rnd: random.Random) -> list[tuple[float, float, float]]:
    """A small cloud of four balls."""
    x, y = place
    turn = rnd.uniform(0, math.tau)
    around = [turn + k * math.tau / 3 for k in range(3)]
    balls = [(x + math.cos(a) * size * 0.62, y + math.sin(a) * size * 0.5, size * 0.62) for a in around]
    return [(x, y, size * 0.8), *balls]


def _wisp(number: int, spread: float, rnd: random.Random) -> str:
    """A single thread that flies ahead of the cloud."""
    angle = number * math.tau / 6 + rnd.random()
    x, y = math.cos(angle) * spread * 1.34, math.sin(angle) * spread * 1.2
    curl = "M-6 0 C-4 -7 4 -6 4 0 C4 5 9 4 9 -1"
    place = f"translate({x:.1f} {y:.1f}) rotate({rnd.randint(0, 360)}) scale(.8)"
    return group(line(curl, INK, 7.5) + line(curl, WOOL, 4), place)


@drawn
def impact(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """The yellow burst at the moment of a hit, 130 x 116 units."""
    body = path(
        burst((0, 0), (58, 50), 10, 0.6, 0.1), GOLD, stroke=INK, stroke_width=4.5, stroke_linejoin="round"
    )
    body += path(burst((0, 0), (42, 36), 10, 0.62, 0.1), "#FFF3CC")
    return _centred(assets, body, (130, 116), scale)


@drawn
def yarn_curl(assets: Assets, seat: int, turn: int = 0, size: float = 26) -> pygame.Surface:
    """A curl of yarn that flies off a hit; seat -1 is plain wool."""
    colour = WOOL if seat < 0 else SEATS[seat].colour
    d = "M-7 0 C-7 -9 3 -9 3 -1 C3 6 10 6 11 -2"
    body = group(line(d, INK, 8) + line(d, colour, 4), f"rotate({turn}) translate(-2 1)")
    return draw(assets, body, size, size, (-16, -16, 32, 32))

"""What the day's sock brings with it: grades in buttons, the hint star, posts for lines, upright seams."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.ui.art.controls import sewing_button
from game.ui.art.knitted import knit_sock
from game.ui.art.layers import draw, lifted, padded, rim, stacked
from game.ui.art.palette import GOLD, INK, STITCH, WOOL
from game.ui.art.svg import circle, lin, line, path, rad, rect, seam, star
from game.ui.core.assets import Assets, drawn

GRADES: Final = 5


@drawn
def grade_row(assets: Assets, grade: int, size: float, empty: str = STITCH) -> pygame.Surface:
    """Five sewing buttons, as many of them sewn on as a puzzle is hard; the others faint."""
    step = size * 1.08
    whole = pygame.Surface((assets.px(step * (GRADES - 1) + size), assets.px(size)), pygame.SRCALPHA)
    for number in range(GRADES):
        sewn = sewing_button(assets, size, colour="#FFC94D" if number < grade else "#E9DFCF")
        if number >= grade:
            sewn = sewn.copy()
            sewn.fill((255, 255, 255, 130), special_flags=pygame.BLEND_RGBA_MULT)
        whole.blit(sewn, (assets.px(number * step), 0))
    return whole


@drawn
def hint_star(assets: Assets, size: float, *, kept: bool = True, ink: str = INK) -> pygame.Surface:
    """The star of whoever needs no hint; its stitched outline once it was given for one."""
    shape = star(20, 21, 16)
    if kept:
        body = path(shape, "#FFD25A", stroke=ink, stroke_width=3.6, stroke_linejoin="round")
    else:
        body = line(seam(shape, 4.5, 3.6), ink, 2.6, stroke_opacity=0.7)
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def upright_seam(assets: Assets, height: float, colour: str = STITCH) -> pygame.Surface:
    """A dashed seam from top to bottom."""
    return draw(assets, line(seam(f"M2 2 L2 {height - 2:.1f}", 6, 5), colour, 2.3), 4, height)


RIM: Final = 14.0
POST: Final = 18.0
"""How thick a post is."""
_POST_ROOM: Final = 16.0


@drawn
def post(assets: Assets, height: float, ties: tuple[float, ...]) -> pygame.Surface:
    """A wooden post so high, with rope tied round it at some heights; with room for its shadow around it."""
    x = POST / 2 + 6
    body = lin("post", (6, 0, 6 + POST, 0), (0, "#C08650"), (0.4, "#A8713F"), (1, "#7A4B2A"))
    body += rect(6, 2, POST, height - 4, 5, fill="url(#post)", stroke=INK, stroke_width=3.5)
    body += line(f"M{x - 4} 14 V{height - 12}", "#E6B983", 2.5, stroke_opacity=0.7)
    for y in ties:
        wraps = f"M{x - 10} {y - 4} H{x + 10} M{x - 10} {y + 3} H{x + 10}"
        body += line(wraps, INK, 6) + line(wraps, "#F3E6CF", 3)
    return lifted(assets, draw(assets, body, POST + _POST_ROOM, height), (3, 4), 5, 90)


@drawn
def rimmed_sock(assets: Assets, knit: str, height: float, colour: str = "#E0A100") -> pygame.Surface:
    """A sock of the drawer with wool round it, and a colour round that; RIM larger on each side."""
    large = padded(knit_sock(assets, knit, height, shadow=False), assets.px(RIM))
    wide, wool = rim(large, 9 * assets.scale, colour), rim(large, 5.5 * assets.scale, WOOL)
    return stacked(large.get_size(), (wide, wool, large))


@drawn
def open_ring(assets: Assets, size: float, colour: str = STITCH) -> pygame.Surface:
    """The stitched place of the next ring of a row of days."""
    ring = [(13 * math.cos(a), 13 * math.sin(a)) for a in (i * math.tau / 40 for i in range(41))]
    dashes = seam("M" + " L".join(f"{20 + x:.2f} {20 + y:.2f}" for x, y in ring), 5, 4)
    return draw(assets, line(dashes, colour, 2.6, stroke_opacity=0.8), size, size, (0, 0, 40, 40))


@drawn
def glow(assets: Assets, size: float, colour: str = "#FFE9A8") -> pygame.Surface:
    """A warm light behind a sock."""
    body = rad("glow", (100, 100, 100), (0, colour, 0.95), (0.6, "#FFF0C8", 0.6), (1, "#FFFAF2", 0))
    return draw(assets, body + circle(100, 100, 100, "url(#glow)"), size, size, (0, 0, 200, 200))


@drawn
def line_button(assets: Assets, size: float = 28, colour: str = GOLD) -> pygame.Surface:
    """The button on the wall from which a little line hangs."""
    body = circle(14, 16, 9, INK, fill_opacity=0.25)
    body += circle(14, 14, 8, colour, stroke=INK, stroke_width=3)
    body += line("M10.5 11.5 q2 -3 5 -2.6", "#FFF3CF", 2, stroke_opacity=0.9)
    return draw(assets, body, size, size, (0, 0, 28, 28))

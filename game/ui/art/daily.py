"""Drawings of the daily sock: the open drawer from above, and the clothes line.

Difficulty grades in buttons, the hint star, posts and upright seams; the sign of today's sock on the title
screen: a sock and a cloth on a short line. The drawer has a wooden frame, compartments lined with cloth, and
a front with two knobs; the line has rope, pegs, buttons and threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.fabric import SHADOW_MARGIN, cloth_tag, grain, knob, sewing_button
from game.ui.art.icons import tick
from game.ui.art.knits import SOCK_ROOM, knit_sock
from game.ui.art.layers import (
    FOCUS_COLOUR,
    GOLD,
    INK,
    WOOL,
    art,
    clip,
    inner_shade,
    mix,
    padded,
    rasterize_units,
    rim,
    stack_layers,
    with_shadow,
)
from game.ui.art.svg import group, lin, line, path, rect, seam
from game.ui.core.assets import Assets, cached_drawing

GRADE_COUNT: Final = 5


@cached_drawing
def grade_row(assets: Assets, grade: int, size: float) -> pygame.Surface:
    """Row of five buttons of ``size`` units; as many as the puzzle's ``grade`` are coloured, others faint."""
    step = size * 1.08
    whole = pygame.Surface((assets.px(step * (GRADE_COUNT - 1) + size), assets.px(size)), pygame.SRCALPHA)
    for number in range(GRADE_COUNT):
        sewn = sewing_button(assets, size, colour="#FFC94D" if number < grade else "#E9DFCF")
        if number >= grade:
            sewn = sewn.copy()
            sewn.fill((255, 255, 255, 130), special_flags=pygame.BLEND_RGBA_MULT)
        whole.blit(sewn, (assets.px(number * step), 0))
    return whole


@cached_drawing
def hint_star(assets: Assets, size: float, *, filled: bool = True, ink: str = INK) -> pygame.Surface:
    """Star of ``size`` units for no hints; only its stitched outline once it was spent on a hint."""
    return art(assets, "signs", size, size, layer="hint" if filled else "hint-spent", ink=ink)


RIM: Final = 14.0
POST_WIDTH: Final = 18.0  # thickness of a post, in units
_POST_ROOM: Final = 16.0


@cached_drawing
def post(assets: Assets, height: float, ties: tuple[float, ...]) -> pygame.Surface:
    """Wooden post with rope at the heights ``ties``, (POST + 16) x ``height`` units with its shadow."""
    x = POST_WIDTH / 2 + 6
    body = lin("post", (6, 0, 6 + POST_WIDTH, 0), (0, "#C08650"), (0.4, "#A8713F"), (1, "#7A4B2A"))
    body += rect(6, 2, POST_WIDTH, height - 4, 5, fill="url(#post)", stroke=INK, stroke_width=3.5)
    body += line(f"M{x - 4} 14 V{height - 12}", "#E6B983", 2.5, stroke_opacity=0.7)
    for y in ties:
        wraps = f"M{x - 10} {y - 4} H{x + 10} M{x - 10} {y + 3} H{x + 10}"
        body += line(wraps, INK, 6) + line(wraps, "#F3E6CF", 3)
    return with_shadow(assets, rasterize_units(assets, body, POST_WIDTH + _POST_ROOM, height), (3, 4), 5, 90)


@cached_drawing
def rimmed_sock(assets: Assets, knit: str, height: float) -> pygame.Surface:
    """`knit_sock` without shadow, with a double rim of wool and gold; RIM larger on every side."""
    large = padded(knit_sock(assets, knit, height, shadow=False), assets.px(RIM))
    gold_rim, wool_rim = rim(large, 9 * assets.scale, "#E0A100"), rim(large, 5.5 * assets.scale, WOOL)
    return stack_layers(large.get_size(), (gold_rim, wool_rim, large))


@cached_drawing
def open_ring(assets: Assets, size: float, colour: str) -> pygame.Surface:
    """Stitched placeholder of the next ring in a row of days, ``size`` x ``size`` units."""
    return art(assets, "signs", size, size, layer="ring-open", colour=colour)


@cached_drawing
def glow(assets: Assets, size: float, colour: str = "#FFE9A8") -> pygame.Surface:
    """Warm light behind a sock, ``size`` x ``size`` units, fading out."""
    return art(assets, "signs", size, size, layer="glow", colour=colour)


@cached_drawing
def line_button(assets: Assets, colour: str = GOLD) -> pygame.Surface:
    """Button on the wall from which a short line hangs, 28 x 28 units."""
    return art(assets, "signs", 28, 28, layer="line-button", colour=colour)


FRAME_WIDTH: Final = 24.0  # width of wood around the compartments, in units
FRONT_OVERHANG: Final = 8.0  # overhang of the front to the left and right, in units
CHEST_ROOM: Final = 20.0  # margin around the drawer for its shadow, in units
HALF_DIVIDER: Final = 4.0  # half the width of wood between two compartments, in units
_ROUND: Final = 7.0


@dataclass(frozen=True, slots=True)
class DrawerLining:
    """Lining of the compartments: cloth colour, weave colour, and darkness of the edges (0 to 255)."""

    cloth: str
    weave: str
    shade: int


LININGS: Final = {
    "linen": DrawerLining("#F0DFC4", "#D9B98C", 175),
    "dark": DrawerLining("#4A3F6B", "#5E5283", 200),
    "contrast": DrawerLining("#FFFFFF", "#FFFFFF", 0),
}


@cached_drawing
def chest(
    assets: Assets, cell: tuple[float, float], grid: tuple[int, int], front: float, theme: str = "linen"
) -> pygame.Surface:
    """Drawer with a grid of compartments and its front below; CHEST_ROOM, FRAME and LIP are around the grid.

    Args:
        assets: the scale.
        cell: width and height of a compartment including its wood, in units.
        grid: number of compartments across and down.
        front: height of the front.
        theme: name of the lining.
    """
    w, h = cell[0] * grid[0], cell[1] * grid[1]
    margin = CHEST_ROOM + FRAME_WIDTH + FRONT_OVERHANG
    box = (
        -margin,
        -FRAME_WIDTH - CHEST_ROOM,
        w + 2 * margin,
        h + 2 * FRAME_WIDTH + 2 * CHEST_ROOM + front - 10,
    )
    frame = lin("frame", (0, -24, 0, h + 20), (0, "#C08650"), (0.5, "#A8713F"), (1, "#8A572F"))
    frame += rect(-24, -22, w + 48, h + 60, 14, fill="url(#frame)", stroke=INK, stroke_width=4)
    frame += line(f"M-14 -15.5 H{w + 14}", "#E6B983", 3.5, stroke_opacity=0.85)
    whole = with_shadow(assets, rasterize_units(assets, frame, box[2], box[3], box), (0, 8), 10, 120)
    inside = rasterize_units(assets, rect(-22, -20, w + 44, h + 56, 12, fill="#FFFFFF"), box[2], box[3], box)
    whole.blit(
        clip(rasterize_units(assets, grain(w + 200, -12, h + 36, 7, 5), box[2], box[3], box), inside), (0, 0)
    )
    whole.blit(_lining_image(assets, cell, grid, box, LININGS.get(theme, LININGS["linen"])), (0, 0))
    whole.blit(rasterize_units(assets, _edges(cell, grid), box[2], box[3], box), (0, 0))
    whole.blit(_front(assets, w, h + 14, front, box), (0, 0))
    return whole


def _cell_boxes(cell: tuple[float, float], grid: tuple[int, int]) -> list[tuple[float, float, float, float]]:
    """(left, top, width, height) in units of each compartment without its wood, row by row."""
    return [
        (
            x * cell[0] + HALF_DIVIDER,
            y * cell[1] + HALF_DIVIDER,
            cell[0] - 2 * HALF_DIVIDER,
            cell[1] - 2 * HALF_DIVIDER,
        )
        for y in range(grid[1])
        for x in range(grid[0])
    ]


def _lining_image(
    assets: Assets,
    cell: tuple[float, float],
    grid: tuple[int, int],
    box: tuple[float, float, float, float],
    lining: DrawerLining,
) -> pygame.Surface:
    """Cloth of all compartments, darker along their edges."""
    places = _cell_boxes(cell, grid)
    size = box[2], box[3], box
    cloth = rasterize_units(
        assets, "".join(rect(*cell_rect, _ROUND, fill=lining.cloth) for cell_rect in places), *size
    )
    mask = rasterize_units(
        assets, "".join(rect(*cell_rect, _ROUND, fill="#FFFFFF") for cell_rect in places), *size
    )
    weave = "".join(f"M{box[0]} {y}H{box[2]} " for y in range(0, int(cell[1] * grid[1]), 7))
    threads = path(weave, stroke=lining.weave, stroke_opacity=0.28, stroke_width=2)
    cloth.blit(clip(rasterize_units(assets, threads, *size), mask), (0, 0))
    if lining.shade:
        s = assets.scale
        cloth.blit(inner_shade(mask, 6 * s, (0, 5 * s), lining.shade), (0, 0))
    return cloth


def _edges(cell: tuple[float, float], grid: tuple[int, int]) -> str:
    """SVG text of the compartments' outlines, and of light on the wood between them."""
    w, h = cell[0] * grid[0], cell[1] * grid[1]
    body = "".join(
        rect(*cell_rect, _ROUND, fill="none", stroke=INK, stroke_width=3)
        for cell_rect in _cell_boxes(cell, grid)
    )
    for row in range(1, grid[1]):
        body += line(f"M8 {row * cell[1] - 1.2} H{w - 8}", "#E6B983", 1.8, stroke_opacity=0.7)
    for column in range(1, grid[0]):
        body += line(f"M{column * cell[0] - 1.2} 8 V{h - 8}", "#E6B983", 1.8, stroke_opacity=0.55)
    return body


def _front(
    assets: Assets, w: float, top: float, height: float, box: tuple[float, float, float, float]
) -> pygame.Surface:
    """Picture of the front with its knobs, on the canvas of the whole drawer."""
    size = box[2], box[3], box
    body = lin("front", (0, top, 0, top + height), (0, "#C98F58"), (0.12, "#B27A46"), (1, "#8A572F"))
    body += rect(-32, top, w + 64, height, 12, fill="url(#front)", stroke=INK, stroke_width=4)
    body += line(f"M-22 {top + 7} H{w + 22}", "#EBC08B", 3.5, stroke_opacity=0.9)
    whole = with_shadow(assets, rasterize_units(assets, body, *size), (0, 6), 8, 120)
    mask = rasterize_units(assets, rect(-30, top + 12, w + 60, height - 16, 10, fill="#FFFFFF"), *size)
    whole.blit(
        clip(rasterize_units(assets, grain(w + 200, top + 16, top + height - 4, 7, 9), *size), mask), (0, 0)
    )
    for x in (58.0, w - 58):
        image = knob(assets, 54)
        at = round((x - box[0]) * assets.scale), round((top + height / 2 + 2 - box[1]) * assets.scale)
        whole.blit(image, image.get_rect(center=at))
    return whole


@cached_drawing
def warm_cell(assets: Assets, w: float, h: float, fill: str) -> pygame.Surface:
    """Plain cloth of the focused compartment, w x h units."""
    return padded(rasterize_units(assets, rect(0, 0, w, h, _ROUND, fill=fill), w, h), 0)


LID_LIGHT, LID_STAIN = "#D9A36B", 0.3  # colour of light wood on a lid, share of a game's yarn


@cached_drawing
def lid(assets: Assets, w: float, h: float, yarn: str = "") -> pygame.Surface:
    """Wooden lid of a compartment whose sock is not earned yet, w x h units, stained with ``yarn``."""
    top, foot = (mix(wood, yarn or wood, LID_STAIN) for wood in ("#B27A46", "#8A572F"))
    body = lin("lid", (0, 0, 0, h), (0, top), (1, foot))
    body += rect(0, 0, w, h, _ROUND, fill="url(#lid)") + line(f"M8 5 H{w - 8}", LID_LIGHT, 2)
    body += grain(w, 10, h, 7, 5) + rect(0, 0, w, h, _ROUND, fill="none", stroke=INK, stroke_width=3)
    shape = rasterize_units(assets, rect(0, 0, w, h, _ROUND, fill="#FFFFFF"), w, h)
    return clip(rasterize_units(assets, body, w, h), shape)


@cached_drawing
def yarn_thread(assets: Assets, colour: str, dx: float, dy: float) -> pygame.Surface:
    """Thread from a point to one ``dx`` (0 or more) and ``dy`` units away, into which it falls from above.

    THREAD_ROOM larger on every side.
    """
    margin = THREAD_ROOM
    way = f"M0 0 C{dx * 0.7:.1f} 0 {dx:.1f} {dy * 0.12:.1f} {dx:.1f} {dy * 0.4:.1f} V{dy:.1f}"
    body = line(way, INK, 5.4) + line(way, colour, 2.8)
    w, h = dx + 2 * margin, dy + 2 * margin
    return rasterize_units(assets, body, w, h, (-margin, -margin, w, h))


THREAD_ROOM: Final = 4.0  # margin around a thread, in units
ROPE_ROOM: Final = 40.0  # margin above and below a rope for its shadow on the wall, in units


def sag(x: float, w: float, ends: float, depth: float) -> float:
    """Y in units at ``x`` of a rope from (0, ends) to (w, ends) that sags by ``depth``."""
    return ends + depth * (1 - ((x - w / 2) / (w / 2)) ** 2)


@cached_drawing
def rope(assets: Assets, w: float, depth: float, *, shade: bool = True, drop: float = 0.0) -> pygame.Surface:
    """Twisted rope across w units, ``depth`` lower in its middle; negative depths bend it upwards.

    Its ends are ROPE_ROOM below the upper edge of the surface, the right one ``drop`` (0 or more) lower.
    ``shade`` adds a shadow on a wall behind.
    """
    h = abs(depth) + 2 * ROPE_ROOM + drop
    ends = ROPE_ROOM + max(0.0, -depth)
    count = max(8, int(w / 20))
    points = [
        (i * w / count, sag(i * w / count, w, ends, depth) + drop * i / count) for i in range(count + 1)
    ]
    d = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    body = ""
    if shade:
        under = f'<path d="{d}" fill="none" stroke="{INK}" stroke-opacity=".1" stroke-width="5"/>'
        body += group(under, "translate(8 26)")
    body += f'<path d="{d}" fill="none" stroke="{INK}" stroke-width="7.5"/>'
    body += f'<path d="{d}" fill="none" stroke="#F3E6CF" stroke-width="3.4"/>'
    twists = seam(d, 3, 7, even=False)
    body += f'<path d="{twists}" fill="none" stroke="#C9A673" stroke-width="3.4"/>'
    return rasterize_units(assets, body, w, h)


PEG_SIZE: Final = (40.0, 74.0)
"""Width and height of a peg's surface at size 1. The middle is where it holds something."""


@cached_drawing
def peg(assets: Assets, size: float = 1.0, turn: float = 0.0) -> pygame.Surface:
    """Clothes peg of PEG_SIZE units times ``size``, rotated clockwise by ``turn`` degrees."""
    w, h = PEG_SIZE
    return art(assets, "signs", w * size, h * size, layer="peg", transform=f"rotate({turn})")


@cached_drawing
def thread(assets: Assets, h: float) -> pygame.Surface:
    """Two twisted threads, 8 units wide and h long, from which a panel hangs below another."""
    body = line(f"M4 0 V{h}", INK, 6) + line(f"M4 0 V{h}", "#F3E6CF", 2.6)
    return rasterize_units(
        assets, body + line(seam(f"M4 0 L4 {h}", 2.5, 5, even=False), "#C9A673", 2.6), 8, h
    )


SOCK_SIZE: Final = 84.0
SOCK_COLUMN: Final = 80.0  # width reserved for the sock left of the cloth, in units
CLOTH_MARGIN: Final = 34.0  # margin around cloth and sock for rings, pegs and shadows, in units
LINE_SLOPE: Final = -2.2  # slope of the short line, in degrees


@cached_drawing
def little_line(assets: Assets, w: float) -> pygame.Surface:
    """Line that slopes down a little to the right, from a button on the wall.

    Its left end is (8, ROPE_ROOM).
    """
    line = pygame.transform.rotozoom(rope(assets, w, 10.0), LINE_SLOPE, 1)
    line.blit(line_button(assets, colour="#E8A317"), (assets.px(-6), assets.px(ROPE_ROOM - 14)))
    return line


@cached_drawing
def today_sign(
    assets: Assets,
    w: float,
    h: float,
    knit: str,
    *,
    fill: str,
    edge: str,
    focus: bool,
    is_solved: bool,
) -> pygame.Surface:
    """Sock of the day next to a cloth of w x h units without text, whose corner is at (EDGE + BESIDE, EDGE).

    Args:
        assets: the scale.
        w: width of the cloth.
        h: height of the cloth.
        knit: knitting of the sock.
        fill: colour of the cloth.
        edge: colour of its outline.
        focus: True to draw the focus ring round both.
        is_solved: True to draw a tick, because it is solved.
    """
    size = w + SOCK_COLUMN + 2 * CLOTH_MARGIN, h + 2 * CLOTH_MARGIN
    x, y, sock_x = CLOTH_MARGIN + SOCK_COLUMN, CLOTH_MARGIN, CLOTH_MARGIN + SOCK_COLUMN - 40
    whole = pygame.Surface((assets.px(size[0]), assets.px(size[1])), pygame.SRCALPHA)
    if focus:
        shape = rasterize_units(assets, rect(x + 2, y + 4, w - 4, h - 2, 6, fill="#FFFFFF"), *size)
        alone = knit_sock(assets, knit, SOCK_SIZE, shadow=False)
        shape.blit(alone, alone.get_rect(midtop=(assets.px(sock_x), assets.px(y - 8 - SOCK_ROOM))))
        around = (
            rim(shape, (5 + 4 * assets.bold) * assets.scale, FOCUS_COLOUR),
            rim(shape, 5 * assets.scale, WOOL),
        )
        whole = stack_layers(whole.get_size(), around)
    cloth = cloth_tag(assets, round(w), round(h + 4), fill, edge=edge)
    whole.blit(cloth, (assets.px(x - SHADOW_MARGIN), assets.px(y - SHADOW_MARGIN)))
    for at in (x + 14, x + w - 14):
        _blit_at(assets, whole, peg(assets, 0.5), at, y + 1)
    sock = knit_sock(assets, knit, SOCK_SIZE)
    whole.blit(sock, sock.get_rect(midtop=(assets.px(sock_x), assets.px(y - 8 - SOCK_ROOM))))
    for dx in (-10, 10):
        _blit_at(assets, whole, peg(assets, 0.48), sock_x - 13 + dx, y - 4)
    if is_solved:
        _blit_at(assets, whole, tick(assets, 26), sock_x - 14, y + SOCK_SIZE - 16)
    return whole


def _blit_at(assets: Assets, whole: pygame.Surface, image: pygame.Surface, x: float, y: float) -> None:
    """Blit an image centred on a place in units."""
    whole.blit(image, image.get_rect(center=(assets.px(x), assets.px(y))))

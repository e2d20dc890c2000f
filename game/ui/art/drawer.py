"""The open drawer from above: a wooden frame, compartments lined with cloth, and its front with two knobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.fabric import grain, knob
from game.ui.art.layers import clip, draw, inner_shade, lifted, padded
from game.ui.art.palette import INK
from game.ui.art.svg import lin, line, path, rect
from game.ui.core.assets import Assets, drawn

FRAME: Final = 24.0
"""Units of wood around the compartments."""
LIP: Final = 8.0
"""How much farther the front reaches to the left and right."""
CHEST_ROOM: Final = 20.0
"""Units around the whole, for its shadow."""
IN: Final = 4.0
"""Half the wood between two compartments."""
_ROUND: Final = 7.0


@dataclass(frozen=True, slots=True)
class Lining:
    """The cloth of the compartments, its weave, and how dark it is along their edges."""

    cloth: str
    weave: str
    shade: int


LININGS: Final = {
    "linen": Lining("#F0DFC4", "#D9B98C", 175),
    "dark": Lining("#4A3F6B", "#5E5283", 200),
    "contrast": Lining("#FFFFFF", "#FFFFFF", 0),
}


@drawn
def chest(
    assets: Assets, cell: tuple[float, float], grid: tuple[int, int], front: float, theme: str = "linen"
) -> pygame.Surface:
    """A drawer with a grid of compartments, and below them its front; CHEST_ROOM lies around it.

    Args:
        assets: the scale.
        cell: width and height of a compartment with its wood, in units.
        grid: how many there are across and down.
        front: how high its front is.
        theme: which lining it has.
    """
    w, h = cell[0] * grid[0], cell[1] * grid[1]
    room = CHEST_ROOM + FRAME + LIP
    box = (-room, -FRAME - CHEST_ROOM, w + 2 * room, h + 2 * FRAME + 2 * CHEST_ROOM + front - 10)
    frame = _frame(w, h)
    whole = lifted(assets, draw(assets, frame, box[2], box[3], box), (0, 8), 10, 120)
    inside = draw(assets, rect(-22, -20, w + 44, h + 56, 12, fill="#FFFFFF"), box[2], box[3], box)
    whole.blit(clip(draw(assets, grain(w + 200, -12, h + 36, 7, 5), box[2], box[3], box), inside), (0, 0))
    whole.blit(_lined(assets, cell, grid, box, LININGS.get(theme, LININGS["linen"])), (0, 0))
    whole.blit(draw(assets, _edges(cell, grid), box[2], box[3], box), (0, 0))
    whole.blit(_front(assets, w, h + 14, front, box), (0, 0))
    return whole


def _frame(w: float, h: float) -> str:
    body = lin("frame", (0, -24, 0, h + 20), (0, "#C08650"), (0.5, "#A8713F"), (1, "#8A572F"))
    body += rect(-24, -22, w + 48, h + 60, 14, fill="url(#frame)", stroke=INK, stroke_width=4)
    return body + line(f"M-14 -15.5 H{w + 14}", "#E6B983", 3.5, stroke_opacity=0.85)


def _places(cell: tuple[float, float], grid: tuple[int, int]) -> list[tuple[float, float, float, float]]:
    return [
        (x * cell[0] + IN, y * cell[1] + IN, cell[0] - 2 * IN, cell[1] - 2 * IN)
        for y in range(grid[1])
        for x in range(grid[0])
    ]


def _lined(
    assets: Assets,
    cell: tuple[float, float],
    grid: tuple[int, int],
    box: tuple[float, float, float, float],
    lining: Lining,
) -> pygame.Surface:
    """The cloth in all compartments, darker along their edges."""
    places = _places(cell, grid)
    size = box[2], box[3], box
    cloth = draw(assets, "".join(rect(*each, _ROUND, fill=lining.cloth) for each in places), *size)
    mask = draw(assets, "".join(rect(*each, _ROUND, fill="#FFFFFF") for each in places), *size)
    weave = "".join(f"M{box[0]} {y}H{box[2]} " for y in range(0, int(cell[1] * grid[1]), 7))
    threads = path(weave, stroke=lining.weave, stroke_opacity=0.28, stroke_width=2)
    cloth.blit(clip(draw(assets, threads, *size), mask), (0, 0))
    if lining.shade:
        s = assets.scale
        cloth.blit(inner_shade(mask, 6 * s, (0, 5 * s), lining.shade), (0, 0))
    return cloth


def _edges(cell: tuple[float, float], grid: tuple[int, int]) -> str:
    """The outlines of the compartments, and light on the wood between them."""
    w, h = cell[0] * grid[0], cell[1] * grid[1]
    body = "".join(
        rect(*each, _ROUND, fill="none", stroke=INK, stroke_width=3) for each in _places(cell, grid)
    )
    for row in range(1, grid[1]):
        body += line(f"M8 {row * cell[1] - 1.2} H{w - 8}", "#E6B983", 1.8, stroke_opacity=0.7)
    for column in range(1, grid[0]):
        body += line(f"M{column * cell[0] - 1.2} 8 V{h - 8}", "#E6B983", 1.8, stroke_opacity=0.55)
    return body


def _front(
    assets: Assets, w: float, top: float, high: float, box: tuple[float, float, float, float]
) -> pygame.Surface:
    size = box[2], box[3], box
    body = lin("front", (0, top, 0, top + high), (0, "#C98F58"), (0.12, "#B27A46"), (1, "#8A572F"))
    body += rect(-32, top, w + 64, high, 12, fill="url(#front)", stroke=INK, stroke_width=4)
    body += line(f"M-22 {top + 7} H{w + 22}", "#EBC08B", 3.5, stroke_opacity=0.9)
    whole = lifted(assets, draw(assets, body, *size), (0, 6), 8, 120)
    mask = draw(assets, rect(-30, top + 12, w + 60, high - 16, 10, fill="#FFFFFF"), *size)
    whole.blit(clip(draw(assets, grain(w + 200, top + 16, top + high - 4, 7, 9), *size), mask), (0, 0))
    for x in (58.0, w - 58):
        image = knob(assets, 54)
        at = round((x - box[0]) * assets.scale), round((top + high / 2 + 2 - box[1]) * assets.scale)
        whole.blit(image, image.get_rect(center=at))
    return whole


@drawn
def warm_cell(assets: Assets, w: float, h: float, fill: str) -> pygame.Surface:
    """The cloth of the compartment in focus."""
    return padded(draw(assets, rect(0, 0, w, h, _ROUND, fill=fill), w, h), 0)

"""The clothes line: rope, pegs, and the button-and-thread things that hang on it."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.layers import draw
from game.ui.art.palette import INK, PEG, PEG_GREY
from game.ui.art.svg import group, line, seam
from game.ui.core.assets import Assets, drawn

ROPE_ROOM: Final = 40.0
"""Units above and below the box of a rope, for its shadow on the wall."""


def sag(x: float, w: float, ends: float, depth: float) -> float:
    """How low a rope from (0, ends) to (w, ends) that hangs `depth` deep is at x."""
    return ends + depth * (1 - ((x - w / 2) / (w / 2)) ** 2)


@drawn
def rope(assets: Assets, w: float, depth: float, *, shade: bool = True) -> pygame.Surface:
    """A twisted rope across w units, `depth` lower in its middle; a sag upwards for a depth below 0.

    Its ends lie ROPE_ROOM below the surface's upper edge; `shade` adds its shadow on a wall behind.
    """
    h = abs(depth) + 2 * ROPE_ROOM
    ends = ROPE_ROOM + max(0.0, -depth)
    count = max(8, int(w / 20))
    points = [(i * w / count, sag(i * w / count, w, ends, depth)) for i in range(count + 1)]
    d = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    body = ""
    if shade:
        under = f'<path d="{d}" fill="none" stroke="{INK}" stroke-opacity=".1" stroke-width="5"/>'
        body += group(under, "translate(8 26)")
    body += f'<path d="{d}" fill="none" stroke="{INK}" stroke-width="7.5"/>'
    body += f'<path d="{d}" fill="none" stroke="#F3E6CF" stroke-width="3.4"/>'
    twists = seam(d, 3, 7, even=False)
    body += f'<path d="{twists}" fill="none" stroke="#C9A673" stroke-width="3.4"/>'
    return draw(assets, body, w, h)


PEG_SIZE: Final = (40.0, 74.0)
"""Width and height of a peg's surface at size 1; what it holds passes through its middle."""


@drawn
def peg(assets: Assets, size: float = 1.0, turn: float = 0.0, wood: tuple[str, str] = PEG) -> pygame.Surface:
    """A clothes peg, turned clockwise by some degrees; `wood` is its colour and that of its slit."""
    w, h = PEG_SIZE
    light, dark = wood
    body = (
        f'<path d="M-8 -24 Q-9 -28 -4 -28 H4 Q9 -28 8 -24 L6 27 Q0 31 -6 27Z" fill="{light}" stroke="{INK}" '
        f'stroke-width="3.4" stroke-linejoin="round"/>'
        f'<path d="M0 -26V10" stroke="{dark}" stroke-width="2.6"/>'
        f'<path d="M-4.6 -22 V-10 M-3.6 2 V20" stroke="#FFFFFF" stroke-opacity=".45" stroke-width="2" '
        f'stroke-linecap="round"/>'
    )
    body += line("M-9 -4 H9", INK, 7) + line("M-8.5 -4 H8.5", PEG_GREY, 3.6)
    return draw(assets, group(body, f"rotate({turn})"), w * size, h * size, (-w / 2, -h / 2, w, h))


@drawn
def thread(assets: Assets, h: float) -> pygame.Surface:
    """Two twisted threads, 8 units wide and h long, on which a panel hangs below another."""
    body = line(f"M4 0 V{h}", INK, 6) + line(f"M4 0 V{h}", "#F3E6CF", 2.6)
    return draw(assets, body + line(seam(f"M4 0 L4 {h}", 2.5, 5, even=False), "#C9A673", 2.6), 8, h)

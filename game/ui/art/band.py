"""A match as a knitted band: of each seat, from above, as much as its chance to win at each time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.layers import clip, draw, stacked
from game.ui.art.palette import INK, WOOL
from game.ui.art.patterns import SEATS, cloth
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.svg import circle, knit, line, path, rect, rounded
from game.ui.core.assets import Assets, drawn

Knot = tuple[float, tuple[float, ...]]
"""How far along the match, from 0 to 1, and the chances of the seats from then on."""

FRINGE: Final = 10.0
"""How long the threads at both ends are."""
EDGE: Final = 5.0
"""The corners."""
YARN_GROUND, YARN_EDGE, YARN = "#EAE5EE", "#857D94", "#C6C0D0"
"""The colours of what is not knitted yet."""
LEAST: Final = 0.012
"""So little of a chance is seen all the same, that every seat has its place."""


def band(
    assets: Assets,
    w: float,
    h: float,
    knots: Sequence[Knot],
    looks: Sequence[int],
    *,
    loose: Sequence[tuple[float, float]] = (),
) -> pygame.Surface:
    """The band w x h with its fringes inside; not kept, as no two matches have the same.

    Args:
        assets: for the scale.
        w: how wide it is, fringes and all.
        h: how high.
        knots: in order, the first at 0; what the last one says holds to the end.
        looks: the seats' looks, from above.
        loose: stretches of which nothing is known yet, from share to share: loose yarn, not knitted.
    """
    wide, size = w - 2 * FRINGE, (assets.px(w), assets.px(h))
    parts = [draw(assets, _fringes(w, h, looks), w, h)]
    for number, look in enumerate(looks):
        piece = draw(assets, _shifted(_wool(look, wide, h), FRINGE), w, h)
        parts.append(clip(piece, draw(assets, _area(knots, number, wide, h), w, h)))
    whole = stacked(size, parts)
    yarn = "".join(_yarn(FRINGE + one * wide, FRINGE + other * wide, h) for one, other in loose)
    return stacked(
        size,
        (
            clip(whole, draw(assets, _outline(w, h), w, h)),
            draw(assets, _seams(knots, wide, h), w, h),
            *([draw(assets, yarn, w, h)] if yarn else []),
        ),
    )


def loose_band(assets: Assets, w: float, h: float) -> pygame.Surface:
    """A band of which nothing is known yet: loose yarn, none of it knitted."""
    return draw(assets, _yarn(FRINGE, w - FRINGE, h), w, h)


def _yarn(left: float, right: float, h: float) -> str:
    """Grey yarn in loose loops, row below row, from one place to another."""
    text = rect(left, 0, right - left, h, EDGE, fill=YARN_GROUND)
    rows = max(2, round(h / 17))
    step, high = h / rows, h / rows * 0.34
    count = max(1, round((right - left - 8) / 26))
    wide = (right - left - 8) / count
    for number in range(rows):
        y, up = step * (number + 0.5), 1 if number % 2 else -1
        d = f"M{left + 4:.1f} {y:.1f}"
        for loop in range(count):
            x, bend = left + 4 + loop * wide, high * up * (1 if loop % 2 else -1) * 1.7
            ends = f"{x + wide:.1f} {y:.1f}"
            d += f"C{x + wide * 0.35:.1f} {y + bend:.1f} {x + wide * 0.65:.1f} {y + bend:.1f} {ends}"
        text += line(d, YARN_EDGE, 6) + line(d, YARN, 3.4)
    return text


@drawn
def seat_button(assets: Assets, look: int, size: float = 44, mood: str = "idle") -> pygame.Surface:
    """The head of a seat on a round patch."""
    ground = draw(assets, circle(20, 20, 18, WOOL), size, size, (0, 0, 40, 40))
    tall = size * 1.3
    head = puppet(assets, look, mood, 0, tall, Dress(ground=False))
    patch = pygame.Surface(ground.get_size(), pygame.SRCALPHA)
    foot = assets.px(size + tall * 0.42 + puppet_foot(tall))
    patch.blit(head, head.get_rect(midbottom=(round(ground.get_width() * 0.46), foot)))
    clip(patch, draw(assets, circle(20, 20, 18, "#FFFFFF"), size, size, (0, 0, 40, 40)))
    ring = draw(
        assets, circle(20, 20, 17.6, "none", stroke=INK, stroke_width=2.8), size, size, (0, 0, 40, 40)
    )
    return stacked(ground.get_size(), (ground, patch, ring))


def _wool(look: int, w: float, h: float) -> str:
    """The knitting of a seat, its pattern quieter than on a puppet: it is the ground of a picture."""
    seat = SEATS[look]
    veil = rect(0, 0, w, h, 0, fill=seat.colour, fill_opacity=0.38)
    return cloth(seat, w, h, 0.7) + veil + knit((0, 0, w, h), 7, 0.16)


def _shifted(body: str, dx: float) -> str:
    return f'<g transform="translate({dx:.1f} 0)">{body}</g>'


def _tops(knots: Sequence[Knot], number: int) -> list[tuple[float, float]]:
    """How far from above the area of a seat begins, as shares of both directions."""
    found = []
    for at, chances in knots:
        shown = [max(LEAST, chance) for chance in chances]
        found.append((at, sum(shown[:number]) / sum(shown)))
    return found


def _stairs(tops: Sequence[tuple[float, float]], w: float, h: float) -> str:
    """A line that goes on level and steps where something changed, as path text from left to right."""
    x, y = tops[0]
    text = f"{FRINGE + x * w:.1f} {y * h:.1f}"
    for (_before, high), (at, then) in pairwise(tops):
        if then != high:
            text += f"H{FRINGE + at * w:.1f}V{then * h:.1f}"
    return f"{text}H{FRINGE + w:.1f}"


def _area(knots: Sequence[Knot], number: int, w: float, h: float) -> str:
    """The area below the upper edge of a seat; those of the seats after it lie over the rest."""
    return path(f"M{_stairs(_tops(knots, number), w, h)}V{h}H{FRINGE}Z", "#FFFFFF")


def _outline(w: float, h: float) -> str:
    inner = rect(FRINGE, 0, w - 2 * FRINGE, h, EDGE, fill="#FFFFFF")
    return (
        inner + rect(0, 0, FRINGE, h, 0, fill="#FFFFFF") + rect(w - FRINGE, 0, FRINGE, h, 0, fill="#FFFFFF")
    )


def _seams(knots: Sequence[Knot], w: float, h: float) -> str:
    """The threads between the areas, and the edge around all."""
    text = ""
    for number in range(1, len(knots[0][1])):
        stairs = f"M{_stairs(_tops(knots, number), w, h)}"
        text += line(stairs, INK, 6.5, stroke_linejoin="round") + line(
            stairs, WOOL, 3, stroke_linejoin="round"
        )
    return text + line(rounded(FRINGE + 1.5, 1.5, w - 3, h - 3, EDGE), INK, 3)


def _fringes(w: float, h: float, looks: Sequence[int]) -> str:
    """Threads at both ends, in the seats' colours from above."""
    count = max(1, int((h - 10) / 7))
    text = ""
    for number in range(count):
        y = 7 + number * (h - 14) / max(1, count - 1)
        colour = SEATS[looks[min(len(looks) - 1, int(number / count * len(looks)))]].colour
        for x, to in ((FRINGE + 2, 2.5), (w - FRINGE - 2, w - 2.5)):
            text += line(f"M{x:.1f} {y:.1f}H{to:.1f}", INK, 5) + line(
                f"M{x:.1f} {y:.1f}H{to:.1f}", colour, 2.4
            )
    return text

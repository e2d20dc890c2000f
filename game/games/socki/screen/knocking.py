"""The knock that ends a turn: a rolled sock flies to the neighbour on the left, and lands with a star."""

from __future__ import annotations

import math
from collections.abc import Iterable

from game.ui.art.letters import shout
from game.ui.art.marks import impact, puff
from game.ui.art.socks import ball
from game.ui.kit.canvas import Box
from game.ui.kit.motion import arc, ease_out
from game.ui.kit.paint import Painter
from game.ui.table.bubbles import NEAR, nearest, rect_of
from game.words import _

LENGTH = 620.0
"""How long a knock takes, in ms at the brisk pace."""
HIT = 0.62
"""At which share of the time the sock lands."""
RISE = 16.0
"""How far its word goes up, in units."""
SIZES = 30, 22
"""Of the letters of that word, where the larger ones would lie over somebody or something."""
Point = tuple[float, float]


def draw_knock(
    painter: Painter, start: Point, end: Point, share: float, seen: Iterable[Box], *, still: bool = False
) -> None:
    """The sock on its way, or the star where it has landed.

    Args:
        painter: where to.
        start: the fist of the puppet that knocks.
        end: the head of its neighbour.
        share: how much of it is over, 0 to 1.
        seen: what its word must not cover.
        still: whether movement is replaced by fades.
    """
    assets = painter.assets
    # Without the flight: the star says enough.
    if still:
        share = HIT + (1 - HIT) * share
    if share < HIT:
        gone = ease_out(share / HIT)
        x, y = start[0] + (end[0] - start[0]) * gone, start[1] + (end[1] - start[1]) * gone
        lift = (60 + 0.12 * math.dist(start, end)) * arc(gone)
        painter.blit(ball(assets, 40, int(gone * 14) % 8), x, y - lift, "center")
        return
    rest = (share - HIT) / (1 - HIT)
    star = impact(assets, 0.62).copy()  # the other is kept
    star.set_alpha(round(255 * (1 - rest) ** 0.5))
    painter.blit(star, *end, "center")
    if still:
        return
    painter.blit(puff(assets, min(5, int(rest * 6)), 0.8), end[0], end[1] + 8, "center")
    _say(painter, end, ease_out(rest), seen)


def _say(painter: Painter, near: Point, risen: float, seen: Iterable[Box]) -> None:
    """The word beside a head, where it covers nothing; where there is no room for it the star says enough."""
    taken, scale = [rect_of(box) for box in seen], painter.view.scale
    for size in SIZES:
        word = shout(painter.assets, _("Knock!"), size)
        wide, high = word.get_width() / scale, word.get_height() / scale
        found = nearest(painter.view, near, (wide, high + RISE), NEAR, taken)
        if found is not None:
            painter.blit(word, found[1].x, found[1].y + RISE * (1 - risen))
            return

"""The points of a pair on their way from its station to the score, which counts each as it arrives."""

from __future__ import annotations

from game.games.city.rules.events import PairJoined
from game.ui.art.controls import sewing_button
from game.ui.kit.motion import arc
from game.ui.kit.paint import Painter

RIDE = 0.72
"""The share of a join's time that the train is under way."""
FLIES, AFTER = 0.15, 0.12
"""The share of it that a point takes to the score, and within which all of them set out."""
MOST = 12
POINT = 30.0


def arrived(joined: PairJoined, share: float) -> int:
    """How many points of a pair have come to the score once so much of its event is over."""
    count = min(joined.worth, MOST)
    there = sum(share >= RIDE + AFTER * number / count + FLIES for number in range(count))
    return joined.worth * there // count if count else 0


def draw_points(
    painter: Painter, joined: PairJoined, share: float, start: tuple[float, float], end: tuple[float, float]
) -> None:
    """Those that are on their way, one after the other."""
    (x0, y0), (x1, y1) = start, end
    count = min(joined.worth, MOST)
    for number in range(count):
        gone = (share - RIDE - AFTER * number / count) / FLIES
        if 0 <= gone < 1:
            way = gone * gone * (3 - 2 * gone)
            x, y = x0 + (x1 - x0) * way, y0 + (y1 - y0) * way
            top = min(y, painter.view.box.y + POINT)  # a station may lie close to the upper edge
            painter.blit(sewing_button(painter.assets, POINT), x, max(top, y - 90 * arc(gone)), "center")

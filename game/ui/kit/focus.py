"""Focus: one thing on the screen is chosen, and moves to its neighbour in space."""

from __future__ import annotations

from collections.abc import Iterable

from game.ui.kit.canvas import Box


def lies_at(boxes: Iterable[tuple[str, Box]], at: tuple[float, float], room: float = 0.0) -> str:
    """The first thing that holds a point, empty for none; ``room`` units around it count as its own."""
    return next((name for name, box in boxes if box.grown(room).holds(at)), "")


def neighbour(boxes: Iterable[tuple[str, Box]], here: Box, dx: int, dy: int) -> str | None:
    """The nearest thing in a direction, `None` where there is none.

    Things that overlap the beam of ``here`` come before those that lie aside; a diagonal takes the nearest
    in its quarter.
    """
    x, y = here.centre
    best: tuple[float, str] | None = None
    for name, box in boxes:
        ox, oy = box.centre[0] - x, box.centre[1] - y
        ahead = ox * dx + oy * dy
        # A unit is a rounding: what stands in the same row is neither above nor below.
        if ahead <= 1 or box == here:
            continue
        if dx and dy:
            if ox * dx < 1 or oy * dy < 1:
                continue
            cost = abs(ox) + abs(oy) + abs(abs(ox) - abs(oy))
        else:
            gap = _gap(here, box, along_x=bool(dx))
            aside = abs(oy) if dx else abs(ox)
            cost = ahead + 3 * gap + 0.3 * aside
        if best is None or cost < best[0]:
            best = cost, name
    return None if best is None else best[1]


def _gap(here: Box, box: Box, *, along_x: bool) -> float:
    """How far a box lies outside the beam of ``here``, across the direction of travel."""
    if along_x:
        return max(0.0, box.y - here.bottom, here.y - box.bottom)
    return max(0.0, box.x - here.right, here.x - box.right)

"""The canvas: design units, laid over a window of any size; what stands on it is in `Box`es.

Beside it what is reckoned with boxes and time alone: `DirtyRegions`, which of the things that breathe and
blink have another frame than a moment ago; `nearest_in_direction`, where the focus goes in space; easings, as
functions of the share of the time that has passed, and the pace of it all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import pygame

WIDTH, HEIGHT = 1280.0, 720.0
"""The least canvas, in units; a window of another shape gets a canvas that is larger in one direction."""
MARGIN = 0.05
"""Nothing important lies nearer to the edge than this share of the canvas (overscan of a TV)."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in units."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, point: tuple[float, float]) -> bool:
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def grown(self, by: float) -> Box:
        """The box with every edge moved out by so much (in, for less than 0)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def half(self, number: int) -> Box:
        """Its left half (0) or the right one (1)."""
        return Box(self.x + number * self.w / 2, self.y, self.w / 2, self.h)


@dataclass(frozen=True, slots=True)
class Canvas:
    """The size of the canvas in units, and how many pixels a unit has."""

    w: float
    h: float
    scale: float

    @classmethod
    def of(cls, width: int, height: int) -> Canvas:
        """The view of a window of so many pixels."""
        scale = min(width / WIDTH, height / HEIGHT)
        return cls(width / scale, height / scale, scale)

    @property
    def box(self) -> Box:
        return Box(0, 0, self.w, self.h)

    @property
    def safe(self) -> Box:
        """The canvas without the margin that a TV may cut off."""
        mx, my = self.w * MARGIN, self.h * MARGIN
        return Box(mx, my, self.w - 2 * mx, self.h - 2 * my)

    def px(self, units: float) -> int:
        """A length in whole pixels."""
        return round(units * self.scale)

    def units(self, pixels: tuple[int, int]) -> tuple[float, float]:
        """A point of the window on the canvas."""
        return pixels[0] / self.scale, pixels[1] / self.scale

    def rect(self, box: Box) -> pygame.Rect:
        """The pixels that a box touches."""
        left, top = int(box.x * self.scale), int(box.y * self.scale)
        right, bottom = box.right * self.scale, box.bottom * self.scale
        return pygame.Rect(left, top, int(right + 0.999) - left, int(bottom + 0.999) - top)


class DirtyRegions:
    """Remembers the frame that each living thing showed last."""

    def __init__(self) -> None:
        self._frames: dict[Hashable, object] = {}

    def changed(self, now: Iterable[tuple[Hashable, object, Box]]) -> list[Box]:
        """The boxes of the things, given as name, frame and box, whose frame is a new one."""
        found = []
        for name, frame, box in now:
            if self._frames.get(name) != frame:
                self._frames[name] = frame
                found.append(box)
        return found


def overlap_area(one: Box, other: Box) -> float:
    """How much two boxes have in common, in square units."""
    w = min(one.right, other.right) - max(one.x, other.x)
    h = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, w) * max(0.0, h)


def overlaps(one: Box, other: Box, least: float = 0.0) -> bool:
    """Whether two boxes lie over each other somewhere, by more than ``least`` units each way."""
    across = min(one.right, other.right) - max(one.x, other.x)
    return across > least and min(one.bottom, other.bottom) - max(one.y, other.y) > least


def hit_test(boxes: Iterable[tuple[str, Box]], at: tuple[float, float]) -> str:
    """The first thing that holds a point, empty for none."""
    return next((name for name, box in boxes if box.holds(at)), "")


def nearest_in_direction(boxes: Iterable[tuple[str, Box]], here: Box, dx: int, dy: int) -> str | None:
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
            # How far it lies outside the beam, across the direction of travel.
            if dx:
                gap, aside = max(0.0, box.y - here.bottom, here.y - box.bottom), abs(oy)
            else:
                gap, aside = max(0.0, box.x - here.right, here.x - box.right), abs(ox)
            cost = ahead + 3 * gap + 0.3 * aside
        if best is None or cost < best[0]:
            best = cost, name
    return None if best is None else best[1]


def ease_out(share: float) -> float:
    """Fast, then slower: what moves at a person's wish."""
    return 1 - (1 - share) ** 3


def ease_out_back(share: float) -> float:
    """A little overshoot: what is set down."""
    back = 1.4
    rest = share - 1
    return 1 + (back + 1) * rest**3 + back * rest**2


def ease_in_out(share: float) -> float:
    """Slow, fast, slow: what sets out by itself, and stops."""
    return share * share * (3 - 2 * share)


def lerp_point(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    """The point so far on the straight way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def hop_height(share: float) -> float:
    """Up and down again: the height of a hop, 0 at both ends and 1 in the middle."""
    return 4 * share * (1 - share)


PACE = {"relaxed": 1.6, "brisk": 1.0, "instant": 0.0}
"""Factors on the length of every movement and pause, by the animation speed of the settings."""
LONGEST_STEP = 100.0
"""No more ms pass in one turn of the loop, however long it was away."""

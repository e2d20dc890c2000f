"""Canvas of design units over a window of any size, and `Box`es on it.

Also geometry and timing that need no scene: `DirtyRegions` finds the idle animations whose frame has changed,
`nearest_in_direction` moves the focus, and easings map progress (0 to 1) to a position.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import pygame

WIDTH, HEIGHT = 1280.0, 720.0
"""Smallest canvas, in units. A window of another aspect ratio gets a canvas that is larger in one direction.
"""
OVERSCAN_SHARE = 0.05  # share of the canvas at each edge that a TV may cut off (overscan)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in units."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """X of the right edge, in units."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Y of the lower edge, in units."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """(x, y) of the middle, in units."""
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, point: tuple[float, float]) -> bool:
        """True if a point is in the box. The left and upper edges count, the others do not."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def encloses(self, other: Box) -> bool:
        """True if another box is completely in this one."""
        is_between = self.x <= other.x and other.right <= self.right
        return is_between and self.y <= other.y and other.bottom <= self.bottom

    def overlaps(self, other: Box) -> bool:
        """True if both have an area in common."""
        beside = other.right <= self.x or self.right <= other.x
        return not (beside or other.bottom <= self.y or self.bottom <= other.y)

    def inflated(self, by: float) -> Box:
        """Box with every edge moved out by ``by`` units (in, if negative)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def translated(self, dx: float, dy: float) -> Box:
        """Box moved by ``dx`` to the right and ``dy`` down, in units."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def half_box(self, number: int) -> Box:
        """Left half (0) or right half (1) of the box."""
        return Box(self.x + number * self.w / 2, self.y, self.w / 2, self.h)


@dataclass(frozen=True, slots=True)
class Canvas:
    """Size of the canvas in units, and its scale in pixels per unit."""

    w: float
    h: float
    scale: float
    top: int = 0  # distance in pixels from the upper edge of the window

    @classmethod
    def of(cls, width: int, height: int, top: int = 0) -> Canvas:
        """Canvas for a part of the window of this size in pixels, ``top`` pixels below its upper edge."""
        scale = min(width / WIDTH, height / HEIGHT)
        return cls(width / scale, height / scale, scale, top)

    @property
    def box(self) -> Box:
        """Box of the whole canvas, in units."""
        return Box(0, 0, self.w, self.h)

    @property
    def safe_area(self) -> Box:
        """Box of the canvas without the 5% at each edge that a TV may cut off."""
        mx, my = self.w * OVERSCAN_SHARE, self.h * OVERSCAN_SHARE
        return Box(mx, my, self.w - 2 * mx, self.h - 2 * my)

    def below(self, y: float) -> Box:
        """Box of the canvas below ``y`` (units)."""
        return Box(0, y, self.w, self.h - y)

    def px(self, units: float) -> int:
        """Convert units to the nearest whole number of pixels."""
        return round(units * self.scale)

    def units(self, pixels: tuple[int, int]) -> tuple[float, float]:
        """Convert a point from window pixels to units."""
        return pixels[0] / self.scale, (pixels[1] - self.top) / self.scale

    def pixels(self, point: tuple[float, float]) -> tuple[int, int]:
        """Convert a point from units to window pixels."""
        return self.px(point[0]), self.px(point[1]) + self.top

    def box_of(self, rect: pygame.Rect) -> Box:
        """Box in units of a rectangle in pixels of the canvas."""
        return Box(rect.x / self.scale, rect.y / self.scale, rect.w / self.scale, rect.h / self.scale)

    def rect(self, box: Box) -> pygame.Rect:
        """Smallest rectangle in pixels of the canvas that contains the box."""
        left, top = int(box.x * self.scale), int(box.y * self.scale)
        right, bottom = box.right * self.scale, box.bottom * self.scale
        return pygame.Rect(left, top, int(right + 0.999) - left, int(bottom + 0.999) - top)


class DirtyRegions:
    """Remembers the last drawn frame of each idle animation."""

    def __init__(self) -> None:
        self._frames: dict[Hashable, object] = {}

    def collect(self, now: Iterable[tuple[Hashable, object, Box]]) -> list[Box]:
        """Return the boxes of (name, frame, box) items whose frame is new or differs from the last call."""
        changed = []
        for name, frame, box in now:
            if self._frames.get(name) != frame:
                self._frames[name] = frame
                changed.append(box)
        return changed


def overlap_area(first: Box, second: Box) -> float:
    """Area that two boxes share, in square units."""
    w = min(first.right, second.right) - max(first.x, second.x)
    h = min(first.bottom, second.bottom) - max(first.y, second.y)
    return max(0.0, w) * max(0.0, h)


def overlaps(first: Box, second: Box, margin: float = 0.0) -> bool:
    """True if two boxes overlap by more than ``margin`` units in both directions."""
    across = min(first.right, second.right) - max(first.x, second.x)
    return across > margin and min(first.bottom, second.bottom) - max(first.y, second.y) > margin


def crosses(box: Box, start: tuple[float, float], end: tuple[float, float]) -> bool:
    """True if the line between two points meets a box."""
    return bool(pygame.FRect(box.x, box.y, box.w, box.h).clipline(start, end))


def hit_test(boxes: Iterable[tuple[str, Box]], at: tuple[float, float]) -> str:
    """Name of the first box that contains the point, empty if none does."""
    return next((name for name, box in boxes if box.contains(at)), "")


def nearest_in_direction(boxes: Iterable[tuple[str, Box]], start: Box, dx: int, dy: int) -> str | None:
    """Name of the nearest box from ``start`` in a direction (each -1, 0 or 1), None if there is none.

    Boxes in the beam of ``start`` come before those beside it. A diagonal finds the nearest box in its
    quadrant.
    """
    x, y = start.centre
    best: tuple[float, str] | None = None
    for name, box in boxes:
        ox, oy = box.centre[0] - x, box.centre[1] - y
        ahead = ox * dx + oy * dy
        # Tolerance for rounding: an element in the same row is neither above nor below.
        if ahead <= 1 or box == start:
            continue
        if dx and dy:
            if ox * dx < 1 or oy * dy < 1:
                continue
            cost = abs(ox) + abs(oy) + abs(abs(ox) - abs(oy))
        else:
            # Distance from the beam, across the direction of travel.
            if dx:
                gap, aside = max(0.0, box.y - start.bottom, start.y - box.bottom), abs(oy)
            else:
                gap, aside = max(0.0, box.x - start.right, start.x - box.right), abs(ox)
            cost = ahead + 3 * gap + 0.3 * aside
        if best is None or cost < best[0]:
            best = cost, name
    return None if best is None else best[1]


def ease_out(progress: float) -> float:
    """Eased progress: fast, then slower. For motion that a player starts."""
    return 1 - (1 - progress) ** 3


def ease_out_back(progress: float, back: float = 1.4) -> float:
    """Eased progress with an overshoot above 1: 7 % at a ``back`` of 1.4. For things that are set down."""
    rest = progress - 1
    return 1 + (back + 1) * rest**3 + back * rest**2


def ease_in(progress: float) -> float:
    """Eased progress: slow, then faster. For what strikes or falls."""
    return progress * progress * progress


def wobble(progress: float, swings: float = 1.5) -> float:
    """Swing from 1 to 0 with a number of ``swings``. For what was pressed and springs back."""
    return (1 - progress) ** 2 * math.cos(math.tau * swings * progress)


def sway(progress: float, swings: float = 1.5) -> float:
    """Swing from 0, up to about 0.8, to 0 with a number of ``swings``. 0 before and after it."""
    return (1 - progress) ** 2 * math.sin(math.tau * swings * progress) if 0 <= progress < 1 else 0.0


def ease_in_out(progress: float) -> float:
    """Eased progress: slow, fast, slow. For motion that starts on its own."""
    return progress * progress * (3 - 2 * progress)


def lerp_point(start: tuple[float, float], end: tuple[float, float], progress: float) -> tuple[float, float]:
    """Point between two points at a progress of 0 to 1."""
    return start[0] + (end[0] - start[0]) * progress, start[1] + (end[1] - start[1]) * progress


def hop_height(progress: float) -> float:
    """Height of a hop: 0 at both ends and 1 in the middle."""
    return 4 * progress * (1 - progress)


# factor on the duration of every motion and pause, by the animation speed setting
PACE = {"relaxed": 1.6, "brisk": 1.0, "instant": 0.0}
MAX_STEP_MS = 100.0  # ms that one pass of the main loop may advance at most, however long it was blocked

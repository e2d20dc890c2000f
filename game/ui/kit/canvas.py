"""The canvas: design units, laid over a window of any size."""

from __future__ import annotations

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
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, point: tuple[float, float]) -> bool:
        """Whether the point lies inside."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def grown(self, by: float) -> Box:
        """The box with every edge moved out by so much (in, for less than 0)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: float, dy: float) -> Box:
        """The box at another place."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)


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
        """The whole canvas."""
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

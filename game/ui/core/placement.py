"""Placement of boxes that hide what is below them: find the place that hides least.

Used by speech bubbles, station names, captions, the lesson pointer and pop-up logs. Callers list candidate
places with the base cost of each (such as its distance), the cheapest first. The cost of what a place hides
is added by `over` (the worth of each `Obstacle` that it touches) or by `covering` (worth per covered square
unit). The lowest sum wins, of equals the first, so the result is deterministic.

Speed: a candidate is examined only while its base cost is below the best total cost. With free space one look
is enough; without, `around` yields some thousands of places at a few microseconds each. Call on changes,
never per frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

import pygame

from game.ui.core.canvas import Box, overlap_area

NEVER = math.inf  # worth of an obstacle that must not be covered
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[T]):
    """A candidate place with its base cost."""

    cost: float
    box: Box
    payload: T  # data of the caller, such as the tail, rotation or line breaks


class Obstacle(NamedTuple):
    """An area that should stay visible, with the cost of covering it."""

    box: Box
    worth: float = NEVER

    @classmethod
    def around(cls, point: tuple[float, float], reach: float, worth: float = NEVER) -> Obstacle:
        """Obstacle with a square of ``reach`` units in each direction from a point."""
        return cls(Box(point[0] - reach, point[1] - reach, 2 * reach, 2 * reach), worth)


def place(spots: Iterable[Candidate[T]], hides: Callable[[Candidate[T]], float]) -> Candidate[T] | None:
    """Candidate with the lowest total cost, which replaces its ``cost``. None without one below `NEVER`.

    Args:
        spots: candidates in ascending order of cost.
        hides: additional cost of a candidate, 0 or more.
    """
    best: Candidate[T] | None = None
    for spot in spots:
        if best is not None and spot.cost >= best.cost:
            break
        cost = spot.cost + hides(spot)
        if cost < (NEVER if best is None else best.cost):
            best = replace(spot, cost=cost)
    return best


def over(obstacles: Sequence[Obstacle], apart: float = 0.0) -> Callable[[Candidate[T]], float]:
    """Cost function of candidates: sum of the worths of all obstacles within ``apart`` units."""
    # Rectangles of pygame for speed: hundreds of places are examined within a frame.
    rects = [rect_of(obstacle.box) for obstacle in obstacles]
    if all(obstacle.worth == NEVER for obstacle in obstacles):
        return lambda spot: 0.0 if rect_of(spot.box.inflated(apart)).collidelist(rects) < 0 else NEVER

    def hides(spot: Candidate[T]) -> float:
        """Sum of the worths of the obstacles that a candidate touches."""
        touched = rect_of(spot.box.inflated(apart)).collidelistall(rects)
        return sum(obstacles[index].worth for index in touched)

    return hides


def covering(obstacles: Sequence[Obstacle]) -> Callable[[Candidate[T]], float]:
    """Cost function of candidates: covered area of each obstacle in square units, times its worth."""
    near = [rect_of(obstacle.box.inflated(1)) for obstacle in obstacles]

    def hides(spot: Candidate[T]) -> float:
        """Sum over the obstacles of the covered area times the worth."""
        touched = (obstacles[index] for index in rect_of(spot.box.inflated(1)).collidelistall(near))
        return sum(overlap_area(spot.box, obstacle.box) * obstacle.worth for obstacle in touched)

    return hides


def around(
    room: Box, point: tuple[float, float], size: tuple[float, float], reach: float, step: float, value: T
) -> Iterator[Candidate[T]]:
    """Yield places in a room within ``reach`` of a point, nearest first. The cost is the distance.

    They are ``step`` units apart. The upper edge of the room is included, because its last free strip is
    often lower.
    """
    (w, h), (x, y), places = size, point, list[tuple[float, float, float]]()
    columns, rows = int((w + 2 * reach) / step) + 1, int((h + 2 * reach) / step) + 1
    lefts = [left for n in range(columns) if room.x <= (left := x - w - reach + n * step) <= room.right - w]
    for top in (room.y, *(y - h - reach + n * step for n in range(rows))):
        off = max(top - y, 0.0, y - top - h)
        if room.y <= top <= room.bottom - h and off <= reach:
            aways = ((math.hypot(max(left - x, 0.0, x - left - w), off), left) for left in lefts)
            places += [(distance, top, left) for distance, left in aways if distance <= reach]
    for distance, top, left in sorted(places, key=lambda entry: entry[0]):
        yield Candidate(distance, Box(left, top, w, h), value)


def rect_of(box: Box) -> pygame.Rect:
    """Integer rectangle of a box: position rounded down, size rounded up."""
    return pygame.Rect(math.floor(box.x), math.floor(box.y), math.ceil(box.w), math.ceil(box.h))

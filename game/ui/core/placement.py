"""Where a box lies that hides something wherever it lies: where it hides least.

Speech bubbles, the names of stations, a caption, the pointer of a lesson, a log that pops up and the banner
all ask `place`. Method: whoever asks lists the places that come into question with what each costs by itself
(how far off it is, how usual), the cheapest first; to that comes what a place hides, found by `over` (each
`Obstacle` that it touches counts its worth) or by `covering` (each square unit that it covers of one does).
The least sum wins, and of equals the one named first: the same situation has the same answer.

Cost: a place is made and looked at only while it is cheaper by itself than the best that was found, so where
there is room one look is enough; where there is none, all of `around` are some thousands, each a few
microseconds. Found on change, never per frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

import pygame

from game.ui.core.canvas import Box, overlap_area

NEVER = math.inf
"""What an obstacle is worth over which nothing may lie, whatever else that costs."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[T]):
    """A place that comes into question."""

    cost: float
    box: Box
    what: T
    """What whoever asks wants to know of it: its tail, its turn, the shape of its words."""


class Obstacle(NamedTuple):
    """Something that had better be seen."""

    box: Box
    worth: float = NEVER

    @classmethod
    def around(cls, point: tuple[float, float], reach: float, worth: float = NEVER) -> Obstacle:
        return cls(Box(point[0] - reach, point[1] - reach, 2 * reach, 2 * reach), worth)


def place(spots: Iterable[Candidate[T]], hides: Callable[[Candidate[T]], float]) -> Candidate[T] | None:
    """The spot that costs least with what it hides; `None` where there is none, or all hide what none may.

    Args:
        spots: from the cheapest to the dearest.
        hides: what a spot costs besides, nothing or more.
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
    """What it costs to touch any of these, or to come nearer to them than ``apart`` units."""
    # Rectangles of pygame: hundreds of places are looked at within a frame.
    rects = [rect_of(one.box) for one in obstacles]
    if all(one.worth == NEVER for one in obstacles):
        return lambda spot: 0.0 if rect_of(spot.box.grown(apart)).collidelist(rects) < 0 else NEVER

    def hides(spot: Candidate[T]) -> float:
        touched = rect_of(spot.box.grown(apart)).collidelistall(rects)
        return sum(obstacles[one].worth for one in touched)

    return hides


def covering(obstacles: Sequence[Obstacle]) -> Callable[[Candidate[T]], float]:
    """What it costs to cover these, by the square unit."""
    near = [rect_of(one.box.grown(1)) for one in obstacles]

    def hides(spot: Candidate[T]) -> float:
        touched = (obstacles[one] for one in rect_of(spot.box.grown(1)).collidelistall(near))
        return sum(overlap_area(spot.box, one.box) * one.worth for one in touched)

    return hides


def around(
    room: Box, point: tuple[float, float], size: tuple[float, float], reach: float, step: float, what: T
) -> Iterator[Candidate[T]]:
    """Places of a size in a room, at most so far from a point, the nearest first; they cost their distance.

    They are ``step`` units apart; along the upper edge of the room too, whose last free strip is often lower.
    """
    (w, h), (x, y), found = size, point, list[tuple[float, float, float]]()
    columns, rows = int((w + 2 * reach) / step) + 1, int((h + 2 * reach) / step) + 1
    lefts = [left for n in range(columns) if room.x <= (left := x - w - reach + n * step) <= room.right - w]
    for top in (room.y, *(y - h - reach + n * step for n in range(rows))):
        off = max(top - y, 0.0, y - top - h)
        if room.y <= top <= room.bottom - h and off <= reach:
            aways = ((math.hypot(max(left - x, 0.0, x - left - w), off), left) for left in lefts)
            found += [(far, top, left) for far, left in aways if far <= reach]
    for far, top, left in sorted(found, key=lambda one: one[0]):
        yield Candidate(far, Box(left, top, w, h), what)


def dearer(spots: Iterable[Candidate[T]], more: float) -> Iterator[Candidate[T]]:
    """The same, all of which cost so much more."""
    return (replace(spot, cost=spot.cost + more) for spot in spots)


def rect_of(box: Box) -> pygame.Rect:
    """The whole units that a box lies on."""
    return pygame.Rect(math.floor(box.x), math.floor(box.y), math.ceil(box.w), math.ceil(box.h))

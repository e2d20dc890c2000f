"""Where a bubble beside a station lies: on whichever side it covers least, and nothing that it speaks of."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from game.games.city.screen.ground import City, MapProjection
from game.games.city.screen.night_map import MapContents
from game.ui.kit.canvas import Box

SPOKEN_OF, ITS_PAIR, SOCK, ON_THE_WAY, TRACK = 10_000.0, 400.0, 60.0, 25.0, 8.0
"""How much it is worth to leave something in view: what is spoken of, then the socks of the pair in focus."""
_TAILS = 14.0, 34.0, 54.0
"""How long a tail may be, in units; what is farther off has a thread."""
_GRID = 22.0
"""From one place that is tried to the next, where none is free nearby."""
_LONGER = 0.3
"""What each unit of a tail counts beside what is covered."""
_ASIDE = 26.0
"""How far from an end of the bubble its tail may leave it."""
_LEAN = 32.0
"""How far aside a tail may reach."""
_SHARES = 0.08, 0.92, 0.5, 0.0, 1.0, 0.3, 0.7
"""How much of the bubble lies on one side of what it points at, the best first."""
_EDGE = 3.0


class Obstacle(NamedTuple):
    """Something that had better be seen."""

    box: pygame.Rect
    worth: float

    @classmethod
    def of(cls, box: Box, worth: float = SOCK) -> Obstacle:
        """A box that had better be seen."""
        return cls(_rect(box), worth)

    @classmethod
    def around(cls, point: tuple[float, float], reach: float, worth: float = SOCK) -> Obstacle:
        """What lies around a point."""
        return cls.of(Box(point[0] - reach, point[1] - reach, 2 * reach, 2 * reach), worth)


@dataclass(frozen=True, slots=True)
class BubblePlace:
    """A bubble and its tail, in units."""

    box: Box
    root: tuple[float, float]
    """Where the tail leaves the edge."""
    tip: tuple[float, float]

    @property
    def is_far(self) -> bool:
        """Whether it has a thread in the place of a tail."""
        return math.dist(self.root, self.tip) > _TAILS[-1] + _LEAN / 2


def beside(
    room: Box, at: tuple[float, float], reach: float, size: tuple[float, float], taken: Sequence[Obstacle]
) -> BubblePlace | None:
    """The place for a bubble of a size beside a point, above it and to the right where all is free there.

    Args:
        room: what it has to lie in.
        at: the middle of what it points at.
        reach: how far around that nothing may lie.
        size: of the bubble.
        taken: what had better not be covered.

    Returns:
        `None` where the point lies out of the room, or it would lie over what it speaks of wherever it lay.
    """
    boxes = [one.box for one in taken]
    best: tuple[float, BubblePlace] | None = None
    for number, tail in enumerate(_TAILS):
        if best is not None and best[0] <= _LONGER * (tail - _TAILS[0]):
            break  # the others are farther off than they could gain
        for order, place in enumerate(_places(room, at, reach + tail, reach, size)):
            found = _rect(place.box.grown(_EDGE)).collidelistall(boxes)
            cost = (
                (order + number) / 4 + _LONGER * (tail - _TAILS[0]) + sum(taken[one].worth for one in found)
            )
            if best is None or cost < best[0]:
                best = cost, place
    socks = [one.box for one in taken if one.worth >= SOCK and not one.box.collidepoint(at)]
    # Rather far off than over a way that is shown, and rather its thread over a sock than itself.
    for least, thread in ((ON_THE_WAY, socks), (SOCK, socks), (SOCK, ())):
        if best is not None and best[0] < least:
            return best[1]
        dear = [one.box for one in taken if one.worth >= least]
        free = _free(room, at, reach, size, dear, thread) if room.holds(at) else None
        if free is not None:
            return free
    return best[1] if best is not None and best[0] < SPOKEN_OF else None


def _free(
    room: Box,
    at: tuple[float, float],
    reach: float,
    size: tuple[float, float],
    dear: Sequence[pygame.Rect],
    thread: Sequence[pygame.Rect],
) -> BubblePlace | None:
    """The nearest place beyond all tails where nothing dear lies, nor any of those below its thread."""
    (x, y), (w, h), far = at, size, reach + _TAILS[-1]
    best: tuple[float, BubblePlace] | None = None
    whole = _rect(Box(0, 0, w + 2 * _EDGE + 1, h + 2 * _EDGE + 1))
    for row in range(int((room.h - h) / _GRID) + 1):
        top = room.y + row * _GRID
        down = max(top - y, 0.0, y - top - h)
        for column in range(int((room.w - w) / _GRID) + 1):
            left = room.x + column * _GRID
            away = math.hypot(max(left - x, 0.0, x - left - w), down)
            # The distance is cheaper than the look at all that is dear, and rules out nearly every place.
            if away < far or (best is not None and away >= best[0]):
                continue
            whole.topleft = int(left - _EDGE), int(top - _EDGE)
            if whole.collidelist(dear) < 0:
                place = _threaded(Box(left, top, w, h), at, reach)
                if not any(rect.clipline(place.root, place.tip) for rect in thread):
                    best = away, place
    return best[1] if best is not None else None


def _threaded(box: Box, at: tuple[float, float], reach: float) -> BubblePlace:
    """A bubble far off, with a thread from its edge."""
    x, y = at
    root = min(max(x, box.x + _ASIDE), box.right - _ASIDE), min(max(y, box.y + 4), box.bottom - 4)
    far = math.dist(root, at) or 1.0
    return BubblePlace(box, root, (x + (root[0] - x) * reach / far, y + (root[1] - y) * reach / far))


def _places(
    room: Box, at: tuple[float, float], far: float, reach: float, size: tuple[float, float]
) -> Iterator[BubblePlace]:
    """The places at a distance: above, below, to the right and to the left."""
    (x, y), (w, h) = at, size
    if not room.holds(at):
        return
    for way in (-1, 1):
        top = y + way * far - h * (way < 0)
        if room.y <= top and top + h <= room.bottom:
            for left in (x - _LEAN / 2 - (w - _LEAN) * share for share in _SHARES):
                box = Box(min(max(left, room.x), room.right - w), top, w, h)
                root = min(max(x, box.x + _ASIDE), box.right - _ASIDE)
                if abs(root - x) <= _LEAN:
                    yield BubblePlace(box, (root, y + way * far), (x, y + way * reach))
    for way in (1, -1):
        left = x + way * far - w * (way < 0)
        if room.x <= left and left + w <= room.right:
            for high in (y - _LEAN / 2 - (h - _LEAN) * share for share in _SHARES):
                box = Box(left, min(max(high, room.y), room.bottom - h), w, h)
                root = min(max(y, box.y + _ASIDE), box.bottom - _ASIDE)
                if abs(root - y) <= _LEAN:
                    yield BubblePlace(box, (x + way * far, root), (x + way * reach, y))


def taken_on(ground: MapProjection, city: City, laid: MapContents) -> list[Obstacle]:
    """What lies on the map, with how much it is worth to see it."""
    size = ground.size
    found = [
        Obstacle.around(ground.point(city.cell(text)), size * 0.66, ITS_PAIR if own == laid.focus else SOCK)
        for text, own in laid.socks
    ]
    found += [Obstacle.around(ground.point(city.cell(text)), size * 0.66) for text in laid.blockers]
    pieces = [(city.cell(one), city.cell(other)) for side in laid.tracks for one, other in side]
    return [*found, *(Obstacle.around(ground.middle(*piece), size * 0.4, TRACK) for piece in pieces)]


def spoken_of(
    ground: MapProjection, city: City, laid: MapContents, stations: Sequence[str], colour: str
) -> list[Obstacle]:
    """What a bubble speaks of.

    Args:
        ground: where the map lies.
        city: the board.
        laid: what lies on it.
        stations: two of them are a link.
        colour: its pair; empty for none.
    """
    points = [ground.point(city.cell(text)) for text in stations]
    found = [Obstacle.around(point, ground.size * 0.62, SPOKEN_OF) for point in points]
    if len(stations) > 1:
        middle = ground.middle(*map(city.cell, stations))
        found.append(Obstacle.around(middle, ground.size * 0.4, SPOKEN_OF))
    socks = [ground.point(city.cell(text)) for text, own in laid.socks if own == colour]
    return [*found, *(Obstacle.around(point, ground.size * 0.66, ITS_PAIR) for point in socks)]


def way_taken(
    ground: MapProjection, city: City, way: Sequence[str], worth: float = ON_THE_WAY
) -> list[Obstacle]:
    """The links of a way that is shown."""
    links = [(city.cell(one), city.cell(other)) for one, other in city.along(way)]
    return [Obstacle.around(ground.middle(*link), ground.size * 0.4, worth) for link in links]


def _rect(box: Box) -> pygame.Rect:
    return pygame.Rect(math.floor(box.x), math.floor(box.y), math.ceil(box.w), math.ceil(box.h))

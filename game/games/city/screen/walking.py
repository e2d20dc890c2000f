"""Walking the stations with arrows, a cross or a stick: the link just walked over is the one that is chosen.

Left and right are plain. Up and down have two links each: they take the side that the last step leaned to,
and left or right pressed right after that swings the step to the other one. Two directions pressed together,
or a stick pushed slantwise, are one step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.hexgrid import Cell
from game.games.city.screen.ground import City, MapProjection
from game.ui.kit.focus import neighbour

TOGETHER = 75.0
"""Two directions within so many ms are pressed together."""
_STEPS: dict[tuple[int, int], Cell] = {
    (1, 0): (1, 0), (-1, 0): (-1, 0), (1, -1): (1, -1), (-1, -1): (0, -1), (1, 1): (0, 1), (-1, 1): (-1, 1),
}  # fmt: skip
"""Directions on the screen as steps on the map."""


@dataclass(slots=True)
class Walker:
    """A cursor on a station, and the station from which it came over a link."""

    at: str = ""
    came: str = ""
    """Empty after a jump: no link is chosen then."""
    lean: int = 1
    _from: str = ""
    """Where the last step began, link or no link."""
    way: tuple[int, int] = (0, 0)
    """The direction of the last press."""
    _when: float = -1e9

    def jump(self, at: str, came: str = "") -> None:
        """Stand on a station, having come over a link or not."""
        self.at, self.came, self.way = at, came, (0, 0)

    def step(
        self,
        city: City,
        ground: MapProjection,
        way: tuple[int, int],
        now: float,
        wanted: Callable[[str, str], bool] = lambda _one, _other: True,
    ) -> bool:
        """Take a step; whether there was anywhere to go.

        Args:
            city: the board.
            ground: where it lies, for steps over water.
            way: the direction, each -1, 0 or 1.
            now: in ms, to tell two directions that are pressed together.
            wanted: whether a link is worth choosing, for up and down.
        """
        start, way = self._meant(city, way, now)
        if way[0] == 0:
            way = (self._side(city, start, way[1], wanted), way[1])
            pressed = (0, way[1])
        else:
            pressed = way
            self.lean = way[0]
        target = self._next(city, start, way)
        if target:
            self.at, self.came = target, start
        else:
            boxes = [(text, ground.box(stop.cell, 0.5)) for text, stop in city.stops.items() if text != start]
            found = neighbour(boxes, ground.box(city.cell(start), 0.5), *pressed)
            if found is None:
                return False
            self.at, self.came = found, ""
        self._from, self.way, self._when = start, pressed, now
        return True

    def _meant(self, city: City, way: tuple[int, int], now: float) -> tuple[str, tuple[int, int]]:
        """Where a press starts from, and which direction it stands for together with the one before."""
        (dx, dy), (px, py) = way, self.way
        together = now - self._when <= TOGETHER and self._from in city.stops
        if together and dx and dy and (px, py) in ((dx, 0), (0, dy)):
            return self._from, way
        if together and dy and not dx and px and not py:
            return self._from, (px, dy)
        if together and dx and not dy and py and not px:
            return self._from, (dx, py)
        swings = dx and not dy and py and not px and self.came == self._from and self.came
        if swings and self._next(city, self._from, (dx, py)) not in ("", self.at):
            return self._from, (dx, py)
        return self.at, way

    def _side(self, city: City, start: str, dy: int, wanted: Callable[[str, str], bool]) -> int:
        """Which of two links up or down."""
        sides = (self.lean, -self.lean)
        there = [side for side in sides if self._next(city, start, (side, dy))]
        # A link where a piece can go is what somebody most likely means.
        good = [side for side in there if wanted(start, self._next(city, start, (side, dy)))]
        return (good or there or list(sides))[0]

    def _next(self, city: City, start: str, way: tuple[int, int]) -> str:
        """The neighbour in a direction, empty for none."""
        (q, r), (dq, dr) = city.cell(start), _STEPS[way]
        stop = city.at.get((q + dq, r + dr))
        return stop.text if stop else ""

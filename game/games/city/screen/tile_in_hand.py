"""The tile in hand, while a city is built by hand: held over a cell, turned, laid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from game.core.game import Refusal
from game.core.hexgrid import Cell, cell_text, from_offset, neighbours, offset, read_cell
from game.games.city.rules.graph import hull
from game.games.city.rules.manual import left_over, outlines
from game.games.city.rules.rules import Code
from game.games.city.rules.tablebits import TABLE, on_table
from game.games.city.rules.tiles import DESIGNS, Placed, tile_cells
from game.games.city.screen.map_state import MapState
from game.games.city.words.sentences import refused
from game.ui.kit.input import Act, Intent
from game.ui.table.context import ViewContext

_MIDDLE = from_offset(TABLE // 2, TABLE // 2)
_TRIES = 16
"""Places that are tried for a tile in hand."""
_RING = 2
"""Rows of table that are shown around the tiles."""


@lru_cache(maxsize=4)
def _table_around(built: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The table around what is built, or around its middle."""
    cells = set(built)
    if not cells:
        cells = {_MIDDLE}
        cells |= {other for cell in cells for other in neighbours(cell)}
    for _ring in range(_RING):
        cells |= {other for cell in cells for other in neighbours(cell)}
    return tuple(cell for cell in hull(tuple(sorted(cells))) if on_table(cell))


class TileInHand:
    """The next tile of a city that is built by hand."""

    def __init__(self, table: ViewContext, map_state: MapState) -> None:
        self._table = table
        self._map = map_state
        self.design, self.rotation = 0, 0
        self.at: Cell = (_MIDDLE[0] - 1, _MIDDLE[1])
        """Where its hexagon a is."""
        self.fault: Refusal | None = None
        """Why it may not lie there."""
        self.insists = False
        """Whether somebody has tried to lay it there all the same."""

    def keep(self) -> list[int]:
        """Where it is held, for the save."""
        return [self.design, self.rotation, *self.at]

    def recall(self, kept: object) -> None:
        """Hold it where it was kept; what makes no sense is left out."""
        match kept:
            case [int(design), int(rotation), int(q), int(r)] if design < DESIGNS and rotation < 6:
                if min(design, rotation) >= 0 and on_table((q, r)):
                    self.design, self.rotation, self.at = design, rotation, (q, r)

    def ready(self) -> None:
        """A tile is to be laid: hold one that is left, near where the one before was."""
        if not left_over(self._map.view.board.tiles)[self.design]:
            self._next_design(1)
        self.place(self._nearest())

    def show_hint(self, rest: Sequence[str]) -> None:
        """Hold it where a hint points: design, rotation and cell."""
        self.design, self.rotation = int(rest[0]), int(rest[1])
        self.place(read_cell(rest[2]))

    def table(self) -> tuple[Cell, ...]:
        """The part of the table that is shown while the city is built."""
        return _table_around(self._map.city.board.cells)

    def ghost(self) -> Placed:
        """The tile in hand, where it would lie."""
        return Placed(self.design, self.rotation, self.at)

    def vacant(self) -> int:
        """How many hexagons of the play area would stay vacant with the tile in hand there."""
        cells = {*self._map.view.board.cells, *self.ghost().cells}
        return len(hull(tuple(sorted(cells)))) - len(cells)

    def place(self, at: Cell) -> None:
        """Hold the tile over a cell; what a hint has said of another place holds no longer."""
        self.at = at
        if self._table.messages.helps:
            self._table.messages.clear()
        self.fault, self.insists = self._why_not(at), False
        self._table.redraw()

    def _why_not(self, at: Cell) -> Refusal | None:
        if not all(map(on_table, tile_cells(self.rotation, at))):
            return Refusal(Code.OFF_TABLE)
        return self._table.session.refusal(f"tile {self.design} {self.rotation} {cell_text(at)}")

    def _nearest(self) -> Cell:
        """The nearest place where the tile in hand may lie; where it is when there is none close by."""
        spots = [
            at if self.rotation < 3 else tile_cells(rotation, at)[3]
            for rotation, at in outlines(
                self._map.view.board, self._table.session.options.number("vacant_max")
            )
            if rotation == self.rotation % 3
        ]
        x, y = self._map.far.point(self.at)
        spots.sort(key=lambda cell: math.dist(self._map.far.point(cell), (x, y)))
        # The nearest alone: the rules take their time to say whether a tile may lie somewhere.
        return next((at for at in (self.at, *spots[:_TRIES]) if self._why_not(at) is None), self.at)

    def act(self, intent: Intent) -> bool:
        """Take an intent of the person to move; whether it was for the tile."""
        match intent.act:
            case Act.NAVIGATE:
                self._step(intent.dx, intent.dy)
            case Act.POINT:
                self._point_tile(intent)
            case Act.NEXT | Act.PREVIOUS:
                self._next_design(1 if intent.act is Act.NEXT else -1)
            case Act.SECONDARY | Act.ALTERNATE | Act.SCROLL:
                self._turn(-1 if intent.act is Act.SCROLL and intent.dy > 0 else 1)
            case Act.PRESS:
                if not self._press_design(intent):
                    self._point_tile(intent)
                    self._lay_tile()
            case Act.CONFIRM:
                self._lay_tile()
            case _:
                return False
        return True

    def _press_design(self, intent: Intent) -> bool:
        at = self._table.stage.view.units(intent.at)
        for name, box in self._map.places.rows("tiles"):
            if box.holds(at):
                if left_over(self._map.view.board.tiles)[int(name)]:
                    self.design = int(name)
                    self.place(self.at)
                else:
                    refusal = Refusal(Code.TILE_USED_UP)
                    self._table.refuse(refused(refusal, [seat.name for seat in self._table.seats]))
                return True
        return self._map.places.panel.holds(at)

    def _step(self, dx: int, dy: int) -> None:
        """Move the tile by a hexagon; straight up and down it wavers by half of one."""
        q, r = self.at
        if not dy:
            target = (q + dx, r)
        else:
            column, _row = offset(self.at)
            side = dx or (1 if r % 2 == 0 else -1)
            column += (1 if side > 0 else 0) if r % 2 else (0 if side > 0 else -1)
            target = from_offset(column, r + dy)
        if all(map(on_table, tile_cells(self.rotation, target))):
            self.place(target)
            self._table.stage.audio.play("step")

    def middle(self, rotation: int) -> tuple[float, float]:
        """The middle of a tile, seen from its hexagon a, in units."""
        ground = self._map.far
        x0, y0 = ground.point((0, 0))
        points = [ground.point(cell) for cell in tile_cells(rotation, (0, 0))]
        return sum(x for x, _y in points) / 4 - x0, sum(y for _x, y in points) / 4 - y0

    def _point_tile(self, intent: Intent) -> None:
        """Hold the tile under the pointer, or on the nearest place beside it where it may lie."""
        x, y = self._table.stage.view.units(intent.at)
        if self._map.places.panel.holds((x, y)):
            return
        dx, dy = self.middle(self.rotation)
        ground = self._map.ground
        wanted = x - dx, y - dy
        at = ground.at(wanted)
        # The rules are asked once for a cell, not for every pixel of it.
        if at == self.at:
            return
        near = sorted((at, *neighbours(at)), key=lambda cell: math.dist(ground.point(cell), wanted))
        self.place(next((cell for cell in near if self._why_not(cell) is None), at))

    def _turn(self, step: int) -> None:
        """Turn the tile about its middle."""
        ground = self._map.far
        x, y = ground.point(self.at)
        # About its middle: about its first hexagon it would jump aside.
        before = self.middle(self.rotation)
        self.rotation = (self.rotation + step) % 6
        after = self.middle(self.rotation)
        target = ground.at((x + before[0] - after[0], y + before[1] - after[1]))
        self.place(target if all(map(on_table, tile_cells(self.rotation, target))) else self.at)
        self._table.stage.audio.play("lift")

    def _next_design(self, step: int) -> None:
        left = left_over(self._map.view.board.tiles)
        for _design in range(DESIGNS):  # not for ever: after the last tile none is left
            self.design = (self.design + step) % DESIGNS
            if left[self.design]:
                break
        self.place(self.at)
        self._table.stage.audio.play("focus")

    def _lay_tile(self) -> None:
        if self.fault is not None:  # the sign above the table says why, once is enough
            self.insists = True
            self._table.redraw()
            self._table.stage.audio.play("refuse")
        else:
            self._table.play(f"tile {self.design} {self.rotation} {cell_text(self.at)}")

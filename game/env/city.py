"""Socks in the City as numbers.

The map is a grid of `SIDE` by `SIDE` hexagons (more where a layout is larger), row by row: cell = row *
columns + column, both from 0; odd rows stand half a hexagon to the right. Boards lie in its corner. Actions:

======================  ===========================================================================
way * cells + cell      a piece from the hexagon to its neighbour: way 0 east, 1 south-east, 2 south-west
3 * cells + cell        that hexagon: a blocker, one of a pair of socks, where a tile's hexagon a goes
4 * cells               pass
4 * cells + 1 + colour  a pair of this colour is set out: then its two stations, the lower one first
4 * cells + 7 + kind    a tile of design kind // 6 with kind % 6 turns is laid: then its hexagon
======================  ===========================================================================

An observation has a plane of the map for each line of `PLANES`; a number fills its plane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.core.contract import Observation
from game.core.hexgrid import cell_text, from_offset, offset, read_cell
from game.core.session import Session
from game.env.codec import Array, Mask, Spelling, Tree, clipped, mask_of
from game.games.city.rules.observed import Observed, observed

KEPT = 8
"""Boards whose ground is remembered."""
SIDE = 26
"""As many columns and rows as a board of the program or of players ever has."""
COLOURS = ("red", "yellow", "green", "blue", "violet", "orange")
WAYS = ((1, 0), (0, 1), (-1, 1))
"""East, south-east and south-west."""
_WAY_NAMES = ("east", "south-east", "south-west")
PLANES = (
    "stations", "vacant hexagons",
    *(f"links {way}: 1 free, 2 printed, 3 mine, 4 theirs" for way in _WAY_NAMES),
    *(f"{colour} socks: 1 open, 2 mine, 3 theirs" for colour in COLOURS),
    "what the sock here is worth", "blockers", "the first station of the pair being set out",
    "1 while I am to move", "1 while tiles are laid", "1 while socks are set out",
    "1 while blockers are set out", "pieces left in this turn", "my pieces", "their pieces", "my points",
    "their points", "colour of the pair being set out, from 1", "kind of the tile being laid, from 1",
)  # fmt: skip
_LINKS, _SOCKS, _WORTH, _BLOCKERS, _FIRST, _NUMBERS = 2, 5, 11, 12, 13, 14


class Making(NamedTuple):
    """What may follow, and the actions that were chosen."""

    tree: Tree
    chosen: tuple[int, ...] = ()


class Ground(NamedTuple):
    """What stays the same on a board."""

    planes: Array
    links: dict[str, int]
    """``c7-d7`` -> where the link lies in an observation, counted through."""
    cells: dict[str, int]
    """``c7`` -> its cell."""


class CityCodec:
    """A `game.env.codec.Codec` of maps of one size."""

    def __init__(self, session: Session) -> None:
        stations = observed(session.observe(None))["stations"].values()
        given = session.layout is not None
        self._columns = max([SIDE, *(_number(at[0]) + 1 for at in stations if given)])
        self._rows = max([SIDE, *(_number(at[1]) for at in stations if given)])
        self._cells = self._columns * self._rows
        self.actions = 4 * self._cells + 7 + 30
        self.shape = (len(PLANES), self._rows, self._columns)
        self._spelling = Spelling(self._spelt)
        self._grounds: dict[tuple[str, ...], Ground] = {}

    def _cell(self, name: str) -> int:
        column, row = offset(read_cell(name))
        return row * self._columns + column

    def _link(self, one: str, other: str) -> int:
        """The link between two stations: its way times the cells, and the cell that it goes from."""
        (q, r), (p, s) = read_cell(one), read_cell(other)
        if (p - q, s - r) in WAYS:
            return WAYS.index((p - q, s - r)) * self._cells + self._cell(one)
        return WAYS.index((q - p, r - s)) * self._cells + self._cell(other)

    def _spelt(self, text: str) -> tuple[int, ...]:
        verb, *rest = text.split()
        place, after = 3 * self._cells, 4 * self._cells
        match verb:
            case "lay":
                return (self._link(*rest),)
            case "block":
                return (place + self._cell(rest[0]),)
            case "sock":
                pair = (place + self._cell(rest[1]), place + self._cell(rest[2]))
                return (after + 1 + COLOURS.index(rest[0]), *sorted(pair))
            case "tile":
                return (after + 7 + 6 * int(rest[0]) + int(rest[1]), place + self._cell(rest[2]))
        return (after,)

    def begin(self, session: Session) -> Making:
        """A tree of one action a move while track is laid."""
        return Making(self._spelling.tree(session.moves()))

    def mask(self, making: Making) -> Mask:
        """See `Codec.mask`."""
        return mask_of(self.actions, making.tree)

    def choose(self, making: Making, action: int) -> str | Making:
        """See `Codec.choose`."""
        after = making.tree[action]
        return after if isinstance(after, str) else Making(after, (*making.chosen, action))

    def _ground(self, told: Observed) -> Ground:
        key = tuple(told["board"])
        ground = self._grounds.get(key)
        if ground is None:
            if len(self._grounds) >= KEPT:
                self._grounds.clear()
            ground = self._grounds[key] = self._made(told)
        return ground

    def _made(self, told: Observed) -> Ground:
        planes = np.zeros(self.shape, np.int16)
        flat = planes.reshape(-1)
        cells = {name: self._cell(name) for name in told["stations"]}
        flat[list(cells.values())] = 1
        for column, row in told["vacant"]:
            if 0 <= column < self._columns and 1 <= row <= self._rows:
                planes[1, row - 1, column] = 1
        start = _LINKS * self._cells
        links = {f"{one}-{other}": start + self._link(one, other) for one, other in told["links"]}
        flat[list(links.values())] = 1
        flat[[links[f"{one}-{other}"] for one, other in told["printed"]]] = 2
        return Ground(planes, links, cells)

    def spell(self, making: Making, text: str) -> list[int]:
        """See `Codec.spell`."""
        return list(self._spelling[text])

    def array(self, seen: Observation, making: Making | None) -> Array:
        """See `PLANES`."""
        told = observed(seen)
        me = told["seat"] or 0
        ground = self._ground(told)
        planes = ground.planes.copy()
        # All that is put on the ground in one go: twenty small ones take as long as the rest of a step.
        put = {ground.links[link]: 3 for link in told["tracks"][me]}
        put |= {ground.links[link]: 4 for link in told["tracks"][1 - me]}
        mine, theirs = told["claimed"][me], told["claimed"][1 - me]
        for colour, pair in told["socks"].items():
            plane = (_SOCKS + COLOURS.index(colour)) * self._cells
            whose, worth = 2 if colour in mine else 3 if colour in theirs else 1, told["worth"][colour]
            for name in pair:
                cell = ground.cells[name]
                put[plane + cell], put[_WORTH * self._cells + cell] = whose, worth
        for name in told["blockers"]:
            put[_BLOCKERS * self._cells + ground.cells[name]] = 1
        chosen = making.chosen if making else ()
        if len(chosen) > 1:
            put[_FIRST * self._cells + chosen[1] - 3 * self._cells] = 1
        planes.reshape(-1)[list(put)] = list(put.values())
        kind = chosen[0] - 4 * self._cells if chosen else 0
        planes[_NUMBERS:] = np.array(
            (
                told["turn"] == me,
                *(told["phase"] == phase for phase in ("tiles", "socks", "blockers")),
                told["left"],
                told["supply"][me],
                told["supply"][1 - me],
                clipped(told["scores"][me]),
                clipped(told["scores"][1 - me]),
                kind if kind < 7 else 0,
                kind - 6 if kind >= 7 else 0,
            ),
            np.int16,
        )[:, None, None]
        return planes

    def label(self, action: int) -> str:
        """As in ``c7 east``, ``at c7``, ``red socks`` or ``tile 3, turned 2``."""
        what, cell = divmod(action, self._cells)
        if what < 4:
            name = cell_text(from_offset(cell % self._columns, cell // self._columns))
            return f"{name} {_WAY_NAMES[what]}" if what < 3 else f"at {name}"
        kind = action - 4 * self._cells
        if kind == 0:
            return "pass"
        return f"{COLOURS[kind - 1]} socks" if kind < 7 else "tile {}, turned {}".format(*divmod(kind - 7, 6))


def _number(value: int | str | None) -> int:
    """A number of a station, which its type mixes with its name."""
    assert isinstance(value, int)
    return value

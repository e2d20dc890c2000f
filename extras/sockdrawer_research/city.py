"""Codec of Socks in the City.

The map is a grid of `BOARD_SIDE` by `BOARD_SIDE` hexagons (more if a layout is larger), row by row: cell =
row * columns + column, both from 0; odd rows are shifted right by half a hexagon. Boards start in its
corner. Actions:

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

from game.core.hexgrid import cell_text, from_offset, offset, read_cell
from game.core.session import Session
from game.games.city.rules.board import COLOURS, CityBoard, Socks
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK, owner_byte
from game.games.city.rules.state import NO_OWNER, CityPhase, CityState, Lay, scores, worth
from game.games.city.rules.text import format_move
from sockdrawer_research.codec import Array, CompleteMove, ListedCodec, Mask, PartialMove, clipped

MAX_BOARDS = 8  # boards in the cache
BOARD_SIDE = 26  # columns and rows; no built-in or player's board is larger
LINK_DIRECTIONS = ((1, 0), (0, 1), (-1, 1))  # east, south-east and south-west
_WAY_OF = np.zeros((3, 3), np.intp)
"""Way from a hexagon to its neighbour, by column and row offset; values from 3 are the opposite ways."""
for _way, (_over, _up) in enumerate(LINK_DIRECTIONS):
    _WAY_OF[_over, _up], _WAY_OF[-_over, -_up] = _way, _way + len(LINK_DIRECTIONS)
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


class CityIndex:
    """Index of links and stations of a board, constant during a match.

    Attributes:
        board: the board; referenced so that its `id` stays unique.
        actions: action of each link.
        link: link of each action.
        places: flat index of each link in an observation.
        cells: cell of each station.
    """

    def __init__(self, board: CityBoard, shape: tuple[int, ...]) -> None:
        self.board = board
        _, rows, columns = shape
        self._size = rows * columns
        at = np.array(board.cells, np.intp).reshape(-1, 2)
        self.cells = at[:, 1] * columns + at[:, 0] + (at[:, 1] - (at[:, 1] & 1)) // 2
        first, second = np.array(board.links, np.intp).reshape(-1, 2).T
        over, up = (at[second] - at[first]).T
        way = _WAY_OF[over, up]
        start = np.where(way < len(LINK_DIRECTIONS), first, second)
        self.actions = way % len(LINK_DIRECTIONS) * self._size + self.cells[start]
        self.link = {action: link for link, action in enumerate(self.actions.tolist())}
        self.places = _LINKS * self._size + self.actions
        self._bare = np.zeros(shape, np.int16)
        self._bare[0].reshape(-1)[self.cells] = 1
        for column, row in board.vacant_places:
            if 0 <= column < columns and 1 <= row <= rows:
                self._bare[1, row - 1, column] = 1
        self._set: tuple[Socks, tuple[int, ...]] | None = None
        self._planes = self._bare

    def planes(self, state: CityState) -> Array:
        """New array (plane, row, column): stations, vacant hexagons, socks as open, their worth, blockers."""
        standing = (state.socks, state.blockers)
        if standing != self._set:
            self._set, self._planes = standing, self._bare.copy()
            flat = self._planes.reshape(len(PLANES), -1)
            for colour, pair in enumerate(state.socks):
                if pair:
                    cells = self.cells[list(pair)]
                    flat[_SOCKS + colour, cells] = 1
                    flat[_WORTH, cells] = worth(self.board, pair)
            flat[_BLOCKERS, self.cells[list(state.blockers)]] = 1
        return self._planes.copy()


class TrackActions(NamedTuple):
    """Partial move while track is laid: every move is one action, so no tree is needed."""

    ground: CityIndex
    open: bytes  # as `CityState.open`
    lays: tuple[Lay, ...]


def _link_values(seat: int) -> Array:
    """Observation value of a link for a seat, by owner byte: 1 free, 2 printed, 3 mine, 4 theirs."""
    values = np.zeros(4, np.int16)
    values[[FREE_LINK, PUBLIC_TRACK, owner_byte(seat), owner_byte(1 - seat)]] = 1, 2, 3, 4
    return values


_SHOWN = (_link_values(0), _link_values(1))


class CityCodec(ListedCodec):
    """`sockdrawer_research.codec.Codec` of maps of one size."""

    def __init__(self, session: Session) -> None:
        super().__init__(self._actions_of, format_move)
        state: CityState = session.state
        places = [offset(cell) for cell in state.board.cells if session.layout is not None]
        self._columns = max([BOARD_SIDE, *(column + 1 for column, _ in places)])
        self._rows = max([BOARD_SIDE, *(row + 1 for _, row in places)])
        self._cells = self._columns * self._rows
        self.actions = 4 * self._cells + 7 + 30
        self.shape = (len(PLANES), self._rows, self._columns)
        self._grounds: dict[int, CityIndex] = {}

    def _cell_number(self, name: str) -> int:
        """Number of the cell with this name, from 0, row by row."""
        column, row = offset(read_cell(name))
        return row * self._columns + column

    def _link_action(self, start: str, end: str) -> int:
        """Action of a link, same both ways: direction (`LINK_DIRECTIONS`) times cells, plus its first end."""
        (q, r), (p, s) = read_cell(start), read_cell(end)
        if (p - q, s - r) in LINK_DIRECTIONS:
            return LINK_DIRECTIONS.index((p - q, s - r)) * self._cells + self._cell_number(start)
        return LINK_DIRECTIONS.index((q - p, r - s)) * self._cells + self._cell_number(end)

    def _actions_of(self, text: str) -> tuple[int, ...]:
        """Actions of a move's text, one to three."""
        verb, *rest = text.split()
        place, after = 3 * self._cells, 4 * self._cells
        match verb:
            case "lay":
                return (self._link_action(*rest),)
            case "block":
                return (place + self._cell_number(rest[0]),)
            case "sock":
                pair = (place + self._cell_number(rest[1]), place + self._cell_number(rest[2]))
                return (after + 1 + COLOURS.index(rest[0]), *sorted(pair))
            case "tile":
                return (after + 7 + 6 * int(rest[0]) + int(rest[1]), place + self._cell_number(rest[2]))
        return (after,)

    def begin(self, session: Session) -> PartialMove | TrackActions:
        """Partial move before the first action: `TrackActions` while track is laid, else a move tree."""
        state: CityState = session.state
        if session.listed() is state.lays:
            return TrackActions(self._city_index(state.board), state.open, state.lays)
        making: PartialMove = super().begin(session)
        return making

    def mask(self, making: PartialMove | TrackActions) -> Mask:
        """New array over all actions: 1 if legal after this partial move, else 0."""
        if isinstance(making, PartialMove):
            return super().mask(making)
        mask = np.zeros(self.actions, np.int8)
        mask[making.ground.actions[np.frombuffer(making.open, np.uint8)]] = 1
        return mask

    def choose(self, making: PartialMove | TrackActions, action: int) -> CompleteMove | PartialMove:
        """Apply a legal action: returns the complete move, or the next partial move."""
        if isinstance(making, TrackActions):
            return CompleteMove(making.lays[making.open.index(making.ground.link[action])])
        return super().choose(making, action)

    def _city_index(self, board: CityBoard) -> CityIndex:
        """Index of a board, from a cache of the `MAX_BOARDS` latest ones."""
        ground = self._grounds.get(id(board))
        if ground is None:
            if len(self._grounds) >= MAX_BOARDS:
                del self._grounds[next(iter(self._grounds))]
            ground = self._grounds[id(board)] = CityIndex(board, self.shape)
        return ground

    def array(self, session: Session, seat: int, making: PartialMove | TrackActions | None) -> Array:
        """Observation of a seat: array (plane, row, column), a plane for each line of `PLANES`."""
        state: CityState = session.state
        ground = self._city_index(state.board)
        planes = ground.planes(state)
        lines, flat = planes.reshape(len(PLANES), -1), planes.reshape(-1)
        if ground.board.links:
            flat[ground.places] = _SHOWN[seat][np.frombuffer(state.track, np.uint8)]
        for colour, owner in enumerate(state.claimed):
            pair = state.socks[colour]
            if owner != NO_OWNER and pair:
                cells = ground.cells[list(pair)]
                flat[(_SOCKS + colour) * self._cells + cells] = 2 if owner == seat else 3
        chosen = making.chosen if isinstance(making, PartialMove) else ()
        if len(chosen) > 1:
            flat[_FIRST * self._cells + chosen[1] - 3 * self._cells] = 1
        kind = chosen[0] - 4 * self._cells if chosen else 0
        points = scores(state)
        lines[_NUMBERS:] = np.array(
            (
                state.turn == seat,
                *(state.phase is phase for phase in (CityPhase.TILES, CityPhase.SOCKS, CityPhase.BLOCKERS)),
                state.left,
                state.supply[seat],
                state.supply[1 - seat],
                clipped(points[seat]),
                clipped(points[1 - seat]),
                kind if kind < 7 else 0,
                kind - 6 if kind >= 7 else 0,
            ),
            np.int16,
        )[:, None]
        return planes

    def label(self, action: int) -> str:
        """Label such as ``c7 east``, ``at c7``, ``red socks`` or ``tile 3, turned 2``."""
        direction, cell = divmod(action, self._cells)
        if direction < 4:
            name = cell_text(from_offset(cell % self._columns, cell // self._columns))
            return f"{name} {_WAY_NAMES[direction]}" if direction < 3 else f"at {name}"
        kind = action - 4 * self._cells
        if kind == 0:
            return "pass"
        return f"{COLOURS[kind - 1]} socks" if kind < 7 else "tile {}, turned {}".format(*divmod(kind - 7, 6))

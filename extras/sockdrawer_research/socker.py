"""Codec of Socker.

Actions, on a pitch whose spaces are numbered row by row from a1:

==========================  =======================================================================
8 * space + direction       the socker there goes that way: a step, a kick or a sock, by what is there;
                            directions clockwise from up (towards higher rows)
8 * spaces + space          place a socker there, or put the ball there
9 * spaces                  end the turn
==========================  =======================================================================

An observation has a plane of rows by columns for each line of `PLANES`; a number fills its plane.
"""

from __future__ import annotations

from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from game.core.session import Session
from game.games.socker.rules import counts_turns
from game.games.socker.rules.pitch import DIRECTIONS, read_space, space_text
from game.games.socker.rules.state import SockerPhase, SockerState, ball_bit
from sockdrawer_research.codec import Array, ListedCodec, PartialMove, clipped

PLANES = (
    "own sockers, upright", "own sockers, fallen", "theirs, upright", "theirs, fallen", "the ball",
    "where I score", "where they score", "out of bounds", "the row that the ball left",
    "1 while I am to move", "1 in the set-up", "1 while a place for the ball is chosen", "1 in my own turn",
    "actions left", "actions of this turn", "most sockers off the field", "my goals", "their goals",
    "finished turns", "turns without progress",
)  # fmt: skip
_TEXT = attrgetter("text")
_NUMBERS = PLANES.index("1 while I am to move")
_PIECES = PLANES.index("the ball") + 1  # number of planes for sockers and ball


class SockerCodec(ListedCodec):
    """`sockdrawer_research.codec.Codec` of one pitch; every move is one action."""

    def __init__(self, session: Session) -> None:
        super().__init__(self._actions_of, _TEXT)
        state: SockerState = session.state
        pitch = state.options.pitch
        self._columns, self._rows = pitch.columns, pitch.rows
        self._spaces = self._columns * self._rows
        self._end = 9 * self._spaces
        self.actions = self._end + 1
        self.shape = (len(PLANES), self._rows, self._columns)
        cells = np.frombuffer("".join(reversed(pitch.cells)).encode(), np.uint8)
        ground = cells.reshape(self._rows, self._columns)
        self._still = []
        for seat in (0, 1):
            planes = np.zeros(self.shape, np.int16)
            for plane, symbol in ((5, "12"[seat]), (6, "21"[seat]), (7, "o")):
                planes[plane] = ground == ord(symbol)
            self._still.append(planes)

    def _space(self, name: str) -> int:
        """Number of the space with this name, from 0, row by row."""
        column, row = read_space(name)
        return (row - 1) * self._columns + column

    def _actions_of(self, text: str) -> tuple[int]:
        """Action of a move's text, as a tuple of one."""
        verb, *names = text.split()
        if verb == "end":
            return (self._end,)
        space = self._space(names[0])
        if len(names) == 1:
            return (8 * self._spaces + space,)
        (column, row), (over, up) = read_space(names[0]), read_space(names[1])
        return (8 * space + DIRECTIONS.index((over - column, up - row)),)

    def array(self, session: Session, seat: int, making: PartialMove | None) -> Array:
        """Observation of a seat: array (plane, row, column), a plane for each line of `PLANES`."""
        state: SockerState = session.state
        planes = self._still[seat].copy()
        lines = planes.reshape(len(PLANES), -1)
        planes.reshape(-1)[: _PIECES * self._spaces] = self._pieces(state, seat)
        if state.row:
            planes[8, state.row - 1] = 1
        score = state.score
        lines[_NUMBERS:] = np.array(
            (
                state.turn == seat,
                state.phase is SockerPhase.PLACE,
                state.phase is SockerPhase.SPOT,
                state.mover == seat,
                state.actions_left,
                state.actions_total,
                state.off_field_limit,
                clipped(score[seat]),
                clipped(score[1 - seat]),
                clipped(state.turns),
                state.still if counts_turns(state) else 0,
            ),
            np.int16,
        )[:, None]
        return planes

    def _pieces(self, state: SockerState, seat: int) -> NDArray[np.uint8]:
        """Flat array of 0 and 1: the planes of the sockers and the ball, one after the other."""
        size, opponent = self._spaces, 1 - seat
        groups = (
            state.upright[seat],
            state.fallen[seat],
            state.upright[opponent],
            state.fallen[opponent],
            ball_bit(state.ball),
        )
        bits = 0
        for group in reversed(groups):
            bits = bits << size | group
        count = _PIECES * size
        packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), np.uint8)
        return np.unpackbits(packed, count=count, bitorder="little")

    def label(self, action: int) -> str:
        """Label such as ``d4 > e5``, ``d4 > off``, ``put d4`` or ``end``."""
        if action == self._end:
            return "end"
        if action >= 8 * self._spaces:
            return f"put {self._name(action - 8 * self._spaces)}"
        space, way = divmod(action, 8)
        over, up = DIRECTIONS[way]
        column, row = space % self._columns + over, space // self._columns + 1 + up
        on = 0 <= column < self._columns and 1 <= row <= self._rows
        return f"{self._name(space)} > {space_text(column, row) if on else 'off'}"

    def _name(self, space: int) -> str:
        """Name of the space with this number from 0, such as ``d4``."""
        return space_text(space % self._columns, space // self._columns + 1)

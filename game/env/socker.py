"""Socker as numbers.

Actions, on a pitch of so many spaces, numbered row by row from a1:

==========================  =======================================================================
8 * space + direction       the socker there goes that way: a step, a kick or a sock, by what is there;
                            directions clockwise from up (towards higher rows)
8 * spaces + space          place a socker there, or lay the ball there
9 * spaces                  end the turn
==========================  =======================================================================

An observation has a plane of rows by columns for each line of `PLANES`; a number fills its plane.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from game.core.contract import Observation
from game.core.grid import DIRECTIONS, read_space, space_text
from game.core.session import Session
from game.env.codec import Array, Mask, Spelling, Tree, clipped, mask_of
from game.games.socker.rules.observed import observed

PLANES = (
    "own sockers, upright", "own sockers, fallen", "theirs, upright", "theirs, fallen", "the ball",
    "where I score", "where they score", "out of bounds", "the row that the ball left",
    "1 while I am to move", "1 in the set-up", "1 while a place for the ball is chosen", "1 in my own turn",
    "actions left", "actions of this turn", "most sockers off the field", "my goals", "their goals",
    "finished turns", "turns without progress",
)  # fmt: skip
_NUMBERS = PLANES.index("1 while I am to move")
_PARTS = re.compile(r"[0-9]+|[RrBbo]")
_PIECES = tuple({letter: plane for plane, letter in enumerate(letters)} for letters in ("RrBbo", "BbRro"))
"""The planes of the letters of a field, for either seat."""


@lru_cache(maxsize=1 << 12)
def _pieces(line: str) -> tuple[tuple[str, int], ...]:
    """The letters of a row of a field and their columns; most rows are those of the move before."""
    found, column = [], 0
    for part in _PARTS.findall(line):
        if part in _PIECES[0]:
            found.append((part, column))
            column += 1
        else:
            column += int(part)
    return tuple(found)


class SockerCodec:
    """A `game.env.codec.Codec` of one pitch."""

    def __init__(self, session: Session) -> None:
        seen = observed(session.observe(None))
        self._columns, self._rows = seen["columns"], seen["rows"]
        spaces = self._columns * self._rows
        self._end = 9 * spaces
        self.actions = self._end + 1
        self.shape = (len(PLANES), self._rows, self._columns)
        self._spelling = Spelling(self._spelt)
        cells = np.frombuffer("".join(reversed(seen["cells"])).encode(), np.uint8)
        ground = cells.reshape(self._rows, self._columns)
        self._still = []
        for seat in (0, 1):
            planes = np.zeros(self.shape, np.int16)
            for plane, symbol in ((5, "12"[seat]), (6, "21"[seat]), (7, "o")):
                planes[plane] = ground == ord(symbol)
            self._still.append(planes)

    def _space(self, name: str) -> int:
        column, row = read_space(name)
        return (row - 1) * self._columns + column

    def _spelt(self, text: str) -> tuple[int]:
        verb, *names = text.split()
        if verb == "end":
            return (self._end,)
        space = self._space(names[0])
        if len(names) == 1:
            return (8 * self._columns * self._rows + space,)
        (column, row), (over, up) = read_space(names[0]), read_space(names[1])
        return (8 * space + DIRECTIONS.index((over - column, up - row)),)

    def begin(self, session: Session) -> Tree:
        """Every move is one action."""
        return self._spelling.tree(session.moves())

    def mask(self, making: Tree) -> Mask:
        """See `Codec.mask`."""
        return mask_of(self.actions, making)

    def choose(self, making: Tree, action: int) -> str:
        """See `Codec.choose`."""
        return str(making[action])

    def spell(self, making: Tree, text: str) -> list[int]:
        """See `Codec.spell`."""
        return list(self._spelling[text])

    def array(self, seen: Observation, making: Tree | None) -> Array:
        """See `PLANES`."""
        told = observed(seen)
        seat = told["seat"] or 0
        planes = self._still[seat].copy()
        first = _PIECES[seat]
        spaces = self._columns * self._rows
        start, here = spaces, []
        for line in told["field"].split("/"):
            start -= self._columns
            here += [first[letter] * spaces + start + column for letter, column in _pieces(line)]
        planes.reshape(-1)[here] = 1
        if told["row"] is not None:
            planes[8, told["row"] - 1] = 1
        score = told["score"]
        planes[_NUMBERS:] = np.array(
            (
                told["turn"] == seat,
                told["phase"] == "place",
                told["phase"] == "spot",
                told["mover"] == seat,
                told["left"],
                told["acts"],
                told["limit"],
                clipped(score[seat]),
                clipped(score[1 - seat]),
                clipped(told["turns"]),
                clipped(told.get("still", 0)),
            ),
            np.int16,
        )[:, None, None]
        return planes

    def label(self, action: int) -> str:
        """As in ``d4 to the upper right``, in spaces: ``d4 > e5``."""
        if action == self._end:
            return "end"
        spaces = self._columns * self._rows
        if action >= 8 * spaces:
            return f"put {self._name(action - 8 * spaces)}"
        space, way = divmod(action, 8)
        over, up = DIRECTIONS[way]
        column, row = space % self._columns + over, space // self._columns + 1 + up
        on = 0 <= column < self._columns and 1 <= row <= self._rows
        return f"{self._name(space)} > {space_text(column, row) if on else 'off'}"

    def _name(self, space: int) -> str:
        return space_text(space % self._columns, space // self._columns + 1)

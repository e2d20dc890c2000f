"""The pitch as the computer players see it: tables over spaces, always from the side that kicks upwards.

A pitch is the same turned upside down, so the second seat's view is the first seat's with the rows reversed;
everything behind these tables knows only "we kick up". Groups of spaces are whole numbers as in
`game.games.socker.rules.pitch`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from game.games.socker.rules.pitch import Pitch, spaces_in

Blow: TypeAlias = tuple[int, int]
"""The bit of the space that strikes, and the space beyond what is struck."""
KEPT = 1 << 15
"""How many groups each of these tables remembers."""


class Pairs(dict[int, tuple[tuple[int, int], ...]]):
    """The spaces of a group, each as its bit and its number; worked out when first asked for."""

    def __missing__(self, group: int) -> tuple[tuple[int, int], ...]:
        found = tuple((1 << space, space) for space in spaces_in(group))
        # Full, it only works out: a long match must not fill the memory.
        if len(self) < KEPT:
            self[group] = found
        return found


class Squares(dict[int, tuple[int, ...]]):
    """The numbers of the spaces of a group, worked out when first asked for."""

    def __missing__(self, group: int) -> tuple[int, ...]:
        found = tuple(spaces_in(group))
        if len(self) < KEPT:
            self[group] = found
        return found


class Turned(dict[int, int]):
    """Groups as the other side sees them: the rows reversed."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self._columns, self._rows = columns, rows

    def __missing__(self, group: int) -> int:
        columns, line = self._columns, (1 << self._columns) - 1
        found, rest = 0, group
        for _ in range(self._rows):
            found, rest = found << columns | rest & line, rest >> columns
        if len(self) < KEPT:
            self[group] = found
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Turf:
    """One pitch with the tables of its computer players; `turf_of` makes each only once."""

    pitch: Pitch
    size: int
    columns: int
    rows: int
    around: tuple[int, ...]
    blows: tuple[tuple[Blow, ...], ...]
    """The kicks and socks of whatever stands on each space."""
    forward: tuple[tuple[Blow, ...], ...]
    """Those that bring it a row up."""
    ahead: tuple[int, ...]
    """How many rows each space is from the row where we score."""
    near: tuple[tuple[int, ...], ...]
    """For each space and each distance from 0, the spaces within that distance."""
    goal: int
    """Where we score."""
    own: int
    """Where they score."""
    restricted: int
    pairs: Pairs
    squares: Squares
    turned: Turned

    def flip(self, space: int) -> int:
        """The space as the other side sees it."""
        return (self.rows - 1 - space // self.columns) * self.columns + space % self.columns


@lru_cache(maxsize=2)  # with what it remembers one of them can take 30 MB
def turf_of(pitch: Pitch) -> Turf:
    """The tables of a pitch."""
    size, columns = pitch.columns * pitch.rows, pitch.columns
    blows = tuple(tuple((bit, beyond) for bit, beyond, _, _ in strikes) for strikes in pitch.strikes)
    reach = 7

    def within(space: int, steps: int) -> int:
        return sum(1 << other for other in range(size) if pitch.distance(space, other) <= steps)

    return Turf(
        pitch,
        size,
        columns,
        pitch.rows,
        pitch.around,
        blows,
        forward=tuple(
            tuple(blow for blow in blows[space] if blow[1] // columns > space // columns)
            for space in range(size)
        ),
        ahead=tuple(pitch.rows - 1 - space // columns for space in range(size)),
        near=tuple(tuple(within(space, steps) for steps in range(reach)) for space in range(size)),
        goal=pitch.goals[0],
        own=pitch.goals[1],
        restricted=pitch.restricted,
        pairs=Pairs(),
        squares=Squares(),
        turned=Turned(columns, pitch.rows),
    )

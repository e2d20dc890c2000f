"""What a session keeps of a move, and what every match begins with, checked and written."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from game.core.contract import GameInfo, Layout


class Code(StrEnum):
    """Why a session refuses what no game's rules are asked about."""

    MATCH_OVER = "match_over"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_REVEALS = "undo_reveals"


class Ply(NamedTuple):
    """What is kept of a move beside its line in the log."""

    before: Any  # the state that it was made in
    reveals: bool
    closed: Any  # as `Step.closed`


class Log:
    """The moves so far, as pairs of seat and move text.

    A tuple of them is made when somebody asks: one for every move makes a match of thousands slow.
    """

    __slots__ = ("_moves", "_told")

    def __init__(self, moves: tuple[tuple[int, str], ...] = ()) -> None:
        self._moves = list(moves)
        self._told: tuple[tuple[int, str], ...] | None = moves

    def told(self) -> tuple[tuple[int, str], ...]:
        """All of them."""
        if self._told is None:
            self._told = tuple(self._moves)
        return self._told

    def add(self, seat: int, text: str) -> None:
        """One more."""
        self._moves.append((seat, text))
        self._told = None

    def drop(self) -> None:
        """Forget the last one."""
        self._moves.pop()
        self._told = None


def check_beginning(info: GameInfo, seed: int, layout: Layout | None) -> None:
    """Refuse what no match of a game can begin with.

    Raises:
        ValueError: a seed that no record takes, or a board of another game.
    """
    if type(seed) is not int or abs(seed) >= 10**40:  # as many digits as a record takes
        raise ValueError(f"A seed is a whole number of at most 40 digits, not {seed!r}.")
    if layout is not None and not isinstance(layout, Layout):
        raise ValueError(f"A layout is what game.levels.load makes of a map, not {layout!r}.")
    if layout is not None and layout.game != info.slug:
        raise ValueError(f"This layout is for {layout.game!r}, not for {info.slug!r}.")


def write_value(value: object) -> str:
    """The value of a house rule, as a record has it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)

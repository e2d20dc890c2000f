"""What a seat of Socker may know, as its observation has it."""

from typing import NotRequired, TypedDict, cast

from game.core.game import Observation


class Observed(TypedDict):
    """All of the position, and the shape of its pitch."""

    seat: int | None
    players: int
    field: str
    """Rows from the top, as in the position."""
    phase: str
    """``place``, ``play`` or ``spot``."""
    turn: int
    acts: int
    """Actions of this turn."""
    left: int
    """Those that are left."""
    limit: int
    mover: int
    row: int | None
    """The row that the ball left, while its place has to be chosen."""
    score: list[int]
    turns: int
    columns: int
    rows: int
    cells: list[str]
    still: NotRequired[int]
    """Turns of which nothing has come; not told where that is as usual, as ``near``."""
    near: NotRequired[list[int]]


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)

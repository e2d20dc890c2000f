"""What a seat of Socks in the City may know, as its observation has it."""

from typing import TypedDict, cast

from game.core.game import Observation


class Observed(TypedDict):
    """All of the position, and what can be read from its board."""

    seat: int | None
    players: int
    board: list[str]
    socks: dict[str, list[str]]
    """The two stations of each colour that is set out."""
    tracks: list[list[str]]
    """The pieces of each seat, ``c7-d7``."""
    phase: str
    """``tiles``, ``socks``, ``blockers`` or ``play``."""
    turn: int
    left: int
    """Pieces that this turn may still lay."""
    supply: list[int]
    claimed: list[list[str]]
    blockers: list[str]
    stations: dict[str, list[int | str | None]]
    """Column from 0, row from 1, name, number of the tile, partner or `None`, of each."""
    links: list[list[str]]
    printed: list[list[str]]
    vacant: list[list[int]]
    worth: dict[str, int]
    """Of each colour that is set out."""
    scores: list[int]


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)

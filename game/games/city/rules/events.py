"""What can happen in Socks in the City, each kind of event with what it carries, and what a seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias, TypedDict, cast, get_args

from game.core.events import EventReader, TypedEvent
from game.core.game import Observation


class Kind(StrEnum):
    """Every kind of event of the game."""

    TOSS = "toss"
    BOARD = "board"
    TILE = "tile"
    SOCKS = "socks"
    SOCK = "sock"
    BLOCK = "block"
    RESCUE = "rescue"
    PHASE = "phase"
    LAY = "lay"
    JOIN = "join"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class CoinTossed(TypedEvent):
    """Chance has said who starts."""

    kind: ClassVar[Kind] = Kind.TOSS
    start: int


@dataclass(frozen=True, slots=True)
class BoardBuilt(TypedEvent):
    """The whole board lies there, whoever built it."""

    kind: ClassVar[Kind] = Kind.BOARD
    tiles: list[str]


@dataclass(frozen=True, slots=True)
class TileLaid(TypedEvent):
    """A player has laid a tile of the board."""

    kind: ClassVar[Kind] = Kind.TILE
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class SocksSetOut(TypedEvent):
    """The program has set out socks: all pairs that lie there now, by their colours."""

    kind: ClassVar[Kind] = Kind.SOCKS
    socks: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class PairSetOut(TypedEvent):
    """A player has set out a pair of socks."""

    kind: ClassVar[Kind] = Kind.SOCK
    seat: int
    colour: str
    stations: list[str]


@dataclass(frozen=True, slots=True)
class BlockerPut(TypedEvent):
    """A player has put a spare sock on a station."""

    kind: ClassVar[Kind] = Kind.BLOCK
    seat: int
    station: str


@dataclass(frozen=True, slots=True)
class SetupRescued(TypedEvent):
    """What the players built led nowhere: the program took something back and finished it."""

    kind: ClassVar[Kind] = Kind.RESCUE
    taken_back: int


@dataclass(frozen=True, slots=True)
class PhaseBegun(TypedEvent):
    """Another part of the set-up begins, or play."""

    kind: ClassVar[Kind] = Kind.PHASE
    phase: str


@dataclass(frozen=True, slots=True)
class TrackLaid(TypedEvent):
    """A player has laid a piece of track between two stations."""

    kind: ClassVar[Kind] = Kind.LAY
    seat: int
    link: list[str]


@dataclass(frozen=True, slots=True)
class PairJoined(TypedEvent):
    """A player has brought a pair together: what it is worth, and the stations from sock to sock."""

    kind: ClassVar[Kind] = Kind.JOIN
    seat: int
    colour: str
    worth: int
    way: list[str]


@dataclass(frozen=True, slots=True)
class TurnPassed(TypedEvent):
    """A player could lay nothing."""

    kind: ClassVar[Kind] = Kind.PASS
    seat: int


CityHappening: TypeAlias = (
    CoinTossed | BoardBuilt | TileLaid | SocksSetOut | PairSetOut | BlockerPut | SetupRescued | PhaseBegun
    | TrackLaid | PairJoined | TurnPassed
)  # fmt: skip

read: EventReader[CityHappening] = EventReader(*get_args(CityHappening))
"""Reads an event of the game."""


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

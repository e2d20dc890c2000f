"""Typed events of Socks in the City with their data, and the type of an observation."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias, TypedDict, cast, get_args

from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation


class CityEventKind(StrEnum):
    """All kinds of event of the game."""

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


@event_kind(CityEventKind.TOSS)
class CityCoinTossed(TypedEvent):
    """The coin toss decided the start player."""

    start: int


@event_kind(CityEventKind.BOARD)
class BoardBuilt(TypedEvent):
    """The board is complete, built by the program or by the players."""

    tiles: list[str]


@event_kind(CityEventKind.TILE)
class TileLaid(TypedEvent):
    """A player has laid a tile of the board."""

    seat: int
    tile: str


@event_kind(CityEventKind.SOCKS)
class SocksSetOut(TypedEvent):
    """The program has set out socks. ``socks`` has all pairs on the board, by colour."""

    socks: dict[str, list[str]]


@event_kind(CityEventKind.SOCK)
class PairSetOut(TypedEvent):
    """A player has set out a pair of socks."""

    seat: int
    colour: str
    stations: list[str]


@event_kind(CityEventKind.BLOCK)
class BlockerPut(TypedEvent):
    """A player has put a spare sock on a station."""

    seat: int
    station: str


@event_kind(CityEventKind.RESCUE)
class SetupRescued(TypedEvent):
    """The set-up was stuck, so the program took back ``taken_back`` steps and completed it."""

    taken_back: int


@event_kind(CityEventKind.PHASE)
class PhaseBegun(TypedEvent):
    """A part of the set-up, or play, begins."""

    phase: str


@event_kind(CityEventKind.LAY)
class TrackLaid(TypedEvent):
    """A player has laid a piece of track between two stations."""

    seat: int
    link: list[str]


@event_kind(CityEventKind.JOIN)
class PairJoined(TypedEvent):
    """A player has joined a pair: its points, and the stations from sock to sock."""

    seat: int
    colour: str
    worth: int
    way: list[str]


@event_kind(CityEventKind.PASS)
class CityTurnPassed(TypedEvent):
    """A player had to pass because no piece could be laid."""

    seat: int


CityHappening: TypeAlias = (
    CityCoinTossed | BoardBuilt | TileLaid | SocksSetOut | PairSetOut | BlockerPut | SetupRescued | PhaseBegun
    | TrackLaid | PairJoined | CityTurnPassed
)  # fmt: skip

as_event: EventReader[CityHappening] = EventReader(*get_args(CityHappening))  # reads an event of the game


class CityObservation(TypedDict):
    """The whole position, and facts derived from its board."""

    seat: int | None
    players: int
    board: list[str]
    socks: dict[str, list[str]]  # two stations of each colour that is set out
    tracks: list[list[str]]  # links of each seat, such as ``c7-d7``
    phase: str  # ``tiles``, ``socks``, ``blockers`` or ``play``
    turn: int
    left: int  # pieces that this turn may still lay
    supply: list[int]
    claimed: list[list[str]]
    blockers: list[str]
    # column from 0, row from 1, name, number of the tile, partner or None
    stations: dict[str, list[int | str | None]]
    links: list[list[str]]
    printed: list[list[str]]
    vacant: list[list[int]]
    worth: dict[str, int]  # points of each colour that is set out
    scores: list[int]


def as_observation(observation: Observation) -> CityObservation:
    """Cast an observation of the game to its type."""
    return cast(CityObservation, observation)

"""What can happen in Socks in the City, each kind of event with what it carries, and what a seat may know."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias, TypedDict, cast, get_args

from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation


class CityEventKind(StrEnum):
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


@event_kind(CityEventKind.TOSS)
class CityCoinTossed(TypedEvent):
    """Chance has said who starts."""

    start: int


@event_kind(CityEventKind.BOARD)
class BoardBuilt(TypedEvent):
    """The whole board lies there, whoever built it."""

    tiles: list[str]


@event_kind(CityEventKind.TILE)
class TileLaid(TypedEvent):
    """A player has laid a tile of the board."""

    seat: int
    tile: str


@event_kind(CityEventKind.SOCKS)
class SocksSetOut(TypedEvent):
    """The program has set out socks: all pairs that lie there now, by their colours."""

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
    """What the players built led nowhere: the program took something back and finished it."""

    taken_back: int


@event_kind(CityEventKind.PHASE)
class PhaseBegun(TypedEvent):
    """Another part of the set-up begins, or play."""

    phase: str


@event_kind(CityEventKind.LAY)
class TrackLaid(TypedEvent):
    """A player has laid a piece of track between two stations."""

    seat: int
    link: list[str]


@event_kind(CityEventKind.JOIN)
class PairJoined(TypedEvent):
    """A player has brought a pair together: what it is worth, and the stations from sock to sock."""

    seat: int
    colour: str
    worth: int
    way: list[str]


@event_kind(CityEventKind.PASS)
class CityTurnPassed(TypedEvent):
    """A player could lay nothing."""

    seat: int


CityHappening: TypeAlias = (
    CityCoinTossed | BoardBuilt | TileLaid | SocksSetOut | PairSetOut | BlockerPut | SetupRescued | PhaseBegun
    | TrackLaid | PairJoined | CityTurnPassed
)  # fmt: skip

as_event: EventReader[CityHappening] = EventReader(*get_args(CityHappening))
"""Reads an event of the game."""


class CityObservation(TypedDict):
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


def as_observation(observation: Observation) -> CityObservation:
    """An observation of the game, read through its type."""
    return cast(CityObservation, observation)

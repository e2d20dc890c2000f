"""States and moves of Socks in the City, and how play itself goes on: track, joined pairs, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from game.core.game import Event, replace
from game.core.hexgrid import read_cell
from game.core.options import Options
from game.games.city.rules.board import COLOURS, CityBoard, Pair, PlacedTile, Socks, taken
from game.games.city.rules.events import PairJoined, TrackLaid
from game.games.city.rules.graph import FREE, PRINTED, owner_byte

SUPPLY = 40
"""Pieces of track a player, where there is no handicap."""
NOBODY = -1
"""The owner of a third sock that nobody has taken."""
UNCLAIMED: tuple[int, ...] = (NOBODY,) * len(COLOURS)


class CityPhase(StrEnum):
    """What the players do."""

    TILES = "tiles"
    SOCKS = "socks"
    BLOCKERS = "blockers"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Lay:
    """A piece of track on the link between two stations, given by their texts in canonical order."""

    one: str
    other: str
    text: str = field(init=False, compare=False, repr=False)
    """The move as text: a board offers nearly two hundred of these, turn after turn."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", f"lay {self.one} {self.other}")


_lay_of = lru_cache(maxsize=1 << 13)(Lay)
"""Every board has nearly two hundred of them, and most of these another one had too."""


@dataclass(frozen=True, slots=True)
class Block:
    """A blocker on a station."""

    at: str


@dataclass(frozen=True, slots=True)
class LayTile:
    """A tile on the table: design, rotation, and the text of the cell of its hexagon a."""

    design: int
    rotation: int
    at: str

    @property
    def tile(self) -> PlacedTile:
        """The tile as it would lie."""
        return PlacedTile(self.design, self.rotation, read_cell(self.at))


@dataclass(frozen=True, slots=True)
class SetOut:
    """Two socks of a colour on two stations, in canonical order."""

    colour: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class CityPass:
    """The turn ends because nothing can be laid."""


Move: TypeAlias = Lay | Block | LayTile | SetOut | CityPass
PASS = CityPass()


@dataclass(frozen=True, slots=True)
class CitySetup:
    """What stays the same from the first move to the last."""

    options: Options
    seed: int
    start: int
    """The start player's seat."""
    called: tuple[tuple[str, str], ...] = ()
    """The stations that a map gave a name of their own, and the names."""

    @property
    def second(self) -> int:
        return 1 - self.start

    @property
    def supply(self) -> tuple[int, int]:
        """The pieces of track that each seat starts with (rules.md, House rules)."""
        seat, pieces = self.options.seat("handicap"), self.options.number("handicap_track")
        return pieces if seat == 0 else SUPPLY, pieces if seat == 1 else SUPPLY


@dataclass(frozen=True, slots=True)
class JoinWitness:
    """A proof that the match goes on: a pair that a player could still join, by these links."""

    colour: int
    seat: int
    links: frozenset[int]


@dataclass(frozen=True, slots=True)
class CityState:
    """A match between two moves."""

    match: CitySetup
    board: CityBoard
    socks: Socks
    blockers: tuple[int, ...]
    phase: CityPhase
    turn: int
    left: int
    """Pieces that the seat to move lays before its turn ends, this one included; 1 in the set-up."""
    supply: tuple[int, int]
    claimed: tuple[int, ...]
    """For each colour the seat that took the third sock, or `NOBODY`."""
    track: bytes
    """One byte a link, see `game.games.city.rules.graph`."""
    stops: frozenset[int] = frozenset()
    """Stations that cannot be passed."""
    open: bytes = field(default=b"", compare=False)
    """The links on which a piece may be laid, in order."""
    lays: tuple[Lay, ...] = field(default=(), compare=False)
    """A move for each link of `open`."""
    way: JoinWitness | None = field(default=None, compare=False)
    """`None` when the match is over."""


def blank(match: CitySetup, board: CityBoard, phase: CityPhase, turn: int) -> CityState:
    """A state of the set-up with nothing on the board yet."""
    return CityState(
        match=match,
        board=board,
        socks=(None,) * len(COLOURS),
        blockers=(),
        phase=phase,
        turn=turn,
        left=1,
        supply=match.supply,
        claimed=UNCLAIMED,
        track=board.track,
    )


def in_play(state: CityState) -> CityState:
    """The state in the phase of play, with all that is worked out from its other fields."""
    over_printed = state.match.options.flag("build_over_printed")
    names = state.board.link_names
    links = [
        link for link, owner in enumerate(state.track) if owner == FREE or (over_printed and owner == PRINTED)
    ]
    state = replace(
        state,
        phase=CityPhase.PLAY,
        stops=taken(state.socks).union(state.blockers),
        open=bytes(links),
        lays=tuple(_lay_of(*names[link]) for link in links),
    )
    return replace(state, way=find_way(state))


def find_way(state: CityState, first: int = 0) -> JoinWitness | None:
    """A pair that nobody has taken and some player could still join, were he left alone.

    See rules.md, How to win.

    It takes a way of own, printed and free links past no sock or blocker, with no more free ones than the
    player has pieces. Players are tried from ``first`` on.
    """
    for colour, pair in enumerate(state.socks):
        if pair is None or state.claimed[colour] != NOBODY:
            continue
        for seat in (first, 1 - first):
            stations = state.board.way(pair, state.track, seat, state.stops, limit=state.supply[seat])
            if stations is not None:
                return JoinWitness(colour, seat, frozenset(state.board.along(stations)))
    return None


def lay(state: CityState, move: Lay) -> tuple[CityState, tuple[Event, ...]]:
    """Lay a piece, take the socks that it brings together, and see whether the match goes on.

    See rules.md, Your turn.
    """
    seat, board = state.turn, state.board
    one, other = board.number[move.one], board.number[move.other]
    link = board.link_of[one, other]
    place = state.open.index(link)
    track = state.track[:link] + _BYTES[seat] + state.track[link + 1 :]
    supply = (state.supply[0] - 1, state.supply[1]) if seat == 0 else (state.supply[0], state.supply[1] - 1)
    left = state.left - 1
    claimed, joined = _joins(state, track, one, other)
    laid = replace(
        state,
        turn=seat if left else 1 - seat,
        left=left or 2,
        supply=supply,
        claimed=claimed,
        track=track,
        open=state.open[:place] + state.open[place + 1 :],
        lays=state.lays[:place] + state.lays[place + 1 :],
    )
    if not _still(laid, seat, link):
        laid = replace(laid, way=find_way(laid, 1 - seat))
    return laid, (TrackLaid(seat, [move.one, move.other]).event(), *joined)


_BYTES = (bytes([owner_byte(0)]), bytes([owner_byte(1)]))


def _still(state: CityState, seat: int, link: int) -> bool:
    """Whether the known way still proves that the match goes on, after a piece of ``seat`` on ``link``."""
    way = state.way
    if way is None or state.claimed[way.colour] != NOBODY:
        return False
    if way.seat != seat:
        return link not in way.links
    # Own pieces elsewhere use up the supply.
    track = state.track
    return len(way.links) <= state.supply[seat] or (
        sum(track[other] == FREE for other in way.links) <= state.supply[seat]
    )


def _joins(state: CityState, track: bytes, one: int, other: int) -> tuple[tuple[int, ...], tuple[Event, ...]]:
    """The third socks after a piece between two stations, and what there is to tell.

    See rules.md, Joining socks.
    """
    seat, board, stops = state.turn, state.board, state.stops
    # The piece joins its two stations: from one that can be passed all is reached that the other reaches.
    reached = board.reach(other if one in stops else one, track, seat, stops) | {one, other}
    if len(reached & stops) < 2:
        return state.claimed, ()
    claimed = list(state.claimed)
    events: list[Event] = []
    for colour, pair in enumerate(state.socks):
        if pair and claimed[colour] == NOBODY and pair[0] in reached and pair[1] in reached:
            stations = board.way(pair, track, seat, stops, limit=0)
            assert stations is not None
            claimed[colour] = seat
            way = [board.names[station] for station in stations]
            events.append(PairJoined(seat, COLOURS[colour], worth(board, pair), way).event())
    return tuple(claimed), tuple(events)


def worth(board: CityBoard, pair: Pair) -> int:
    """The points of a colour: the stations between its two socks, wherever socks and track lie.

    See rules.md, Joining socks.
    """
    return board.apart(*pair) or 0


def scores(state: CityState) -> tuple[int, int]:
    """The points of both seats (rules.md, How to win)."""
    points = [0, 0]
    for pair, seat in zip(state.socks, state.claimed, strict=True):
        if pair and seat != NOBODY:
            points[seat] += worth(state.board, pair)
    return points[0], points[1]

"""States and moves of Socks in the City, and the rules of play: track, joined pairs, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from game.core.game import Event, replace
from game.core.hexgrid import read_cell
from game.core.options import Options
from game.games.city.rules.board import COLOURS, CityBoard, Pair, PlacedTile, Socks, occupied_stations
from game.games.city.rules.events import PairJoined, TrackLaid
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK, owner_byte

TRACK_SUPPLY = 40  # pieces of track of a player without handicap
NO_OWNER = -1  # owner of an unclaimed third sock
NO_CLAIMS: tuple[int, ...] = (NO_OWNER,) * len(COLOURS)


class CityPhase(StrEnum):
    """Phases of a match, by what the players do."""

    TILES = "tiles"
    SOCKS = "socks"
    BLOCKERS = "blockers"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Lay:
    """A piece of track on the link between two stations, given by their texts in canonical order."""

    one: str
    other: str
    # the move as text, computed once because a board has nearly two hundred of these moves each turn
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Computes ``text``, such as ``lay c7 d7``."""
        object.__setattr__(self, "text", f"lay {self.one} {self.other}")


_lay_of = lru_cache(maxsize=1 << 13)(Lay)  # cached because boards share most of their moves


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
        """The tile with its cell parsed. Raises `ValueError` if that text is no cell."""
        return PlacedTile(self.design, self.rotation, read_cell(self.at))


@dataclass(frozen=True, slots=True)
class SetOut:
    """Two socks of a colour on two stations, in canonical order."""

    colour: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class CityPass:
    """End of a turn because no piece can be laid."""


Move: TypeAlias = Lay | Block | LayTile | SetOut | CityPass
PASS_MOVE = CityPass()


@dataclass(frozen=True, slots=True)
class CitySetup:
    """Facts of a match that do not change from the first move to the last."""

    options: Options
    seed: int
    start: int  # seat of the start player
    called: tuple[tuple[str, str], ...] = ()  # stations that the map renames, with their names

    @property
    def second(self) -> int:
        """Seat that does not start."""
        return 1 - self.start

    @property
    def supply(self) -> tuple[int, int]:
        """Pieces of track that each seat starts with (rules.md, House rules)."""
        seat, pieces = self.options.get_seat("handicap"), self.options.get_int("handicap_track")
        return pieces if seat == 0 else TRACK_SUPPLY, pieces if seat == 1 else TRACK_SUPPLY


@dataclass(frozen=True, slots=True)
class JoinWitness:
    """Proof that the match is not over: a pair that a player could still join, and the links of a path."""

    colour: int
    seat: int
    links: frozenset[int]


@dataclass(frozen=True, slots=True)
class CityState:
    """State of a match between two moves."""

    match: CitySetup
    board: CityBoard
    socks: Socks
    blockers: tuple[int, ...]
    phase: CityPhase
    turn: int
    left: int  # pieces that the seat to move still lays in its turn, this one included; 1 in the set-up
    supply: tuple[int, int]
    claimed: tuple[int, ...]  # by colour: seat that took the third sock, or `NO_OWNER`
    track: bytes  # one byte per link, see `game.games.city.rules.graph`
    stops: frozenset[int] = frozenset()  # stations that track cannot pass: those with socks or blockers
    open: bytes = field(default=b"", compare=False)  # links on which a piece may be laid, in order
    lays: tuple[Lay, ...] = field(default=(), compare=False)  # one move for each link of `open`
    way: JoinWitness | None = field(default=None, compare=False)  # None if the match is over


def blank(match: CitySetup, board: CityBoard, phase: CityPhase, turn: int) -> CityState:
    """State in ``phase`` without socks, blockers or laid track, with full supplies and one piece to lay."""
    return CityState(
        match=match,
        board=board,
        socks=(None,) * len(COLOURS),
        blockers=(),
        phase=phase,
        turn=turn,
        left=1,
        supply=match.supply,
        claimed=NO_CLAIMS,
        track=board.track,
    )


def in_play(state: CityState) -> CityState:
    """Copy in phase play with stops, open links, moves and ``way`` (None: match over) computed."""
    over_printed = state.match.options.get_bool("build_over_printed")
    names = state.board.link_names
    links = [
        link
        for link, owner in enumerate(state.track)
        if owner == FREE_LINK or (over_printed and owner == PUBLIC_TRACK)
    ]
    state = replace(
        state,
        phase=CityPhase.PLAY,
        stops=occupied_stations(state.socks).union(state.blockers),
        open=bytes(links),
        lays=tuple(_lay_of(*names[link]) for link in links),
    )
    return replace(state, way=find_way(state))


def find_way(state: CityState, first: int = 0) -> JoinWitness | None:
    """Proof that a seat's supply could join an unclaimed pair if the other stopped. None: match over.

    The path consists of the player's own, printed and free links, passes no sock or blocker, and has at most
    as many free links as the player has pieces. Players are tried from ``first`` on.

    See rules.md, How to win.
    """
    for colour, pair in enumerate(state.socks):
        if pair is None or state.claimed[colour] != NO_OWNER:
            continue
        for seat in (first, 1 - first):
            stations = state.board.way(pair, state.track, seat, state.stops, limit=state.supply[seat])
            if stations is not None:
                return JoinWitness(colour, seat, frozenset(state.board.along(stations)))
    return None


def lay(state: CityState, move: Lay) -> tuple[CityState, tuple[Event, ...]]:
    """State after the seat to move lays a piece and claims joins, and events: piece, joins. Unchecked."""
    seat, board = state.turn, state.board
    first, second = board.number[move.one], board.number[move.other]
    link = board.link_of[first, second]
    place = state.open.index(link)
    track = state.track[:link] + _OWNER_BYTES[seat] + state.track[link + 1 :]
    supply = (state.supply[0] - 1, state.supply[1]) if seat == 0 else (state.supply[0], state.supply[1] - 1)
    left = state.left - 1
    claimed, join_events = _find_joins(state, track, first, second)
    result = replace(
        state,
        turn=seat if left else 1 - seat,
        left=left or 2,
        supply=supply,
        claimed=claimed,
        track=track,
        open=state.open[:place] + state.open[place + 1 :],
        lays=state.lays[:place] + state.lays[place + 1 :],
    )
    if not _is_still_open(result, seat, link):
        result = replace(result, way=find_way(result, 1 - seat))
    return result, (TrackLaid(seat, [move.one, move.other]).event(), *join_events)


_OWNER_BYTES = (bytes([owner_byte(0)]), bytes([owner_byte(1)]))


def _is_still_open(state: CityState, seat: int, link: int) -> bool:
    """True if the known path is still open after ``seat`` laid on ``link``. False if none is known."""
    way = state.way
    if way is None or state.claimed[way.colour] != NO_OWNER:
        return False
    if way.seat != seat:
        return link not in way.links
    # The seat's own pieces on other links use up its supply.
    track = state.track
    return len(way.links) <= state.supply[seat] or (
        sum(track[way_link] == FREE_LINK for way_link in way.links) <= state.supply[seat]
    )


def _find_joins(
    state: CityState, track: bytes, first: int, second: int
) -> tuple[tuple[int, ...], tuple[Event, ...]]:
    """Owner of each colour after a piece between two stations, and the events of the pairs it joins.

    See rules.md, Joining socks.
    """
    seat, board, stops = state.turn, state.board, state.stops
    # The piece joins its stations, so a search from one that can be passed reaches all that the other
    # reaches.
    reached = board.reach(second if first in stops else first, track, seat, stops) | {first, second}
    if len(reached & stops) < 2:
        return state.claimed, ()
    claimed = list(state.claimed)
    events: list[Event] = []
    for colour, pair in enumerate(state.socks):
        if pair and claimed[colour] == NO_OWNER and pair[0] in reached and pair[1] in reached:
            stations = board.way(pair, track, seat, stops, limit=0)
            assert stations is not None
            claimed[colour] = seat
            way = [board.names[station] for station in stations]
            events.append(PairJoined(seat, COLOURS[colour], worth(board, pair), way).event())
    return tuple(claimed), tuple(events)


def worth(board: CityBoard, pair: Pair) -> int:
    """Points of a colour: stations between its two socks on a shortest path over any links. 0 without a path.

    See rules.md, Joining socks.
    """
    return board.apart(*pair) or 0


def scores(state: CityState) -> tuple[int, int]:
    """The points of both seats (rules.md, How to win)."""
    points = [0, 0]
    for pair, seat in zip(state.socks, state.claimed, strict=True):
        if pair and seat != NO_OWNER:
            points[seat] += worth(state.board, pair)
    return points[0], points[1]

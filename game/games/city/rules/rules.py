"""The rules of Socks in the City.

Two players lay track between neighbouring stations of a city. Who joins the two socks of a colour takes the
third, which is worth as many points as there are stations between the two. Everything is open. The set-up
(tiles, socks, blockers) is in `setup`, play in `state`, ways in `graph`; ``rules.md`` is for the players.

Events: ``toss`` (start), ``board`` (tiles), ``socks`` (socks), ``phase`` (phase), ``tile`` (tile), ``sock``
(colour, stations), ``block`` (station), ``rescue`` (taken_back: tiles or pairs that the program took back to
finish a set-up that could not go on), ``lay`` (link), ``join`` (colour, worth, way), ``pass``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from game.core.game import Event, Layout, Observation, Outcome, Refusal, Rules, Step
from game.core.hexgrid import read_cell
from game.core.options import Options
from game.games.city.rules import manual, position, text
from game.games.city.rules.board import Board
from game.games.city.rules.events import TurnPassed
from game.games.city.rules.graph import FREE, PRINTED
from game.games.city.rules.observed import Observed
from game.games.city.rules.setup import free_stations, lay_tile, named, opening, set_blocker, set_pair
from game.games.city.rules.socks import COLOURS, ROOM, SockRules, crowded, pairs, taken, with_pair
from game.games.city.rules.state import (
    NOBODY,
    PASS,
    Block,
    Lay,
    LayTile,
    Move,
    Pass,
    Phase,
    SetOut,
    State,
    lay,
    scores,
    worth,
)
from game.games.city.rules.tablebits import TABLE, on_table
from game.games.city.rules.tiles import DESIGNS, TILES, tile_cells


class Code(StrEnum):
    """Why a move is refused."""

    WRONG_PHASE = "wrong_phase"
    UNKNOWN_STATION = "unknown_station"
    NOT_NEIGHBOURS = "not_neighbours"
    TRACK_THERE = "track_there"
    PRINTED_TRACK = "printed_track"
    NO_SUPPLY = "no_supply"
    CAN_LAY = "can_lay"
    STATION_TAKEN = "station_taken"
    COLOUR_SET_OUT = "colour_set_out"
    TOO_NEAR = "too_near"
    TOO_FAR = "too_far"
    CROWDED = "crowded"
    UNKNOWN_TILE = "unknown_tile"
    TILE_USED_UP = "tile_used_up"
    OFF_TABLE = "off_table"
    OVERLAP = "overlap"
    APART = "apart"
    SPREAD = "spread"
    HOLES = "holes"
    NOT_LEGAL_BOARD = "not_legal_board"


class Reason(StrEnum):
    """Why a match is over."""

    ALL_CLAIMED = "all_claimed"
    NO_WAY_LEFT = "no_way_left"


class CityRules:
    """The `Rules` of the game; `moves` is complete."""

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Step[State]:
        """Toss for the start; build the board and set out the socks, or leave that to the players."""
        assert players == 2
        return opening(seed, options, layout)

    def to_move(self, state: State) -> int | None:
        """The seat that lays the next piece, tile, pair or blocker."""
        return None if state.phase is Phase.PLAY and state.way is None else state.turn

    def moves(self, state: State) -> Sequence[Move]:
        """Every legal move, each once: stations in canonical order (rules.md, Your turn)."""
        if state.phase is Phase.PLAY:
            if state.way is None:
                return ()
            return state.lays if state.supply[state.turn] and state.lays else (PASS,)
        names = state.board.names
        if state.phase is Phase.TILES:
            return [
                LayTile(tile.design, tile.rotation, tile_text)
                for tile in manual.fitting(state.board.tiles, state.match.vacant)
                for tile_text in (tile.text().partition("@")[2],)
            ]
        if state.phase is Phase.BLOCKERS:
            return [Block(names[station]) for station in free_stations(state)]
        places = tuple(pairs(state.board, state.socks, SockRules.of(state.match.options)))
        return [
            SetOut(colour, names[one], names[other])
            for colour, pair in zip(COLOURS, state.socks, strict=True)
            if pair is None
            for one, other in places
        ]

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move is against the rules (rules.md, Your turn)."""
        if _PHASES[type(move)] is not state.phase:
            return Refusal(Code.WRONG_PHASE, {"phase": state.phase.value})
        match move:
            case Lay():
                return _lay_refusal(state, move)
            case Pass():
                return Refusal(Code.CAN_LAY) if state.supply[state.turn] and state.lays else None
            case SetOut():
                return _sock_refusal(state, move)
            case Block(at):
                return _station_refusal(state, at)
            case LayTile():
                return _tile_refusal(state, move)

    def apply(self, state: State, move: Move) -> Step[State]:
        """Make a legal move."""
        match move:
            case Lay():
                return Step(*lay(state, move))
            case Pass():
                passed = replace(state, turn=1 - state.turn, left=2)
                return Step(passed, (TurnPassed(state.turn).event(),))
            case SetOut():
                return set_pair(state, move)
            case Block():
                return set_blocker(state, move)
            case LayTile():
                return lay_tile(state, move)

    def observe(self, state: State, viewer: int | None) -> Observation:
        """The whole position, which is open to everybody, with the graph of the board.

        Beside the fields of the position: ``stations`` (column from 0, row from 1, name, tile, partner),
        ``links`` (printed ones too), ``printed``, ``vacant`` (column and row of each vacant hexagon of the
        play area), ``worth`` of each colour that is set out, and ``scores``.
        """
        board = state.board
        seen: Observed = {
            "seat": viewer,
            "players": 2,
            "board": list(board.tile_texts),
            "socks": named(state),
            "tracks": [text.tracks_of(board, state.track, seat) for seat in (0, 1)],
            "phase": state.phase.value,
            "turn": state.turn,
            "left": state.left,
            "supply": list(state.supply),
            "claimed": [text.claimed_by(state.claimed, seat) for seat in (0, 1)],
            "blockers": [board.names[station] for station in state.blockers],
            "stations": _stations(state),
            "links": list(map(list, board.link_names)),
            "printed": list(map(list, board.printed_names)),
            "vacant": list(map(list, board.vacant_places)),
            "worth": {
                colour: worth(board, pair) for colour, pair in zip(COLOURS, state.socks, strict=True) if pair
            },
            "scores": list(scores(state)),
        }
        return seen

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Everything is open."""
        return event

    def outcome(self, state: State) -> Outcome | None:
        """The end: each colour is taken, or nobody could join it any more (rules.md, How to win)."""
        if state.phase is not Phase.PLAY or state.way is not None:
            return None
        points = scores(state)
        done = all(
            pair is None or owner != NOBODY for pair, owner in zip(state.socks, state.claimed, strict=True)
        )
        reason = Reason.ALL_CLAIMED if done else Reason.NO_WAY_LEFT
        return Outcome(_winners(state, points), points, reason)

    def parse_move(self, text_: str) -> Move:
        """Read ``lay c7 d7`` and the moves of the set-up."""
        return text.parse_move(text_)

    def format_move(self, move: Move) -> str:
        """Write a move, stations in canonical order."""
        return move.text if isinstance(move, Lay) else text.format_move(move)

    def position_players(self, text_: str) -> int:
        """Two."""
        return 2

    def parse_position(
        self, text_: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> State:
        """Read a position, see `game.games.city.rules.position`."""
        return position.parse_position(text_, seed, options, layout)

    def format_position(self, state: State) -> str:
        """Write a position."""
        return position.format_position(state)


_PHASES: dict[type, Phase] = {
    Lay: Phase.PLAY,
    Pass: Phase.PLAY,
    SetOut: Phase.SOCKS,
    Block: Phase.BLOCKERS,
    LayTile: Phase.TILES,
}


def _stations(state: State) -> dict[str, list[int | str | None]]:
    """What is known of each station, with the names that the map gave it."""
    known = state.board.stations
    stations: dict[str, list[int | str | None]] = dict(zip(known, map(list, known.values()), strict=True))
    for at, name in state.match.called:
        stations[at][2] = name
    return stations


def _winners(state: State, points: tuple[int, int]) -> tuple[int, ...]:
    if points[0] != points[1]:
        return (0,) if points[0] > points[1] else (1,)
    tie = state.match.options.word("tie")
    if tie == "second_player":
        return (state.match.second,)
    if tie == "highest_single_sock":
        best = [0, 0]
        for pair, seat in zip(state.socks, state.claimed, strict=True):
            if pair and seat != NOBODY:
                best[seat] = max(best[seat], worth(state.board, pair))
        if best[0] != best[1]:
            return (0,) if best[0] > best[1] else (1,)
    return (0, 1)


def _lay_refusal(state: State, move: Lay) -> Refusal | None:
    board = state.board
    stations: list[int] = []
    for name in (move.one, move.other):
        if name not in board.number:
            return Refusal(Code.UNKNOWN_STATION, {"station": name})
        stations.append(board.number[name])
    link = board.link(*stations)
    if link is None:
        return Refusal(Code.NOT_NEIGHBOURS, {"stations": [move.one, move.other]})
    owner = state.track[link]
    if owner == PRINTED and not state.match.options.flag("build_over_printed"):
        return Refusal(Code.PRINTED_TRACK, {"link": [move.one, move.other]})
    if owner not in (FREE, PRINTED):
        return Refusal(Code.TRACK_THERE, {"link": [move.one, move.other], "seat": owner - 1})
    if not state.supply[state.turn]:
        return Refusal(Code.NO_SUPPLY)
    return None


def _station_refusal(state: State, name: str) -> Refusal | None:
    """Why neither sock nor blocker may go to a station."""
    station = state.board.number.get(name)
    if station is None:
        return Refusal(Code.UNKNOWN_STATION, {"station": name})
    if station in state.blockers or station in taken(state.socks):
        return Refusal(Code.STATION_TAKEN, {"station": name})
    return None


def _sock_refusal(state: State, move: SetOut) -> Refusal | None:
    board, rules = state.board, SockRules.of(state.match.options)
    colour = COLOURS.index(move.colour)
    if state.socks[colour] is not None:
        return Refusal(Code.COLOUR_SET_OUT, {"colour": move.colour})
    for name in (move.one, move.other):
        refusal = _station_refusal(state, name)
        if refusal is not None:
            return refusal
    if move.one == move.other:
        return Refusal(Code.STATION_TAKEN, {"station": move.one})
    pair = (board.number[move.one], board.number[move.other])
    apart = board.apart(*pair)
    if apart is None or apart > rules.farthest:
        return Refusal(Code.TOO_FAR, {"apart": apart, "most": rules.farthest})
    if apart < rules.nearest:
        return Refusal(Code.TOO_NEAR, {"apart": apart, "least": rules.nearest})
    return _crowd_refusal(board, state, colour, pair) if rules.neighbours else None


def _crowd_refusal(board: Board, state: State, colour: int, pair: tuple[int, int]) -> Refusal | None:
    tight = crowded(board, with_pair(state.socks, colour, pair))
    if tight is None:
        return None
    station, room = tight
    return Refusal(Code.CROWDED, {"station": board.names[station], "vacant": room, "least": ROOM})


_FAULTS = {"overlap": Code.OVERLAP, "apart": Code.APART, "spread": Code.SPREAD, "holes": Code.HOLES}


def _tile_refusal(state: State, move: LayTile) -> Refusal | None:
    tiles, limits = state.board.tiles, state.match.vacant
    if move.design >= DESIGNS or move.rotation > 5:
        return Refusal(Code.UNKNOWN_TILE, {"design": move.design, "rotation": move.rotation})
    if not manual.left_over(tiles)[move.design]:
        return Refusal(Code.TILE_USED_UP, {"design": move.design})
    cells = tile_cells(move.rotation, read_cell(move.at))
    if not all(map(on_table, cells)):
        return Refusal(Code.OFF_TABLE, {"columns": TABLE, "rows": TABLE})
    fault = manual.fault(state.board, cells, limits[1])
    if fault is not None:
        kind, size = fault
        return Refusal(_FAULTS[kind], {"hexagons": size} if size else {})
    if len(tiles) == TILES - 1:
        wrong = manual.whole_fault((*tiles, manual.placed(move.design, move.rotation, move.at)), limits)
        return Refusal(Code.NOT_LEGAL_BOARD, {"why": wrong}) if wrong else None
    return None


RULES: Rules[State, Move] = CityRules()

"""Rules of Socks in the City: set-up, position text and refusals.

Two players lay track between neighbouring stations of a city. The player who joins the two socks of a colour
takes the third, which is worth one point for each station between the two. All information is open.

This module has the set-up before the first piece of track: coin toss, board, socks and blockers
(rules.md, Before the game). It also has the text of positions and the reasons for refusals. Play itself is in
`state`, paths are in `graph`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache

from game.core.game import Event, Layout, LayoutError, Observation, Outcome, Refusal, Rules, Transition
from game.core.hexgrid import read_cell
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, write_fields
from game.core.rng import SeededRng
from game.games.city.rules import builder, text
from game.games.city.rules.board import (
    COLOURS,
    COPY_COUNT,
    DESIGN_COUNT,
    MIN_VACANT_NEIGHBOURS,
    NO_SOCKS,
    TILE_COUNT,
    CityBoard,
    SockRules,
    Socks,
    board_of,
    find_crowded_sock,
    in_corner,
    occupied_stations,
    pairs,
    read_board,
    rescue,
    set_out,
    tile_cells,
    vacant_limits,
    with_pair,
)
from game.games.city.rules.builder import TABLE_SIZE, build, compact_widths, on_table
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CityCoinTossed,
    CityObservation,
    CityTurnPassed,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
)
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK
from game.games.city.rules.state import (
    NO_CLAIMS,
    NO_OWNER,
    PASS_MOVE,
    Block,
    CityPass,
    CityPhase,
    CitySetup,
    CityState,
    Lay,
    LayTile,
    Move,
    SetOut,
    blank,
    in_play,
    lay,
    scores,
    worth,
)
from game.games.city.rules.text import (
    claimed_by,
    comma_list,
    read_claimed,
    read_layout,
    read_socks,
    read_tracks,
    station_of,
    tracks_of,
    write_socks,
)

_BOARD_TRIES = 100  # boards tried before the house rules are rejected because the socks have no room


def check_options(options: Options) -> None:
    """Raise `ValueError` if a minimum is above its maximum (rules.md, House rules)."""
    for lower, upper in (("apart_min", "apart_max"), ("vacant_min", "vacant_max")):
        if options.get_int(lower) > options.get_int(upper):
            raise ValueError(
                f"{lower} is {options.get_int(lower)} and {upper} only {options.get_int(upper)};"
                f" {lower} must not be greater."
            )


@lru_cache(maxsize=4)
def built(seed: int, options: Options) -> tuple[CityBoard, Socks]:
    """Random board of a seed and all socks on it, cached. Raises `ValueError` if no board tried has room.

    See rules.md, Before the game.
    """
    for number in range(_BOARD_TRIES):
        board = build(vacant_limits(options), compact_widths(options), SeededRng(seed, "board", number))
        socks = set_out(board, NO_SOCKS, SockRules.of(options), SeededRng(seed, "socks", number))
        if socks is not None:
            return board, socks
    raise ValueError(
        "No board has room for six pairs of socks with this apart_min and apart_max; widen the range."
    )


def opening(seed: int, options: Options, layout: Layout | None) -> Transition[CityState]:
    """First state and events so far. Raises `ValueError` (house rules) or `LayoutError` (bad layout).

    See rules.md, Before the game.
    """
    check_options(options)
    named = options.get_seat("start_player")
    match = CitySetup(options, seed, SeededRng(seed, "start").below(2) if named is None else named)
    events = (CityCoinTossed(match.start).event(reveals=True),) if named is None else ()
    by_program = options.get_str("sock_setup") == "auto"
    if layout is not None:
        content = read_layout(layout, options)
        board, natural = content.board, content.socks
        match = replace(match, called=content.called)
        # Tried even if players set the socks out, so that a board without room for them is refused at once.
        socks = natural or set_out(board, NO_SOCKS, SockRules.of(options), SeededRng(seed, "socks", 0))
        if socks is None:
            raise LayoutError("board", "there is no room for six pairs of socks under these house rules.")
        by_program = by_program or natural is not None
    elif options.get_str("board_build") == "manual":
        return Transition(blank(match, board_of(()), CityPhase.TILES, match.start), events)
    else:
        board, socks = built(seed, options)
    state = blank(match, board, CityPhase.TILES, match.start)
    rest = _place_socks(state, socks) if by_program else _begin_socks(state)
    return rest.preceded_by(*events, _board_event(board))


def _board_event(board: CityBoard) -> Event:
    """`BoardBuilt` event with the texts of all tiles."""
    return BoardBuilt([tile.text() for tile in board.tiles]).event()


def _begin_socks(state: CityState) -> Transition[CityState]:
    """Transition to the phase of socks, in which the second player moves first."""
    return Transition(
        replace(state, phase=CityPhase.SOCKS, turn=state.match.second), _phase_event(CityPhase.SOCKS)
    )


def _place_socks(state: CityState, socks: Socks, *, reveals: bool = False) -> Transition[CityState]:
    """Transition in which the program sets all socks out, on to blockers or play. ``reveals``: no undo."""
    state = replace(state, socks=socks)
    return _after_socks(state).preceded_by(SocksSetOut(stations_by_colour(state)).event(reveals=reveals))


def _after_tiles(state: CityState, board: CityBoard) -> Transition[CityState]:
    """Transition from the players' board, or a random one if six pairs don't fit, to the socks or beyond."""
    match, options = state.match, state.match.options
    socks = set_out(board, NO_SOCKS, SockRules.of(options), SeededRng(match.seed, "socks", 0))
    events: tuple[Event, ...] = ()
    if socks is None:
        # Six pairs do not fit on the players' board, so the program builds another.
        board, socks = built(match.seed, options)
        events = (_rescue_event(TILE_COUNT),)
    state = replace(state, board=board, track=board.track)
    auto = options.get_str("sock_setup") == "auto"
    rest = _place_socks(state, socks, reveals=True) if auto else _begin_socks(state)
    return rest.preceded_by(*events, _board_event(board))


def _rescue_event(back: int) -> Event:
    """Event that the program took back ``back`` steps of the set-up. It prevents undo."""
    return SetupRescued(back).event(reveals=True)


def _after_socks(state: CityState) -> Transition[CityState]:
    """Transition to the phase of blockers if the house rules have any, else to play."""
    if state.match.options.get_int("blockers"):
        return Transition(
            replace(state, phase=CityPhase.BLOCKERS, turn=state.match.second),
            _phase_event(CityPhase.BLOCKERS),
        )
    return _begin_play(state)


def _begin_play(state: CityState) -> Transition[CityState]:
    """Transition to play: the start player has one piece to lay."""
    return Transition(in_play(replace(state, turn=state.match.start, left=1)), _phase_event(CityPhase.PLAY))


def _phase_event(phase: CityPhase) -> tuple[Event, ...]:
    """Tuple with one event, the beginning of a phase."""
    return (PhaseBegun(phase.value).event(),)


def stations_by_colour(state: CityState) -> dict[str, list[str]]:
    """Texts of the two stations of each colour that is set out, by colour."""
    names = state.board.names
    return {
        colour: [names[pair[0]], names[pair[1]]]
        for colour, pair in zip(COLOURS, state.socks, strict=True)
        if pair
    }


def lay_tile(state: CityState, move: LayTile) -> Transition[CityState]:
    """Transition after a tile: the other seat's turn. After the last, or if none fits, the socks or beyond.

    See rules.md, Building by hand.
    """
    match = state.match
    limits = vacant_limits(match.options)
    tiles = (*state.board.tiles, move.tile)
    events: tuple[Event, ...] = (TileLaid(state.turn, tiles[-1].text()).event(),)
    if len(tiles) < TILE_COUNT and not builder.stuck(tiles, limits):
        board = board_of(tiles)
        return Transition(replace(state, board=board, track=board.track, turn=1 - state.turn), events)
    if len(tiles) < TILE_COUNT:
        widths = compact_widths(match.options)
        board, count = builder.rescue(tiles, limits, widths, SeededRng(match.seed, "rescue"))
        events += (_rescue_event(count),)
    else:
        board = in_corner(tiles)
    return _after_tiles(state, board).preceded_by(*events)


def set_pair(state: CityState, move: SetOut) -> Transition[CityState]:
    """Transition after a pair: next pair, or next phase. If no further pair fits, the program completes them.

    See rules.md, Before the game.
    """
    board, match = state.board, state.match
    pair = (board.number[move.one], board.number[move.other])
    socks = with_pair(state.socks, COLOURS.index(move.colour), pair)
    events: tuple[Event, ...] = (PairSetOut(state.turn, move.colour, [move.one, move.other]).event(),)
    rules = SockRules.of(match.options)
    turn = state.turn if match.options.get_str("sock_setup") == "free" else 1 - state.turn
    if None not in socks:
        rest = _after_socks(replace(state, socks=socks))
    elif any(pairs(board, socks, rules)):
        return Transition(replace(state, socks=socks, turn=turn), events)
    else:
        result = rescue(board, socks, rules, SeededRng(match.seed, "rescue"))
        if result is not None:
            socks = result[0]
            events += (_rescue_event(result[1]),)
        rest = _place_socks(state, socks)
    return rest.preceded_by(*events)


def free_stations(state: CityState) -> list[int]:
    """Numbers of the stations with neither sock nor blocker."""
    occupied = occupied_stations(state.socks).union(state.blockers)
    return [station for station in range(len(state.board.cells)) if station not in occupied]


def set_blocker(state: CityState, move: Block) -> Transition[CityState]:
    """Transition after a blocker: the other seat's turn. After the last, or if no station is free, play."""
    blockers = tuple(sorted((*state.blockers, state.board.number[move.at])))
    events = (BlockerPut(state.turn, move.at).event(),)
    state = replace(state, blockers=blockers, turn=1 - state.turn)
    if len(blockers) < state.match.options.get_int("blockers") and free_stations(state):
        return Transition(state, events)
    return _begin_play(state).preceded_by(*events)


FIELDS = ("board", "socks", "tracks", "phase", "turn", "left", "supply", "claimed", "blockers")


def _read_board(
    fields: dict[str, str], phase: CityPhase, seed: int, options: Options, layout: Layout | None
) -> tuple[CityBoard, Socks]:
    """Board and socks of a position, from its fields, the layout or the seed. May raise `ValueError`."""
    natural: Socks | None = None
    if "board" in fields:
        try:
            board = read_board(fields["board"])
        except ValueError as error:
            raise ValueError(f"board: {error}") from error
    elif phase is CityPhase.TILES:
        board = board_of(())
    elif layout is not None:
        content = read_layout(layout, options)
        board, natural = content.board, content.socks
    else:
        board, natural = built(seed, options)
    if not board.tiles and phase is not CityPhase.TILES:
        raise ValueError(f"In phase {phase.value} there is a board; board=- is for phase tiles.")
    if "socks" in fields:
        return board, read_socks(board, fields["socks"])
    if phase in (CityPhase.TILES, CityPhase.SOCKS):
        return board, NO_SOCKS
    socks = natural or set_out(board, NO_SOCKS, SockRules.of(options), SeededRng(seed, "socks", 0))
    if socks is None and len(board.tiles) < TILE_COUNT:
        return board, NO_SOCKS
    if socks is None:
        raise ValueError("This board has no room for six pairs of socks; say where they are with socks=.")
    return board, socks


def _read_blockers(board: CityBoard, text: str, socks: Socks) -> tuple[int, ...]:
    """Sorted station numbers of the blockers in a position field. Raises `ValueError` if it is wrong."""
    stations: list[int] = []
    for part in text.split(",") if text != "-" else ():
        station = station_of(board, "blockers", part)
        if station in stations or station in occupied_stations(socks):
            raise ValueError(f"blockers: {part} is already taken; each station has room for one.")
        stations.append(station)
    if len(stations) > len(COLOURS):
        raise ValueError(f"blockers: there are at most {len(COLOURS)}, not {len(stations)}.")
    return tuple(sorted(stations))


def _read_supply(text: str | None, piece_counts: tuple[int, ...], whole: tuple[int, int]) -> tuple[int, int]:
    """Pieces left by seat: from the text, else ``whole`` less the laid ones. `ValueError` if out of range."""
    for pieces, max_pieces in zip(piece_counts, whole, strict=True):
        if pieces > max_pieces:
            raise ValueError(f"tracks: a player has {max_pieces} pieces, not {pieces}.")
    if text is None:
        return whole[0] - piece_counts[0], whole[1] - piece_counts[1]
    parts = read_groups("supply", text, 2)
    first, second = (
        read_number("supply", part, 0, max_pieces) for part, max_pieces in zip(parts, whole, strict=True)
    )
    return first, second


def _read_claims(state: CityState, text: str | None) -> tuple[int, ...]:
    """Owner of each colour or `NO_OWNER`, from text, else track. `ValueError` if a pair's is unclear."""
    claimed = list(NO_CLAIMS if text is None else read_claimed(text))
    for colour, pair in enumerate(state.socks):
        if pair is None or claimed[colour] != NO_OWNER:
            continue
        joiners = [seat for seat in (0, 1) if state.board.is_joined(pair, state.track, seat, state.stops)]
        if joiners and (text is not None or len(joiners) > 1):
            raise ValueError(
                f"claimed: {COLOURS[colour]} is joined; say in claimed= who took the third sock."
            )
        if joiners:
            claimed[colour] = joiners[0]
    return tuple(claimed)


def _start_player(state: CityState, piece_counts: tuple[int, ...]) -> int:
    """Seat of the start player: by house rule, else inferred from the seat to move and the board."""
    options, turn, opponent = state.match.options, state.turn, 1 - state.turn
    named = options.get_seat("start_player")
    if named is not None:
        return named
    match state.phase:
        case CityPhase.TILES:
            return turn if len(state.board.tiles) % 2 == 0 else opponent
        case CityPhase.SOCKS:
            pair_count = len(COLOURS) - state.socks.count(None)
            return opponent if options.get_str("sock_setup") == "free" or pair_count % 2 == 0 else turn
        case CityPhase.BLOCKERS:
            return opponent if len(state.blockers) % 2 == 0 else turn
        case CityPhase.PLAY:
            return opponent if _opponent_started(state, piece_counts, opponent) else turn


def _opponent_started(state: CityState, piece_counts: tuple[int, ...], opponent: int) -> bool:
    """True if ``opponent``, the seat that is not to move, was the start player.

    The first turn is one piece and all others are two, so the start player has laid an odd number of pieces
    between turns. The count of a seat without supply is not conclusive, so the other seat's count decides
    then.
    """
    if piece_counts[opponent] < state.match.supply[opponent]:
        return piece_counts[opponent] % 2 == 1
    mine = piece_counts[1 - opponent]
    between = mine - (mine > 0 and state.left == 1)
    return between % 2 == 0


def _check_set_up(state: CityState) -> None:
    """Raise `ValueError` if a set-up phase is finished, stuck or illegal, or has anything laid too early."""
    phase, options = state.phase, state.match.options
    if phase is CityPhase.TILES:
        if state.socks != NO_SOCKS or state.blockers:
            raise ValueError("In phase tiles there are no socks or blockers yet.")
        if min(builder.unused_tiles(state.board.tiles).values()) < 0:
            raise ValueError(f"In phase tiles no design is used more than {COPY_COUNT} times.")
        if len(state.board.tiles) >= TILE_COUNT or not all(map(on_table, state.board.cells)):
            raise ValueError(
                f"In phase tiles there are fewer than {TILE_COUNT} tiles, in columns a to z and rows 1 to 26."
            )
        if builder.stuck(state.board.tiles, vacant_limits(options)):
            raise ValueError(
                "In phase tiles one more tile must fit, but this board can't become a legal one."
            )
    elif phase is CityPhase.SOCKS:
        if None not in state.socks or state.blockers:
            raise ValueError(
                "In phase socks one pair or more is still to be placed, and there are no blockers yet."
            )
        if not any(pairs(state.board, state.socks, SockRules.of(options))):
            raise ValueError("In phase socks one more pair must fit, but on this board none does.")
    elif len(state.blockers) >= options.get_int("blockers") or not free_stations(state):
        raise ValueError(
            f"In phase blockers one is still to be placed; the house rule is {options.get_int('blockers')}."
        )


class CityRefusal(StrEnum):
    """Reasons to refuse a move."""

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


class CityEndReason(StrEnum):
    """Reasons why a match is over."""

    ALL_CLAIMED = "all_claimed"
    NO_WAY_LEFT = "no_way_left"


class CityRules:
    """Implementation of `Rules`; `moves` returns all legal moves."""

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[CityState]:
        """Transition to the first state with the events of `opening`, which may raise `ValueError`."""
        assert players == 2
        return opening(seed, options, layout)

    def to_move(self, state: CityState) -> int | None:
        """Seat that lays the next piece, tile, pair or blocker. None if the match is over."""
        return None if state.phase is CityPhase.PLAY and state.way is None else state.turn

    def moves(self, state: CityState) -> Sequence[Move]:
        """All legal moves, stations in canonical order; the pass if no piece can be laid. Empty once over."""
        if state.phase is CityPhase.PLAY:
            if state.way is None:
                return ()
            return state.lays if state.supply[state.turn] and state.lays else (PASS_MOVE,)
        names = state.board.names
        if state.phase is CityPhase.TILES:
            return [
                LayTile(tile.design, tile.rotation, tile_text)
                for tile in builder.legal_tiles(state.board.tiles, vacant_limits(state.match.options))
                for tile_text in (tile.text().partition("@")[2],)
            ]
        if state.phase is CityPhase.BLOCKERS:
            return [Block(names[station]) for station in free_stations(state)]
        places = tuple(pairs(state.board, state.socks, SockRules.of(state.match.options)))
        return [
            SetOut(colour, names[first], names[second])
            for colour, pair in zip(COLOURS, state.socks, strict=True)
            if pair is None
            for first, second in places
        ]

    def refusal(self, state: CityState, move: Move) -> Refusal | None:
        """Reason why the seat to move may not make this move. None if it is legal."""
        if _PHASES[type(move)] is not state.phase:
            return Refusal(CityRefusal.WRONG_PHASE, {"phase": state.phase.value})
        match move:
            case Lay():
                return _lay_refusal(state, move)
            case CityPass():
                return Refusal(CityRefusal.CAN_LAY) if state.supply[state.turn] and state.lays else None
            case SetOut():
                return _sock_refusal(state, move)
            case Block(at):
                return _station_refusal(state, at)
            case LayTile():
                return _tile_refusal(state, move)

    def apply(self, state: CityState, move: Move) -> Transition[CityState]:
        """Transition after a legal move, which is not checked."""
        match move:
            case Lay():
                return Transition(*lay(state, move))
            case CityPass():
                after = replace(state, turn=1 - state.turn, left=2)
                return Transition(after, (CityTurnPassed(state.turn).event(),))
            case SetOut():
                return set_pair(state, move)
            case Block():
                return set_blocker(state, move)
            case LayTile():
                return lay_tile(state, move)

    def observe(self, state: CityState, viewer: int | None) -> Observation:
        """Return the whole position with the graph of the board. It is the same for all viewers.

        Added to the fields of the position: ``stations`` (column from 0, row from 1, name, tile, partner),
        ``links`` (printed ones too), ``printed``, ``vacant`` (column and row of each vacant hexagon of the
        play area), ``worth`` of each colour that is set out, and ``scores``.
        """
        board = state.board
        stations: dict[str, list[int | str | None]] = {at: [*entry] for at, entry in board.stations.items()}
        for at, name in state.match.called:
            stations[at][2] = name
        observation: CityObservation = {
            "seat": viewer,
            "players": 2,
            "board": list(board.tile_texts),
            "socks": stations_by_colour(state),
            "tracks": [text.tracks_of(board, state.track, seat) for seat in (0, 1)],
            "phase": state.phase.value,
            "turn": state.turn,
            "left": state.left,
            "supply": list(state.supply),
            "claimed": [text.claimed_by(state.claimed, seat) for seat in (0, 1)],
            "blockers": [board.names[station] for station in state.blockers],
            "stations": stations,
            "links": list(map(list, board.link_names)),
            "printed": list(map(list, board.printed_names)),
            "vacant": list(map(list, board.vacant_places)),
            "worth": {
                colour: worth(board, pair) for colour, pair in zip(COLOURS, state.socks, strict=True) if pair
            },
            "scores": list(scores(state)),
        }
        return observation

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event unchanged, as all information is open."""
        return event

    def outcome(self, state: CityState) -> Outcome | None:
        """Outcome once each colour is claimed or out of reach, else None (rules.md, How to win)."""
        if state.phase is not CityPhase.PLAY or state.way is not None:
            return None
        points = scores(state)
        all_claimed = all(
            pair is None or owner != NO_OWNER for pair, owner in zip(state.socks, state.claimed, strict=True)
        )
        reason = CityEndReason.ALL_CLAIMED if all_claimed else CityEndReason.NO_WAY_LEFT
        return Outcome(_winners(state, points), points, reason)

    def parse_move(self, text_: str) -> Move:
        """Move read from its text. Raises `ValueError` if it is none."""
        return text.parse_move(text_)

    def format_move(self, move: Move) -> str:
        return text.format_move(move)

    def position_players(self, text_: str) -> int:
        """Number of players of any position, 2."""
        return 2

    def parse_position(
        self, text_: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> CityState:
        """State of a position text; missing fields have defaults. Raises `ValueError` if wrong.

        Without ``board``, the board comes from the layout or the seed. Without ``socks``, so do the socks
        once they are set out, but an incomplete board without room for them has none. Without ``claimed``, a
        pair that one player has joined belongs to that player. Without ``left``, the turn has one piece on an
        empty board, else two.
        """
        fields = read_fields(text_, FIELDS)
        check_options(options)
        named_phase = fields.get("phase", CityPhase.PLAY.value)
        if named_phase not in list(CityPhase):
            raise ValueError(f"phase is one of {', '.join(CityPhase)}, not {named_phase[:20]!r}.")
        phase = CityPhase(named_phase)
        board, socks = _read_board(fields, phase, seed, options, layout)
        blockers = _read_blockers(board, fields.get("blockers", "-"), socks)
        tracks = fields.get("tracks", "-")
        track = read_tracks(board, tracks, over_printed=options.get_bool("build_over_printed"))
        turn = read_number("turn", fields.get("turn", "0"), 0, 1)
        piece_counts = tuple(len(tracks_of(board, track, seat)) for seat in (0, 1))
        match = CitySetup(options, seed, 0)
        supply = _read_supply(fields.get("supply"), piece_counts, match.supply)
        claims = read_claimed(fields.get("claimed", "-"))
        max_left = 2 if phase is CityPhase.PLAY else 1
        has_begun = any(piece_counts) or claims != NO_CLAIMS or supply != match.supply
        left = read_number("left", fields.get("left", str(max_left if has_begun else 1)), 1, max_left)
        state = replace(
            blank(match, board, phase, turn),
            socks=socks,
            blockers=blockers,
            left=left,
            track=track,
            supply=supply,
        )
        state = replace(state, match=replace(match, start=_start_player(state, piece_counts)))
        if phase is CityPhase.PLAY:
            state = in_play(state)
            return in_play(replace(state, claimed=_read_claims(state, fields.get("claimed"))))
        if has_begun:
            raise ValueError(f"In phase {phase.value} there is no track yet, and nothing is claimed.")
        _check_set_up(state)
        return state

    def format_position(self, state: CityState) -> str:
        """Text of a position with all fields, as `parse_position` reads it."""
        board = state.board
        return write_fields(
            (
                ("board", board.text()),
                ("socks", write_socks(board, state.socks)),
                ("tracks", "/".join(comma_list(tracks_of(board, state.track, seat)) for seat in (0, 1))),
                ("phase", state.phase.value),
                ("turn", state.turn),
                ("left", state.left),
                ("supply", "/".join(map(str, state.supply))),
                ("claimed", "/".join(comma_list(claimed_by(state.claimed, seat)) for seat in (0, 1))),
                ("blockers", comma_list(board.names[station] for station in state.blockers)),
            )
        )


_PHASES: dict[type, CityPhase] = {
    Lay: CityPhase.PLAY,
    CityPass: CityPhase.PLAY,
    SetOut: CityPhase.SOCKS,
    Block: CityPhase.BLOCKERS,
    LayTile: CityPhase.TILES,
}


def _winners(state: CityState, points: tuple[int, int]) -> tuple[int, ...]:
    """Winning seat by points. With equal points, the seat or both seats that the house rule ``tie`` names."""
    if points[0] != points[1]:
        return (0,) if points[0] > points[1] else (1,)
    tie = state.match.options.get_str("tie")
    if tie == "second_player":
        return (state.match.second,)
    if tie == "highest_single_sock":
        best = [0, 0]
        for pair, seat in zip(state.socks, state.claimed, strict=True):
            if pair and seat != NO_OWNER:
                best[seat] = max(best[seat], worth(state.board, pair))
        if best[0] != best[1]:
            return (0,) if best[0] > best[1] else (1,)
    return (0, 1)


def _lay_refusal(state: CityState, move: Lay) -> Refusal | None:
    """Reason why the seat to move may not lay this piece. None if it may."""
    board = state.board
    stations: list[int] = []
    for name in (move.one, move.other):
        if name not in board.number:
            return Refusal(CityRefusal.UNKNOWN_STATION, {"station": name})
        stations.append(board.number[name])
    link = board.link(*stations)
    if link is None:
        return Refusal(CityRefusal.NOT_NEIGHBOURS, {"stations": [move.one, move.other]})
    owner = state.track[link]
    if owner == PUBLIC_TRACK and not state.match.options.get_bool("build_over_printed"):
        return Refusal(CityRefusal.PRINTED_TRACK, {"link": [move.one, move.other]})
    if owner not in (FREE_LINK, PUBLIC_TRACK):
        return Refusal(CityRefusal.TRACK_THERE, {"link": [move.one, move.other], "seat": owner - 1})
    if not state.supply[state.turn]:
        return Refusal(CityRefusal.NO_SUPPLY)
    return None


def _station_refusal(state: CityState, name: str) -> Refusal | None:
    """Reason why no sock or blocker may be put on a station. None if it is free."""
    station = state.board.number.get(name)
    if station is None:
        return Refusal(CityRefusal.UNKNOWN_STATION, {"station": name})
    if station in state.blockers or station in occupied_stations(state.socks):
        return Refusal(CityRefusal.STATION_TAKEN, {"station": name})
    return None


def _sock_refusal(state: CityState, move: SetOut) -> Refusal | None:
    """Reason why this pair may not be set out. None if it may."""
    board, rules = state.board, SockRules.of(state.match.options)
    colour = COLOURS.index(move.colour)
    if state.socks[colour] is not None:
        return Refusal(CityRefusal.COLOUR_SET_OUT, {"colour": move.colour})
    for name in (move.one, move.other):
        refusal = _station_refusal(state, name)
        if refusal is not None:
            return refusal
    if move.one == move.other:
        return Refusal(CityRefusal.STATION_TAKEN, {"station": move.one})
    pair = (board.number[move.one], board.number[move.other])
    apart = board.apart(*pair)
    if apart is None or apart > rules.farthest:
        return Refusal(CityRefusal.TOO_FAR, {"apart": apart, "most": rules.farthest})
    if apart < rules.nearest:
        return Refusal(CityRefusal.TOO_NEAR, {"apart": apart, "least": rules.nearest})
    tight = find_crowded_sock(board, with_pair(state.socks, colour, pair)) if rules.neighbours else None
    if tight is None:
        return None
    station, vacant = tight
    return Refusal(
        CityRefusal.CROWDED,
        {"station": board.names[station], "vacant": vacant, "least": MIN_VACANT_NEIGHBOURS},
    )


_REFUSALS = {
    "overlap": CityRefusal.OVERLAP,
    "apart": CityRefusal.APART,
    "spread": CityRefusal.SPREAD,
    "holes": CityRefusal.HOLES,
}


def _tile_refusal(state: CityState, move: LayTile) -> Refusal | None:
    """Reason why this tile may not be laid there. None if it may."""
    tiles, limits = state.board.tiles, vacant_limits(state.match.options)
    if move.design >= DESIGN_COUNT or move.rotation > 5:
        return Refusal(CityRefusal.UNKNOWN_TILE, {"design": move.design, "rotation": move.rotation})
    if not builder.unused_tiles(tiles)[move.design]:
        return Refusal(CityRefusal.TILE_USED_UP, {"design": move.design})
    cells = tile_cells(move.rotation, read_cell(move.at))
    if not all(map(on_table, cells)):
        return Refusal(CityRefusal.OFF_TABLE, {"columns": TABLE_SIZE, "rows": TABLE_SIZE})
    fault = builder.fault(state.board, cells, limits[1])
    if fault is not None:
        kind, size = fault
        return Refusal(_REFUSALS[kind], {"hexagons": size} if size else {})
    if len(tiles) == TILE_COUNT - 1:
        wrong = builder.whole_fault((*tiles, move.tile), limits)
        return Refusal(CityRefusal.NOT_LEGAL_BOARD, {"why": wrong}) if wrong else None
    return None


RULES: Rules[CityState, Move] = CityRules()

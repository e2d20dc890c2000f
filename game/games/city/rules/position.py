"""Whole positions as text, and what goes together in one (rules.md, For scripts)."""

from __future__ import annotations

from dataclasses import replace

from game.core.chance import Chance
from game.core.game import Layout
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, write_fields
from game.games.city.rules import manual
from game.games.city.rules.board import Board, board_of, read_board
from game.games.city.rules.layout import read_layout
from game.games.city.rules.setup import built, check_options, free_stations
from game.games.city.rules.socks import COLOURS, NO_SOCKS, SockRules, Socks, pairs, set_out, taken
from game.games.city.rules.state import NOBODY, UNCLAIMED, Match, Phase, State, blank, in_play
from game.games.city.rules.tablebits import on_table
from game.games.city.rules.text import (
    claimed_by,
    listed,
    read_claimed,
    read_socks,
    read_tracks,
    station_of,
    tracks_of,
    write_socks,
)
from game.games.city.rules.tiles import COPIES, TILES

FIELDS = ("board", "socks", "tracks", "phase", "turn", "left", "supply", "claimed", "blockers")


def format_position(state: State) -> str:
    """Every field of a state, canonical."""
    board = state.board
    return write_fields(
        (
            ("board", board.text()),
            ("socks", write_socks(board, state.socks)),
            ("tracks", "/".join(listed(tracks_of(board, state.track, seat)) for seat in (0, 1))),
            ("phase", state.phase.value),
            ("turn", state.turn),
            ("left", state.left),
            ("supply", "/".join(map(str, state.supply))),
            ("claimed", "/".join(listed(claimed_by(state.claimed, seat)) for seat in (0, 1))),
            ("blockers", listed(board.names[station] for station in state.blockers)),
        )
    )


def parse_position(text: str, seed: int, options: Options, layout: Layout | None) -> State:
    """Read a position.

    Without ``board`` the board comes from the layout or the seed; without ``socks`` the socks come from there
    too once they are set out, but a part of a board without room for them has none; without ``claimed`` a
    pair that one player has joined is his; without ``left`` the first piece of a match stands alone.

    Raises:
        ValueError: a sentence that says what is wrong and what would be right.
    """
    fields = read_fields(text, FIELDS)
    check_options(options)
    phase = _phase(fields.get("phase", Phase.PLAY.value))
    board, socks = _board(fields, phase, seed, options, layout)
    blockers = _blockers(board, fields.get("blockers", "-"), socks)
    tracks = fields.get("tracks", "-")
    track = read_tracks(board, tracks, over_printed=options.flag("build_over_printed"))
    turn = read_number("turn", fields.get("turn", "0"), 0, 1)
    laid = tuple(len(tracks_of(board, track, seat)) for seat in (0, 1))
    match = Match(options, seed, 0)
    supply = _supply(fields.get("supply"), laid, match.supply)
    claims = read_claimed(fields.get("claimed", "-"))
    most = 2 if phase is Phase.PLAY else 1
    begun = any(laid) or claims != UNCLAIMED or supply != match.supply
    left = read_number("left", fields.get("left", str(most if begun else 1)), 1, most)
    state = replace(
        blank(match, board, phase, turn),
        socks=socks,
        blockers=blockers,
        left=left,
        track=track,
        supply=supply,
    )
    state = replace(state, match=replace(match, start=_starter(state, laid)))
    if phase is Phase.PLAY:
        state = in_play(state)
        return in_play(replace(state, claimed=_claims(state, fields.get("claimed"))))
    if begun:
        raise ValueError(f"In phase {phase.value} no track lies yet and nothing is claimed.")
    _check_set_up(state)
    return state


def _phase(text: str) -> Phase:
    if text not in list(Phase):
        raise ValueError(f"phase is one of {', '.join(Phase)}, not {text[:20]!r}.")
    return Phase(text)


def _board(
    fields: dict[str, str], phase: Phase, seed: int, options: Options, layout: Layout | None
) -> tuple[Board, Socks]:
    """The board, and the socks on it."""
    natural: Socks | None = None
    if "board" in fields:
        try:
            board = read_board(fields["board"])
        except ValueError as error:
            raise ValueError(f"board: {error}") from error
    elif phase is Phase.TILES:
        board = board_of(())
    elif layout is not None:
        drawn = read_layout(layout, options)
        board, natural = drawn.board, drawn.socks
    else:
        board, natural = built(seed, options)
    if not board.tiles and phase is not Phase.TILES:
        raise ValueError(f"In phase {phase.value} there is a board; board=- is for phase tiles.")
    if "socks" in fields:
        return board, read_socks(board, fields["socks"])
    if phase in (Phase.TILES, Phase.SOCKS):
        return board, NO_SOCKS
    socks = natural or set_out(board, NO_SOCKS, SockRules.of(options), Chance(seed, "socks", 0))
    if socks is None and len(board.tiles) < TILES:
        return board, NO_SOCKS
    if socks is None:
        raise ValueError("This board has no room for six pairs of socks; say where they are with socks=.")
    return board, socks


def _blockers(board: Board, text: str, socks: Socks) -> tuple[int, ...]:
    found: list[int] = []
    for part in text.split(",") if text != "-" else ():
        station = station_of(board, "blockers", part)
        if station in found or station in taken(socks):
            raise ValueError(f"blockers: {part} is taken already; each station has room for one.")
        found.append(station)
    if len(found) > len(COLOURS):
        raise ValueError(f"blockers: there are {len(COLOURS)} at most, not {len(found)}.")
    return tuple(sorted(found))


def _supply(text: str | None, laid: tuple[int, ...], whole: tuple[int, int]) -> tuple[int, int]:
    for pieces, most in zip(laid, whole, strict=True):
        if pieces > most:
            raise ValueError(f"tracks: a player has {most} pieces, not {pieces}.")
    if text is None:
        return whole[0] - laid[0], whole[1] - laid[1]
    parts = read_groups("supply", text, 2)
    first, second = (read_number("supply", part, 0, most) for part, most in zip(parts, whole, strict=True))
    return first, second


def _claims(state: State, text: str | None) -> tuple[int, ...]:
    """The claims of a text; without one, those that the track shows."""
    claimed = list(UNCLAIMED if text is None else read_claimed(text))
    for colour, pair in enumerate(state.socks):
        if pair is None or claimed[colour] != NOBODY:
            continue
        by = [seat for seat in (0, 1) if state.board.joined(pair, state.track, seat, state.stops)]
        if by and (text is not None or len(by) > 1):
            raise ValueError(
                f"claimed: {COLOURS[colour]} is joined; say in claimed= who took the third sock."
            )
        if by:
            claimed[colour] = by[0]
    return tuple(claimed)


def _starter(state: State, laid: tuple[int, ...]) -> int:
    """Who had the first turn, from whose turn it is and what lies there."""
    options, turn, other = state.match.options, state.turn, 1 - state.turn
    if options.word("start_player") == "first":
        return 0
    match state.phase:
        case Phase.TILES:
            return turn if len(state.board.tiles) % 2 == 0 else other
        case Phase.SOCKS:
            out = len(COLOURS) - state.socks.count(None)
            return other if options.word("sock_setup") == "free" or out % 2 == 0 else turn
        case Phase.BLOCKERS:
            return other if len(state.blockers) % 2 == 0 else turn
        case Phase.PLAY:
            return other if _began(state, laid, other) else turn


def _began(state: State, laid: tuple[int, ...], other: int) -> bool:
    """Whether the seat that is not to move was the start player.

    The first turn is one piece and all others are two, so the start player's count is odd between two turns;
    but of a seat that has run out it tells nothing, and the other one's has to.
    """
    if laid[other] < state.match.supply[other]:
        return laid[other] % 2 == 1
    mine = laid[1 - other]
    between = mine - (mine > 0 and state.left == 1)
    return between % 2 == 0


def _check_set_up(state: State) -> None:
    """Check that the set-up can go on from here.

    Raises:
        ValueError: it is finished or cannot go on, or something lies there too early.
    """
    phase, options = state.phase, state.match.options
    if phase is Phase.TILES:
        if state.socks != NO_SOCKS or state.blockers:
            raise ValueError("In phase tiles no socks and no blockers lie yet.")
        if min(manual.left_over(state.board.tiles).values()) < 0:
            raise ValueError(f"In phase tiles no design lies more than {COPIES} times.")
        if len(state.board.tiles) >= TILES or not all(map(on_table, state.board.cells)):
            raise ValueError(f"In phase tiles fewer than {TILES} lie, in columns a to z and rows 1 to 26.")
        if manual.stuck(state.board.tiles, state.match.vacant):
            raise ValueError(
                "In phase tiles one more tile has a place; from this board no legal one can come."
            )
    elif phase is Phase.SOCKS:
        if None not in state.socks or state.blockers:
            raise ValueError("In phase socks a pair is still to be set out, and no blockers lie yet.")
        if not any(pairs(state.board, state.socks, SockRules.of(options))):
            raise ValueError("In phase socks one more pair has a place; on this board none has.")
    elif len(state.blockers) >= options.number("blockers") or not free_stations(state):
        raise ValueError(
            f"In phase blockers one is still to be set; the house rule is {options.number('blockers')}."
        )

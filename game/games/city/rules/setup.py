"""The way to the first piece of track: the toss, the board, the socks and the blockers.

See rules.md, Before the game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from game.core.chance import Chance
from game.core.game import Event, Layout, LayoutError, Step
from game.core.options import Options
from game.games.city.rules import manual
from game.games.city.rules.board import Board, board_of, in_corner
from game.games.city.rules.builder import build
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CoinTossed,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
)
from game.games.city.rules.layout import read_layout
from game.games.city.rules.socks import (
    COLOURS,
    NO_SOCKS,
    SockRules,
    Socks,
    pairs,
    rescue,
    set_out,
    taken,
    with_pair,
)
from game.games.city.rules.state import Block, LayTile, Match, Phase, SetOut, State, blank, in_play
from game.games.city.rules.tiles import TILES

_BOARDS = 100
"""Boards that are built before the house rules are held to leave no place for the socks."""


def limits_of(options: Options) -> tuple[int, int]:
    """The fewest and the most vacant hexagons."""
    return options.number("vacant_min"), options.number("vacant_max")


def check_options(options: Options) -> None:
    """Check that the limits go together (rules.md, House rules).

    Raises:
        ValueError: a least that is above its greatest.
    """
    for least, most in (("apart_min", "apart_max"), ("vacant_min", "vacant_max")):
        if options.number(least) > options.number(most):
            raise ValueError(
                f"{least} is {options.number(least)} and {most} only {options.number(most)};"
                f" {least} must not be the greater one."
            )


@lru_cache(maxsize=4)
def built(seed: int, options: Options) -> tuple[Board, Socks]:
    """The board that a seed gives, and a whole set-up of socks on it (rules.md, Before the game).

    Raises:
        ValueError: the house rules leave no place for the socks on any board that was tried.
    """
    for number in range(_BOARDS):
        board = build(limits_of(options), Chance(seed, "board", number))
        socks = set_out(board, NO_SOCKS, SockRules.of(options), Chance(seed, "socks", number))
        if socks is not None:
            return board, socks
    raise ValueError(
        "No board has room for six pairs of socks with apart_min and apart_max so; set them wider."
    )


def opening(seed: int, options: Options, layout: Layout | None) -> Step[State]:
    """The first state of a match (rules.md, Before the game).

    Raises:
        ValueError: limits that contradict each other.
        LayoutError: the layout is no legal board under these house rules.
    """
    check_options(options)
    tossed = options.word("start_player") == "random"
    match = Match(options, seed, Chance(seed, "start").below(2) if tossed else 0)
    events = (CoinTossed(match.start).event(reveals=True),) if tossed else ()
    by_program = options.word("sock_setup") == "auto"
    if layout is not None:
        drawn = read_layout(layout, options)
        board, given = drawn.board, drawn.socks
        match = replace(match, called=drawn.called)
        # Tried even where people set them out: a board without room for them is refused at once.
        socks = given or set_out(board, NO_SOCKS, SockRules.of(options), Chance(seed, "socks", 0))
        if socks is None:
            raise LayoutError("board", "there is no room for six pairs of socks under these house rules.")
        by_program = by_program or given is not None
    elif options.word("board_build") == "manual":
        return Step(blank(match, board_of(()), Phase.TILES, match.start), events)
    else:
        board, socks = built(seed, options)
    state = blank(match, board, Phase.TILES, match.start)
    rest = _with_socks(state, socks) if by_program else _to_socks(state)
    return Step(rest.state, (*events, _board_event(board), *rest.events))


def _board_event(board: Board, *, reveals: bool = False) -> Event:
    return BoardBuilt([tile.text() for tile in board.tiles]).event(reveals=reveals)


def _to_socks(state: State) -> Step[State]:
    return Step(replace(state, phase=Phase.SOCKS, turn=state.match.second), _phase(Phase.SOCKS))


def _with_socks(state: State, socks: Socks, *, reveals: bool = False) -> Step[State]:
    state = replace(state, socks=socks)
    rest = _after_socks(state)
    return Step(rest.state, (SocksSetOut(named(state)).event(reveals=reveals), *rest.events))


def _after_tiles(state: State, board: Board) -> Step[State]:
    """Go on from a board that the players built."""
    match, options = state.match, state.match.options
    socks = set_out(board, NO_SOCKS, SockRules.of(options), Chance(match.seed, "socks", 0))
    events: tuple[Event, ...] = ()
    if socks is None:
        # No six pairs fit on what was built: the program builds another.
        board, socks = built(match.seed, options)
        events = (_rescue_event(TILES),)
    state = replace(state, board=board, track=board.track)
    auto = options.word("sock_setup") == "auto"
    rest = _with_socks(state, socks, reveals=True) if auto else _to_socks(state)
    return Step(rest.state, (*events, _board_event(board), *rest.events))


def _rescue_event(back: int) -> Event:
    return SetupRescued(back).event(reveals=True)


def _after_socks(state: State) -> Step[State]:
    if state.match.options.number("blockers"):
        return Step(replace(state, phase=Phase.BLOCKERS, turn=state.match.second), _phase(Phase.BLOCKERS))
    return _to_play(state)


def _to_play(state: State) -> Step[State]:
    return Step(in_play(replace(state, turn=state.match.start, left=1)), _phase(Phase.PLAY))


def _phase(phase: Phase) -> tuple[Event, ...]:
    return (PhaseBegun(phase.value).event(),)


def named(state: State) -> dict[str, list[str]]:
    """The stations of each colour that is set out."""
    names = state.board.names
    return {
        colour: [names[pair[0]], names[pair[1]]]
        for colour, pair in zip(COLOURS, state.socks, strict=True)
        if pair
    }


def lay_tile(state: State, move: LayTile) -> Step[State]:
    """Lay a tile; with the last one the board is named anew from column a (rules.md, Building by hand)."""
    match = state.match
    limits = match.vacant
    tiles = (*state.board.tiles, manual.placed(move.design, move.rotation, move.at))
    events: tuple[Event, ...] = (TileLaid(state.turn, tiles[-1].text()).event(),)
    if len(tiles) < TILES and not manual.stuck(tiles, limits):
        board = board_of(tiles)
        return Step(replace(state, board=board, track=board.track, turn=1 - state.turn), events)
    if len(tiles) < TILES:
        board, back = manual.rescue(tiles, limits, Chance(match.seed, "rescue"))
        events += (_rescue_event(back),)
    else:
        board = in_corner(tiles)
    rest = _after_tiles(state, board)
    return Step(rest.state, events + rest.events)


def set_pair(state: State, move: SetOut) -> Step[State]:
    """Set out a pair; where no further pair has a place, the program takes some back and finishes.

    See rules.md, Before the game.
    """
    board, match = state.board, state.match
    pair = (board.number[move.one], board.number[move.other])
    socks = with_pair(state.socks, COLOURS.index(move.colour), pair)
    events: tuple[Event, ...] = (PairSetOut(state.turn, move.colour, [move.one, move.other]).event(),)
    rules = SockRules.of(match.options)
    turn = state.turn if match.options.word("sock_setup") == "free" else 1 - state.turn
    if None not in socks:
        rest = _after_socks(replace(state, socks=socks))
    elif any(pairs(board, socks, rules)):
        return Step(replace(state, socks=socks, turn=turn), events)
    else:
        found = rescue(board, socks, rules, Chance(match.seed, "rescue"))
        if found is not None:
            socks = found[0]
            events += (_rescue_event(found[1]),)
        rest = _with_socks(state, socks)
    return Step(rest.state, events + rest.events)


def free_stations(state: State) -> list[int]:
    """The stations without sock and blocker."""
    occupied = taken(state.socks).union(state.blockers)
    return [station for station in range(len(state.board.cells)) if station not in occupied]


def set_blocker(state: State, move: Block) -> Step[State]:
    """Put a blocker on a station; after the last one play begins (rules.md, House rules)."""
    blockers = tuple(sorted((*state.blockers, state.board.number[move.at])))
    events = (BlockerPut(state.turn, move.at).event(),)
    state = replace(state, blockers=blockers, turn=1 - state.turn)
    if len(blockers) < state.match.options.number("blockers") and free_stations(state):
        return Step(state, events)
    rest = _to_play(state)
    return Step(rest.state, events + rest.events)

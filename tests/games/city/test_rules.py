"""Turns, joined pairs and the end of Socks in the City, through `Session`."""

import pytest

from game.core.session import Session
from game.games.city.rules import RULES
from game.games.city.rules.graph import FREE, PRINTED, own
from game.games.city.rules.state import NOBODY, State
from tests.games.city.common import missing
from tests.scale import scaled


def check_against_slow_rules(state: State) -> None:
    """Claims and the end, worked out from nothing."""
    board, stops = state.board, set(state.blockers)
    for pair in state.socks:
        stops |= set(pair or ())
    alive = False
    for colour, pair in enumerate(state.socks):
        assert pair is not None
        ways = [missing(board, pair, state.track, seat, frozenset(stops)) for seat in (0, 1)]
        if state.claimed[colour] == NOBODY:
            assert 0 not in ways
            alive = alive or any(
                way is not None and way <= state.supply[seat] for seat, way in enumerate(ways)
            )
        elif not state.match.options.flag("build_over_printed"):
            # Else the other player may have closed printed track of the way since.
            assert ways[state.claimed[colour]] == 0
    assert (RULES.to_move(state) is not None) == alive
    assert (RULES.outcome(state) is None) == alive
    if alive:
        over_printed = state.match.options.flag("build_over_printed")
        free = [
            link
            for link, owner in enumerate(state.track)
            if owner == FREE or (over_printed and owner == PRINTED)
        ]
        expected = [f"lay {one} {other}" for one, other in (board.link_names[link] for link in free)]
        if not state.supply[state.turn]:
            expected = ["pass"]
        assert [RULES.format_move(move) for move in RULES.moves(state)] == expected
    for seat in (0, 1):
        assert state.supply[seat] + state.track.count(own(seat)) == 40


@pytest.mark.parametrize("over_printed", ["off", "on"])
def test_claims_end_and_moves_agree_with_slow_rules(over_printed: str) -> None:
    """Games between a player who follows ways and one who lays anywhere, so that all ends occur."""
    from game.core.chance import Chance

    reasons = set()
    for seed in range(scaled(4)):
        options = {"build_over_printed": over_printed, "blockers": 2 * (seed % 2)}
        session = Session.new("city", seed=seed, options=options)
        chance = Chance("test", seed)
        while session.to_move is not None:
            moves = session.moves()
            move = chance.pick(moves)
            if session.observe(None)["phase"] == "play":
                check_against_slow_rules(session._state)
                greedy = _greedy(session._state)
                if greedy and session.to_move == 0:
                    move = greedy
            session.play(move)
        check_against_slow_rules(session._state)
        assert session.outcome is not None
        reasons.add(session.outcome.reason)
    assert reasons


def _greedy(state: State) -> str | None:
    """The first free link of the first open pair's way."""
    for colour, pair in enumerate(state.socks):
        if pair and state.claimed[colour] == NOBODY:
            way = state.board.way(pair, state.track, state.turn, state.stops, limit=state.supply[state.turn])
            for link in state.board.along(way or ()):
                if state.track[link] == FREE:
                    return "lay {} {}".format(*state.board.link_names[link])
    return None

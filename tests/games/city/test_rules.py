"""What only the rules of the City can: against slow rules, rules of a map, positions that go on."""

from typing import Any

import pytest

from game.core.chance import Chance
from game.core.session import Session
from game.games.city.rules import RULES
from game.games.city.rules.graph import FREE, PRINTED, own
from game.games.city.rules.state import NOBODY, State
from tests.games.city.common import SAMPLE, SAMPLE_SOCKS, layout, missing
from tests.scale import scaled

# Turns, joined pairs and the end of Socks in the City, through `Session`.


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


# Every house rule of Socks in the City, each value.


@pytest.mark.parametrize("count", range(7))
def test_blockers(count: int) -> None:
    session = Session.new("city", seed=5, options={"blockers": count})
    for _ in range(count):
        assert session.moves()[0].startswith("block ")
        session.play(session.moves()[-1])
    assert session.moves()[0].startswith("lay ")
    assert len(session.observe(None)["blockers"]) == count


@pytest.mark.parametrize(
    ("value", "seats"),
    [("auto", []), ("alternate", [1, 0, 1, 0, 1, 0]), ("free", [1] * 6)],
)
def test_sock_setup(value: str, seats: list[int]) -> None:
    session = Session.new("city", seed=6, options={"sock_setup": value, "start_player": "first"})
    found = []
    while session.observe(None)["phase"] == "socks":
        found.append(session.to_move)
        session.play(session.moves()[len(session.moves()) // 2])
    assert found == seats
    assert len(session.observe(None)["socks"]) == 6


@pytest.mark.parametrize(("nearest", "farthest"), [(6, 10), (1, 3), (8, 8), (6, 6), (1, 20)])
def test_apart(nearest: int, farthest: int) -> None:
    for seed in range(scaled(3)):
        options = {"apart_min": nearest, "apart_max": farthest}
        worth = Session.new("city", seed=seed, options=options).observe(None)["worth"]
        assert all(nearest <= value <= farthest for value in worth.values())
        by_hand = Session.new("city", seed=seed, options={**options, "sock_setup": "alternate"})
        move = by_hand.moves()[-1]
        by_hand.play(move)
        assert nearest <= by_hand.observe(None)["worth"][move.split()[1]] <= farthest


@pytest.mark.parametrize(("fewest", "most"), [(5, 8), (6, 6), (8, 8), (0, 5), (12, 12), (9, 20)])
def test_vacant(fewest: int, most: int) -> None:
    for seed in range(scaled(2)):
        session = Session.new("city", seed=seed, options={"vacant_min": fewest, "vacant_max": most})
        assert fewest <= len(session.observe(None)["vacant"]) <= most


def test_a_map_with_socks_needs_no_set_up() -> None:
    session = Session.new(
        "city",
        options={"sock_setup": "alternate", "board_build": "manual"},
        layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS),
    )
    assert session.observe(None)["phase"] == "play"
    bare = Session.new("city", seed=0, options={"sock_setup": "alternate"}, layout=layout(board=SAMPLE))
    assert bare.observe(None)["phase"] == "socks"


# A handicap in Socks in the City: one player has more or fewer pieces of track than the other.


STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"
"""Stations a1 to h1 over a2 to h2, printed b1-a2, d1-c2, f1-e2 and h1-g2."""


def track(pieces: int, seat: str = "first", **more: object) -> dict[str, object]:
    return {"handicap": seat, "handicap_track": pieces, **more}


def start(rest: str, options: dict[str, Any]) -> Session:
    return Session.from_position("city", f"{STRIP} {rest}", options=options)


@pytest.mark.parametrize("pieces", [10, 15])
@pytest.mark.parametrize("seat", ["first", "second"])
@pytest.mark.parametrize("seed", range(2))
def test_a_position_knows_who_began_though_somebody_has_run_out(pieces: int, seat: str, seed: int) -> None:
    """Which decides where equal points are for whoever did not start."""
    options = track(pieces, seat, tie="second_player", sock_setup="auto")
    session = Session.new("city", seed=seed, options=options)
    began = session.to_move
    chance = seed
    while session.to_move is not None and min(session.observe(None)["supply"]) > 2:
        session.play(session.moves()[chance % len(session.moves())])
        chance += 37
    for _ in range(9):
        if session.to_move is None:
            break
        again = Session.from_position("city", session.position(), options=options)
        assert again._state.match.start == began
        assert again.moves() == session.moves()
        session.play(session.moves()[chance % len(session.moves())])
        chance += 37


# Positions, records and moves as text, whole and broken.


def test_defaults_come_from_the_layout() -> None:
    session = Session.from_position("city", "turn=1", layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS))
    assert session.position().startswith(f"board={SAMPLE} socks=red:g1/i9,")

"""Turns, joined pairs and the end of Socks in the City, through `Session`."""

import pytest

from game.core.game import IllegalMove
from game.core.session import Session
from game.games.city.rules import RULES, Code, Reason
from game.games.city.rules.graph import FREE, PRINTED, own
from game.games.city.rules.state import NOBODY, State
from tests.games.city.common import code, missing
from tests.scale import scaled

STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"
"""Stations a1 to h1 over a2 to h2, printed b1-a2, d1-c2, f1-e2 and h1-g2."""


def start(text: str, **options: object) -> Session:
    return Session.from_position("city", f"{STRIP} {text}", options={"start_player": "first", **options})


def test_either_order_is_accepted_and_one_is_logged() -> None:
    session = start("socks=red:a1/e1")
    session.play("lay b1 a1")
    assert session.log == ((0, "lay a1 b1"),)
    assert start("socks=red:a1/e1").moves().count("lay a1 b1") == 1
    assert "lay b1 a1" not in start("socks=red:a1/e1").moves()


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("lay a1 c1", Code.NOT_NEIGHBOURS),
        ("lay a1 b2", Code.NOT_NEIGHBOURS),
        ("lay a1 a1", Code.NOT_NEIGHBOURS),
        ("lay a1 z9", Code.UNKNOWN_STATION),
        ("lay b1 c1", Code.TRACK_THERE),
        ("lay c1 d1", Code.TRACK_THERE),
        ("lay a2 b1", Code.PRINTED_TRACK),
        ("pass", Code.CAN_LAY),
        ("block c1", Code.WRONG_PHASE),
        ("sock red a1 h1", Code.WRONG_PHASE),
        ("tile 0 0 a1", Code.WRONG_PHASE),
        ("lay a1 b1", None),
        ("lay b1 a1", None),
    ],
)
def test_t8_refusals(move: str, reason: Code | None) -> None:
    session = start("socks=red:a1/e1 tracks=b1-c1/c1-d1")
    before = session.position()
    assert code(session, move) == reason
    if reason:
        with pytest.raises(IllegalMove):
            session.play(move)
        assert session.position() == before


def test_t9_the_first_turn_is_one_piece_all_others_two() -> None:
    session = Session.new("city", seed=4)
    first = session.to_move
    assert first is not None
    assert session.observe(None)["left"] == 1
    turns = []
    for _ in range(7):
        turns.append(session.to_move)
        session.play(session.moves()[0])
    assert turns == [first, 1 - first, 1 - first, first, first, 1 - first, 1 - first]


def test_t9_left_by_default() -> None:
    assert " left=1 " in start("socks=red:a1/e1").position()
    assert " left=2 " in start("socks=red:a1/e1 tracks=a1-b1/-").position()


def test_t10_one_piece_completes_two_colours() -> None:
    session = start("socks=red:a1/d1,blue:a2/c2 tracks=a1-b1,c1-c2,c1-d1/- left=2")
    events = session.play("lay b1 c1")
    assert [event.data["colour"] for event in events if event.kind == "join"] == ["red", "blue"]
    assert session.observe(None)["claimed"] == [["red", "blue"], []]
    assert session.outcome is not None
    assert session.outcome.reason == Reason.ALL_CLAIMED
    assert session.outcome.scores == (3, 0)
    assert session.outcome.winners == (0,)


def test_the_way_of_a_joined_pair_is_told() -> None:
    session = start("socks=red:a1/d1,blue:e1/h1 tracks=a1-b1,b1-c1/-")
    join = session.play("lay c1 d1")[1]
    assert join.kind == "join"
    assert join.data == {"colour": "red", "worth": 2, "way": ["a1", "b1", "c1", "d1"]}


def test_t3_a_sock_between_blocks_also_when_taken() -> None:
    session = start("socks=red:a1/e1,yellow:c1/g1 tracks=a1-b1,b1-c1,c1-d1/- claimed=yellow/-")
    session.play("lay d1 e1")
    assert session.observe(None)["claimed"] == [["yellow"], []]


def test_a12_a_colour_is_taken_once() -> None:
    session = start("socks=red:a1/c1,blue:e1/h1 tracks=a1-b1,b1-c1/a1-a2,a2-b2,b2-c1 turn=1 claimed=red/-")
    assert session.observe(None)["claimed"] == [["red"], []]
    session.play("lay e1 f1")
    assert session.observe(None)["claimed"] == [["red"], []]


def test_t12_the_game_ends_in_the_middle_of_the_turn() -> None:
    claimed = "claimed=-/red,yellow,green,blue,violet"
    session = Session.from_position(
        "city",
        "board=2.0@a1,2.0@c1 socks=orange:a1/d1,red:a2/d2 tracks=b1-c1/a1-b1 turn=0 left=2 " + claimed,
    )
    assert session.outcome is None
    session.play("lay b1 b2")
    assert session.to_move is None
    assert session.outcome is not None
    assert session.outcome.reason == Reason.NO_WAY_LEFT
    assert session.outcome.scores == (0, 2)
    assert "turn=0 left=1" in session.position()


def test_a10_a_way_longer_than_the_supply_is_no_way() -> None:
    """Four links are missing; each player must be able to lay them all."""
    assert start("socks=red:a1/e1 supply=4/3").to_move == 0
    over = start("socks=red:a1/e1 supply=3/3")
    assert over.to_move is None
    assert over.moves() == []
    spent = start("socks=red:a1/e1 supply=4/3")
    spent.play("lay g1 h1")
    assert spent.outcome is not None
    assert spent.outcome.reason == Reason.NO_WAY_LEFT


def test_pass_when_the_supply_is_out() -> None:
    session = start("socks=red:a1/e1 supply=1/39 left=2 tracks=-/g1-h1")
    session.play("lay g2 h2")
    assert session.moves() == ["pass"]
    assert code(session, "lay a1 b1") == Code.NO_SUPPLY
    session.play("pass")
    assert session.to_move == 1
    assert session.observe(None)["left"] == 2


def test_undo_takes_back_a_piece() -> None:
    session = start("socks=red:a1/e1")
    before = session.position()
    session.play("lay a1 b1")
    session.undo()
    assert session.position() == before


def test_observation_shows_everything_to_everybody() -> None:
    session = start("socks=red:a1/e1 tracks=a1-b1/c1-d1 blockers=h2 claimed=-/-")
    seen = session.observe(None)
    assert seen["tracks"] == [["a1-b1"], ["c1-d1"]]
    assert seen["socks"] == {"red": ["a1", "e1"]}
    assert seen["supply"] == [39, 39]
    assert seen["blockers"] == ["h2"]
    assert seen["stations"]["b1"] == [1, 1, "East Cross", 0, "a2"]
    assert seen["stations"]["a1"] == [0, 1, "Sun Avenue", 0, None]
    assert len(seen["stations"]) == 16
    assert seen["printed"] == [["a2", "b1"], ["c2", "d1"], ["e2", "f1"], ["g2", "h1"]]
    # Rows of eight have 7 links each; between them 8 and 7.
    assert len(seen["links"]) == 29
    assert seen["worth"] == {"red": 3}
    assert {**seen, "seat": 1} == session.observe(1)
    seen["tracks"][0].append("x")
    seen["stations"]["a1"].append("x")
    assert session.observe(None)["tracks"] == [["a1-b1"], ["c1-d1"]]
    assert len(session.observe(None)["stations"]["a1"]) == 5


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

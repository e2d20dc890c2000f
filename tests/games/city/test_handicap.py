"""A handicap in Socks in the City: one player has more or fewer pieces of track than the other."""

from typing import Any

import pytest

from game.bots.arena import bot_move
from game.core.search import Allowance
from game.core.session import Session
from tests.games.city.common import SAMPLE, SAMPLE_SOCKS, code

STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"
"""Stations a1 to h1 over a2 to h2, printed b1-a2, d1-c2, f1-e2 and h1-g2."""


def track(pieces: int, seat: str = "first", **more: object) -> dict[str, object]:
    return {"handicap": seat, "handicap_track": pieces, **more}


def fields(session: Session) -> dict[str, str]:
    return dict(part.split("=", 1) for part in session.position().split())


def start(rest: str, options: dict[str, Any]) -> Session:
    return Session.from_position("city", f"{STRIP} {rest}", options=options)


@pytest.mark.parametrize(
    ("options", "supply"),
    [
        ({}, "40/40"),
        ({"handicap_track": 10}, "40/40"),
        (track(20), "20/40"),
        (track(15, "second"), "40/15"),
        (track(80, "second"), "40/80"),
    ],
)
@pytest.mark.parametrize("rules", [{}, {"board_build": "manual"}, {"sock_setup": "free"}, {"blockers": 2}])
def test_the_supply_of_each(options: dict[str, Any], supply: str, rules: dict[str, Any]) -> None:
    """From the start, however the city comes to be."""
    session = Session.new("city", seed=2, options=options | rules)
    assert fields(session)["supply"] == supply
    assert session.observe(0)["supply"] == [int(part) for part in supply.split("/")]


def test_a_way_longer_than_its_own_supply_is_no_way() -> None:
    """Whoever has ten pieces cannot join what is fifteen away, and the other still can."""
    assert start("socks=red:a1/e1 supply=3/4", track(10)).to_move == 0
    session = start("socks=red:a1/e1 tracks=- supply=0/40", track(10))
    assert session.moves() == ["pass"]
    assert code(session, "lay a1 b1") == "no_supply"


def test_its_last_piece_is_its_last() -> None:
    laid = "a2-b2,b2-c2,c2-d2,d2-e2,e2-f2,f2-g2,g2-h2,a1-a2,c1-c2"
    session = start(f"socks=red:a1/e1 tracks={laid}/- turn=0 left=2", track(10))
    assert fields(session)["supply"] == "1/40"
    session.play("lay d1 d2")
    assert fields(session)["supply"] == "0/40"
    assert session.moves() == ["pass"]
    session.play("pass")
    assert session.to_move == 1


def test_positions_know_what_each_has() -> None:
    with pytest.raises(ValueError, match="supply is a whole number from 0 to 10"):
        start("socks=red:a1/e1 supply=11/40", track(10))
    assert fields(start("socks=red:a1/e1 supply=10/41", track(80, "second")))["supply"] == "10/41"
    laid = "a2-b2,b2-c2,c2-d2,d2-e2,e2-f2,f2-g2,g2-h2,a1-a2,c1-c2,d1-d2,b1-b2"
    with pytest.raises(ValueError, match="a player has 10 pieces, not 11"):
        start(f"socks=red:a1/e1 tracks={laid}/-", track(10))
    whole = f"board={SAMPLE} socks={SAMPLE_SOCKS}"
    assert "left=1" in Session.from_position("city", whole, options=track(20)).position()


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


@pytest.mark.parametrize("options", [track(15, "second"), track(60)])
def test_bots_play_a_match_with_one_to_the_end_and_it_replays(options: dict[str, Any]) -> None:
    session = Session.new("city", seed=4, options=options)
    while session.to_move is not None:
        level = ("normal", "hard")[session.to_move]
        session.play(bot_move(session, level, 4, Allowance(nodes=4)))
        if len(session.log) == 15:
            session = Session.from_record(session.record())
    assert session.outcome is not None
    record = session.record()
    assert f"handicap_track={options['handicap_track']}" in record
    assert Session.from_record(record).outcome == session.outcome

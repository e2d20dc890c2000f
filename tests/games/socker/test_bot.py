"""The computer players of Socker."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.contract import Layout
from game.core.session import Session
from game.games.socker.bot import BOT
from tests.games.socker.boards import fields, start
from tests.games.socker.test_options import SMALL
from tests.scale import scaled


def choose(session: Session, level: str, seed: int = 0) -> str:
    chance = Chance(seed, "bot", len(session.log))
    return BOT.choose(session.observe(session.to_move), session.options, level, chance)


def play_turn(session: Session, level: str = "normal") -> None:
    seat, turns = session.to_move, fields(session)["turns"]
    while session.to_move == seat and fields(session)["turns"] == turns:
        session.play(choose(session, level))


def test_levels() -> None:
    assert BOT.levels == ("easy", "normal")


@pytest.mark.parametrize("level", BOT.levels)
@settings(max_examples=scaled(3), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_moves_are_legal_and_the_same_again(level: str, seed: int) -> None:
    chance = Chance(seed, "house rules")
    options = {
        "actions": 2 + chance.below(3),
        "sockers": 2 + chance.below(4),
        "ball_recentre": chance.pick(["auto", "owner_chooses"]),
        "setup_area": chance.pick(["half", "field_only"]),
        "own_goal": chance.pick(["opponent_scores", "illegal"]),
    }
    layout = Layout("socker", (("cells", SMALL),)) if chance.happens(0.5) else None
    session = Session.new("socker", seed=seed, options=options, layout=layout)
    for _ in range(40):
        if session.to_move is None:
            break
        move = choose(session, level, seed)
        assert move in session.moves()
        assert move == choose(session, level, seed)
        session.play(move)


@pytest.mark.parametrize("level", BOT.levels)
def test_set_up_on_the_field(level: str) -> None:
    session = Session.new("socker", seed=1)
    while fields(session)["phase"] == "place":
        move = choose(session, level)
        assert move[6] in "bcdefgh"
        assert move[7:] not in {"1", "11"}
        session.play(move)


@pytest.mark.parametrize(
    "pieces",
    ["R e9 o e10 B c5", "R d7 o e10 B c5", "R e8 o e9 B c5", "R d8 o e10 B e11", "R d8 f8 o e9 B e10 d10"],
    ids=["kick", "move, move, kick", "kick, move, kick", "past a keeper", "between two"],
)
def test_normal_scores_when_it_can_this_turn(pieces: str) -> None:
    session = start(pieces)
    play_turn(session)
    assert fields(session)["score"] == "1/0"


def test_normal_stops_a_goal() -> None:
    threat = "R c3 d3 B e4 g8 o e2"
    careless = start(threat)
    careless.play("move c3 b3")
    careless.play("end")
    play_turn(careless)
    assert fields(careless)["score"] == "0/1"
    session = start(threat)
    play_turn(session)
    play_turn(session)
    assert fields(session)["score"] == "0/0"


def test_normal_beats_easy() -> None:
    wins = 0
    matches = scaled(3)
    for seed in range(matches):
        levels = ("easy", "normal") if seed % 2 else ("normal", "easy")
        session = Session.new("socker", seed=seed, options={"goals": 1})
        for _ in range(2000):
            if session.to_move is None:
                break
            session.play(choose(session, levels[session.to_move], seed))
        wins += session.outcome is not None and levels[session.outcome.winners[0]] == "normal"
    assert wins >= 0.8 * matches


def test_normal_scores_against_itself() -> None:
    goals = 0
    for seed in range(scaled(1)):
        session = Session.new("socker", seed=seed, options={"goals": 9})
        while session.to_move is not None and len(session.log) < 250:
            session.play(choose(session, "normal", seed))
        goals += sum(session.observe(None)["score"])
    assert goals


def test_a_plan_ends_with_the_match() -> None:
    """An own goal that ends the match leaves the kicker to move; no plan goes on behind it."""
    position = "field=9/1o7/4BB1B1/3R2R2/2R6/9/2R1R1B2/9/2B6/9/9 turn=1"
    session = Session.from_position("socker", position, options={"goals": 1})
    for seed in range(20):
        move = BOT.choose(session.observe(1), session.options, "normal", Chance(seed))
        assert session.refusal(move) is None

"""A handicap in Socker: one side starts a goal ahead, or plays with one socker fewer."""

from typing import Any

import pytest

from game.bots.arena import bot_move
from game.core.search import Allowance
from game.core.session import Session
from tests.games.socker.boards import code, field, fields, placed

AHEAD = {"handicap": "second"}
FEWER = {"handicap": "second", "handicap_is": "socker_fewer"}


def new(options: dict[str, Any], seed: int = 0) -> Session:
    return Session.new("socker", seed=seed, options=options)


def told(session: Session, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in session.opening if event.kind == kind]


def sides(session: Session) -> dict[str, int]:
    return {letter: fields(session)["field"].upper().count(letter) for letter in "RB"}


def test_nobody_has_one_by_default() -> None:
    session = new({})
    assert (session.options["handicap"], session.options["handicap_is"]) == ("none", "goal_ahead")
    assert fields(session)["score"] == "0/0"
    placed(session)
    assert sides(session) == {"R": 5, "B": 5}


@pytest.mark.parametrize(("seat", "score"), [("first", [1, 0]), ("second", [0, 1])])
def test_a_goal_ahead(seat: str, score: list[int]) -> None:
    session = new({"handicap": seat})
    assert session.observe(None)["score"] == score
    placed(session)
    assert sides(session) == {"R": 5, "B": 5}
    assert session.observe(0)["score"] == score


def test_the_goal_counts_for_the_win() -> None:
    options = AHEAD | {"goals": 2}
    text = f"field={field('R c5 B e3 o e2')} score=0/1 turn=1"
    session = Session.from_position("socker", text, options=options)
    session.play("kick e3 e2")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.scores) == ((1,), (0, 2))


def test_a_match_to_one_goal_would_be_won_before_it_begins() -> None:
    with pytest.raises(ValueError, match=r"goal ahead .* match to one goal; play to more\.$"):
        new(AHEAD | {"goals": 1})
    assert new(FEWER | {"goals": 1}).to_move is not None
    assert new(AHEAD | {"goals": 1, "win": "turns"}).observe(None)["score"] == [0, 1]


def test_by_turns_whoever_is_ahead_wins_without_another_goal() -> None:
    options = AHEAD | {"win": "turns", "turns": 10}
    text = f"field={field('R e3 B b8 o e5')} score=0/1 turns=9 left=1"
    session = Session.from_position("socker", text, options=options)
    session.play("move e3 e4")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((1,), "turns")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("seat", "teams"), [("first", {"R": 4, "B": 5}), ("second", {"R": 5, "B": 4})])
def test_four_against_five(seat: str, teams: dict[str, int], seed: int) -> None:
    """Whoever the coin has place first."""
    session = new({"handicap": seat, "handicap_is": "socker_fewer"}, seed)
    assert told(session, "setup") == [{"sockers": 5, "sudden_death": False}]
    starter = session.to_move
    placed(session)
    assert sides(session) == teams
    assert (session.to_move, fields(session)["phase"]) == (starter, "play")
    assert session.log[0][0] == starter


def test_after_a_goal_it_is_four_against_five_again() -> None:
    text = f"field={field('R e9 B b5 o e10')}"
    session = Session.from_position("socker", text, options=FEWER)
    session.play("kick e9 e10")
    assert fields(session)["phase"] == "place"
    placed(session)
    assert sides(session) == {"R": 5, "B": 4}


@pytest.mark.parametrize(
    ("rules", "teams"),
    [
        ({"sockers": 5, "sudden_death_sockers": 2}, {"R": 2, "B": 2}),
        ({"sockers": 5, "sudden_death_sockers": 5}, {"R": 5, "B": 4}),
        ({"sockers": 2, "sudden_death_sockers": 2}, {"R": 2, "B": 1}),
    ],
)
def test_in_sudden_death_nobody_has_more_than_otherwise(rules: dict[str, Any], teams: dict[str, int]) -> None:
    options = FEWER | {"win": "turns", "turns": 10} | rules
    text = f"field={field('R e3 B b8 o e5')} turns=9 left=1"
    session = Session.from_position("socker", text, options=options)
    session.play("move e3 e4")
    placed(session)
    assert sides(session) == teams


def test_positions_know_how_many_a_side_has() -> None:
    """Four of the second side end its set-up; a fifth is one too many; every set-up is a fixed point."""
    with pytest.raises(ValueError, match="5 sockers B and b; that side has at most 4"):
        Session.from_position("socker", f"field={field('R e3 B b8 c8 d8 e8 f8 o e5')}", options=FEWER)
    session = new(FEWER, seed=1)
    while fields(session)["phase"] == "place":
        again = Session.from_position("socker", session.position(), options=FEWER)
        assert again.position() == session.position()
        assert again.moves() == session.moves()
        session.play(session.moves()[0])
    assert code(session, "place d4") is not None


@pytest.mark.parametrize("options", [AHEAD | {"goals": 2}, FEWER | {"goals": 1}])
def test_bots_play_a_match_with_one_to_the_end_and_it_replays(options: dict[str, Any]) -> None:
    session = new(options, seed=5)
    while session.to_move is not None and len(session.log) < 3000:
        level = ("normal", "easy")[session.to_move]
        session.play(bot_move(session, level, 5, Allowance(nodes=4)))
        if len(session.log) == 40:
            session = Session.from_record(session.record())
    assert session.outcome is not None
    record = session.record()
    assert "handicap=second" in record
    again = Session.from_record(record)
    assert (again.outcome, again.record()) == (session.outcome, record)

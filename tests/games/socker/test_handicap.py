"""A handicap in Socker: one side starts a goal ahead, or plays with one socker fewer."""

from typing import Any

import pytest

from game.core.session import Session
from tests.games.socker.boards import code, field, fields, placed

FEWER = {"handicap": "second", "handicap_is": "socker_fewer"}


def new(options: dict[str, Any], seed: int = 0) -> Session:
    return Session.new("socker", seed=seed, options=options)


def told(session: Session, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in session.opening if event.kind == kind]


def sides(session: Session) -> dict[str, int]:
    return {letter: fields(session)["field"].upper().count(letter) for letter in "RB"}


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

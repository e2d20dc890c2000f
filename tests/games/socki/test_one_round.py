"""SOCKI played to one round (rules.md, House rules: Play to)."""

from __future__ import annotations

import pytest

from game.core.session import Session
from game.games.socki.rules.events import Kind

ONE = {"target": 0}


def at(text: str, **house: object) -> Session:
    return Session.from_position("socki", text, options={**ONE, **house})


def go_out(session: Session) -> None:
    """Seat 0 lays its last card, 4P, beside 1P 2P 3P."""
    session.play("play 1P 2P 3P 4P")


def test_the_lowest_total_of_the_first_round_wins() -> None:
    session = at("table=1P,2P,3P hands=4P/1B,2B/9L")
    go_out(session)
    assert session.outcome is not None
    assert session.outcome.winners == (0,)
    assert session.outcome.scores == (0, 3, 9)
    assert session.outcome.reason == "lowest_total"


def test_it_ends_too_where_nobody_has_a_point() -> None:
    session = at("table=1P,2P,3P hands=4P/HP")
    go_out(session)
    assert session.outcome is not None
    assert session.outcome.winners == (0, 1)
    assert session.outcome.reason == "shared_lowest_total"


def test_no_total_goes_back_to_nought() -> None:
    events = at("table=1P,2P,3P hands=4P/9B").play("play 1P 2P 3P 4P")
    assert [event.data["reset"] for event in events if event.kind == Kind.HAND_END] == [[]]


def test_equal_totals_are_played_off_and_the_position_says_so() -> None:
    session = at("table=1P,2P,3P hands=4P/HP/9B", tie="playoff_hand")
    go_out(session)
    assert session.outcome is None
    text = session.position()
    again = at(text, tie="playoff_hand")
    assert again.position() == text
    assert again.observe(None)["counts"] == [11, 11, 0]


def test_a_play_off_between_all_who_counted_nothing_is_read_as_a_round() -> None:
    """All that a position leaves out of it: text forms stay as they are."""
    session = at("table=1P,2P,3P hands=4P/HP", tie="playoff_hand")
    go_out(session)
    assert session.outcome is None
    again = at(session.position(), tie="playoff_hand")
    assert again.position() == session.position()
    assert again.moves() == session.moves()
    assert again.observe(0) == session.observe(0)


@pytest.mark.parametrize("scores", ["0/12", "3/0"])
def test_no_position_has_points_after_its_only_round(scores: str) -> None:
    with pytest.raises(ValueError, match="one round"):
        at(f"table=1P,2P,3P hands=4P/1B scores={scores}")


@pytest.mark.parametrize("seed", range(4))
def test_a_handicap_of_points_is_no_play_off(seed: int) -> None:
    house = {"handicap": "second", "handicap_is": "points_30", "tie": "playoff_hand"}
    session = Session.new("socki", 3, seed, {**ONE, **house})
    text = session.position()
    assert at(text, **house).position() == text
    assert at(text, **house).observe(None)["counts"] == session.observe(None)["counts"]

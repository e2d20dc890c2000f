"""What is said of turns of Socks in the City: each sentence on a position where it can be counted by hand."""

import pytest

from game.core.session import Session
from tests.games.city.test_bot import STRIP
from tests.match.understanding import analyst, played

MINE = "tracks=a1-b1,b1-c1/- left=2"
"""Red is a1 to e1, four links; two of them are Ann's."""
THEIRS = "tracks=-/a1-b1,b1-c1,c1-d1 left=2"
AWAY = ("lay g1 h1", "lay g2 h2")
"""A turn that touches no pair."""


def at(fields: str, *moves: str) -> Session:
    return played(Session.from_position("city", f"{STRIP} socks=red:a1/e1 {fields}"), *moves)


def test_a_turn_that_lets_a_pair_go_is_found() -> None:
    session = at(THEIRS, *AWAY, "lay d1 e1")
    looks = analyst(session)
    turn, last = looks.turns(session)
    weighed = looks.weigh(session, turn)
    assert weighed is not None
    assert not weighed.good
    assert weighed.loss > 0.3
    assert "lay d1 e1" in weighed.better
    won = looks.weigh(session, last)
    assert won is None or won.good


def test_the_chance_of_whoever_is_ahead_is_larger() -> None:
    looks = analyst(at(MINE))
    ann, bo = looks.chances(at(MINE))
    assert ann > 0.8
    assert ann + bo == pytest.approx(1)
    assert looks.chances(at("tracks=-/a1-b1,b1-c1,c1-d1 turn=1 left=2"))[1] > 0.8


def test_pieces_are_told_by_the_names_of_their_stations() -> None:
    session = at(MINE, *AWAY)
    looks = analyst(session)
    assert " to " in looks.move_said(["lay c1 d1"], session, looks.turns(session)[0])

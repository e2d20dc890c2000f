"""What is said of turns of Socker: each sentence on a position where it is certain."""

import pytest

from game.games.socker.bot import state_of
from game.games.socker.review import to_win
from tests.games.socker.boards import start
from tests.match.understanding import analyst, played

AWAY = ("move h9 h8", "end")
SCORES = ("kick d4 d3", "move d4 d3", "kick d3 d2")


def test_a_goal_that_was_missed_is_found_with_the_way_to_it() -> None:
    session = played(start("R d8 o d9 B d5 e4 f3"), "move d8 c8", "move c8 c7", "end")
    looks = analyst(session)
    weighed = looks.weigh(session, looks.turns(session)[0])
    assert weighed is not None
    assert not weighed.good
    again = played(start("R d8 o d9 B d5 e4 f3"), *weighed.better)
    assert again.observe(None)["score"] == [1, 0]


def test_turns_are_told_apart_by_who_moves_and_by_goals() -> None:
    session = played(start("R h9 e3 B d4 o d3"), *AWAY, *SCORES)
    assert [(turn.first, turn.last, turn.seat) for turn in analyst(session).turns(session)] == [
        (0, 2, 0), (2, 5, 1),
    ]  # fmt: skip


def test_the_chance_goes_with_the_score_and_the_next_goal() -> None:
    even = state_of(start("R d8 o d9 B a5"))
    assert to_win(even, 0, 0.5) == pytest.approx(0.5)
    assert to_win(even, 0, 0.9) > to_win(even, 0, 0.6) > 0.5
    ahead = state_of(start("R d8 o d9 B a5", "score=2/0"))
    assert to_win(ahead, 0, 1.0) == 1.0
    assert to_win(ahead, 0, 0.5) > 0.8
    late = state_of(start("R d8 o d9 B a5", "score=1/0 turns=38", {"win": "turns"}))
    assert to_win(late, 0, 0.5) > 0.9


def test_the_side_that_can_score_has_the_better_chance() -> None:
    session = start("R d8 o d9 B a5")
    ann, bo = analyst(session).chances(session)
    assert ann > 0.6
    assert ann + bo == pytest.approx(1)

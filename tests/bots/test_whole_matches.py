"""Levels compared hand by hand in whole matches."""

from game.core.search import Allowance
from tools.whole_matches import had_of, hands


def test_what_a_side_had_of_a_hand() -> None:
    assert had_of([5, 3, 2, 1, 0], 0) == 3 / 6
    assert had_of([5, 0, 3, 1, 2], 0) == 1
    assert had_of([5, 0, 3, 1, 2], 1) == 0


def test_a_match_is_counted_hand_by_hand_until_it_is_over() -> None:
    played = list(hands("sociable", ("normal", "easy"), 1, Allowance(nodes=1)))
    assert len(played) >= 3  # eleven points take three hands at the least
    assert played == list(hands("sociable", ("normal", "easy"), 1, Allowance(nodes=1)))

"""A level against the tree search with random playouts."""

import pytest

from game.bots.ladder import Enough
from game.core.search import Allowance
from game.core.session import Session
from tools.against_tree import TREE, measured, move_of


def test_a_deal_is_counted_from_both_sides() -> None:
    (climb,) = measured("rockit", ("easy", TREE), move_of, Enough(2), 1, Allowance(nodes=2))
    (standing,) = climb.standings
    assert standing.pair == ("easy", TREE)
    assert 0 <= standing.deals[0] <= 1
    assert all(climb.times.values())


@pytest.mark.parametrize("game", ["city", "rockit"])
def test_the_opponent_moves_in_games_of_both_kinds(game: str) -> None:
    session = Session.new(game, 2, seed=3)
    assert move_of(session, TREE, 1, Allowance(nodes=2)) in session.moves()

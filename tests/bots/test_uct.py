"""The opponent for measuring makes legal moves in every game in which all is public."""

import pytest

from game.core.search import Budget
from game.core.session import Session
from tools.uct import uct_move


@pytest.mark.parametrize("game", ["socker", "city"])
def test_moves_are_legal(game: str) -> None:
    session = Session.new(game, 2, seed=3)
    for _ in range(2):
        session.play(uct_move(session, 1, Budget(nodes=2)))

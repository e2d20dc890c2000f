"""The example of a player that learns: a slice of its minute."""

import numpy as np
import pytest

pytest.importorskip(
    "pettingzoo", reason="the environments need the extra: pip install -r requirements-env.txt"
)

from game.env.sociable import ALONE, GIFT, PASS
from tools.learn import by_chance, cards_of, compared, trained


def test_what_actions_take_from_a_hand() -> None:
    assert cards_of(PASS).sum() == 0
    assert cards_of(ALONE)[-1] == 1
    assert list(cards_of(8 * 4 + 4)) == [0, 0, 0, 0, 2, 0, 0, 1]  # two queens and a joker
    assert list(np.flatnonzero(cards_of(GIFT + 3))) == [3]


def test_it_learns_to_beat_players_by_chance() -> None:
    learnt = compared(trained(40).choose, 25)
    assert learnt > 0.15
    assert learnt > compared(by_chance, 25)

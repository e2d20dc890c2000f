"""What is said of plays of SOCiable: each sentence on hands where it is certain."""

import numpy as np
import pytest

from game.games.sociable.review import wins, worth_of_places
from tests.games.sociable.helpers import at
from tests.match.understanding import analyst, played

REST = "9D,9H,9S/10D,10H/10S,10C,JD/JH"


def test_a_play_that_gives_a_place_away_is_found() -> None:
    text = "hands=8D,JK/9D/10D/10S/JH turn=0"
    session = played(at(text), "play 8D")
    looks = analyst(session)
    weighed = looks.weigh(session, looks.turns(session)[0])
    assert weighed is not None
    assert not weighed.good
    assert weighed.better == ("play 8D JK",)


def test_the_chance_goes_with_points_and_places() -> None:
    options = at(f"hands=8D,JK/{REST} turn=0").options
    random = np.random.default_rng(0)
    order = np.array([[0, 1, 2, 3, 4]] * 200)
    found = wins(order, (9, 0, 0, 0, 0), options, random).mean(0)
    assert found[0] == 1.0  # five more points are enough
    even = wins(order, (0, 0, 0, 0, 0), options, random).mean(0)
    assert even.sum() == pytest.approx(1)
    assert even[0] > even[4]
    worth = worth_of_places(2, (3, 3, 3, 3, 3), options, random)
    assert worth[0] > worth[2] > worth[4]


def test_whoever_holds_the_last_winner_has_the_better_chance() -> None:
    session = at("hands=JK/9D,9H,9S/10D,10H/10S,10C,JD/JH,QH turn=0 scores=9/0/0/0/0")
    assert analyst(session).chances(session)[0] > 0.9

"""Which manner a puppet has that sits down as a computer player, and how manners are measured."""

import pytest

from game.bots.ladder import Enough, Ladder
from game.match.seats import with_manner
from tools.manners import measured

MANNERS = ("keeper", "striker", "brawler")


def test_a_puppet_has_its_own_manner_unless_somebody_has_it_already() -> None:
    assert with_manner("hard", MANNERS, 1, ["", "normal"]) == "hard/striker"
    assert with_manner("hard", MANNERS, 4, [""]) == "hard/striker"
    assert with_manner("hard", MANNERS, 1, ["easy/striker"]) == "hard/brawler"
    assert with_manner("hard", MANNERS, 1, ["easy/striker", "master/brawler"]) == "hard/keeper"
    assert with_manner("hard", MANNERS, 1, [f"easy/{manner}" for manner in MANNERS]) == "hard/striker"
    assert with_manner("hard", (), 1, []) == "hard"
    assert with_manner("hard", MANNERS, 1, [], "easy/keeper") == "hard/keeper"
    assert with_manner("hard", MANNERS, 1, [], "easy") == "hard"


@pytest.mark.parametrize("game", ["rockit", "sociable"])
def test_manners_are_measured(game: str) -> None:
    plan = Ladder.checked(game=game, levels=["easy"], manners=["all"], enough=Enough(2), seed=3)
    told = list(measured(plan))
    assert sum(line.startswith("easy/") for line in told) == len(plan.pairs)
    assert sum(line.startswith("    ") for line in told) >= len(plan.pairs)

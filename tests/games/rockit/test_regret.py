"""What manners of the computer players give away, by their own judgement: no more than a cap."""

from functools import cache

import pytest

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from game.games.rockit.bot import SIGHTS, Player
from game.games.rockit.rules.events import observed
from game.games.rockit.rules.state import HouseRules
from tests.games.rockit.test_bot import begun

CAPS = {"": 0.0, "hoarder": 0.012, "spreader": 0.03, "mender": 0.03}
"""By manner, in shares of the win."""
NODES = 40


@cache
def moments() -> list[Session]:
    return [session for session in map(begun, range(1, 13)) if session.to_move is not None]


@pytest.mark.parametrize("level", SIGHTS)
def test_regret_is_capped(level: str) -> None:
    for session in moments():
        house, seen = HouseRules.of(session.options), observed(session.observe(session.to_move))
        for manner, cap in CAPS.items():
            player = Player(house, seen, SIGHTS[level], manner, Budget(nodes=NODES))
            player.move(Chance(len(session.log)))
            chosen = player.chosen
            if chosen is None or not chosen.worlds:
                continue  # there was nothing to choose
            # What was dropped before was found to be worse, its manner's liking included.
            best = max(one.won for one in player.found if one.worlds == chosen.worlds)
            assert (best - chosen.won) / chosen.worlds <= cap + 1e-9, (manner, chosen.move)

"""What manners of the computer players give away, by their own judgement: no more than a cap."""

from functools import cache

import pytest

from game.core.chance import Chance
from game.core.rummy import counted
from game.core.search import Budget
from game.core.session import Session
from game.games.socki.bot import SIGHTS, Player
from game.games.socki.bot.search import ROUND, Thought
from game.games.socki.rules.events import observed
from tests.games.socki.test_bot import middles

CAPS = {"": 0.0, "hoarder": 0.12, "spreader": 0.12, "mender": 0.0}
"""By manner, in chances of winning: from one card laid to three of them."""
GUESSES = ROUND - 2
"""Deals that each play is tried on; after more of them some plays would be dropped."""
SEEDS = (14, 16, 23, 41, 53)
"""Rounds with a moment in which a manner with more of a say would choose worse."""


@cache
def moments() -> list[Session]:
    return middles(SEEDS)


def worths(session: Session, level: str, seed: int) -> dict[int, float]:
    """What the plain level thinks of its plays, on the deals that this chance gives."""
    player = Player(observed(session.observe(session.to_move)), session.options, level, "")
    player.table_after(Chance(seed), Budget(nodes=0))
    hand = counted(player.house.book, player.hand)
    unseen = player.unseen()
    thought = Thought(player.counting, player.on_table, hand, unseen, SIGHTS[level], Budget())
    chance = Chance(seed)
    guesses = [unseen.dealt(chance) for _ in range(GUESSES)]
    return {play: sum(thought.value(play, guess) for guess in guesses) / GUESSES for play in player.plays}


@pytest.mark.parametrize("level", SIGHTS)
def test_regret_is_capped(level: str) -> None:
    for seed, session in zip(SEEDS, moments(), strict=True):
        known = worths(session, level, seed)
        for manner, cap in CAPS.items():
            player = Player(observed(session.observe(session.to_move)), session.options, level, manner)
            player.table_after(Chance(seed), Budget(nodes=GUESSES * len(known)))
            assert max(known.values()) - known[player.laid] <= cap + 1e-9, (manner, seed)

"""What dice and manners of the computer players give away, by their own judgement: no more than a cap."""

from functools import cache

import pytest

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from game.games.socker.bot import BOT, Player, rebuilt
from game.games.socker.bot.search import Plan
from game.games.socker.rules import RULES
from game.games.socker.rules.state import State

CAPS = {
    "normal": {"": 0.2, "keeper": 2.3, "striker": 6.2, "brawler": 3.8},
    "hard": {"": 0.1, "keeper": 1.0, "striker": 0.7, "brawler": 3.1},
    "master": {"": 0.05, "keeper": 0.2, "striker": 0.35, "brawler": 3.35},
}
"""By level and manner, in points of value: dice, and three actions to a manner's liking.

That the ball comes a row nearer is worth 4 to normal and hard; a goal against is worth more than all.
"""
SEEDS = (4, 5, 8, 9, 12)
"""Matches with a turn in which more dice, or a manner with more of a say, would choose otherwise."""
NODES = 8


@cache
def moments() -> list[State]:
    found = []
    for seed in SEEDS:
        session = Session.new("socker", seed=seed)
        while session.observe(None)["turns"] < 1 + seed % 6 * 2:
            chance = Chance(seed, len(session.log))
            session.play(BOT.choose(session.observe(session.to_move), session.options, "easy", chance))
        found.append(rebuilt(session.observe(session.to_move), session.options))
    return found


def planned(player: Player, dice: int) -> Plan:
    player.move(list(RULES.moves(player.state)), Chance(dice))
    assert player.plan is not None
    return player.plan


@pytest.mark.parametrize("level", CAPS)
def test_regret_is_capped(level: str) -> None:
    ranked = 0
    for state in moments():
        plain = Player(state, level, "", Budget(nodes=NODES))
        thought, stand = plain.thought, plain.stand(state)
        ends = thought.ranked(stand)
        if ends is None:  # a goal is there to be made: nothing is ranked
            continue
        ranked += 1
        for manner, cap in CAPS[level].items():
            for dice in range(1 if manner else 3):
                end = planned(Player(state, level, manner, Budget(nodes=NODES)), dice).end
                assert end is not None
                known = [one.value for one in ends if one.end == end]
                worth = thought.worth if thought.sight.plies else thought.judged
                value = max(known) if known else worth(end, stand.down)
                assert ends[0].value - value <= cap + 1e-9, (manner, dice)
    assert ranked >= 0.8 * len(moments())

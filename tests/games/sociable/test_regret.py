"""What manners of the computer players give away, by their own judgement: no more than a cap."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from game.games.sociable.bot import moves_of
from game.games.sociable.bot.search import FIRST, Thought
from game.games.sociable.bot.weighing import MANNERS, PLAIN, SIGHTS, Table, value_of
from game.games.sociable.rules.events import observed
from game.games.sociable.rules.state import POWER
from game.games.sociable.rules.text import write_move
from tests.games.sociable.test_bot_thought import BOT, chosen

CAPS = {
    "normal": {"": 0.0, "spender": 0.72, "saver": 0.72, "climber": 0.3},
    "hard": {"": 0.0, "spender": 0.12, "saver": 0.12, "climber": 0.0},
    "master": {"spender": 0.12, "saver": 0.12},
}
"""By level and manner: of normal in groups of cards, else in shares of the way from last place to first.

The climber, who wants the first chair alone, goes by what the places are worth to it.
"""
MOMENTS = ((9, 6), (12, 6), (14, 25), (19, 25), (25, 40))
"""Seeds, and after how many moves a manner with more of a say would choose worse."""


@cache
def moments() -> list[tuple[int, Session]]:
    """Tables at which there is something to choose, high cards too."""
    found = []
    for seed, moves in MOMENTS:
        session = Session.new("sociable", 5, seed)
        for _ in range(moves):
            session.play(chosen(session, "normal"))
        while not any("A" in move or "JK" in move for move in session.moves()[1:]):
            session.play(chosen(session, "normal"))
        found.append((seed, session))
    return found


def worths(session: Session, level: str, manner: str, seed: int) -> dict[str, float]:
    """What a player thinks of its moves before it asks what it likes."""
    seen = observed(session.observe(session.to_move))
    moves = moves_of(seen, session.options)
    if level == "normal":
        held = Counter(POWER[card] for card in seen["hand"])
        counts = [held[power] for power in range(max(POWER.values()) + 1)]
        table = Table.seen_by(seen)
        values = [value_of(move, counts, table, tuple(seen["lead"])) for move in moves]
    else:
        plain = replace(MANNERS.get(manner, PLAIN), high=0.0, bold=0.0)
        thought = Thought(seen, session.options, SIGHTS[level], plain, Chance(seed), Budget(nodes=0))
        values = list(map(float, thought.values(moves, FIRST).mean(0)))
    return dict(zip(map(write_move, moves), values, strict=True))


@pytest.mark.parametrize("level", CAPS)
def test_regret_is_capped(level: str) -> None:
    for seed, session in moments():
        for manner, cap in CAPS[level].items():
            known = worths(session, level, manner, seed)
            nodes = Budget(nodes=FIRST * len(known))
            seen = session.observe(session.to_move)
            move = BOT.choose(seen, session.options, f"{level}/{manner}".rstrip("/"), Chance(seed), nodes)
            assert max(known.values()) - known[move] <= cap + 1e-6, (manner, seed, move)

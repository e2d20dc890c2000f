"""What dice and manners of the computer players give away, by their own judgement: no more than a cap."""

from functools import cache

import pytest

from game.core.search import Budget
from game.core.session import Session
from game.games.city.bot import SIGHTS, ranked
from game.games.city.bot.search import Thought
from game.games.city.bot.weights import SURENESS
from tests.games.city.test_bot import choose, match, stand_of

CAPS = {
    "normal": {"": 0.0, "blocker": 0.25, "hauler": 0.1},
    "hard": {"": 0.003, "blocker": 0.083, "hauler": 0.033},
    "master": {"": 0.001, "blocker": 0.081, "hauler": 0.031},
}
"""By level and manner: of normal in points, of those who search in hope of the match."""
SEEDS = (6, 15, 21, 25, 28)
"""Matches with a turn in which more dice, or a manner with more of a say, would choose otherwise."""


@cache
def moments() -> list[Session]:
    return [match(seed, ("normal", "normal"), most=5 + 2 * (seed % 6)) for seed in SEEDS]


def worths(session: Session, level: str) -> dict[str, float]:
    """What the plain level thinks of the first pieces that it weighs, as it does without a reply."""
    stand = stand_of(session)
    names = stand.net.board.link_names
    found: dict[str, float] = {}
    if level == "normal":
        for value, link in ranked(stand)[:5]:
            later = ranked(stand.laid(stand.net.link[link]))
            found[f"lay {' '.join(names[link])}"] = later[0][0] if later else value
        return found
    for turn in Thought(SIGHTS[level], SURENESS, Budget(nodes=0)).ranked(stand):
        for piece in turn.links:
            move = f"lay {' '.join(names[stand.net.number[piece]])}"
            found[move] = max(found.get(move, -2.0), turn.value)
    return found


@pytest.mark.parametrize("level", CAPS)
def test_regret_is_capped(level: str) -> None:
    for session in moments():
        known = worths(session, level)
        for manner, cap in CAPS[level].items():
            for dice in range(3):
                move = choose(session, f"{level}/{manner}".rstrip("/"), dice, Budget(nodes=0))
                assert max(known.values()) - known[move] <= cap, (manner, move)

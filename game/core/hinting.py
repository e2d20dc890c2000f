"""The move that a hint is made of."""

from __future__ import annotations

from game.core.chance import Chance
from game.core.contract import Bot, Observation, Options
from game.core.search import BEST, hint_budget


def best_move(
    bot: Bot, observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None
) -> str:
    """What the best level of a bot would do, within the time of a hint or so many positions of its search."""
    return bot.choose(observation, options, BEST, Chance(*seed), hint_budget(nodes))

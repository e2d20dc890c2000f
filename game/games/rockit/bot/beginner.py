"""Somebody who has read RockIt's first lesson, as a script, for whom easy must not be too good.

It knows what a trick is, that the first one has to be worth 30, that it goes on then, and that it draws
where nothing fits. It lays the tricks that it holds and every card that fits, jokers too, and takes nothing
apart.
"""

from __future__ import annotations

from game.core.cards import without
from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.core.rummy.table import Table
from game.games.rockit.bot.candidates import play_text
from game.games.rockit.bot.simple import nothing
from game.games.rockit.rules.observed import observed
from game.games.rockit.rules.plays import HouseRules, laid_cards


def beginner(observation: Observation, options: Options, _chance: Chance) -> str:
    """The first legal move towards the aim."""
    house, seen = HouseRules.of(options), observed(observation)
    board, hand = tuple(map(tuple, seen["table"])), tuple(seen["hand"])
    if not seen["in"][seen["turn"]]:
        trick = next(iter(house.comings(hand)), None)
        return nothing(seen) if trick is None else f"come {' '.join(trick)}"
    new: Table | None = None
    now, held = board, hand
    while (more := next(iter(house.simple_plays(now, held)), None)) is not None:
        held, now = without(held, laid_cards(now, more)), more
        new = now
    if new is None and house.must_play:
        new = house.best_play(board, hand)
    return nothing(seen) if new is None else play_text(new)

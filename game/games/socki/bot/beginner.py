"""Somebody who has read SOCKI's first lesson, as a script, for whom easy must not be too good.

It knows what a pile is, that a card may join one that lies there, and that it has to draw where nothing
fits. It lays the piles that it holds and every card that fits, and takes nothing apart; only where the
house refuses a draw does it play what the window shows it then.
"""

from __future__ import annotations

from game.core.cards import without
from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.core.rummy.table import Pile, Table, changes, write_piles
from game.games.socki.rules.observed import observed
from game.games.socki.rules.plays import HouseRules


def beginner(observation: Observation, options: Options, _chance: Chance) -> str:
    """The first legal move towards the aim."""
    house, seen = HouseRules.of(options), observed(observation)
    table, hand = tuple(map(tuple, seen["table"])), tuple(seen["hand"])
    new = _laid(house, table, hand)
    if new is None and house.must_play:
        new = house.best_play(table, hand)
    if new is None:
        return "draw" if seen["stock"] else "pass"
    return f"play {write_piles(new)}"


def _laid(house: HouseRules, table: Table, hand: Pile) -> Table | None:
    """The table after one simple play upon the other, as far as that is legal."""
    best, now, held = None, table, hand
    while (new := next(iter(house.simple_plays(now, held)), None)) is not None:
        held, now = without(held, changes(now, new)[0]), new
        if house.play_refusal(table, hand, now) is None:
            best = now
    return best

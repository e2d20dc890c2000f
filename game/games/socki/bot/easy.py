"""The easy player of SOCKI: a child that lays a single pile or adds a single card.

It overlooks its chance now and then where the house lets it, but never the play that empties its hand.
"""

from __future__ import annotations

from game.core.chance import Chance
from game.core.rummy.table import Pile, Table
from game.games.socki.bot.manners import Taste
from game.games.socki.rules.plays import HouseRules

OVERLOOKS = 0.3
"""How often an easy player misses that it could play."""


def childish(house: HouseRules, table: Table, hand: Pile, taste: Taste, chance: Chance) -> Table | None:
    """The table after its play, `None` where it plays nothing."""
    overlooks = chance.happens(OVERLOOKS) and not house.must_play
    plays = list(house.simple_plays(table, hand))
    size = sum(map(len, table))
    last = [new for new in plays if sum(map(len, new)) == size + len(hand)]
    if last:
        return last[0]
    if overlooks:
        return None
    if house.must_play:
        # Whoever has to play and overlooks nothing still sees little: one card at a time, wherever it goes.
        plays = [new for new in plays if sum(map(len, new)) == size + 1] or plays
    if taste.card < 0 and plays:  # a hoarder lays as few as it can
        least = min(sum(map(len, new)) for new in plays)
        plays = [new for new in plays if sum(map(len, new)) == least]
    if plays:
        return chance.pick(plays)
    return _least(house, table, hand) if house.must_play else None


def _least(house: HouseRules, table: Table, hand: Pile) -> Table | None:
    """The table after one card is worked in, or where that is not enough, as many as can be."""
    for card in dict.fromkeys(hand) if table else ():
        if house.can_play(table, (card,)):
            new = house.best_play(table, (card,))
            if new is not None and house.play_refusal(table, hand, new) is None:
                return new
    return house.best_play(table, hand)

"""The weaker players of RockIt to Destiny.

``easy`` lays a single trick or adds a single card, and overlooks its chance now and then; ``normal`` comes in
as soon as it can, with the trick that lets it lay the most, and plays as many cards as can be played, or
nearly so where several jokers make the question heavy: it thinks no longer than a set number of steps.
"""

from __future__ import annotations

from game.core.cards import without
from game.core.chance import Chance
from game.core.rummy.arrange import GOOD_WORK
from game.core.rummy.table import Pile, Table, with_pile
from game.games.rockit.bot.candidates import play_text
from game.games.rockit.bot.tastes import laid_out
from game.games.rockit.rules.observed import Observed
from game.games.rockit.rules.plays import GAME, HouseRules, laid_cards

OVERLOOKS = 0.4
"""How often an easy player misses that it could lay something."""
FEW = 5
"""With no more cards than so many a hoarder of normal holds none back."""
WEIGHED = 3
"""How many tricks to come in with are thought through, the longest."""


def easy(house: HouseRules, seen: Observed, manner: str, chance: Chance) -> str:
    """The move of a child."""
    table, hand = _lying(seen)
    if seen["in"][seen["turn"]]:
        new = _easy_play(house, table, hand, manner, chance)
        if new is not None:
            return play_text(laid_out(manner, house, table, hand, new))
    elif (trick := _easy_come(house, hand, chance)) is not None:
        return f"come {' '.join(trick)}"
    return nothing(seen)


def normal(house: HouseRules, seen: Observed, manner: str) -> str:
    """The move that lays the most; a hoarder lays no single card while it has many more."""
    table, hand = _lying(seen)
    if seen["in"][seen["turn"]]:
        new = _play(house, table, hand)
        hoards = manner == "hoarder" and len(hand) > FEW and not house.must_play
        if new is not None and not (hoards and len(laid_cards(table, new)) == 1):
            return play_text(laid_out(manner, house, table, hand, new))
    elif (trick := _come(house, table, hand)) is not None:
        return f"come {' '.join(trick)}"
    return nothing(seen)


def nothing(seen: Observed) -> str:
    """The move that lays nothing more."""
    if seen["came"]:
        return "rockit"
    return "draw" if seen["stock"] else "pass"


def _lying(seen: Observed) -> tuple[Table, Pile]:
    return tuple(map(tuple, seen["table"])), tuple(seen["hand"])


def _play(house: HouseRules, table: Table, hand: Pile) -> Table | None:
    """As many cards as a limited search finds; where it finds none but one must be played, a full search."""
    return house.good_play(table, hand) or (house.best_play(table, hand) if house.must_play else None)


def _easy_play(house: HouseRules, table: Table, hand: Pile, manner: str, chance: Chance) -> Table | None:
    plays = list(house.simple_plays(table, hand))
    everything = sum(map(len, (*table, hand)))
    # Before anything is overlooked: nobody misses that all cards go.
    for new in plays:
        if sum(map(len, new)) == everything:
            return new
    if manner == "hoarder" and plays:  # as few cards as it can
        least = min(sum(map(len, new)) for new in plays)
        plays = [new for new in plays if sum(map(len, new)) == least]
    if chance.happens(OVERLOOKS) and not house.must_play:
        return None
    if plays:
        return chance.pick(plays)
    return _play(house, table, hand) if house.must_play else None


def _easy_come(house: HouseRules, hand: Pile, chance: Chance) -> Pile | None:
    tricks = list(house.comings(hand))
    for trick in tricks:
        if len(trick) == len(hand):
            return trick
    if chance.happens(OVERLOOKS) and not house.must_play:
        return None
    return chance.pick(tricks) if tricks else None


def _come(house: HouseRules, table: Table, hand: Pile) -> Pile | None:
    """The trick to come in with: the one after which the most cards are gone this turn."""
    tricks = sorted(house.comings(hand), key=len, reverse=True)
    if len(tricks) < 2:
        return tricks[0] if tricks else None
    return max(tricks[:WEIGHED], key=lambda trick: _laid(house, table, hand, trick))


def _laid(house: HouseRules, table: Table, hand: Pile, trick: Pile) -> int:
    """How many cards can be laid this turn by coming in with this trick."""
    rest = without(hand, trick)
    if not house.goes_on or not rest:
        return len(trick)
    board = with_pile(GAME, table, trick)
    good = house.good_play(board, rest, GOOD_WORK // WEIGHED)
    return len(trick) + (0 if good is None else sum(map(len, good)) - sum(map(len, board)))

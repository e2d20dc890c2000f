"""How manners show on the board: what they like to lay, and how they lay the same cards.

A *mender* lays what makes tricks longer and keeps tricks of three in hand, a *spreader* lays new tricks. Then
they lay the whole board out anew, in long tricks or in short ones.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

from game.core.cards import JOKER
from game.core.rummy import BudgetExceeded, WorkLimit, every_table, read_board, to_card_set
from game.core.rummy.melds import MIN_MELD
from game.core.rummy.table import Pile, Table, canonical
from game.games.rockit.rules.state import GAME, RockItOptions

MOVERS = ("spreader", "mender")
"""Those that lay other cards than the plain level, and the board in other tricks."""
MANNERS = ("hoarder", *MOVERS)
LAYING_OUT = 2_000
"""So many tricks are looked at to lay a board out: mostly all there are. It takes some 3 ms, at most 100."""


def liking(manner: str, table: Table) -> int:
    """How much a manner likes a board, of those that plays of one hand leave."""
    cards = sum(map(len, table))
    match manner:
        case "mender":
            return cards - MIN_MELD * len(table)
        case "spreader":
            return len(table)
    return -cards


def liked_play(manner: str, house: RockItOptions, table: Table, hand: Pile) -> Table | None:
    """The board after what a manner that must play likes to lay; `None` where nothing goes without a joker.

    Both lay all that goes without one. But a spreader lays a joker where that makes a new trick and nothing
    else does, and a mender keeps new tricks of three, except for one where nothing else goes.
    """
    new = house.good_play(table, tuple(card for card in hand if card != JOKER))
    if manner == "spreader" and JOKER in hand and (new is None or len(new) <= len(table)):
        new = next((more for more in house.simple_plays(table, hand) if len(more) > len(table)), new)
    if new is None:
        return None
    new = laid_out(manner, house, table, hand, new)
    for trick in new if manner == "mender" else ():
        at = new.index(trick)
        fewer = (*new[:at], *new[at + 1 :])
        # Whoever takes away a trick with cards of the board, or a card that paid for a joker, is refused.
        if len(trick) == MIN_MELD and house.play_refusal(table, hand, fewer) is None:
            new = fewer
    return new


def laid_out(manner: str, house: RockItOptions, old: Table, hand: Pile, new: Table) -> Table:
    """The same cards as the manner lays them; where they lie helps nobody.

    New tricks with jokers stay as they are where these would have to stand for other cards.
    """
    fresh = tuple(
        trick for trick in new if trick not in old and any(card.startswith(JOKER) for card in trick)
    )
    for kept in ((), fresh):
        loose = tuple(trick for trick in new if trick not in kept)
        board = canonical(GAME, (*kept, *_arranged(manner, house, loose)))
        if house.play_refusal(old, hand, board) is None:
            return board
    return new


def _arranged(manner: str, house: RockItOptions, table: Table) -> Table:
    """These cards in tricks as long as they are found to go, or as short."""
    board = read_board(house.book, table, ())
    found = [board.faces]
    with suppress(BudgetExceeded):
        found.extend(every_table(house.book, to_card_set(house.book, chain(*table)), WorkLimit(LAYING_OUT)))
    wanted = max if manner == "mender" else min
    best = wanted(found, key=lambda piles: sum(len(pile) ** 2 for pile in piles))
    return tuple(map(tuple, board.dressed(best)))

"""The characters of SOCKI's players: what they like beside winning, and how they lay a table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from game.core.rummy.melds import MeldBook
from game.core.rummy.table import Pile, Table, canonical
from game.games.socki.rules.plays import GAME, HouseRules


@dataclass(frozen=True, slots=True)
class Taste:
    """What a manner likes.

    Attributes:
        card: what each card laid is worth to it, in chances of winning; less than nothing for a hoarder.
        joins: whether it sews piles together that make one; where cards lie gives nobody an advantage.
    """

    card: float = 0.0
    joins: bool = False


PLAIN = Taste()
TASTES = {"hoarder": Taste(card=-0.06), "spreader": Taste(card=0.06), "mender": Taste(joins=True)}
MANNERS = tuple(TASTES)


def laid_out(house: HouseRules, table: Table, cards: Pile, taste: Taste) -> Table:
    """The table after these cards were laid, which there must be, as the manner would lay them."""
    new = house.best_play(table, cards)
    assert new is not None
    return canonical(GAME, sewn(house.book, new)) if taste.joins else new


def sewn(book: MeldBook, table: Table) -> Table:
    """The table with piles joined as long as two of them make one."""
    for one, other in combinations(table, 2):
        if book.is_meld((*one, *other)):
            rest = list(table)
            rest.remove(one)
            rest.remove(other)
            return sewn(book, ((*one, *other), *rest))
    return table

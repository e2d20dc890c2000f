"""The characters of SOCKI's players: what they like beside winning, and how they lay a table."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.rummy.arrange import calmed
from game.core.rummy.table import Pile, Table, canonical, sewn, spread
from game.games.socki.rules.plays import GAME, HouseRules

PLENTY = 3
"""More cards at once than so many are liked no better, nor worse: so much a manner gives away at most."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a manner likes.

    Attributes:
        card: what each card laid is worth to it, up to `PLENTY`, in chances of winning; less than nothing for
            a hoarder.
        joins: whether it sews piles together that make one; where cards lie gives nobody an advantage.
        parts: whether it makes two of every pile that is long enough.
    """

    card: float = 0.0
    joins: bool = False
    parts: bool = False

    def bonus(self, cards: int) -> float:
        """What it likes about a play of so many cards."""
        return self.card * min(cards, PLENTY)


PLAIN = Taste()
TASTES = {"hoarder": Taste(card=-0.06), "spreader": Taste(card=0.06, parts=True), "mender": Taste(joins=True)}
MANNERS = tuple(TASTES)


def laid_out(house: HouseRules, table: Table, cards: Pile, taste: Taste) -> Table:
    """The table after these cards were laid, which there must be, as the manner would lay them."""
    new = house.best_play(table, cards)
    assert new is not None
    return as_liked(house, calmed(house.book, table, new), taste)


def as_liked(house: HouseRules, table: Table, taste: Taste) -> Table:
    """The same cards as the manner would lay them."""
    if taste.joins:
        return canonical(GAME, sewn(house.book, table))
    return canonical(GAME, spread(house.book, table)) if taste.parts else table

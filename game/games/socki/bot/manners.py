"""The characters of SOCKI's players: what they like beside winning, and how they lay a table."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.rummy.arranger import solve
from game.core.rummy.board import read_board
from game.core.rummy.table import Pile, Table, canonical
from game.games.socki.rules.plays import GAME, HouseRules


@dataclass(frozen=True, slots=True)
class Taste:
    """What a manner likes.

    Attributes:
        card: what each card laid is worth to it, in chances of winning; less than nothing for a hoarder.
        mends: whether it builds the whole table anew and keeps no pile for its own sake.
    """

    card: float = 0.0
    mends: bool = False


PLAIN = Taste()
TASTES = {"hoarder": Taste(card=-0.04), "spreader": Taste(card=0.04), "mender": Taste(mends=True)}
MANNERS = tuple(TASTES)


def laid_out(house: HouseRules, table: Table, cards: Pile, taste: Taste) -> Table:
    """The table after these cards were laid, which there must be, as the manner would lay them."""
    if taste.mends and table:
        found = solve(read_board(house.book, table, cards), 0, hasty=False)
        if found and found.value == len(cards):
            return canonical(GAME, found.piles)
    new = house.best_play(table, cards)
    assert new is not None
    return new

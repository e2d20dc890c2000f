"""The manners of RockIt's players: what each leans to where moves are nearly as good, and how it lays cards.

A leaning is a share of the win: no more than that does a manner give away at a decision.
"""

from __future__ import annotations

from collections import Counter

from game.core.cards import JOKER
from game.core.rummy.table import Pile, Table, canonical, sewn, spread
from game.games.rockit.rules.plays import GAME, HouseRules

MANNERS = ("hoarder", "spreader", "mender")
LEANING = 0.03
HOLDING = 0.012
"""That of a hoarder: with as much as the others it holds on so well that it beats its plain level."""
PLENTY = 4
"""So many cards laid at once please a spreader fully."""


def leaning(manner: str, laid: int, moved: int) -> float:
    """What a move pleases a manner.

    Args:
        manner: empty for the plain one.
        laid: how many cards it lays.
        moved: how many tricks of the board it takes apart.
    """
    match manner:
        case "hoarder":
            return HOLDING if not laid else 0.0
        case "spreader":
            return LEANING * min(laid, PLENTY) / PLENTY
        case "mender":
            return LEANING if moved else 0.0
    return 0.0


def moved(old: Table, new: Table) -> int:
    """How many tricks of the board were taken apart: they lie whole in no trick of the new one."""
    free = [Counter(pile) for pile in new]
    apart = 0
    # The longest first: a short trick would fit into more homes, and take theirs.
    for pile in sorted(old, key=len, reverse=True):
        home = next((one for one in free if Counter(pile) <= one), None)
        if home is None:
            apart += 1
        else:
            home.clear()
    return apart


def laid_out(manner: str, house: HouseRules, old: Table, hand: Pile, new: Table) -> Table:
    """The same cards as the manner lays them; where they lie helps nobody."""
    if manner not in ("mender", "spreader"):
        return new
    # Tricks with jokers stay as they are: laid anew a joker might have to stand for another card.
    jokers = [trick for trick in new if any(card.startswith(JOKER) for card in trick)]
    plain = tuple(trick for trick in new if trick not in jokers)
    liked = sewn(house.book, plain) if manner == "mender" else spread(house.book, plain)
    board = canonical(GAME, (*jokers, *liked))
    return new if house.play_refusal(old, hand, board) else board

"""The moves worth thinking about: drawing, coming in, the most cards, fewer of them, single ones."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.cards import JOKER, without
from game.core.rummy.arrange import GOOD_WORK
from game.core.rummy.table import Pile, Table, with_pile, write_piles
from game.games.rockit.rules.plays import GAME, HouseRules, laid_cards

TRICKS = 12
"""So many tricks to come in with are tried for whether everything goes, the longest first."""
WORTH_A_LOOK = 4
"""So many are thought about."""


def tricks(house: HouseRules, hand: Pile) -> list[Pile]:
    """The tricks to come in with, the longest first."""
    return sorted(house.comings(hand), key=len, reverse=True)


def emptying_trick(house: HouseRules, table: Table, hand: Pile) -> Pile | None:
    """A trick to come in with after which everything goes in the same turn, if one is found."""
    found = tricks(house, hand)
    for trick in found[:TRICKS]:
        if len(trick) == len(hand):
            return trick
    if not house.goes_on:
        return None
    for trick in found[:TRICKS]:
        rest = without(hand, trick)
        new = house.good_play(with_pile(GAME, table, trick), rest, GOOD_WORK // 3)
        if new is not None and len(laid_cards(with_pile(GAME, table, trick), new)) == len(rest):
            return trick
    return None


def plays(house: HouseRules, table: Table, hand: Pile, best: Table, few: int) -> Iterator[Table]:
    """Boards after different plays, the one that lays the most first, at most so many more."""
    yield best
    seen = {_key(laid_cards(table, best))}
    left = few
    for new in _fewer(house, table, hand, best):
        # By the cards laid: where a world is played out, a board is nothing but its cards.
        cards = _key(laid_cards(table, new))
        if cards not in seen:
            seen.add(cards)
            yield new
            left -= 1
            if not left:
                return


def _fewer(house: HouseRules, table: Table, hand: Pile, best: Table) -> Iterator[Table]:
    """Plays that lay less: no jokers, one new trick or one card, all but one of the most."""
    laid = laid_cards(table, best)
    if JOKER in laid:
        new = house.good_play(table, tuple(card for card in hand if card != JOKER))
        if new is not None:
            yield new
    yield from house.simple_plays(table, hand)
    for card in dict.fromkeys(laid):
        new = house.good_play(table, without(laid, (card,)))
        if new is not None:
            yield new


def _key(cards: Pile) -> Pile:
    return tuple(sorted(cards))


def play_text(table: Table) -> str:
    """The move that leaves this board."""
    return f"play {write_piles(table)}"

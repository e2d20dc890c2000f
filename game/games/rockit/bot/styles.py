"""Playing styles of the bots: which cards they prefer to lay, and how they arrange the board.

A *mender* lays cards that make tricks longer and keeps tricks of three in hand. A *spreader* lays new tricks.
Both then rearrange the whole board, into long or into short tricks.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

from game.core.cards import JOKER
from game.core.rummy import BudgetExceeded, WorkLimit, every_table, read_board, to_card_set
from game.core.rummy.melds import MIN_MELD
from game.core.rummy.table import Pile, Table, canonical
from game.games.rockit.rules.state import GAME, RockItOptions

MOVERS = ("spreader", "mender")  # styles that lay other cards than the plain level and rearrange the board
MANNERS = ("hoarder", *MOVERS)
LAYING_OUT = 2_000  # tricks examined to rearrange a board, mostly all; takes about 3 ms, at most 100 ms


def style_rating(manner: str, table: Table) -> int:
    """Rating of a board, higher is better: cards beyond 3 per trick (mender), tricks (spreader), -cards."""
    cards = sum(map(len, table))
    match manner:
        case "mender":
            return cards - MIN_MELD * len(table)
        case "spreader":
            return len(table)
    return -cards


def liked_play(manner: str, house: RockItOptions, table: Table, hand: Pile) -> Table | None:
    """Board after the play that a style likes if it must play. None if it finds none.

    Both styles lay everything that fits without a joker. A spreader also lays a joker if only that makes a
    new trick. A mender keeps new tricks of three, except one if nothing else can be laid.
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
        # Removing a trick with cards of the board, or with a card that paid for a joker, is refused.
        if len(trick) == MIN_MELD and house.play_refusal(table, hand, fewer) is None:
            new = fewer
    return new


def laid_out(manner: str, house: RockItOptions, old: Table, hand: Pile, new: Table) -> Table:
    """Board ``new`` rearranged in the style, canonical; ``new`` itself if no arrangement found is legal.

    New tricks with jokers stay unchanged if their jokers would have to become other cards.
    """
    fresh = tuple(
        trick for trick in new if trick not in old and any(card.startswith(JOKER) for card in trick)
    )
    for fixed in ((), fresh):
        loose = tuple(trick for trick in new if trick not in fixed)
        board = canonical(GAME, (*fixed, *_rearrange(manner, house, loose)))
        if house.play_refusal(old, hand, board) is None:
            return board
    return new


def _rearrange(manner: str, house: RockItOptions, table: Table) -> Table:
    """Table of the same cards in the longest (mender) or else the shortest tricks that were found."""
    board = read_board(house.book, table, ())
    tables = [board.faces]
    with suppress(BudgetExceeded):
        tables.extend(every_table(house.book, to_card_set(house.book, chain(*table)), WorkLimit(LAYING_OUT)))
    choose = max if manner == "mender" else min
    best = choose(tables, key=lambda piles: sum(len(pile) ** 2 for pile in piles))
    return tuple(map(tuple, board.to_cards(best)))

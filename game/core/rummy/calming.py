"""The same cards laid with less ado: fewer cards of the table move. For rummies without jokers.

The arranger gives the longest old piles back first. But a long pile can often spare the card that is needed,
where taking it from short ones makes others fall apart; and its runs go on as far as there are cards, though
two of them lay apart. People have to follow with their eyes what somebody did to the table.
"""

from __future__ import annotations

from game.core.rummy.board import read_board
from game.core.rummy.carrying import card_moves
from game.core.rummy.melds import MIN_MELD, MeldBook, Pile
from game.core.rummy.needing import near
from game.core.rummy.solving import laid_out, way_to_leave
from game.core.rummy.table import Table, changes

EASY = 2
"""So few moved cards can be followed: nothing better is looked for."""


def calmed(book: MeldBook, old: Table, new: Table) -> Table:
    """A table of the same cards as the new one, with no more moved; seldom are fewer possible."""
    laid = changes(old, new)[0]
    tables = [_parted(book, old, new)]
    if len(card_moves(old, tables[0])) - len(laid) > EASY:
        tables.append(_parted(book, old, _short_ones_kept(book, old, laid)))
    return min(tables, key=lambda table: len(card_moves(old, table)))


def _parted(book: MeldBook, old: Table, new: Table) -> Table:
    """The table with piles cut in two wherever that saves moves."""
    moves = len(card_moves(old, new))
    for number, pile in enumerate(new):
        for cut in range(MIN_MELD, len(pile) - MIN_MELD + 1) if pile not in old else ():
            parts = pile[:cut], pile[cut:]
            apart = (*new[:number], *parts, *new[number + 1 :])
            if all(map(book.is_meld, parts)) and len(card_moves(old, apart)) < moves:
                return _parted(book, old, apart)
    return new


def _short_ones_kept(book: MeldBook, old: Table, laid: Pile) -> Table:
    """A table that lays these cards and keeps old piles: those far from them first, then the shortest."""
    board = read_board(book, old, laid).with_need(laid)
    everything = sorted(range(len(old)), key=lambda number: len(old[number]))
    far = {number for number in everything if not near(board, board.faces[number])}
    kept: set[int] = set()
    way = way_to_leave(board.task(), 0)
    assert way is not None  # they have been laid before
    for more in (far, *({number} for number in everything)):
        if not more <= kept and (found := way_to_leave(board.task(kept | more), 0)):
            kept |= more
            way = found
    return book.ordered_table(board.dressed(laid_out(board, kept, way)))

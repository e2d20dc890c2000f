"""What has been played in a rummy: how many of each card lie on the table, which everybody sees."""

from __future__ import annotations

from collections import Counter

from game.core.cards import JOKER
from game.core.options import Options
from game.core.rummy.draft import Draft
from game.core.rummy.melds import MeldBook
from game.ui.core.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.counts import CountRow, CountsShown, draw_tall_counts
from game.ui.table.rummy.tabletop import Tabletop
from game.words import _


def played(book: MeldBook, draft: Draft, options: Options) -> CountsShown:
    """The cards of the table as it lay when the turn began, suit by suit; a joker counts as none of them.

    What the next player could do with it is not told, and no hand is looked at.
    """
    lie = Counter(card for pile in draft.start for card in pile.texts if not card.startswith(JOKER))
    pack, copies = book.pack, options.number("decks") if book.pack.jokers else 2
    size = len(pack.ranks)
    rows = tuple(
        CountRow(
            suit,
            tuple(lie[card] for card in pack.cards[number * size : (number + 1) * size]),
            (copies,) * size,
        )
        for number, suit in enumerate(pack.suits)
    )
    return CountsShown(_("Played so far"), pack.ranks, rows)


def draw_played(painter: Painter, table: ViewContext, top: Tabletop) -> None:
    """The sheet in the column on the right, where somebody has asked for it: it hides nothing of the mat."""
    if table.threats.asked and table.show is None and top.places is not None:
        draw_tall_counts(painter, top.places.status, played(top.book, top.draft, table.session.options))

"""One seat's turn in the making, wherever it is made: at the screen or on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.contract import Observation
from game.core.rummy.draft import Draft
from game.core.rummy.hand_order import HandOrder
from game.core.rummy.keeping import DraftHistory
from game.core.rummy.melds import MeldBook
from game.core.rummy.observed import table_observed
from game.core.rummy.table import Table, canonical


class Turn:
    """The draft of a seat with its history, the order of its hand, and the advice that was given.

    It outlives the turn: the next one is begun from it, so that pieces keep their keys.
    """

    def __init__(self, book: MeldBook) -> None:
        self.history = DraftHistory(Draft.begin(book, (), ()))
        self.order = HandOrder()
        self.advised: Table | None = None
        """The table that the last hint told of, where it told all."""
        self.known = False
        """Whether this seat has ever been shown its hand."""

    @property
    def draft(self) -> Draft:
        """The turn as it lies now."""
        return self.history.now

    @property
    def begun(self) -> bool:
        """Whether anything was done in this turn, taken back or not."""
        return bool(self.history.before or self.history.after or self.draft.changed)

    def is_of(self, seen: Observation, *, inside: bool) -> bool:
        """Whether it is the turn of just this moment: the table and hand that its seat sees."""
        start = [pile.texts for pile in self.draft.start]
        game, known = self.draft.book.game, table_observed(seen)
        return (
            self.draft.inside == inside
            and sorted(piece.card for piece in self.draft.order) == sorted(known["hand"])
            and canonical(game, start) == canonical(game, known["table"])
        )

    def begin(self, draft: Draft) -> None:
        """Begin anew with this draft, the hand as its owner wants it; one that is changed can be put back."""
        draft = self.ordered(draft)
        self.history = DraftHistory(draft, (draft.put_back(),) if draft.changed else ())
        # What a hint told was about the table of before.
        self.advised, self.known = None, True

    def show(self, draft: Draft) -> None:
        """Follow what happens on the table; nothing of it can be taken back."""
        self.history = DraftHistory(draft)

    # Steps.

    def do(self, draft: Draft) -> None:
        """Go on to another draft."""
        self.history = self.history.do(draft)

    def undo(self) -> None:
        """Take back one step, if there is one."""
        self.history = self.history.undo()

    def redo(self) -> None:
        """Do one step again, if there is one."""
        self.history = self.history.redo()

    # The hand.

    def ordered(self, draft: Draft) -> Draft:
        """A draft of this seat with its hand as the owner wants it."""
        left = list(draft.order)
        keys = []
        # Equal cards are two pieces: each is taken once.
        for card in self.order.arranged(draft.book.pack, [piece.card for piece in left]):
            piece = next(piece for piece in left if piece.card == card)
            left.remove(piece)
            keys.append(piece.key)
        return draft.order_hand(keys)

    def sort(self) -> None:
        """Order the hand another way, at every step."""
        self.order = self.order.next()
        self.history = self.history.order_hand([piece.key for piece in self.ordered(self.draft).order])

    def reorder(self, shown: Sequence[int]) -> None:
        """Let the hand lie like this from now on; cards that are laid keep their places behind the others."""
        laid = [piece.key for piece in self.draft.order if piece.key not in shown]
        there = {piece.key: piece.card for piece in self.draft.order}
        self.order = self.order.moved([there[key] for key in (*shown, *laid)])
        self.history = self.history.order_hand([*shown, *laid])


def laid_open(draft: Draft) -> Draft:
    """The table of a draft as everybody sees it once the turn is over, nobody's hand beside it."""
    piles = tuple(
        replace(pile, pieces=tuple(replace(piece, own=False) for piece in pile.pieces))
        for pile in draft.piles
    )
    return replace(draft, start=piles, order=(), piles=piles)

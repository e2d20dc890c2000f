"""What is remembered of the table of a rummy: what is news to whom, and how the last tables lay.

`UnseenChanges` knows for each seat what it has not seen change yet: the pegs on the table. `TableHistory`
knows where the piles of the last tables lay: moves that are seen again must lie as they lay then, pegs
included.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.rummy.draft import Draft, DraftPile, piece_moves
from game.core.rummy.table import Table
from game.ui.rummy.pile_layout import LayoutArea, PileFlow

NO_KEYS: frozenset[int] = frozenset()


class UnseenChanges:
    """For every seat, and for everybody (`None`), what others have done since its last turn."""

    def __init__(self) -> None:
        self._cards: dict[int | None, frozenset[int]] = {}
        self._piles: dict[int | None, frozenset[int]] = {}
        self._table: Sequence[DraftPile] = ()
        self.acting: int | None = None
        """Who acted last."""

    def cards(self, seat: int | None) -> frozenset[int]:
        """The keys of cards that others have laid."""
        return self._cards.get(seat, NO_KEYS)

    def piles(self, seat: int | None) -> frozenset[int]:
        """The keys of piles that others have changed."""
        return self._piles.get(seat, NO_KEYS)

    def known(self, table: Sequence[DraftPile]) -> None:
        """This is the table on which the next one plays."""
        self._table = table

    def happened(self, seat: int, table: Sequence[DraftPile], seats: Iterable[int]) -> None:
        """A seat has made this table of it, which is news for all the others."""
        moves = piece_moves(self._table, table)
        laid = frozenset(move.piece.key for move in moves if move.source is None)
        changed = {move.target for move in moves} | {move.source for move in moves}
        for other in (None, *seats):
            if other != seat:
                self._cards[other] = self.cards(other) | laid
                self._piles[other] = self.piles(other) | {key for key in changed if key is not None}
        self._table = table

    def acts(self, seat: int, people: Collection[int], *, goes_on: bool) -> None:
        """A seat acts: it has seen the table, unless its turn `goes_on`; then it has once another acts.

        Where a person at the screen has, so has everybody.
        """
        for one in {self.acting, seat} - {seat if goes_on else None, None}:
            for known in (self._cards, self._piles):
                known.pop(one, None)
                if one in people:
                    known.pop(None, None)
        self.acting = seat

    def copy(self) -> UnseenChanges:
        """The same, which no longer changes with it."""
        again = UnseenChanges()
        again._cards, again._piles = dict(self._cards), dict(self._piles)
        again._table, again.acting = self._table, self.acting
        return again

    def forget(self) -> None:
        self._cards.clear()
        self._piles.clear()

    # The save.

    def plain(self) -> dict[str, Any]:
        return {
            name: [[seat, sorted(keys)] for seat, keys in known.items() if keys]
            for name, known in (("cards", self._cards), ("piles", self._piles))
        }

    def read(self, kept: object, seats: int) -> None:
        """What `plain` gave; anything else is no news."""
        given = kept if isinstance(kept, Mapping) else {}
        for name, known in (("cards", self._cards), ("piles", self._piles)):
            known.clear()
            rows = given.get(name)
            for row in rows if isinstance(rows, list) else []:
                match row:
                    case [None | int() as seat, [*keys]] if seat is None or 0 <= seat < seats:
                        known[seat] = frozenset(key for key in keys if type(key) is int)


KEPT = 120
"""So many tables are kept, the last ones: more than any round of turns comes to."""


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table that lay still, with nothing built on it."""

    draft: Draft
    owner: int | None
    """Whose hand lay beside it."""
    flow: PileFlow
    area: LayoutArea
    news: UnseenChanges

    def seen_by(self, seat: int | None) -> Draft:
        """The draft as a seat may go on with it: nobody else's hand lies there."""
        return self.draft if seat == self.owner else replace(self.draft, order=())


class TableHistory:
    """The last tables of a match, by what lay on them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Table, PastTable] = OrderedDict()

    def note(self, lain: PastTable) -> None:
        key = lain.draft.book.ordered_table([pile.texts for pile in lain.draft.start])
        self._kept.pop(key, None)
        self._kept[key] = lain
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    @property
    def last(self) -> PastTable | None:
        return next(reversed(self._kept.values()), None)

    def of(self, table: Sequence[Sequence[str]]) -> PastTable | None:
        """How these piles lay when they lay there last; `None` if they never did."""
        last = self.last
        return None if last is None else self._kept.get(last.draft.book.ordered_table(table))

    def flow_of(self, piles: Sequence[DraftPile]) -> tuple[PileFlow, LayoutArea] | None:
        """Where piles with just these cards lay, by the keys that they have here."""
        lain = self.of([pile.texts for pile in piles])
        if lain is None:
            return None
        return lain.flow.renamed(_names(lain.draft.start, piles)), lain.area


def _names(there: Sequence[DraftPile], here: Sequence[DraftPile]) -> dict[int, int]:
    """The keys of piles here by those of the same cards there; of equal ones those with equal keys first."""
    left = list(here)
    names = {}
    for by_key in (True, False):
        for pile in there:
            if pile.key in names:
                continue
            found = next(
                (one for one in left if sorted(one.texts) == sorted(pile.texts)
                 and (one.key == pile.key or not by_key)), None
            )  # fmt: skip
            if found is not None:
                left.remove(found)
                names[pile.key] = found.key
    return names

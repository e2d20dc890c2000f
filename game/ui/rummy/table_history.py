"""History of a rummy table: changes that each seat has not seen, and layouts of the last tables.

`UnseenChanges` provides the pegs on cards and piles. `TableHistory` keeps the layout of the last tables, so
that replayed moves look as they did, including the pegs.
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
    """Changes by others since the last turn of each seat. The key `None` is for spectators."""

    def __init__(self) -> None:
        self._cards: dict[int | None, frozenset[int]] = {}
        self._piles: dict[int | None, frozenset[int]] = {}
        self._table: Sequence[DraftPile] = ()
        self.acting: int | None = None
        """Seat that acted last."""

    def cards(self, seat: int | None) -> frozenset[int]:
        """Keys of cards that others have laid."""
        return self._cards.get(seat, NO_KEYS)

    def piles(self, seat: int | None) -> frozenset[int]:
        """Keys of piles that others have changed."""
        return self._piles.get(seat, NO_KEYS)

    def known(self, table: Sequence[DraftPile]) -> None:
        """Set the table that the next play is compared with."""
        self._table = table

    def happened(self, seat: int, table: Sequence[DraftPile], seats: Iterable[int]) -> None:
        """Record that ``seat`` changed the table to ``table``, which is news for all other seats."""
        moves = piece_moves(self._table, table)
        laid = frozenset(move.piece.key for move in moves if move.source is None)
        changed = {move.target for move in moves} | {move.source for move in moves}
        for other in (None, *seats):
            if other != seat:
                self._cards[other] = self.cards(other) | laid
                self._piles[other] = self.piles(other) | {key for key in changed if key is not None}
        self._table = table

    def acts(self, seat: int, people: Collection[int], *, goes_on: bool) -> None:
        """Clear the news of the acting seat. If its turn ``goes_on``, this happens when another seat acts.

        If a person at the screen has acted, the news for spectators is cleared too.
        """
        for one in {self.acting, seat} - {seat if goes_on else None, None}:
            for known in (self._cards, self._piles):
                known.pop(one, None)
                if one in people:
                    known.pop(None, None)
        self.acting = seat

    def copy(self) -> UnseenChanges:
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
        """Restore the result of `plain`. Invalid data is ignored."""
        given = kept if isinstance(kept, Mapping) else {}
        for name, known in (("cards", self._cards), ("piles", self._piles)):
            known.clear()
            rows = given.get(name)
            for row in rows if isinstance(rows, list) else []:
                match row:
                    case [None | int() as seat, [*keys]] if seat is None or 0 <= seat < seats:
                        known[seat] = frozenset(key for key in keys if type(key) is int)


KEPT = 120
"""Number of tables kept; exceeds any round of turns."""


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table at rest, without changes by a draft."""

    draft: Draft
    owner: int | None
    """Seat whose hand was shown."""
    flow: PileFlow
    area: LayoutArea
    news: UnseenChanges

    def seen_by(self, seat: int | None) -> Draft:
        """Draft as shown to a seat, without the hand of another seat."""
        return self.draft if seat == self.owner else replace(self.draft, order=())


class TableHistory:
    """Last tables of a match, by their cards."""

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
        """Most recent record of a table with these piles; `None` if there is none."""
        last = self.last
        return None if last is None else self._kept.get(last.draft.book.ordered_table(table))

    def flow_of(self, piles: Sequence[DraftPile]) -> tuple[PileFlow, LayoutArea] | None:
        """Layout of piles with exactly these cards, renamed to their present keys; None if there is none."""
        lain = self.of([pile.texts for pile in piles])
        if lain is None:
            return None
        return lain.flow.renamed(_names(lain.draft.start, piles)), lain.area


def _names(there: Sequence[DraftPile], here: Sequence[DraftPile]) -> dict[int, int]:
    """Map keys of ``there`` to keys of piles with the same cards in ``here``.

    Piles with equal keys are matched first.
    """
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

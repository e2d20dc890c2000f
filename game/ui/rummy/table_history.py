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
        self.acting: int | None = None  # seat that acted last

    def cards(self, seat: int | None) -> frozenset[int]:
        """Keys of the cards that others have laid since the seat's last turn."""
        return self._cards.get(seat, NO_KEYS)

    def piles(self, seat: int | None) -> frozenset[int]:
        """Keys of the piles that others have changed since the seat's last turn."""
        return self._piles.get(seat, NO_KEYS)

    def set_known(self, table: Sequence[DraftPile]) -> None:
        """Set the table that the next play is compared with."""
        self._table = table

    def record_change(self, seat: int, table: Sequence[DraftPile], seats: Iterable[int]) -> None:
        """Record that ``seat`` changed the table to ``table``, which is news for all other seats."""
        moves = piece_moves(self._table, table)
        laid_keys = frozenset(move.piece.key for move in moves if move.source is None)
        changed = {move.target for move in moves} | {move.source for move in moves}
        for viewer in (None, *seats):
            if viewer != seat:
                self._cards[viewer] = self.cards(viewer) | laid_keys
                self._piles[viewer] = self.piles(viewer) | {key for key in changed if key is not None}
        self._table = table

    def acts(self, seat: int, people: Collection[int], *, goes_on: bool) -> None:
        """Clear the news of the acting seat, or if its turn ``goes_on`` only once another seat acts.

        If a person at the screen has acted, the news for spectators is cleared too.
        """
        for actor in {self.acting, seat} - {seat if goes_on else None, None}:
            for news in (self._cards, self._piles):
                news.pop(actor, None)
                if actor in people:
                    news.pop(None, None)
        self.acting = seat

    def copy(self) -> UnseenChanges:
        """Independent copy."""
        duplicate = UnseenChanges()
        duplicate._cards, duplicate._piles = dict(self._cards), dict(self._piles)
        duplicate._table, duplicate.acting = self._table, self.acting
        return duplicate

    def forget(self) -> None:
        """Clear the news of all seats."""
        self._cards.clear()
        self._piles.clear()

    # The save.

    def plain(self) -> dict[str, Any]:
        """Unseen changes as JSON: lists of seat and keys, for ``cards`` and ``piles``."""
        return {
            name: [[seat, sorted(keys)] for seat, keys in news.items() if keys]
            for name, news in (("cards", self._cards), ("piles", self._piles))
        }

    def read(self, saved: object, seats: int) -> None:
        """Restore the result of `plain`. Invalid data is ignored."""
        raw = saved if isinstance(saved, Mapping) else {}
        for name, news in (("cards", self._cards), ("piles", self._piles)):
            news.clear()
            rows = raw.get(name)
            for row in rows if isinstance(rows, list) else []:
                match row:
                    case [None | int() as seat, [*keys]] if seat is None or 0 <= seat < seats:
                        news[seat] = frozenset(key for key in keys if type(key) is int)


MAX_TABLES = 120  # number of tables kept; exceeds any round of turns


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table at rest, without changes by a draft."""

    draft: Draft
    owner: int | None  # seat whose hand was shown
    flow: PileFlow
    area: LayoutArea
    news: UnseenChanges

    def seen_by(self, seat: int | None) -> Draft:
        """Draft as shown to a seat, without the hand if that belongs to another seat."""
        return self.draft if seat == self.owner else replace(self.draft, order=())


class TableHistory:
    """Last tables of a match, by their cards."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Table, PastTable] = OrderedDict()

    def note(self, past_table: PastTable) -> None:
        """Store a table as the last one; beyond `MAX_TABLES`, the oldest is dropped."""
        key = past_table.draft.book.ordered_table([pile.texts for pile in past_table.draft.start])
        self._kept.pop(key, None)
        self._kept[key] = past_table
        if len(self._kept) > MAX_TABLES:
            self._kept.popitem(last=False)

    @property
    def last(self) -> PastTable | None:
        """Table stored last; None for none."""
        return next(reversed(self._kept.values()), None)

    def of(self, table: Sequence[Sequence[str]]) -> PastTable | None:
        """Most recent record of a table with these piles; `None` if there is none."""
        last = self.last
        return None if last is None else self._kept.get(last.draft.book.ordered_table(table))

    def flow_of(self, piles: Sequence[DraftPile]) -> tuple[PileFlow, LayoutArea] | None:
        """Layout of piles with exactly these cards, renamed to their present keys; None if there is none."""
        past_table = self.of([pile.texts for pile in piles])
        if past_table is None:
            return None
        return past_table.flow.with_keys(_names(past_table.draft.start, piles)), past_table.area


def _names(old_piles: Sequence[DraftPile], new_piles: Sequence[DraftPile]) -> dict[int, int]:
    """Map keys of ``old_piles`` to those of the ``new_piles`` with the same cards.

    Piles with equal keys are matched first.
    """
    left = list(new_piles)
    names = {}
    for by_key in (True, False):
        for pile in old_piles:
            if pile.key in names:
                continue
            twin = next(
                (candidate for candidate in left if sorted(candidate.texts) == sorted(pile.texts)
                 and (candidate.key == pile.key or not by_key)), None
            )  # fmt: skip
            if twin is not None:
                left.remove(twin)
                names[pile.key] = twin.key
    return names

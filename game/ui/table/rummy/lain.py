"""How the piles of a match lay on each table that it has come to: moves that are seen again are shown so."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.rummy.draft import Draft, DraftPile
from game.core.rummy.table import Table
from game.ui.table.rummy.news import TurnNews
from game.ui.table.rummy.spots import Area, Flow

KEPT = 120
"""So many tables are kept, the last ones: more than any round of turns comes to."""


@dataclass(frozen=True, slots=True)
class Lain:
    """A table that lay still, with nothing built on it."""

    draft: Draft
    owner: int | None
    """Whose hand lay beside it."""
    flow: Flow
    area: Area
    news: TurnNews

    def seen_by(self, seat: int | None) -> Draft:
        """The draft as a seat may go on with it: nobody else's hand lies there."""
        return self.draft if seat == self.owner else replace(self.draft, order=())


class Lately:
    """The last tables of a match, by what lay on them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Table, Lain] = OrderedDict()

    def note(self, lain: Lain) -> None:
        """A table lies still."""
        key = self._key(lain.draft, [pile.texts for pile in lain.draft.start])
        self._kept.pop(key, None)
        self._kept[key] = lain
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    @property
    def last(self) -> Lain | None:
        """The newest of them."""
        return next(reversed(self._kept.values()), None)

    def of(self, table: Sequence[Sequence[str]]) -> Lain | None:
        """How these piles lay when they lay there last; `None` if they never did."""
        last = self.last
        return None if last is None else self._kept.get(self._key(last.draft, table))

    def flow_of(self, piles: Sequence[DraftPile]) -> tuple[Flow, Area] | None:
        """Where piles with just these cards lay, by the keys that they have here."""
        lain = self.of([pile.texts for pile in piles])
        if lain is None:
            return None
        names = _names(lain.draft.start, piles)
        return lain.flow.renamed(names), lain.area

    @staticmethod
    def _key(draft: Draft, table: Sequence[Sequence[str]]) -> Table:
        return draft.book.ordered_table(table)


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

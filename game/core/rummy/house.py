"""The house rules of a match of a rummy, as its plays need them: what every rummy asks of the arranger."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.contract import Options
from game.core.rummy.arranger import GOOD_WORK, best_play, can_play, good_play
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.table import Table, canonical


@dataclass(frozen=True, slots=True)
class RummyHouse:
    """Derived from by each rummy, which adds its own house rules and why a play is refused."""

    options: Options
    book: MeldBook

    def can_play(self, table: Table, hand: Pile) -> bool:
        """Whether a hand that is in has any play, however the table is rearranged."""
        return can_play(self.book.game, table, hand, self.options)

    def best_play(self, table: Table, hand: Pile) -> Table | None:
        """The table after a legal play of as many cards as can be played, `None` if there is none."""
        best = best_play(self.book.game, table, hand, self.options)
        return canonical(self.book.game, best.table) if best.value else None

    def good_play(self, table: Table, hand: Pile, work: int = GOOD_WORK) -> Table | None:
        """As `best_play`, but soon found: with several jokers about it may leave a card that fits."""
        good = good_play(self.book.game, table, hand, self.options, work)
        return canonical(self.book.game, good.table) if good.value else None

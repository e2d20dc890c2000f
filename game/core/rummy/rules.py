"""What the rules of every rummy do alike: how positions are read, and what a hand may play."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.core.game import GameInfo, Layout, LayoutError, Refusal
from game.core.options import Options
from game.core.record import read_fields
from game.core.rummy._arranger import GOOD_WORK, best_play, can_play, demanded, good_play, play_with
from game.core.rummy._solver import BudgetExceeded
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.table import Table, canonical

S = TypeVar("S")


class RummyRules(Generic[S]):
    """What the `Rules` of every rummy do alike.

    Attributes:
        info: of the rummy.
        fields: the names of all fields of a position.
        seated: those with an entry for each seat, of which at least one tells how many seats there are.
        no_layout: the part of a layout that it has no room for, and why it takes none.
        read_position: reads a position of so many players, with a seed and house rules.
    """

    info: GameInfo
    fields: tuple[str, ...]
    seated: tuple[str, ...]
    no_layout: tuple[str, str]
    read_position: Callable[[str, int, int, Options], S]

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> S:
        """Read a position; a field left out is empty or 0."""
        self.check_bare(layout)
        return self.read_position(text, players, seed, options)

    def check_bare(self, layout: Layout | None) -> None:
        """Check that no layout is given: cards lie on a bare table.

        Raises:
            LayoutError: one is.
        """
        if layout is not None:
            raise LayoutError(*self.no_layout)

    def position_players(self, text: str) -> int:
        """How many seats a position text has; the usual number where it does not tell.

        Raises:
            ValueError: no field at all, a strange one, or fields that count differently.
        """
        title, fields = self.info.brief or self.info.title, read_fields(text, self.fields)
        if not fields:
            raise ValueError(f"A {title} position has one field at least, as in hands=-/-.")
        counts = {len(fields[name].split("/")) for name in self.seated if name in fields}
        if len(counts) > 1:
            *first, last = (f"{name}=" for name in self.seated)
            raise ValueError(
                f"In a {title} position {', '.join(first)} and {last} have one entry a seat,"
                " equally many each."
            )
        return counts.pop() if counts else self.info.default_players


@dataclass(frozen=True, slots=True)
class RummyOptions:
    """The house rules of a match as its plays need them: what every rummy asks of the arranger.

    Derived from by each rummy, which adds its own rules and why a play is refused.
    """

    options: Options
    book: MeldBook

    @abstractmethod
    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Why a hand that is in may not make the new table out of the old one."""

    @abstractmethod
    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """The tables after each legal play of one new pile, or of one card added to a pile."""

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

    def whole_play(self, table: Table, hand: Pile, work: int) -> Table | None:
        """The table after a play of the whole hand, `None` where so much work finds none."""
        try:
            whole = play_with(demanded(self.book, table, hand, hand, work))
        except BudgetExceeded:
            return None
        return canonical(self.book.game, whole.table) if whole else None

"""Common rules of all rummies: reading positions, and the plays of a hand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.core.game import GameInfo, Layout, LayoutError, Refusal
from game.core.options import Options
from game.core.record import read_fields
from game.core.rummy._arranger import (
    GOOD_WORK,
    best_play,
    board_with_demands,
    can_play,
    disturbance,
    good_play,
    play_with,
)
from game.core.rummy._solver import BudgetExceeded
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.table import Table, canonical

S = TypeVar("S")


class RummyRules(Generic[S]):
    """Common part of the `Rules` of every rummy.

    Attributes:
        info: the rummy's info.
        fields: names of all fields of a position.
        seated: names of fields with one entry a seat; at least one of them determines the number of seats.
        no_layout: arguments of the `LayoutError` that refuses a layout.
        read_position: reads a position from its text, number of players, seed and house rules.
    """

    info: GameInfo
    fields: tuple[str, ...]
    seated: tuple[str, ...]
    no_layout: tuple[str, str]
    read_position: Callable[[str, int, int, Options], S]

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> S:
        """State of a position text, a missing field being empty or 0; LayoutError if a layout is given."""
        self.check_bare(layout)
        return self.read_position(text, players, seed, options)

    def check_bare(self, layout: Layout | None) -> None:
        """Raise LayoutError if a layout is given, because a rummy has no board."""
        if layout is not None:
            raise LayoutError(*self.no_layout)

    def position_players(self, text: str) -> int:
        """Number of seats in a position text or the default; ValueError for no, unknown or unequal fields."""
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
    """House rules of a match, with the searches that every rummy's rules need.

    Each rummy derives its own class, which adds its rules and the reasons for refusals.
    """

    options: Options
    book: MeldBook

    @abstractmethod
    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Reason why a hand that has come in may not change the old table to the new one, or `None`."""

    @abstractmethod
    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """Yield tables after each legal play of one new pile, or of one card added to a pile."""

    def can_play(self, table: Table, hand: Pile) -> bool:
        """True if a hand that has come in has any play, including rearrangements."""
        return can_play(self.book.game, table, hand, self.options)

    def best_play(self, table: Table, hand: Pile) -> Table | None:
        """Table after a legal play of the maximum number of cards, `None` if there is no play."""
        best = best_play(self.book.game, table, hand, self.options)
        return canonical(self.book.game, best.table) if best.value else None

    def smallest_play(self, table: Table, hand: Pile) -> Table | None:
        """Table after the legal play of one card that opens the fewest piles, `None` if there is none."""
        singles = (best_play(self.book.game, table, (card,), self.options) for card in dict.fromkeys(hand))
        plays = [single.table for single in singles if single.value]
        legal = [new for new in plays if self.play_refusal(table, hand, new) is None]
        return min(legal, key=lambda new: disturbance(self.book, table, new), default=None)

    def good_play(self, table: Table, hand: Pile, work: int = GOOD_WORK) -> Table | None:
        """Table after a play of the most cards that is found within ``work`` states, `None` if none is."""
        good = good_play(self.book.game, table, hand, self.options, work)
        return canonical(self.book.game, good.table) if good.value else None

    def whole_play(self, table: Table, hand: Pile, work: int) -> Table | None:
        """Table after a play of the complete hand, `None` if none is found within ``work`` states."""
        try:
            whole = play_with(board_with_demands(self.book, table, hand, hand, work))
        except BudgetExceeded:
            return None
        return canonical(self.book.game, whole.table) if whole else None

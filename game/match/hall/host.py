"""What a table needs of its hall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from game.match.bot_turns import Thinker
from game.match.hall.plan import HallPlan
from game.match.hall.roster import Person
from game.match.seats import Seat

if TYPE_CHECKING:
    from game.match.hall.table import HallTable


class TableHost(Protocol):
    """What a table needs of its hall."""

    plan: HallPlan
    level: str
    hints: str

    def thinker(self, *, urgent: bool) -> Thinker:
        """A thinker of its own."""

    def draw_seed(self) -> int:
        """The seed of the next match."""

    def draw_salt(self) -> str:
        """What keeps its promise from being searched."""

    def next_match(self) -> int:
        """Which match of the evening it is: a page forgets what it kept of another."""

    def next_chair(self) -> int:
        """Counts sitting down."""

    def person(self, number: int) -> Person:
        """Somebody of the roster."""

    def language(self, number: int) -> str:
        """What somebody reads."""

    def is_there(self, number: int) -> bool:
        """Whether somebody's phone can be reached."""

    def is_paused(self, table: HallTable) -> bool:
        """Whether nothing goes on at a table for now."""

    def is_last(self) -> bool:
        """Whether no further hand begins."""

    def ended(self, table: HallTable) -> None:
        """A hand has ended there: whoever is to go elsewhere gets up."""

    def dressed(self, number: int, seat: Seat) -> None:
        """Somebody is called otherwise, or likes another look."""

    def keep(self, table: HallTable) -> None:
        """Something has happened at a table that is not to be lost."""

"""What one rummy does otherwise than another: its room, its words, and the few rules that the table needs.

Every hook gets what it needs; what lies on the table comes as the `TableState`. Events of a game's own are
shown by its view, which derives from `game.ui.rummy.view.RummyView`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from game.core.events import TypedEvent
from game.core.game import Event
from game.core.rummy.draft import Draft, DraftPile
from game.core.rummy.meld_check import MeldStatus
from game.i18n import _
from game.match.rummy.phone_adapter import TurnEndPolicy
from game.ui.match.context import ViewContext
from game.ui.rummy.table_state import TableState
from game.ui.rummy.theme import PileBorder, SideButton, StatusColumn, TableTheme, ValidityIndicator


class RummyHooks(ABC):
    """A rummy without anything of its own."""

    def __init__(self, context: ViewContext, room: TableTheme, endings: TurnEndPolicy) -> None:
        """Make the hooks of a match; ``room`` is how the table looks when it begins."""
        self.context = context
        self.room = room
        self.endings = endings
        self.takes = False
        """Whether the one who looks takes the cards of a deal one by one: only they can act meanwhile."""

    # Rules.

    def ending_move(self, table: TableState) -> str:
        """The move that ends the turn though nothing is laid; empty where there is none."""
        return ""

    def refuse_draw(self, table: TableState) -> str:
        """Why nothing may be drawn, as a sentence; empty where the rules decide."""
        return ""

    def may_draw(self, table: TableState) -> bool:
        """Whether the stock lies open to whoever has laid nothing."""
        return True

    def refuse_lift(self, table: TableState, keys: Sequence[int]) -> str:
        """Why these cards may not be lifted, as a sentence; empty where they may."""
        return ""

    def payable(self, table: TableState) -> DraftPile | None:
        """A pile with a joker that what is carried could free; `None` for none."""
        return None

    def paid(self, table: TableState) -> tuple[Draft, int] | None:
        """Where what is carried frees a joker as it is put down: the draft after that, and the joker."""
        return None

    # Words.

    def news_of(self, event: Event, owner: int | None) -> str:
        """An event as a sentence for the seat that looks; empty for what needs none."""
        return ""

    def pile_words(self) -> tuple[str, str, str]:
        """What the strip calls a pile, a new one for what is carried, and the one that a hint is asked for.

        A game may have another word.
        """
        return _("Pile"), _("New pile"), _("Which pile?")

    def pile_hint(self, *, joins: bool) -> str:
        """What a hint says of the marked cards of one pile, some of which may lie on the table."""
        if joins:
            return _("That makes one pile with the cards that are marked on the table.")
        return _("They make a pile of their own.")

    def look_word(self, table: TableState, card: int) -> str:
        """What Look does on a card of the table."""
        return _("Why?")

    def sitter_line(self, table: TableState, seat: int) -> tuple[str, bool | None]:
        """The line below a seat's name, and whether a tick or a dash stands before it."""
        return "", None

    def sits_out(self, table: TableState, seat: int) -> bool:
        return False

    def next_after(self, table: TableState, seat: int | None) -> int | None:
        return None if seat is None else (seat + 1) % len(self.context.seats)

    @abstractmethod
    def left_over(self, cards: Sequence[str]) -> str:
        """What cards that somebody was left with at the end of a hand come to, in a word or two."""

    def meter(self, table: TableState) -> tuple[int, int] | None:
        """Points shown and needed to come in; `None` where nobody has to."""
        return None

    def lamp(self, table: TableState, lamp: ValidityIndicator, words: str) -> tuple[ValidityIndicator, str]:
        """The lamp and its sign, given what is known of the table."""
        return lamp, words

    def status(self, table: TableState, status: StatusColumn, told: str) -> StatusColumn:
        """What the column tells, given that and what has just happened."""
        return status

    def end_words(self, table: TableState) -> tuple[str, str, bool]:
        """The button that ends the turn: its word, a note below it, and whether all is ready for it."""
        broken = sum(verdict.status is not MeldStatus.WHOLE for verdict in table.verdicts.values())
        if broken and table.draft.changed:
            note = _("{n} to mend").format(n=broken)
            return _("End turn"), note, False
        return _("End turn"), "", table.in_order

    def seam(self, table: TableState, pile: DraftPile, seam: PileBorder) -> PileBorder:
        """The seam of a pile, given the one that its verdict has."""
        return seam

    def knobs(self, table: TableState, knobs: list[SideButton]) -> list[SideButton]:
        """The buttons of the column, given the usual ones."""
        return knobs

    # Events.

    @abstractmethod
    def read(self, event: Event) -> TypedEvent:
        """The event as its kind has it."""

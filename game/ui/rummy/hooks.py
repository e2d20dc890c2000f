"""Differences between the rummy games: theme, words, and the few rules that the table needs.

Hooks read the table from the `TableState`. The event animations of a single game are in its view, which
derives from `game.ui.rummy.view.RummyView`.
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
    """Hooks of a rummy, with the defaults of a game without extra rules."""

    def __init__(self, context: ViewContext, theme: TableTheme, endings: TurnEndPolicy) -> None:
        """Create the hooks of a match; ``theme`` is the table theme at its start."""
        self.context = context
        self.room = theme
        self.endings = endings
        self.takes = False
        """True while the viewer picks up dealt cards one by one. Other players cannot act meanwhile."""

    in_one_go = 0  # number of cards that a final play takes at once, so that a hand of these counts as empty

    # Rules.

    def ending_move(self, table: TableState) -> str:
        """Move that ends the turn without laying cards; empty (default) if there is none."""
        return ""

    def refuse_draw(self, table: TableState) -> str:
        """Sentence that refuses a draw; empty (default) if the rules decide."""
        return ""

    def may_draw(self, table: TableState) -> bool:
        """True (default) if the game lets a player who has laid nothing draw."""
        return True

    def refuse_lift(self, table: TableState, keys: Sequence[int]) -> str:
        """Sentence that refuses to lift these cards; empty (default) if they may be lifted."""
        return ""

    def payable(self, table: TableState) -> DraftPile | None:
        """Pile with a joker that the carried cards could free; None (default) if there is none."""
        return None

    def paid(self, table: TableState) -> tuple[Draft, int] | None:
        """Draft after the carried cards free a joker, and the joker's key; None (default) if they do not."""
        return None

    # Words.

    def news_of(self, event: Event, owner: int | None) -> str:
        """Sentence about an event for the seat ``owner`` (None: spectators). Empty by default."""
        return ""

    def pile_words(self) -> tuple[str, str, str]:
        """Prompt bar words for a pile, for a new pile of carried cards, and for asking a hint about one."""
        return _("Next pile"), _("New pile"), _("Which pile?")

    def pile_hint(self, *, joins: bool) -> str:
        """Hint sentence about the highlighted cards of one pile. ``joins``: some of them are on the table."""
        if joins:
            return _("That makes one pile with the cards marked on the table.")
        return _("They make a separate pile.")

    def look_word(self, table: TableState, card: int) -> str:
        """Prompt of the Look button on a card of the table, by default "Why?"."""
        return _("Why?")

    def sitter_line(self, table: TableState, seat: int) -> tuple[str, bool | None]:
        """Line below a seat's name, and a tick (True), dash (False) or no mark (None). Default ("", None)."""
        return "", None

    def is_out(self, table: TableState, seat: int) -> bool:
        """True if the seat takes no part in this hand. False by default."""
        return False

    def next_after(self, table: TableState, seat: int | None) -> int | None:
        """Seat that acts after ``seat``, by default the next in order; None for None."""
        return None if seat is None else (seat + 1) % len(self.context.seats)

    @abstractmethod
    def left_over(self, cards: Sequence[str]) -> str:
        """Value in a word or two of cards left at the end of a hand; empty if the game has none."""

    def meter(self, table: TableState) -> tuple[int, int] | None:
        """Points laid out and points needed to come in; None (default) without such a requirement."""
        return None

    def validity_indicator(
        self, table: TableState, lamp: ValidityIndicator, label: str
    ) -> tuple[ValidityIndicator, str]:
        """Indicator and its label, given the usual ones, which are the default."""
        return lamp, label

    def status(self, table: TableState, status: StatusColumn, sentence: str) -> StatusColumn:
        """Status column, given the usual one (the default) and the sentence about the latest event."""
        return status

    def end_words(self, table: TableState) -> tuple[str, str, bool]:
        """Label of the button that ends the turn, a note below it (may be empty), and True if it can end."""
        broken = sum(verdict.status is not MeldStatus.VALID for verdict in table.verdicts.values())
        if broken and table.draft.is_changed:
            note = _("{n} to fix").format(n=broken)
            return _("End turn"), note, False
        return _("End turn"), "", table.can_end_turn

    def pile_border(self, table: TableState, pile: DraftPile, border: PileBorder) -> PileBorder:
        """Border of a pile, given the usual one for its verdict, which is the default."""
        return border

    def side_buttons(self, table: TableState, buttons: list[SideButton]) -> list[SideButton]:
        """Buttons of the column, given the usual ones, which are the default."""
        return buttons

    # Events.

    @abstractmethod
    def read(self, event: Event) -> TypedEvent:
        """The event as a typed event."""

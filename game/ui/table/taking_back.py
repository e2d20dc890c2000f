"""Taking moves back: whose they are, and who is asked."""

from __future__ import annotations

from game.core.contract import IllegalMove
from game.match.seats import PHONE
from game.ui.table.consent import Consent
from game.ui.table.context import ViewContext
from game.words import _


class TakingBack:
    """Takes back the last move of a person, once all agree."""

    def __init__(self, table: ViewContext) -> None:
        self._table = table

    def ask(self) -> None:
        """Take the move back, or ask whoever has to agree."""
        if not self._table.match.steps_back():
            self._table.refuse(_("There is nothing to take back."))
            return
        asked, owner = self._table.match.asked_to_agree(), self._table.match.last_person
        if asked is None or owner is None:
            self._take_back()
            return
        question = _("{name}, may {other} take the move back?").format(
            name=self._table.seats[asked].name, other=self._table.seats[owner].name
        )
        self._ask_consent(asked, question)

    def _ask_consent(self, asked: int, question: str) -> None:
        """Ask somebody on their phone, if they hold one; else at the screen."""

        def answered(number: int | None) -> None:
            if number == 0:
                self._take_back()

        # The person asked may sit far from the screen, or be out of sight of it.
        on_phone = self._table.seats[asked].device == PHONE
        if not on_phone or not self._table.stage.phones.ask(asked, question, [_("Yes"), _("No")], answered):
            self._table.stage.scenes.push(Consent(question, self._table.seats, asked), answered)

    def _take_back(self) -> None:
        try:
            self._table.match.take_back()
        except IllegalMove:
            self._table.refuse(_("A move that tossed, dealt or drew cannot be taken back."))

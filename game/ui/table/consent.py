"""The question whether a move may be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.seats import Seat, may_act
from game.ui.kit.dialogs import Ask
from game.ui.kit.input import Act, Intent
from game.words import _


class Consent(Ask):
    """A question that only the device of one seat can answer with yes."""

    uncalled = True

    def __init__(self, question: str, seats: Sequence[Seat], seat: int) -> None:
        super().__init__(question, [_("Yes"), _("No")])
        self.seats, self.seat = seats, seat

    def intent(self, intent: Intent) -> None:
        """Yes is for the seat that is asked; anybody may look, and say no for it by Back."""
        if intent.act in (Act.CONFIRM, Act.PRESS) and not may_act(self.seats, self.seat, intent.device):
            self.stage.audio.play("refuse")
        else:
            super().intent(intent)

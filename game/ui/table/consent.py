"""The question whether a move may be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.match.seats import Seat, may_act
from game.ui.core.input import Act, Intent
from game.ui.table.context import ViewContext
from game.ui.widgets.dialogs import Ask
from game.words import spoken_to


class Consent(Ask):
    """A question that only the device of one seat can answer."""

    uncalled = True  # a phone may have asked: nobody here has waited for it

    def __init__(self, question: str, answers: Sequence[str], seats: Sequence[Seat], seat: int) -> None:
        super().__init__(question, answers)
        self.seats, self.seat = seats, seat

    def intent(self, intent: Intent) -> None:
        """Yes is for the seat that is asked; anybody may look, and say no for it by Back."""
        if intent.act in (Act.CONFIRM, Act.PRESS) and not may_act(self.seats, self.seat, intent.device):
            self.stage.audio.play("refuse")
        else:
            super().intent(intent)


def ask_at_screen(
    table: ViewContext,
    seat: int,
    words: Callable[[], str],
    answers: Callable[[], Sequence[str]],
    then: Callable[[int], None],
) -> bool:
    """Ask the person of a seat at this screen; a `Questioner` of it. Back answers nothing."""

    def answered(number: int | None) -> None:
        if number is not None:
            then(number)

    with spoken_to(""):  # it may be a phone that asks
        consent = Consent(words(), answers(), table.seats, seat)
        table.stage.scenes.push(consent, answered)
    return True

"""Taking moves back: whose they are, and who is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.contract import IllegalMove
from game.ui.dialogs import Ask
from game.ui.input import Act, Intent
from game.ui.scene import Help
from game.ui.seats import Seat, may_act
from game.ui.thinking import Thinking
from game.ui.words import _


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


class Undoing(Thinking):
    """A table at which moves can be taken back."""

    def undo(self) -> None:
        """Take back the last move of a person, and what bots have answered to it."""
        steps = self._undo_steps()
        if not steps:
            self.refuse(_("There is nothing to take back."))
            return
        owner = self.session.log[-steps][0]
        others = {seat for seat, _move in self.session.log[-steps:]} - {owner}
        others |= {self.session.to_move} if self.session.to_move not in (None, owner) else set()
        asked = next((seat for seat in sorted(o for o in others if o is not None)
                      if not self.seats[seat].is_bot), None)  # fmt: skip
        if asked is None:
            self._take_back(steps)
            return
        question = _("{name}, may {other} take the move back?").format(
            name=self.seats[asked].name, other=self.seats[owner].name
        )
        self.ask_consent(asked, question, lambda: self._take_back(steps))

    def ask_consent(self, asked: int, question: str, then: Callable[[], None]) -> None:
        """Ask the person in a seat, and go on where the answer is yes."""
        self.stage.scenes.push(
            Consent(question, self.seats, asked), lambda answer: then() if answer == 0 else None
        )

    def undo_help(self) -> Help:
        """The entry of the strip for taking a move back, where a person has made one."""
        return [(Act.UNDO, _("Take back"))] if self._undo_steps() else []

    def _undo_steps(self) -> int:
        """How many moves go back to the last one of a person, 0 for none."""
        for steps, (seat, _move) in enumerate(reversed(self.session.log), start=1):
            if not self.seats[seat].is_bot:
                return steps
        return 0

    def _take_back(self, steps: int) -> None:
        """Undo so many moves, or none of them where one cannot be undone."""
        self.stop_thinking()
        undone: list[str] = []
        try:
            for _step in range(steps):
                last = self.session.log[-1][1]
                self.session.undo()
                undone.append(last)
        except IllegalMove:
            for move in reversed(undone):
                self.session.play(move)
            self.refuse(_("A move that tossed, dealt or drew cannot be taken back."))
            return
        self.stage.audio.play("undo")
        self.drop_shows()
        self.hinted = self.message = ""
        self.save()
        self.taken_back()
        self.arrive()

    def taken_back(self) -> None:
        """Called when moves were taken back, before `arrive`: what was said of them holds no longer."""

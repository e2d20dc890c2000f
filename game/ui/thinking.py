"""Computer players at a table: their turns, their pace, and hints for people."""

from __future__ import annotations

from collections.abc import Sequence

from game.bots.worker import CHOOSE, Answer
from game.core.chance import drawn_seed
from game.core.contract import IllegalMove
from game.core.session import Session
from game.ui.input import Act
from game.ui.motion import PACE, full_table
from game.ui.seats import Seat
from game.ui.shows import HURRY, Shows

PAUSE_BEFORE_BOT = 380.0
"""How long a computer player waits before its move is shown, in ms at the brisk pace."""
SAME_TURN = 0.25
"""How much of that pause comes before the further moves of the same turn."""


class Thinking(Shows):
    """A table at which moves are made, by people and by bots."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.hinted = ""
        """The move that a hint proposes, until something changes."""
        self._salt = drawn_seed()
        self._ticket = 0
        self._asked_hint = False
        self._wait = 0.0

    def play(self, move: str) -> bool:
        """Make a move for the seat to move; a refused one is explained and changes nothing."""
        try:
            events = self.session.play(move)
        except IllegalMove as refused:
            self.refuse(self.explain(refused))
            return False
        self.hinted = self.message = ""
        self.save()
        self.enqueue(events)
        return True

    def hint(self) -> None:
        """Ask what a decent player would do here."""
        if self.person is None or self.stage.settings.hints == "off":
            return
        self.skip()
        self._asked_hint = True
        self._ask(self.person, "normal")
        self.stale = True

    def thinks(self, seat: int) -> bool:
        """Whether a bot sits there and it is its turn, with nothing left to be shown."""
        return self.show is None and self.session.to_move == seat and self.seats[seat].is_bot

    def stop_thinking(self) -> None:
        """Drop what a bot is thinking about."""
        self.stage.thinker.cancel()
        self._ticket = 0

    def _ask(self, seat: int, level: str) -> None:
        seed = ("window", self._salt, len(self.session.log))
        seen, options = self.session.observe(seat), self.session.options
        self._ticket = self.stage.thinker.ask(CHOOSE, self.session.game, seen, options, level, seed)

    def think(self, gone: float) -> bool:
        """Have the bot to move think, and play its answer when it has come and the pause is over."""
        seat = self.session.to_move
        assert seat is not None
        self._wait += gone
        if not self._ticket:
            self._ask(seat, self.seats[seat].level)
        pause = 0.0 if self._asked_hint else PAUSE_BEFORE_BOT * PACE[self.stage.settings.animation_speed]
        pause *= full_table(len(self.seats))
        if self.session.log and self.session.log[-1][0] == seat:
            pause *= SAME_TURN
        if self.stage.devices.holding(Act.CONFIRM):
            pause /= HURRY
        if self._wait < pause:
            return True
        answer = self.stage.thinker.answer()
        if answer is not None and answer.ticket == self._ticket:
            self._ticket = 0
            self._answered(answer)
        return False

    def _answered(self, answer: Answer) -> None:
        if answer.error:
            raise RuntimeError(f"A computer player broke.\n{answer.error}")
        if self._asked_hint:
            self._asked_hint = False
            self.hinted = answer.value
            self.stale = True
            self.ready()
        else:
            self.play(answer.value)

"""The turns of computer players: they think in a process of their own and move at a pace for people."""

from __future__ import annotations

from typing import Any, Protocol

from game.bots.worker import CHOOSE, Answer
from game.core.chance import drawn_seed
from game.match.match import Match, MatchListener

PAUSE = 380.0
"""How long a computer player waits before its move is shown, in ms at the brisk pace."""
SAME_TURN = 0.25
"""How much of that pause comes before the further moves of the same turn."""


def full_table(seats: int) -> float:
    """What lengths and pauses are multiplied with where many sit: a round of seven bots takes about 6 s."""
    return min(1.0, float((4 / seats) ** 1.8))


class Thinker(Protocol):
    """What works a move out beside the loop; `game.bots.worker.Worker` is one."""

    def ask(self, where: str, *arguments: Any) -> int:
        """Have a function called; returns the ticket of its answer."""

    def answer(self) -> Answer | None:
        """The answer to the last question, once, when it has come in."""

    def start(self) -> None:
        """Make ready before the first question."""

    def cancel(self) -> None:
        """Drop the question."""


class BotTurns(MatchListener):
    """Has the bot to move think, and plays its answer when the pause is over."""

    def __init__(self, match: Match, thinker: Thinker) -> None:
        self._match = match
        self._thinker = thinker
        # Bots see no seed of the match: theirs is drawn here, and is another one after each resume.
        self._salt = drawn_seed()
        self._ticket = 0
        self._waited = 0.0
        match.listen(self)

    def turn(self, ms: float, pace: float) -> bool:
        """Let time pass on the turn of a bot, when all that came before has been shown.

        Args:
            ms: how much.
            pace: what the pause is multiplied with.

        Returns:
            Whether time has to go on; where not, the answer that is awaited wakes the loop.

        Raises:
            RuntimeError: the bot broke.
        """
        seat = self._match.bot
        if seat is None:
            return False
        self._waited += ms
        if not self._ticket:
            self._ask(seat)
        if self._waited < self._pause(seat) * pace:
            return True
        answer = self._thinker.answer()
        if answer is None or answer.ticket != self._ticket:
            return False
        self._ticket = 0
        if answer.error:
            raise RuntimeError(f"A computer player broke.\n{answer.error}")
        self._match.play(answer.value)
        return True

    def rest(self) -> None:
        """All has been shown: the pause before the next bot begins."""
        self._waited = 0.0

    def stop(self) -> None:
        """Drop what a bot is thinking about."""
        self._thinker.cancel()
        self._ticket = 0

    def _ask(self, seat: int) -> None:
        session = self._match.session
        seed = ("bot", self._salt, len(session.log))
        level = self._match.seats[seat].level
        question = session.game, session.observe(seat), session.options, level, seed
        self._ticket = self._thinker.ask(CHOOSE, *question)

    def _pause(self, seat: int) -> float:
        log = self._match.session.log
        again = SAME_TURN if log and log[-1][0] == seat else 1.0
        return PAUSE * full_table(len(self._match.seats)) * again

    # What happens in the match.

    def taken_back(self, count: int) -> None:
        self.stop()

    def seat_changed(self, number: int) -> None:
        self.stop()
        if self._match.seats[number].is_bot:
            self._thinker.start()

    def given_up(self, seat: int) -> None:
        self.stop()

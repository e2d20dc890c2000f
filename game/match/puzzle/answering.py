"""What other seats answer within a puzzle, worked out beside the loop."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.bot_turns import PAUSE, Thinker
from game.match.match import Match
from game.match.puzzle.attempt import Attempt
from game.match.puzzle.puzzle import Puzzle, Verdict
from game.match.puzzle.puzzler import puzzler_of

ANSWER = "game.match.puzzle.answering:answer"


def answer(data: dict[str, object], moves: Sequence[str]) -> str:
    """The move of the seat to move after these moves of a puzzle; what a worker is asked."""
    puzzle = Puzzle.of(data)
    puzzler, session = puzzler_of(puzzle.game), puzzle.session()
    assert puzzler is not None
    for move in moves:
        session.play(move)
    return puzzler.answer(puzzle, session)


class Answers:
    """Stands where `game.match.bot_turns.BotTurns` stands in a match: the best defence, at the same pace."""

    def __init__(self, match: Match, attempt: Attempt, thinker: Thinker) -> None:
        self._match, self._attempt, self._thinker = match, attempt, thinker
        self._waited = 0.0
        self._ticket = 0
        self._asked = 0
        """After how many moves."""
        self._move = ""
        """What came back."""

    @property
    def _awaits(self) -> bool:
        """Whether another seat has to move now."""
        seat = self._match.to_move
        return self._attempt.verdict is Verdict.OPEN and seat not in (None, self._attempt.puzzle.seat)

    def start(self) -> None:
        """Nobody may ever have to answer: no process is made ready."""

    def think(self) -> None:
        """Begin to work it out, also while what came before is shown."""
        made = tuple(move for _seat, move in self._match.session.log)
        if self._ticket and self._asked != len(made):
            self.stop()  # a move was taken back
        if self._awaits and not self._ticket:
            self._asked = len(made)
            self._ticket = self._thinker.ask(ANSWER, self._attempt.puzzle.data(), made)

    def turn(self, ms: float, pace: float) -> bool:
        """Let time pass before the answer; whether time has to go on."""
        if not self._awaits:
            return False
        self._waited += ms
        self.think()
        if not self._move:
            self._attend()
        if self._waited < PAUSE * pace:
            return True
        if not self._move:
            return False
        move = self._move
        self._ticket, self._move = 0, ""
        self._match.play(move)
        return True

    def _attend(self) -> None:
        found = self._thinker.answer()
        if found is not None and found.ticket == self._ticket:
            if found.error:
                self._ticket = 0
                raise RuntimeError(f"The other side of a puzzle broke.\n{found.error}")
            self._move = found.value

    def rest(self) -> None:
        """All has been shown: the pause before the answer begins."""
        self._waited = 0.0

    def stop(self) -> None:
        """Drop what is being worked out, or was."""
        if self._ticket:
            self._thinker.cancel()
        self._ticket, self._move = 0, ""

"""The other seats of a lesson: they make the moves of its script, at the pace of computer players."""

from __future__ import annotations

from game.match.bot_turns import PAUSE
from game.match.match import Match
from game.match.tutor import Tutor


class Replies:
    """Stands where `game.match.bot_turns.BotTurns` stands in a match; nobody thinks."""

    def __init__(self, match: Match, tutor: Tutor) -> None:
        self._match = match
        self._tutor = tutor
        self._waited = 0.0

    def start(self) -> None:
        """Nobody needs a process."""

    def think(self) -> None:
        """What comes is known."""

    def turn(self, ms: float, pace: float) -> bool:
        """Let time pass before the next move of the script; whether time has to go on."""
        if not self._tutor.answers:
            return False
        self._waited += ms
        if self._waited >= PAUSE * pace:
            self._match.play(self._tutor.answer)
        return True

    def rest(self) -> None:
        """All has been shown: the pause before the next move begins."""
        self._waited = 0.0

    def stop(self) -> None:
        """Nothing is under way."""

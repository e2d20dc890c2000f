"""Somebody at a puzzle: their moves are judged, the other seats answered for."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event
from game.match.match import Match, MatchListener
from game.match.puzzle.puzzle import Puzzle, Verdict
from game.match.puzzle.puzzler import Puzzler


class Attempt(MatchListener):
    """One attempt at a puzzle: listens to a match that began with its position.

    Attributes:
        puzzle: what is tried.
        verdict: what it has come to.
    """

    def __init__(self, puzzle: Puzzle, puzzler: Puzzler, match: Match) -> None:
        self.puzzle = puzzle
        self.verdict = Verdict.OPEN
        self._puzzler, self._match = puzzler, match
        match.listen(self)

    @property
    def answer(self) -> str:
        """What another seat does now; empty while it is the solver's turn, or all is decided."""
        seat = self._match.to_move
        if self.verdict is not Verdict.OPEN or seat is None or seat == self.puzzle.seat:
            return ""
        return self._puzzler.answer(self.puzzle, self._match.session)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """A move was made: is it done, or out of reach?"""
        self._judge()

    def taken_back(self, count: int) -> None:
        """What was out of reach may be within it again."""
        self._judge()

    def _judge(self) -> None:
        self.verdict = self._puzzler.verdict(self.puzzle, self._match.session)

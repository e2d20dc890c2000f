"""Hints for whoever is to move, at the screen or on a phone: one service, one question at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.match.bot_turns import Thinker
from game.match.match import Match, MatchListener

Question = tuple[Any, ...]
"""What a worker is asked: where the function is, and its arguments."""


class Hints(MatchListener):
    """Finds out what helps the one to move; an answer that comes too late is nobody's."""

    def __init__(self, match: Match, thinker: Thinker) -> None:
        """Make the service; the thinker may be that of the bots, who rest while a person is to move."""
        self._match = match
        self._thinker = thinker
        self._ticket = 0
        self._then: Callable[[Any], None] = lambda _value: None
        self.asked = 0
        """How many hints were asked for since the last move; games tell more each time."""
        match.listen(self)

    @property
    def is_asked(self) -> bool:
        """Whether a hint is being found out."""
        return bool(self._ticket)

    def ask(self, question: Callable[[int], Question], then: Callable[[Any], None]) -> None:
        """Have a hint found out for the one to move; while one is, nothing more is asked.

        Args:
            question: gives the question, told how many were asked for since the last move, this one too.
            then: gets what was found out, unless a move was made meanwhile.
        """
        if self._ticket:
            return
        self.asked += 1
        self._then = then
        self._ticket = self._thinker.ask(*question(self.asked))

    def attend(self) -> bool:
        """Take in a hint that has come; whether one has.

        Raises:
            RuntimeError: the adviser broke.
        """
        answer = self._thinker.answer() if self._ticket else None
        if answer is None or answer.ticket != self._ticket:
            return False
        self._ticket = 0
        if answer.error:
            raise RuntimeError(f"A hint broke.\n{answer.error}")
        self._then(answer.value)
        return True

    def drop(self) -> None:
        """The table is another one: what is being found out helps nobody, and the first hint is the first."""
        if self._ticket:
            self._thinker.cancel()
        self._ticket = self.asked = 0

    def played(self, seat: int, move: str, events: object) -> None:
        self.drop()

    def taken_back(self, count: int) -> None:
        self.drop()

    def seat_changed(self, number: int) -> None:
        self.drop()

    def given_up(self, seat: int) -> None:
        self.drop()

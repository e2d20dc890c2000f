"""Socker on phones: its hints say what the move is good for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.games.socker.screen.advising import advice_words
from game.match.hints import Question
from game.match.phone_part import PhonePart

if TYPE_CHECKING:
    from game.games.socker.bot.advice import Advice

ADVISED = "game.games.socker.bot.advice:advised"
"""The question for a hint."""


class SockerOnPhones(PhonePart):
    """What phones show of the match besides the carpet."""

    def question(self, seat: int, asked: int, strength: str) -> Question:
        """The move of the best player, and what it does; the same for the hint on the screen."""
        session = self.match.session
        return ADVISED, session.observe(seat), session.options, ("hint", len(session.log))

    def hint(self, seat: int, answer: Advice, strength: str) -> dict[str, Any]:
        """The move, and in ``why`` what it is good for."""
        told = super().hint(seat, answer["move"], strength)
        return {**told, "why": self.why(seat, answer) if told["full"] else ""}

    def why(self, seat: int, advice: Advice) -> str:
        """What to do and why, in a sentence."""
        return advice_words(advice, self.match.seats[1 - seat].name)

"""SOCiable on phones: its hints say what can be said for the move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.games.sociable.screen.advising import advice_words
from game.match.hints import Question
from game.match.phone_part import PhonePart

if TYPE_CHECKING:
    from game.games.sociable.bot.advice import Advice

ADVISED = "game.games.sociable.bot.advice:advised"
"""The question for a hint."""


class SociableOnPhones(PhonePart):
    """What phones show of the match besides the table."""

    def question(self, seat: int, asked: int, strength: str) -> Question:
        """The move of the best player, and why; the same for the hint on the screen."""
        session = self.match.session
        return ADVISED, session.observe(seat), session.options, ("hint", len(session.log))

    def hint(self, seat: int, answer: Advice, strength: str) -> dict[str, Any]:
        """The move, and in ``why`` what can be said for it."""
        told = super().hint(seat, answer["move"], strength)
        return {**told, "why": self.why(answer) if told["full"] else ""}

    def why(self, advice: Advice) -> str:
        """What to do and why, in a sentence."""
        return advice_words(advice, [seat.name for seat in self.match.seats])

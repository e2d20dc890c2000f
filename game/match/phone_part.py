"""What a game adds to the match on phones; most games need nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.bots.worker import CHOOSE
from game.match.hints import Question
from game.match.match import Match
from game.words import _


class PhonePart:
    """A game on phones: its legal moves as buttons or on its own page, and a bot's move as the hint."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def view(self, seat: int) -> dict[str, Any]:
        """What the phone of a seat shows besides its observation, as plain JSON: a half-built turn."""
        return {}

    def public(self) -> dict[str, Any]:
        """What a phone without a seat shows besides what a spectator observes, as plain JSON."""
        return {}

    def moves(self, seat: int) -> list[str]:
        """The moves that the phone of the seat to move offers; fewer where listing them takes long."""
        return self.match.session.moves()

    def act(self, seat: int, words: Mapping[str, Any]) -> str:
        """Called with what the person at a phone does besides making a move, at any time; it may be anything.

        Returns a sentence where it is refused, else an empty text.
        """
        return _("That cannot be done now.")

    def question(self, seat: int, asked: int, strength: str) -> Question:
        """What a worker is asked for a hint on the phone of the seat to move.

        Args:
            seat: the seat.
            asked: how many hints were asked for since the last move, this one too.
            strength: how much hints tell in this house.
        """
        session = self.match.session
        seen, options = session.observe(seat), session.options
        return CHOOSE, session.game, seen, options, "normal", ("phone", len(session.log))

    def hint(self, seat: int, answer: Any, strength: str) -> dict[str, Any]:
        """What the phone is told of the answer, as plain JSON; the big screen shows nothing of it.

        A page shows the whole ``move`` where it is ``full``, else where to look for it.
        """
        return {"move": answer, "full": strength == "full"}

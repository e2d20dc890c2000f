"""Taking moves back: whose they are, who has to agree to it, and how they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from game.core.contract import IllegalMove
from game.match.match import Match
from game.words import _


class Questioner(Protocol):
    """A way to ask people something: on their phones, or at a screen."""

    def __call__(self, seat: int, words: str, answers: Sequence[str], then: Callable[[int], None]) -> bool:
        """Ask the person of a seat; whether they could be asked.

        Args:
            seat: who is asked.
            words: the question.
            answers: what can be answered.
            then: called with the number of the answer, if there is one.
        """


class TakingBack:
    """Takes back the last move of a person, once whoever would lose something by it agrees."""

    def __init__(self, match: Match, refuse: Callable[[str], None] = lambda _why: None) -> None:
        """Take back moves of a match.

        Args:
            match: the match.
            refuse: shows why something cannot be taken back.
        """
        self._match = match
        self._refuse = refuse
        self._questioners: list[Questioner] = []

    def ask_by(self, questioner: Questioner) -> None:
        """Ask people in this way too, where those before it cannot."""
        self._questioners.append(questioner)

    def ask(self) -> str:
        """Take the move back, or ask whoever has to agree; a sentence where that is refused."""
        match = self._match
        if not match.steps_back():
            return self._refused(_("There is nothing to take back."))
        asked, owner = match.asked_to_agree(), match.last_person
        if asked is None or owner is None:
            return self._take_back()
        question = _("{name}, may {other} take the move back?").format(
            name=match.seats[asked].name, other=match.seats[owner].name
        )
        plies = len(match.session.log)

        def answered(number: int) -> None:
            # Where a move was made meanwhile, it is not the one that was asked about.
            if number == 0 and len(match.session.log) == plies:
                self._take_back()

        if any(ask(asked, question, [_("Yes"), _("No")], answered) for ask in self._questioners):
            return ""
        return self._refused(_("Your last move cannot be taken back now."))

    def _take_back(self) -> str:
        try:
            self._match.take_back()
        except IllegalMove:
            return self._refused(_("A move that tossed, dealt or drew cannot be taken back."))
        return ""

    def _refused(self, why: str) -> str:
        self._refuse(why)
        return why

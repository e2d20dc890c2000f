"""Taking moves back: whose they are, who has to agree to it, and how they are asked.

How it goes through the house (a move taken back): `MatchScene.undo`, or `PhoneSeats.do` for a phone >
`TakingBack.ask` (`match/undo.py`): who would lose something by it is asked first, on their phone
(`PhoneSeats.ask`) or at the screen (`Consent` in `ui/match/scene.py`) > `Match.take_back` tells the
listeners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from game.core.game import IllegalMove
from game.core.session import Code
from game.match.match import Match
from game.words import _, spoken_to


class Questioner(Protocol):
    """A way to ask people something: on their phones, or at a screen."""

    def __call__(
        self,
        seat: int,
        words: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        then: Callable[[int], None],
    ) -> bool:
        """Ask the person of a seat; whether they could be asked. ``then`` gets the number of the answer.

        Question and answers are calls, since whoever is asked may speak another language than who asks.
        """


class TakingBack:
    """Takes back the last move of a person, once whoever would lose something by it agrees."""

    def __init__(self, match: Match, refuse: Callable[[str], None] = lambda _why: None) -> None:
        """Take back moves of a match; ``refuse`` shows why something cannot be taken back."""
        self._match = match
        self._refuse = refuse
        self._questioners: list[Questioner] = []

    def ask_by(self, questioner: Questioner) -> None:
        self._questioners.append(questioner)

    def ask(self) -> str:
        """Take the move back, or ask whoever has to agree; a sentence where that is refused."""
        match = self._match
        if not match.steps_back():
            return self._refused(lambda: _("There is nothing to take back."))
        asked, owner = match.asked_to_agree(), match.last_person
        if asked is None or owner is None:
            return self._take_back()
        name, other = match.seats[asked].name, match.seats[owner].name

        def question() -> str:
            return _("{name}, may {other} take the move back?").format(name=name, other=other)

        plies = len(match.session.log)

        def answered(number: int) -> None:
            # Where a move was made meanwhile, it is not the one that was asked about.
            if number == 0 and len(match.session.log) == plies:
                self._take_back()

        def answers() -> Sequence[str]:
            return [_("Yes"), _("No")]

        if any(ask(asked, question, answers, answered) for ask in self._questioners):
            return ""
        return self._refused(lambda: _("Your last move cannot be taken back now."))

    def _take_back(self) -> str:
        try:
            self._match.take_back()
        except IllegalMove as refused:
            if refused.refusal.code == Code.MATCH_OVER:
                if self._match.has_secrets:
                    return self._refused(lambda: _("The match is over, and all hands lie open."))
                return self._refused(lambda: _("The match is over."))
            return self._refused(lambda: _("A move that tossed, dealt or drew cannot be taken back."))
        return ""

    def _refused(self, why: Callable[[], str]) -> str:
        # The window says it in its own language, whoever asked.
        with spoken_to(""):
            self._refuse(why())
        return why()

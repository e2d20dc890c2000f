"""A puzzle on the phone of whoever solves it: its task, what can be chosen, and what a try has come to.

How it goes through the house (a sock on phones): from the `Lessons` of a lobby on one of them,
`PuzzleOnPhone` (`match/puzzle/phone.py`) in the place of `LessonOnPhone`; or as a `RaceScene`, in which
each phone's `Runner` has a match and `PhoneSeats` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from game.core.discovery import find
from game.core.game import common_observed
from game.match.lesson_phone import OnOnePhone
from game.match.match import Match
from game.match.profiles import ASKED
from game.match.puzzle import Attempt, Verdict
from game.match.puzzle.sitting import HintsGiven, Sitting
from game.words import _

HINT, AGAIN, LEAVE = "hint", "again", "leave"
HELP = frozenset({"hint", "threats", "look"})
"""What phones may ask of a match, which tells what helps; a puzzle has its own hints."""
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class PuzzleHost(Protocol):
    """Whoever shows the puzzle; `game.ui.match.puzzle.PuzzleScene` is it."""

    @property
    def hints(self) -> HintsGiven:
        """What was told of its solution."""

    def choose(self, what: str) -> None:
        """A `HINT`, the beginning `AGAIN`, or `LEAVE`."""

    def solve_here(self) -> None:
        """It goes on at the screen."""


class PuzzleOnPhone(OnOnePhone):
    """Stands where `game.match.lesson_phone.LessonOnPhone` stands in a lesson, and speaks to its page."""

    def __init__(
        self,
        pupil: int,
        match: Match,
        sitting: Sitting,
        attempt: Attempt,
        host: PuzzleHost,
        title: Callable[[], str],
    ) -> None:
        """Put a puzzle on a phone; ``title`` says which one it is, in any language."""
        super().__init__(pupil)
        self._match, self._sitting, self._attempt, self._host = match, sitting, attempt, host
        self._title = title
        self._chosen = 0
        """How many choices were made: a second tap was not meant for what the first has led to."""

    @property
    def learner(self) -> int:
        return self._sitting.puzzle.seat

    def gone(self) -> None:
        self._host.solve_here()

    def version(self) -> tuple[object, ...]:
        return self._attempt.verdict, self._sitting.number, self._host.hints.number, self._chosen

    def with_lesson(self, now: Mapping[str, Any]) -> dict[str, Any]:
        """What the phone shows: how the match stands ``now``, as in any match, and the task."""
        found = {
            **now, "hints": False, "threats": None, "over": None, "told": [], "waiting": False,
            "lesson": self._lesson(),
        }  # fmt: skip
        if self._match.is_over:
            log = self._match.session.log
            found |= {"turn": log[-1][0] if log else 0, "showing": "match"}
        return found

    def _lesson(self) -> dict[str, Any]:
        sitting, verdict = self._sitting, self._attempt.verdict
        say, act = " ".join([sitting.puzzler.task(sitting.puzzle), *self._hands()]), self._host.hints.words
        if verdict is Verdict.SOLVED:
            say, act = _("Solved!"), ""
        elif verdict is Verdict.MISSED:
            say, act = _("Not this way."), _("The beginning waits as it was.")
        return {
            "puzzle": True,
            "title": self._title(),
            "step": self._chosen,
            "at": _("Try {n}").format(n=sitting.number),
            "say": say,
            "act": act,
            "moves": list(self._host.hints.marks) if verdict is Verdict.OPEN else [],
            "over": verdict is not Verdict.OPEN,
            "choices": self.choices(),
        }

    def _hands(self) -> list[str]:
        """What the others hold, where they play on: a puzzle hides nothing that its solution depends on."""
        match, own = self._match, self.learner
        if not match.has_secrets or find(match.session.game).part("rummy"):
            return []
        told = []
        for seat in range(match.session.players):
            if seat != own:
                hand = common_observed(match.session.observe(seat))["hand"]
                cards = [text[:-1] + _SUITS.get(text[-1:], text[-1:]) for text in hand]
                told.append(f"{match.seats[seat].name}: {' '.join(cards) or '-'}.")
        return told

    def choices(self) -> list[tuple[str, str]]:
        match self._attempt.verdict:
            case Verdict.SOLVED:
                return [(LEAVE, _("Enough"))]
            case Verdict.MISSED:
                return [(AGAIN, _("Back to the beginning")), (LEAVE, _("Leave"))]
        hint = _("Hint, for the star") if self._sitting.is_starred else _("Hint")
        return [(HINT, hint), (AGAIN, _("Start again")), (LEAVE, _("Leave"))]

    def do(self, words: Mapping[str, Any], play: Callable[[], str]) -> str:
        """Do what the phone asks for, or ``play`` what is no affair of the puzzle; a sentence if refused."""
        what = words["do"]
        if what == "lesson":
            return self.choose(words, self._chosen, self._choose)
        if what in ASKED or what in HELP or self._attempt.verdict is not Verdict.OPEN:
            return _("That cannot be done now.")
        return play()

    def _choose(self, what: str) -> None:
        self._chosen += 1
        self._host.choose(what)

"""Somebody who sits before a puzzle: their tries, hints and time, kept under their name."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from game.match.puzzle.puzzle import Puzzle
from game.match.puzzle.puzzler import Puzzler
from game.store.days import Days, Tried


class Sitting:
    """One puzzle before one name, from the first look to its solution, over as many attempts as it takes.

    Attributes:
        puzzle: what is solved.
        puzzler: knows its game.
        name: who solves it; empty for nobody whose calendar is kept.
        day: the day whose sock it is; none for practice.
        was_solved: whether it was solved before: then it is played again, and all stays as it was.
    """

    def __init__(
        self, puzzle: Puzzle, puzzler: Puzzler, days: Days, name: str = "", day: date | None = None
    ) -> None:
        self.puzzle, self.puzzler, self.name, self.day = puzzle, puzzler, name, day
        self._days = days
        diary = days.of(name)
        before = (diary.practice.get(puzzle.key) if day is None else diary.days.get(day)) or Tried()
        self.was_solved = before.solved
        self._tried = Tried() if before.solved else before
        self._ms = 0.0

    @property
    def tried(self) -> Tried:
        """What was done about it up to now."""
        return replace(self._tried, seconds=self._tried.seconds + int(self._ms / 1000))

    @property
    def number(self) -> int:
        """Which try this is, from 1 on; once it is solved, the one that solved it."""
        return self._tried.tries + (not self._tried.solved)

    @property
    def is_starred(self) -> bool:
        """Whether no hint was asked for yet."""
        return not self._tried.hints

    def spend(self, ms: float) -> None:
        """Time passes before it."""
        if not self._tried.solved:
            self._ms += ms

    def hinted(self) -> None:
        """A hint was given."""
        self._note(replace(self.tried, hints=self._tried.hints + 1))

    def missed(self) -> None:
        """A try has ended otherwise."""
        self._note(replace(self.tried, tries=self._tried.tries + 1))

    def solved(self) -> None:
        """It is done."""
        today, when = self._days.today(), self._days.today()
        if self.day is not None:
            when = self._days.of(self.name).counts_for(self.day, today)
        self._note(replace(self.tried, tries=self._tried.tries + 1, when=when.isoformat()))

    def leave(self) -> None:
        """It is left as it is."""
        if self._ms >= 1000 and not self._tried.solved:
            self._note(self.tried)

    def _note(self, tried: Tried) -> None:
        self._tried, self._ms = tried, 0.0
        if not self.name or self.was_solved:
            return
        if self.day is None:
            self._days.note_practice(self.name, self.puzzle.key, tried)
        else:
            self._days.note(self.name, self.day, tried)

"""Somebody who sits before a puzzle: their tries, hints and time, kept under their name.

What other seats answer within it is worked out beside the loop (`PuzzleDefence`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from game.i18n import _, language_tag
from game.match.bot_turns import AsyncWorker, BotTurns, WorkerCall
from game.match.lesson import MAKING
from game.match.match import Match
from game.match.puzzle import Attempt, Puzzle, Puzzler, SolutionStep
from game.match.versioned import Tracked, Versioned
from game.store.daily_puzzles import DailyPuzzleStore, PuzzleAttempts


class PuzzleProgress(Versioned):
    """One puzzle before one name, from the first look to its solution, over as many attempts as it takes.

    Attributes:
        puzzle: what is solved.
        puzzler: knows its game.
        name: who solves it; empty for nobody whose calendar is kept.
        day: the day whose sock it is; none for practice.
    """

    _tried = Tracked[PuzzleAttempts]()

    def __init__(
        self,
        puzzle: Puzzle,
        puzzler: Puzzler,
        days: DailyPuzzleStore,
        name: str = "",
        day: date | None = None,
    ) -> None:
        self.puzzle, self.puzzler, self.name, self.day = puzzle, puzzler, name, day
        self._days, self._opened = days, days.today()
        diary = days.of(name)
        before = (diary.practice.get(puzzle.key) if day is None else diary.days.get(day)) or PuzzleAttempts()
        self._first = before if before.solved else None
        """How it was solved before, if it was: then it is played again, and all stays as it was."""
        self._tried = PuzzleAttempts() if before.solved else before
        self._ms = 0.0

    @property
    def was_solved(self) -> bool:
        """Whether it was solved before."""
        return self._first is not None

    @property
    def tried(self) -> PuzzleAttempts:
        return replace(self._tried, seconds=self._tried.seconds + int(self._ms / 1000))

    @property
    def number(self) -> int:
        """Which try this is, from 1 on; once it is solved, the one that solved it."""
        return self._tried.tries + (not self._tried.solved)

    @property
    def is_starred(self) -> bool:
        """Whether there is a star to lose: no hint was asked for yet, and it was never solved before."""
        return not self.was_solved and not self._tried.hints

    @property
    def counts(self) -> PuzzleAttempts:
        """What counts of it: the first time that it was solved."""
        return self._first or self.tried

    def spend(self, ms: float) -> None:
        if not self._tried.solved:
            self._ms += ms

    def hinted(self) -> None:
        self._note(replace(self.tried, hints=self._tried.hints + 1))

    def missed(self) -> None:
        self._note(replace(self.tried, tries=self._tried.tries + 1))

    def solved(self) -> None:
        today, when = self._days.today(), self._days.today()
        if self.day is not None:
            # Midnight may pass over what was begun on its day: that counts for it.
            is_begun = self.day == self._opened == today - timedelta(days=1)
            when = self._days.of(self.name).counts_for(self.day, self._opened if is_begun else today)
        self._note(replace(self.tried, tries=self._tried.tries + 1, when=when.isoformat()))

    def leave(self) -> None:
        if self._ms >= 1000 and not self._tried.solved:
            self._note(self.tried)

    def _note(self, tried: PuzzleAttempts) -> None:
        self._tried, self._ms = tried, 0.0
        if not self.name or self.was_solved:
            return
        if self.day is None:
            self._days.note_practice(self.name, self.puzzle.key, tried)
        else:
            self._days.note(self.name, self.day, tried)


class HintTracker:
    """How many hints were given before one puzzle; worded when they are read.

    Attributes:
        number: so many steps of the solution are known, what nudges first, without what the others do.
    """

    def __init__(self, sitting: PuzzleProgress, names: Sequence[str]) -> None:
        self._sitting, self._names = sitting, tuple(names)
        self.number = 0
        self._worded: tuple[object, tuple[SolutionStep, ...]] | None = None
        """The language that they were worded in last, and how."""
        self._line: tuple[str, ...] = ()
        self._until: list[int] = []
        """The moves that the solution is told with, and after how many of them each step is passed over."""

    def give(self, log: Sequence[tuple[int, str]] = (), making: str = "") -> bool:
        """Give the next one, which is counted, or the last one again; whether there is any.

        Those are passed over that are done already: by the moves so far, a ``log`` of the attempt, or on the
        table in the ``making``, its text.
        """
        steps = self._steps()
        if self.number < len(steps):
            self._sitting.hinted()
            made = tuple(move for _seat, move in log)
            there = len(made) if made == self._line[: len(made)] else 0
            ahead = next((n for n, until in enumerate(self._until) if until > there), len(steps) - 1)
            self.number = max(self.number, ahead) + 1
            while self.number < len(steps) and _is_made(steps[self.number - 1], making):
                self.number += 1
        return bool(steps)

    @property
    def words(self) -> str:
        """The one that is read; empty before the first."""
        return _("Hint: {words}").format(words=self._steps()[self.number - 1].words) if self.number else ""

    @property
    def marks(self) -> tuple[str, ...]:
        return self._steps()[self.number - 1].marks if self.number else ()

    def points(self, log: Sequence[tuple[int, str]], making: str = "") -> tuple[str, str] | None:
        """From where to where an arrow shows the way of the one that is read, until that is done."""
        if not self.number:
            return None
        told, made = self._steps()[self.number - 1], tuple(move for _seat, move in log)
        is_made = made == self._line[: len(made)] and len(made) >= self._until[self.number - 1]
        return None if is_made else told.points_at(making)

    def give_all(self) -> None:
        """The whole solution is told: each step of it counts as a hint."""
        while self.number < len(self._steps()):
            self.give()

    def _steps(self) -> tuple[SolutionStep, ...]:
        spoken = language_tag()
        if self._worded is None or self._worded[0] is not spoken:
            sitting = self._sitting
            steps, line, found = sitting.puzzler.explained(sitting.puzzle, self._names), list[str](), []
            for told in steps:
                before = len(line)
                line += [move for move in told.moves if not move.startswith(MAKING)]
                # What has no move of its own is passed over once the next one is made.
                found.append((told, max(len(line), before + 1)))
            shown = sorted((one for one in found if not one[0].theirs), key=lambda one: not one[0].nudges)
            self._line, self._until = tuple(line), [until for _told, until in shown]
            self._worded = spoken, tuple(told for told, _until in shown)
        return self._worded[1]


def _is_made(told: SolutionStep, making: str) -> bool:
    return bool(told.cards and making) and told.points_at(making) is None


ANSWER = "game.match.puzzle.progress:answer"


def answer(data: dict[str, object], moves: Sequence[str]) -> tuple[str, float]:
    """The move of the seat to move after these moves of a puzzle, of which there is no doubt."""
    puzzle = Puzzle.of(data)
    session = puzzle.session()
    for move in moves:
        session.play(move)
    return puzzle.puzzler.answer(puzzle, session), 0.0


class PuzzleDefence(BotTurns):
    """The best defence, whoever has the seat, at the pace of computer players."""

    broke = "The other side of a puzzle broke."
    limit = None
    """The best defence is proved, however long that takes."""

    def __init__(self, match: Match, attempt: Attempt, thinker: AsyncWorker) -> None:
        super().__init__(match, thinker)
        self._attempt = attempt

    def start(self) -> None:
        """Nobody may ever have to answer: no process is made ready."""

    @property
    def seat(self) -> int | None:
        return self._attempt.answers

    def question(self, seat: int) -> WorkerCall:
        """The puzzle, and the moves that were made."""
        made = tuple(move for _seat, move in self._match.session.log)
        return ANSWER, self._attempt.puzzle.data(), made

"""Progress of a player at a puzzle: tries, hints and time, saved under the player's name.

Moves of other seats are computed in the background (`PuzzleDefence`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from game.i18n import _, language_tag
from game.match.bot_turns import AsyncWorker, BotTurns, WorkerCall
from game.match.lesson import DRAFT_PREFIX
from game.match.match import Match
from game.match.puzzle import Attempt, Puzzle, Puzzler, SolutionStep
from game.match.versioned import Tracked, Versioned
from game.store.daily_puzzles import DailyPuzzleStore, PuzzleAttempts


class PuzzleProgress(Versioned):
    """One puzzle and one player, from the first look to the solution, over any number of attempts.

    Attributes:
        puzzle: the puzzle.
        puzzler: puzzler of its game.
        name: the player; empty to save nothing.
        day: day of the daily puzzle; None for practice.
    """

    _attempts = Tracked[PuzzleAttempts]()

    def __init__(
        self,
        puzzle: Puzzle,
        puzzler: Puzzler,
        days: DailyPuzzleStore,
        name: str = "",
        day: date | None = None,
    ) -> None:
        """Continue the player's saved attempts; start from none if they solved it."""
        self.puzzle, self.puzzler, self.name, self.day = puzzle, puzzler, name, day
        self._days, self._opened_on = days, days.today()
        diary = days.calendar_of(name)
        before = (diary.practice.get(puzzle.key) if day is None else diary.days.get(day)) or PuzzleAttempts()
        # earlier solution; the puzzle can be played again without changing it
        self._first = before if before.solved else None
        self._attempts = PuzzleAttempts() if before.solved else before
        self._ms = 0.0

    @property
    def was_solved(self) -> bool:
        """True if the player had solved it before this progress began."""
        return self._first is not None

    @property
    def attempts(self) -> PuzzleAttempts:
        """Tries, hints and time until now, with the seconds that are not saved yet."""
        return replace(self._attempts, seconds=self._attempts.seconds + int(self._ms / 1000))

    @property
    def number(self) -> int:
        """Number of this try, from 1; once solved, of the try that solved it."""
        return self._attempts.tries + (not self._attempts.solved)

    @property
    def is_starred(self) -> bool:
        """True if a star can be won: no hint was used, and the puzzle was not solved before."""
        return not self.was_solved and not self._attempts.hints

    @property
    def counts(self) -> PuzzleAttempts:
        """Attempts that count: at the earlier solution, or else until now."""
        return self._first or self.attempts

    def spend(self, ms: float) -> None:
        """Add ``ms`` to the time played, unless the puzzle is solved."""
        if not self._attempts.solved:
            self._ms += ms

    def record_hint(self) -> None:
        """Count one more hint, and save unless nameless or solved before."""
        self._note(replace(self.attempts, hints=self._attempts.hints + 1))

    def record_miss(self) -> None:
        """Count one more failed try, and save unless nameless or solved before."""
        self._note(replace(self.attempts, tries=self._attempts.tries + 1))

    def record_solution(self) -> None:
        """Count the try that solved it with its day, and save unless nameless or solved before."""
        today = when = self._days.today()
        if self.day is not None:
            # A puzzle begun on its day still counts for that day after midnight.
            is_begun = self.day == self._opened_on == today - timedelta(days=1)
            when = self._days.calendar_of(self.name).counts_for(
                self.day, self._opened_on if is_begun else today
            )
        self._note(replace(self.attempts, tries=self._attempts.tries + 1, when=when.isoformat()))

    def pause(self) -> None:
        """Save the time played since the last save, if it is a second or more."""
        if self._ms >= 1000 and not self._attempts.solved:
            self._note(self.attempts)

    def _note(self, tried: PuzzleAttempts) -> None:
        """Set the attempts, and save them if there is a name and no earlier solution."""
        self._attempts, self._ms = tried, 0.0
        if not self.name or self.was_solved:
            return
        if self.day is None:
            self._days.note_practice(self.name, self.puzzle.key, tried)
        else:
            self._days.record_daily(self.name, self.day, tried)


class HintTracker:
    """Hints given for one puzzle, put into words when they are read.

    Attributes:
        number: number of solution steps given, nudges first; steps of the others are left out.
    """

    def __init__(self, sitting: PuzzleProgress, names: Sequence[str]) -> None:
        self._sitting, self._names = sitting, tuple(names)
        self.number = 0
        # language of the cached steps, and the steps
        self._localized_steps: tuple[object, tuple[SolutionStep, ...]] | None = None
        self._line: tuple[str, ...] = ()
        self._until: list[int] = []
        """Moves of the explanation and, for each step, the number of them after which the step is done."""

    def give(self, log: Sequence[tuple[int, str]] = (), making: str = "") -> bool:
        """Count and give the next hint; nothing if all are given. False only if the solution has no steps.

        Steps that are done already are skipped: by the moves ``log`` of the attempt, or in the draft
        ``making`` (its text).
        """
        steps = self._steps()
        if self.number < len(steps):
            self._sitting.record_hint()
            moves = tuple(move for _seat, move in log)
            ply = len(moves) if moves == self._line[: len(moves)] else 0
            ahead = next((n for n, until in enumerate(self._until) if until > ply), len(steps) - 1)
            self.number = max(self.number, ahead) + 1
            while self.number < len(steps) and _is_step_complete(steps[self.number - 1], making):
                self.number += 1
        return bool(steps)

    def _step(self, log: Sequence[tuple[int, str]], making: str) -> SolutionStep | None:
        """Step that the last hint gave away. None before the first hint, and once it is done.

        It is done by the moves ``log`` of the attempt, or in the draft ``making`` (its text).
        """
        if not self.number:
            return None
        step, moves = self._steps()[self.number - 1], tuple(move for _seat, move in log)
        is_made = moves == self._line[: len(moves)] and len(moves) >= self._until[self.number - 1]
        return None if is_made or _is_step_complete(step, making) else step

    def words(self, log: Sequence[tuple[int, str]] = (), making: str = "") -> str:
        """Translated text of the current hint; empty before the first and once it is done."""
        step = self._step(log, making)
        return "" if step is None else _("Hint: {words}").format(words=step.words)

    def marks(self, log: Sequence[tuple[int, str]] = (), making: str = "") -> tuple[str, ...]:
        """Moves that the current hint mentions; empty before the first and once it is done."""
        step = self._step(log, making)
        return () if step is None else step.marks

    def points(self, log: Sequence[tuple[int, str]] = (), making: str = "") -> tuple[str, str] | None:
        """Place from which and to which an arrow points; None before the first hint and once it is done."""
        step = self._step(log, making)
        return None if step is None else step.points_at(making)

    def give_all(self) -> None:
        """Reveal the whole solution; each step counts as a hint."""
        while self.number < len(self._steps()):
            self.give()

    def _steps(self) -> tuple[SolutionStep, ...]:
        """Solution steps in the current language, nudges first, without steps of the others; cached."""
        language = language_tag()
        if self._localized_steps is None or self._localized_steps[0] is not language:
            sitting = self._sitting
            steps, line, spans = (
                sitting.puzzler.explain_solution(sitting.puzzle, self._names),
                list[str](),
                [],
            )
            for step in steps:
                before = len(line)
                line += [move for move in step.moves if not move.startswith(DRAFT_PREFIX)]
                # A step without moves is skipped once the next move is made.
                spans.append((step, max(len(line), before + 1)))
            ordered_spans = sorted(
                (span for span in spans if not span[0].theirs), key=lambda span: not span[0].nudges
            )
            self._line, self._until = tuple(line), [until for _told, until in ordered_spans]
            self._localized_steps = language, tuple(step for step, _until in ordered_spans)
        return self._localized_steps[1]


def _is_step_complete(step: SolutionStep, making: str) -> bool:
    """True if a step about cards is done in the draft ``making``."""
    return bool(step.cards and making) and step.points_at(making) is None


ANSWER_REQUEST = "game.match.puzzle.progress:answer"


def answer(data: dict[str, object], moves: Sequence[str]) -> tuple[str, float]:
    """Worker function: (best defence after ``moves`` of a puzzle, doubt 0.0)."""
    puzzle = Puzzle.of(data)
    session = puzzle.session()
    for move in moves:
        session.play(move)
    return puzzle.puzzler.defence_move(puzzle, session), 0.0


class PuzzleDefence(BotTurns):
    """Best defence at the pace of bots, on the seats of people too."""

    broke = "The other side of a puzzle broke."
    limit = None  # none, because the best defence must be proved

    def __init__(self, match: Match, attempt: Attempt, thinker: AsyncWorker) -> None:
        super().__init__(match, thinker)
        self._attempt = attempt

    def start(self) -> None:
        """Do nothing: a defence may never be needed, so no process is started early."""

    @property
    def seat(self) -> int | None:
        """Other seat that moves now, also to refute a missed attempt; None if no other does."""
        return self._attempt.answers

    def question(self, seat: int) -> WorkerCall:
        """Worker task of `answer`, with the puzzle's data and the moves made."""
        moves = tuple(move for _seat, move in self._match.session.log)
        return ANSWER_REQUEST, self._attempt.puzzle.data(), moves

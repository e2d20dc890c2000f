"""Who gives a lesson: waits for what has to be done, answers for the other seats, and goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Protocol

from game.core.discovery import find
from game.core.game import Event, IllegalMove, Refusal
from game.core.session import Session
from game.match.lesson import (
    OR,
    Lesson,
    Step,
    fits,
    goes_astray,
    has_groups,
    has_grown,
    is_alike,
    without_faces,
)
from game.match.match import Match, MatchListener


class Code(StrEnum):
    """Why a move that the rules allow is not made."""

    NOT_IN_THIS_STEP = "not_in_this_step"


class Detour(IllegalMove):
    """A move that the rules allow, but that the step of a lesson is not about."""

    def __init__(self, move: str) -> None:
        super().__init__(move, Refusal(Code.NOT_IN_THIS_STEP))


class Gate(Protocol):
    """Who is asked before a move is made; a `Tutor` is it."""

    def accepts(self, move: str) -> bool:
        """Whether this legal move leads on."""

    def stumbled(self) -> None:
        """A move was refused."""


class GuidedMatch(Match):
    """A match of which only the moves are made that its tutor waits for, beside those of the others."""

    gate: Gate | None = None

    def play(self, move: str) -> None:
        """Make a move for the seat to move.

        Raises:
            ValueError: the text is off the grammar.
            IllegalMove: the rules refuse it, or it is a `Detour`; nothing has changed.
        """
        if self.gate is None:
            super().play(move)
            return
        # The game's own refusal goes first: it teaches more than any nudge.
        refused = self.session.refusal(move)
        if refused is not None or not self.gate.accepts(written(self.session.game, move)):
            self.gate.stumbled()
            raise IllegalMove(move, refused) if refused is not None else Detour(move)
        super().play(move)


def written(game: str, move: str) -> str:
    """A move in the one form that records have."""
    rules = find(game).rules
    return rules.format_move(rules.parse_move(move))


class Tutor(MatchListener):
    """Gives a lesson from one of its steps on.

    Attributes:
        lesson: what is taught.
        number: the step that it is at; as many as there are steps once it is over.
        nudged: whether something else was done than what this step waits for.
        astray: whether the turn in the making is out of order by something that this step is not about.
        answers: the moves of other seats that are still to be made before the next step.
    """

    def __init__(self, lesson: Lesson, number: int = 0) -> None:
        """Begin with a step, or with the one before it that has a table of its own."""
        self.lesson = lesson
        # A step kept from an earlier version of the lesson may be past its end.
        self.number = lesson.table_of(min(number, len(lesson.steps) - 1))
        self._begin()

    def _begin(self) -> None:
        self.nudged = self.astray = False
        self._lost = False
        """Whether what the turn in the making was ready with does not lie there any more."""
        self._found = ""
        """The turn in the making as the learner found it."""
        self.is_done = False
        """Whether the learner has done what this step is about."""
        self.answers: list[str] = []
        self._made: list[str] = []

    @property
    def is_over(self) -> bool:
        """Whether the last step is done."""
        return self.number >= len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The step that it is at; after the end the last one."""
        return self.lesson.steps[min(self.number, len(self.lesson.steps) - 1)]

    def session(self, names: Sequence[str] | None = None) -> Session:
        """The table as this step begins: that of the last step which has one, and what was done since."""
        lesson, number = self.lesson, min(self.number, len(self.lesson.steps) - 1)
        first = lesson.table_of(number)
        session = Session.from_position(
            lesson.game,
            lesson.steps[first].position,
            options=lesson.options,
            names=list(names) if names else None,
        )
        for step in lesson.steps[first:number]:
            if step.goal.undone:
                _take_back(session, lesson.seat)
            for move in step.moves:
                session.play(move)
            for reply in step.reply:
                session.play(reply_in(session, reply))
        return session

    def attend(self, match: GuidedMatch) -> None:
        """Listen to a match that begins with the table of this step."""
        match.gate = self
        match.listen(self)
        self._match = match

    # What the learner does.

    @property
    def awaited(self) -> str:
        """The next move of the solution; empty where none is left."""
        rest = self.step.moves[len(self._made) :]
        return written(self.lesson.game, rest[0]) if rest else ""

    @property
    def answer(self) -> str:
        """What the others do now, by the script; every lesson is proved to have a move for them."""
        return reply_in(self._match.session, self.answers[0])

    def accepts(self, move: str) -> bool:
        """Whether this legal move leads on, or is the one of another seat that comes now."""
        if self.is_over:
            return False
        if self.is_done:
            return bool(self.answers) and move == written(self.lesson.game, self.answer)
        return self._taken_by(move) is not None

    def _reach(self) -> Iterator[int]:
        """This step, and those after it to which its turn in the making can lead at once."""
        steps, number = self.lesson.steps, self.number
        yield number
        while steps[number].goal.is_built and not steps[number].reply:
            number += 1
            if number == len(steps) or steps[number].position:
                return
            yield number

    def _taken_by(self, move: str) -> int | None:
        """The step that takes a move: this one, or one that its turn in the making has reached besides."""
        if self._takes(self.step, self.awaited, move):
            return self.number
        for number in self._reach():
            step = self.lesson.steps[number]
            first = written(self.lesson.game, step.moves[0]) if step.moves else ""
            if number > self.number and has_grown(move, self._found) and self._takes(step, first, move):
                return number
        return None

    @staticmethod
    def _takes(step: Step, awaited: str, move: str) -> bool:
        return fits(move, step.only) if step.only else bool(awaited) and is_alike(move, awaited)

    def stumbled(self) -> None:
        """Something else was done: the nudge is said."""
        if not self.is_done:
            self.nudged = True

    def say_again(self) -> None:
        """The step is told as at first."""
        self.nudged = False

    @property
    def may_take_back(self) -> bool:
        """Whether a move was made in this step, or one is to be taken back."""
        return not self.is_done and (bool(self._made) or self.step.goal.undone)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """A move was made: does it end the step, or is it an answer of somebody else?"""
        if self.is_done:
            self.answers = self.answers[1:]
            return
        made = self._match.session.log[-1][1]
        self.number = self._taken_by(made) or self.number
        self._made.append(made)
        self.nudged = False
        goal = self.step.goal
        if goal.is_plain:
            done = not self.awaited
        else:
            done = bool(
                (goal.move and fits(self._made[-1], (goal.move,)))
                or (goal.event and any(event.kind == goal.event for event in events))
            )
        if done:
            self._finish()

    def taken_back(self, count: int) -> None:
        """Moves were taken back: that may be what was wanted."""
        if self.step.goal.undone:
            self._finish()
            return
        self._made = self._made[: max(0, len(self._made) - count)]

    def look(self, making: str, *, whole: bool = False) -> None:
        """Take in the turn in the making.

        Args:
            making: in the words of `View.making`.
            whole: whether it may be ended as it lies.
        """
        if self.is_done or self.is_over:
            return
        goal = self.step.goal
        self._found = self._found or making
        if not goal.is_built:
            self._look_whether_ready(making)
            return
        if (goal.making and has_groups(making, goal.making)) or (goal.whole and whole):
            self._finish()
            return
        if has_grown(making, self._found):
            # Whoever has done all at once what comes step by step has done it too.
            for number in self._reach():
                wanted = self.lesson.steps[number].goal.making
                if wanted and has_groups(making, wanted) and not has_groups(self._found, wanted):
                    self.number = number
                    self._finish()
                    return
        turns = [turn for number in self._reach() for turn in self.lesson.steps[number].turns]
        # What may be ended so lies well, whatever it is.
        astray = not whole and goes_astray(making, self._found, turns)
        if astray != self.astray:
            self.nudged = self.astray = astray

    def _look_whether_ready(self, making: str) -> None:
        """Nudge as long as something was taken away that only had to be played."""
        wanted = without_faces(self.awaited.partition(" ")[2])
        lost = bool(wanted) and has_groups(self._found, wanted) and not has_groups(making, wanted)
        if lost != self._lost:
            self.nudged = self._lost = lost

    def _finish(self) -> None:
        self.is_done, self.nudged, self.astray = True, False, False
        self.answers = list(self.step.reply)

    # Going on.

    @property
    def may_go_on(self) -> bool:
        """Whether the step is done and everybody has answered."""
        return self.is_done and not self.answers and not self.is_over

    def skip(self) -> None:
        """On to the next step though this one is not done; its table is that of `session`."""
        self.number += 1
        self._begin()

    def go_on(self) -> bool:
        """Begin the next step; whether it has a table of its own, which has to be laid."""
        self.number += 1
        self._begin()
        return not self.is_over and bool(self.step.position)


def reply_in(session: Session, reply: str) -> str:
    """The first move of a reply that can be made; the last where none can, whose refusal says why."""
    moves = reply.split(OR)
    return next((move for move in moves if session.refusal(move) is None), moves[-1])


def _take_back(session: Session, learner: int) -> None:
    """Undo the last move of whoever learns, and what others have answered to it."""
    seat = None
    while seat != learner:
        seat = session.log[-1][0]
        session.undo()

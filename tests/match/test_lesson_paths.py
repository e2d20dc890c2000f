"""Whatever a learner does of all that a lesson takes, it goes on: nothing breaks, and nobody is stuck."""

from __future__ import annotations

from collections import deque

import pytest

from game.core.game import IllegalMove
from game.match.lesson import MAKING, GuidedMatch, Lesson, Tutor
from game.match.seats import Seat
from tests.match.test_lessons import each_lesson
from tests.scale import scaled

PATHS = scaled(60, full=4000)
"""Ways through a lesson that are walked from each of its tables, the shortest first."""
UNDO = "undo"


class Learner:
    """Somebody who has gone some way in a lesson, and whom all others have answered."""

    def __init__(self, lesson: Lesson, start: int, path: tuple[str, ...]) -> None:
        self.tutor = Tutor(lesson, start)
        session = self.tutor.session()
        seats = [Seat(name, n, "" if n == lesson.seat else "easy") for n, name in enumerate(session.names)]
        self.match = GuidedMatch(session, seats)
        self.tutor.attend(self.match)
        self.is_through = False
        """Whether the lesson is over, or goes on at another table."""
        for deed in path:
            self._do(deed)

    def _do(self, deed: str) -> None:
        tutor, match = self.tutor, self.match
        if deed == UNDO:
            match.take_back()
        elif deed.startswith(MAKING):
            tutor.look(deed)
        else:
            match.play(deed)
        while tutor.answers:
            match.play(tutor.answer)
        if tutor.may_go_on:
            self.is_through = tutor.go_on() or tutor.is_over

    @property
    def stands(self) -> tuple[int, str, int]:
        """Where two paths come to the same."""
        return self.tutor.number, self.match.session.position(), len(self.match.session.log)

    def deeds(self) -> list[str]:
        """All that leads on from here."""
        tutor, match = self.tutor, self.match
        if tutor.step.goal.undone:
            return [UNDO]
        making = [line for line in tutor.step.solution if line.startswith(MAKING)]
        if match.to_move != tutor.lesson.seat:
            return making
        # The rummies list only some of what can be laid: the awaited move may be another one.
        moves = dict.fromkeys([*filter(None, [tutor.awaited]), *match.session.moves()])
        allowed = [move for move in moves if match.session.refusal(move) is None]
        return making + [move for move in allowed if tutor.accepts(move)]


@each_lesson
def test_whatever_is_done_of_all_that_is_taken_the_lesson_goes_on(slug: str, lesson: Lesson) -> None:
    for start in (number for number, step in enumerate(lesson.steps) if step.position):
        left, seen = deque([()]), set()  # type: deque[tuple[str, ...]], set[object]
        for _path in range(PATHS):
            if not left:
                break
            path = left.popleft()
            try:
                learner = Learner(lesson, start, path)
            except IllegalMove as refused:
                pytest.fail(f"{slug}, {lesson.title}: after {path} nobody can go on: {refused}")
            if learner.is_through or learner.stands in seen:
                continue
            seen.add(learner.stands)
            deeds = learner.deeds()
            assert deeds, f"{slug}, {lesson.title}: after {path} nothing is left to do"
            left.extend((*path, deed) for deed in deeds)

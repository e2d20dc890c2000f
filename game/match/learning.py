"""How far somebody has come with the lessons of a game: what is kept of it, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from game.match.lesson import Lesson
from game.match.lesson_reading import Lessons

DONE = "done"

Kept: TypeAlias = Mapping[str, int | str | bool]
"""By the key of a lesson: `DONE`, or the step at which it was left."""


def is_done(kept: Kept, lesson: Lesson) -> bool:
    """Whether the lesson was taken to its end."""
    return kept.get(lesson.key) == DONE


def left_at(kept: Kept, lesson: Lesson) -> int:
    """The step at which the lesson was left, 0 for its beginning."""
    step = kept.get(lesson.key, 0)
    return step if type(step) is int and 0 < step < len(lesson.steps) else 0


def next_lesson(lessons: Lessons, kept: Kept) -> Lesson | None:
    """The lesson that was left in the middle, else the first that is not done; `None` where all are."""
    open_ones = [lesson for lesson in lessons.lessons if not is_done(kept, lesson)]
    return next((lesson for lesson in open_ones if left_at(kept, lesson)), next(iter(open_ones), None))


def taken(kept: Kept, lesson: Lesson, step: int) -> dict[str, int | str | bool]:
    """What is kept once the lesson has come to this step; past its last one it is done for good."""
    if is_done(kept, lesson):
        return dict(kept)
    return {**kept, lesson.key: DONE if step >= len(lesson.steps) else step}

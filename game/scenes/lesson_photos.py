"""Pictures of lessons: the part of the table that the first step is about, as the learner sees it."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from game.match.lesson import Lesson, LessonDirector, read_lessons
from game.match.seats import HOUSE_NAMES
from game.scenes.board_photos import BoardPhotos, PhotoRequest, encoded_close_up
from game.ui.core.scene import AppContext
from game.ui.match.lesson_guide import BUTTON_NAMES

PHOTO_REQUEST = "game.scenes.lesson_photos:render_photo"  # function that the worker calls


@functools.cache  # tests call it with the same arguments many times
def render_photo(slug: str, key: str, cache: str, language: str) -> bytes:
    """Return the picture of a lesson as a JPEG, empty if there is none. Runs in a worker process."""
    lesson = read_lessons(slug).find(key)
    if lesson is None:
        return b""
    # Use names of people, because the default names of seats are English.
    session = LessonDirector(lesson).session(HOUSE_NAMES[: LessonDirector(lesson).session().players])
    # Show all pieces of the first position that its steps point at.
    next_position = next(
        (at for at, step in enumerate(lesson.steps) if at and step.position), len(lesson.steps)
    )
    steps = lesson.steps[:next_position]
    pointed = [name for step in steps for name in step.point if name not in BUTTON_NAMES | {"mat"}]
    return encoded_close_up(session, lesson.seat, lesson.picture or pointed, cache, language)


def photos_of(app: AppContext, lessons: Iterable[Lesson]) -> BoardPhotos:
    """Pictures of lessons, by key."""
    photos = BoardPhotos(app)
    photos.want(
        PhotoRequest(lesson.game, lesson.key, repr(lesson), PHOTO_REQUEST, (lesson.game, lesson.key))
        for lesson in lessons
    )
    return photos

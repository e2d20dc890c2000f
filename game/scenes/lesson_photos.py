"""Pictures of lessons: the part of the table that the first step is about, as the learner sees it.

A worker process renders them, and they are kept in the picture cache. Games without a board show their sock
instead, and so does a lesson whose picture is not ready.
"""

from __future__ import annotations

import contextlib
import functools
import io
from collections.abc import Iterable
from pathlib import Path

import pygame

from game.bots.worker import Worker
from game.core.discovery import find_game
from game.i18n import current_language
from game.match.lesson import Lesson, LessonDirector, read_lessons
from game.match.seats import HOUSE_NAMES
from game.ui.art.album import photo
from game.ui.art.pieces import emblem_photo
from game.ui.core.assets import DiskImageCache, sources_digest
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.match.lesson_guide import BUTTONS
from game.ui.match.offscreen import crop_to_size, dummy_seats, kept_studio

SIZE = (480, 264)  # pixels
TAKE = "game.scenes.lesson_photos:render_photo"  # function that the worker calls


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
    pointed = [name for step in steps for name in step.point if name not in BUTTONS | {"mat"}]
    names = lesson.picture or pointed
    studio = kept_studio(cache)
    studio.speak(language)
    picture = studio.close_up(session, dummy_seats(session, ()), lesson.seat, names, SIZE[0] / SIZE[1])
    if picture is None:
        return b""
    data = io.BytesIO()
    pygame.image.save(crop_to_size(picture, SIZE), data, "lesson.jpg")
    return data.getvalue()


class LessonPhotos:
    """Pictures of a list of lessons, rendered one by one in the background."""

    def __init__(self, app: AppContext, lessons: Iterable[Lesson]) -> None:
        """Load the cached pictures and queue the missing ones."""
        self._stage = app
        self._language = current_language()
        self._disk = DiskImageCache(_folder(app.cache)) if app.cache is not None else None
        self._pictures: dict[str, pygame.Surface] = {}
        self._framed_photos: dict[tuple[str, float, float, float], pygame.Surface] = {}
        """By lesson, width, height, and pixels per unit."""
        self._worker: Worker | None = None
        self._queue: list[Lesson] = []
        for lesson in lessons:
            cached = self._disk.read(self._key(lesson)) if self._disk is not None else None
            if cached is not None:
                self._pictures[lesson.key] = cached
            elif find_game(lesson.game).has_component("view"):
                self._queue.append(lesson)
        self._ask()

    def _key(self, lesson: Lesson) -> tuple[str, ...]:
        """Key of a lesson's picture in the cache on disk."""
        return "lesson", lesson.game, lesson.key, repr(lesson), self._language

    @property
    def is_busy(self) -> bool:
        """True while a picture is being rendered."""
        return self._worker is not None

    def has(self, lesson: Lesson) -> bool:
        """True if the lesson's picture is loaded."""
        return lesson.key in self._pictures

    def poll(self) -> bool:
        """Take a finished picture from the worker. Returns True if there is a new one."""
        answer = self._worker.poll_result() if self._worker is not None else None
        if answer is None:
            return False
        lesson = self._queue.pop(0)
        if answer.value and not answer.error:
            picture = pygame.image.load(io.BytesIO(answer.value), "lesson.jpg").convert_alpha()
            self._pictures[lesson.key] = picture
            if self._disk is not None:
                with contextlib.suppress(OSError):  # it is made again the next time
                    self._disk.write(self._disk.file(self._key(lesson)), picture, opaque=False)
        self._ask()
        return lesson.key in self._pictures

    def close(self) -> None:
        """Close the worker, if there is one. Loaded pictures stay."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _ask(self) -> None:
        """Request the next picture from the worker, or stop the worker if none is left."""
        if not self._queue:
            self.close()
            return
        if self._worker is None:
            self._worker = self._stage.worker()
        lesson = self._queue[0]
        self._worker.submit(TAKE, lesson.game, lesson.key, str(self._stage.cache or ""), self._language)

    def draw(self, painter: Painter, box: Box, slug: str, key: str, _is_ready: int) -> None:
        """Draw a lesson's picture, else its game's sock. ``_is_ready`` only invalidates a cached element."""
        assets, size = painter.assets, (round(box.w, 1), round(box.h, 1))
        picture, cache_key = self._pictures.get(key), (key, *size, painter.view.scale)
        if picture is None:
            picture, cache_key = (
                emblem_photo(assets, slug, find_game(slug).info.room, size),
                ("", *cache_key[1:]),
            )
        if cache_key not in self._framed_photos:
            self._framed_photos[cache_key] = photo(assets, picture, *size)
        painter.blit(self._framed_photos[cache_key], box.x, box.y)


def _folder(cache: Path) -> Path:
    """Return the cache folder of pictures at one pixel per unit."""
    return cache / f"{sources_digest()}-{1:.4f}"

"""Screenshots of lessons: the list of each game, every step, a hint after a mistake, and the end."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.discovery import game_slugs
from game.match.lesson import has_lessons, read_lessons
from game.match.phone_exercise import SKIP
from game.scenes.lessons import LessonListScene
from game.ui.core.scene import AppContext
from game.ui.match.lesson_scene import LessonScene

STILL = 5  # tenths of a second without movement


def lesson_shots(app: AppContext, time: list[float], shot: Callable[[str], None]) -> None:
    """Take every step of every lesson. The steps before it are done or skipped."""
    for slug in filter(has_lessons, game_slugs()):
        app.open_scene("lobby", slug)
        _list(app, slug, shot)
        for lesson in read_lessons(slug).lessons:
            app.open_scene("lesson", app, slug, lesson.key)
            _settle(app, time)
            while isinstance(top := app.scenes.top, LessonScene):
                shot(f"lesson-{slug}-{lesson.key}-{top.tutor.number + 1}")
                _go_on(app, top, time)
            app.scenes.pop()  # the dialog at the end
            app.scenes.pop()
        first = read_lessons(slug).lessons[0]
        app.open_scene("lesson", app, slug, first.key)
        _settle(app, time)
        nudged = app.scenes.top
        assert isinstance(nudged, LessonScene)
        nudged.tutor.note_mistake()
        shot(f"lesson-{slug}-nudge")
        app.open_scene("lesson_end", nudged)
        shot(f"lesson-{slug}-end")
        while app.scenes.top is not app.scenes.scenes[0]:
            app.scenes.pop()


def _list(app: AppContext, slug: str, shot: Callable[[str], None]) -> None:
    """Take the list with two completed lessons and a started one, with all pictures."""
    first, second, third, *_rest = (lesson.key for lesson in read_lessons(slug).lessons)
    kept = {first: "done", second: "done", third: 1}
    app.update_settings(lessons={**app.settings.lessons, slug: kept})
    app.open_scene("lessons", slug)
    listed = app.scenes.top
    assert isinstance(listed, LessonListScene)
    while listed.photos.is_busy:
        pygame.time.wait(10)
        listed.tick(app.now)
    shot(f"lessons-{slug}")


def _go_on(app: AppContext, scene: LessonScene, time: list[float]) -> None:
    """Go to the next step: lay what it asks for, else skip it."""
    tutor, number = scene.tutor, scene.tutor.number
    built = tutor.step.turns if tutor.step.goal.is_built else ()
    if built and scene.view.phone.load_draft(tutor.lesson.seat, built[-1]):
        scene.view.sync(scene.match.session.observe(tutor.lesson.seat))
        _settle(app, time)
    if app.scenes.top is scene and tutor.number == number:
        scene.choose(SKIP)
        _settle(app, time)


def _settle(app: AppContext, time: list[float]) -> None:
    """Let time pass until the step is at rest. A step that is complete from the start continues.

    A step begins in a loop turn without movement, so it must be at rest for a while.
    """
    still = 0
    for _ in range(60):
        time[0] += 100
        top = app.scenes.top
        if top is None:
            return
        still = 0 if top.tick(app.now) else still + 1
        if still == STILL:
            return

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


def lesson_shots(stage: AppContext, time: list[float], shot: Callable[[str], None]) -> None:
    """Take every step of every lesson. The steps before it are done or skipped."""
    for slug in filter(has_lessons, game_slugs()):
        stage.open("lobby", slug)
        _list(stage, slug, shot)
        for lesson in read_lessons(slug).lessons:
            stage.open("lesson", stage, slug, lesson.key)
            _settle(stage, time)
            while isinstance(top := stage.scenes.top, LessonScene):
                shot(f"lesson-{slug}-{lesson.key}-{top.tutor.number + 1}")
                _go_on(stage, top, time)
            stage.scenes.pop()  # the dialog at the end
            stage.scenes.pop()
        first = read_lessons(slug).lessons[0]
        stage.open("lesson", stage, slug, first.key)
        _settle(stage, time)
        nudged = stage.scenes.top
        assert isinstance(nudged, LessonScene)
        nudged.tutor.stumbled()
        shot(f"lesson-{slug}-nudge")
        stage.open("lesson_end", nudged)
        shot(f"lesson-{slug}-end")
        while stage.scenes.top is not stage.scenes.scenes[0]:
            stage.scenes.pop()


def _list(stage: AppContext, slug: str, shot: Callable[[str], None]) -> None:
    """Take the list with two completed lessons and a started one, with all pictures."""
    first, second, third, *_rest = (lesson.key for lesson in read_lessons(slug).lessons)
    kept = {first: "done", second: "done", third: 1}
    stage.change(lessons={**stage.settings.lessons, slug: kept})
    stage.open("lessons", slug)
    listed = stage.scenes.top
    assert isinstance(listed, LessonListScene)
    while listed.photos.is_busy:
        pygame.time.wait(10)
        listed.tick(stage.now)
    shot(f"lessons-{slug}")


def _go_on(stage: AppContext, scene: LessonScene, time: list[float]) -> None:
    """Go to the next step: lay what it asks for, else skip it."""
    tutor, number = scene.tutor, scene.tutor.number
    built = tutor.step.turns if tutor.step.goal.is_built else ()
    if built and scene.view.phone.make(tutor.lesson.seat, built[-1]):
        scene.view.sync(scene.match.session.observe(tutor.lesson.seat))
        _settle(stage, time)
    if stage.scenes.top is scene and tutor.number == number:
        scene.choose(SKIP)
        _settle(stage, time)


def _settle(stage: AppContext, time: list[float]) -> None:
    """Let time pass until the step is at rest. A step that is complete from the start continues.

    A step begins in a loop turn without movement, so it must be at rest for a while.
    """
    still = 0
    for _ in range(60):
        time[0] += 100
        top = stage.scenes.top
        if top is None:
            return
        still = 0 if top.tick(stage.now) else still + 1
        if still == STILL:
            return

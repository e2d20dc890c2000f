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


def lesson_shots(context: AppContext, time: list[float], shot: Callable[[str], None]) -> None:
    """Take every step of every lesson. The steps before it are done or skipped."""
    for slug in filter(has_lessons, game_slugs()):
        context.open_scene("lobby", slug)
        _shoot_list(context, slug, shot)
        for lesson in read_lessons(slug).lessons:
            context.open_scene("lesson", context, slug, lesson.key)
            _wait_until_still(context, time)
            while isinstance(top := context.scenes.top, LessonScene):
                shot(f"lesson-{slug}-{lesson.key}-{top.tutor.number + 1}")
                _advance_step(context, top, time)
            context.scenes.pop()  # the dialog at the end
            context.scenes.pop()
        first = read_lessons(slug).lessons[0]
        context.open_scene("lesson", context, slug, first.key)
        _wait_until_still(context, time)
        scene = context.scenes.top
        assert isinstance(scene, LessonScene)
        scene.tutor.note_mistake()
        shot(f"lesson-{slug}-nudge")
        context.open_scene("lesson_end", scene)
        shot(f"lesson-{slug}-end")
        while context.scenes.top is not context.scenes.scenes[0]:
            context.scenes.pop()


def _shoot_list(context: AppContext, slug: str, shot: Callable[[str], None]) -> None:
    """Take the list with two completed lessons and a started one, with all pictures."""
    first, second, third, *_rest = (lesson.key for lesson in read_lessons(slug).lessons)
    progress = {first: "done", second: "done", third: 1}
    context.update_settings(lessons={**context.settings.lessons, slug: progress})
    context.open_scene("lessons", slug)
    scene = context.scenes.top
    assert isinstance(scene, LessonListScene)
    while scene.photos.is_busy:
        pygame.time.wait(10)
        scene.tick(context.now)
    shot(f"lessons-{slug}")


def _advance_step(context: AppContext, scene: LessonScene, time: list[float]) -> None:
    """Go to the next step: lay what it asks for, else skip it."""
    tutor, number = scene.tutor, scene.tutor.number
    turns = tutor.step.turns if tutor.step.goal.is_built else ()
    if turns and scene.view.phone.load_draft(tutor.lesson.seat, turns[-1]):
        scene.view.sync(scene.match.session.observe(tutor.lesson.seat))
        _wait_until_still(context, time)
    if context.scenes.top is scene and tutor.number == number:
        scene.choose(SKIP)
        _wait_until_still(context, time)


def _wait_until_still(context: AppContext, time: list[float]) -> None:
    """Let time pass until the step is at rest. A step that is complete from the start continues.

    A step begins in a loop turn without movement, so it must be at rest for a while.
    """
    still_count = 0
    for _ in range(60):
        time[0] += 100
        top = context.scenes.top
        if top is None:
            return
        still_count = 0 if top.tick(context.now) else still_count + 1
        if still_count == STILL:
            return

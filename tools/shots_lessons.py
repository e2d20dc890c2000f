"""Lessons on the screenshot sheet: the list of each game, every step as it is said, a nudge and the end."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.discovery import game_slugs
from game.match.lesson import has_lessons, read_lessons
from game.match.phone_exercise import SKIP
from game.scenes.lessons import LessonListScene
from game.ui.core.scene import AppContext
from game.ui.match.lesson_scene import LessonScene

STILL = 5
"""For so many tenths of a second."""


def lesson_shots(stage: AppContext, time: list[float], shot: Callable[[str], None]) -> None:
    """Every step of every lesson, those before it done or skipped."""
    for slug in filter(has_lessons, game_slugs()):
        stage.open("lobby", slug)
        _list(stage, slug, shot)
        for lesson in read_lessons(slug).lessons:
            stage.open("lesson", stage, slug, lesson.key)
            _settle(stage, time)
            while isinstance(top := stage.scenes.top, LessonScene):
                shot(f"lesson-{slug}-{lesson.key}-{top.tutor.number + 1}")
                _go_on(stage, top, time)
            stage.scenes.pop()  # what stands at the end
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
    """The list with two lessons done and a third one begun, once their pictures are made."""
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
    """On to the next step as a learner comes there: what was to be laid lies there; else skip it."""
    tutor, number = scene.tutor, scene.tutor.number
    built = tutor.step.turns if tutor.step.goal.is_built else ()
    if built and scene.view.phone.make(tutor.lesson.seat, built[-1]):
        scene.view.sync(scene.match.session.observe(tutor.lesson.seat))
        _settle(stage, time)
    if stage.scenes.top is scene and tutor.number == number:
        scene.choose(SKIP)
        _settle(stage, time)


def _settle(stage: AppContext, time: list[float]) -> None:
    """Let time pass until the step stands still; a step that is done as it begins goes on by itself.

    A step begins in a turn of the window in which nothing moves yet: it has to stand still for a while.
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

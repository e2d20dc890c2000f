"""Learners that do what each lesson step asks for, with one input device alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.match.lesson import DRAFT_PREFIX, Lesson, LessonDirector, read_lessons
from game.match.phone_exercise import SKIP
from game.scenes.lessons import scene_of_lesson
from game.ui.core.input import InputAction
from game.ui.match.lesson_scene import LessonScene
from tests.robot.games import ROBOTS
from tests.scenes.city_hands import CityKeys, CityMouse, CityPad
from tests.scenes.harness import MatchRobot, MouseRobot, WindowRobot
from tests.scenes.rummy_hands import RummyRobot, rummy

KINDS = {
    slug: {device: robot.devices[device] for device in ("keys", "pad", "mouse")}
    for slug, robot in ROBOTS.items()
}
"""Robot class by game slug and input device."""


def taught(slug: str, key: str) -> Lesson:
    """Return the lesson with this key. Fails if there is none."""
    lesson = read_lessons(slug).find(key)
    assert lesson is not None, read_lessons(slug).faults
    return lesson


def opened(window: WindowRobot, slug: str, key: str, step: int = 0) -> LessonScene:
    """Open a lesson at a step and wait until it is the learner's turn."""
    scene = scene_of_lesson(window.context, taught(slug, key), step)
    window.context.scenes.push(scene)
    window.finish_animations()
    return scene


def each_step(window: WindowRobot, slug: str) -> Iterator[tuple[str, LessonScene]]:
    """Yield each step of each lesson of a game, on the screen, by skipping the steps before it."""
    for lesson in read_lessons(slug).lessons:
        opened(window, slug, lesson.key)
        while isinstance(window.top, LessonScene):
            yield f"{lesson.key} {window.top.tutor.number + 1}", window.top
            window.top.choose(SKIP)
            window.finish_animations()
        while len(window.context.scenes.scenes) > 1:
            window.context.scenes.pop()


def make(player: MatchRobot, making: str) -> None:
    """Bring the unfinished turn to the state that ``making`` describes."""
    window = player.window
    if isinstance(player, RummyRobot):
        scene = rummy(window.top)
        goal = [pile.split() for pile in making.split(" | ")]
        goal_counts = Counter(card for pile in goal for card in pile)
        current_counts = Counter(card for pile in scene.view.table.draft.piles for card in pile.texts)
        if current_counts - goal_counts:  # undo puts all cards back into the hand
            while scene.view.table.draft.is_changed:
                player.act(InputAction.UNDO)
        player.build(goal)
        window.step()
        return
    if isinstance(player, CityMouse):
        window.click_box(window.top.view.map.panel.rows[making])
        return
    if isinstance(player, CityKeys | CityPad):
        while window.top.view.map.focus != making:
            player.next_piece()
        return
    if isinstance(player, MouseRobot):
        window.click(*window.top.view.pitch.boxes.ground.middle(making))
        return
    while window.top.view.controller.chosen != making:
        player.next_piece()


def take_step(player: MatchRobot, tutor: LessonDirector) -> None:
    """Do what the current step asks for, and wait for the next step."""
    window, step, number = player.window, tutor.step, tutor.number
    window.step(ms=50)  # wait because with keys the focus first moves to where the step points
    if step.goal.undone:
        player.act(InputAction.UNDO)
    for line in step.solution:
        window.finish_animations()
        if line.startswith(DRAFT_PREFIX):
            make(player, line.strip(f"{DRAFT_PREFIX} "))
        else:
            player.play(line)
    for _ in range(400):
        if tutor.number != number:
            break
        if window.shown == "RoundEndScene":
            player.confirm()
        window.step(ms=50)
    assert tutor.number == number + 1, (tutor.lesson.key, number, window.shown)
    window.finish_animations()

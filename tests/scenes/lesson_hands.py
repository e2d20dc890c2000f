"""Learners that do what each lesson step asks for, with one input device alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pygame

from game.match.lesson import MAKING, Lesson, read_lessons
from game.match.phone_exercise import SKIP
from game.scenes.lessons import scene_of_lesson
from game.ui.core.input import InputAction
from game.ui.match.lesson_scene import LessonScene
from tests.scenes.city_hands import CityKeys, CityMouse, CityPad
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot, WindowRobot
from tests.scenes.rockit_hands import RocketKeys, RocketMouse, RocketPad
from tests.scenes.rummy_hands import CardKeys, CardMouse, CardPad, RummyRobot, rummy
from tests.scenes.test_sociable_match import CardHands as OfficeHands
from tests.scenes.test_sociable_match import KeyCards, MouseCards, PadCards

KINDS: dict[str, dict[str, type[MatchRobot]]] = {
    "socker": {"keys": KeyboardRobot, "pad": GamepadRobot, "mouse": MouseRobot},
    "city": {"keys": CityKeys, "pad": CityPad, "mouse": CityMouse},
    "rockit": {"keys": RocketKeys, "pad": RocketPad, "mouse": RocketMouse},
    "sociable": {"keys": KeyCards, "pad": PadCards, "mouse": MouseCards},
    "socki": {"keys": CardKeys, "pad": CardPad, "mouse": CardMouse},
}
"""Robot class by game slug and input device."""


def taught(slug: str, key: str) -> Lesson:
    """Return the lesson with this key. Fails if there is none."""
    lesson = read_lessons(slug).find(key)
    assert lesson is not None, read_lessons(slug).faults
    return lesson


def opened(window: WindowRobot, slug: str, key: str, step: int = 0) -> Any:
    """Open a lesson at a step and wait until it is the learner's turn."""
    scene = scene_of_lesson(window.context, taught(slug, key), step)
    window.context.scenes.push(scene)
    window.finish_animations()
    return scene


def each_step(window: WindowRobot, slug: str) -> Iterator[tuple[str, Any]]:
    """Yield each step of each lesson of a game, on the screen, by skipping the steps before it."""
    for lesson in read_lessons(slug).lessons:
        opened(window, slug, lesson.key)
        while isinstance(window.top, LessonScene):
            yield f"{lesson.key} {window.top.tutor.number + 1}", window.top
            window.top.choose(SKIP)
            window.finish_animations()
        while len(window.context.scenes.scenes) > 1:
            window.context.scenes.pop()


def undo(player: MatchRobot) -> None:
    """Take the last move back."""
    match player:
        case KeyboardRobot():
            player.window.press_key(pygame.K_u)
        case GamepadRobot():
            player.window.press_button("back")
        case _:
            player.window.click_strip(InputAction.UNDO)


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
                undo(player)
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


def take_step(player: MatchRobot, tutor: Any) -> None:
    """Do what the current step asks for, and wait for the next step."""
    window, step, number = player.window, tutor.step, tutor.number
    window.step(ms=50)  # wait because with keys the focus first moves to where the step points
    if step.goal.undone:
        undo(player)
    for line in step.solution:
        window.finish_animations()
        if line.startswith(MAKING):
            make(player, line.strip(f"{MAKING} "))
        elif isinstance(player, OfficeHands):
            player.make(window.top, line)
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

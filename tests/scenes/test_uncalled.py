"""Screens that appear by themselves: what was pressed for the screen before does not answer them."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.scene import DEAF
from game.ui.match.opening import match_scene
from tests.scenes.harness import Keys, Window
from tests.scenes.lesson_hands import opened, take_step
from tests.scenes.test_matches import lines


def ended(window: Window) -> Any:
    """The scene of a random match of Socker that is over."""
    session = Session.from_record("\n".join(lines("socker")))
    return match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])


def shown(window: Window) -> Any:
    """The results of such a match, over its table."""
    scene = ended(window)
    window.stage.scenes.push(scene)
    window.stage.open("results", scene)
    return window.top


def test_enter_pressed_on_and_on_stops_at_the_results(window: Window) -> None:
    """Hurrying through the last pictures ends where they end."""
    window.stage.scenes.push(ended(window))
    for _ in range(10):
        window.key(pygame.K_RETURN, hasty=True)
    assert window.shown == "Results"
    window.wait(DEAF)
    assert window.shown == "Results"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_p, pygame.K_l])
def test_what_comes_too_early_answers_no_results(window: Window, key: int) -> None:
    results = shown(window)
    window.wait(DEAF - 100)
    window.key(key, hasty=True)
    window.click_box(results.form.place(results.form.focus), hasty=True)
    assert window.top is results
    window.wait(100)
    window.key(key, hasty=True)
    assert window.top is not results


def test_a_pointer_is_followed_all_the_time(window: Window) -> None:
    form = shown(window).form
    last = len(form.widgets) - 1
    window.point(*form.place(last).centre)
    assert form.focus == last


def test_the_enter_that_hurries_the_last_step_answers_no_end_of_a_lesson(window: Window) -> None:
    scene = opened(window, "socker", "kick")
    for _step in scene.tutor.lesson.steps:
        take_step(Keys(window), scene.tutor)
    end = window.top
    window.key(pygame.K_RETURN, hasty=True)
    assert window.top is end, "nobody has read yet that it is over"
    window.wait(DEAF)
    window.key(pygame.K_RETURN, hasty=True)
    assert window.top.tutor.lesson.key == "sock"


def test_whoever_skips_a_lesson_is_answered_at_once(window: Window) -> None:
    scene = opened(window, "socker", "kick")
    window.key(pygame.K_ESCAPE, hasty=True)
    assert window.shown == "LessonEnd"
    window.key(pygame.K_ESCAPE, hasty=True)
    assert window.top is scene


@pytest.mark.parametrize("screen", ["away", "crash"])
def test_dialogs_that_come_by_themselves_wait_for_their_reader(window: Window, screen: str) -> None:
    session = Session.new("socki", 2, seed=3)
    scene = match_scene(window.stage, session, [Seat("Ann", 0, device="pad:7"), Seat("Bo", 1, "easy")])
    window.stage.open(screen, *((scene, 0) if screen == "away" else ("the needle broke", None)))
    shown = window.top
    window.key(pygame.K_RETURN, hasty=True)
    assert window.top is shown
    window.wait(DEAF)
    window.key(pygame.K_RETURN, hasty=True)
    assert window.top is not shown


def test_a_screen_that_was_called_answers_at_once(window: Window) -> None:
    window.key(pygame.K_p, hasty=True)
    assert window.shown == "SettingsScene"
    window.key(pygame.K_ESCAPE, hasty=True)
    assert window.shown == "Title"


def test_the_last_enter_of_a_match_takes_no_rematch(window: Window) -> None:
    """Only what is pressed once the results could be seen plays on."""
    results = shown(window)
    window.wait(DEAF - 100)
    window.key(pygame.K_RETURN, hasty=True)
    assert window.top is results
    window.wait(100)
    window.key(pygame.K_RETURN, hasty=True)
    assert window.shown == "SockerView"

"""The example of an extra in the window: a button in the house rules of the lobby, and its screen."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from tests.sample_extras import extras_in
from tests.scenes.harness import WindowRobot

LABEL = "Say hello"


def labels(window: WindowRobot) -> list[str]:
    """Open the lobby of Socker. Returns the labels of its house rules."""
    window.context.open_scene("lobby", "socker")
    window.step()
    return [getattr(row, "label", "") for row in window.top.house_rules.form.widgets]


@pytest.fixture
def hello() -> Iterator[None]:
    with extras_in():
        yield


@pytest.mark.usefixtures("hello")
def test_button_of_an_extra_opens_its_screen_and_back_returns(window: WindowRobot) -> None:
    found = labels(window)
    assert found.count(LABEL) == 1
    form = window.top.house_rules.form
    form.show(found.index(LABEL))
    window.click_box(form.place(form.focus))
    window.wait_until_readable()
    assert window.shown == "HelloScene"
    assert window.screen_text == "Hello from everyone who plays Socker!"
    window.picture()
    window.choose("Back")
    assert window.shown == "LobbyScene"


@pytest.mark.usefixtures("hello")
def test_screen_of_an_extra_closes_with_the_back_key(window: WindowRobot) -> None:
    labels(window)
    window.context.open_scene("hello", "city")
    window.wait_until_readable()
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "LobbyScene"


def test_button_of_an_extra_is_absent_without_it(window: WindowRobot) -> None:
    with extras_in(chosen=""):
        found = labels(window)
    assert "Seed" in found
    assert LABEL not in found
    assert "hello" not in window.context.screens

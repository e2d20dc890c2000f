"""The example of an extra in the window: a button in the house rules of the lobby, and its screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.extras import hooks
from game.match.import_file import found_in
from main import main
from tests.sample_extras import extras_in
from tests.scenes.harness import WindowRobot

LABEL = "Say hello"


def labels(window: WindowRobot) -> list[str]:
    """Open the lobby of Socker. Returns the labels of its house rules."""
    window.context.open_scene("lobby", "socker")
    window.step()
    return [row.label for row in window.rows]


@pytest.fixture
def hello() -> Iterator[None]:
    with extras_in():
        yield


@pytest.mark.usefixtures("hello")
def test_button_of_an_extra_opens_its_screen_and_back_returns(window: WindowRobot) -> None:
    assert labels(window).count(LABEL) == 1
    window.click_row(LABEL)
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


@pytest.mark.usefixtures("hello")
def test_greeting_that_was_kept_waits_on_the_title(window: WindowRobot) -> None:
    window.context.open_scene("hello", "city")
    window.wait_until_readable()
    window.choose("Keep it")
    assert window.context.stores.autosave.flush()
    window.context.scenes.reset(window.context.screens["title"]())
    window.step()
    assert [event.label() for event in window.top.events] == ["A greeting waits"]
    window.top.events[0].resume()
    window.wait_until_readable()
    assert window.screen_text == "Hello from everyone who plays Socks in the City!"


@pytest.mark.usefixtures("hello")
def test_file_of_an_extra_opens_its_screen(window: WindowRobot, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("hello rockit\n")
    found = found_in(tmp_path / "note.txt")
    (scene,) = filter(None, (open_file(window.context, found) for open_file in hooks("open_file")))
    window.context.scenes.push(scene)
    window.wait_until_readable()
    assert window.screen_text == "Hello from everyone who plays RockIt to Destiny!"


@pytest.mark.usefixtures("hello")
def test_command_of_an_extra_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hello", "socker"]) == 0
    assert capsys.readouterr().out == "Hello from everyone who plays Socker!\n"


def test_button_of_an_extra_is_absent_without_it(window: WindowRobot) -> None:
    with extras_in(chosen=""):
        found = labels(window)
    assert "Seed" in found
    assert LABEL not in found
    assert "hello" not in window.context.screens

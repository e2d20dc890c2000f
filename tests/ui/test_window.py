"""Window and system: position, minimum size, clipboard and reduced motion."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest

from game.launch import rest_as_the_system
from game.store.settings import Settings
from game.ui.core import window
from game.ui.core.window import wants_reduced_motion
from tests.scenes.harness import KeyboardRobot, WindowRobot

# Position and minimum size of the window.


LAPTOP, TV = pygame.Rect(0, 0, 1366, 768), pygame.Rect(1366, -300, 1920, 1080)


@pytest.mark.parametrize(
    ("place", "size", "screens", "found"),
    [
        ((100, 60), (1280, 680), [LAPTOP], ((86, 60), (1280, 680))),
        ((200, 90), (1000, 600), [LAPTOP], ((200, 90), (1000, 600))),
        ((3000, 200), (1280, 720), [LAPTOP], (None, (1280, 720))),
        ((-2500, 200), (1280, 720), [LAPTOP], (None, (1280, 720))),
        ((3000, 200), (1280, 720), [LAPTOP, TV], ((2006, 60), (1280, 720))),
        ((1400, -280), (1700, 900), [LAPTOP, TV], ((1400, -268), (1700, 900))),
        ((900, 700), (1280, 720), [LAPTOP, TV], ((1366, 60), (1280, 720))),
        ((0, 0), (5000, 3000), [LAPTOP], ((0, 0), (1366, 768))),
        (None, (5000, 3000), [LAPTOP, TV], (None, (1366, 768))),
        ((10, 40), (200, 200), [LAPTOP], ((10, 40), (960, 540))),
        (None, (1280, 720), [pygame.Rect(0, 0, 800, 480)], (None, (800, 480))),
    ],
    ids=["beyond the edge", "fits", "screen gone", "screen gone on the left", "second screen", "near its top",
         "mostly on the second", "too large", "too large anywhere", "too small", "tiny screen"],
)  # fmt: skip
def test_window_opens_on_an_existing_screen(
    place: tuple[int, int] | None,
    size: tuple[int, int],
    screens: list[pygame.Rect],
    found: tuple[tuple[int, int] | None, tuple[int, int]],
) -> None:
    assert window.place_on_screens(place, size, screens) == found


def test_window_remembered_off_screen_opens_in_sight(tmp_path: Path) -> None:
    shown = WindowRobot(tmp_path, window_place=[30_000, 200], window_size=[9000, 9000])
    pygame.display.quit()
    pygame.display.init()
    size = window.make_window(shown.context.settings).get_size()
    screen = pygame.display.get_desktop_sizes()[0]
    x, y = pygame.display.get_window_position()
    assert size == screen
    assert 0 <= x <= screen[0] - size[0]
    assert 0 <= y <= screen[1] - size[1]
    assert window.POSITION_VARIABLE not in os.environ
    shown.close()


def test_window_dragged_smaller_stays_the_same_window(tmp_path: Path) -> None:
    shown = WindowRobot(tmp_path)
    shown.app.window()
    shown.run_for(2000)
    assert window.min_window_size() == (960, 540)
    KeyboardRobot(shown).start_from_title("socker")
    shown.finish_animations()
    match, made = shown.top, []
    pygame.display.set_mode((400, 300), pygame.RESIZABLE)
    pygame.event.clear()
    before = pygame.display.set_mode
    pygame.display.set_mode = lambda *a, **k: made.append(a) or before(*a, **k)  # type: ignore[func-returns-value]
    try:
        shown.step(pygame.event.Event(pygame.VIDEORESIZE, size=(400, 300), w=400, h=300))
        shown.run_for(100)
    finally:
        pygame.display.set_mode = before
    assert not made
    assert shown.top is match
    assert shown.context.view.px(shown.context.view.w) == pygame.display.get_surface().get_width()  # type: ignore[union-attr]
    shown.app.remember_place()
    assert shown.context.stores.settings.load().window_size == (960, 540)
    shown.close()


# Clipboard, also on systems without one.


def test_clipboard_returns_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    lying: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", lying.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: lying[-1])
    assert window.put("one line")
    assert window.clipboard_text() == "one line"


def test_clipboard_may_be_missing_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_given: str) -> str:
        raise pygame.error("no clipboard")

    for name in ("put_text", "get_text"):
        monkeypatch.setattr(pygame.scrap, name, refuses)
    assert window.is_there()
    assert (window.put("one line"), window.clipboard_text()) == (False, None)
    for name in ("put_text", "get_text"):
        monkeypatch.delattr(pygame.scrap, name)
    assert not window.is_there()
    assert (window.put("one line"), window.clipboard_text()) == (False, None)


# The system's setting for reduced motion; tests replace the system's command.


@pytest.fixture
def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Install a system command that prints ``words``."""
    if sys.platform == "win32":
        pytest.skip("commands are scripts here")
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(command: str, answer: str) -> None:
        script = tmp_path / command
        script.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IEXEC)

    return put


@pytest.mark.parametrize(
    ("system", "command", "answer", "rests"),
    [
        ("linux", "gsettings", "echo false", True), ("linux", "gsettings", "echo true", False),
        ("linux", "gsettings", "exit 1", False), ("darwin", "defaults", "echo 1", True),
        ("darwin", "defaults", "echo 0", False), ("linux", "nothing", "", False),
    ],
)  # fmt: skip
def test_system_setting_for_reduced_motion_is_read(
    says: Callable[[str, str], None], system: str, command: str, answer: str, rests: object
) -> None:
    says(command, answer)
    assert wants_reduced_motion(system) is rests


@pytest.mark.parametrize(("are_new", "moves_less"), [(True, True), (False, False)])
def test_players_choice_overrides_the_system(
    says: Callable[[str, str], None], are_new: object, moves_less: object
) -> None:
    says("gsettings", "echo false")
    says("defaults", "echo 1")
    app = SimpleNamespace(settings=Settings())
    app.stores = SimpleNamespace(settings=SimpleNamespace(are_new=are_new))
    app.apply_settings = lambda settings: setattr(app, "settings", settings)
    rest_as_the_system(cast(Any, app))
    assert app.settings.reduced_motion is moves_less

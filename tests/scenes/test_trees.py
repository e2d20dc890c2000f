"""What each screen is made of, as text, and that its words have room at every size and in every language.

A tree that differs fails with its diff; whoever has looked at the picture accepts it by ``pytest --accept``.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.match.socks import all_feats
from game.scenes.first_start import FirstStart
from game.store.days import Tried
from game.ui.widgets import Screen
from game.words import use
from tests.languages import in_languages
from tests.scale import crossed
from tests.scenes.hall.glances import Shown, busy_glance
from tests.scenes.harness import Window
from tests.scenes.trees import faults, hold_against

DAY, TODAY = datetime.date(2026, 11, 9), datetime.date(2026, 11, 20)
MISSED = 9
"""So many days ago."""


def drawer(window: Window) -> None:
    socks, keys = window.stage.stores.socks, [feat.key for _game, feat in all_feats()]
    socks.earn("Ann", keys[::2], DAY)
    socks.earn("Bartholomäus", keys[1:2], DAY)
    window.stage.open("drawer", keys[4], "Ann")


def daily(window: Window, *, done: bool = False) -> None:
    """A row of days that ends yesterday, with a missed one and hints; or today."""
    days = window.stage.stores.days
    days.today = lambda: TODAY
    for ago in range(0 if done else 1, 12):
        day = TODAY - datetime.timedelta(days=ago)
        if ago != MISSED:
            days.note("Bartholomäus", day, Tried(1 + ago % 3, 70, ago % 2, day.isoformat()))
    days.look("Bartholomäus")
    window.stage.open("daily")


def teacher(window: Window, tables: int = 8, tab: int = 0) -> None:
    window.stage.open("hall_teacher", Shown(busy_glance(tables)))
    for _ in range(tab):
        window.key(pygame.K_PAGEUP)


def first_start(window: Window) -> None:
    window.stage.scenes.reset(FirstStart())


OPENED: dict[str, Callable[[Window], None]] = {
    "drawer": drawer,
    "daily": daily,
    "daily-done": partial(daily, done=True),
    "first_start": first_start,
    "teacher": teacher,
    "teacher-asked": partial(teacher, tables=2, tab=1),
}
"""How each screen is come to, with something on it to see."""
SHOWN = (((1280, 720), 100, "en"), ((960, 540), 200, "de"), ((1024, 768), 150, "fr"))
"""The windows, text sizes and languages in which trees are kept as text."""


def opened(home: Path, name: str, size: tuple[int, int], text_size: int, language: str) -> Window:
    window = Window(home, size, text_size=text_size, language=language)
    OPENED[name](window)
    window.turn()
    return window


def screen_of(window: Window) -> Screen:
    assert isinstance(window.top, Screen)
    return window.top


@pytest.mark.parametrize("name", OPENED)
def test_a_screen_is_made_of_what_was_accepted(
    name: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    frames, focus = {}, ""
    for (w, h), text_size, language in SHOWN:
        window = opened(tmp_path / language, name, (w, h), text_size, language)
        frames[f"{w}x{h}, {text_size} %, {language}"] = screen_of(window).frame
        focus = screen_of(window).focus
        window.close()
    use("en")
    hold_against(name, frames, focus, accept=pytestconfig.getoption("accept"))


@crossed
@in_languages
@pytest.mark.parametrize("text_size", [100, 125, 150, 175, 200])
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1920, 820)])
@pytest.mark.parametrize("name", OPENED)
def test_words_have_room_and_controls_a_place(
    name: str, size: tuple[int, int], text_size: int, language: str, tmp_path: Path
) -> None:
    window = opened(tmp_path, name, size, text_size, language)
    screen = screen_of(window)
    assert faults(screen) == []
    for key, _box in screen.focusable():  # what has the focus may show more than it did
        screen.look_at(key)
        assert faults(screen) == []
    keys = {key for key, _box in screen.focusable()}
    assert {control.key for control in screen.controls()} <= keys, "a control without a place"
    window.close()
    use("en")

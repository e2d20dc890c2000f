"""How large all that is read is drawn, screen by screen: never tiny, and never smaller in larger text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Line, Painter
from game.ui.core.theme import LARGE, SMALL
from game.ui.match.opening import match_scene
from tests.languages import in_languages
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.scenes.test_album import NOON, Idle, back_to_title, ended, filled, opened

HALF = 0.7
"""What rounding to whole pixels makes of a size, in units."""
Drawn = dict[str, float]
"""Lines, each with its size in units, the smallest where one is drawn twice; titles are told apart."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Everything that is drawn from now on."""
    found: Drawn = {}
    usual = Painter.put_line

    def put_line(painter: Painter, line: Line, x: float, y: float, anchor: str) -> float:
        # A card of the album is drawn on a canvas of its own.
        size = line.pixels / painter.view.scale
        words = f"{line.text} " if line.face == NAMES else line.text
        found[words] = min(size, found.get(words, size))
        return usual(painter, line, x, y, anchor)

    monkeypatch.setattr(Painter, "put_line", put_line)
    return found


def scrolled(window: Window) -> None:
    """Look at all of a form, page by page."""
    form: Any = window.top.form
    form.scroll_to(0)
    while True:
        window.top.stale = True
        window.picture()
        before = form.scroll
        form.scroll_to(before + form.box.h * 0.8)
        if form.scroll == before:
            return


def settings(window: Window) -> None:
    window.stage.open("settings")
    scrolled(window)


def rules(window: Window) -> None:
    window.stage.open("rules", "socker")
    scrolled(window)


def album(window: Window) -> None:
    back_to_title(window)
    opened(window)
    window.picture()


def menu(window: Window) -> None:
    """Of a match of the City, which has the longest one."""
    session = Session.new("city", 2, 4, names=["Annabella", "Bo"])
    window.stage.scenes.push(match_scene(window.stage, session, [Seat("Annabella", 0), Seat("Bo", 1)]))
    window.turn()
    window.stage.open("pause", window.top)
    window.top.unfold()
    scrolled(window)


def title(window: Window) -> None:
    back_to_title(window)
    for name, _box in window.top.focusable():
        window.top.look_at(name)
        window.top.stale = True
        window.picture()


@crossed
@pytest.mark.parametrize("screen", [settings, rules, album, menu, title])
@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (1024, 768)])
@in_languages
def test_no_text_is_tiny_and_none_is_smaller_where_all_text_is_larger(
    tmp_path: Path, drawn: Drawn, screen: Callable[[Window], None], size: tuple[int, int], language: str
) -> None:
    window = Window(tmp_path, size, language=language)
    window.stage.worker = Idle  # type: ignore[assignment]
    filled(window.stage.stores.archive, 3)
    window.stage.stores.archive.keep(ended("socki", NOON, ("Maximiliana", "Kofi")))
    usual: Drawn = {}
    for text_size in (100, 125, 150, 200):
        window.stage.change(text_size=text_size)
        drawn.clear()
        screen(window)
        assert len(drawn) > 5
        told = {words: size for words, size in drawn.items() if words.strip()}
        assert {words: size for words, size in told.items() if size < SMALL - HALF} == {}, text_size
        smaller = {
            words: (usual[words], size)
            for words, size in told.items()
            if words in usual and size < usual[words] * 0.95 - HALF
        }
        assert smaller == {}, text_size
        usual = usual or told
        back_to_title(window)
    window.close()


def test_the_buttons_of_the_menu_are_never_its_smallest_text(window: Window, drawn: Drawn) -> None:
    for text_size in (100, 150, 200):
        window.stage.change(text_size=text_size)
        drawn.clear()
        menu(window)
        largest = LARGE * text_size / 100
        assert all(abs(drawn[label] - largest) < HALF for label in window.offered if label in drawn)
        back_to_title(window)

"""The help strip at every size of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

from game.ui.core.input import Act
from game.ui.core.scene import Help, Scene, Shortcut
from game.ui.widgets import entries
from tests.languages import in_languages
from tests.scenes.harness import Window
from tests.scenes.test_debrief import debriefed, played


def shown(window: Window) -> list[Any]:
    return entries(window.stage, window.top)[1]


@in_languages
def test_the_strip_of_the_debrief_says_how_pages_are_turned(window: Window, language: str) -> None:
    """At any size of text, on any device; it stays within the screen."""
    window.stage.change(language=language)
    debriefed(window, played())
    for size in (100, 150, 200):
        window.stage.change(text_size=size)
        for use in (lambda: window.key(pygame.K_RIGHT), lambda: window.button("rightstick"), None):
            window.point(5, 300) if use is None else use()
            acts = [entry.act for entry in shown(window)]
            assert Act.NAVIGATE in acts or Act.SCROLL in acts, (size, window.stage.devices.last)
            safe = window.stage.view.safe
            for entry in shown(window):
                assert safe.x <= entry.box.x <= entry.box.right <= safe.right


def test_directions_keep_their_words_where_smaller_keys_make_the_room(window: Window) -> None:
    window.stage.change(text_size=200)
    window.stage.open("lobby", "socki")
    window.button("leftstick")
    box, found = entries(window.stage, window.top)
    assert next(entry.words for entry in found if entry.act is Act.NAVIGATE) == "Choose"
    assert {entry.box.y for entry in found} == {box.y}, "in one row"


@dataclass
class Longer:
    """The turn of somebody who has more and more to press."""

    words: str
    strip: float = 24.0

    def help(self) -> Help:
        return [
            (Act.NAVIGATE, "Choose"), (Act.CONFIRM, self.words), (Act.UNDO, "Take back"), (Act.HINT, "Hint"),
            (Act.THREATS, "Threats"), (Act.PAUSE, "Menu"),
        ]  # fmt: skip


def test_words_give_way_one_after_another_the_least_missed_first(window: Window) -> None:
    window.key(pygame.K_RIGHT)
    seen: list[list[Act]] = []
    for count in range(1, 90):
        without = [entry.act for entry in entries(window.stage, Longer("x" * count))[1] if not entry.words]
        if not seen or without != seen[-1]:
            seen.append(without)
    assert [len(acts) for acts in seen[:6]] == [0, 1, 2, 3, 4, 5]
    assert seen[1] == [Act.PAUSE]
    assert seen[2] == [Act.NAVIGATE, Act.PAUSE]
    assert seen[3] == [Act.NAVIGATE, Act.UNDO, Act.PAUSE]


def test_the_directions_are_there_until_all_else_has_given_way(window: Window) -> None:
    window.key(pygame.K_RIGHT)
    for count in range(1, 90):
        found = entries(window.stage, Longer("x" * count))[1]
        if not all(entry.words for entry in found if entry.act is Act.THREATS):
            break
        assert found[0].act is Act.NAVIGATE, "one word more would have fitted"


def test_what_the_strip_says_and_what_buttons_do_is_one_list(window: Window) -> None:
    done: list[str] = []

    class Asked(Scene):
        def shortcuts(self) -> list[Shortcut]:
            return [
                Shortcut(Act.NAVIGATE, "Pages", None),
                Shortcut(Act.NEXT, "On", lambda: done.append("on"), also=(Act.CONFIRM,)),
                Shortcut(Act.BACK, "", lambda: done.append("away")),
            ]

    scene = Asked()
    window.stage.scenes.push(scene)
    assert scene.help() == [(Act.NAVIGATE, "Pages"), (Act.NEXT, "On")]
    for key in (pygame.K_RETURN, pygame.K_TAB, pygame.K_LEFT, pygame.K_h, pygame.K_ESCAPE):
        window.key(key)
    assert done == ["on", "on", "away"]

"""The help strip at every size of text."""

from __future__ import annotations

from typing import Any

import pygame

from game.ui.kit.input import Act
from game.ui.kit.strip import entries
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

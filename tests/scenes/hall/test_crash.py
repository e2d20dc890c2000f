"""A fault of ours while a class plays: the hall goes on behind the dialog, and from the title."""

from __future__ import annotations

import pygame
import pytest

from game.launch import guarded
from game.ui.core.scene import WAKE, Scene
from tests.scenes.hall.evenings import lesson
from tests.scenes.harness import Window


class Breaks(Scene):
    def tick(self, now: float) -> bool:
        raise RuntimeError("the needle broke")


@pytest.mark.parametrize("screen", ["Gather", "HallProjector"])
def test_a_fault_in_a_screen_throws_nobody_out(
    window: Window, monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    hall = lesson(window)
    if screen == "HallProjector":
        window.key(pygame.K_RETURN)
    assert window.shown == screen
    party = window.stage.phones.party
    window.stage.scenes.push(Breaks())
    run = window.app.run
    monkeypatch.setattr(window.app, "run", lambda: run() if window.shown == "Breaks" else None)
    pygame.event.post(pygame.event.Event(WAKE))
    assert guarded(window.app) == 0
    assert window.shown == "Crash"
    assert "The tables play on" in window.top.form.widgets[0].text
    assert "match" not in window.top.form.widgets[0].text
    window.key(pygame.K_ESCAPE)
    assert window.top.has_evening
    window.key(pygame.K_x)
    assert window.shown == screen
    assert window.top.lesson is hall
    assert window.stage.phones.guest is hall
    assert window.stage.phones.party is party, "no phone was told that it is over"

"""The results say what those on phones would like to do next, and the host goes by the usual buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.profiles import AGAIN, ENOUGH
from game.match.seats import PHONE, Seat
from game.ui.match.opening import match_scene
from game.ui.match.side import WishRow
from tests.scenes.harness import Window
from tests.scenes.test_vote import over


def ended(window: Window, device: str) -> Any:
    scene = match_scene(
        window.stage, Session.new("socker", seed=1), [Seat("Ann", 0), Seat("Bo", 1, "", device)]
    )
    window.stage.scenes.push(scene)
    scene.match.concede(0)
    window.live(30_000, until=lambda: window.shown == "Results")
    return scene


def has_row(window: Window) -> bool:
    return any(isinstance(row, WishRow) for row in window.top.form.widgets)


def test_results_show_who_would_play_again(window: Window) -> None:
    scene = ended(window, PHONE)
    assert has_row(window)
    label = window.top.form.widget.label
    blank = window.picture()
    assert scene.phones.do(1, {"do": "wish", "wish": AGAIN}) == ""
    window.turn()
    assert window.picture() != blank
    assert window.top.form.widget.label == label, "the focus stays where it was"
    window.live(60_000)
    assert window.shown == "Results", "who says nothing, and a host who waits, change nothing"
    scene.match.hand_over(1, "easy")
    window.turn()
    assert not has_row(window)
    window.take("Rematch")
    assert window.top.is_match
    assert window.top.phones.wishes.who(AGAIN) == []


def test_without_phones_nobody_is_asked(window: Window) -> None:
    ended(window, "")
    assert not has_row(window)


def test_the_debrief_says_it_where_it_asks_whether_to_play_again(window: Window) -> None:
    scene = over(window, 1, 1)
    window.top.hurry()
    assert "Play again" in [words for _act, words in window.top.help()]
    assert scene.phones.do(1, {"do": "wish", "wish": AGAIN}) == ""
    window.turn()
    assert "Play again (1)" in [words for _act, words in window.top.help()]
    window.key(pygame.K_RETURN)
    assert has_row(window)
    blank = window.picture()
    assert scene.phones.do(1, {"do": "wish", "wish": ENOUGH}, 10.0) == ""
    window.turn()
    assert window.picture() != blank
    window.key(pygame.K_RETURN)
    assert window.shown == "Debrief", "the first answer stays here"


@pytest.mark.parametrize("size", [100, 150, 200])
def test_the_row_fits_at_every_size(tmp_path: Path, size: int) -> None:
    window = Window(tmp_path, (960, 540), text_size=size)
    scene = ended(window, PHONE)
    scene.phones.do(1, {"do": "wish", "wish": ENOUGH})
    window.turn()
    window.picture()
    window.close()

"""A sixth game with a screen of its own: panels, hints and effects, played by every device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from game.ui.widgets import Frame
from tests.scenes.harness import Keys, Mouse, Pad, Window
from tests.scenes.trees import labels
from tests.sixth import sixth_game

HIGH = 6
NEARLY = "board=-/-/-/000/11/1/- turn=0"


@pytest.fixture(autouse=True)
def buttons() -> Iterator[str]:
    with sixth_game(drawn=True) as slug:
        yield slug


def table(window: Window, position: str = "", bot: str = "easy") -> Any:
    names = ["Ann", "Bo"]
    session = Session.new("buttons", names=names)
    if position:
        session = Session.from_position("buttons", position, names=names)
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, bot)])
    window.stage.scenes.push(scene)
    window.settle()
    return scene


def panel(scene: Any, seat: int) -> list[str]:
    view = scene.view
    return labels(Frame(view.panel(seat), view.sides[seat], scene.stage.ruler))


@pytest.mark.parametrize("hands", [Keys, Pad])
def test_from_the_title_to_the_results(window: Window, hands: type[Keys | Pad]) -> None:
    window.stage.scenes.reset(window.stage.screens["title"]())
    player = hands(window)
    player.start_from_title("buttons")
    window.settle()
    assert window.shown == "ButtonView"
    for turn in range(80):
        if window.shown != "ButtonView":
            break
        player.step(1 if turn % 3 else -1, 0)
        player.confirm()
        window.settle()
    window.wait(3000)
    assert window.shown == "Results"


def test_the_mouse_sews_on_where_it_points(window: Window) -> None:
    scene = table(window)
    Mouse(window).window.click_box(scene.view.cloth.column(4))
    assert scene.match.session.log[0] == (0, "drop 5")


def test_panels_say_whose_turn_it_is_what_happened_and_why_not(window: Window) -> None:
    scene = table(window, "board=010101/-/-/-/-/-/- turn=0", bot="")
    assert panel(scene, 0) == ["Ann", "to move"]
    scene.view.look_at(0)
    window.key(pygame.K_RETURN)
    assert "That column is full." in panel(scene, 0)
    scene.view.look_at(2)
    window.key(pygame.K_RETURN)
    window.settle()
    assert panel(scene, 0) == ["Ann", "waits", "Ann sews a button onto column 3."]
    assert panel(scene, 1)[:2] == ["Bo", "to move"]


def test_a_button_falls_and_the_four_that_win_are_ringed(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    scene = table(window, NEARLY, bot="")
    before = window.picture()
    window.key(pygame.K_h)
    window.wait(1500)
    assert scene.view.hinted == 3
    assert window.picture() != before
    heard = window.listen()
    window.key(pygame.K_RETURN)
    falling = []
    for _frame in range(6):
        window.wait(60)
        falling.append(window.picture())
    assert len(set(falling)) == 6, "it is seen to fall"
    window.wait(300)
    assert "pop" in heard
    assert scene.match.session.outcome is not None


def test_with_reduced_motion_it_comes_up_where_it_lies(window: Window) -> None:
    window.stage.change(animation_speed="brisk", reduced_motion=True)
    scene = table(window, bot="")
    window.key(pygame.K_RETURN)
    window.wait(150)
    x, y = scene.view.cloth.at(3, HIGH - 2)
    at = window.stage.view.px(x), window.stage.view.px(y)
    early = window.app.screen.get_at(at)
    window.wait(150)
    assert window.app.screen.get_at(at) == early, "nothing falls past the upper holes"


def test_one_switch_and_speech_know_its_columns(window: Window) -> None:
    scene = table(window, NEARLY)
    items = scene.view.reach.items()
    assert len(items) == 7
    items[5].come()
    assert scene.view.spoken.focus() == "Column 6: 1 of 6"
    assert scene.view.spoken.board()[3] == "Column 4: Ann, Ann, Ann"


@pytest.mark.parametrize("text_size", [100, 200])
def test_it_is_seen_again_filmed_and_saved(window: Window, text_size: int) -> None:
    window.stage.change(text_size=text_size)
    scene = table(window, bot="")
    for column in (4, 3, 4, 3, 4, 3, 4):
        scene.context.play(f"drop {column}")
        window.settle()
        window.picture()
    window.wait(3000)
    assert window.shown == "Results"
    window.take("Film")
    assert window.shown == "FilmScene"
    window.wait(2000)
    window.picture()

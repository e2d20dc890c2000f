"""Socks in the City taken up again: half-made choices, the last pieces, and whatever was kept."""

from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from tests.scenes.city_hands import near_join, opened
from tests.scenes.harness import Window


def test_resumed_in_the_middle_of_a_turn(window: Window) -> None:
    scene = opened(window, sock_setup="alternate")
    station = sorted(scene.view.setup.open)[3]
    scene.view.map.walker.jump(station)
    window.key(pygame.K_TAB)
    colour = scene.view.setup.colour
    window.key(pygame.K_RETURN)
    assert scene.view.setup.first == station
    record = scene.match.session.record()
    window.key(pygame.K_p)
    window.take("Leave")
    window.stage.stores.autosave.settle()
    window.top.returned(None)
    window.key(pygame.K_x)
    again = window.top
    assert window.shown == "CityView"
    assert again.match.session.record() == record
    assert (again.view.setup.first, again.view.setup.colour) == (station, colour)


def test_who_comes_back_sees_what_was_laid_last(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    for _ in range(4):
        scene.context.play(f"lay {' '.join(min(scene.view.map.legal))}")
        window.settle()
    again: Any = match_scene(
        window.stage, Session.from_record(scene.match.session.record()), scene.match.seats
    )
    window.stage.scenes.push(again)
    assert again.view.recent.laid == scene.view.recent.laid
    assert again.view.news == scene.view.news
    again.undo()
    assert again.view.recent.laid != scene.view.recent.laid


def test_who_comes_back_is_told_of_a_pair_that_came_home_last(window: Window) -> None:
    position, move = near_join()
    scene = opened(window, position)
    scene.context.play(move)
    window.settle()
    assert "home" in scene.view.news
    record = scene.match.session.record()
    window.stage.scenes.push(match_scene(window.stage, Session.from_record(record), scene.match.seats))
    assert window.top.view.news == scene.view.news


BROKEN: list[dict[str, Any]] = [
    {"focus": 3, "at": ["x"], "tile": "no", "first": {}, "rest": 1},
    {"tile": [9, 9, 0, 0]},
    {"tile": [0, 0, -40, 900], "colour": []},
    {"rest": "socks", "colour": "pink"},
]


@pytest.mark.parametrize("kept", BROKEN)
@pytest.mark.parametrize("option", ["board_build=manual", "sock_setup=free"])
def test_whatever_was_kept_does_no_harm(window: Window, kept: dict[str, Any], option: str) -> None:
    session = Session.new("city", seed=4, options=dict([option.split("=")]))
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.recall(kept)
    window.stage.scenes.push(scene)
    window.settle()
    assert window.picture()

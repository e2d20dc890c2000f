"""Socks in the City seen closer: a large picture that is scrolled shows the same as one drawn at once."""

import math
from typing import Any

import pygame
import pytest

from game.games.city.screen import close_up
from game.games.city.screen.close_up import CloseUp
from game.ui.kit.canvas import Box
from tests.scenes.city_hands import bot_move, opened
from tests.scenes.harness import USUAL, Window


def fresh(window: Window, scene: Any) -> bytes:
    """The picture as somebody sees it who has seen none before."""
    scene.view.closer_look = CloseUp()
    scene.stale = True
    window.turn()
    return window.picture()


def test_scrolling_there_and_back_shows_the_same_again(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_l)
    window.point(300, 200)
    first = window.picture()
    seen = {first}
    for x, y in ((310, 203), (420, 260), (640, 400), (880, 600), (30, 30), (301, 200)):
        window.point(x, y)
        picture = window.picture()
        assert picture not in seen
        assert picture == fresh(window, scene)
        seen.add(picture)
    window.point(300, 200)
    assert window.picture() == first


def test_what_is_laid_meanwhile_is_seen(window: Window) -> None:
    scene = opened(window, "left=2", levels=("", "easy"))
    window.key(pygame.K_l)
    for number in range(3):
        window.point(450, 300)
        before = window.picture()
        scene.context.play(bot_move(scene.match.session, "normal", number))
        window.settle()
        window.key(pygame.K_TAB)
        window.point(450, 300)
        assert window.picture() != before
        assert window.picture() == fresh(window, scene)


@USUAL
def test_the_cursor_passes_below_the_strip(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_l)
    strip = pygame.Rect(340, 668, 600, 22)

    def shown() -> bytes:
        return pygame.image.tobytes(window.app.screen.subsurface(strip), "RGB")

    window.point(450, 340)
    plain = shown()
    aim = 600, 679
    here = min(scene.view.map.city.cells, key=lambda cell: math.dist(scene.view.map.ground.point(cell), aim))
    window.point(
        450,
        340
        + (scene.view.map.ground.point(here)[1] - 679)
        / (scene.view.map.ground.size / scene.view.map.far.size - 1),
    )
    scene.view.map.walker.jump(scene.view.map.city.at[here].text)
    scene.stale = True
    window.turn()
    assert strip.collidepoint(scene.view.map.ground.point(here))
    assert shown() == plain


def test_the_table_can_be_seen_closer_while_the_city_is_built(window: Window) -> None:
    scene = opened(window, board_build="manual")
    scene.context.play(bot_move(scene.match.session))
    window.settle()
    window.key(pygame.K_l)
    assert scene.view.map.is_closer
    assert window.picture() == fresh(window, scene)


def test_names_can_be_read_from_close_up(window: Window) -> None:
    scene = opened(window)
    far = scene.view.map.ground.size
    window.key(pygame.K_l)
    assert scene.view.map.is_closer
    assert scene.view.map.ground.size >= 2 * far
    here = scene.view.map.walker.at
    assert (
        math.dist(
            scene.view.map.ground.point(scene.view.map.city.cell(here)),
            scene.view.map.far.point(scene.view.map.city.cell(here)),
        )
        < 5
    )
    window.key(pygame.K_ESCAPE)
    assert not scene.view.map.is_closer
    assert window.shown == "CityView"


def test_no_name_looks_out_from_behind_the_panel(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above, below and behind it the map shows no letters, wherever it is scrolled."""
    scene = opened(window)
    window.key(pygame.K_l)
    panel, view = scene.view.map.places.panel.grown(3), window.stage.view
    right = view.w - panel.x
    boxes = [
        Box(panel.x, 0, right, panel.y),
        Box(panel.right, 0, view.w - panel.right, panel.bottom),
    ]

    def beyond() -> list[bytes]:
        scene.view.closer_look = CloseUp()
        scene.stale = True
        window.turn()
        return [pygame.image.tobytes(window.app.screen.subsurface(view.rect(box)), "RGB") for box in boxes]

    for at in ((300, 200), (620, 380), (880, 560)):
        window.point(*at)
        with_names = beyond()
        with monkeypatch.context() as patched:
            patched.setattr(close_up, "draw_names", lambda *_: None)
            assert beyond() == with_names

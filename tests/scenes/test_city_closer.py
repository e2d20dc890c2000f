"""Socks in the City seen closer: a large picture that is scrolled shows the same as one drawn at once."""

import math
from typing import Any

import pygame
import pytest

from game.games.city.screen import close_up
from game.games.city.screen import still as city_choice
from game.games.city.screen.board import cut_names, lowered, name_box
from game.games.city.screen.close_up import CloseUp
from game.games.city.screen.ground import CityMap
from game.ui.core.canvas import Box, meet
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
    window.stage.change(reduced_motion=True)  # nobody breathes between two pictures
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


@pytest.mark.parametrize("size", [100, 200])
def test_no_name_is_cut_off_by_the_panel(window: Window, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Beside, above, below and behind it the map shows no letters, wherever it is scrolled."""
    window.stage.change(text_size=size)
    scene = opened(window)
    window.key(pygame.K_l)
    panel, view = scene.view.map.places.panel, window.stage.view
    boxes = [
        Box(panel.x - 1.5, 0, 1.5, view.h),
        Box(panel.x, 0, view.w - panel.x, panel.y - 3),
        Box(panel.right + 3, 0, view.w - panel.right - 3, panel.bottom + 3),
    ]

    def beyond() -> list[bytes]:
        scene.view.closer_look = CloseUp()
        scene.stale = True
        window.turn()
        return [pygame.image.tobytes(window.app.screen.subsurface(view.rect(box)), "RGB") for box in boxes]

    for at in ((300, 200), (620, 380), (30, 30), (880, 560)):
        window.point(*at)
        with_names = beyond()
        with monkeypatch.context() as patched:
            patched.setattr(close_up, "draw_name", lambda *_given, **_kinds: None)
            assert beyond() == with_names


def scrolled_to(scene: Any, text: str, x: float) -> CityMap:
    """The closer look with the cursor on a station, its middle so far to the right."""
    shown = scene.view.map
    shown.walker.jump(text)
    shown.is_closer, shown.near = True, None
    here, by = shown.far.point(shown.city.cell(text)), shown.ground.size / shown.far.size
    # What is held stays where it is: the map grows around it.
    shown.near = (x - here[0] * by) / (1 - by), here[1]
    ground: CityMap = shown.ground
    return ground


@pytest.mark.parametrize("size", [100, 200])
def test_the_name_at_the_cursor_stands_whole_beside_the_panel(
    window: Window, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    window.stage.change(text_size=size)
    scene = opened(window)
    shown, view = scene.view.map, window.stage.view
    text = max(shown.city.stops, key=lambda text: shown.far.point(shown.city.cell(text)))
    ground = scrolled_to(scene, text, shown.places.panel.x - 30)
    named = window.picture()
    with monkeypatch.context() as patched:
        patched.setattr(city_choice, "draw_name", lambda *_args, **_kinds: None)
        bare = window.picture()
    one, other = (pygame.image.frombytes(data, window.app.screen.get_size(), "RGB") for data in (named, bare))
    same = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), other)
    same.invert()
    tag = same.get_bounding_rects()[0].unionall(same.get_bounding_rects())
    stop, low = shown.city.stops[text], text in shown.picture.socks
    assert tag.right <= view.px(shown.places.panel.x)
    assert tag.w >= view.px(name_box(window.stage.ruler, ground, stop, low=low).w) - 2


def test_a_name_that_is_moved_lies_over_no_other(window: Window) -> None:
    scene = opened(window)
    shown, ruler = scene.view.map, window.stage.ruler
    moved = 0
    for text in shown.city.stops:
        contents, right = shown.contents(), shown.places.names
        ground = scrolled_to(scene, text, right - 1)
        signs = lowered(contents)
        hidden = cut_names(ruler, ground, signs, right, [text])
        own = name_box(ruler, ground, shown.city.stops[text], low=text in signs, right=right)
        moved += text in hidden
        assert own.right <= right
        for stop in shown.city.stops.values():
            if stop.text not in hidden and stop.text != text:
                tag = name_box(ruler, ground, stop, low=stop.text in signs)
                assert tag.right <= right
                assert not meet(own, tag)
    assert moved == len(shown.city.stops)


def test_the_night_is_as_plain_from_close_up(window: Window) -> None:
    """In high contrast the far map has neither fields nor stars around it."""
    window.stage.change(theme="contrast")
    scene = opened(window)
    window.key(pygame.K_l)
    window.point(5, 5)
    scene.view.map.near = -400, -400
    scene.stale = True
    window.turn()
    places = scene.view.map.places
    sky = window.app.screen.subsurface(window.stage.view.rect(Box(0, 0, places.panel.x - 20, 400)))
    assert set(pygame.image.tobytes(sky, "RGB")) == {0}

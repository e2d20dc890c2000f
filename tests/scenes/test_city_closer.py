"""Socks in the City seen closer: a large picture that is scrolled shows the same as one drawn at once."""

import math

import pygame

from game.games.city.closer import CloserLook
from game.games.city.scene import CityScene
from tests.scenes.city_hands import bot_move, opened
from tests.scenes.harness import Window


def fresh(window: Window, scene: CityScene) -> bytes:
    """The picture as somebody sees it who has seen none before."""
    scene._closer = CloserLook()
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
        scene.play(bot_move(scene.session, "normal", number))
        window.settle()
        window.key(pygame.K_TAB)
        window.point(450, 300)
        assert window.picture() != before
        assert window.picture() == fresh(window, scene)


def test_the_cursor_passes_below_the_strip(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_l)
    strip = pygame.Rect(240, 668, 800, 22)

    def shown() -> bytes:
        return pygame.image.tobytes(window.app.screen.subsurface(strip), "RGB")

    window.point(450, 340)
    plain = shown()
    aim = 600, 679
    here = min(scene.city.cells, key=lambda cell: math.dist(scene.ground.point(cell), aim))
    window.point(450, 340 + (scene.ground.point(here)[1] - 679) / (scene.ground.size / scene.far.size - 1))
    scene.walker.jump(scene.city.at[here].text)
    scene.stale = True
    window.turn()
    assert strip.collidepoint(scene.ground.point(here))
    assert shown() == plain


def test_the_table_can_be_seen_closer_while_the_city_is_built(window: Window) -> None:
    scene = opened(window, board_build="manual")
    scene.play(bot_move(scene.session))
    window.settle()
    window.key(pygame.K_l)
    assert scene.is_closer
    assert window.picture() == fresh(window, scene)


def test_names_can_be_read_from_close_up(window: Window) -> None:
    scene = opened(window)
    far = scene.ground.size
    window.key(pygame.K_l)
    assert scene.is_closer
    assert scene.ground.size >= 2 * far
    here = scene.walker.at
    assert math.dist(scene.ground.point(scene.city.cell(here)), scene.far.point(scene.city.cell(here))) < 5
    window.key(pygame.K_ESCAPE)
    assert not scene.is_closer
    assert window.shown == "CityScene"

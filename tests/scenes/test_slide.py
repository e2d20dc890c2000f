"""The drawer transition: it opens from the title into a game, closes on the way back, and a press ends it."""

from __future__ import annotations

import pygame
import pytest

from game.core.discovery import game_slugs
from game.core.session import Session
from game.ui.match.drawer_transition import FADE_MS, OPEN_MS, SHUT_MS
from tests.scenes.harness import WindowRobot


@pytest.fixture
def brisk(window: WindowRobot) -> WindowRobot:
    window.context.update_settings(animation_speed="brisk")
    window.step()
    return window


def length(window: WindowRobot) -> float:
    """Ms until the drawer transition has ended."""
    start = window.time
    while window.shown == "DrawerTransition":
        window.step(ms=10)
    return window.time - start


@pytest.mark.parametrize(("still", "opens", "shuts"), [(False, OPEN_MS, SHUT_MS), (True, FADE_MS, FADE_MS)])
def test_drawer_opens_into_the_lobby_and_closes_again(
    brisk: WindowRobot, *, still: bool, opens: float, shuts: float
) -> None:
    brisk.context.update_settings(reduced_motion=still)
    brisk.press_key(pygame.K_RETURN)
    assert opens - 30 < length(brisk) < opens + 50
    assert brisk.shown == "LobbyScene"
    brisk.press_key(pygame.K_ESCAPE)
    assert shuts - 30 < length(brisk) < shuts + 50
    assert brisk.shown == "TitleScene"


def test_drawer_transition_creates_no_pictures(brisk: WindowRobot) -> None:
    for press in (pygame.K_RETURN, pygame.K_ESCAPE):
        brisk.press_key(press)
        brisk.step(ms=0)
        picture_count = brisk.context.assets.miss_count
        while brisk.shown == "DrawerTransition":
            assert brisk.context.assets.miss_count == picture_count
            brisk.step(ms=10)


def test_press_ends_the_drawer_transition_and_nothing_else(brisk: WindowRobot) -> None:
    brisk.press_key(pygame.K_RETURN)
    brisk.step()
    brisk.press_key(pygame.K_RETURN)
    assert brisk.shown == "LobbyScene", "the second press has started no match"
    brisk.press_key(pygame.K_RETURN)
    assert brisk.shown != "LobbyScene", "the third one does"


@pytest.mark.parametrize("press", [pygame.K_F7, pygame.K_DOWN, pygame.K_ESCAPE])
def test_any_key_ends_the_drawer_transition(brisk: WindowRobot, press: int) -> None:
    brisk.press_key(pygame.K_RETURN)
    brisk.step()
    brisk.press_key(press)
    assert brisk.shown == "LobbyScene"
    focus = brisk.top.focus
    brisk.step()
    assert brisk.top.focus == focus


def test_click_but_not_movement_ends_the_transition(brisk: WindowRobot) -> None:
    brisk.press_key(pygame.K_RETURN)
    brisk.point(300, 300)
    brisk.step()
    assert brisk.shown == "DrawerTransition"
    brisk.click(300, 300)
    assert brisk.shown == "LobbyScene"


def test_held_press_shortens_the_drawer_transition(brisk: WindowRobot) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    brisk.step()
    assert length(brisk) < OPEN_MS * 0.7


def test_instant_speed_skips_the_drawer_transition(window: WindowRobot) -> None:
    window.press_key(pygame.K_RETURN)
    assert window.shown == "LobbyScene"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


@pytest.mark.parametrize("slug", game_slugs())
def test_saved_match_opens_from_the_drawer_too(brisk: WindowRobot, slug: str) -> None:
    scene = brisk.open_match(Session.new(slug, seed=3))
    scene.save()
    brisk.press_key(pygame.K_ESCAPE)
    assert brisk.shown == "PauseMenu"
    brisk.choose("Save and quit")
    assert brisk.shown == "DrawerTransition"
    brisk.run_for(SHUT_MS + 50)
    assert brisk.shown == "TitleScene"
    brisk.top.set_focus("resume")
    brisk.press_key(pygame.K_RETURN)
    assert brisk.shown == "DrawerTransition"
    below = brisk.context.scenes.scenes[-2]
    assert below.is_match
    brisk.run_until(lambda: brisk.top is below)


def test_resize_ends_the_drawer_transition(brisk: WindowRobot) -> None:
    brisk.press_key(pygame.K_RETURN)
    brisk.step()
    pygame.display.set_mode((1024, 768), pygame.RESIZABLE)
    brisk.step(pygame.event.Event(pygame.VIDEORESIZE, w=1024, h=768, size=(1024, 768)))
    assert brisk.shown == "LobbyScene"

"""Moments of the five games: seen where things move, quiet where nobody wants that, skipped by a press."""

from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.socker.screen import goal
from game.games.socki.screen.room import BEACHES
from game.games.socki.screen.weather import nearness
from game.match.seats import Seat
from game.ui.table.opening import match_scene
from tests.scenes.harness import Window
from tests.scenes.socki_table import match

SHOT = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4 score=1/1"


def scored(window: Window, **look: object) -> Any:
    """A match of Socker in which a goal has just been shouted."""
    window.stage.change(animation_speed="brisk", **look)
    session = Session.from_position("socker", SHOT)
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.settle()
    scene.context.play("kick e9 e10")
    for _ in range(100):
        window.turn()
        if scene.playback.show is not None and scene.playback.show.event.kind == "goal":
            return scene
    raise AssertionError("no goal")


def test_a_goal_is_cheered_and_then_seen_again_from_its_kick(window: Window) -> None:
    scene = scored(window)
    window.wait(300)
    crowd = [window.stage.view.rect(one) for one in (scene.view.carpet.places.score.moved(-150, -20),)]
    first = pygame.image.tobytes(window.app.screen.subsurface(crowd[0]), "RGB")
    window.wait(150)
    window.picture()
    assert pygame.image.tobytes(window.app.screen.subsurface(crowd[0]), "RGB") != first, "the crowd rises"
    window.wait(goal.SHOUT - 300)
    assert scene.playback.show.event.kind == "goal"
    seen = window.picture()
    window.wait(500)
    assert window.picture() != seen, "the ball rolls once more"
    window.wait(goal.AGAIN)
    assert scene.playback.show is None or scene.playback.show.event.kind != "goal"


def test_any_press_skips_it(window: Window) -> None:
    scene = scored(window)
    window.wait(goal.SHOUT + 200)
    window.key(pygame.K_RETURN)
    assert scene.playback.show is None or scene.playback.show.event.kind != "goal"


@pytest.mark.parametrize("moment", [0.2, 0.8])
def test_under_reduced_motion_a_goal_is_only_told(window: Window, moment: float) -> None:
    scene = scored(window, reduced_motion=True)
    assert scene.playback.show.length == goal.SHOUT
    window.wait(goal.SHOUT * moment)
    seen = window.picture()
    window.wait(100)
    assert window.picture() == seen


def test_the_storm_comes_nearer_as_the_draw_pile_goes_down(window: Window) -> None:
    assert [nearness(stock, 60) for stock in (60, 37, 36, 21, 7, 0)] == [0, 0, 1, 2, 3, 3]
    cards = "2F,4F,6F,8F,2L,4L,6L,8L,2B,4B"
    scene = match(window, f"table=11P,12P,HP hands=5L,8B/11L,1F stock={cards}")
    before, seen = scene.view.top.room, window.picture()
    assert before is BEACHES[2]
    scene.context.play("draw")
    window.settle()
    assert scene.view.top.room is BEACHES[3]
    assert window.picture() != seen

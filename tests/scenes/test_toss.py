"""Toss before a match of Socker or Socks in the City."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from game.core.session import Session
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.match import toss
from game.ui.match.match_scene import MatchScene
from tests.scenes.harness import USUAL, WindowRobot

QUESTIONS = {"socker": "Who sets up first?", "city": "Who starts?"}
GAMES = pytest.mark.parametrize("slug", QUESTIONS)


def tossing(window: WindowRobot, slug: str, progress: float) -> MatchScene:
    """Open a match and advance until its toss has this progress."""
    scene = window.open_match(Session.new(slug, 2, 3, names=["Ann", "Bo"]))
    advance(window, scene, progress)
    return scene


def advance(window: WindowRobot, scene: MatchScene, progress: float) -> None:
    """Advance until the toss has this progress."""

    def is_there() -> bool:
        show = scene.animations.show
        return show is not None and show.event.kind == "toss" and show.progress >= progress

    window.run_until(is_there)


def words(window: WindowRobot) -> list[str]:
    """Texts that the toss writes now."""
    written: list[str] = []

    def write(_painter: Painter, text: str) -> None:
        written.append(text)

    with patch.object(toss, "_draw_words", write):
        window.app.draw()
    return written


@GAMES
def test_toss_asks_and_then_tells_who_begins(window: WindowRobot, slug: str) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = tossing(window, slug, 0.3)
    assert words(window) == [QUESTIONS[slug]]
    advance(window, scene, 0.8)
    show = scene.animations.show
    assert show is not None
    starts = show.event.data.get("start", show.event.seat)
    assert words(window)[0].startswith(["Ann", "Bo"][starts])


@USUAL
def test_button_lies_still_with_reduced_motion(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=True)
    scene = tossing(window, "socker", 0.25)
    pictures = []
    for progress in (0.3, 0.45):
        advance(window, scene, progress)
        window.app.draw()
        middle = window.context.view.rect(Box(540, 60, 200, 260))
        pictures.append(window.app.screen.subsurface(middle).copy().get_buffer().raw)
    assert pictures[0] == pictures[1]

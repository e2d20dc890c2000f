"""Hints step by step, by clicks on the strip alone: where to, and why; in a rummy which, a pile, all."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from tests.scenes.harness import USUAL, Window
from tests.scenes.test_sociable_match import KINGS

BEFORE_A_GOAL = "field=9/9/4o4/4R4/9/1B5B1/9/9/9/4R4/9 turn=0"


@USUAL
@pytest.mark.parametrize(
    ("slug", "position", "names"),
    [("socker", BEFORE_A_GOAL, ["Ann", "Bo"]), ("sociable", KINGS, ["Mo", "Ann", "Pip", "Gus", "Kit"])],
)
def test_why_is_a_click_away_once_the_move_is_shown(
    window: Window, slug: str, position: str, names: list[str]
) -> None:
    """What the second step had picked up took the hint's place on the strip."""
    session = Session.from_position(slug, position, names=names)
    seats = [Seat(n, k, "" if k == session.to_move else "easy") for k, n in enumerate(names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.settle()
    told = []
    for _step in range(2):
        window.click_strip("hint")
        window.turn()
        window.settle()
        told.append(scene.context.messages.text)
    assert scene.context.hints.asked == 2
    assert told[1].startswith(told[0].removesuffix("."))
    assert len(told[1]) > len(told[0]), "now with a reason"


def hinted_rummy(window: Window) -> Any:
    """A match of SOCKI in which a hint was just asked for by mouse."""
    position = "table=10P,10F,10B/4L,5L,6L hands=10L,2B,9F,12P/1P,2P,6F,8B stock=3F,5B,11L scores=12/20"
    session = Session.from_position("socki", position, names=["Ann", "Bo"])
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.stage.scenes.push(scene)
    window.settle()
    window.click_strip("hint")
    window.settle()
    return scene


@USUAL
def test_at_a_rummy_the_rest_of_a_hint_is_clicked_for_on_the_strip(window: Window) -> None:
    """What it says stands over the table, so its key stays where it is until all of it is told."""
    scene = hinted_rummy(window)
    told = [scene.context.messages.text]
    for _step in range(2):
        window.click_strip("hint")
        window.settle()
        told.append(scene.context.messages.text)
    assert scene.context.hints.asked == 3
    assert told[0] == "1 card can be laid."
    assert told[2].endswith("No other play gets rid of more cards.")

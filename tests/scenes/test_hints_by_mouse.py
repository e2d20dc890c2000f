"""Hints in three steps, by clicks on the strip alone: which, what to do, and why."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.table.opening import match_scene
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
    for _step in range(3):
        window.click_strip("hint")
        window.turn()
        window.settle()
        told.append(scene.context.messages.text)
    assert scene.context.hints.asked == 3
    assert told[2].startswith(told[1].removesuffix("."))
    assert len(told[2]) > len(told[1]), "now with a reason"


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
def test_at_a_rummy_what_a_hint_says_is_clicked_for_the_rest_of_it(window: Window) -> None:
    """It lies over the strip, and with it over the entry for hints."""
    scene = hinted_rummy(window)
    wood, told = scene.view.top.places.wood, [scene.context.messages.text]
    for _step in range(2):
        assert [act for act, _words in scene.help()] == ["hint"]
        window.click(wood.centre[0] - 90, wood.centre[1])
        window.settle()
        told.append(scene.context.messages.text)
    assert scene.context.hints.asked == 3
    assert told[0] == "1 card can be laid."
    assert told[2] == "You have laid all that can be laid. No other play gets rid of more cards."
    assert len(scene.help()) > 1, "all of it is told: the strip says what buttons do again"
    window.app.draw()


@USUAL
def test_a_refusal_after_a_hint_offers_no_more_of_the_hint(window: Window) -> None:
    """ "Why?" beside it would read as if it asked why that is refused."""
    scene = hinted_rummy(window)
    assert [act for act, _words in scene.help()] == ["hint"]
    scene.context.refuse("Cards that lay on the table stay there.")
    window.turn()
    wood, asked = scene.view.top.places.wood, scene.context.hints.asked
    assert len(scene.help()) > 1
    window.click(wood.centre[0] - 90, wood.centre[1])
    window.settle()
    assert scene.context.hints.asked == asked

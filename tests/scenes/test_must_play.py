"""Whoever can play has to: how the window says so, and what it says to nobody who has not asked."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.ui.widgets import Button, Words
from tests.party.crowd import crowded
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardKeys
from tests.scenes.socki_table import match

HIDDEN = "table=1P,2P,3P,4P,5P hands=3P,9L,12B/9B,1L stock=1F,2F"
"""Only a rearrangement plays the 3P: 1-2-3 and 3-4-5."""
STUCK = "table=1P,2P,3P hands=9L,12B/9B,1L stock=1F,2F"
EMPTY = "table=1P,2P,3P,4P,5P hands=3P,9L,12B/9B,1L stock=-"


def said(window: Window) -> str:
    return " ".join(row.text for row in window.top.form.widgets if isinstance(row, Words))


def buttons(window: Window) -> list[str]:
    return [row.label for row in window.top.form.widgets if isinstance(row, Button)]


def shown(window: Window, scene: Any) -> None:
    """Let the adviser answer."""
    for _ in range(60):
        window.turn(ms=50)
        if scene.view.table.draft.laid:
            return


def test_drawing_with_a_play_on_the_table_offers_to_look_again(window: Window) -> None:
    scene = match(window, HIDDEN, people=(0, 1))
    CardKeys(window).second()
    assert window.shown == "Ask"
    assert said(window) == "There is a play: by the house rules it comes before drawing."
    assert buttons(window) == ["Look again", "Show it"]
    for _ in range(12):
        window.turn(ms=100)
    window.key(pygame.K_RETURN)
    assert window.top is scene
    assert (scene.match.session.log, scene.view.table.draft.changed, scene.context.messages.text) == (
        (),
        False,
        "",
    )


@pytest.mark.parametrize("hints", ["off", "full"])
def test_or_to_show_it(window: Window, hints: str) -> None:
    """Also where hints are off: nobody is held fast by a play that they do not see."""
    window.stage.change(hints=hints)
    scene = match(window, HIDDEN, people=(0, 1))
    CardKeys(window).second()
    for _ in range(12):
        window.turn(ms=100)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    shown(window, scene)
    assert [piece.card for piece in scene.view.table.draft.laid] == ["3P"]
    assert not scene.match.session.log, "it lies there, but nothing is ended"
    CardKeys(window).end_turn()
    assert scene.match.session.log == ((0, "play 1P 2P 3P | 3P 4P 5P"),)


def test_the_mouse_on_the_draw_pile_is_told_the_same(window: Window) -> None:
    scene = match(window, HIDDEN, people=(0, 1))
    window.click_box(scene.view.table.places.stock)
    assert window.shown == "Ask"


def test_passing_is_told_in_its_own_words(window: Window) -> None:
    match(window, EMPTY, people=(0, 1))
    CardKeys(window).second()
    assert said(window) == "There is a play: by the house rules it comes before passing."


def test_without_a_play_a_card_is_drawn_and_nothing_asked(window: Window) -> None:
    scene = match(window, STUCK, people=(0, 1))
    CardKeys(window).second()
    assert scene.match.session.log == ((0, "draw"),)


def test_on_honour_a_card_is_drawn_all_the_same(window: Window) -> None:
    scene = match(window, HIDDEN, people=(0, 1), must_play="honour")
    CardKeys(window).second()
    assert scene.match.session.log == ((0, "draw"),)


def test_the_draw_pile_does_not_tell_before_it_is_asked(window: Window) -> None:
    """With a play and without one the buttons, the strip and the sign are the same."""
    told = []
    for position in (HIDDEN, STUCK):
        scene = match(window, position, people=(0, 1))
        window.wait(400)
        told.append(
            (
                scene.view.captions.knobs(),
                scene.help(),
                scene.view.captions.status(),
                scene.view.captions.may_draw(),
            )
        )
        window.stage.scenes.reset(window.stage.screens["title"]())
    assert told[0] == told[1]


def test_a_table_that_was_moved_about_stays_as_it_is_while_one_looks_again(window: Window) -> None:
    scene = match(window, HIDDEN, people=(0, 1))
    hands = CardKeys(window)
    hands.build([["1P", "2P", "3P"], ["4P", "5P"]])
    moved = scene.view.table.draft.table
    hands.second()
    assert window.shown == "Ask"
    assert scene.view.table.draft.table == moved


def test_a_phone_is_told_and_may_ask_for_it(tmp_path: Path) -> None:
    session = Session.from_position("socki", HIDDEN)
    with crowded(tmp_path, session) as crowd:
        crowd.calm()
        why = crowd.phones[0].do("draw")
        assert why == "There is a play, and it comes first: look again. A hint shows one."
        crowd.window.stage.change(hints="off")
        assert crowd.phones[0].do("draw") == "There is a play, and it comes first: look again."
        assert session.log == ()

"""A turn in the making goes with its person: from the screen to a phone and back, and through a save."""

from __future__ import annotations

import json
from dataclasses import replace

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardKeys, RummyScene, rummy_scene
from tests.scenes.socki_table import match

POSITION = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F stock=5B,6P,8P"


@pytest.fixture
def window(window: Window) -> Window:
    window.stage.phones.is_away = lambda seat: False  # type: ignore[method-assign]  # its page is not here
    return window


def shown(scene: RummyScene) -> list[tuple[str, ...]]:
    """The piles on the screen."""
    return [pile.texts for pile in scene.view.table.lay.piles]


def handed(window: Window, scene: RummyScene, device: str, level: str = "") -> None:
    """Ann goes on with something else in her hands, or a bot in her stead."""
    scene.match.hand_over(0, level, device)
    window.wait(100)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    window.wait(100)


def test_a_draft_goes_to_a_phone_and_back(window: Window) -> None:
    scene = match(window, POSITION, people=(0, 1))
    CardKeys(window).build([["8P", "9P", "10P", "11P"]])
    handed(window, scene, PHONE)
    view = scene.view.phone.view(0)
    assert (view["laid"], view["whole"], view["back"]) == (1, True, True)
    assert shown(scene) == [("8P", "9P", "10P", "11P")], "the big screen shows it too"
    assert not scene.view.table.lay.hand, "but not the hand"
    lone = next(key for key, card in view["hand"] if card == "1L")
    assert scene.view.phone.act(0, {"do": "lay", "cards": [lone], "pile": None}) == ""
    handed(window, scene, "")
    assert window.shown == "SockiView"
    assert sorted(shown(scene)) == [("1L",), ("8P", "9P", "10P", "11P")]
    assert [piece.card for piece in scene.view.table.lay.hand] == ["2B"]
    for _step in range(2):
        window.key(pygame.K_u)
    assert shown(scene) == [("8P", "9P", "10P")], "every step can be taken back, wherever it was made"
    assert [piece.card for piece in scene.view.table.lay.hand] == ["11P", "2B", "1L"]


def test_a_draft_is_gone_with_its_turn(window: Window) -> None:
    scene = match(window, POSITION, people=(0, 1))
    CardKeys(window).build([["8P", "9P", "10P", "11P"]])
    handed(window, scene, "", "easy")
    window.wait(1000)
    assert scene.match.session.log[0][0] == 0, "nobody has touched anything, and the bot has played"
    assert shown(scene) == [("8P", "9P", "10P", "11P")]
    assert not scene.view.table.draft.changed


def test_a_draft_of_the_screen_is_resumed_on_a_phone(window: Window) -> None:
    scene = match(window, POSITION, people=(0, 1))
    CardKeys(window).build([["8P", "9P", "10P", "11P"]])
    kept = json.loads(json.dumps(scene.view.keep()))
    window.stage.scenes.pop()
    session = Session.from_record(scene.match.session.record())
    again = rummy_scene(window, session, [replace(scene.match.seats[0], device=PHONE), scene.match.seats[1]])
    again.recall(kept)
    window.stage.scenes.push(again)
    window.wait(100)
    assert again.view.phone.view(0)["laid"] == 1
    assert shown(again) == [("8P", "9P", "10P", "11P")]


def test_a_phone_leaves_the_draft_on_the_screen_alone(window: Window) -> None:
    """Whoever wants a move back on a phone asks for it: what others build is theirs."""
    text = "table=8P,9P,10P hands=12P,1L,2B/11P,4L,6F stock=5B,6P turn=1"
    scene = match(window, text, people=(0, 1))
    scene.match.hand_over(1, "", PHONE)
    scene.context.play("play 8P 9P 10P 11P")
    window.settle()
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    longer = ["8P", "9P", "10P", "11P", "12P"]
    CardKeys(window).build([longer])
    assert scene.phones.do(1, {"do": "undo"}) == ""
    assert window.shown == "Consent"
    assert shown(scene) == [tuple(longer)]
    assert [seat for seat, _move in scene.match.session.log] == [1]
    window.key(pygame.K_RETURN)
    assert not scene.match.session.log

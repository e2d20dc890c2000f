"""Pegs on what others have laid: bots, other people at the screen, and people with phones."""

from __future__ import annotations

import pygame

from game.match.seats import PHONE
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardKeys, RummyScene
from tests.scenes.socki_table import match

POSITION = "table=8P,9P,10P hands=11P,1L,2B/12P,4L,6F/7P,5L,5F stock=5B,6P,8P"


def pegged(scene: RummyScene) -> set[str]:
    """The cards with the peg of what others have laid."""
    return {piece.text for piece in scene.view.table.lay.pieces() if piece.key in scene.view.table.fresh}


def passed_on(window: Window) -> None:
    """The next person takes the screen."""
    window.settle()
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    window.wait(100)


def test_what_another_person_laid_bears_pegs(window: Window) -> None:
    scene = match(window, POSITION, people=(0, 1, 2))
    hands = CardKeys(window)
    assert pegged(scene) == set()
    hands.play("play 8P 9P 10P 11P")
    passed_on(window)
    assert scene.context.viewer.seat == 1
    assert pegged(scene) == {"11P"}
    assert scene.view.table.touched
    hands.play("play 8P 9P 10P 11P 12P")
    passed_on(window)
    assert pegged(scene) == {"11P", "12P"}, "all since the last turn of the third"
    hands.play("play 7P 8P 9P 10P 11P 12P")
    passed_on(window)
    assert scene.context.viewer.seat == 0
    assert pegged(scene) == {"12P", "7P"}, "one's own card bears none"


def test_pegs_go_when_a_turn_ends_that_has_only_drawn(window: Window) -> None:
    """A draw is no end of a turn in SOCKI; the pegs stay until it has played."""
    scene = match(window, POSITION, people=(0, 1))
    CardKeys(window).play("play 8P 9P 10P 11P")
    passed_on(window)
    CardKeys(window).second()
    window.settle()
    assert scene.context.viewer.seat == 1
    assert pegged(scene) == {"11P"}


def test_what_bots_laid_bears_pegs_for_one_person(window: Window) -> None:
    scene = match(window, POSITION, people=(0,))
    CardKeys(window).play("play 8P 9P 10P 11P")
    window.settle()
    assert "12P" in pegged(scene)
    assert "11P" not in pegged(scene)


def test_what_was_built_on_a_phone_bears_pegs_for_the_person_at_the_screen(window: Window) -> None:
    scene = match(window, POSITION, people=(0, 1, 2))
    window.stage.phones.is_away = lambda _seat: False  # type: ignore[method-assign,assignment]  # its page is not here
    scene.match.hand_over(0, "", PHONE)
    window.wait(100)
    piece = next(piece for piece in scene.view.turns.on_phone(0).draft.hand if piece.card == "11P")
    target = scene.view.turns.on_phone(0).draft.piles[0].key
    assert scene.view.phone.act(0, {"do": "lay", "cards": [piece.key], "pile": target}) == ""
    window.wait(100)
    assert scene.view.phone.act(0, {"do": "end"}) == ""
    passed_on(window)
    assert scene.context.viewer.seat == 1
    assert pegged(scene) == {"11P"}

"""What a lesson shows from step to step: it stays where it was, and leads to what is to be done."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.ui.core.canvas import common
from game.ui.core.input import Act
from game.ui.match.lesson_guide import LessonBoxes, pointer_box
from game.ui.widgets import strip_top
from tests.scenes.harness import USUAL, Keys, Mouse, Window
from tests.scenes.lesson_hands import KINDS, opened, take_step
from tests.scenes.test_lessons import words_end
from tests.scenes.test_rummy_lessons import pressed

LONG = "print screen"
"""A key of a long name."""


def boxes(window: Window) -> LessonBoxes:
    """Where everything of the lesson on the screen stands."""
    scene: Any = window.top
    found: LessonBoxes = scene.guide.boxes(strip_top(window.stage, scene))
    return found


@USUAL
@pytest.mark.parametrize(("slug", "key"), [("socker", "kick"), ("sociable", "beat"), ("city", "ways")])
def test_head_button_and_teacher_stay_where_they_are(window: Window, slug: str, key: str) -> None:
    """Also where a step has a table of its own."""
    scene = opened(window, slug, key)
    player, stood = KINDS[slug]["keys"](window), []
    for _step in scene.tutor.lesson.steps:
        found = boxes(window)
        stood.append((found.head.box, found.skip, found.speech.teacher))
        take_step(player, scene.tutor)
    assert len(set(stood)) == 1


def test_what_the_last_step_had_in_hand_is_put_back_before_the_next_is_seen(window: Window) -> None:
    """Its footprints flashed for one picture."""
    scene = opened(window, "socker", "sock")
    window.stage.change(animation_speed="brisk")
    Keys(window).play("sock d6 e7")
    assert scene.view.chooser.chosen == "d6"
    for _ in range(400):
        if scene.tutor.number == 1:
            break
        window.turn()
    assert scene.tutor.number == 1
    assert (scene.view.chooser.chosen, scene.view.chooser.cursor) == (None, "e5")


@USUAL
def test_no_name_of_a_station_lies_under_the_head(window: Window) -> None:
    """The cursor was there, and its name could not be read."""
    window.key(pygame.K_h)
    scene = opened(window, "city", "lay")
    city, found = scene.view.map, boxes(window)
    for station in ("b2", "d2", "g6", "k7"):
        city.near = None
        city.walker.jump(station)
        label = scene.view.labels.shown()
        assert boxes(window).speech == found.speech, "the words stay, and the name goes elsewhere"
        assert label is not None
        assert not any(common(label.place.box, box) for box in (found.head.box, found.skip, found.speech.box))


@USUAL
def test_the_pointer_lies_over_no_card_that_is_carried_and_under_no_words(window: Window) -> None:
    window.key(pygame.K_h)
    scene = opened(window, "socki", "run")
    player: Any = KINDS["socki"]["keys"](window)
    for card in ("7B", "8B", "9B"):
        player.focus(next(str(piece.key) for piece in scene.view.table.lay.hand if piece.text == card))
        player.confirm()
        found = boxes(window)
        assert found.pointing is not None
        covered = [*scene.view.table.held(), found.speech.box, found.speech.teacher]
        assert not any(common(pointer_box(found.pointing), box) for box in covered), card
        window.key(pygame.K_l)


@USUAL
def test_the_tip_of_the_pointer_leaves_a_risen_card_free(window: Window) -> None:
    """The wool around it lay on the rank."""
    window.key(pygame.K_h)
    scene = opened(window, "socki", "run")
    card, found = scene.guide.where("7B"), boxes(window).pointing
    assert found is not None
    assert found.turn == 0
    assert found.tip[1] <= card.y - 12


def test_whoever_has_a_mouse_clicks_what_is_pointed_at_to_end_a_turn(window: Window) -> None:
    """The arrow was at the three buttons, and a click there did nothing."""
    scene = opened(window, "socker", "step")
    player = Mouse(window)
    for _step in range(2):
        take_step(player, scene.tutor)
    assert scene.guide.pointed[0] == "strip"
    assert pressed(window) == {(Act.CONFIRM, "mouse")}
    window.click_box(scene.guide.where("strip"))
    window.settle()
    window.turn()
    assert window.shown == "LessonEnd"


def test_a_mouse_is_told_of_no_key_where_a_click_does_it(window: Window) -> None:
    opened(window, "city", "ways")
    window.point(5, 5)
    assert pressed(window) == {(Act.CONFIRM, "mouse")}
    window.key(pygame.K_h)
    assert pressed(window) == {(Act.NEXT, "keyboard")}


def test_another_puppet_than_the_one_a_step_is_about_is_put_back(window: Window) -> None:
    """With it still picked up, the arrow was at the ball, and a press kicked it elsewhere."""
    scene = opened(window, "socker", "sock")
    take_step(Mouse(window), scene.tutor)
    assert scene.view.chooser.chosen is None
    assert scene.guide.pointed[0] == "e5"
    Keys(window).next_piece()
    scene.view.chooser.chosen = "d6"
    assert scene.guide.pointed[0] == "e5", "also if somebody picks the other up again"


def test_the_arrow_goes_on_to_the_end_of_the_turn_once_something_was_done(window: Window) -> None:
    scene = opened(window, "socker", "down")
    window.key(pygame.K_h)
    assert pressed(window) == {(Act.CONFIRM, "keyboard")}
    Keys(window).play("move e5 e6")
    window.settle()
    assert scene.guide.pointed[0] == "strip"
    assert pressed(window) == {(Act.END_TURN, "keyboard")}


@USUAL
@pytest.mark.parametrize("text", [100, 200])
def test_words_have_room_beside_the_name_of_a_long_key(window: Window, text: int) -> None:
    """Its width was not reckoned where another key was named first."""
    window.stage.change(text_size=text, keys={"end_turn": [LONG]})
    window.key(pygame.K_h)
    scene = opened(window, "sociable", "beat", 1)
    before = boxes(window).speech
    player: Any = KINDS["sociable"]["keys"](window)
    player.choose(scene, scene.view.floor.picture.hand.index("JS"))
    assert pressed(window) == {(Act.END_TURN, "keyboard")}
    found = boxes(window).speech
    assert found.box == before.box, "and nothing has moved"
    assert words_end(window, scene) <= found.box.bottom - 8

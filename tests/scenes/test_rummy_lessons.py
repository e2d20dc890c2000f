"""Where the pointer of a lesson is at the table of a rummy, and what it says is to be pressed."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.ui.art.daily import hint_star
from game.ui.art.icons import tick
from game.ui.core.input import Act
from game.ui.widgets import glyph_of, strip_top
from tests.scenes.harness import Hands, Window
from tests.scenes.lesson_hands import KINDS, make, opened

RUN, FIVES = "4C 5C 6C | 7H 8H 9H", "4C 5C 6C | 5D 5S 5H"


def hands(window: Window, name: str) -> Hands:
    return KINDS["rockit"][name](window)


def first(scene: Any) -> str:
    return str(scene.guide.pointed[0])


def pressed(window: Window) -> set[tuple[Act, str]]:
    """What is drawn beside the words that say what to do."""
    with patch("game.ui.match.lesson_guide.glyph_of", wraps=glyph_of) as asked:
        window.picture()
    return {(call.args[1], call.args[2]) for call in asked.call_args_list}


def test_the_pointer_goes_from_card_to_card_and_on_to_the_button(window: Window) -> None:
    scene = opened(window, "rockit", "on")
    player = hands(window, "mouse")
    assert first(scene) == "10H"
    make(player, "4C 5C 6C | 10H")
    assert first(scene) == "JH"
    make(player, "4C 5C 6C | 10H JH")
    assert first(scene) == "QH"
    make(player, "4C 5C 6C | 10H JH QH")
    assert first(scene) == "end"


@pytest.mark.parametrize(("name", "back"), [("mouse", Act.CONFIRM), ("keys", Act.BACK)])
def test_what_lies_wrong_is_put_back_first_and_then_back_is_asked_for_no_more(
    window: Window, name: str, back: Act
) -> None:
    """Once nothing lies there, the key of that button would leave the lesson."""
    scene = opened(window, "rockit", "come")
    player, device = hands(window, name), "mouse" if name == "mouse" else "keyboard"
    make(player, RUN)
    window.settle()
    assert (scene.tutor.number, first(scene)) == (1, "back")
    assert pressed(window) == {(back, device)}
    if name == "mouse":
        window.click_box(scene.view.where("back"))
    else:
        window.key(pygame.K_ESCAPE)
    window.settle()
    assert window.top is scene
    assert first(scene) == "5D"
    assert "back" not in scene.guide.pointed
    assert pressed(window) == {(Act.CONFIRM, device)}
    make(player, FIVES)
    window.settle()
    assert scene.tutor.number == 2


def test_the_key_that_ends_a_turn_is_named_once_nothing_has_to_be_laid_before(window: Window) -> None:
    """Beside "Lay them, and come in" stood E, which does nothing yet."""
    opened(window, "rockit", "on")
    player = hands(window, "keys")
    make(player, "4C 5C 6C | 10H JH")
    assert pressed(window) == {(Act.CONFIRM, "keyboard")}
    make(player, "4C 5C 6C | 10H JH QH")
    assert pressed(window) == {(Act.END_TURN, "keyboard")}


def lifted(window: Window, scene: Any, card: str) -> str:
    """What the pointer is at once this card of the hand is lifted."""
    window.click_box(scene.view.where(f"hand {card}"))
    return first(scene)


def test_what_is_lifted_goes_to_the_cards_it_belongs_to(window: Window) -> None:
    """Not to one more new trick, nor to whatever lies first on the table."""
    scene = opened(window, "rockit", "come")
    assert lifted(window, scene, "7H") == "mat"
    window.key(pygame.K_ESCAPE)
    assert lifted(window, scene, "5D") == "hand"
    assert scene.view.where("7H") is None, "the spots are places now, and have other numbers than cards"
    window.key(pygame.K_ESCAPE)
    make(hands(window, "mouse"), "4C 5C 6C | 7H")
    assert lifted(window, scene, "9H") == "pile 7H"
    window.click_box(scene.view.where("mat"))
    assert first(scene) == "8H"
    assert "9H" in scene.guide.pointed, "beside the others it is still to be laid"
    assert lifted(window, scene, "8H") == "pile 7H"


def test_a_joker_that_was_paid_for_is_laid_with_the_cards_it_needs_before_the_turn_ends(
    window: Window,
) -> None:
    scene = opened(window, "rockit", "pay")
    assert first(scene) == "3D"
    assert lifted(window, scene, "3D") == "pile AD 2D JK=3D 4D"
    run = scene.view.where("pile AD 2D 4D")
    window.click(run.x + run.w * 0.62, run.centre[1])
    window.settle()
    assert (scene.tutor.number, first(scene)) == (0, "9S")
    assert lifted(window, scene, "9H") == "pile JK"


def test_a_card_is_large_as_long_as_it_is_pointed_at(window: Window) -> None:
    """Once the pointer is over no card any more, none is in focus."""
    scene = opened(window, "rockit", "come")
    top = scene.view.table
    window.point(*scene.view.where("hand 5S").centre)
    held = {piece.key: piece.text for piece in top.lay.hand}
    assert held.get(scene.view.drag.focus) == "5S"
    x, y = scene.view.where("end").centre
    window.point(x, y)
    assert scene.view.drag.focus is None


def test_what_a_hint_is_about_does_not_look_picked(window: Window) -> None:
    """It stands out as a picked card does, but has a star and a ring of its own; picked ones have a tick."""
    scene = opened(window, "socki", "set")
    window.wait(200)
    top = scene.view.table
    keys = frozenset(piece.key for piece in top.lay.hand[:2])
    pen = "game.ui.rummy.table_painter"
    with patch(f"{pen}.hint_star", wraps=hint_star) as stars, patch(f"{pen}.tick", wraps=tick) as ticks:
        top.picked = keys
        scene.stale = True
        window.picture()
        assert (stars.call_count, ticks.call_count) == (0, len(keys))
        top.advised = keys
        scene.stale = True
        window.picture()
        assert (stars.call_count, ticks.call_count) == (len(keys), len(keys))


@pytest.mark.parametrize(
    ("game", "key"), [("socki", "mend"), ("socki", "run"), ("rockit", "draw"), ("rockit", "come")]
)
@pytest.mark.parametrize("text", [100, 200])
def test_what_the_lamp_was_asked_stands_in_the_light(tmp_path: Path, game: str, key: str, text: int) -> None:
    """Neither under the veil nor under what the teacher says."""
    window = Window(tmp_path, (1280, 720), lamp="learning", text_size=text)
    scene: Any = opened(window, game, key)
    top = scene.view.table
    scene.view.drag.lift([top.lay.hand[0].key])
    scene.view.drag.drop_new()
    window.wait(200)
    assert scene.view.answer() is None
    window.key(pygame.K_m)
    window.wait(600)
    window.picture()
    sign, boxes = scene.view.answer(), scene.guide.boxes(strip_top(window.stage, scene))
    assert sign == top.places.status
    assert scene.view.captions.status().words
    holes = boxes.holes
    assert any(hole.x <= sign.x and hole.right >= sign.right and hole.bottom >= sign.bottom for hole in holes)
    for over in (boxes.speech.box, boxes.head.box, boxes.skip):
        assert over.right <= sign.x or over.bottom <= sign.y or over.y >= sign.bottom, (over, sign)
    window.close()

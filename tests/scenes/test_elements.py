"""Elements that many screens share: how large they are, and where what is in them lies."""

from __future__ import annotations

from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.widgets import Frame, Letters, Picture, Text, capped
from tests.scenes.harness import Window


def draw_nothing(painter: Painter, box: Box) -> None:
    """A picture of which only the place matters."""


def test_a_button_has_room_for_a_word_and_a_picture_beside_it(window: Window) -> None:
    word = Text("Practice", Letters(24), lines=1)
    button = capped(word, Picture(draw_nothing, w=20, h=20, key="sign"), key="button")
    wide, high = window.stage.ruler.width("Practice", 24) + 20 + 8 + 2 * 18, 24 * 1.36 + 15
    frame = Frame(button, Box(0, 0, wide + 0.1, high), window.stage.ruler)
    placed = next(part.box for part in frame.parts if part.element == word)
    sign = frame.boxes["sign"]
    assert placed.right <= sign.x
    assert abs(sign.centre[1] - placed.centre[1]) < 0.1
    assert 17 < frame.boxes["button"].right - sign.right < 19
    assert placed.w >= window.stage.ruler.width("Practice", 24)

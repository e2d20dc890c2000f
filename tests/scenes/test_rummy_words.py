"""Places for words at the rummy tables: what is said covers no plate, card or rocket, and goes again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.games.rockit.screen import art_night as rockets
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen.theme import Beach
from game.ui.core.canvas import Box, Canvas
from game.ui.core.paint import Painter
from game.ui.rummy.table_painter import StillTable, message_box
from game.ui.rummy.theme import Buttons, LampState, Need, Status, places
from game.ui.widgets import entries
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import opened as opened_rockit
from tests.scenes.rummy_hands import CardKeys, RummyScene
from tests.scenes.socki_table import match

SIZES = ((960, 540), (1280, 720), (1920, 1080), (1024, 768))
LONG = (
    "It is Bartholomew's turn, with: the third pad. The menu can give the seat to others. Come in first: "
    "until then the board stays as it is, and nobody lifts a card of it."
)


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x
        or other.right <= one.x
        or one.bottom <= other.y + 0.5
        or other.bottom <= one.y + 0.5
    )


@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_said_lies_on_the_ledge(window: Window, size: tuple[int, int], text: int) -> None:
    window.stage.change(text_size=text)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.turn(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    scene = match(window, "table=8P,9P,10P hands=11P,1L/12P/7P/1F stock=5B", players=4)
    where = scene.view.table.places
    assert where is not None
    for words in ("No.", LONG):
        strip, _acts = entries(window.stage, scene.view)
        box = message_box(window.stage.ruler, where.wood, strip, words)
        assert box.x <= strip.x, "keys look out beside it"
        assert strip.right <= box.right
        assert box.y <= strip.y, "keys look out above it"
        assert strip.bottom <= box.bottom
        others = (where.table, *where.seats, where.status, *where.buttons, where.hand)
        assert all(apart(box, other) for other in others)
        assert box.y >= where.wood.y
        assert box.bottom <= window.stage.view.h


@pytest.mark.usefixtures("watched")
def test_a_long_sentence_goes_when_it_has_been_read(window: Window) -> None:
    """With nobody touching anything, and the picture is made anew without it."""
    scene = match(window, "table=8P,9P,10P hands=11P,1L/12P,2B stock=5B,6B")
    plain = window.picture()
    CardKeys(window).end_turn()
    assert scene.view.captions.said()
    assert window.picture() != plain
    window.wait(2000)
    assert scene.view.captions.said()
    window.wait(9000)
    assert not scene.view.captions.said()
    assert window.is_whole()


def test_said_again_it_has_its_whole_time(window: Window) -> None:
    scene = match(window, "table=8P,9P,10P hands=11P,1L/12P,2B stock=5B,6B")
    for _ in range(3):
        CardKeys(window).end_turn()
        window.wait(4000)
        assert scene.view.captions.said()


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_sign_covers_the_rocket_or_the_meter(tmp_path: Path, size: tuple[int, int], text: float) -> None:
    window = Window(tmp_path, size, text_size=round(text * 100))
    room = MissionControl()
    where = places(Canvas.of(*size), Need(text, 62.0, 3), room.shape)
    y = room._pad(where.status)[1]
    tall = rockets.PAD[1] * room._size(where.status)
    for words in ("Bo draws a card and says RockIt!", LONG):
        for lamp in (LampState.OFF, LampState.LOST):
            sign = room.sign_box(window.stage.ruler, where.status, Status(lamp, words, (12, 30)))
            assert sign is not None
            assert sign.y >= y + tall
            assert sign.bottom <= where.buttons[0].y
    window.close()


def test_a_play_of_a_bot_and_what_was_missed_are_told_at_once(tmp_path: Path) -> None:
    window = Window(tmp_path, (960, 540), missed="full")
    table = "table=7C,8C,9C/4D,5D,6D hands=10C,JC,2D,4S/4D,5D,9H stock=5C,6C,7D in=1/1"
    scene = opened_rockit(window, table)
    hands = CardKeys(window)
    hands.build([["7C", "8C", "9C", "10C"], ["4D", "5D", "6D"]])
    hands.end_turn()
    window.wait(400)
    assert scene.view.captions.said().startswith("You laid 1 of 2")
    assert "Bo" in scene.view.captions.status().words
    window.close()


def seen(window: Window, scene: RummyScene) -> tuple[list[int], dict[str, float]]:
    """The heights of the keys on the buttons, and the sizes of type on all plates."""
    rooms, sizes = scene.view.table.room, dict[str, float]()
    assert isinstance(rooms, Beach)
    keys: list[int] = []
    drawn, text = rooms.draw_buttons, Painter.text

    def draw_buttons(painter: Painter, buttons: Buttons) -> None:
        keys.extend(glyph.get_height() for _box, _knob, glyph in buttons if glyph is not None)
        drawn(painter, buttons)

    def written(painter: Painter, words: str, x: float, y: float, size: float, *more: Any, **how: Any) -> Any:
        sizes[words] = size * painter.text_scale
        return text(painter, words, x, y, size, *more, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "draw_buttons", draw_buttons)
        patch.setattr(Painter, "text", written)
        patch.setattr(scene.view, "_still", StillTable())
        window.picture()
    return keys, sizes


@pytest.mark.parametrize("others", [1, 3, 7])
def test_plates_and_keys_grow_with_the_text(window: Window, others: int) -> None:
    hands = "/".join(["11P,1L", "12P", "7P", "1F", "2F", "3F", "4F", "5F"][: others + 1])
    scene = match(window, f"table=8P,9P,10P hands={hands} stock=5B", players=others + 1)
    window.key(pygame.K_RIGHT)
    small = seen(window, scene)
    window.stage.change(text_size=200)
    window.wait(50)
    large = seen(window, scene)
    assert len(large[0]) == 3
    assert all(b > 1.3 * a for a, b in zip(small[0], large[0], strict=True))
    for words in ("Bo", "0 points", "Waiting", "Your turn", "Draw", "Knock"):
        if words in small[1]:
            assert large[1][words] > 1.05 * small[1][words], words

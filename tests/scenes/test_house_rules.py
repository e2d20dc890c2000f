"""House rules in the lobby: told in a line, changed with any device, opened over everything at large text."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from game import words
from game.core.discovery import find
from game.scenes.house import Pill, row
from game.ui.core.canvas import Box
from game.ui.core.input import KEYBOARD, MOUSE, Act
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets import GAP, entries, strip_rows
from tests.languages import SPOKEN
from tests.matches import GAMES
from tests.scenes.harness import Window


def lobby(window: Window, slug: str) -> Any:
    window.stage.open("lobby", slug)
    window.turn()
    return window.top


@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("slug", GAMES)
def test_a_rule_is_a_title_a_value_and_one_line(
    tmp_path: Path, slug: str, language: str, size: tuple[int, int]
) -> None:
    """At 100 % text, whatever its value: nothing goes below, nothing is smaller, little is to be read."""
    window = Window(tmp_path, size)
    scene = lobby(window, slug)
    try:
        words.use(language)
        for option in find(slug).info.options:
            for value in option.choices or (option.lowest, option.highest):
                pill = row(option, value, lambda name, new: None, value)
                assert isinstance(pill, Pill)
                ruler, width = window.stage.ruler, scene.house.form.box.w
                box = pill.shown.control_box(ruler, Box(0, 0, width, 100))
                assert box.y < ruler.line_height(BODY), f"{option.title}: the pill stands below its name"
                assert ruler.width(pill.label, BODY, "names") < box.x - GAP
                assert max(ruler.width(words, SMALL, "strong") for _, words in pill.values) < box.w
                assert len(ruler.wrapped(pill.help, width - 2 * GAP, SMALL)) == 1, pill.help
    finally:
        words.use("en")
        window.close()


def test_a_number_with_many_values_goes_by_tens(window: Window) -> None:
    scene = lobby(window, "socki")

    def target() -> Pill:
        return next(
            pill for pill in scene.house.form.widgets if isinstance(pill, Pill) and pill.label == "Play to"
        )

    scene.focus = "form"
    scene.house.form.focus = scene.house.form.widgets.index(target())
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    assert scene.house.rules["target"] == 120
    scene.house.choose("target", 77)
    assert target().values[target().place][0] == 77
    scene.house.form.focus = scene.house.form.widgets.index(target())
    window.key(pygame.K_RIGHT)
    assert scene.house.rules["target"] == 80


def test_rules_that_nobody_chose_go_with_the_number_of_players(window: Window) -> None:
    """RockIt takes one pack for two and two for more, also when two have played before."""
    scene = lobby(window, "rockit")
    assert scene.house.rules["decks"] == 1
    window.click_box(scene.frame.boxes["start"])
    assert window.top.match.session.options["decks"] == 1
    window.stage.scenes.reset(window.stage.screens["title"]())
    scene = lobby(window, "rockit")
    window.key(pygame.K_x)
    assert (scene.players, scene.house.rules["decks"], scene.house.changed) == (3, 2, 0)
    window.click_box(scene.frame.boxes["start"])
    assert window.top.match.session.options["decks"] == 2


@pytest.fixture
def large(tmp_path: Path) -> Any:
    window = Window(tmp_path, text_size=200)
    yield window
    window.close()


def test_keys_open_the_rules_over_everything(large: Window) -> None:
    scene = lobby(large, "socki")
    beside = scene.frame.boxes["form"]
    scene.look_at("form")
    large.key(pygame.K_RIGHT)
    assert not scene.unfolded
    scene.look_at("form")
    large.key(pygame.K_RETURN)
    assert scene.unfolded
    assert scene.frame.boxes["form"].w > 1.8 * beside.w
    large.key(pygame.K_DOWN)
    large.key(pygame.K_RIGHT)
    assert scene.house.rules["happy_mode"] == "both"
    for _ in range(30):
        large.key(pygame.K_DOWN)
    assert scene.focus == "form"
    large.key(pygame.K_ESCAPE)
    assert not scene.unfolded
    assert (large.shown, scene.focus, scene.frame.boxes["form"]) == ("Lobby", "form", beside)
    large.key(pygame.K_ESCAPE)
    large.key(pygame.K_ESCAPE)
    assert large.shown == "Title"


def test_the_mouse_opens_and_closes_the_rules(large: Window) -> None:
    scene = lobby(large, "socker")
    large.point(*scene.frame.boxes["form"].centre)
    assert not scene.unfolded
    large.click_box(scene.frame.boxes["form"])
    assert scene.unfolded
    number = next(
        n
        for n, pill in enumerate(scene.house.form.widgets)
        if isinstance(pill, Pill) and pill.label == "How to win"
    )
    box = scene.house.form.place(number)
    large.point(*box.centre)
    pill = scene.house.form.widgets[number].shown.control_box(large.stage.ruler, box)
    large.click(pill.right - 20, pill.centre[1])
    assert scene.house.rules["win"] == "turns"
    large.click_strip("end_turn")
    assert scene.house.rules["win"] == "goals"
    large.click_strip("back")
    assert not scene.unfolded
    assert large.shown == "Lobby"


def test_a_pad_opens_the_rules_and_a_guest_does_not_close_them(large: Window) -> None:
    large.button("a")
    scene = large.top
    scene.look_at("form")
    large.button("a")
    assert scene.unfolded
    large.button("a", pad=5)
    large.button("b", pad=5)
    assert scene.unfolded
    large.button("b")
    assert not scene.unfolded


def test_the_rules_lie_beside_the_seats_where_there_is_room(window: Window) -> None:
    scene = lobby(window, "socki")
    assert not scene.house.folded
    scene.look_at("form")
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RIGHT)
    assert scene.house.rules["happy_mode"] == "both"


# The strip of help.


def test_what_everybody_knows_gives_way_where_room_is_short(large: Window) -> None:
    """One row at 200 % text: icons for words, no arrows, smaller words before a second row."""
    long = [
        (Act.NAVIGATE, "Choose"), (Act.CONFIRM, "Lay track"), (Act.NEXT, "Pair"), (Act.LOOK, "Whole map"),
        (Act.BACK, "No pair"), (Act.UNDO, "Take back"), (Act.PAUSE, "Menu"),
    ]  # fmt: skip
    scene = lobby(large, "socki")
    scene.help = lambda: long
    for device in (KEYBOARD, MOUSE, "pad:0"):
        large.stage.devices.last = device
        _box, found = entries(large.stage, scene)
        assert [entry.act for entry in found] == [act for act, _words in long[1:]]
        assert [entry.words for entry in found] == ["Lay track", "Pair", "Whole map", "No pair", "", ""]
        assert [entry.sign is not None for entry in found] == [False] * 4 + [True] * 2
        assert len({entry.box.y for entry in found}) == 1
        assert all(entry.size * large.stage.text_scale >= SMALL for entry in found)
    assert strip_rows(large.stage, long) == strip_rows(large.stage, long[:2])
    large.stage.change(text_size=100)
    large.stage.devices.last = KEYBOARD
    _box, found = entries(large.stage, scene)
    assert [entry.words for entry in found] == [words for _act, words in long]
    large.stage.change(text_size=200)
    assert strip_rows(large.stage, long * 2) > strip_rows(large.stage, long)


def test_the_lobby_stands_still_whatever_has_the_focus(large: Window) -> None:
    scene = lobby(large, "sociable")
    floor = scene.lower_edge
    for place in ("seat 0", "seat 3", "phones", "start", "form"):
        scene.look_at(place)
        scene.layout()
        assert scene.lower_edge == floor
        assert entries(large.stage, scene)[0].y >= floor

"""Keys and buttons are chosen by pressing them."""

from __future__ import annotations

import pygame

from game.ui.core.input import BUTTONS, KEYS, PADS, Act
from tests.scenes.harness import CROSS, Window


def chosen(window: Window, act: Act, kind: str) -> None:
    """Open the bindings with the focus on a line, and confirm it."""
    window.stage.open("bindings")
    form = window.top.form
    form.focus = next(
        number
        for number, row in enumerate(form.widgets)
        if getattr(row, "act", None) is act and row.kind == kind
    )
    window.key(pygame.K_RETURN)
    window.turn()
    assert window.shown == "Capture"


def key(window: Window, act: Act) -> str:
    return window.stage.settings.key_bindings(KEYS)[act][0]


def test_the_next_key_is_the_one(window: Window) -> None:
    chosen(window, Act.END_TURN, "keyboard")
    window.picture()
    window.key(pygame.K_k)
    assert window.shown == "Bindings"
    assert key(window, Act.END_TURN) == "k"
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_k)
    assert window.shown == "RulesSheet"


def test_a_key_without_a_letter_is_called_as_in_the_language(window: Window) -> None:
    window.stage.change(language="de")
    window.stage.open("bindings")
    window.picture()
    assert window.top.tip() == "Auch möglich: Leertaste."


def test_escape_leaves_the_key_as_it_was(window: Window) -> None:
    chosen(window, Act.END_TURN, "keyboard")
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Bindings"
    assert key(window, Act.END_TURN) == "e"


def test_a_key_that_has_something_to_do_changes_places(window: Window) -> None:
    chosen(window, Act.END_TURN, "keyboard")
    window.key(pygame.K_x)
    assert window.shown == "Ask"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert (key(window, Act.END_TURN), key(window, Act.SECONDARY)) == ("e", "x")
    window.stage.scenes.pop()
    chosen(window, Act.END_TURN, "keyboard")
    window.key(pygame.K_x)
    window.key(pygame.K_RETURN)
    assert (key(window, Act.END_TURN), key(window, Act.SECONDARY)) == ("x", "e")
    told = [getattr(widget, "text", "") for widget in window.top.form.widgets]
    assert not any("two things" in text for text in told)


def test_a_second_key_of_another_act_changes_places_too(window: Window) -> None:
    chosen(window, Act.END_TURN, "keyboard")
    window.key(pygame.K_SPACE)
    window.key(pygame.K_RETURN)
    assert key(window, Act.END_TURN) == "space"
    assert window.stage.settings.key_bindings(KEYS)[Act.CONFIRM] == ("return", "e")


def test_arrows_always_move(window: Window) -> None:
    chosen(window, Act.HINT, "keyboard")
    window.key(pygame.K_UP)
    assert window.shown == "Capture"
    window.key(pygame.K_F11)
    assert window.shown == "Capture"
    assert not window.stage.settings.fullscreen
    window.key(pygame.K_k)
    assert key(window, Act.HINT) == "k"


def test_the_next_button_is_the_one(window: Window) -> None:
    chosen(window, Act.HINT, "pad")
    window.key(pygame.K_h)
    assert window.shown == "Capture"
    axis = BUTTONS["righttrigger"] - 1000
    event = pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=30_000, instance_id=3)
    window.turn(event)
    assert window.shown == "Ask"
    window.key(pygame.K_RETURN)
    pads = window.stage.settings.pad_bindings(PADS)
    assert (pads[Act.HINT], pads[Act.LOOK]) == (("righttrigger",), ("leftstick",))


def test_a_direction_leaves_the_button_as_it_was(window: Window) -> None:
    chosen(window, Act.HINT, "pad")
    window.button_number(CROSS[(0, 1)], 3)
    assert window.shown == "Bindings"
    assert window.stage.settings.pad_bindings(PADS)[Act.HINT] == ("leftstick",)


def test_a_mouse_leaves_it_too(window: Window) -> None:
    chosen(window, Act.HINT, "pad")
    window.point(10, 10)
    window.click_strip("back")
    assert window.shown == "Bindings"

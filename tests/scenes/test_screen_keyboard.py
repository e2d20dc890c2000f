"""The keyboard on the screen: for pads, for touch screens, and for whoever types anyway."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from tests.scenes.harness import CROSS, Window


@pytest.fixture
def seat(window: Window) -> Any:
    """The dialog of the first seat, which Ann has; input is taken a moment after it has come."""
    window.stage.open("lobby", "socker")
    lobby = window.top
    lobby.focus = "seat 0"
    window.key(pygame.K_RETURN)
    window.wait(1000)
    return lobby


def tap(window: Window, *keys: str) -> None:
    """Tap keys where they are drawn."""
    for key in keys:
        board = window.top
        shown = {cap: box for caps, boxes in zip(board.caps, board.boxes, strict=True)
                 for cap, box in zip(caps, boxes, strict=True)}  # fmt: skip
        window.click_box(shown[key])


def open_by_tap(window: Window) -> None:
    form = window.top.form
    window.click_box(form.place(1))
    window.wait(1000)
    assert window.shown == "ScreenKeyboard"


def test_a_name_is_tapped_with_umlauts_and_accents(window: Window, seat: Any) -> None:
    open_by_tap(window)
    tap(window, "⌫", "⌫", "⌫", "J", "äé", "ü", "r", "g", "e", "n")
    window.picture()
    tap(window, "✓")
    assert seat.seats[0].name == "Jürgen"
    open_by_tap(window)
    tap(window, *["⌫"] * 6, "Z", "o", "äé", "ë", "äé", "čż", "ł", "äé", "ß")
    assert window.top.text == "Zoëłß"
    tap(window, "⇧", "äé", "ẞ", "⇧", "äé", "É")
    assert window.top.text == "ZoëłßẞÉ"
    tap(window, "✓")
    assert seat.seats[0].name == "ZoëłßẞÉ"


def test_a_pad_reaches_the_umlauts(window: Window, seat: Any) -> None:
    window.button("a")
    window.wait(1000)
    for _ in range(3):
        window.button("x")
    window.button_number(CROSS[(0, -1)])
    window.button_number(CROSS[(1, 0)])
    window.button("a")
    window.button_number(CROSS[(0, 1)])
    caps = window.top.caps
    row, place = window.top.at
    window.button("a")
    assert window.top.text == caps[row][place]
    assert window.top.text in "ÄÖÜẞÅÆØŒÇÑ"
    window.button("y")
    assert seat.seats[0].name in "ÄÖÜẞÅÆØŒÇÑ"


def test_whoever_has_clicked_on_a_name_can_type_it(window: Window, seat: Any) -> None:
    open_by_tap(window)
    for _ in range(3):
        window.key(pygame.K_BACKSPACE)
    for letter in "pete":
        key = getattr(pygame, f"K_{letter}")
        window.turn(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter))
        window.write(letter)
        window.turn(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
    assert window.top.text == "pete"
    window.key(pygame.K_RETURN)
    assert window.shown == "SeatDialog"
    assert seat.seats[0].name == "pete"


def test_arrows_and_enter_choose_a_key(window: Window, seat: Any) -> None:
    open_by_tap(window)
    window.key(pygame.K_RIGHT)
    row, place = window.top.at
    cap = window.top.caps[row][place]
    window.key(pygame.K_RETURN)
    assert window.top.text == f"Ann{cap}"
    window.key(pygame.K_ESCAPE)
    assert seat.seats[0].name == "Ann"

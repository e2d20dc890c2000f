"""Focus in sheets and dialogs, whose rows are built again after each change."""

from __future__ import annotations

import pygame

from game.ui.widgets import Dialog, Element, Heading, TextRow, button
from tests.scenes.harness import WindowRobot


class Menu(Dialog):
    """A wide button above two that are side by side."""

    is_menu = True
    note = ""

    def rows(self) -> list[Element]:
        words = [TextRow(self.note)] if self.note else []
        buttons = [button(label, self.say, alone=label == "Wide") for label in ("Wide", "Left", "Right")]
        return [Heading("Menu"), *words, *buttons]

    def say(self) -> None:
        """Show a text above the buttons."""
        self.note = "Pressed."


def menu(window: WindowRobot) -> Menu:
    window.context.scenes.push(dialog := Menu())
    window.step()
    return dialog


def test_wide_button_has_no_neighbour_at_its_side(window: WindowRobot) -> None:
    menu(window)
    for key, label in (
        (pygame.K_RIGHT, "Wide"),
        (pygame.K_DOWN, "Left"),
        (pygame.K_RIGHT, "Right"),
        (pygame.K_RIGHT, "Right"),
        (pygame.K_LEFT, "Left"),
        (pygame.K_LEFT, "Left"),
    ):
        window.press_key(key)
        assert window.focused.label == label


def test_focus_wraps_to_the_first_of_two_buttons_side_by_side(window: WindowRobot) -> None:
    menu(window)
    window.press_key(pygame.K_UP)
    assert window.focused.label == "Left"
    window.press_keys(pygame.K_RIGHT, pygame.K_DOWN)
    assert window.focused.label == "Wide"


def test_single_line_of_buttons_does_not_wrap(window: WindowRobot) -> None:
    class Line(Menu):
        def rows(self) -> list[Element]:
            return super().rows()[-2:]

    window.context.scenes.push(Line())
    window.step()
    for key in (pygame.K_UP, pygame.K_DOWN):
        window.press_key(key)
        assert window.focused.label == "Left"
    window.press_key(pygame.K_RIGHT)
    for key in (pygame.K_UP, pygame.K_DOWN):
        window.press_key(key)
        assert window.focused.label == "Right"


def test_text_that_appears_leaves_the_focus(window: WindowRobot) -> None:
    menu(window)
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert "Pressed." in window.texts
    assert window.focused.label == "Left"


def test_dialog_without_buttons_reads_no_row_as_focused(window: WindowRobot) -> None:
    class Words(Dialog):
        def rows(self) -> list[Element]:
            return [Heading("Wait")]

    window.context.scenes.push(dialog := Words())
    window.step()
    told = dialog.narration()
    assert (told.text, told.focus) == (("Wait",), "")

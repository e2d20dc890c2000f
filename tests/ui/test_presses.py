"""What keys and buttons are called: said and written in the language of whoever plays."""

from __future__ import annotations

import pygame
import pytest

from game.ui.core.assets import Assets
from game.ui.core.input import BUTTONS, KEYBOARD, KEYS, PAD, PADS, Act
from game.ui.widgets import Press, Presses, key_words
from game.ui.widgets._strip import button_words
from game.words import languages, spoken_to

OTHERS = [language for language in languages() if language not in ("en", "pseudo")]


def keys(*bound: tuple[str, tuple[str, ...]]) -> Presses:
    return Presses(KEYBOARD, False, bound, ())  # noqa: FBT003 - as a dataclass has it


def called(act: Act) -> tuple[str, str]:
    press = keys().of(act)
    assert press is not None
    return press.words, press.cap


@pytest.mark.parametrize(
    ("language", "enter", "escape", "back"),
    [
        ("de", "Enter", "Esc", "Bild auf"), ("fr", "Entrée", "Échap", "Page précédente"),
        ("es", "Intro", "Esc", "Retroceder página"), ("it", "Invio", "Esc", "Pagina su"),
    ],
)  # fmt: skip
def test_keys_are_called_as_on_keyboards_of_that_language(
    language: str, enter: str, escape: str, back: str
) -> None:
    with spoken_to(language):
        assert called(Act.CONFIRM)[0] == enter
        assert called(Act.BACK)[1] == escape
        assert Press(KEYBOARD, "page up").words == back


def test_every_key_and_button_that_is_no_letter_has_a_word() -> None:
    for names in KEYS.values():
        assert all(len(name) == 1 or name in key_words() or name == "f10" for name in names), names
    for shapes in (False, True):
        pad = Presses(PAD, shapes, (), ())
        for act in (*PADS, Act.NAVIGATE):
            press = pad.of(act)
            assert press is not None
            assert press.name.isupper() or press.name in button_words(), press.name


@pytest.mark.parametrize("shapes", [False, True])
def test_no_two_buttons_of_a_pad_look_or_are_called_alike(*, shapes: bool) -> None:
    pygame.font.init()
    assets = Assets(1.0)
    presses = [Presses(PAD, shapes, (), ((Act.CONFIRM, (button,)),)).of(Act.CONFIRM) for button in BUTTONS]
    pictures = {pygame.image.tobytes(press.picture(assets, 30), "RGBA") for press in presses if press}
    assert len(pictures) == len({press.words for press in presses if press}) == len(BUTTONS)


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_of_another_language_is_lacking(language: str) -> None:
    with spoken_to(language):
        assert key_words()["space"] != "Space bar"
        assert button_words()["dpad"] != "Directional pad"
        assert key_words()["left shift"] != "Left Shift"


def test_letters_and_keys_without_a_word_stay_as_they_are() -> None:
    with spoken_to("fr"):
        assert [Press(KEYBOARD, name).words for name in ("x", "f10", "[5]")] == ["X", "F10", "[5]"]

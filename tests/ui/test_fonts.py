"""Names in any alphabet: letters from other fonts, marks, directions, and nothing that cannot be drawn."""

import pygame
import pytest

from game.ui.kit import fonts
from game.ui.kit.fonts import NAMES, runs
from game.ui.kit.paint import Type

ODD = [
    "", " ", "\u2764\ufe0f", "\ufe0f", "\u200d", "\U0001f469\u200d\U0001f467", "\u0301", "e\u0301\u0301",
    "\u0928\u092e\u0938\u094d\u0924\u0947", "\ud800", "a\x00b", "\t", "\u3164", "\u674e\u5c0f\u9f99",
    "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f 2", "\U0001f600\U0001f3fd", "\u00ad", "\u2800",
]  # fmt: skip


@pytest.fixture(autouse=True)
def letters() -> None:
    pygame.font.init()


@pytest.mark.parametrize("text", ODD)
def test_any_name_can_be_drawn_and_measured(text: str) -> None:
    letters = Type()
    for name in (text, f"Ann {text}", f"{text} scores here"):
        assert letters.render(name, NAMES, 30, "#000000").get_width() >= 0
        assert letters.width(name, NAMES, 30) >= 0


def test_signs_that_are_never_seen_take_no_room() -> None:
    assert [run.text for run in runs("A\ufe0f\u200dnn", NAMES, 30)] == ["Ann"]
    assert [run.text for run in runs("\u0301", NAMES, 30)] == [" "]


def test_a_mark_goes_with_its_letter() -> None:
    (run,) = runs("Ame\u0301lie", NAMES, 30)
    assert run.text == "Am\u00e9lie"


def test_a_mark_without_its_letter_is_no_box() -> None:
    """A letter that no font has is a dot, together with its marks."""
    text = "".join(run.text for run in runs("\U000f0000\u0e81\u0301", NAMES, 30))
    assert "\u0301" not in text or "\u0e81" in text


def test_words_to_the_left_are_read_to_the_left() -> None:
    hebrew = "\u05e9\u05dc\u05d5\u05dd"
    if runs(hebrew[0], NAMES, 30)[0].text != hebrew[0]:
        pytest.skip("no font here has Hebrew")
    first, second = runs(f"{hebrew} {hebrew} abc", NAMES, 30)
    assert (first.text, second.text) == (f"{hebrew} {hebrew}", " abc")
    assert first.font is not second.font
    alone = fonts._font(fonts._source(hebrew[0], NAMES), 30)
    backwards = pygame.image.tobytes(
        alone.render(hebrew[::-1], antialias=True, color="#000000", bgcolor="#FFFFFF"), "RGB"
    )
    (run,) = runs(hebrew, NAMES, 30)
    assert (
        pygame.image.tobytes(
            run.font.render(run.text, antialias=True, color="#000000", bgcolor="#FFFFFF"), "RGB"
        )
        == backwards
    )


def test_letters_that_join_are_joined() -> None:
    word = "\u0645\u062d\u0645\u062f"
    if runs(word[0], NAMES, 60)[0].text != word[0]:
        pytest.skip("no font here has Arabic")
    (run,) = runs(word, NAMES, 60)
    apart = sum(runs(letter, NAMES, 60)[0].font.size(letter)[0] for letter in word)
    assert run.font.size(run.text)[0] < apart

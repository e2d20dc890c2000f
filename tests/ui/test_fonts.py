"""Names in any alphabet: other fonts, combining marks and directions, never missing glyphs."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

import pygame
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from game.i18n import _, isolated, listed
from game.ui.core.fonts import ISOLATING, NAMES, runs, split_directions
from game.ui.core.paint import TextRenderer
from tests.core.test_values import ENGLAND, FAMILY, GERMANY, HEART, ISRAEL, KEYCAP, THUMB
from tests.sampling import sample_size

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
    letters = TextRenderer()
    for name in (text, f"Ann {text}", f"{text} scores here"):
        assert letters.render(name, NAMES, 30, "#000000").get_width() >= 0
        assert letters.width(name, NAMES, 30) >= 0


def test_invisible_characters_take_no_room() -> None:
    assert [run.text for run in runs("A\ufe0f\u200dnn", NAMES, 30)] == ["Ann"]
    assert [run.text for run in runs("\u0301", NAMES, 30)] == [" "]


def test_mark_uses_the_font_of_its_letter() -> None:
    (run,) = runs("Ame\u0301lie", NAMES, 30)
    assert run.text == "Am\u00e9lie"


def test_mark_without_its_letter_is_no_box() -> None:
    """A letter that no font has is drawn as a dot, together with its marks."""
    text = "".join(run.text for run in runs("\U000f0000\u0e81\u0301", NAMES, 30))
    assert "\u0301" not in text or "\u0e81" in text


HEBREW, ARABIC = "\u05e9\u05dc\u05d5\u05dd", "\u0645\u062d\u0645\u062f"


def pixels(text: str, face: str = NAMES) -> bytes:
    """Visible pixels of a text."""
    drawn = TextRenderer().render(text, face, 40, "#000000")
    return pygame.image.tobytes(drawn, "RGBA")


def strokes(text: str) -> list[int]:
    """Widths of separate pieces of ink, left to right."""
    mask = pygame.mask.from_surface(TextRenderer().render(text, NAMES, 60, "#000000"), 60)
    wide, high = mask.get_size()
    ink = [any(mask.get_at((x, y)) for y in range(high)) for x in range(wide)]
    return [len(list(column)) for inked, column in groupby(ink) if inked]


@pytest.mark.parametrize(
    "text", ["Größe für Zoë", "„\u2068Zoë\u2069“ – 3 \u00d7 \u206812\u2069 …", "Ça va, Œuvre? ¡Sí! \u0416"]
)
def test_combined_and_decomposed_letters_are_drawn_alike(text: str) -> None:
    """The decomposed text has combining marks or an invisible character."""
    apart = unicodedata.normalize("NFD", text) + "\ufe0f"
    assert pixels(text) == pixels(apart)
    assert [run.text for run in runs(text, NAMES, 30)] == [run.text for run in runs(apart, NAMES, 30)]


def test_right_to_left_words_are_drawn_right_to_left() -> None:
    first, second = runs(f"abc {HEBREW} {HEBREW}", NAMES, 30)
    assert (first.text, second.text) == ("abc ", f"{HEBREW} {HEBREW}")
    assert first.font is not second.font
    alone = [strokes(letter)[0] for letter in HEBREW]
    assert alone != alone[::-1]
    assert strokes(HEBREW) == alone[::-1]


def test_joining_letters_are_joined() -> None:
    assert len(strokes(ARABIC)) == 1
    assert len(strokes(" ".join(ARABIC))) == 4


SCRIPTS = [
    HEBREW, ARABIC, "\u0928\u092e\u0938\u094d\u0924\u0947", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "\u10d0\u10dc\u10d8", "\u0531\u0576\u056b", "\u0416\u0430\u043d\u043d\u0430", "\u0395\u03bb\u03ad\u03bd",
]  # fmt: skip
PICTURES = [FAMILY, THUMB, GERMANY, ISRAEL, ENGLAND, KEYCAP, HEART, "\U0001f600", "\U0001fae8"]


@pytest.mark.parametrize("name", [*SCRIPTS, *PICTURES])
def test_name_has_no_dots_or_boxes(name: str) -> None:
    assert "\N{BULLET}" not in "".join(run.text for run in runs(name, NAMES, 40))
    dots, boxes = (pixels(sign * len(name)) for sign in ("\N{BULLET}", "\U0010fffd"))
    assert pixels(name) not in (dots, boxes)


def test_emoji_are_distinct_and_sequences_are_one_picture() -> None:
    assert len({pixels(picture) for picture in PICTURES}) == len(PICTURES)
    letters = TextRenderer()
    people = [letters.width(person, NAMES, 40) for person in FAMILY.split("\u200d")]
    assert letters.width(FAMILY, NAMES, 40) < sum(people)
    assert letters.width(GERMANY, NAMES, 40) < 2 * letters.width(GERMANY[0], NAMES, 40)
    assert letters.width("\U0001f600 Bo", NAMES, 40) == letters.width(
        "\U0001f600", NAMES, 40
    ) + letters.width(" Bo", NAMES, 40)


def test_letters_of_other_fonts_share_the_baseline() -> None:
    """The drawn text is centred as in the main font, so that plates need no adjustment."""
    plain = TextRenderer().render("Ann", NAMES, 40, "#000000")
    for other in SCRIPTS:
        drawn = TextRenderer().render(f"Ann {other}", NAMES, 40, "#000000")
        ann = drawn.subsurface((0, 0, plain.get_width(), drawn.get_height())).get_bounding_rect()
        assert ann.top - drawn.get_height() / 2 == plain.get_bounding_rect().top - plain.get_height() / 2


# Order of letters on a line, compared with another implementation.


AVI, DANA = "\u05d0\u05d1\u05d9", "\u05d3\u05e0\u05d4"
SIGNS = "abc \u05d0\u05d1\u05d2\u0627\u0628\u062a123\u0661.,:+-$%()[]'!\u2026\u0301" + ISOLATING


def seen(text: str) -> str:
    """Letters from left to right as displayed."""
    return "".join(words[::-1] if leftwards else words for words, leftwards in split_directions(text))


@given(st.text(SIGNS, max_size=16))
@example(f"{AVI} (2)")
@example("\u0627c!a\u20681")
@example("\u2066\u05d0(1)\u0301")
@settings(max_examples=sample_size(300), deadline=None)
def test_line_order_matches_another_implementation(text: str) -> None:
    bidi = pytest.importorskip("bidi", reason="needs python-bidi: pip install --group test")
    # The other implementation separates brackets from text before an isolate; FriBidi does as we do.
    assume(not re.search(r"\u2069.*[()\[\]]", text))

    there = str(bidi.get_display(text)).translate(dict.fromkeys(map(ord, ISOLATING)))
    assert seen(text) == there


def test_brackets_after_an_isolate_belong_to_the_text_before() -> None:
    assert seen("a\u05d0\u2066b\u2069[1]") == "a]1[b\u05d0"


def test_name_does_not_reorder_its_sentence() -> None:
    told = _("{name}: {n} points").format(name=AVI, n=3)
    assert seen(told) == f"{AVI[::-1]}: 3 points"
    both = ", ".join(map(isolated, (AVI, DANA)))
    assert seen(f"{both} win!") == f"{AVI[::-1]}, {DANA[::-1]} win!"


def test_single_name_is_read_in_its_own_direction() -> None:
    assert seen(f"{DANA} 2") == f"2 {DANA[::-1]}"


def test_other_names_are_unchanged() -> None:
    assert _("{name} wins!").format(name="Zoë 李") == "Zoë 李 wins!"
    assert isolated(7) == 7


def test_list_of_names_is_read_in_the_sentence_direction() -> None:
    told = _("{names} share the win").format(names=listed((AVI, "Bo", DANA)))
    assert seen(told) == f"{AVI[::-1]}, Bo, {DANA[::-1]} share the win"

"""Letters as people count them."""

import pytest

from game.core.text import cut, erased, is_picture, letters

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
THUMB = "\U0001f44d\U0001f3fd"
GERMANY, ISRAEL = "\U0001f1e9\U0001f1ea", "\U0001f1ee\U0001f1f1"
ENGLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f"
KEYCAP = "1\ufe0f\u20e3"
HEART = "\u2764\ufe0f"


@pytest.mark.parametrize("picture", [FAMILY, THUMB, GERMANY, ENGLAND, KEYCAP, HEART])
def test_a_picture_of_many_signs_is_one_letter(picture: str) -> None:
    assert list(letters(f"A{picture}{picture}b")) == ["A", picture, picture, "b"]
    assert is_picture(picture)
    assert erased(f"A{picture}") == "A"
    assert cut(f"{picture}Ab", 2) == f"{picture}A"


def test_flags_beside_each_other_are_two() -> None:
    assert list(letters(GERMANY + ISRAEL)) == [GERMANY, ISRAEL]


def test_marks_go_with_their_letter() -> None:
    assert list(letters("Ame\u0301")) == ["A", "m", "e\u0301"]
    assert not any(map(is_picture, "Añ1א \u0645"))
    assert list(letters("")) == []
    assert erased("") == ""

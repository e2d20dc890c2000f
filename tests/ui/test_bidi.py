"""The order of letters on a line, against a peer."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.ui.core.fonts import ISOLATING, ordered
from game.words import _, isolated, listed
from tests.scale import scaled

AVI, DANA = "\u05d0\u05d1\u05d9", "\u05d3\u05e0\u05d4"
SIGNS = "abc \u05d0\u05d1\u05d2\u0627\u0628\u062a123\u0661.,:+-$%()[]'!\u2026\u0301" + ISOLATING


def seen(text: str) -> str:
    """The letters from left to right."""
    return "".join(words[::-1] if leftwards else words for words, leftwards in ordered(text))


@given(st.text(SIGNS, max_size=16))
@example(f"{AVI} (2)")
@example("\u0627c!a\u20681")
@example("\u2066\u05d0(1)\u0301")
@settings(max_examples=scaled(300), deadline=None)
def test_lines_are_read_as_elsewhere(text: str) -> None:
    bidi = pytest.importorskip("bidi", reason="needs requirements-dev.txt")

    there = str(bidi.get_display(text)).translate(dict.fromkeys(map(ord, ISOLATING)))
    assert seen(text) == there


def test_a_name_moves_nothing_of_its_sentence() -> None:
    told = _("{name}: {n} points").format(name=AVI, n=3)
    assert seen(told) == f"{AVI[::-1]}: 3 points"
    both = ", ".join(map(isolated, (AVI, DANA)))
    assert seen(f"{both} win!") == f"{AVI[::-1]}, {DANA[::-1]} win!"


def test_a_name_alone_is_read_from_its_side() -> None:
    assert seen(f"{DANA} 2") == f"2 {DANA[::-1]}"


def test_other_names_stay_as_they_are() -> None:
    assert _("{name} wins!").format(name="Zoë 李") == "Zoë 李 wins!"
    assert isolated(7) == 7


def test_a_list_of_names_is_read_with_its_sentence() -> None:
    told = _("{names} share the win").format(names=listed((AVI, "Bo", DANA)))
    assert seen(told) == f"{AVI[::-1]}, Bo, {DANA[::-1]} share the win"

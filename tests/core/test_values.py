"""Small values of the core: changed ones, letters as people count them, hexagons."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.game import replace
from game.core.hexgrid import (
    COLUMNS,
    DIRECTIONS,
    ROWS,
    cell_text,
    distance,
    from_offset,
    neighbours,
    offset,
    on_map,
    read_cell,
    rotated,
    shifted,
    to_corner,
)
from game.core.text import cut, erased, is_picture, letters

# Changed values are those that `dataclasses.replace` makes.


@dataclass(frozen=True, slots=True)
class Sock:
    colour: str
    holes: int = 0
    worn_by: tuple[str, ...] = field(default=(), compare=False)


def test_a_changed_value_is_what_it_would_be_otherwise() -> None:
    sock = Sock("red", 2, ("Ann",))
    every: list[dict[str, Any]] = [{}, {"holes": 3}, {"colour": "blue", "worn_by": ()}]
    for changes in every:
        made, other = replace(sock, **changes), dataclasses.replace(sock, **changes)
        assert (made, made.worn_by, hash(made)) == (other, other.worn_by, hash(other))
    assert sock == Sock("red", 2)


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="Sock has no size"):
        replace(Sock("red"), size=3)  # type: ignore[call-arg]


def test_what_is_made_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(Sock("red"), holes=1).holes = 2  # type: ignore[misc]


# Letters as people count them.


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


# Hexagonal grids: texts of cells, neighbours, rotation.


cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@pytest.mark.parametrize(
    ("cell", "text"),
    [((0, 0), "a1"), ((2, 0), "c1"), ((0, 1), "a2"), ((0, 2), "b3"), ((-1, 2), "a3"), ((26, 0), "aa1")],
)
def test_text(cell: tuple[int, int], text: str) -> None:
    assert cell_text(cell) == text
    assert read_cell(text) == cell


@given(st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))
def test_text_and_offset_turn_round(column: int, row: int) -> None:
    cell = from_offset(column, row)
    assert offset(cell) == (column, row)
    assert on_map(cell)
    assert read_cell(cell_text(cell)) == cell


@pytest.mark.parametrize("text", ["", "7", "c", "C7", "c0", "c07", "c-1", "abc1", "c7 ", "c1234", "ä1"])
def test_text_off_the_grammar(text: str) -> None:
    with pytest.raises(ValueError, match="as in c7"):
        read_cell(text)


def test_odd_rows_stand_to_the_right() -> None:
    """Row 1 is unshifted, so c2 touches c1 and d1 above it and c3 and d3 below."""
    around = {cell_text(cell) for cell in neighbours(read_cell("c2"))}
    assert around == {"b2", "d2", "c1", "d1", "c3", "d3"}


@given(cells, st.integers(0, 12))
def test_rotation_keeps_distances_and_comes_round(cell: tuple[int, int], turns: int) -> None:
    assert distance(rotated(cell, turns), (0, 0)) == distance(cell, (0, 0))
    assert rotated(rotated(cell, turns), -turns) == cell
    assert rotated(cell, 1) == (-cell[1], cell[0] + cell[1])


def test_one_turn_carries_each_direction_to_the_next() -> None:
    clockwise = [DIRECTIONS[0], *reversed(DIRECTIONS[1:])]
    assert [rotated(step, 1) for step in clockwise] == [*clockwise[1:], clockwise[0]]


@given(cells, cells)
def test_distance_is_reached_by_steps(one: tuple[int, int], other: tuple[int, int]) -> None:
    if one != other:
        assert min(distance(step, other) for step in neighbours(one)) == distance(one, other) - 1


@given(st.lists(cells, min_size=1, max_size=8))
def test_corner_keeps_the_shape(places: list[tuple[int, int]]) -> None:
    by = to_corner(places)
    moved = [shifted(cell, by) for cell in places]
    assert min(offset(cell)[0] for cell in moved) == 0
    assert min(offset(cell)[1] for cell in moved) in (0, 1)
    assert by[1] % 2 == 0

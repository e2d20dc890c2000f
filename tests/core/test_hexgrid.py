"""Hexagonal grids: texts of cells, neighbours, rotation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

"""Small parts of the core: values, letters, hexagons, and the budget of a search."""

import dataclasses
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.game import replace
from game.core.graphemes import first_letters, is_picture, letters, without_last_letter
from game.core.hexgrid import (
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_ROWS,
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
from game.core.rng import SEED_BITS, SeededRng
from game.core.search import Budget, DeadlineError, best_reply, by_reply, racing_search, read_level

# `dataclasses.replace` makes the changed values.


@dataclass(frozen=True, slots=True)
class Sock:
    colour: str
    holes: int = 0
    worn_by: tuple[str, ...] = field(default=(), compare=False)


def test_replace_agrees_with_dataclasses_replace() -> None:
    sock = Sock("red", 2, ("Ann",))
    every: list[dict[str, Any]] = [{}, {"holes": 3}, {"colour": "blue", "worn_by": ()}]
    for changes in every:
        made, other = replace(sock, **changes), dataclasses.replace(sock, **changes)
        assert (made, made.worn_by, hash(made)) == (other, other.worn_by, hash(other))
    assert sock == Sock("red", 2)


def test_replace_refuses_an_unknown_field() -> None:
    with pytest.raises(TypeError, match="Sock has no size"):
        replace(Sock("red"), size=3)  # type: ignore[call-arg]


def test_replaced_value_is_frozen() -> None:
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
def test_picture_of_several_code_points_is_one_letter(picture: str) -> None:
    assert list(letters(f"A{picture}{picture}b")) == ["A", picture, picture, "b"]
    assert is_picture(picture)
    assert without_last_letter(f"A{picture}") == "A"
    assert first_letters(f"{picture}Ab", 2) == f"{picture}A"


def test_adjacent_flags_are_two_letters() -> None:
    assert list(letters(GERMANY + ISRAEL)) == [GERMANY, ISRAEL]


def test_combining_marks_belong_to_their_letter() -> None:
    assert list(letters("Ame\u0301")) == ["A", "m", "e\u0301"]
    assert not any(map(is_picture, "Añ1א \u0645"))
    assert list(letters("")) == []
    assert without_last_letter("") == ""


# Hexagonal grids: texts of cells, neighbours, rotation.


cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@pytest.mark.parametrize(
    ("cell", "text"),
    [((0, 0), "a1"), ((2, 0), "c1"), ((0, 1), "a2"), ((0, 2), "b3"), ((-1, 2), "a3"), ((26, 0), "aa1")],
)
def test_cell_has_a_text(cell: tuple[int, int], text: str) -> None:
    assert cell_text(cell) == text
    assert read_cell(text) == cell


@given(st.integers(0, MAX_COLUMNS - 1), st.integers(0, MAX_ROWS - 1))
def test_cell_text_and_offset_are_inverse(column: int, row: int) -> None:
    cell = from_offset(column, row)
    assert offset(cell) == (column, row)
    assert on_map(cell)
    assert read_cell(cell_text(cell)) == cell


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (MAX_COLUMNS, 0), (0, -1), (0, MAX_ROWS)])
def test_cell_beside_the_largest_map_is_not_on_it(column: int, row: int) -> None:
    assert not on_map(from_offset(column, row))


@pytest.mark.parametrize("text", ["", "7", "c", "C7", "c0", "c07", "c-1", "abc1", "c7 ", "c1234", "ä1"])
def test_malformed_cell_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="as in c7"):
        read_cell(text)


def test_odd_rows_are_shifted_to_the_right() -> None:
    """Row 1 is not shifted, so c2 touches c1 and d1 above it and c3 and d3 below."""
    around = {cell_text(cell) for cell in neighbours(read_cell("c2"))}
    assert around == {"b2", "d2", "c1", "d1", "c3", "d3"}


@given(cells, st.integers(0, 12))
def test_rotation_keeps_distances_and_is_reversible(cell: tuple[int, int], turns: int) -> None:
    assert distance(rotated(cell, turns), (0, 0)) == distance(cell, (0, 0))
    assert rotated(rotated(cell, turns), -turns) == cell
    assert rotated(cell, 1) == (-cell[1], cell[0] + cell[1])


def test_one_rotation_maps_each_direction_to_the_next() -> None:
    clockwise = [DIRECTIONS[0], *reversed(DIRECTIONS[1:])]
    assert [rotated(step, 1) for step in clockwise] == [*clockwise[1:], clockwise[0]]


@given(cells, cells)
def test_distance_equals_the_number_of_steps(one: tuple[int, int], other: tuple[int, int]) -> None:
    if one != other:
        assert min(distance(step, other) for step in neighbours(one)) == distance(one, other) - 1


@given(st.lists(cells, min_size=1, max_size=8))
def test_corner_keeps_the_shape(places: list[tuple[int, int]]) -> None:
    by = to_corner(places)
    moved = [shifted(cell, by) for cell in places]
    assert min(offset(cell)[0] for cell in moved) == 0
    assert min(offset(cell)[1] for cell in moved) in (0, 1)
    assert by[1] % 2 == 0


# Cost of a decision, races and replies, and the notation of levels.


def test_time_budget_follows_its_clock() -> None:
    now = [10.0]
    budget = Budget(seconds=2, clock=lambda: now[0])
    assert not budget.is_over
    now[0] = 12.0
    assert budget.is_over
    assert not budget.overdue
    now[0] = 12.5
    assert budget.overdue


def test_budget_is_short_from_its_half() -> None:
    now = [10.0]
    budget = Budget(seconds=2, clock=lambda: now[0])
    now[0] = 10.9
    assert not budget.is_nearly_over
    now[0] = 11.0
    assert budget.is_nearly_over
    assert not budget.is_over


def test_budget_without_seconds_is_never_late() -> None:
    budget = Budget(nodes=1)
    budget.spend(5)
    assert not budget.is_over
    assert not budget.is_nearly_over
    assert budget.spent == 5


@pytest.mark.parametrize("text", ["hard", "hard/keeper"])
def test_level_is_read_without_the_style_of_old_versions(text: str) -> None:
    assert read_level(text, ("easy", "hard")) == "hard"
    with pytest.raises(ValueError, match="There is no level 'hard'; the levels are: easy, normal"):
        read_level(text, ("easy", "normal"))


def sampled(
    nodes: int | None, *, laps: list[int] | None = None, budget: Budget | None = None
) -> tuple[list[str], list[tuple[str, int]]]:
    """Return the survivors of three after a race in which c is dropped once it has four samples."""
    taken: list[tuple[str, int]] = []

    def sample(alive: list[str], count: int) -> None:
        taken.append(("".join(alive), count))

    def hopeful(alive: list[str]) -> list[str]:
        return [one for one in alive if one != "c" or sum(count for _alive, count in taken) < 4]

    return racing_search("abc", sample, hopeful, budget or Budget(), nodes, laps or repeat(1)), taken


def test_race_drops_weak_candidates_and_spends_the_rest_on_others() -> None:
    budget = Budget()
    assert sampled(17, budget=budget) == (["a", "b"], [("abc", 1)] * 4 + [("ab", 1)] * 2)
    assert budget.spent == 16


def test_last_lap_of_a_race_is_shortened_but_reaches_all() -> None:
    assert sampled(20, laps=[2, 2, 8]) == (["a", "b"], [("abc", 2), ("abc", 2), ("ab", 4)])
    assert sampled(2) == (["a", "b", "c"], [])


def test_late_race_has_run_one_lap() -> None:
    late = Budget(seconds=0, clock=lambda: 0.0)
    assert sampled(None, budget=late) == (["a", "b", "c"], [("abc", 1)])


def test_single_candidate_wins_without_a_race() -> None:
    taken: list[int] = []
    won = racing_search(["a"], lambda _alive, count: taken.append(count), lambda alive: alive, Budget(), None)
    assert (won, taken) == (["a"], [])


Tree = int | list["Tree"]
TREES: st.SearchStrategy[Tree] = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=40
)
WORST = -10.0


def plain(tree: Tree) -> float:
    """Return the value of a tree for the seat to move, by full search."""
    return float(tree) if isinstance(tree, int) else max(-plain(child) for child in tree)


def bounded(tree: Tree, low: float, high: float) -> float:
    return float(tree) if isinstance(tree, int) else best_reply(tree, bounded, low, high, WORST)


@given(TREES, st.integers(-9, 9), st.integers(1, 9))
def test_best_reply_is_exact_within_its_bounds(tree: Tree, low: int, width: int) -> None:
    value, found = plain(tree), bounded(tree, low, low + width)
    if low < value < low + width:
        assert found == value
    else:
        assert (found <= low) == (value <= low)
        assert (found >= low + width) == (value >= low + width)


@given(st.lists(TREES, min_size=1, max_size=5), st.integers(0, 5))
def test_moves_within_the_margin_are_weighed_exactly(moves: list[Tree], margin: int) -> None:
    numbers = list(range(len(moves)))
    weighed = by_reply(
        numbers, lambda number, low, high: bounded(moves[number], low, high), Budget(),
        margin=margin, max_value=-WORST,
    )  # fmt: skip
    right = {number: -plain(moves[number]) for number in numbers}
    best = max(right.values())
    assert [value for value, _number in weighed] == sorted((one for one, _ in weighed), reverse=True)
    assert weighed[0][0] == best
    for value, number in weighed:
        # If a better move comes later, a move was only compared with the best one before it.
        assert value == right[number] or right[number] <= value < best - margin + 1e-9


def test_moves_weighed_before_the_deadline_count() -> None:
    def after(move: int, _low: float, _high: float) -> float:
        if move == 3:
            raise DeadlineError
        return float(move)

    found = by_reply([2, 1, 3, 0], after, Budget(), margin=0.0, max_value=9.0)
    assert found == [(-1.0, 1), (-2.0, 2)]
    late = Budget(seconds=0, clock=lambda: 0.0)
    assert by_reply([2, 1], after, late, margin=0.0, max_value=9.0) == [(-2.0, 2)]
    early = by_reply([2, 1, 0], after, Budget(), margin=0.0, max_value=9.0, enough=-1.5)
    assert early == [
        (-1.0, 1), (-2.0, 2),
    ]  # fmt: skip


# Random streams are the same on every machine, and in every version.


def test_seed_always_gives_the_same_stream() -> None:
    assert SeededRng(7, "deal").shuffled(range(8)) == (0, 1, 5, 2, 3, 7, 4, 6)
    seed = SeededRng(7, "deal").seed()
    assert seed == 284023297142961178803678740238389956996
    assert seed.bit_length() == SEED_BITS


def test_stream_continues_behind_the_draws_made() -> None:
    whole, rest = SeededRng(7), SeededRng(7)
    drawn = [whole.below(1000) for _ in range(6)]
    rest.advance(4)
    assert [rest.below(1000), rest.below(1000)] == drawn[4:]


def test_shuffle_can_leave_each_card_in_its_place() -> None:
    seen = {SeededRng(seed).shuffled("ab") for seed in range(20)}
    assert seen == {("a", "b"), ("b", "a")}

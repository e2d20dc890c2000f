"""What a decision may cost, races and replies, and how levels are written."""

from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.search import Budget, LateError, best_reply, by_reply, race, read_level


def test_a_budget_of_seconds_runs_out_by_its_clock() -> None:
    now = [10.0]
    budget = Budget(seconds=2, clock=lambda: now[0])
    assert not budget.late
    now[0] = 12.0
    assert budget.late


def test_a_budget_is_short_from_its_half() -> None:
    now = [10.0]
    budget = Budget(seconds=2, clock=lambda: now[0])
    now[0] = 10.9
    assert not budget.short
    now[0] = 11.0
    assert budget.short
    assert not budget.late


def test_a_budget_without_seconds_is_never_late() -> None:
    budget = Budget(nodes=1)
    budget.spend(5)
    assert not budget.late
    assert not budget.short
    assert budget.spent == 5


def test_levels_and_manners() -> None:
    levels = ("easy", "hard")
    assert read_level("hard", levels, ()) == ("hard", "")
    assert read_level("hard/keeper", levels, ("keeper",)) == ("hard", "keeper")
    with pytest.raises(ValueError, match="There is no manner 'keeper'; the manners are: none"):
        read_level("hard/keeper", levels, ())
    with pytest.raises(ValueError, match="There is no level 'wild'; the levels are: easy, hard"):
        read_level("wild/keeper", levels, ())


def sampled(
    nodes: int | None, *, laps: list[int] | None = None, budget: Budget | None = None
) -> tuple[list[str], list[tuple[str, int]]]:
    """Who is left of three after a race in which c is dropped as soon as it has four samples."""
    taken: list[tuple[str, int]] = []

    def sample(alive: list[str], count: int) -> None:
        taken.append(("".join(alive), count))

    def hopeful(alive: list[str]) -> list[str]:
        return [one for one in alive if one != "c" or sum(count for _alive, count in taken) < 4]

    return race("abc", sample, hopeful, budget or Budget(), nodes, laps or repeat(1)), taken


def test_a_race_drops_who_is_behind_and_spends_the_rest_on_the_others() -> None:
    budget = Budget()
    assert sampled(17, budget=budget) == (["a", "b"], [("abc", 1)] * 4 + [("ab", 1)] * 2)
    assert budget.spent == 16


def test_the_last_lap_of_a_race_is_cut_short_and_none_is_run_that_does_not_reach_all() -> None:
    assert sampled(20, laps=[2, 2, 8]) == (["a", "b"], [("abc", 2), ("abc", 2), ("ab", 4)])
    assert sampled(2) == (["a", "b", "c"], [])


def test_a_race_that_is_late_has_run_one_lap() -> None:
    late = Budget(seconds=0, clock=lambda: 0.0)
    assert sampled(None, budget=late) == (["a", "b", "c"], [("abc", 1)])


def test_who_runs_alone_has_won() -> None:
    taken: list[int] = []
    won = race(["a"], lambda _alive, count: taken.append(count), lambda alive: alive, Budget(), None)
    assert (won, taken) == (["a"], [])


Tree = int | list["Tree"]
TREES: st.SearchStrategy[Tree] = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=40
)
WORST = -10.0


def plain(tree: Tree) -> float:
    """The value of a tree to whoever is to move, gone through as a whole."""
    return float(tree) if isinstance(tree, int) else max(-plain(child) for child in tree)


def bounded(tree: Tree, low: float, high: float) -> float:
    return float(tree) if isinstance(tree, int) else best_reply(tree, bounded, low, high, WORST)


@given(TREES, st.integers(-9, 9), st.integers(1, 9))
def test_a_best_reply_is_exact_between_its_bounds_and_beyond_them_on_the_right_side(
    tree: Tree, low: int, width: int
) -> None:
    value, found = plain(tree), bounded(tree, low, low + width)
    if low < value < low + width:
        assert found == value
    else:
        assert (found <= low) == (value <= low)
        assert (found >= low + width) == (value >= low + width)


@given(st.lists(TREES, min_size=1, max_size=5), st.integers(0, 5))
def test_moves_within_the_margin_are_weighed_exactly(moves: list[Tree], margin: int) -> None:
    numbers = list(range(len(moves)))
    liked = [number % 3 for number in numbers]
    weighed = by_reply(
        numbers, lambda number, low, high: bounded(moves[number], low, high), liked.__getitem__, Budget(),
        margin=margin, most=-WORST,
    )  # fmt: skip
    right = {number: liked[number] - plain(moves[number]) for number in numbers}
    best = max(right.values())
    assert [value for value, _number in weighed] == sorted((one for one, _ in weighed), reverse=True)
    assert weighed[0][0] == best
    for value, number in weighed:
        # Ahead of a better move that comes later, too, a move was held against the best so far alone.
        assert value == right[number] or right[number] <= value < best - margin + 1e-9


def test_what_was_weighed_before_the_time_was_up_stands() -> None:
    def after(move: int, _low: float, _high: float) -> float:
        if move == 3:
            raise LateError
        return float(move)

    found = by_reply([2, 1, 3, 0], after, lambda _move: 0.0, Budget(), margin=0.0, most=9.0)
    assert found == [(-1.0, 1), (-2.0, 2)]
    late = Budget(seconds=0, clock=lambda: 0.0)
    assert by_reply([2, 1], after, lambda _move: 0.0, late, margin=0.0, most=9.0) == [(-2.0, 2)]
    assert by_reply([2, 1, 0], after, lambda _move: 0.0, Budget(), margin=0.0, most=9.0, enough=-1.5) == [
        (-1.0, 1), (-2.0, 2),
    ]  # fmt: skip

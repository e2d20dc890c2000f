"""What a decision may cost, and how levels are written."""

import pytest

from game.core.search import Budget, read_level


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

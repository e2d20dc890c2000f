"""The script that says how brisk Socker's computer players are."""

from statistics import median

from game.core.search import Allowance
from tests.scale import scaled
from tools.pace import LONGEST, SHORTEST, leg_of, played, whole


def test_rows_tell_what_turns_come_to() -> None:
    """One row forward and back, which the third turn makes up for; at last a siege of the upper end."""
    leg = leg_of([7, 6, 8, 8, 9, 9, 11], 0, 11, goal=True)
    assert (leg.turns, leg.gains, leg.undone, leg.siege) == (7, 5, 2, 3)
    assert leg_of([7], 1, 11, goal=False).gains == 0
    assert leg_of([5], 1, 11, goal=False).gains == 1


def test_a_leg_ends_with_its_goal() -> None:
    leg = played("normal", 3, Allowance(nodes=1), 60)
    assert leg.goal
    assert leg.rows[-1] in {1, 11}
    assert leg.siege >= 1
    assert played("normal", 3, Allowance(nodes=1), 2).turns == 2


def test_a_match_goes_on_to_its_goals() -> None:
    match = whole("easy", 3, Allowance(), 2, 200)
    assert max(match.score) == 2
    assert len(match.waits) == sum(match.score)
    assert sum(match.waits) == match.turns
    left = whole("easy", 3, Allowance(), 2, 2)
    assert (left.turns, left.waits) == (2, ())


def test_two_normals_score_soon() -> None:
    matches = [whole("normal", seed, Allowance(), 3, 200) for seed in range(1, 1 + scaled(1, 24))]
    assert median(wait for match in matches for wait in match.waits) <= 15
    assert all(SHORTEST <= match.turns <= LONGEST for match in matches)

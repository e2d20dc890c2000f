"""The walk of one-switch scanning, without a window: groups, ways out, time, rest, what stays in place."""

from __future__ import annotations

import pytest

from game.store.settings import Scan
from game.ui.core.canvas import Box
from game.ui.core.input import Act
from game.ui.core.scanning import MOST, PASSES, Group, Item, Scanner, Target, bearable

STEP = 1000.0


def target(name: str, x: float = 0, y: float = 0, *, stays: bool = False) -> Target:
    return Target(Box(x, y, 40, 20), Act.CONFIRM, name, stays=stays)


def leaves(items: tuple[Item, ...]) -> list[str]:
    return [
        name for item in items for name in (leaves(item.items) if isinstance(item, Group) else [item.name])
    ]


def deepest(items: tuple[Item, ...]) -> int:
    return 1 + max((deepest(item.items) for item in items if isinstance(item, Group)), default=0)


@pytest.mark.parametrize("count", [1, MOST, MOST + 1, 30, 99, 150])
@pytest.mark.parametrize("columns", [1, 9, 1000])
def test_groups_hold_all_and_nowhere_many(count: int, columns: int) -> None:
    every = [target(str(n), 50.0 * (n % columns), 60.0 * (n // columns)) for n in range(count)]
    items = bearable(every)
    assert sorted(leaves(items)) == sorted(one.name for one in every)

    def widest(found: tuple[Item, ...]) -> int:
        return max([len(found), *(widest(item.items) for item in found if isinstance(item, Group))])

    assert widest(items) <= MOST
    assert deepest(items) <= 5


def test_time_steps_and_a_press_takes() -> None:
    scanner, items = Scanner(), (target("a"), Group((target("b"), target("c"))))
    scanner.look(items, 0, Scan.TIME, STEP)
    assert scanner.item == items[0]
    scanner.tick(STEP, Scan.TIME, STEP)
    assert scanner.take(STEP, Scan.TIME, STEP) is None, "a group is gone into"
    assert scanner.item == target("b")
    scanner.tick(2 * STEP, Scan.TIME, STEP)
    assert scanner.take(2 * STEP, Scan.TIME, STEP) == target("c")
    assert scanner.item == items[0], "and it begins anew"


def test_there_is_a_way_out_of_each_group() -> None:
    scanner = Scanner()
    scanner.look((Group((target("b"), target("c"))), target("a")), 0, Scan.STEP, STEP)
    scanner.step(0, Scan.STEP, STEP)
    scanner.take(0, Scan.STEP, STEP)
    for _ in range(3):
        scanner.step(0, Scan.STEP, STEP)
    assert scanner.leads_out
    assert scanner.take(0, Scan.STEP, STEP) is None
    scanner.step(0, Scan.STEP, STEP)
    assert scanner.item == target("a")


def test_who_rests_takes_but_only_after_a_press() -> None:
    scanner = Scanner()
    scanner.look((target("a"), target("b")), 0, Scan.REST, STEP)
    assert scanner.tick(100 * STEP, Scan.REST, STEP) is None, "nobody has pressed yet"
    scanner.step(0, Scan.REST, STEP)
    scanner.step(STEP / 2, Scan.REST, STEP)
    assert scanner.tick(STEP, Scan.REST, STEP) is None
    assert scanner.tick(1.5 * STEP, Scan.REST, STEP) == target("b")
    assert scanner.tick(100 * STEP, Scan.REST, STEP) is None


def test_where_nobody_is_there_it_comes_to_rest() -> None:
    scanner, now = Scanner(), 0.0
    scanner.look((target("a"), target("b")), now, Scan.TIME, STEP)
    for _ in range(2 * PASSES + 1):
        now += STEP
        scanner.tick(now, Scan.TIME, STEP)
    assert scanner.is_resting
    assert scanner.due is None, "the loop may sleep"
    scanner.wake(now, Scan.TIME, STEP)
    assert scanner.item == target("a")


def test_what_changes_elsewhere_does_not_move_one() -> None:
    scanner = Scanner()
    hand = Group((target("a"), target("b")))
    scanner.look((hand, Group((target("x"), target("y")))), 0, Scan.TIME, STEP)
    scanner.take(0, Scan.TIME, STEP)
    scanner.tick(STEP, Scan.TIME, STEP)
    assert not scanner.look((hand, Group((target("x"), target("y"), target("z")))), STEP, Scan.TIME, STEP)
    assert scanner.item == target("b")
    assert scanner.look((Group((target("c"), target("d"))), target("x")), STEP, Scan.TIME, STEP)
    assert scanner.item != target("b")


def test_what_is_taken_again_and_again_stays_offered() -> None:
    scanner, less = Scanner(), target("less", stays=True)
    scanner.look((Group((less, target("more", stays=True))), target("a")), 0, Scan.TIME, STEP)
    scanner.take(0, Scan.TIME, STEP)
    for _ in range(3):
        assert scanner.take(0, Scan.TIME, STEP) == less

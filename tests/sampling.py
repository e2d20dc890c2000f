"""Length of tests: slices in `make test`, everything in `make soak`, and the time to wait.

`make test` runs a slice of long tests and `make soak` all of them. Both are decided here:

- `sample_size` gives a number of repetitions, ``sample_size(slice, full)``.
- `sampled_product` walks through the product of two or more `parametrize` marks (games, devices, looks,
  sizes) in two days, so that each value of each is met by then. The walk starts elsewhere for each test.
- `every_nth_day` takes some of the values that are equivalent for a test, others tomorrow.
- `todays_sample` names the values to take if each takes long, as a whole match with each device.
- `in_soak` leaves a test out of `make test`.

Tests that cannot be thinned, such as who may see which card, have none of these. Expensive tests, such as
whole matches, pages in a browser and judges of hints (`tests/costs.txt`, written by ``--weigh``), take turns
in full runs, each within `DAYS` days. ``DAYS=1 make test`` runs them all, as `.ci/run` does before a change
lands. A file or test named on the command line is never left out, nor is one marked `every_day`. To repeat
the slices of a day, set its number, as in ``SLICES=739579 make test``; a failed run prints it. In full runs
that take turns Hypothesis has half of its usual examples, others each time. Windows of tests paint one
picture of 48 that is not looked at (of three in a soak); the fixture `watched` has all of them painted.
"""

import os
from collections.abc import Callable, Sequence
from datetime import date
from itertools import chain
from typing import Any, TypeVar
from zlib import crc32

import pytest

in_soak = pytest.mark.skipif(os.environ.get("SOAK_SCALE", "1") == "1", reason="make soak runs it")
"""For a few tests that take seconds and seldom break: strength, a cluster, a wheel."""

PATIENCE = 240.0  # seconds until a test gives up waiting, generous for busy machines

# day number that selects the slices; passed on in the environment, so midnight changes nothing
DAY = int(os.environ.setdefault("SLICES", str(date.today().toordinal())))

# days within which each expensive test runs once
DAYS = 1 if os.environ.get("SOAK_SCALE", "1") != "1" else int(os.environ.get("DAYS", "4"))

every_day = pytest.mark.every_day
"""Mark for tests that must never be left out."""

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., None])


def scale() -> int:
    """Return the length factor of tests: 1 in `make test`, ``SOAK_SCALE`` in a soak."""
    return int(os.environ.get("SOAK_SCALE", "1"))


def sample_size(count: int, full: int | None = None) -> int:
    """Return ``count`` in `make test`; in a soak ``full``, or ``count`` times ``SOAK_SCALE``."""
    return full if full is not None and scale() > 1 else count * scale()


def kill_count(count: int, full: int) -> int:
    """Return how often a test kills the program: ``KILLS`` of the environment, or else as `sample_size`."""
    return int(os.environ.get("KILLS", "0")) or sample_size(count, full)


def step(fine: int) -> int:
    """Return the sampling interval of animations in ms, four times as long outside a soak."""
    return fine if scale() > 1 else 4 * fine


def has_turn(number: int) -> bool:
    """True if ``number`` has its turn today, once in `DAYS` days.

    Each round moves on by a day, so that a test meets other slices too.
    """
    lap, today = divmod(DAY, DAYS)
    return (number + lap) % DAYS == today


def todays_sample(values: Sequence[T], *sample: T) -> Sequence[T]:
    """Return ``sample`` in `make test` and all ``values`` in a soak, for values that each take long."""
    assert sample
    assert all(value in values for value in sample)
    return values if scale() > 1 else sample


def sampled_product(test: Test) -> Test:
    """Reduce two or more `parametrize` marks to half a walk through their product; a soak runs the product.

    A walk is as long as the longest axis and contains each value of each axis. Today's half is followed by
    the other one tomorrow and then by another walk. Its start depends on the test name, so that other tests
    with the same axes get other pairs. It is equal in all runs of one day.
    """
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    axes = [mark for mark in marks if mark.name == "parametrize"]
    assert len(axes) > 1, f"{test.__name__} has no product to walk through"
    if scale() > 1:
        return test
    rows = [
        pytest.param(
            *chain(*(values for _name, values in combination)),
            id="-".join(name for name, _values in combination),
        )
        for combination in walked([_values(axis) for axis in axes], test.__name__)
    ]
    indirect = [name for axis in axes for name in _names(axis) if _is_indirect(axis, name)]
    walk = pytest.mark.parametrize([name for axis in axes for name in _names(axis)], rows, indirect=indirect)
    test.pytestmark = [*(mark for mark in marks if mark.name != "parametrize"), walk.mark]  # type: ignore[attr-defined]
    return test


def every_nth_day(count: int) -> Callable[[Test], Test]:
    """Reduce one `parametrize` of equivalent values to ``count`` of them; a soak runs all.

    The chosen values are evenly spaced, starting at a value that depends on the test name and the day. So
    some tests meet each value today, and all tests meet it within as many days as there are values.
    """

    def sliced(test: Test) -> Test:
        if scale() == 1:
            axes = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
            (axis,) = (mark for mark in axes if len(mark.args[1]) > 1)  # a window of one size is no axis
            names, values, ids = axis.args[0], list(axis.args[1]), axis.kwargs.get("ids")
            at = crc32(test.__name__.encode()) + DAY
            places = [
                (at + step * len(values) // count) % len(values) for step in range(min(count, len(values)))
            ]
            if isinstance(ids, Sequence):
                ids = [ids[number] for number in places]
            arguments = {**axis.kwargs, "ids": ids}
            marks = [mark for mark in test.pytestmark if mark is not axis]  # type: ignore[attr-defined]
            cut = pytest.mark.parametrize(names, [values[number] for number in places], **arguments).mark
            test.pytestmark = [*marks, cut]  # type: ignore[attr-defined]
        return test

    return sliced


sliced = every_nth_day(1)


def walked(axes: Sequence[Sequence[Any]], name: str) -> list[tuple[Any, ...]]:
    """Today's half of a walk through the product of ``axes``, with a different start on each axis.

    All values of an axis that is not longer than the half are included.
    """
    longest = max(map(len, axes))
    half = longest if longest == 2 else -(-longest // 2)
    lap, later = divmod(DAY, 2)
    starts = [crc32(f"{name} {lap} {number}".encode()) for number in range(len(axes))]
    return [
        tuple(axis[(start + step) % len(axis)] for axis, start in zip(axes, starts, strict=True))
        for step in range(later * (longest - half), later * (longest - half) + half)
    ]


def _names(axis: pytest.Mark) -> list[str]:
    names = axis.args[0]
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _is_indirect(axis: pytest.Mark, name: str) -> bool:
    indirect = axis.kwargs.get("indirect", False)
    return indirect is True or (indirect is not False and name in indirect)


def _values(axis: pytest.Mark) -> list[tuple[str, tuple[Any, ...]]]:
    """Pairs of id and arguments of a `parametrize` mark."""
    names, ids = _names(axis), axis.kwargs.get("ids")
    rows = [tuple(row) if len(names) > 1 else (row,) for row in axis.args[1]]
    return [(_case_id(ids, number, row), row) for number, row in enumerate(rows)]


def _case_id(ids: Any, number: int, row: tuple[Any, ...]) -> str:
    if callable(ids):
        return "-".join(str(ids(value)) for value in row)
    if ids is not None:
        return str(ids[number])
    plain = [str(value) for value in row if isinstance(value, str | int | float | None)]
    return "-".join(plain) if len(plain) == len(row) else str(number)

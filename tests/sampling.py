"""How long tests run: slices in `make test`, everything in `make soak`, and how long they wait.

Slices. `make test` runs a slice of what takes long, `make soak` all of it, and both decide so in
`tests/sampling.py`: a count is `sample_size(slice, full)`; two or more `parametrize` under one
`sampled_product` (games, devices, looks, sizes) are walked through in two days, so that each value of each is
met by then, and the walk begins elsewhere for each test and each time; of values that are alike to a test, as
games are to what all of them share, `sliced` takes one, and `every_nth_day` so many, others tomorrow; where
each of a few takes long, as a whole match with each device, `todays_sample(all, one)` says which is taken,
another one for each game. What cannot be thinned, as who may see which card, has none of these. `in_soak`
leaves a test out of `make test` altogether. What still costs much, as whole matches, pages in a browser and
judges of hints (`tests/costs.txt`, which ``--weigh`` writes), comes in turn where all tests are run, each
within `DAYS` days. ``DAYS=1 make test`` runs them all, as `.ci/run` does before a change lands. What is named
(a file, a test) is never left out, nor is what is marked `every_day`, as who may see which card. What a day
has found is found again on any other with its number, ``SLICES=739579 make test``: it stands below a run that
failed. Where cases come in turn, Hypothesis has half of its usual examples, others each time. Windows of
tests paint one picture of 48 where nobody looks (of three in a soak); the fixture `watched` has all painted.
"""

import os
from collections.abc import Callable, Sequence
from datetime import date
from itertools import chain
from typing import Any, TypeVar
from zlib import crc32

import pytest

in_soak = pytest.mark.skipif(os.environ.get("SOAK_SCALE", "1") == "1", reason="make soak runs it")
"""For the few that take seconds each and break seldom: strength, a cluster, a wheel."""

PATIENCE = 240.0
"""Seconds after which a test gives up on what takes a moment; a busy machine has many moments."""

DAY = int(os.environ.setdefault("SLICES", str(date.today().toordinal())))
"""Which slices are run. It is written down for workers and processes, so that midnight changes nothing."""

DAYS = 1 if os.environ.get("SOAK_SCALE", "1") != "1" else int(os.environ.get("DAYS", "4"))
"""Within so many days each test has run that costs much."""

every_day = pytest.mark.every_day
"""For what is never to be left out, whatever it costs."""

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., None])


def scale() -> int:
    """How much longer than in `make test` tests run: 1 there, ``SOAK_SCALE`` in a soak."""
    return int(os.environ.get("SOAK_SCALE", "1"))


def sample_size(count: int, full: int | None = None) -> int:
    """The count of a slice; in a soak the full count, or ``SOAK_SCALE`` times the slice."""
    return full if full is not None and scale() > 1 else count * scale()


def step(fine: int) -> int:
    """How far apart moments of an animation are looked at, in ms: four times that outside of a soak."""
    return fine if scale() > 1 else 4 * fine


def has_turn(number: int) -> bool:
    """Whether today is the turn of whatever has this number: once in `DAYS` days.

    From one round to the next it moves on by a day, and so meets other slices too.
    """
    lap, today = divmod(DAY, DAYS)
    return (number + lap) % DAYS == today


def todays_sample(values: Sequence[T], *taken: T) -> Sequence[T]:
    """Those that are taken in `make test`, all values in a soak: for what takes long with each of them."""
    assert taken
    assert all(value in values for value in taken)
    return values if scale() > 1 else taken


def sampled_product(test: Test) -> Test:
    """Over two or more `parametrize`: half a walk through their product in `make test`, all of it in a soak.

    A walk is as long as the longest of them, and meets each value of each; today's half is followed by the
    other one tomorrow, and then by another walk. It begins where the name of the test says, so that other
    tests of the same axes meet other pairs; on one day it is the same in every run.
    """
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    axes = [mark for mark in marks if mark.name == "parametrize"]
    assert len(axes) > 1, f"{test.__name__} has no product to walk through"
    if scale() > 1:
        return test
    rows = [
        pytest.param(*chain(*(values for _name, values in met)), id="-".join(name for name, _values in met))
        for met in walked([_values(axis) for axis in axes], test.__name__)
    ]
    indirect = [name for axis in axes for name in _names(axis) if _is_indirect(axis, name)]
    walk = pytest.mark.parametrize([name for axis in axes for name in _names(axis)], rows, indirect=indirect)
    test.pytestmark = [*(mark for mark in marks if mark.name != "parametrize"), walk.mark]  # type: ignore[attr-defined]
    return test


def every_nth_day(count: int) -> Callable[[Test], Test]:
    """Over one `parametrize` of values that are alike to it: so many of them in `make test`, in a soak all.

    They lie evenly apart. Where they begin the name of the test says, and the day: each value is met by some
    tests today, and by all in as many days as there are values.
    """

    def sliced(test: Test) -> Test:
        if scale() == 1:
            axes = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
            (axis,) = (mark for mark in axes if len(mark.args[1]) > 1)  # a window of one size is no axis
            names, values, ids = axis.args[0], list(axis.args[1]), axis.kwargs.get("ids")
            at = crc32(test.__name__.encode()) + DAY
            taken = [
                (at + step * len(values) // count) % len(values) for step in range(min(count, len(values)))
            ]
            if isinstance(ids, Sequence):
                ids = [ids[number] for number in taken]
            told = {**axis.kwargs, "ids": ids}
            marks = [mark for mark in test.pytestmark if mark is not axis]  # type: ignore[attr-defined]
            cut = pytest.mark.parametrize(names, [values[number] for number in taken], **told).mark
            test.pytestmark = [*marks, cut]  # type: ignore[attr-defined]
        return test

    return sliced


sliced = every_nth_day(1)


def walked(axes: Sequence[Sequence[Any]], name: str) -> list[tuple[Any, ...]]:
    """Today's half of a walk through the product of some axes, which begins on each of them somewhere else.

    Of an axis that is no longer than that half each value is met today.
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
    """What a `parametrize` says: a name, and a value for each of its arguments."""
    names, ids = _names(axis), axis.kwargs.get("ids")
    rows = [tuple(row) if len(names) > 1 else (row,) for row in axis.args[1]]
    return [(_called(ids, number, row), row) for number, row in enumerate(rows)]


def _called(ids: Any, number: int, row: tuple[Any, ...]) -> str:
    if callable(ids):
        return "-".join(str(ids(value)) for value in row)
    if ids is not None:
        return str(ids[number])
    plain = [str(value) for value in row if isinstance(value, str | int | float | None)]
    return "-".join(plain) if len(plain) == len(row) else str(number)

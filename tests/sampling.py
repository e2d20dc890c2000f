"""Which cases of a test run: the same ones every day in `make test`, more in `make deep`, all in `make soak`.

`tests/deep.txt` lists costly tests and how many of their cases `make test` runs; `tests.plugin` reads it.
Tests marked `risk`, such as who may see which card, always run all cases. The rest is decided here:

- `thinned` thins the product of `parametrize` marks (games, devices, sizes); a soak has each pair of values.
- `sample` names the values to run if each takes long, such as whole matches.
- `sample_size` gives a number of repetitions.
- `in_soak` leaves a test to a soak.

Windows of tests paint one picture of 48 that is not looked at (of three in a soak); the fixture `watched` has
all of them painted.
"""

import os
from collections.abc import Callable, Sequence
from itertools import chain, combinations, product
from operator import getitem
from typing import Any, TypeVar
from zlib import crc32

import pytest

in_soak = pytest.mark.skipif(os.environ.get("SOAK_SCALE", "1") == "1", reason="make soak runs it")
"""For a few tests that take seconds and seldom break: strength, a cluster, a wheel."""

PATIENCE = 240.0  # seconds until a test gives up waiting, generous for busy machines

risk = pytest.mark.risk
"""Mark for tests of secrets, saves, kills and the contract of games, which are never left out."""

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


def sample(values: Sequence[T], *chosen: T) -> Sequence[T]:
    """Return ``chosen`` outside a soak and all ``values`` in it, for values that each take long."""
    assert chosen
    assert all(value in values for value in chosen)
    return values if scale() > 1 else chosen


def pairwise(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return rows of indices into axes of these sizes, in which each pair of indices of two axes occurs."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    rows = []
    for row in sorted(product(*map(range, sizes)), key=lambda row: crc32(repr(row).encode())):
        pairs = set(combinations(enumerate(row), min(2, len(row))))
        if not pairs <= seen:
            seen |= pairs
            rows.append(row)
    return sorted(rows)


def thinned(count: int = 0) -> Callable[[Test], Test]:
    """Reduce the product of `parametrize` marks to ``count`` cases, in a soak to one case per pair of values.

    Without a count there are as many cases as the longest axis has values, so each value of each axis occurs.
    Cases are a diagonal of the product. Its start depends on the test's name, so tests with the same axes
    get other combinations.
    """

    def thin(test: Test) -> Test:
        marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
        axes = [mark for mark in marks if mark.name == "parametrize"]
        longest = max(len(axis.args[1]) for axis in axes)
        length = min(count or longest, longest)
        names: list[str] = []
        columns: list[list[tuple[Any, ...]]] = []
        indirect: list[str] = []
        for axis in axes:
            own = [axis.args[0]] if isinstance(axis.args[0], str) else axis.args[0]
            columns.append([tuple(value) if len(own) > 1 else (value,) for value in axis.args[1]])
            names += own
            if indirectly := axis.kwargs.get("indirect", False):
                indirect += own if indirectly is True else indirectly
        sizes = list(map(len, columns))
        starts = [crc32(f"{test.__name__} {number}".encode()) for number in range(len(axes))]
        diagonal = [
            [
                (start + max(1, size // length) * place) % size
                for start, size in zip(starts, sizes, strict=True)
            ]
            for place in range(length)
        ]
        chosen = diagonal if scale() == 1 else pairwise(sizes)
        rows = [tuple(chain(*map(getitem, columns, places))) for places in chosen]
        walk = pytest.mark.parametrize(names, rows, indirect=indirect)
        test.pytestmark = [*(mark for mark in marks if mark.name != "parametrize"), walk.mark]  # type: ignore[attr-defined]
        return test

    return thin

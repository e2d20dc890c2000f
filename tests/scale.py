"""How long tests run: slices in `make test`, everything in `make soak`, and how long they wait."""

import os
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any
from zlib import crc32

import pytest

PATIENCE = 240.0
"""Seconds after which a test gives up on what takes a moment; a busy machine has many moments."""


def scale() -> int:
    """How much longer than in `make test` tests run: 1 there, ``SOAK_SCALE`` in a soak."""
    return int(os.environ.get("SOAK_SCALE", "1"))


def scaled(count: int, full: int | None = None) -> int:
    """The count of a slice; in a soak the full count, or ``SOAK_SCALE`` times the slice."""
    return full if full is not None and scale() > 1 else count * scale()


def walked(axes: Sequence[Sequence[Any]], begin: int) -> list[tuple[Any, ...]]:
    """One walk through a product, as long as its longest axis: each value of each axis is met.

    Args:
        axes: the values of each.
        begin: where the walk begins on each of them.
    """
    starts = [begin // 7**number for number in range(len(axes))]
    return [
        tuple(axis[(start + step) % len(axis)] for axis, start in zip(axes, starts, strict=True))
        for step in range(max(map(len, axes)))
    ]


def crossed(
    indirect: Sequence[str] = (), **axes: Sequence[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Marks a test of a product, as games by devices by looks: a walk in `make test`, all of it in a soak.

    The walk begins where the name of the test says, so that other tests meet other pairs; it is the same in
    every run.

    Args:
        indirect: those of the axes that are parameters of a fixture of the same name.
        axes: the values of each axis, by the name that the test has for it.
    """

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        values = list(axes.values())
        rows = list(product(*values)) if scale() > 1 else walked(values, crc32(test.__name__.encode()))
        marked: Callable[..., None] = pytest.mark.parametrize(tuple(axes), rows, indirect=list(indirect))(
            test
        )
        return marked

    return mark

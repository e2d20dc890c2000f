"""Spaces of a board as text: a column letter and a row number, ``a1`` in the corner; and square grids.

A space is a pair ``(column, row)``: the column counts from 0 (letter ``a``), the row is the number that is
written and counts from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

Space: TypeAlias = tuple[int, int]
"""A column, counted from 0, and a row, counted from 1."""

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
"""The letters of the columns, from the left."""

DIRECTIONS: tuple[tuple[int, int], ...] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)
"""The eight ways from a space of a square grid to its neighbours, as steps of column and row."""

_SPACE = re.compile(r"([a-z])(0|[1-9][0-9]{0,2})", re.ASCII)


def space_text(column: int, row: int) -> str:
    """The name of a space, as in ``c7``."""
    return f"{COLUMNS[column]}{row}"


# Boards have few spaces, and a picture asks for each of its pieces in every frame.
@lru_cache(maxsize=512)
def read_space(text: str) -> Space:
    """The space that a name means, on whatever board; it need not exist there.

    Raises:
        ValueError: the text is not a column letter and a row number.
    """
    found = _SPACE.fullmatch(text)
    if found is None:
        raise ValueError(f"A space is a column letter and a row number, as in 'c7', not {text[:40]!r}.")
    return COLUMNS.index(found[1]), int(found[2])


def on_grid(column: int, row: int, columns: int, rows: int) -> bool:
    """Whether a grid of this size has the space."""
    return 0 <= column < columns and 1 <= row <= rows


def neighbours(column: int, row: int, columns: int, rows: int) -> Iterator[Space]:
    """The up to eight spaces next to this one, clockwise from the row above."""
    for across, along in DIRECTIONS:
        if on_grid(column + across, row + along, columns, rows):
            yield column + across, row + along

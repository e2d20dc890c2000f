"""Readers of single values from files that anybody may have edited.

A reader takes what a file holds, where that stands, and whom to tell of a part that it leaves out; it returns
the value, or raises ValueError where nothing can be made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeAlias

Bad: TypeAlias = Callable[[str], None]
Reader: TypeAlias = Callable[[object, str, Bad], Any]

LONGEST = 200
"""Letters of a text, and entries of a list or table; more was not written by us."""


def flag(given: object, where: str, _bad: Bad) -> bool:
    """A bool."""
    if not isinstance(given, bool):
        raise ValueError(f"{where} is true or false, not {given!r}.")
    return given


def text(given: object, where: str, _bad: Bad) -> str:
    """A text of a line."""
    if not isinstance(given, str) or len(given) > LONGEST:
        raise ValueError(f"{where} is a short text, not {given!r}.")
    return given


def value(given: object, where: str, _bad: Bad) -> int | str | bool:
    """The value of a house rule."""
    if not isinstance(given, int | str) or len(str(given)) > LONGEST:
        raise ValueError(f"{where} is a number, a word, true or false, not {given!r}.")
    return given


def number(lowest: int, highest: int, step: int = 1) -> Callable[[object, str, Bad], int]:
    """A reader of whole numbers within limits."""

    def read(given: object, where: str, _bad: Bad) -> int:
        # By type: isinstance takes `true` for an int.
        if type(given) is not int or not lowest <= given <= highest or (given - lowest) % step:
            raise ValueError(f"{where} is a whole number from {lowest} to {highest}, not {given!r}.")
        return given

    return read


def pair(lowest: int, highest: int) -> Callable[[object, str, Bad], tuple[int, int]]:
    """A reader of two whole numbers within limits."""
    one = number(lowest, highest)

    def read(given: object, where: str, bad: Bad) -> tuple[int, int]:
        if not isinstance(given, list | tuple) or len(given) != 2:
            raise ValueError(f"{where} is two numbers, not {given!r}.")
        return one(given[0], where, bad), one(given[1], where, bad)

    return read


def word(kind: type[StrEnum]) -> Reader:
    """A reader of one of several words."""

    def read(given: object, where: str, _bad: Bad) -> StrEnum:
        if not isinstance(given, str) or given not in list(kind):
            raise ValueError(f"{where} is one of {', '.join(kind)}, not {given!r}.")
        return kind(given)

    return read


def listing(one: Reader) -> Reader:
    """A reader of lists, good as a whole or not at all."""

    def read(given: object, where: str, bad: Bad) -> tuple[Any, ...]:
        if not isinstance(given, list | tuple) or len(given) > LONGEST:
            raise ValueError(f"{where} is a list, not {given!r}.")
        return tuple(one(item, where, bad) for item in given)

    return read


def table(one: Reader) -> Reader:
    """A reader of values by name, which leaves out those that cannot be used."""

    def read(given: object, where: str, bad: Bad) -> dict[str, Any]:
        if not isinstance(given, Mapping):
            raise ValueError(f"{where} is a table, not {given!r}.")
        good = {}
        for name, item in list(given.items())[:LONGEST]:
            inside = f"{where}.{name}"
            try:
                good[text(name, inside, bad)] = one(item, inside, bad)
            except ValueError:
                bad(inside)
        return good

    return read

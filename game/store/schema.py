"""Reads plain JSON, which anybody may have edited or sent, into frozen values: annotations are the schema.

A reader takes what was given, where that stands, and whom to tell of a part that it leaves out; it returns
the value, or raises ValueError where nothing can be made of it. Which reader a field of a dataclass has says
its type, or, where that is not enough, its annotation: ``volume: Annotated[int, number(0, 100)]``. (A lambda
there has to stand in an alias of the module: where a class is, it sees no names of the module.) Settings,
calendars, statistics, what phones say and what a teacher wishes are read so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

Bad: TypeAlias = Callable[[str], None]
Reader: TypeAlias = Callable[[object, str, Bad], Any]
Value: TypeAlias = int | str | bool
_Kind = TypeVar("_Kind")

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


def value(given: object, where: str, _bad: Bad) -> Value:
    """The value of a house rule."""
    if not isinstance(given, Value) or len(str(given)) > LONGEST:
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


def fits(check: Callable[[Any], bool]) -> Reader:
    """A reader of whatever passes a check, as it is."""

    def read(given: object, where: str, _bad: Bad) -> Any:
        if not check(given):
            raise ValueError(f"{where} cannot be {given!r}.")
        return given

    return read


def optional(one: Reader) -> Reader:
    """A reader that takes None too."""
    return lambda given, where, bad: None if given is None else one(given, where, bad)


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


def record(kind: Any) -> Reader:
    """A reader of a dataclass, good as a whole or not at all; it leaves out what is no field of it."""

    def read(given: object, where: str, bad: Bad) -> Any:
        given = asdict(given) if isinstance(given, kind) else given
        if not isinstance(given, Mapping):
            raise ValueError(f"{where} is a table of {', '.join(readers_of(kind))}, not {given!r}.")
        wanted = {name for name in readers_of(kind) if name in given} | needed(kind)
        return kind(
            **{name: readers_of(kind)[name](given.get(name), f"{where}.{name}", bad) for name in wanted}
        )

    return read


def read_record(kind: type[_Kind], given: object) -> _Kind | None:
    """A dataclass of plain JSON; `None` where a value is none of its kind."""
    try:
        found: _Kind = record(kind)(given, kind.__name__, lambda _where: None)
    except ValueError:
        return None
    return found


@cache
def readers_of(kind: Any) -> dict[str, Reader]:
    """The readers of all fields of a dataclass, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: _reader_of(hints[one.name]) for one in fields(kind)}


def needed(kind: Any) -> set[str]:
    """The fields of a dataclass that have no default."""
    lacking = (one.name for one in fields(kind) if one.default is one.default_factory is MISSING)
    return set(lacking)


def _reader_of(hint: Any) -> Reader:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        reader: Reader = hint.__metadata__[0]
        return reader
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return word(hint)
    if is_dataclass(hint):
        return record(hint)
    if origin is tuple:
        return listing(_reader_of(inner[0]))
    if origin is Mapping:
        return table(_reader_of(inner[1]))
    if origin is Literal:
        return fits(lambda given: given in inner)
    if len(inner) == 2 and inner[1] is type(None):
        return optional(_reader_of(inner[0]))
    return {bool: flag, str: text, Value: value}[hint]

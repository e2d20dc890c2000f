"""Readers that check untrusted JSON and turn it into frozen values; annotations are the schema.

A reader gets the given value, its path for messages, and a callback for skipped parts. It returns the value,
or raises ValueError with a sentence that names the path and the fault. A dataclass field's reader follows
from its type, or from its annotation if the type is not enough: ``volume: Annotated[int, number(0, 100)]``; a
string in the annotation is the field's name in the JSON. (A lambda there must be in a module-level alias,
because it cannot see the module's names from inside a class.)

A dataclass is accepted completely or refused (`dataclass_reader`), unless the reader is ``lenient``: then
optional fields that cannot be read get their defaults. Lists likewise (`strict_list`; `lenient_list` skips
bad items); tables always skip bad entries. `to_json` is the inverse. Used for the files of settings, matches,
calendars, class sessions and lessons, and for messages of phones and teachers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from reprlib import repr as shown
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from game.core.options import Value

Bad: TypeAlias = Callable[[str], None]
Reader: TypeAlias = Callable[[object, str, Bad], Any]
_Kind = TypeVar("_Kind")

LONGEST = 200  # letters of a text, or entries of a list; the program never writes more
EXCLUDE = object()  # as an annotation: the field is not written to JSON


def ignore_errors(_where: str) -> None:
    """Ignore a skipped part."""


def raise_errors(_where: str) -> None:
    """Re-raise the current error, so that a list or table is refused instead of skipping an entry."""
    raise  # noqa: PLE0704 - readers call this while they handle the refusal


def anything(given: object, _where: str, _bad: Bad) -> object:
    """Accept any value unchanged."""
    return given


def flag(given: object, where: str, _bad: Bad) -> bool:
    """Read a bool."""
    if not isinstance(given, bool):
        raise ValueError(f"{where} is true or false, not {shown(given)}.")
    return given


def value(given: object, where: str, _bad: Bad) -> Value:
    """Read the value of a house rule."""
    if not isinstance(given, Value) or len(str(given)) > LONGEST:
        raise ValueError(f"{where} is a number, a word, true or false, not {shown(given)}.")
    return given


def letters(most: int, least: int = 0) -> Callable[[object, str, Bad], str]:
    """Reader of texts of ``least`` to ``most`` letters."""

    def read(given: object, where: str, _bad: Bad) -> str:
        if not isinstance(given, str) or not least <= len(given) <= most:
            length = f" of {least} to {most} letters" if most < 10**6 else ""
            raise ValueError(f"{where} is a text{length}, not {shown(given)}.")
        return given

    return read


text = letters(LONGEST)  # one line of text
long_text = letters(10**9)  # as long as its file


def clipped(most: int) -> Reader:
    """Reader of texts that cuts them to ``most`` letters."""
    return lambda raw, where, bad: long_text(raw, where, bad)[:most]


def number(lowest: int, highest: int, step: int = 1) -> Callable[[object, str, Bad], int]:
    """Reader of whole numbers within limits, ``lowest`` plus a multiple of ``step``."""

    def read(given: object, where: str, _bad: Bad) -> int:
        # By type, because isinstance takes `true` for an int.
        if type(given) is not int or not lowest <= given <= highest or (given - lowest) % step:
            raise ValueError(f"{where} is a whole number from {lowest} to {highest}, not {shown(given)}.")
        return given

    return read


def figures(given: object, where: str, bad: Bad) -> int:
    """Read a non-negative whole number given as a string of digits, the form of numeric keys in JSON."""
    digits = text(given, where, bad)
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise ValueError(f"{where} is a number in figures, not {shown(given)}.")
    return int(digits)


def real(lowest: float, highest: float) -> Callable[[object, str, Bad], float]:
    """Reader of numbers within limits. Refuses NaN and Infinity, which Python's JSON accepts."""

    def read(given: object, where: str, _bad: Bad) -> float:
        if (type(given) is not int and type(given) is not float) or not lowest <= given <= highest:
            raise ValueError(f"{where} is a number from {lowest:g} to {highest:g}, not {shown(given)}.")
        return float(given)

    return read


def day(given: object, where: str, _bad: Bad) -> date:
    """Read a day as ``2026-11-02``; a `date` is accepted too."""
    result = given if isinstance(given, date) else date.fromisoformat(long_text(given, where, _bad))
    # Python reads other spellings of a day too; saved under two of them it would be two days.
    if str(result) != str(given):
        raise ValueError(f"{where} is a day as 2026-11-02, not {shown(given)}.")
    return result


def pair(lowest: int, highest: int) -> Reader:
    """Reader of two whole numbers within limits."""
    return strict_list(number(lowest, highest), 2, 2)


def word(kind: type[StrEnum]) -> Reader:
    """Reader of the members of a `StrEnum`."""

    def read(given: object, where: str, _bad: Bad) -> StrEnum:
        if not isinstance(given, str) or given not in list(kind):
            raise ValueError(f"{where} is one of {', '.join(kind)}, not {shown(given)}.")
        return kind(given)

    return read


def checked_by(check: Callable[[Any], bool]) -> Reader:
    """Reader of values that pass a check; they are returned unchanged."""

    def read(given: object, where: str, _bad: Bad) -> Any:
        if not check(given):
            raise ValueError(f"{where} cannot be {shown(given)}.")
        return given

    return read


def optional(one: Reader) -> Reader:
    """Reader that also accepts None."""
    return lambda raw, where, bad: None if raw is None else one(raw, where, bad)


def with_default(one: Reader, usual: Any) -> Reader:
    """Reader that returns ``usual``, and reports the path to ``bad``, if ``one`` refuses the value."""

    def read(given: object, where: str, bad: Bad) -> Any:
        try:
            return one(given, where, bad)
        except ValueError:
            bad(where)
            return usual

    return read


def strict_list(one: Reader, most: int = LONGEST, least: int = 0) -> Reader:
    """Reader of lists of ``least`` to ``most`` items, as a tuple; one bad item refuses the list."""

    def read(given: object, where: str, bad: Bad) -> tuple[Any, ...]:
        if not isinstance(given, list | tuple) or not least <= len(given) <= most:
            raise ValueError(f"{where} is a list of {least} to {most}, not {shown(given)}.")
        items: tuple[Any, ...] = lenient_list(one)(given, where, raise_errors)
        return items

    return read


def lenient_list(one: Reader) -> Reader:
    """Reader of lists that skips items it cannot read and reports each to ``bad``.

    Raises ValueError if the value is no list.
    """

    def read(given: object, where: str, bad: Bad) -> tuple[Any, ...]:
        if not isinstance(given, list | tuple):
            raise ValueError(f"{where} is a list, not {shown(given)}.")
        items = []
        for number, item in enumerate(given, start=1):
            try:
                items.append(one(item, f"{where}.{number}", bad))
            except ValueError:
                bad(f"{where}.{number}")
        return tuple(items)

    return read


def mapping_reader(one: Reader, name: Reader = text) -> Reader:
    """Reader of tables that skips entries with a bad key or value and reports each to ``bad``."""

    def read(given: object, where: str, bad: Bad) -> dict[Any, Any]:
        if not isinstance(given, Mapping):
            raise ValueError(f"{where} is a table, not {shown(given)}.")
        good = {}
        for key, item in given.items():
            inside = f"{where}.{key}" if where else str(key)
            try:
                good[name(key, inside, bad)] = one(item, inside, bad)
            except ValueError:
                bad(inside)
        return good

    return read


def dataclass_reader(kind: Any, *, exact: bool = False, lenient: bool = False) -> Reader:
    """Reader of a dataclass. Unknown fields are ignored, or refused if ``exact``.

    With ``lenient``, a field that cannot be read gets its default, if it has one.
    """

    def read(given: object, where: str, bad: Bad) -> Any:
        schema_fields, label = fields_of(kind), where or "it"
        bad = bad if lenient else raise_errors
        given = to_json(given) if isinstance(given, kind) else given
        if not isinstance(given, Mapping):
            names = ", ".join(field.word for field in schema_fields)
            raise ValueError(f"{label} is a table of {names}, not {shown(given)}.")
        # An optional field of None counts as missing.
        fit = [
            field.word
            for field in schema_fields
            if field.needed or given.get(field.word, schema_fields) is not None
        ]
        if exact and (unknown := given.keys() - set(fit)):
            raise ValueError(f"{label} has no {shown(min(map(str, unknown)))}; there are {', '.join(fit)}.")
        values = {}
        for field in schema_fields:
            inside = f"{where}.{field.word}" if where else field.word
            try:
                if field.word in given:
                    values[field.name] = field.reader(given[field.word], inside, bad)
                elif field.needed:
                    raise ValueError(f"{inside} is missing.")
            except ValueError:
                if field.needed:
                    raise
                bad(inside)
        return kind(**values)

    return read


def tuple_reader(kind: Any) -> Reader:
    """Reader of a named tuple, given as a list with one value for each field."""

    def read(given: object, where: str, _bad: Bad) -> Any:
        schema_fields = fields_of(kind)
        if not isinstance(given, list | tuple) or len(given) != len(schema_fields):
            names = ", ".join(field.word for field in schema_fields)
            raise ValueError(f"{where} is a list of {names}, not {shown(given)}.")
        values = zip(schema_fields, given, strict=True)
        return kind(*(field.reader(item, f"{where}.{field.word}", raise_errors) for field, item in values))

    return read


def read_record(kind: type[_Kind], given: object, where: str = "") -> _Kind:
    """Read a dataclass from plain JSON, completely.

    Raises:
        ValueError: the value is not of this kind.
    """
    record: _Kind = dataclass_reader(kind)(given, where or kind.__name__, ignore_errors)
    return record


def read_with_defaults(kind: type[_Kind], given: object, bad: Bad = ignore_errors) -> _Kind:
    """Read a dataclass whose fields all have defaults; fields that cannot be read get their defaults."""
    if not isinstance(given, Mapping):
        return kind()
    record: _Kind = dataclass_reader(kind, lenient=True)(given, "", bad)
    return record


class SchemaField(NamedTuple):
    """A dataclass field and its form in JSON."""

    name: str
    word: str  # its name in the JSON
    reader: Reader
    needed: bool  # has no default
    usual: Any


@cache
def fields_of(kind: Any) -> tuple[SchemaField, ...]:
    """Fields of a dataclass or named tuple that are written to JSON, in order."""
    if issubclass(kind, tuple):
        usual = {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}
    else:
        usual = {
            item.name: item.default if item.default_factory is MISSING else item.default_factory()
            for item in fields(kind)
        }
    schema_fields = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        beside = getattr(hint, "__metadata__", ())
        if name in usual and EXCLUDE not in beside:
            key = next((word for word in beside if isinstance(word, str)), name)
            schema_fields.append(
                SchemaField(name, key, _reader_of(hint), usual[name] is MISSING, usual[name])
            )
    return tuple(schema_fields)


def _reader_of(hint: Any) -> Reader:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        own: Reader | None = next((metadata for metadata in hint.__metadata__ if callable(metadata)), None)
        return own or _reader_of(inner[0])
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return word(hint)
    if is_dataclass(hint):
        return dataclass_reader(hint)
    if hasattr(hint, "_fields"):
        return tuple_reader(hint)
    if origin in (tuple, frozenset):
        return strict_list(_reader_of(inner[0])) if origin is tuple else _set_of(_reader_of(inner[0]))
    if origin is Mapping:
        return mapping_reader(_reader_of(inner[1]), figures if inner[0] is int else _reader_of(inner[0]))
    if origin is Literal:
        return checked_by(lambda raw: raw in inner)
    if len(inner) == 2 and inner[1] is type(None):
        return optional(_reader_of(inner[0]))
    return _PLAIN[hint]


def _set_of(one: Reader) -> Reader:
    every = strict_list(one, 500)
    return lambda raw, where, bad: frozenset(every(raw, where, bad))


_PLAIN: dict[Any, Reader] = {
    bool: flag, int: number(-(10**12), 10**12), float: real(-1e12, 1e12), str: text, date: day, Value: value,
    Any: anything, object: anything,
}  # fmt: skip
_LEAVES = frozenset({str, int, float, bool, type(None)})


def to_json(given: Any, *, brief: bool = False) -> Any:
    """Return a value as plain JSON that its reader reads back. ``brief`` omits fields with defaults."""
    # By type: `asdict` takes four times as long because it copies each string.
    kind = type(given)
    if kind in _LEAVES:
        return given
    if isinstance(given, tuple | list):
        return [to_json(item) for item in given]
    if is_dataclass(kind):
        return {
            field.word: to_json(inner)
            for field in fields_of(kind)
            if (inner := getattr(given, field.name)) != field.usual or not brief
        }
    if isinstance(given, Mapping):
        return {key if isinstance(key, str) else str(key): to_json(item) for key, item in given.items()}
    if isinstance(given, frozenset):
        return sorted(given)
    return str(given)  # an enum member or a day

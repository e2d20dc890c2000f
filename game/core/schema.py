"""Readers that check untrusted JSON and turn it into frozen values; annotations are the schema.

A reader gets the raw value, its path for messages, and a callback for skipped parts. It returns the value,
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

MAX_LENGTH = 200  # letters of a text, or entries of a list; the program never writes more
EXCLUDE = object()  # as an annotation: the field is not written to JSON


def ignore_errors(_where: str) -> None:
    """Does nothing: the ``bad`` callback of callers that need no report of skipped parts."""


def raise_errors(_where: str) -> None:
    """Re-raise the current error, so that a list or table is refused instead of skipping an entry."""
    raise  # noqa: PLE0704 - readers call this while they handle the refusal


def anything(raw: object, _where: str, _bad: Bad) -> object:
    """Accept any value unchanged."""
    return raw


def flag(raw: object, where: str, _bad: Bad) -> bool:
    """Return ``raw`` if it is a bool; raise ValueError if not."""
    if not isinstance(raw, bool):
        raise ValueError(f"{where} is true or false, not {shown(raw)}.")
    return raw


def value(raw: object, where: str, _bad: Bad) -> Value:
    """Return ``raw`` if it is a bool, int or text of up to `MAX_LENGTH` letters; raise ValueError if not."""
    if not isinstance(raw, Value) or len(str(raw)) > MAX_LENGTH:
        raise ValueError(f"{where} is a number, a word, true or false, not {shown(raw)}.")
    return raw


def letters(max_length: int, min_length: int = 0) -> Callable[[object, str, Bad], str]:
    """Reader of texts of ``min_length`` to ``max_length`` letters."""

    def read(raw: object, where: str, _bad: Bad) -> str:
        """Return ``raw`` if it is a text of this length; raise ValueError if not."""
        if not isinstance(raw, str) or not min_length <= len(raw) <= max_length:
            length = f" of {min_length} to {max_length} letters" if max_length < 10**6 else ""
            raise ValueError(f"{where} is a text{length}, not {shown(raw)}.")
        return raw

    return read


text = letters(MAX_LENGTH)  # one line of text
long_text = letters(10**9)  # as long as its file


def clipped(max_length: int) -> Reader:
    """Reader of texts that cuts them to ``max_length`` letters; ValueError for anything but a text."""
    return lambda raw, where, bad: long_text(raw, where, bad)[:max_length]


def number(lowest: int, highest: int, step: int = 1) -> Callable[[object, str, Bad], int]:
    """Reader of whole numbers within limits, ``lowest`` plus a multiple of ``step``."""

    def read(raw: object, where: str, _bad: Bad) -> int:
        """Return ``raw`` if it is such a number; raise ValueError if not."""
        # By type, because isinstance takes `true` for an int.
        if type(raw) is not int or not lowest <= raw <= highest or (raw - lowest) % step:
            raise ValueError(f"{where} is a whole number from {lowest} to {highest}, not {shown(raw)}.")
        return raw

    return read


def figures(raw: object, where: str, bad: Bad) -> int:
    """Read a text of at most nine digits, as keys in JSON are, as a number; raises ValueError if not."""
    digits = text(raw, where, bad)
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise ValueError(f"{where} is a number in figures, not {shown(raw)}.")
    return int(digits)


def real(lowest: float, highest: float) -> Callable[[object, str, Bad], float]:
    """Reader of numbers within limits. Refuses NaN and Infinity, which Python's JSON accepts."""

    def read(raw: object, where: str, _bad: Bad) -> float:
        """Return ``raw`` as a float if it is within the limits; raise ValueError if not."""
        if (type(raw) is not int and type(raw) is not float) or not lowest <= raw <= highest:
            raise ValueError(f"{where} is a number from {lowest:g} to {highest:g}, not {shown(raw)}.")
        return float(raw)

    return read


def day(raw: object, where: str, _bad: Bad) -> date:
    """Read a day as ``2026-11-02``, or a `date`; raises ValueError for any other form."""
    result = raw if isinstance(raw, date) else date.fromisoformat(long_text(raw, where, _bad))
    # Python reads other spellings of a day too; saved under two of them it would be two days.
    if str(result) != str(raw):
        raise ValueError(f"{where} is a day as 2026-11-02, not {shown(raw)}.")
    return result


def pair(lowest: int, highest: int) -> Reader:
    """Reader of lists of two whole numbers within limits, as a tuple."""
    return strict_list(number(lowest, highest), 2, 2)


def word(kind: type[StrEnum]) -> Reader:
    """Reader of the members of a `StrEnum`."""

    def read(raw: object, where: str, _bad: Bad) -> StrEnum:
        """Return ``raw`` as a member of ``kind``; raise ValueError if it is none."""
        if not isinstance(raw, str) or raw not in list(kind):
            raise ValueError(f"{where} is one of {', '.join(kind)}, not {shown(raw)}.")
        return kind(raw)

    return read


def checked_by(check: Callable[[Any], bool]) -> Reader:
    """Reader of values that pass a check; they are returned unchanged."""

    def read(raw: object, where: str, _bad: Bad) -> Any:
        """Return ``raw`` if it passes the check; raise ValueError if not."""
        if not check(raw):
            raise ValueError(f"{where} cannot be {shown(raw)}.")
        return raw

    return read


def optional(reader: Reader) -> Reader:
    """Reader that also accepts None."""
    return lambda raw, where, bad: None if raw is None else reader(raw, where, bad)


def with_default(reader: Reader, default: Any) -> Reader:
    """Reader that returns ``default``, and reports the path to ``bad``, if ``reader`` refuses the value."""

    def read(raw: object, where: str, bad: Bad) -> Any:
        """Return what ``reader`` makes of ``raw``; if it refuses, report ``where``, return ``default``."""
        try:
            return reader(raw, where, bad)
        except ValueError:
            bad(where)
            return default

    return read


def strict_list(reader: Reader, max_count: int = MAX_LENGTH, min_count: int = 0) -> Reader:
    """Reader of lists of ``min_count`` to ``max_count`` items, as a tuple; one bad item refuses the list."""

    def read(raw: object, where: str, bad: Bad) -> tuple[Any, ...]:
        """Return the items as a tuple; raise ValueError for a wrong number or a bad item."""
        if not isinstance(raw, list | tuple) or not min_count <= len(raw) <= max_count:
            raise ValueError(f"{where} is a list of {min_count} to {max_count}, not {shown(raw)}.")
        items: tuple[Any, ...] = lenient_list(reader)(raw, where, raise_errors)
        return items

    return read


def lenient_list(reader: Reader) -> Reader:
    """Reader of lists that skips bad items and reports each to ``bad``; ValueError if it is no list."""

    def read(raw: object, where: str, bad: Bad) -> tuple[Any, ...]:
        """Return the readable items as a tuple; raise ValueError if ``raw`` is no list."""
        if not isinstance(raw, list | tuple):
            raise ValueError(f"{where} is a list, not {shown(raw)}.")
        items = []
        for number, item in enumerate(raw, start=1):
            try:
                items.append(reader(item, f"{where}.{number}", bad))
            except ValueError:
                bad(f"{where}.{number}")
        return tuple(items)

    return read


def mapping_reader(reader: Reader, key_reader: Reader = text) -> Reader:
    """Reader of mappings, as a dict without entries with a bad key or value, each reported to ``bad``."""

    def read(raw: object, where: str, bad: Bad) -> dict[Any, Any]:
        """Return the readable entries as a dict; raise ValueError if ``raw`` is no mapping."""
        if not isinstance(raw, Mapping):
            raise ValueError(f"{where} is a table, not {shown(raw)}.")
        entries = {}
        for key, item in raw.items():
            path = f"{where}.{key}" if where else str(key)
            try:
                entries[key_reader(key, path, bad)] = reader(item, path, bad)
            except ValueError:
                bad(path)
        return entries

    return read


def dataclass_reader(kind: Any, *, exact: bool = False, lenient: bool = False) -> Reader:
    """Reader of a dataclass. Unknown fields are ignored, or refused if ``exact``.

    With ``lenient``, a field that cannot be read gets its default, if it has one.
    """

    def read(raw: object, where: str, bad: Bad) -> Any:
        """Return ``raw``, a mapping or an instance, as a new ``kind``, or raise ValueError."""
        schema_fields, label = fields_of(kind), where or "it"
        bad = bad if lenient else raise_errors
        raw = to_json(raw) if isinstance(raw, kind) else raw
        if not isinstance(raw, Mapping):
            names = ", ".join(field.word for field in schema_fields)
            raise ValueError(f"{label} is a table of {names}, not {shown(raw)}.")
        # An optional field of None counts as missing.
        field_names = [
            field.word
            for field in schema_fields
            if field.is_required or raw.get(field.word, schema_fields) is not None
        ]
        if exact and (unknown := raw.keys() - set(field_names)):
            raise ValueError(
                f"{label} has no {shown(min(map(str, unknown)))}; there are {', '.join(field_names)}."
            )
        values = {}
        for field in schema_fields:
            path = f"{where}.{field.word}" if where else field.word
            try:
                if field.word in raw:
                    values[field.name] = field.reader(raw[field.word], path, bad)
                elif field.is_required:
                    raise ValueError(f"{path} is missing.")
            except ValueError:
                if field.is_required:
                    raise
                bad(path)
        return kind(**values)

    return read


def tuple_reader(kind: Any) -> Reader:
    """Reader of a named tuple, given as a list with one value for each field."""

    def read(raw: object, where: str, _bad: Bad) -> Any:
        """Return the list ``raw`` as a ``kind``, or raise ValueError."""
        schema_fields = fields_of(kind)
        if not isinstance(raw, list | tuple) or len(raw) != len(schema_fields):
            names = ", ".join(field.word for field in schema_fields)
            raise ValueError(f"{where} is a list of {names}, not {shown(raw)}.")
        values = zip(schema_fields, raw, strict=True)
        return kind(*(field.reader(item, f"{where}.{field.word}", raise_errors) for field, item in values))

    return read


def read_record(kind: type[_Kind], raw: object, where: str = "") -> _Kind:
    """Instance of ``kind`` from plain JSON; ValueError if it is no mapping, or a field is missing or bad."""
    record: _Kind = dataclass_reader(kind)(raw, where or kind.__name__, ignore_errors)
    return record


def read_with_defaults(kind: type[_Kind], raw: object, bad: Bad = ignore_errors) -> _Kind:
    """``kind`` with defaults for unreadable fields (reported to ``bad``), all if ``raw`` is no mapping."""
    if not isinstance(raw, Mapping):
        return kind()
    record: _Kind = dataclass_reader(kind, lenient=True)(raw, "", bad)
    return record


class SchemaField(NamedTuple):
    """A dataclass field and its form in JSON."""

    name: str
    word: str  # its name in the JSON
    reader: Reader
    is_required: bool  # has no default
    usual: Any


@cache
def fields_of(kind: Any) -> tuple[SchemaField, ...]:
    """Fields of a dataclass or named tuple that are written to JSON, in order."""
    if issubclass(kind, tuple):
        defaults = {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}
    else:
        defaults = {
            item.name: item.default if item.default_factory is MISSING else item.default_factory()
            for item in fields(kind)
        }
    schema_fields = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        metadata = getattr(hint, "__metadata__", ())
        if name in defaults and EXCLUDE not in metadata:
            key = next((word for word in metadata if isinstance(word, str)), name)
            schema_fields.append(
                SchemaField(name, key, _reader_of(hint), defaults[name] is MISSING, defaults[name])
            )
    return tuple(schema_fields)


def _reader_of(hint: Any) -> Reader:
    """Reader for a type annotation, first a callable in its `Annotated`; KeyError if there is none."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        reader: Reader | None = next((metadata for metadata in hint.__metadata__ if callable(metadata)), None)
        return reader or _reader_of(inner[0])
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
    return _PLAIN_READERS[hint]


def _set_of(reader: Reader) -> Reader:
    """Reader of lists of at most 500 items, as a frozenset; one bad item refuses the list."""
    list_reader = strict_list(reader, 500)
    return lambda raw, where, bad: frozenset(list_reader(raw, where, bad))


_PLAIN_READERS: dict[Any, Reader] = {
    bool: flag, int: number(-(10**12), 10**12), float: real(-1e12, 1e12), str: text, date: day, Value: value,
    Any: anything, object: anything,
}  # fmt: skip
_LEAF_TYPES = frozenset({str, int, float, bool, type(None)})


def to_json(data: Any, *, brief: bool = False) -> Any:
    """Return a value as plain JSON data that its reader reads back. ``brief`` omits fields with defaults."""
    # By type: `asdict` takes four times as long because it copies each string.
    kind = type(data)
    if kind in _LEAF_TYPES:
        return data
    if isinstance(data, tuple | list):
        return [to_json(item) for item in data]
    if is_dataclass(kind):
        return {
            field.word: to_json(inner)
            for field in fields_of(kind)
            if (inner := getattr(data, field.name)) != field.usual or not brief
        }
    if isinstance(data, Mapping):
        return {key if isinstance(key, str) else str(key): to_json(item) for key, item in data.items()}
    if isinstance(data, frozenset):
        return sorted(data)
    return str(data)  # an enum member or a day

"""House rules: the options that a game offers, their labels, and the values for one match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from game.core.record import VERSION

Value: TypeAlias = int | str | bool  # of a house rule


class Options(Mapping[str, Value]):
    """House rules of one match: every option of the game with its value; frozen and hashable."""

    __slots__ = ("_values", "version")

    def __init__(self, values: Mapping[str, Value], version: int = VERSION) -> None:
        self._values = dict(values)
        self.version = version
        """Version of the match's record format; old records replay with the rules of their version."""

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        """True for a mapping with the same values, unless it is `Options` of another version."""
        if isinstance(other, Options) and other.version != self.version:
            return False
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Options({self._values})"

    def get_bool(self, name: str) -> bool:
        """Value of a bool option; AssertionError if it is of another type, KeyError if it is unknown."""
        value = self._values[name]
        assert isinstance(value, bool)
        return value

    def get_int(self, name: str) -> int:
        """Value of an int option; AssertionError if it is of another type, KeyError if it is unknown."""
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def get_str(self, name: str) -> str:
        """Value of a text option; AssertionError if it is of another type, KeyError if it is unknown."""
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def get_seat(self, name: str) -> int | None:
        """Seat, from 0, that an option names; `None` if it names none."""
        word = self.get_str(name)
        return SEAT_NAMES.index(word) if word in SEAT_NAMES else None

    @property
    def is_handicapped(self) -> bool:
        """True if the option ``handicap`` names a seat."""
        return "handicap" in self._values and self.get_seat("handicap") is not None


# values of options that name a seat, in order
SEAT_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

_FLAG_VALUES: Mapping[str, bool] = {"on": True, "off": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class OptionLabel:
    """Texts for one value of a house rule."""

    words: str  # short enough for a button
    told: str = ""
    """Short sentence on how this value is played; empty if the option's own help is enough."""
    question: str = ""
    """Question that the lobby asks before the match; the seat of the person it is about becomes the value."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its name, values and texts.

    Created by `choice_option`, `bool_option` and `int_option`, which derive the title from the name, and
    labels from the values, if none are given.
    """

    name: str
    default: Value
    title: str  # text for the name
    help: str = ""  # one line, for values whose label has no sentence
    labels: tuple[tuple[Value, OptionLabel], ...] = ()  # texts for values that are not self-explanatory
    choices: tuple[Value, ...] = ()  # values in order; empty for a number within limits
    lowest: int = 0
    highest: int = 0
    step: int = 1
    defaults: tuple[tuple[int, Value], ...] = ()
    """Pairs (number of players, default), if the default depends on the players."""
    off: bool = False  # a number may also be 0, which switches the rule off
    former: Value | None = None  # default in records of version 1, if different
    seats: bool = False  # names a seat: the first value is none, the others are the seats in order

    def for_players(self, players: int) -> Option:
        """Option for a match of ``players``: a seat option allows only existing seats."""
        return replace(self, choices=self.choices[: players + 1]) if self.seats else self

    def default_for(self, players: int, version: int = VERSION) -> Value:
        """Default for this number of players, as of this version of the record format."""
        if version == 1 and self.former is not None:
            return self.former
        return dict(self.defaults).get(players, self.default)

    def label(self, value: Value) -> OptionLabel:
        """Texts for a value; the option's help is its sentence if it has none itself."""
        text = ("off", "on")[value] if isinstance(value, bool) else str(value).replace("_", " ")
        label = dict(self.labels).get(value, OptionLabel(text))
        return label if label.told else replace(label, told=self.help)

    def read(self, value: object) -> Value:
        """Value for an int, bool or word; raises ValueError, which lists the valid ones, if it is none."""
        if isinstance(self.default, bool):
            flag = _FLAG_VALUES.get(value) if isinstance(value, str) else value
            if isinstance(flag, bool):
                return flag
        elif self.choices and isinstance(self.default, str):
            switch = _FLAG_VALUES.get(value) if isinstance(value, str) else value
            word = ("off", "on")[switch] if isinstance(switch, bool) else value
            if isinstance(word, str) and word in self.choices:
                return word
        else:
            number = _whole(value)
            if number is not None and self._accepts(number):
                return number
        raw = value[:40] if isinstance(value, str) else value
        raise ValueError(f"Option {self.name!r} takes {self.values}; {raw!r} is not one of them.")

    def _accepts(self, number: int) -> bool:
        """True if ``number`` is one of the choices, or without choices within the limits and in step."""
        if self.choices:
            return number in self.choices
        if self.off and number == 0:
            return True
        return self.lowest <= number <= self.highest and (number - self.lowest) % self.step == 0

    @property
    def values(self) -> str:
        """Valid values in words, for messages and help."""
        if isinstance(self.default, bool):
            return "on or off"
        if self.choices:
            return ", ".join(map(str, self.choices[:-1])) + f" or {self.choices[-1]}"
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        off = "0 or " if self.off else ""
        return f"{off}a whole number from {self.lowest} to {self.highest}{steps}"


def _whole(value: object) -> int | None:
    """An int unchanged, a text of at most nine digits as a number; None for all else and for bools."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value) if len(value) < 10 else None  # parsing a million digits would take seconds
    return None


# texts of values, in order; a plain str is a label without a sentence
Labels: TypeAlias = Mapping[Any, OptionLabel | str]


def choice_option(
    name: str,
    choices: tuple[Value, ...] | Labels,
    help: str = "",
    *,
    title: str = "",
    defaults: tuple[tuple[int, Value], ...] = (),
    former: Value | None = None,
) -> Option:
    """Make an option with listed values, the first being the default. ``choices`` may map to labels."""
    values = tuple(choices)
    labels = _read_labels(choices) if isinstance(choices, Mapping) else ()
    return Option(
        name,
        values[0],
        title or _default_title(name),
        help,
        labels,
        choices=values,
        defaults=defaults,
        former=former,
    )


def seat_option(name: str, nobody: tuple[Value, OptionLabel], seats: int, help: str, *, title: str) -> Option:
    """Make an option that names one of the first ``seats`` seats, or none, which is the default."""
    seat_labels = (
        "first seat", "second seat", "third seat", "fourth seat",
        "fifth seat", "sixth seat", "seventh seat", "eighth seat",
    )  # fmt: skip
    labels: dict[Value, OptionLabel | str] = dict([nobody])
    labels.update(zip(SEAT_NAMES[:seats], seat_labels, strict=False))
    return replace(choice_option(name, labels, help, title=title), seats=True)


def bool_option(
    name: str, *, default: bool, help: str = "", title: str = "", labels: Labels | None = None
) -> Option:
    """Make an on/off option."""
    values = (default, not default)
    return Option(
        name, default, title or _default_title(name), help, _read_labels(labels or {}), choices=values
    )


@dataclass(frozen=True, slots=True)
class IntRange:
    """Whole numbers that an option accepts."""

    lowest: int
    highest: int
    step: int = 1


def int_option(
    name: str,
    default: int,
    span: IntRange,
    help: str,
    *,
    title: str = "",
    one_label: OptionLabel | None = None,
    off: OptionLabel | None = None,
    former: int | None = None,
) -> Option:
    """Make an option for a whole number within limits; with ``off``, a label for 0, also 0.

    ``one_label`` is the label for the number 1.
    """
    labels = (*(((0, off),) if off else ()), *(((1, one_label),) if one_label else ()))
    return Option(
        name,
        default,
        title or _default_title(name),
        help,
        labels,
        lowest=span.lowest,
        highest=span.highest,
        step=span.step,
        off=off is not None,
        former=former,
    )


def _default_title(name: str) -> str:
    """Title made of an option's name: capitalised, with spaces."""
    return name.replace("_", " ").capitalize()


def _read_labels(labels: Labels) -> tuple[tuple[Value, OptionLabel], ...]:
    """Pairs (value, label), with plain texts turned into labels."""
    return tuple(
        (value, OptionLabel(label) if isinstance(label, str) else label) for value, label in labels.items()
    )

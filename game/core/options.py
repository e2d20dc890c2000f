"""House rules: what a game offers to be chosen, what people read of it, and what one match is played by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from game.core.record import VERSION

Value: TypeAlias = int | str | bool
"""The value of a house rule."""


class Options(Mapping[str, Value]):
    """The house rules of one match: every option of the game with its value; frozen and hashable."""

    __slots__ = ("_values", "version")

    def __init__(self, values: Mapping[str, Value], version: int = VERSION) -> None:
        self._values = dict(values)
        self.version = version
        """The version of the records that the match is played by: old ones replay as they were."""

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Options({self._values})"

    def flag(self, name: str) -> bool:
        value = self._values[name]
        assert isinstance(value, bool)
        return value

    def number(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def seat(self, name: str) -> int | None:
        """The seat that an option names, `None` where it names nobody."""
        word = self.word(name)
        return SEATS.index(word) if word in SEATS else None

    @property
    def is_handicapped(self) -> bool:
        """Whether a seat has it easier or harder than the others."""
        return "handicap" in self._values and self.seat("handicap") is not None


SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The words for the seats, in their order, in house rules that name one."""

_FLAGS: Mapping[str, bool] = {"on": True, "off": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class OptionLabel:
    """What people read for one value of a house rule."""

    words: str
    """A word or a few, as they stand on a button."""
    told: str = ""
    """A short sentence: how it is played then; empty where the option's own line says enough."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its name, its values and what people read of it.

    Made by `choice_option`, `bool_option` and `int_option`, which make a title of the name and labels of the
    values where none are given.
    """

    name: str
    default: Value
    title: str
    """What people read for the name."""
    help: str = ""
    """A line that explains it, for those values whose label does not tell how it is played."""
    labels: tuple[tuple[Value, OptionLabel], ...] = ()
    """What people read for those values that do not speak for themselves."""
    choices: tuple[Value, ...] = ()
    """The values in order; empty for a number within limits."""
    lowest: int = 0
    highest: int = 0
    step: int = 1
    defaults: tuple[tuple[int, Value], ...] = ()
    """Pairs (number of players, default) where the default depends on the players."""
    off: bool = False
    """Whether a number may be 0 beside its limits, which switches the rule off."""
    former: Value | None = None
    """The default in records of version 1, where that was another."""
    seats: bool = False
    """Whether it names a seat: its first value is for nobody, the others are the seats in order."""

    def for_players(self, players: int) -> Option:
        """The option as so many players have it: where it names a seat, only one that is taken."""
        return replace(self, choices=self.choices[: players + 1]) if self.seats else self

    def default_for(self, players: int, version: int = VERSION) -> Value:
        """The default in a match of so many players, as records of this version have it."""
        if version == 1 and self.former is not None:
            return self.former
        return dict(self.defaults).get(players, self.default)

    def label(self, value: Value) -> OptionLabel:
        """What people read for a value, and the line that explains it."""
        words = ("off", "on")[value] if isinstance(value, bool) else str(value).replace("_", " ")
        label = dict(self.labels).get(value, OptionLabel(words))
        return label if label.told else OptionLabel(label.words, self.help)

    def read(self, value: object) -> Value:
        """The value that this int, bool or word stands for.

        Raises:
            ValueError: it stands for none; the sentence names those that would be right.
        """
        if isinstance(self.default, bool):
            known = _FLAGS.get(value) if isinstance(value, str) else value
            if isinstance(known, bool):
                return known
        elif self.choices and isinstance(self.default, str):
            switch = _FLAGS.get(value) if isinstance(value, str) else value
            word = ("off", "on")[switch] if isinstance(switch, bool) else value
            if isinstance(word, str) and word in self.choices:
                return word
        else:
            number = _whole(value)
            if number is not None and self._takes(number):
                return number
        given = value[:40] if isinstance(value, str) else value
        raise ValueError(f"Option {self.name!r} takes {self.values}; {given!r} is not one of them.")

    def _takes(self, number: int) -> bool:
        if self.choices:
            return number in self.choices
        if self.off and number == 0:
            return True
        return self.lowest <= number <= self.highest and (number - self.lowest) % self.step == 0

    @property
    def values(self) -> str:
        """The values in words, for messages and help."""
        if isinstance(self.default, bool):
            return "on or off"
        if self.choices:
            return ", ".join(map(str, self.choices[:-1])) + f" or {self.choices[-1]}"
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        off = "0 or " if self.off else ""
        return f"{off}a whole number from {self.lowest} to {self.highest}{steps}"


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value) if len(value) < 10 else None  # reading a million digits would take seconds
    return None


Labels: TypeAlias = Mapping[Any, OptionLabel | str]
"""What people read for values, in their order; a `str` is a `OptionLabel` that tells nothing more."""


def choice_option(
    name: str,
    choices: tuple[Value, ...] | Labels,
    help: str = "",
    *,
    title: str = "",
    defaults: tuple[tuple[int, Value], ...] = (),
    former: Value | None = None,
) -> Option:
    """An option with listed values, the first of which is the default; they may come with their labels."""
    values = tuple(choices)
    labels = _read(choices) if isinstance(choices, Mapping) else ()
    return Option(
        name,
        values[0],
        title or _titled(name),
        help,
        labels,
        choices=values,
        defaults=defaults,
        former=former,
    )


def seat_option(name: str, nobody: tuple[Value, OptionLabel], seats: int, help: str, *, title: str) -> Option:
    """An option that names nobody, which is the default, or one of so many seats."""
    words = (
        "first seat", "second seat", "third seat", "fourth seat",
        "fifth seat", "sixth seat", "seventh seat", "eighth seat",
    )  # fmt: skip
    labels: dict[Value, OptionLabel | str] = dict([nobody])
    labels.update(zip(SEATS[:seats], words, strict=False))
    return replace(choice_option(name, labels, help, title=title), seats=True)


def bool_option(
    name: str, *, default: bool, help: str = "", title: str = "", labels: Labels | None = None
) -> Option:
    """An option that is on or off."""
    values = (default, not default)
    return Option(name, default, title or _titled(name), help, _read(labels or {}), choices=values)


@dataclass(frozen=True, slots=True)
class IntRange:
    """The whole numbers that an option takes."""

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
    one: OptionLabel | None = None,
    off: OptionLabel | None = None,
    former: int | None = None,
) -> Option:
    """An option that is a whole number within limits, or 0 where a label says what that means.

    ``one`` says the number 1 in words.
    """
    labels = (*(((0, off),) if off else ()), *(((1, one),) if one else ()))
    return Option(
        name,
        default,
        title or _titled(name),
        help,
        labels,
        lowest=span.lowest,
        highest=span.highest,
        step=span.step,
        off=off is not None,
        former=former,
    )


def _titled(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _read(labels: Labels) -> tuple[tuple[Value, OptionLabel], ...]:
    return tuple(
        (value, OptionLabel(label) if isinstance(label, str) else label) for value, label in labels.items()
    )

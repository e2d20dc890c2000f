"""Typed events: a class for each kind, in each game's ``rules/events.py``.

Code uses types, interfaces use plain data: phones, records and scripts read `Event`, with its kind and plain
data, and the plain data of `observe`. A game's rules write ``TrackLaid(seat, link).event()``, and its screen
uses ``match read(event): case TrackLaid(link=link): ...``, so that a type checker knows the fields of each
kind and finds missing kinds. The same file has a `TypedDict` of the observation (`core/game.py` and
`core/rummy/table.py` have the fields that several games share). `tests/contract` checks both against random
matches, and `tests/house` forbids reading them by bare keys in `game/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from keyword import iskeyword
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

from game.core.game import Event


class TypedEvent:
    """Base of the event kinds made by `event_kind`; the fields are the event's data, in order.

    A ``seat`` field becomes the event's seat, not part of the data; kinds without one concern the table as a
    whole. A field named after a Python keyword gets a trailing underscore; a field with its default value is
    left out of the data.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[str]  # name of the kind; a member of the game's enum

    def event(self, *, reveals: bool = False) -> Event:
        """Return the event as a plain `Event`, whose data leaves out fields with their default value."""
        cls: Any = type(self)  # mypy does not see that a class with slots is hashable
        kind, parts = _fields_of(cls)
        data = {}
        for name, key, default in parts:
            value = getattr(self, name)
            if default is MISSING or value != default:
                data[key] = value
        return Event(kind, getattr(self, "seat", None), data, reveals)


T = TypeVar("T", bound=TypedEvent)


@dataclass_transform(frozen_default=True)
def event_kind(kind: str) -> Callable[[type[T]], type[T]]:
    """Class decorator: makes a frozen dataclass with slots for the events of this kind."""

    def made(cls: type[T]) -> type[T]:
        """Set the kind of ``cls`` and return it as a frozen dataclass with slots."""
        cls.kind = kind
        return dataclass(frozen=True, slots=True)(cls)

    return made


class EventReader(Generic[T]):
    """Converts plain events of a game to their typed classes.

    Attributes:
        classes: the class of each kind.
    """

    def __init__(self, *classes: type[T]) -> None:
        self.classes = {str(event_class.kind): event_class for event_class in classes}

    def __call__(self, event: Event) -> T:
        """Event as an object of its kind's class; ValueError if the kind is unknown or the data unfit."""
        event_class = self.classes.get(event.kind)
        if event_class is None:
            kinds = ", ".join(self.classes)
            raise ValueError(f"{event.kind!r} is no kind of event here; there are: {kinds}.")
        values: dict[str, Any] = {
            f"{key}_" if iskeyword(key) else key: value for key, value in event.data.items()
        }
        if "seat" in event_class.__slots__:
            values["seat"] = event.seat
        try:
            return event_class(**values)
        except TypeError as error:
            raise ValueError(f"The data of {event.kind!r} is not right: {error}.") from error


@cache  # events come at every move
def _fields_of(kind: type[Any]) -> tuple[str, tuple[tuple[str, str, Any], ...]]:
    """Kind of a class, and (name, key in the data, default or MISSING) of each field except ``seat``."""
    parts = [part for part in fields(kind) if part.name != "seat"]
    entries = tuple((part.name, part.name.rstrip("_"), part.default) for part in parts)
    return str(kind.kind), entries

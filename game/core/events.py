"""Events read and written through types: a class for each kind, in each game's ``rules/events.py``.

Typed inside, plain outside: `Event`, with its kind and plain data, and the plain data of `observe` are what
phones, records and scripts read. Inside, a game's rules write ``TrackLaid(seat, link).event()``, and its
screen asks ``match read(event): case TrackLaid(link=link): ...``, so that a type checker knows what each kind
carries, and misses no kind. The same file has a `TypedDict` of the observation (`core/game.py` and
`core/rummy/table.py` have what several games call the same). `tests/contract` holds both against random
matches, and `tests/house` lets nothing in `game/` read them by bare keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from keyword import iskeyword
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

from game.core.game import Event


class TypedEvent:
    """One kind of event, made by `event_kind`: its fields are the data, in their order.

    A ``seat`` is not part of the data but of the event; kinds without one happen to the table as a whole.
    A field whose name Python keeps for itself has an underscore behind it; a field that has its default is
    left out of the data.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[str]
    """The kind as it is told; a member of the game's enum."""

    def event(self, *, reveals: bool = False) -> Event:
        """The public form."""
        cls: Any = type(self)  # to mypy a class with slots has no hash
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
    """Makes a class the kind of event that is told by this word: a frozen dataclass with slots."""

    def made(cls: type[T]) -> type[T]:
        cls.kind = kind
        return dataclass(frozen=True, slots=True)(cls)

    return made


class EventReader(Generic[T]):
    """Makes the happenings of a game of its events.

    Attributes:
        classes: the class of each kind.
    """

    def __init__(self, *classes: type[T]) -> None:
        self.classes = {str(one.kind): one for one in classes}

    def __call__(self, event: Event) -> T:
        """The event as its kind has it.

        Raises:
            ValueError: a kind that the game does not have, or data that is not that of its kind.
        """
        found = self.classes.get(event.kind)
        if found is None:
            kinds = ", ".join(self.classes)
            raise ValueError(f"{event.kind!r} is no kind of event here; there are: {kinds}.")
        given: dict[str, Any] = {
            f"{key}_" if iskeyword(key) else key: value for key, value in event.data.items()
        }
        if "seat" in found.__slots__:
            given["seat"] = event.seat
        try:
            return found(**given)
        except TypeError as error:
            raise ValueError(f"The data of {event.kind!r} is not right: {error}.") from error


@cache  # events come at every move
def _fields_of(kind: type[Any]) -> tuple[str, tuple[tuple[str, str, Any], ...]]:
    """What a class is called, and name, key in the data and default of each of its fields."""
    parts = [part for part in fields(kind) if part.name != "seat"]
    told = tuple((part.name, part.name.rstrip("_"), part.default) for part in parts)
    return str(kind.kind), told

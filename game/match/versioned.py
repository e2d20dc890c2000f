"""A number that tells whether something has changed, in place of all that is to be seen of it.

All changes of everything in the program are counted together, and each thing has the number of its last one.
So a whole has the highest number of its parts, and what takes the place of another thing never has the same.

How it goes through the house (a phone has to be told): whatever changes `touch`es itself, as a `Match` with
each move > `PhoneMatch.version` (`match/phone_seats.py`), the highest of all that phones show >
`PartyController` (`ui/match/party_controller.py`) and the hall's `ClassPhones`
(`match/classroom/_phone_gateway.py`) tell phones once it is another.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Generic, TypeVar

_changes = count(1)


class Versioned:
    """Something whose `version` becomes a higher one whenever it changes."""

    _touched = 0

    @property
    def version(self) -> int:
        """The number of the last change of it, or of one of its parts."""
        return max([self._touched, *(part.version for part in self._parts() if part is not None)])

    def _parts(self) -> Iterable[Versioned | None]:
        """What changes by itself, and is to be seen of this as well."""
        return ()

    def touch(self) -> None:
        self._touched = next(_changes)


Value = TypeVar("Value")
_NOTHING = object()


class Tracked(Generic[Value]):
    """An attribute of something counted; set to something else, by whomever, that is a change."""

    def __set_name__(self, owner: type[Versioned], name: str) -> None:
        self._name = f"_counted_{name}"

    def __get__(self, whole: Versioned, owner: type[Versioned]) -> Value:
        value: Value = getattr(whole, self._name)
        return value

    def __set__(self, whole: Versioned, value: Value) -> None:
        if getattr(whole, self._name, _NOTHING) != value:
            whole.touch()
        setattr(whole, self._name, value)

"""Change counters: a version number per object, so that observers need not compare content.

All changes in the program share one counter, and each object holds the number of its last change. The version
of a whole is the highest version of its parts, and an object that replaces another never has the same
version.

Flow (updating phones): objects such as `Match` call `bump_version` when they change > `PhoneMatch.version`
(`match/phone_seats.py`) is the highest version of everything that phones show > `PartyController`
(`ui/match/party_controller.py`) and the classroom's `ClassPhones` send new state to the phones when that
version changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Generic, TypeVar

_changes = count(1)


class Versioned:
    """Object with a `version` that increases whenever it changes."""

    _own_version = 0

    @property
    def version(self) -> int:
        """Number of the last change of this object or of any of its parts; 0 if there was none."""
        return max([self._own_version, *(part.version for part in self._parts() if part is not None)])

    def _parts(self) -> Iterable[Versioned | None]:
        """Hook: parts whose versions count towards this object's version; none by default."""
        return ()

    def bump_version(self) -> None:
        """Give this object the next number of the counter that all objects share."""
        self._own_version = next(_changes)


Value = TypeVar("Value")
_UNSET = object()


class Tracked(Generic[Value]):
    """Attribute of a `Versioned` object. Setting it to a different value bumps the version."""

    def __set_name__(self, owner: type[Versioned], name: str) -> None:
        self._name = f"_counted_{name}"

    def __get__(self, whole: Versioned, owner: type[Versioned]) -> Value:
        """Return the value; AttributeError if it was never set."""
        value: Value = getattr(whole, self._name)
        return value

    def __set__(self, whole: Versioned, value: Value) -> None:
        """Set the value; bump the version of ``whole`` if it differs."""
        if getattr(whole, self._name, _UNSET) != value:
            whole.bump_version()
        setattr(whole, self._name, value)

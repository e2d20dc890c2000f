"""Where a hall is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol


class EveningSlot(Protocol):
    """Where a hall is kept; `game.store.evening.Evening` is one."""

    def keep(self, name: str, data: Mapping[str, Any]) -> None:
        """Keep a part of it under a name."""

    def copy_aside(self, name: str, entry: str) -> None:
        """An entry of a part cannot be read: a copy of the part as it lies there is kept, and told of."""

    def clear(self) -> None:
        """Nothing of it is kept any more."""


class Unkept:
    """A slot that keeps nothing."""

    def keep(self, name: str, data: Mapping[str, Any]) -> None:
        """Keep nothing."""

    def copy_aside(self, name: str, entry: str) -> None:
        """There is nothing."""

    def clear(self) -> None:
        """There is nothing."""


class TurnSlot:
    """A slot that is given each part once for all that happens together.

    Before a part is written the window waits until the one before it lies on the disk; what a single phone
    says thirty times in a turn must not have it wait thirty times.
    """

    def __init__(self, slot: EveningSlot) -> None:
        """Keep all parts there."""
        self._slot = slot
        self._due: dict[str, Callable[[], Mapping[str, Any]]] | None = None
        """What has still to be kept, in order; `None` where it is kept at once."""

    def keep(self, name: str, give: Callable[[], Mapping[str, Any]]) -> None:
        """Keep a part of it, which is asked for when it is written."""
        if self._due is None:
            self._slot.keep(name, give())
        else:
            self._due[name] = give

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep at the end what changes within; in the order in which the parts have changed first."""
        self._due = {}
        try:
            yield
        finally:
            due, self._due = self._due, None
            for name, give in due.items():
                self._slot.keep(name, give())

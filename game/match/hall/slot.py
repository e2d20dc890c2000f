"""Where a hall is kept."""

from __future__ import annotations

from collections.abc import Mapping
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

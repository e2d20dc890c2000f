"""Where a hall is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class EveningSlot(Protocol):
    """Where a hall is kept; `game.store.evening.Evening` is one."""

    def keep(self, name: str, data: Mapping[str, Any]) -> None:
        """Keep a part of it under a name."""

    def clear(self) -> None:
        """Nothing of it is kept any more."""


class Unkept:
    """A slot that keeps nothing."""

    def keep(self, name: str, data: Mapping[str, Any]) -> None:
        """Keep nothing."""

    def clear(self) -> None:
        """There is nothing."""

"""How something is written without waiting for the disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Later(Protocol):
    """Whoever writes behind the back of the window; `game.store.autosave.Autosave` does."""

    def put(self, name: str, task: Callable[[], object]) -> None:
        """Hand over something that is written again and again, as every state of a match is.

        Args:
            name: what it is; the one before of this name lies on the disk when this returns.
            task: writes it, and tells its troubles itself.
        """

    def also(self, task: Callable[[], object]) -> None:
        """Do something else with the disk, in its turn; it tells its troubles itself."""

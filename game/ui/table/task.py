"""A task that stands over a match: its views make room for it, and leave all help to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.ui.core.input import Act


@dataclass
class Task:
    """What the view of a match has to know of the task that stands over it.

    Attributes:
        take: does what the buttons of a task do: a hint, or the beginning again.
        starred: whether a hint still costs something.
        above: so much of the canvas it takes from the top, in units; the board begins below.
    """

    take: Callable[[Act], None]
    above: float = 0.0
    starred: bool = False

    def takes(self, act: Act) -> bool:
        """Whether an act is an affair of the task, which does it then."""
        if act not in (Act.HINT, Act.AGAIN):
            return False
        self.take(act)
        return True

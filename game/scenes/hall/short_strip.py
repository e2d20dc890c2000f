"""A strip that never takes a second row: of several it is the first one that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.core.context import Stage
from game.ui.core.input import Act
from game.ui.core.scene import Help
from game.ui.widgets.strip import entries

Acts = tuple[tuple[Act, str], ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A strip as it would be."""

    strip_aside: float
    acts: Acts
    strip: float = 0.0

    def help(self) -> Help:
        """What it says."""
        return list(self.acts)


def one_row(stage: Stage, aside: float, ways: Sequence[Acts]) -> Help:
    """The first of these that takes one row right of ``aside``; the last where none does."""
    for acts in ways[:-1]:
        _box, found = entries(stage, Tried(aside, acts))
        if len({entry.box.centre[1] for entry in found}) <= 1:
            return list(acts)
    return list(ways[-1])

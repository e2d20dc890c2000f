"""Idle life: which of the things that breathe and blink have another frame than a moment ago."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from game.ui.kit.canvas import Box


class Life:
    """Remembers the frame that each living thing showed last."""

    def __init__(self) -> None:
        self._frames: dict[Hashable, object] = {}

    def changed(self, now: Iterable[tuple[Hashable, object, Box]]) -> list[Box]:
        """The boxes of the things, given as name, frame and box, whose frame is a new one."""
        found = []
        for name, frame, box in now:
            if self._frames.get(name) != frame:
                self._frames[name] = frame
                found.append(box)
        return found

"""The clock of a lesson, which goes by the clock on the wall: the bell does not wait for a pause."""

from __future__ import annotations

from dataclasses import dataclass, replace

MINUTE = 60.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class LessonClock:
    """When the last hand is called."""

    ends: float | None = None
    """In seconds since 1970; `None` where nobody has said."""

    def left(self, now: float) -> float | None:
        """Seconds until then, 0 where it has come; `None` where nobody has said."""
        return None if self.ends is None else max(0.0, self.ends - now)

    def is_up(self, now: float) -> bool:
        """Whether the last hand is due."""
        return self.ends is not None and now >= self.ends

    def more(self, minutes: float, now: float) -> LessonClock:
        """So many minutes later, or with a negative number earlier; counted from now where it was past."""
        from_then = now if self.ends is None else max(self.ends, now)
        return replace(self, ends=from_then + minutes * MINUTE)

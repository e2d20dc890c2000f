"""The steps of a solution that somebody has asked for."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.puzzle.puzzler import Told
from game.match.puzzle.sitting import Sitting
from game.words import _, tongue


class HintsGiven:
    """How many hints were given before one puzzle; worded when they are read.

    Attributes:
        number: so many steps of the solution are known.
    """

    def __init__(self, sitting: Sitting, names: Sequence[str]) -> None:
        self._sitting, self._names = sitting, tuple(names)
        self.number = 0
        self._worded: tuple[object, tuple[Told, ...]] | None = None
        """The language that they were worded in last, and how."""

    def give(self) -> bool:
        """Give the next one, which is counted, or the last one again; whether there is any."""
        steps = self._steps()
        if self.number < len(steps):
            self._sitting.hinted()
            self.number += 1
        return bool(steps)

    @property
    def words(self) -> str:
        """The one that is read; empty before the first."""
        return _("Hint: {words}").format(words=self._steps()[self.number - 1].words) if self.number else ""

    @property
    def marks(self) -> tuple[str, ...]:
        """The moves of which it speaks."""
        return self._steps()[self.number - 1].marks if self.number else ()

    def give_all(self) -> None:
        """The whole solution is told: each step of it counts as a hint."""
        while self.number < len(self._steps()):
            self.give()

    def _steps(self) -> tuple[Told, ...]:
        spoken = tongue()
        if self._worded is None or self._worded[0] is not spoken:
            sitting = self._sitting
            self._worded = spoken, tuple(sitting.puzzler.explained(sitting.puzzle, self._names))
        return self._worded[1]

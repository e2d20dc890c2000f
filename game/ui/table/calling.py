"""What is heard of how a match goes on: a call to whose turn it is, and music that follows it."""

from __future__ import annotations

from game.ui.core.audio import Mood, mood_of
from game.ui.table.context import ViewContext
from game.ui.table.view import View


class TurnCall:
    """Calls people at this screen, and tells the music."""

    def __init__(self, table: ViewContext, view: View) -> None:
        self._table = table
        self._view = view
        self._called: int | None = None
        """Which person was called last."""

    @property
    def mood(self) -> Mood:
        """What the music says of how the match stands."""
        return mood_of(self._view.standing())

    def call(self) -> None:
        """Somebody is to move: a person at this screen is told where it was not their turn before."""
        self._table.stage.audio.mood(self.mood)
        before, self._called = self._called, self._table.person
        if self._called is not None and self._called != before:
            mouth = self._view.mouth(self._called)
            self._table.stage.sound("your_turn", mouth[0] if mouth is not None else None)

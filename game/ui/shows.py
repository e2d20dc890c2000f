"""Events on their way across the screen: one after the other, to be hurried or skipped."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from game.core.contract import Event
from game.core.session import Session
from game.ui.input import Act
from game.ui.motion import PACE
from game.ui.old_table import Table
from game.ui.seats import Seat
from game.ui.table.playback import Show

HURRY = 5.0
"""How much faster time runs while confirm is held."""


class Shows(Table):
    """A table on which events are shown; rules apply at once, and the pictures catch up."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.show: Show | None = None
        self.queue: deque[Show] = deque()

    def arrive(self) -> None:
        """All is shown: the picture is what is observed, and the next one may act."""
        raise NotImplementedError

    def enqueue(self, events: Sequence[Event]) -> None:
        """Show these events after those that wait; whatever waits, something is shown."""
        pace = PACE[self.stage.settings.animation_speed]
        for event in events:
            seen = self.session.redact(event, self.viewer)
            self.queue.append(Show(seen, self.length(seen) * pace))
        self.stage.phones.happened(events)
        self._next()
        self.stale = True

    def _next(self) -> None:
        """Begin the next show, where none runs."""
        if self.show is None and self.queue:
            self.show = self.queue.popleft()
            self.begin(self.show.event)

    def run(self, gone: float) -> None:
        """Let so many ms pass on the shows, one after the other."""
        left = gone * (HURRY if self.stage.devices.holding(Act.CONFIRM) else 1.0)
        while self.show is not None:
            self.show.gone += left
            if self.show.gone < self.show.length:
                return
            left = self.show.gone - self.show.length
            done, self.show = self.show, None
            self.settle(done.event)
            self._next()
        self.arrive()

    def hurry_through(self) -> None:
        """End the show that runs, so that a press of confirm never has to wait."""
        if self.show is not None:
            self.show.gone = self.show.length
        self.stale = True

    def drop_shows(self) -> None:
        """Forget everything that is still to be shown, without a word."""
        self.show = None
        self.queue.clear()

    def skip(self) -> None:
        """End everything that is still to be shown."""
        if self.show is not None or self.queue:
            self.drop_shows()
            self.arrive()

"""The moment after a turn has come to somebody, in which no press acts.

While the moves of others are shown a press hurries them, and whoever presses on and on does not see at once
that the last one is over: what was meant for that must not pick up and spend something. Pointing, looking,
taking back, hints and the menu are free meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.match.match import Match
from game.ui.core.context import Stage
from game.ui.core.input import Act, Intent

RESPITE = 600.0
"""How long no press acts once the last move of others has been shown, in ms; none of the pace's."""
ACTING = frozenset({Act.CONFIRM, Act.PRESS, Act.SECONDARY, Act.END_TURN, Act.MEND, Act.REDO})
"""What picks up, lays, draws or ends a turn."""


class Respite:
    """Knows whose moves were shown since a person at this screen could act, and when the last was over.

    Where nobody else has moved in between there is none: in a turn of their own nobody waits.
    """

    def __init__(self, stage: Stage, match: Match) -> None:
        self._stage = stage
        self._match = match
        self._seats: set[int | None] = set()
        """Whose doings are shown, or were since the last person could act; `None` for those of the table."""
        self._since = -RESPITE

    @property
    def is_on(self) -> bool:
        """Whether it is too early to act."""
        return self._stage.now - self._since < RESPITE

    def shows(self, seats: Iterable[int | None]) -> None:
        """Something done by these goes on its way across the screen, where a press hurries it."""
        self._seats.update(seats)
        self._since = -RESPITE

    def forget(self) -> None:
        """What was shown is undone: nobody had anything to hurry."""
        self.shows(())
        self._seats.clear()

    def arrive(self) -> None:
        """All is shown; where a person at this screen is to move now, and was not before, it begins."""
        person = self._match.person
        if person is not None and self._seats - {person}:
            self.begin()
        if person is not None:
            self._seats.clear()

    def begin(self) -> None:
        """Somebody at this screen has something to choose that was not there a moment ago."""
        self._since = self._stage.now

    def takes(self, intent: Intent) -> bool:
        """Whether this press came too early to be meant for what it would do."""
        return self.is_on and intent.act in ACTING

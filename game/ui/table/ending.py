"""The end of a match on the screen: time to see what the last move has done, then the results."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

from game.core.discovery import find, part
from game.core.game import Layout
from game.match.adaptive_level import count
from game.match.socks import SocksAtTable
from game.shipped import LEVELS
from game.ui.core.canvas import PACE
from game.ui.table.context import ViewContext
from game.ui.widgets import Scene

SEEN = 2400.0
"""How long the last picture stands before the results, in ms at the brisk pace; a press goes on at once."""
BRIEF = 700.0
"""The same where what has ended the match was shown at length."""
LEAST = 0.4
"""The pace of that moment where everything else is instant."""


class Ending:
    """How long the end of a match has been seen, and whether it was told.

    Attributes:
        socks: what people at the table wear, and what they earn by its end.
    """

    def __init__(self, table: ViewContext) -> None:
        self._table = table
        self.socks = SocksAtTable(table.match, table.stage.socks)
        self._seen = 0.0
        """In ms."""
        where = find(table.session.game).info.results
        # Looked for now, as what it shows takes its time to be loaded.
        self._own = cast(Callable[[Scene], Scene | None], part(where)) if where else None

    def begin(self) -> None:
        """The last picture stands."""
        self._seen = 0.0

    def hurry(self) -> None:
        """Somebody has seen enough."""
        self._seen = SEEN * max(PACE.values())  # past the end at every pace

    @property
    def is_told(self) -> bool:
        """Whether the results were shown."""
        return self._table.match.is_told

    def waits(self, ms: float, *, seen: bool) -> bool:
        """Let time pass; whether the last picture has to stand for longer.

        Args:
            ms: how much.
            seen: whether its end was shown at length, unless everything is instant.
        """
        self._seen += ms
        pace = PACE[self._table.stage.settings.animation_speed]
        whole = BRIEF * pace if seen and pace else SEEN * max(LEAST, pace)
        # Whoever gave up wants to leave: there is no last move to be seen.
        return self._table.match.conceded is None and self._seen < whole

    def count(self) -> None:
        """The results come: put the match into statistics and drawers of the people who played it."""
        match = self._table.match
        match.is_told = True
        count(match, self._table.stage.stores.statistics)
        self.socks.count(own_board=is_own_board(match.session.game, match.session.layout))

    def show(self, scene: Scene) -> None:
        """On from the scene of the match: to the results, or to what the game shows in their place."""
        own = self._own(scene) if self._own is not None else None
        if own is not None:
            self._table.stage.scenes.push(own)
        else:
            self._table.stage.open("results", scene)


def is_own_board(game: str, layout: Layout | None) -> bool:
    """Whether a board is none of those that come with the program."""
    if layout is None:
        return False
    return layout not in _shipped(LEVELS / game)


@cache
def _shipped(folder: Path) -> frozenset[Layout]:
    """The boards of a folder that comes with the program."""
    # Only here: games without maps never need what this imports.
    from game.levels import load, maps

    return frozenset(map(load, maps(folder)))

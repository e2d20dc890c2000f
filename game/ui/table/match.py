"""The names by which other screens know a match: one small door, until they import from where these live."""

from __future__ import annotations

from game.match.match import MatchEnd as End
from game.match.seats import PHONE, Seat
from game.ui.table.bridge import Bridge as MatchScene
from game.ui.table.playback import Show
from game.ui.table.scene import SEEN

__all__ = ["PHONE", "SEEN", "End", "MatchScene", "Seat", "Show"]

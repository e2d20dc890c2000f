"""What a rummy says of its match, for the screens around it."""

from __future__ import annotations

from game.match.match import Match
from game.ui.table.rummy.looking_back import LookBack
from game.ui.table.words import MatchWords


class RummyWords(MatchWords):
    """The sentences of one match; each game adds its own."""

    def __init__(self, match: Match, looking_back: LookBack) -> None:
        self.match = match
        self._looking_back = looking_back

    def result_lines(self) -> list[str]:
        """What each person has laid of what could be laid."""
        return self._looking_back.result_lines()

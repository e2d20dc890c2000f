"""What a rummy says of its match, for the screens around it."""

from __future__ import annotations

from game.match.match import Match
from game.ui.table.rummy.looking_back import LookBack
from game.ui.table.words import MatchWords
from game.words import _


class RummyWords(MatchWords):
    """The sentences of one match; each game adds its own."""

    def __init__(self, match: Match, looking_back: LookBack) -> None:
        self.match = match
        self._looking_back = looking_back

    def result_lines(self) -> list[str]:
        """What each person has laid of what could be laid."""
        return self._looking_back.result_lines()

    def head_start(self, name: str) -> str:
        """What somebody of this name starts with, where a handicap is not one in cards."""
        return name

    def handicap(self) -> str:
        """Who is dealt more or fewer cards than the others, or starts elsewhere."""
        options = self.match.session.options
        seat = options.seat("handicap")
        if seat is None:
            return ""
        count, _rest, less = options.word("handicap_is").partition("_")
        if not count.isdecimal():
            return self.head_start(self.match.seats[seat].name)
        fewer, more = _("{name} is dealt {n} cards fewer."), _("{name} is dealt {n} cards more.")
        return (fewer if less == "fewer" else more).format(name=self.match.seats[seat].name, n=count)

"""Socks at the table of one match: what its people wear, and what they have earned once it is told."""

from __future__ import annotations

from game.match.match import Match, MatchListener
from game.match.socks.earning import Hands, Sockkeeper


class SocksAtTable(MatchListener):
    """Dresses the seats of a match by the names that sit there, and puts what they earn into their drawers.

    Attributes:
        earned: what was new in the drawers of people when the match was told, by seat.
    """

    def __init__(self, match: Match, keeper: Sockkeeper) -> None:
        self.earned: dict[int, tuple[str, ...]] = {}
        self._match, self._keeper = match, keeper
        self._hands = Hands(match)
        match.listen(self)
        for number in range(len(match.seats)):
            self._dress(number)

    def count(self, *, own_board: bool) -> None:
        """The match is over and told."""
        self.earned = self._keeper.match_over(self._match, self._hands, own_board=own_board)

    def kept(self) -> list[int]:
        """What is saved beside the match."""
        return self._hands.kept()

    def recall(self, kept: object) -> None:
        """The match was played before; what `kept` gave may be anything."""
        self._hands.recall(kept)

    def seat_changed(self, number: int) -> None:
        """Somebody else sits there, who wears something else."""
        self._dress(number)

    def seat_dressed(self, number: int) -> None:
        """Another name has another drawer."""
        self._dress(number)

    def _dress(self, number: int) -> None:
        seat = self._match.seats[number]
        self._match.put_on(number, "" if seat.is_bot else self._keeper.knit_worn(seat.name))

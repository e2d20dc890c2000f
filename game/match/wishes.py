"""What people on phones would like to do once a match is over: play again, something else, or stop.

The host decides all the same; nobody has to wish for anything, and everybody may see who wishes what.
"""

from __future__ import annotations

from game.match.match import Match, MatchListener
from game.match.measure import Measure
from game.words import _

WISHES = AGAIN, OTHER, ENOUGH = "again", "other", "enough"
"""As phones say them."""


class Wishes(MatchListener):
    """The wishes of a match, by seat."""

    def __init__(self, match: Match) -> None:
        """Listen to a match, so that a wish goes with whoever had it."""
        self._match = match
        self._of: dict[int, str] = {}
        self._measure = Measure(each=6, span=3000.0)
        match.listen(self)

    def choose(self, seat: int, wish: object, now: float) -> str:
        """A phone says what it would like, with an empty text nothing any more; a sentence where refused."""
        if not self._match.is_over or (wish not in WISHES and wish != ""):
            return _("That cannot be done now.")
        if not self._measure.takes(seat, now):
            return _("Not so fast.")
        self._of.pop(seat, None)
        if wish:
            self._of[seat] = str(wish)
        return ""

    def of(self, seat: int) -> str:
        """What a seat would like; empty for nothing."""
        return self._of.get(seat, "")

    def who(self, wish: str) -> list[int]:
        """The seats that would like this."""
        return [seat for seat in range(len(self._match.seats)) if self._of.get(seat) == wish]

    @property
    def are_asked(self) -> bool:
        """Whether anybody plays on a phone, where wishes come from."""
        return any(seat.is_on_phone for seat in self._match.seats)

    def moment(self) -> tuple[object, ...]:
        """All that is shown of them."""
        return tuple(sorted(self._of.items())), self.are_asked

    def seat_changed(self, number: int) -> None:
        self._of.pop(number, None)

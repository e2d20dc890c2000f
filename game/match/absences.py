"""Who is away: pads that dropped out and phones that cannot be reached, whose seats are kept for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from game.match.match import Match
from game.match.seats import PAD, PHONE, Seat


@dataclass(frozen=True, slots=True)
class AttendanceChange:
    """What has changed since the last look."""

    gone: list[int] = field(default_factory=list)
    """Seats whose phone cannot be reached any more; they are waited for without a word until their turn."""
    back: list[int] = field(default_factory=list)
    """Seats that a bot kept warm, and whose person plays again."""
    missed: int | None = None
    """A seat about which somebody at the screen has to decide now."""


class Absences:
    """Watches over the devices of the seats."""

    def __init__(self, match: Match, is_there: Callable[[int, str], bool]) -> None:
        """Watch over a match; ``is_there`` tells whether the pad or phone of a seat can be reached.

        A phone counts as there for a while after it was last heard of.
        """
        self._match = match
        self._is_there = is_there
        self._patient: set[int] = set()
        self._known: tuple[object, bool] = None, False
        """The seats, and whether anybody of them may be away at all: every turn of the loop asks for it."""

    def is_away(self, number: int) -> bool:
        seat = self._match.seats[number]
        return not seat.level and _may_go(seat) and not self._is_there(number, seat.device)

    def wait_for(self, number: int) -> None:
        """Be patient with a seat that is away, until it is its turn."""
        self._patient.add(number)

    def forget(self, number: int) -> None:
        """A seat has changed hands: if its new device is away, somebody has to be told."""
        self._patient.discard(number)

    def look(self, *, settled: bool) -> AttendanceChange:
        """Take in who has gone and who has come back; ``settled`` once all moves have been shown."""
        match, news = self._match, AttendanceChange()
        if match.seats is not self._known[0]:
            self._known = match.seats, any(seat.is_kept_warm or _may_go(seat) for seat in match.seats)
        if not self._known[1]:
            self._patient.clear()
            return news
        for number, seat in enumerate(match.seats):
            away = self.is_away(number)
            if seat.is_on_phone and away and number not in self._patient:
                self._patient.add(number)
                news.gone.append(number)
            elif not away:
                self._patient.discard(number)
            # Phones say by themselves that they are back.
            if seat.is_kept_warm and seat.device != PHONE and self._is_there(number, seat.device):
                match.hand_over(number, "", seat.device)
                news.back.append(number)
        # Nobody has to decide about a seat in a match that is over.
        if match.conceded is not None:
            return news
        for number in range(len(match.seats)):
            # Gone during another's turn is no reason to stop play; it matters when the seat is to move.
            turn = settled and match.to_move == number
            if self.is_away(number) and (turn or number not in self._patient):
                return AttendanceChange(news.gone, news.back, number)
        return news


def _may_go(seat: Seat) -> bool:
    return seat.device.startswith((PAD, PHONE))

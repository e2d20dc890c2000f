"""Whose eyes the screen has, and when the curtain has to fall."""

from __future__ import annotations

from game.match.match import Match


class Gaze:
    """In a game with secrets: the seat whose hand the screen shows, and who has to be let look."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.seat: int | None = None
        """The seat whose hand is shown; `None` for what everybody may see."""

    def begin(self) -> None:
        """A match begins: whoever sits here alone looks at once; one that is resumed waits for its person."""
        match = self._match
        # A resumed match may be gone on with by somebody else than who left it: there the curtain asks.
        if match.has_secrets and len(match.people) == 1 and not match.is_shared and not match.session.log:
            self.seat = match.people[0]

    def look_away(self) -> bool:
        """Shut the eyes of everybody but the one to move, where several play; whether they were open."""
        match = self._match
        # Alone against bots one looks on all the time: there is nobody to hide the hand from.
        if not match.has_secrets or not match.is_shared or self.seat in (None, match.session.to_move):
            return False
        self.seat = None
        return True

    def leave(self, number: int) -> bool:
        """A seat has changed hands: it no longer looks where nobody sits at it here; whether it did."""
        if self.seat != number or self._match.seats[number].is_here:
            return False
        self.seat = None
        return True

    @property
    def waits_for(self) -> int | None:
        """The person whose hand is to be shown and who has not been let look yet: the curtain falls."""
        person = self._match.awaited
        return person if self._match.has_secrets and person != self.seat else None

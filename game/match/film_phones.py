"""The phones of a party while a film is shown: they watch, each from its own side, and have nothing to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.match.phone_seats import PhonePost, PhoneSeats
from game.words import _, spoken_to

FILM = "film"
"""What pages are told that the big screen shows."""
_NOTHING: Mapping[str, Any] = {
    "moves": [], "prefix": [], "next": [], "undo": False, "hint": None, "threats": None, "ask": None,
    "poll": None, "told": [],
}  # fmt: skip
"""In the place of all that could be done in a match."""


class FilmPhones(PhoneSeats):
    """Phones that watch a film; what is over hides nothing, so each sees its own hand of that time."""

    watches_only = True

    def moved(self) -> None:
        """The film stands at another moment: nobody is told how it came there."""
        self.forget()
        self.taken_back(0)

    def tell(self, post: PhonePost, seats: Sequence[int], is_away: Callable[[int], bool]) -> None:
        """Tell those who have a seat in the film; a party may have more."""
        super().tell(post, [seat for seat in seats if seat < len(self._match.seats)], is_away)

    def shared(self, is_away: Callable[[int], bool]) -> dict[str, Any]:
        """As in a match, but that nobody is to move, and that no end is told of."""
        told, log = super().shared(is_away), self._match.session.log
        turn = told["turn"] if told["turn"] is not None else log[-1][0] if log else 0
        return told | {"showing": FILM, "over": None, "turn": turn, "waiting": False}

    def own(self, seat: int) -> dict[str, Any]:
        """What this seat could see."""
        view = self._part.view(seat)
        return {
            "seat": seat, "moment": self._moment_of(seat, view), "seen": self._match.session.observe(seat),
            "view": view, "wish": self.wishes.of(seat), **_NOTHING,
        }  # fmt: skip

    def do(self, seat: int, words: Mapping[str, Any], now: float = 0.0) -> str:
        """They may cheer, as anybody who watches."""
        with spoken_to(self.hints.languages.get(seat, "")):
            if words["do"] == "react" and seat < len(self._match.seats):
                look = self._match.seats[seat].look
                return self.audience.react(f"seat {seat}", words.get("sign"), look, now)
            return _("A film is shown on the big screen.")

"""What threatens, for those who play on phones: in words and marks, on the phone that asks alone."""

from __future__ import annotations

from typing import Any

from game.match.hints import Asker, Hints, Inquiry
from game.match.phone_part import PhonePart
from game.match.phone_screen import PhoneScreen
from game.words import _

OFF, ALWAYS = "off", "always"
"""What the house may have chosen; else it is shown on request."""
KIND = "threats"


class PhoneThreats:
    """Which phones show it, and what has to be found out for them."""

    def __init__(self, hints: Hints, part: PhonePart, screen: PhoneScreen) -> None:
        self._hints, self._part, self._screen = hints, part, screen
        self._flipped: frozenset[int] = frozenset()
        """The phones on which it is otherwise than where nobody asks."""
        self._found: dict[int, tuple[object, Any]] = {}
        """For seats, the question that was asked last, and the answer; `None` while there is none."""
        self._count = 0

    def moment(self) -> tuple[object, ...]:
        """All of it that changes what phones are told."""
        return self._screen.threats, self._flipped, self._count

    def toggle(self, seat: int) -> str:
        """Show it on the phone of a seat, or no longer; a sentence where that is refused."""
        if self._screen.threats == OFF or not self._part.threats_named:
            return _("That cannot be done now.")
        self._flipped ^= {seat}
        return ""

    def of(self, seat: int) -> dict[str, Any] | None:
        """What a phone shows: the ``label`` of the button, whether it is ``on``, then what is told."""
        label = self._part.threats_named
        if self._screen.threats == OFF or not label:
            return None
        # A sheet of cards comes on request alone, as at the screen.
        always = self._screen.threats == ALWAYS and self._part.threats_stay
        shown = {"label": _(label), "on": always != (seat in self._flipped)}
        return {**shown, **self._told(seat)} if shown["on"] else shown

    def _told(self, seat: int) -> dict[str, Any]:
        question = self._part.threats_question(seat)
        if question is None:
            return dict(self._part.threats(seat, None))
        asked, answer = self._found.get(seat, (None, None))
        if asked != question:
            answer = None
            self._ask(seat, question)
        return (
            dict(self._part.threats(seat, answer)) if answer is not None else {"rows": [["", _("Looking …")]]}
        )

    def _ask(self, seat: int, question: Any) -> None:
        self._found[seat] = question, None

        def found(answer: Any) -> None:
            self._found[seat] = question, answer
            self._count += 1

        def wanted() -> bool:
            return seat in self._found and bool(self._found[seat][0] == question)

        self._hints.find_out(Inquiry(Asker.PHONE, seat, KIND, question, found, wanted, quick=True))

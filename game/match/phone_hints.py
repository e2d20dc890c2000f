"""Hints for those who play on phones: told to the phone that asks alone, so that nobody else hears of it."""

from __future__ import annotations

from typing import Any

from game.match.hints import Asker, Hints
from game.match.match import Match
from game.match.phone_part import PhonePart
from game.match.phone_screen import PhoneScreen
from game.words import _, spoken_to


class PhoneHints:
    """What the phone whose turn it is was told, as long as it is of use."""

    def __init__(self, match: Match, hints: Hints, part: PhonePart, screen: PhoneScreen) -> None:
        self._match = match
        self._hints = hints
        hints.steps = part.hint_steps
        self._part = part
        self._screen = screen
        self._told: tuple[int, int, dict[str, Any]] | None = None
        """At which moment which seat was told what."""
        self.languages: dict[int, str] = {}
        """What the people of seats read, where that is not the language of the window."""
        self._anew = False
        """Whether a phone is to be told what it has not been told yet."""
        self._listens = False
        """Whether there is still a phone to be told something."""

    @property
    def allowed(self) -> bool:
        """Whether there are hints in this house."""
        return self._screen.hints != "off"

    def ask(self, seat: int) -> str:
        """Have a hint found out for a seat; a sentence where that is refused."""
        if not self.allowed:
            return _("Hints are off in this house; the settings can change it.")
        if self._match.to_move != seat:
            return _("It is not your turn.")

        def found(answer: Any) -> None:
            with spoken_to(self.languages.get(seat, "")):
                step = self._hints.step(self._screen.hints)
                self._told = self._hints.moment, seat, self._part.hint(seat, answer, step)
            self._anew = True

        self._listens = True
        self._hints.ask(
            Asker.PHONE, seat, lambda asked: self._part.question(seat, asked, self._screen.hints), found,
            lambda: self._listens,
        )  # fmt: skip
        return ""

    def attend(self) -> int | None:
        """Take in a hint that has come; the seat that it is for."""
        self._hints.attend(Asker.PHONE)
        anew, self._anew = self._anew, False
        return self._told[1] if anew and self._told is not None else None

    def of(self, seat: int) -> dict[str, Any] | None:
        """What the phone of a seat is told, as long as it is of use."""
        if self._told is None or self._told[:2] != (self._hints.moment, seat):
            return None
        return self._told[2]

    def close(self) -> None:
        """Nobody listens any more."""
        self._told, self._listens = None, False

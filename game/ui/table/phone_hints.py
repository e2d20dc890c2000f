"""Hints for those who play on phones: told to the phone that asks alone, so that nobody else hears of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.match.hints import Asker, Hints
from game.ui.table.party_match import PartyHost, PartyMatch
from game.words import _


@dataclass(frozen=True, slots=True)
class _Told:
    """What a phone was told, and until when that is of use."""

    hints: Hints
    moment: int
    seat: int
    words: dict[str, Any]


class PhoneHints:
    """What the phone whose turn it is was told, as long as it is of use."""

    def __init__(self, stage: PartyHost) -> None:
        self._stage = stage
        self._told: _Told | None = None
        self._listens = False
        """Whether there is still a phone to be told something."""

    @property
    def allowed(self) -> bool:
        """Whether there are hints in this house."""
        return self._stage.settings.hints != "off"

    def ask(self, scene: PartyMatch, seat: int) -> str:
        """Have a hint found out for a seat; a sentence where that is refused."""
        hints, phone = scene.context.hints, scene.view.phone
        if not self.allowed:
            return _("Hints are off in this house; the settings can change it.")
        if scene.match.session.to_move != seat:
            return _("It is not your turn.")

        def found(answer: Any) -> None:
            words = phone.hint(seat, answer, self._stage.settings.hints)
            self._told = _Told(hints, hints.moment, seat, words)

        self._listens = True
        hints.ask(
            Asker.PHONE, seat, lambda asked: phone.question(seat, asked, self._stage.settings.hints), found,
            lambda: self._listens,
        )  # fmt: skip
        return ""

    def attend(self, scene: PartyMatch) -> int | None:
        """Take in a hint that has come; the seat that it is for."""
        took = scene.context.hints.attend(Asker.PHONE)
        return self._told.seat if took and self._told is not None else None

    def hint(self, scene: PartyMatch, seat: int) -> dict[str, Any] | None:
        """What the phone of a seat is told, as long as it is of use."""
        told, hints = self._told, scene.context.hints
        of_use = told is not None and (told.hints, told.moment, told.seat) == (hints, hints.moment, seat)
        return told.words if told is not None and of_use else None

    def close(self) -> None:
        """Nobody listens any more."""
        self._told, self._listens = None, False

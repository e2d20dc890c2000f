"""Hints for those who play on phones: whispered to the phone that asks, so that nobody else hears of it."""

from __future__ import annotations

from typing import Any

from game.bots.worker import Worker
from game.ui.table.party_match import PartyHost, PartyMatch
from game.words import _


class Whispers:
    """The hint for the phone whose turn it is, found out in a process of its own once one is asked for."""

    def __init__(self, stage: PartyHost) -> None:
        self._stage = stage
        self._worker: Worker | None = None
        self._ticket = 0
        """That of the hint which is being found out."""
        self._moment: object = None
        """What the hint is about; with the next move it is void."""
        self._asked = 0
        self._hint: dict[str, Any] | None = None

    @property
    def allowed(self) -> bool:
        """Whether there are hints in this house."""
        return self._stage.settings.hints != "off"

    def ask(self, scene: PartyMatch, seat: int) -> str:
        """Have a hint found out for a seat; a sentence where that is refused."""
        if not self.allowed:
            return _("Hints are off in this house; the settings can change it.")
        if scene.match.session.to_move != seat:
            return _("It is not your turn.")
        if self._is_over(scene, seat):
            self._moment, self._asked, self._hint, self._ticket = self._now(scene), 0, None, 0
        if not self._ticket:
            self._asked += 1
            self._worker = self._worker or self._stage.worker()
            question = scene.view.phone.question(seat, self._asked, self._stage.settings.hints)
            self._ticket = self._worker.ask(*question)
        return ""

    def attend(self, scene: PartyMatch) -> int | None:
        """Take in a hint that has come; the seat that it is for."""
        answer = self._worker.answer() if self._worker is not None and self._ticket else None
        if answer is None or answer.ticket != self._ticket:
            return None
        self._ticket = 0
        if answer.error:
            raise RuntimeError(f"A hint broke.\n{answer.error}")
        seat = scene.match.session.to_move
        if seat is None or self._is_over(scene, seat):
            return None
        self._hint = scene.view.phone.hint(seat, answer.value, self._stage.settings.hints)
        return seat

    def hint(self, scene: PartyMatch, seat: int) -> dict[str, Any] | None:
        """What the phone of a seat is told, as long as it is of use."""
        return None if self._is_over(scene, seat) else self._hint

    def close(self) -> None:
        """End the process, if there is one."""
        if self._worker is not None:
            self._worker.close()
        self._worker, self._ticket, self._moment = None, 0, None

    def _is_over(self, scene: PartyMatch, seat: int) -> bool:
        return scene.match.session.to_move != seat or self._moment != self._now(scene)

    def _now(self, scene: PartyMatch) -> object:
        log = scene.match.session.log
        return scene, scene.match.seats, len(log), log[-1:]

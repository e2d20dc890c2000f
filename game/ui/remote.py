"""Phones at a table: what they show and do, and what happens when one is away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.worker import CHOOSE
from game.ui.seating import Seating
from game.ui.seats import PHONE
from game.ui.words import _


class Remote(Seating):
    """A table at which some hold their hand on a phone."""

    # What a game's scene may fill in.

    def phone_view(self, seat: int) -> dict[str, Any]:
        """What the phone of a seat shows besides its observation, as plain JSON: a half-built turn."""
        return {}

    def phone_moves(self, seat: int) -> list[str]:
        """The moves that the phone of the seat to move offers; fewer where listing them takes long."""
        return self.session.moves()

    def phone_act(self, seat: int, words: Mapping[str, Any]) -> str:
        """Called with what the person at a phone does besides making a move, at any time; it may be anything.

        Returns a sentence where it is refused, else an empty text. `Phones.changed` tells the phones.
        """
        return _("That cannot be done now.")

    def phone_question(self, seat: int, asked: int) -> tuple[Any, ...]:
        """What a worker is asked for a hint on the phone of the seat to move.

        Args:
            seat: the seat.
            asked: how many hints it has asked for now since the last move.
        """
        seen, options = self.session.observe(seat), self.session.options
        return CHOOSE, self.session.game, seen, options, "normal", ("phone", len(self.session.log))

    def phone_hint(self, seat: int, answer: Any) -> dict[str, Any]:
        """What the phone is told of the answer, as plain JSON; the big screen shows nothing of it.

        A page shows the whole ``move`` where it is ``full``, else where to look for it.
        """
        return {"move": answer, "full": self.stage.settings.hints == "full"}

    # What every game has.

    def may_phone_undo(self, seat: int) -> bool:
        """Whether the last move of a person was made by this seat."""
        steps = self._undo_steps()
        return bool(steps) and self.session.log[-steps][0] == seat

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait: phones need not wait for the screen."""
        if len(self.queue) > most:
            self.skip()

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached: everybody is told at once, and nothing else happens yet."""
        self.message = self._gone_words(seat)
        self.stale = True

    def _gone_words(self, seat: int) -> str:
        return _("{name}'s phone is away.").format(name=self.seats[seat].name)

    def away_words(self) -> str:
        """Whose phones are away now."""
        return " ".join(self._gone_words(number) for number, seat in enumerate(self.seats)
                        if seat.device == PHONE and self.is_away(number))  # fmt: skip

    def phone_there(self, seat: int) -> None:
        """The phone of a seat is there: what a bot kept warm is its own again."""
        held = self.seats[seat]
        if self.message == self._gone_words(seat):
            self.message = ""
        if held.device == PHONE and held.level:
            self.hand_over(seat, "", PHONE)
            self.message = _("{name} is back.").format(name=held.name)
        self.stale = True

    def is_away(self, number: int) -> bool:
        """Whether what this seat's person plays with cannot be reached."""
        seat = self.seats[number]
        if seat.device == PHONE:
            return not seat.level and self.stage.phones.is_away(number)
        return super().is_away(number)

    def look_after_pads(self) -> bool:
        """Phones too: one that is away is told of at once, and waited for when it is its turn."""
        for number, seat in enumerate(self.seats):
            if seat.device == PHONE and number not in self.patient and self.is_away(number):
                self.patient.add(number)
                self.phone_gone(number)
        return super().look_after_pads()

    def ask_consent(self, asked: int, question: str, then: Callable[[], None]) -> None:
        """Ask somebody on their phone, if they hold one."""
        answers = [_("Yes"), _("No")]
        phone = self.seats[asked].device == PHONE

        def answered(number: int) -> None:
            if number == 0:
                then()

        if not phone or not self.stage.phones.ask(asked, question, answers, answered):
            super().ask_consent(asked, question, then)

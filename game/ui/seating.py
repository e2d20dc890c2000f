"""Seats in the middle of a match: whose device may act, who takes a seat, and pads that drop out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.session import Session
from game.ui.input import Act, Intent
from game.ui.pads import PAD
from game.ui.scene import LOOKING
from game.ui.seats import Seat, device_words, may_act
from game.ui.undoing import Undoing
from game.ui.words import _

MEANT = frozenset({Act.CONFIRM, Act.PRESS, Act.SECONDARY, Act.END_TURN, Act.BACK, Act.HINT, Act.UNDO})
"""Acts that nobody does by accident: a wrong device that tries one is told whose turn it is."""


class Seating(Undoing):
    """A table whose seats are tokens: taken, left and handed over at any moment."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.patient: set[int] = set()
        """The seats whose pads are away, and are waited for without a word until it is their turn."""
        self._reseated = False

    # Whose hands.

    def may_act(self, device: str) -> bool:
        """Whether this device may act now: that of whose turn it is, or any where nobody's turn it is."""
        return self.person is None or may_act(self.seats, self.person, device)

    def may_undo(self, device: str) -> bool:
        """Whether this device may ask for a move back: it is its turn, or its move was the last."""
        steps = self._undo_steps()
        return self.may_act(device) or bool(
            steps and may_act(self.seats, self.session.log[-steps][0], device)
        )

    def wrong_hands(self, intent: Intent) -> None:
        """A device that is not that of whose turn it is: it may look; what it means to do is answered."""
        if intent.act in LOOKING:
            self.hover(intent)
        elif intent.act in MEANT and self.person is not None:
            seat = self.seats[self.person]
            words = _("It is {name}'s turn, with: {device}. The menu can give the seat to others.")
            self.refuse(words.format(name=seat.name, device=device_words(seat.device)))

    # Who sits where.

    def hand_over(self, number: int, level: str, device: str = "") -> None:
        """Give a seat away, whatever its turn has come to.

        Args:
            number: the seat.
            level: that of the bot which takes it; empty for a person.
            device: what the person holds; for a bot, the device for whose return it keeps the seat warm.
        """
        self.seats[number] = replace(self.seats[number], level=level, device=device)
        self.patient.discard(number)
        self.stop_thinking()
        self._asked_hint = False
        if self.eyes == number and not self.seats[number].is_here:
            self.eyes = None
            self.sync(self.session.observe(None))
        if level:
            self.stage.thinker.start()
        self.save()
        self._reseated = True
        self.stale = True

    def is_away(self, number: int) -> bool:
        """Whether this seat's pad is unplugged while its person should be playing."""
        seat = self.seats[number]
        kind = seat.device.partition(":")[0]
        return seat.is_here and kind == PAD and not self.stage.devices.pads.is_here(seat.device)

    def look_after_pads(self) -> bool:
        """Take in which pads have gone and come back; whether a screen was opened to tell of one."""
        for number, seat in enumerate(self.seats):
            if not self.is_away(number):
                self.patient.discard(number)
            if seat.is_kept_warm and self.stage.devices.pads.is_here(seat.device):
                self.hand_over(number, "", seat.device)
                self.message = _("{name} is back.").format(name=seat.name)
        for number in range(len(self.seats)):
            turn = self.session.to_move == number and self.show is None and not self.queue
            if self.conceded is None and self.is_away(number) and (turn or number not in self.patient):
                self.stage.open("away", self, number)
                return True
        return False

    def reseat(self) -> bool:
        """Let whoever sits there now go on, where a seat has changed hands; whether a screen was opened."""
        if not self._reseated or self.show is not None or self.queue:
            return False
        self._reseated = False
        self.turn_to_person()
        return self.stage.scenes.top is not self

    @property
    def awaited(self) -> int | None:
        """The seat to whose person the screen belongs: the one to move, or the only one against bots."""
        if self.person is not None or self.is_shared or len(self.people) != 1:
            return self.person
        return self.people[0] if self.session.to_move is not None and self.conceded is None else None

    def turn_to_person(self) -> None:
        """Somebody may act: in a game with secrets, behind the curtain where the hand is not theirs."""
        seat = self.awaited
        if self.secret and self.is_shared and self.eyes not in (None, self.session.to_move):
            self.eyes = None
            self.sync(self.session.observe(None))
        self.stale = True
        self.ready()
        if self.secret and seat is not None and seat != self.eyes:
            self.stage.open("curtain", self, seat, then=lambda _done: self._look(seat))

    def _look(self, seat: int) -> None:
        """The curtain has opened for a seat: its hand is on the screen."""
        if self.awaited != seat:
            self._reseated = True
            return
        self.eyes = seat
        self.sync(self.session.observe(seat))
        self.stale = True
        self.ready()

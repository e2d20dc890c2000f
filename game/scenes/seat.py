"""Who sits where: the dialog of a seat in the lobby, and the names and looks that go with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.ui.art.patterns import SEATS
from game.ui.dialogs import Dialog, ScreenKeyboard
from game.ui.input import Act, Intent
from game.ui.pads import PAD
from game.ui.widgets import Button, Choice, Field, Heading
from game.ui.words import _

if TYPE_CHECKING:
    from game.scenes.lobby import Lobby

NAMES_GIVEN = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")


class SeatDialog(Dialog):
    """Name, colour and holder of a seat."""

    def __init__(self, lobby: Lobby, number: int) -> None:
        self.lobby, self.number = lobby, number
        seat = lobby.seats[number]
        kinds = [*lobby.kinds()]
        fewest, most = lobby.info.players
        if fewest != most and (seat.empty or lobby.players > fewest):
            kinds.append(("free", _("Free seat")))
        looks = [(look.name, _(look.name)) for look in SEATS]
        super().__init__(
            [
                Heading(_("Seat {number}").format(number=number + 1)),
                Field(_("Name"), seat.name, self._name, self._ask),
                Choice(_("Colour"), looks, seat.colour, self._colour),
                Choice(_("Who plays"), kinds, "free" if seat.empty else seat.level, self._kind),
                Button(_("Done"), self._done, go=True),
            ]
        )

    def intent(self, intent: Intent) -> None:
        if intent.act is Act.CONFIRM and isinstance(self.form.widget, Field) and intent.kind != PAD:
            self.form.move(1)
            self.stale = True
        else:
            super().intent(intent)
        self.stage.devices.typing = isinstance(self.form.widget, Field) and self.stage.scenes.top is self

    def _done(self) -> None:
        self.stage.scenes.pop()

    def _set(self, **changes: object) -> None:
        self.lobby.seats[self.number] = replace(self.lobby.seats[self.number], **changes)  # type: ignore[arg-type]
        self.lobby.fill()

    def _name(self, name: str) -> None:
        self._set(name=name)

    def _colour(self, colour: str) -> None:
        """Take a colour; whoever had it gets the one that is given up."""
        old = self.lobby.seats[self.number].colour
        for number, seat in enumerate(self.lobby.seats):
            if seat.colour == colour:
                self.lobby.seats[number] = replace(seat, colour=old)
        self._set(colour=colour)

    def _kind(self, kind: str) -> None:
        self._set(level="" if kind == "free" else kind, empty=kind == "free")

    def _ask(self) -> None:
        def take(name: str | None) -> None:
            if name is not None:
                field = self.form.widgets[1]
                assert isinstance(field, Field)
                field.value = name
                self._name(name)

        name = self.lobby.seats[self.number].name
        self.stage.scenes.push(ScreenKeyboard(_("Name"), name), take)


def look_of(colour: str) -> int:
    """Which of the eight looks has this name; the first for one that nobody has."""
    return next((number for number, look in enumerate(SEATS) if look.name == colour), 0)


def told_apart(names: list[str]) -> list[str]:
    """The names, trimmed; nameless seats get one, and those that are there already a number."""
    told: list[str] = []
    for number, name in enumerate(names):
        base = " ".join(name.split()) or NAMES_GIVEN[number % len(NAMES_GIVEN)]
        new, count = base, 2
        while new in told:
            new, count = f"{base} {count}", count + 1
        told.append(new)
    return told

"""By which address phones come, where this computer has several: a row for dialogs, and the lobby's own."""

from __future__ import annotations

from collections.abc import Callable

from game.party.party import Door
from game.ui.core.context import Stage
from game.ui.core.input import Act
from game.ui.core.scene import Help
from game.ui.core.theme import LARGE
from game.ui.widgets.dialogs import Dialog
from game.ui.widgets.form import Form
from game.ui.widgets.rows import Choice
from game.ui.widgets.widgets import Button, Widget, Words
from game.words import _


def has_choice(door: Door) -> bool:
    """Whether there are several addresses by which phones may come."""
    return len(door.addresses) > 1


END = "end"


class AddressRow(Choice):
    """The choice of the address by which phones come."""


class AddressChoice:
    """The row of a form with the addresses, where there is a choice; it moves along with the network."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._door = stage.phones.front.door

    def rows(self) -> list[Widget]:
        """What the form has of it now."""
        party, door = self._stage.phones.party, self._door
        if party is None or not has_choice(door):
            return []
        values = [(address, address) for address in door.addresses]
        return [AddressRow(_("Phones come to"), values, door.address.partition(":")[0], party.prefer)]

    def follow(self, form: Form) -> bool:
        """Bring the form up to date, above its first button; whether it has to be laid out anew."""
        if self._door == self._stage.phones.front.door:
            return False
        self._door = self._stage.phones.front.door
        held, number = form.widget, form.focus
        rows = [widget for widget in form.widgets if not isinstance(widget, AddressRow)]
        at = next(n for n, widget in enumerate(rows) if isinstance(widget, Button))
        form.widgets = rows[:at] + self.rows() + rows[at:]
        # The row itself is another one now, and may be gone: then the button below it has the focus.
        form.focus = form.widgets.index(held) if held in form.widgets else number
        return True


class PhoneDoor(Dialog):
    """What can be done about an open party in the lobby; popped with `END` where it is to end."""

    def __init__(self, stage: Stage, meanwhile: Callable[[float], None]) -> None:
        """Make it.

        Args:
            stage: knows the party.
            meanwhile: called with the time in ms, so that the lobby below goes on.
        """
        self._meanwhile = meanwhile
        self._addresses = AddressChoice(stage)
        super().__init__([
            Words(_("Where phones join"), LARGE, face="strong", centred=True),
            Words(_("If a phone finds nothing at one address, choose another; the picture goes with it."),
                  soft=True, centred=True),
            *self._addresses.rows(),
            Button(_("Done"), self._done, go=True),
            Button(_("End the party"), lambda: self.stage.scenes.pop(END)),
        ])  # fmt: skip

    def _done(self) -> None:
        self.stage.scenes.pop()

    def tick(self, now: float) -> bool:
        self._meanwhile(now)
        if self._addresses.follow(self.form):
            self.layout()
            self.stale = True
        if not self.stage.phones.is_open:
            self.stage.scenes.pop()
        return False

    def help(self) -> Help:
        return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Change")), (Act.BACK, _("Back"))]

"""Phones join: QR code, choice of an address, and claims on a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from game.i18n import _
from game.party.party import JoinInfo, Party, PartyStatus, is_nowhere
from game.party.registry import SeatClaim
from game.party.relay_invite import RelayState
from game.ui.art.icons import qr_code
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.theme import LARGE
from game.ui.widgets import (
    Button,
    ButtonPair,
    ChoiceRow,
    Form,
    FormDialog,
    PictureRow,
    TextRow,
    Widget,
    green_button,
)


def qr_rows(matrix: Iterable[Iterable[object]]) -> tuple[str, ...]:
    """Return the modules of a QR code as rows of "1" (dark) and "0", top to bottom, for `qr_code`."""
    return tuple("".join("1" if dark else "0" for dark in row) for row in matrix)


def code_row(matrix: Iterable[Iterable[object]], size: float, *, beside: float = 10.0) -> PictureRow:
    """Return a row with a QR code ``size`` units wide. ``beside``: space above and below it in total."""
    rows = qr_rows(matrix)

    def draw(painter: Painter, box: Box) -> None:
        painter.blit(qr_code(painter.assets, rows, size), *box.centre, "center")

    return PictureRow(size + beside, draw)


def has_choice(join_info: JoinInfo) -> bool:
    """Return True if phones can join by more than one address."""
    return len(join_info.addresses) > 1


def join_words(status: PartyStatus) -> str:
    """Return the heading above the address; for a loopback address, that no phone can join."""
    if is_nowhere(status.join_info.address):
        return _("No network: phones cannot come")
    return _("Join with a phone")


def friends_words(status: PartyStatus) -> str:
    """Return the translated label of the button for remote guests, which says if the relay is off or on."""
    is_off = status.relay.state is RelayState.OFF
    return _("Friends elsewhere: off") if is_off else _("Friends elsewhere: on")


END = "end"


class AddressRow(ChoiceRow):
    """Row that chooses the address by which phones join."""


class AddressChoice:
    """Address row of a form, if there is a choice. It follows changes of the network."""

    def __init__(self, app: AppContext) -> None:
        self._stage = app
        self._door = app.phones.status.join_info

    def rows(self) -> list[Widget]:
        """List with the address row; empty without a party or with only one address."""
        party, join_info = self._stage.phones.party, self._door
        if party is None or not has_choice(join_info):
            return []
        values = [(address, address) for address in join_info.addresses]
        current = (
            join_info.address
            if join_info.address in join_info.addresses
            else join_info.address.partition(":")[0]
        )
        return [AddressRow(_("Phones come to"), values, current, party.prefer_address)]

    def follow(self, form: Form) -> bool:
        """Update the address row above the first button. Returns True if the join info has changed."""
        if self._door == self._stage.phones.status.join_info:
            return False
        self._door = self._stage.phones.status.join_info
        focused_row, focus_index = form.widget, form.focus
        rows = [widget for widget in form.widgets if not isinstance(widget, AddressRow)]
        button_index = next(n for n, widget in enumerate(rows) if isinstance(widget, Button | ButtonPair))
        form.widgets = rows[:button_index] + self.rows() + rows[button_index:]
        # The address row is a new object and may be gone; then the button below it gets the focus.
        form.focus = form.widgets.index(focused_row) if focused_row in form.widgets else focus_index
        return True


class PhoneJoinDialog(FormDialog):
    """Dialog of an open party in the lobby. Popped with `END` to end the party."""

    def __init__(self, app: AppContext, on_tick: Callable[[float], None]) -> None:
        """``on_tick`` is called with the time in ms in every tick, so that the lobby below continues."""
        self._meanwhile = on_tick
        self._addresses = AddressChoice(app)
        hint = _("If a phone finds nothing at one address, choose another; the picture goes with it.")
        super().__init__(
            [
                TextRow(_("Where phones join"), LARGE, face="strong", centred=True),
                *(
                    [TextRow(hint, is_muted=True, centred=True)]
                    if has_choice(app.phones.status.join_info)
                    else []
                ),
                *self._addresses.rows(),
                Button(friends_words(app.phones.status), self._to_friends, sign="globe"),
                Button(_("Done"), lambda: self.app.scenes.pop(None), go=True, sign="tick"),
                Button(_("End the party"), lambda: self.app.scenes.pop(END), sign="door"),
            ]
        )
        if not has_choice(app.phones.status.join_info):  # so that an accidental press is undone by another
            self.form.focus = green_button(self.form.widgets)

    def _to_friends(self) -> None:
        """Open the dialog for remote guests."""
        self.app.audio.play("confirm")
        self.app.open_scene("relay_invite", self._meanwhile)

    def tick(self, now: float) -> bool:
        """Call ``on_tick``, follow the party's state, and pop once it is closed. Always returns False."""
        self._meanwhile(now)
        button = next(row for row in self.form.widgets if getattr(row, "sign", "") == "globe")
        assert isinstance(button, Button)
        previous_label, button.label = button.label, friends_words(self.app.phones.status)
        if self._addresses.follow(self.form) or previous_label != button.label:
            self.on_layout()
            self.needs_redraw = True
        if not self.app.phones.is_open:
            self.app.scenes.pop()
        return False

    @property
    def verb(self) -> str:
        """Translated “Change” for every row."""
        return _("Change")


UNANSWERED = 30_000.0  # ms until an unanswered claim is refused


class ClaimDialog(FormDialog):
    """Asks if a phone without its token may have its seat back. Popped with 0: yes, 1: no, None: gone."""

    is_interrupting = True
    cancelled = 1

    def __init__(self, party: Party, claim: SeatClaim) -> None:
        self._party, self._claim = party, claim
        place = party.place(claim.seat)
        self._look = place.look if place is not None else 0
        name = place.name if place is not None else ""
        question = _("A phone that says no name would like to have {name}'s seat.")
        if claim.name:
            question = _("A phone that calls itself {phone} would like to have {name}'s seat.")
        origin = {
            True: _("It calls from the same address as {name}'s phone before."),
            False: _("It calls from another address than {name}'s phone before."),
            None: "",
        }[claim.is_near]
        privacy_note = _("Only {name} may see what is seen there.")
        # No is the default, so that a hasty press shows no hand.
        super().__init__([
            PictureRow(104, self._puppet, spare=True),
            TextRow(question.format(phone=claim.name, name=name), LARGE, face="strong", centred=True),
            *([TextRow(origin.format(name=name), centred=True)] if origin else []),
            TextRow(privacy_note.format(name=name), is_muted=True, centred=True),
            Button(_("No"), lambda: self.app.scenes.pop(1), go=True, sign="cross"),
            Button(_("Yes, that is {name}").format(name=name), lambda: self.app.scenes.pop(0)),
        ])  # fmt: skip

    def on_enter(self) -> None:
        """Start the time for an answer and play a sound."""
        self._since = self.app.now
        self.app.audio.play("join")

    def tick(self, now: float) -> bool:
        """Pop with None if the claim is gone, with 1 after `UNANSWERED` ms. Always returns False."""
        # The phone has disconnected, or another phone has the seat now.
        if self._claim not in self._party.claims:
            self.app.scenes.pop(None)
        elif now - self._since >= UNANSWERED:
            self.app.scenes.pop(1)
        return False

    def wake_times(self) -> Iterator[float]:
        """Yield the time at which the claim is refused."""
        # Phones must not wait if no player is at the computer.
        yield self._since + UNANSWERED

    def _puppet(self, painter: Painter, box: Box) -> None:
        """Draw the puppet of the claimed seat."""
        image = puppet(painter.assets, self._look, "idle", 0, 92, PuppetOutfit(rim=4.0, ground=False))
        painter.blit(image, box.centre[0], box.bottom + puppet_foot(92), "midbottom")

"""Dialog for the public address of the host's tunnel, and the entry of an address in a dialog."""

from __future__ import annotations

from functools import partial

from game.i18n import _
from game.party.public_address import MAX_LENGTH, read_public
from game.store.settings import ForwardedHeader
from game.ui.core import window
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.widgets import (
    Dialog,
    Element,
    Heading,
    LongTextField,
    ScreenKeyboard,
    TextRow,
    button,
    choice,
    text_field,
)


class AddressEntry:
    """Address that is typed or pasted in a dialog, and why it was refused."""

    def __init__(self, dialog: Dialog, text: str, limit: int = MAX_LENGTH) -> None:
        self._dialog, self.text, self._limit, self._why = dialog, text, limit, ""

    def rows(self, label: str) -> list[Element]:
        """Field for the address and, if it was refused, the reason."""
        field = text_field(
            label, self.text, self._write, partial(self._ask, label),
            fresh=self._dialog.fresh, limit=self._limit, look=LongTextField,
        )  # fmt: skip
        return [field, *([TextRow(self._why)] if self._why else [])]

    def buttons(self, go: Element, *ends: Element) -> list[Element]:
        """Button that uses the address, those to paste one and to go back, and ``ends`` between these."""
        back = button(_("Back"), self._dialog.app.scenes.pop, sign="left")
        return [go, button(_("Paste"), self._paste, sign="scroll"), *ends, back]

    def _write(self, text: str) -> None:
        """Set the text of the address."""
        self.text = text

    def _ask(self, label: str) -> None:
        """Let the player type the address on the on-screen keyboard."""

        def take(text: str | None) -> None:
            """Set the typed text; None changes nothing."""
            if text is not None:
                self.text, self._dialog.fresh = text, True

        self._dialog.app.scenes.push(ScreenKeyboard(label, self.text, self._limit), take)

    def _paste(self) -> None:
        """Take over the clipboard's text. Without any, keep the old text and show why."""
        pasted = " ".join((window.clipboard_text() or "").split())[: self._limit]
        self.text = pasted or self.text
        self._why = "" if pasted else _("There's no text on the clipboard.")

    def refuse(self, reason: str) -> None:
        """Show ``reason`` below the text, which stays, with a sound."""
        self._why = reason
        self._dialog.app.audio.play("refuse")


class PublicAddressDialog(Dialog):
    """Dialog for the public address of the host's tunnel."""

    width = 860.0
    is_menu = True

    def __init__(self, app: AppContext) -> None:
        public = app.phones.public
        self._forwarded_header = public.forwarded if public is not None else app.settings.forwarded
        self._entry = AddressEntry(self, public.origin if public is not None else app.settings.public)

    @property
    def title(self) -> str:
        return _("Public internet address")

    def rows(self) -> list[Element]:
        about = _("Your own tunnel lets guests join from elsewhere. Example: {address}")
        headers = [
            ("", _("nothing")),
            *((header.value, header.value) for header in ForwardedHeader if header),
        ]
        local_address = self.app.phones.status.join_info.home
        target = _("Point the tunnel at {address} on this computer.")
        target = (
            target.format(address=f"127.0.0.1:{local_address.rpartition(':')[2]}") if local_address else ""
        )
        warning = _("The tunnel's operator can read every card that passes through it.")
        is_used = self.app.phones.public is not None
        ends = [button(_("No public address"), self._end, sign="cross")] if is_used else []
        # two per row
        go = button(_("Let guests in"), self._begin, go=True, alone=not ends, sign="globe")
        return [
            Heading(self.title),
            TextRow(about.format(address="https://socks.example.org"), is_muted=True),
            *self._entry.rows(_("Address")),
            choice(_("Identify guests by"), headers, self._forwarded_header.value, self._choose),
            TextRow(_("Choose a header only if your tunnel sets it itself."), SMALL, is_muted=True),
            TextRow(" ".join(filter(None, (target, warning)))),
            *self._entry.buttons(go, *ends),
        ]

    def _choose(self, header: str) -> None:
        """Set the header that distinguishes guests."""
        self._forwarded_header = ForwardedHeader(header)

    def _begin(self) -> None:
        """Use the typed address, or show that it is invalid."""
        public = read_public(self._entry.text, self._forwarded_header)
        if public is None:
            self._entry.refuse(_("An address is https:// and a name, with nothing after it."))
        else:
            self._use(public.origin)

    def _end(self) -> None:
        """Remove the public address."""
        self._forwarded_header = ForwardedHeader.NONE
        self._use("")

    def _use(self, address: str) -> None:
        """Save and apply the public address and the header, and close the dialog; "" for no address."""
        self.app.update_settings(public=address, forwarded=self._forwarded_header.value)
        self.app.phones.set_public_address()
        self.app.scenes.pop()

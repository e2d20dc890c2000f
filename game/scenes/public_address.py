"""Dialog for an address, and the one for the public address of the host's tunnel."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from game.i18n import _
from game.party.public_address import LONGEST, read_public
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


class AddressDialog(Dialog):
    """Dialog for an address, typed or pasted."""

    width = 860.0
    is_menu = True
    most = LONGEST

    def __init__(self, text: str) -> None:
        self._text, self._why = text, ""

    @property
    def label(self) -> str:
        """Label of the field: the title by default."""
        return self.title

    @abstractmethod
    def about(self) -> str:
        """Return the explanation above the address."""

    @abstractmethod
    def more(self) -> Sequence[Element]:
        """Return the rows below the address."""

    @abstractmethod
    def ways(self) -> Sequence[Element]:
        """Return the button before Paste, and those between Paste and Back."""

    def rows(self) -> list[Element]:
        go, *ends = self.ways()
        text = text_field(
            self.label, self._text, self._write, self._ask,
            fresh=self.fresh, limit=self.most, look=LongTextField,
        )  # fmt: skip
        return [
            Heading(self.title),
            TextRow(self.about(), is_muted=True),
            text,
            *([TextRow(self._why)] if self._why else []),
            *self.more(),
            go,
            button(_("Paste"), self._paste, sign="scroll"),
            *ends,
            button(_("Back"), self.app.scenes.pop, sign="left"),
        ]

    def _write(self, text: str) -> None:
        """Set the text of the address."""
        self._text = text

    def _ask(self) -> None:
        """Let the player type the address on the on-screen keyboard."""

        def take(text: str | None) -> None:
            """Set the typed text; None changes nothing."""
            if text is not None:
                self._text, self.fresh = text, True

        self.app.scenes.push(ScreenKeyboard(self.label, self._text, self.most), take)

    def _paste(self) -> None:
        """Take over the clipboard's text. Without any, keep the old text and show why."""
        pasted = " ".join((window.clipboard_text() or "").split())[: self.most]
        self._text = pasted or self._text
        self._why = "" if pasted else _("There is no text on the clipboard.")

    def refuse(self, reason: str) -> None:
        """Show ``reason`` below the text, which stays, with a sound."""
        self._why = reason
        self.app.audio.play("refuse")


class PublicAddressDialog(AddressDialog):
    """Dialog for the public address of the host's tunnel."""

    def __init__(self, app: AppContext) -> None:
        public = app.phones.public
        self._forwarded_header = public.forwarded if public is not None else app.settings.forwarded
        super().__init__(public.origin if public is not None else app.settings.public)

    @property
    def title(self) -> str:
        return _("Public address")

    @property
    def label(self) -> str:
        return _("Address")

    def about(self) -> str:
        sentence = _("A tunnel of yours lets guests in from elsewhere, as in {address}.")
        return sentence.format(address="https://socks.example.org")

    def more(self) -> list[Element]:
        headers = [
            ("", _("nothing")),
            *((header.value, header.value) for header in ForwardedHeader if header),
        ]
        local_address = self.app.phones.status.join_info.home
        target = _("The tunnel has to lead to {address} on this computer.")
        target = (
            target.format(address=f"127.0.0.1:{local_address.rpartition(':')[2]}") if local_address else ""
        )
        warning = _("Whoever runs the tunnel can read every card that goes through it.")
        return [
            choice(_("Guests are told apart by"), headers, self._forwarded_header.value, self._choose),
            TextRow(_("Choose a header only if your tunnel writes it itself."), SMALL, is_muted=True),
            TextRow(" ".join(filter(None, (target, warning)))),
        ]

    def ways(self) -> list[Element]:
        """Button that uses the address and, if one is in use, the one that removes it."""
        is_used = self.app.phones.public is not None
        ends = [button(_("No public address"), self._end, sign="cross")] if is_used else []
        # two per row
        return [button(_("Let guests in there"), self._begin, go=True, alone=not ends, sign="globe"), *ends]

    def _choose(self, header: str) -> None:
        """Set the header that distinguishes guests."""
        self._forwarded_header = ForwardedHeader(header)

    def _begin(self) -> None:
        """Use the typed address, or show that it is invalid."""
        public = read_public(self._text, self._forwarded_header)
        if public is None:
            self.refuse(_("An address is https:// and a name with nothing behind it."))
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

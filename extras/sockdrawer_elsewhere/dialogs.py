"""Dialogs for friends elsewhere, who join by a link through a relay.

`RelayInviteDialog` first explains, in every party, what a relay can see and what is encrypted. No connection
is made before the host agrees (`FriendsElsewhere.set_enabled`). A guest who can only type gets a PIN, and the
host compares three socks with the guest's phone (`SasDialog`).
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from game.i18n import _
from game.scenes.phone_join import code_row
from game.scenes.public_address import AddressEntry
from game.ui.art.knits import SOCK_ROOM, knit_sock, odd
from game.ui.core import window
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.theme import LARGE
from game.ui.widgets import (
    Dialog,
    Element,
    ElementKey,
    Heading,
    PictureRow,
    TextRow,
    button,
    confirm,
)
from sockdrawer_elsewhere.friends import FriendsElsewhere, friends_of, in_threes, named_relay, state_words
from sockdrawer_elsewhere.relay_invite import (
    RELAY_OFF,
    PinRejection,
    RelayAddress,
    RelayState,
    RelayStatus,
    SasPrompt,
    Sock,
    read_relay,
)

MAX_ADDRESS_LENGTH = 400  # largest length of a relay's address with its page


class RelayAddressDialog(Dialog):
    """Dialog for the address of a relay, which forwards encrypted messages."""

    width = 860.0
    is_menu = True

    def __init__(self, app: AppContext) -> None:
        self._entry = AddressEntry(self, app.settings.relay, MAX_ADDRESS_LENGTH)

    @property
    def title(self) -> str:
        return _("Relay")

    def rows(self) -> list[Element]:
        about = _("A relay passes sealed messages on to friends elsewhere. Example: {address}")
        ends = [button(_("No relay"), lambda: self.use(""), sign="cross")] if self.app.settings.relay else []
        go = button(_("Use this relay"), self._begin, go=True, alone=not ends, sign="globe")
        return [
            Heading(self.title),
            TextRow(about.format(address="wss://relay.example.org"), is_muted=True),
            *self._entry.rows(self.title),
            TextRow(_("Nothing connects until you turn on Friends elsewhere in a lobby.")),
            *self._entry.buttons(go, *ends),
        ]

    def _begin(self) -> None:
        """Use the typed relay, or show that it is invalid."""
        if read_relay(self._entry.text) is None:
            self._entry.refuse(_("A relay is wss:// plus a name."))
        else:
            self.use(self._entry.text.strip())

    def use(self, relay: str) -> None:
        """Save the address of the relay, "" for no relay, and close the dialog."""
        self.app.update_settings(relay=relay)
        self.app.scenes.pop()


def relay_name(relay: RelayAddress) -> str:
    """Return the host name of a relay, with its port if it has one."""
    return urlsplit(relay.line).netloc


LINK_QR_SIZE = 164.0  # units, size of the link's QR code


class InviteKey(ElementKey):
    """Keys of the buttons of an invitation."""

    GO = "go"  # the green one
    PIN = "pin"
    NEW = "new"
    OPEN = "open"
    CLOSE = "close"
    DONE = "done"


class RelayInviteDialog(Dialog):
    """Dialog that invites remote guests: first the consent, then link, QR code and PIN."""

    width = 700.0
    is_menu = True
    focus = InviteKey.GO

    def __init__(self, on_tick: Callable[[float], None] = lambda _now: None) -> None:
        """``on_tick`` is called with the time in ms in every tick, so that the lobby below continues."""
        self._meanwhile, self._message = on_tick, ""
        """Message about the last press."""

    def on_enter(self) -> None:
        """Read the state of the relay."""
        self._far = self._status()

    @property
    def _friends(self) -> FriendsElsewhere | None:
        """Friends elsewhere of the party, None once it is closed."""
        return friends_of(self.app.phones.party)

    def _status(self) -> RelayStatus:
        """Present state of the connection to the relay."""
        friends = self._friends
        return friends.status if friends is not None else RELAY_OFF

    def on_result(self, result: object) -> None:
        """Take over another relay; ignores the result."""
        self._follow()

    def _follow(self) -> None:
        """Focus the green button if the focused one is gone, and lay out."""
        if self.focus not in (row.key for row in self.keyed_rows()):
            self.focus = InviteKey.GO
        self.on_layout()
        self.needs_redraw = True

    def rows(self) -> list[Element]:
        needs_consent = self._far.state in (RelayState.OFF, RelayState.UNSET)
        return self._consent_rows() if needs_consent else self._invite_rows()

    def _consent_rows(self) -> list[Element]:
        """Rows that explain the relay before the first connection."""
        back = button(_("Back"), self.app.scenes.pop, sign="left")
        head, relay = Heading(_("Friends elsewhere")), named_relay(self.app.settings.relay)
        if relay is None:
            return [
                head,
                TextRow(
                    _(
                        "Friends in another place join with a link. A computer called a "
                        "relay passes sealed messages on. No relay is set yet."
                    )
                ),
                button(_("Set a relay"), self._name_relay, key=InviteKey.GO, go=True, sign="globe"),
                back,
            ]
        page = urlsplit(relay.page).netloc
        return [
            head,
            TextRow(
                _(
                    "Friends in another place join with a link. {relay}, a computer on the "
                    "internet, passes sealed messages on. It sees that you play, when, and "
                    "your addresses. Cards, names and texts are sealed."
                ).format(relay=relay_name(relay))
            ),
            TextRow(
                _(
                    "The page behind the link comes from {page}. Its owner could change it "
                    "and then read what your friends read. Use one you trust."
                ).format(page=page),
                is_muted=True,
            ),
            button(_("Let friends in"), self._let_in, key=InviteKey.GO, go=True, sign="globe"),
            back,
            button(_("Another relay"), self._name_relay, alone=True, sign="globe"),
        ]

    def _invite_rows(self) -> list[Element]:
        """Rows with the link, its QR code and the PIN, or the state of the relay."""
        relay, pop = self._far, self.app.scenes.pop
        is_usable = relay.state not in (RelayState.MISSING, RelayState.ELSEWHERE)
        pin_rows = [TextRow(_("Or they type {number} at {page}").format(
            number=in_threes(relay.pin), page=urlsplit(relay.link).netloc), face="strong", centred=True)
        ] if relay.pin else []  # fmt: skip
        is_open = relay.state is RelayState.OPEN
        state_text = "" if is_open and pin_rows else state_words(relay)
        message = self._message or (self._rejection_sentence(relay.late) if is_open else "")
        pin_label = _("No number") if relay.pin else _("A number to type")
        return [
            Heading(_("Friends elsewhere")),
            *([code_row(relay.qr, LINK_QR_SIZE)] if relay.qr and is_usable else []),
            *([TextRow(message or state_text, centred=True, is_muted=not message)]
              if message or state_text else []),
            *([TextRow(_("Install it with {command}, or play with the phones in this room.").format(
                command='pip install "sock-drawer[far]"'), centred=True)]
              if relay.state is RelayState.MISSING else []),
            *pin_rows,
            *([
                button(_("Copy the link"), self._copy, key=InviteKey.GO, go=True, alone=False, sign="share"),
                button(pin_label, self._toggle_pin, key=InviteKey.PIN,
                       sign="cross" if relay.pin else "keyboard"),
                button(_("New link"), self._ask_new, key=InviteKey.NEW, sign="restart"),
            ] if is_usable else []),
            *([button(_("Open it here"), self._let_in, key=InviteKey.OPEN, sign="globe")]
              if relay.state is RelayState.ELSEWHERE else []),
            button(_("Stop letting friends in"), self._close_relay, key=InviteKey.CLOSE, sign="lock"),
            button(_("Done"), pop, key=InviteKey.DONE if is_usable else InviteKey.GO, alone=False,
                   go=not is_usable, sign="tick"),
        ]  # fmt: skip

    def _rejection_sentence(self, rejection: PinRejection) -> str:
        """Return the reason why the PIN was withdrawn or a guest was not let in; "" for none."""
        match rejection:
            case PinRejection.OFTEN:
                return _("The number was typed too often and nobody was let in, so it has "
                         "expired. Get a new one, or send the link.")  # fmt: skip
            case PinRejection.UNTYPED:
                return _("Nobody has typed the number for a while, so it has expired. Get "
                         "a new one, or send the link.")  # fmt: skip
            case PinRejection.UNCOMPARED:
                return _("Someone typed the number, but nobody here compared the socks in "
                         "time. They can type it again.")  # fmt: skip
        return ""

    def tick(self, now: float) -> bool:
        """Call ``on_tick``, follow the relay, and pop once the party is closed. Always returns False."""
        self._meanwhile(now)
        if self._far != (status := self._status()):
            if self._far.late is not status.late:
                self._message = ""
            self._far = status
            self._follow()
        if not self.app.phones.is_open:
            self.app.scenes.pop()
        return False

    def _name_relay(self) -> None:
        """Open the dialog for the address of a relay."""
        self.app.audio.play("confirm")
        self.app.open_scene("relay_address", self.app)

    def _let_in(self) -> None:
        """Enable the relay, so that friends elsewhere can join."""
        self.app.audio.play("confirm")
        self._set_enabled(on=True)

    def _close_relay(self) -> None:
        """Disable the relay and close the dialog."""
        self.app.audio.play("back")
        self._set_enabled(on=False)
        self.app.scenes.pop()

    def _set_enabled(self, *, on: bool) -> None:
        """Start or stop admitting friends elsewhere through the relay of the settings."""
        if (friends := self._friends) is not None:
            friends.set_enabled(on=on, relay=self.app.settings.relay)

    def _copy(self) -> None:
        """Copy the link to the clipboard, or show it if that fails."""
        is_copied = window.put(self._far.link)
        self.app.audio.play("confirm" if is_copied else "refuse")
        # Without a clipboard, show the link.
        self._show_message(
            _("The link is on the clipboard. Anyone who has it can join.") if is_copied else self._far.link
        )

    def _toggle_pin(self) -> None:
        """Request a PIN, or withdraw the current one."""
        if (friends := self._friends) is not None:
            self.app.audio.play("confirm")
            friends.request_pin(requested=not self._far.pin)

    def _ask_new(self) -> None:
        """Make a new link, after a confirmation."""

        def change() -> None:
            """Make a new link, which replaces the old one, and say so."""
            if (friends := self._friends) is not None:
                friends.new_link()
                self._show_message(_("There's a new link. The old one no longer works."))

        more = _("Anyone who joined with the old one needs the new one.")
        confirm(self.app, _("A new link?"), (_("Back"), _("New link")), change, more)

    def _show_message(self, message: str) -> None:
        """Show a message in the rows."""
        self._message = message
        self._follow()


SOCK_HEIGHT = 128.0  # units, height of a sock


class SasDialog(Dialog):
    """Compares the socks of a guest's phone (no man in the middle). Popped with 0: yes, 1: no, None: gone."""

    is_interrupting = True
    cancelled = 1

    def __init__(self, friends: FriendsElsewhere, prompt: SasPrompt) -> None:
        self._friends, self._ask = friends, prompt

    def rows(self) -> list[Element]:
        # No is the default, so that a hasty press lets no guest in.
        return [
            TextRow(_("Someone elsewhere has typed the number. Does their phone show these socks?"), LARGE,
                  face="strong", centred=True),
            PictureRow(SOCK_HEIGHT + 56, self._draw),
            TextRow(_("Ask them to read out all three, in order. If any differ, someone is "
                      "intercepting the connection."), is_muted=True, centred=True),
            button(_("No"), lambda: self.app.scenes.pop(1), go=True, sign="cross"),
            button(_("Yes, all three"), lambda: self.app.scenes.pop(0), sign="tick"),
        ]  # fmt: skip

    def on_enter(self) -> None:
        """Play a sound."""
        self.app.audio.play("join")

    def tick(self, now: float) -> bool:
        """Pop with None if the request is gone. Always returns False."""
        if self._ask not in self._friends.status.prompts:
            self.app.scenes.pop(None)
        return False

    def _draw(self, painter: Painter, box: Box) -> None:
        """Draw the three socks with their numbers."""
        step = min(170.0, box.w / 3)
        for place, sock in enumerate(self._ask.socks):
            x = box.centre[0] + (place - 1) * step
            image = knit_sock(painter.assets, odd(*sock), SOCK_HEIGHT)
            painter.blit(image, x, box.y + SOCK_HEIGHT / 2 + SOCK_ROOM, "center")
            style = TextStyle(STRONG)
            painter.text(sock_number(sock), x, box.y + SOCK_HEIGHT + 34, LARGE, style, anchor="center")


def sock_number(sock: Sock) -> str:
    """Return a sock as two numbers from 1, as “3·5”, for players who cannot see it or its colour."""
    return f"{sock[0] + 1}·{sock[1] + 1}"

"""Friends elsewhere, attached to a party: its invitation, and the state of its connection to the relay.

The window thread calls everything but `begin`, `end` and `on_closed`. Values that both threads use are
replaced as a whole.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from game.i18n import _
from game.log import log
from game.party.doors import OtherDoor
from game.party.party import Party
from sockdrawer_elsewhere.relay_invite import (
    RELAY_OFF,
    RELAY_VARIABLE,
    RelayAddress,
    RelayInvite,
    RelayState,
    RelayStatus,
    SasPrompt,
    letters,
    read_relay,
    secret_of,
)

if TYPE_CHECKING:
    from game.party.server import PartyServer
    from sockdrawer_elsewhere.relay_client import RelayClient


class FriendsElsewhere:
    """Attachment of a party that lets friends in through a relay, once the host has agreed.

    Attributes:
        status: snapshot of the connection to the relay.
    """

    name = "elsewhere"

    def __init__(self, party: Party, on_prompt: Callable[[SasPrompt], object] = lambda _prompt: None) -> None:
        """``on_prompt`` is called in the window thread with each question that becomes the first one."""
        self._party, self._on_prompt = party, on_prompt
        self.status = RELAY_OFF
        self._invitation: RelayInvite | None = None
        """Last invitation. None until remote friends were first wanted."""
        self._relay: RelayAddress | None = None
        """Relay that is called while the party is open."""
        self._prompt: SasPrompt | None = None  # last one that ``on_prompt`` was called with
        self._server: PartyServer | None = None
        self._client: RelayClient | None = None

    # The window thread.

    @property
    def door(self) -> OtherDoor:
        """The door as screens show it."""
        status = self.status
        is_off, is_open = status.state is RelayState.OFF, status.state is RelayState.OPEN
        words = state_words(status)
        return OtherDoor(
            _("Friends elsewhere"),
            _("Friends elsewhere: off") if is_off else _("Friends elsewhere: on"),
            "relay_invite",
            words,
            _("Link and number") if is_open else words,
            status.link,
            status.qr,
            in_threes(status.pin),
            is_open,
        )

    def set_enabled(self, *, on: bool, relay: str = "") -> None:
        """Connect to a relay while the party is open, so that remote friends can join by a link; or stop.

        Off in the beginning, also in a party restored with a match. Its link stays the same once it is on.
        The relay comes from the environment (`RELAY_VARIABLE`) or from ``relay``. See `RelayState` for the
        result.
        """
        self._relay = named_relay(relay) if on else None
        if self._relay is not None and self._invitation is None:
            self._invitation = RelayInvite()
        if on and self._relay is None:
            self._set_status(RelayStatus(RelayState.UNSET))
        elif not self._party.is_open:
            self._set_status(RELAY_OFF)
        self._reconnect()

    def new_link(self) -> None:
        """Replace the invitation link. The old one stops working and its guests are disconnected."""
        if self._invitation is not None:
            self._invitation = self._invitation.next
            self._reconnect()

    def request_pin(self, *, requested: bool) -> None:
        """Request a PIN from the relay for people who can only type, or return it. See `RelayStatus.pin`."""
        self._ask(lambda client: client.lend(requested=requested))

    def answer_prompt(self, number: int, *, admitted: bool) -> None:
        """Report if the socks of a `SasPrompt` match. The phone gets the link only if ``admitted``."""
        self._ask(lambda client: client.decide(number, admitted=admitted))

    def tick(self) -> None:
        """Call ``on_prompt`` if another question is the first one now."""
        prompts = self.status.prompts
        if self._prompt not in prompts:
            self._prompt = next(iter(prompts), None)
            if self._prompt is not None:
                self._on_prompt(self._prompt)

    def dump_state(self) -> str:
        """Secret of the invitation. Empty without one."""
        return letters(self._invitation.secret) if self._invitation is not None else ""

    def restore_state(self, saved: str) -> None:
        """Take over a saved secret, unless friends are already let in by another."""
        secret = secret_of(saved)
        if secret and self._relay is None:
            self._invitation = RelayInvite(secret)

    def _ask(self, ask: Callable[[RelayClient], object]) -> None:
        """Run a call on the relay client in the server thread, if there is one then."""
        server = self._server
        if server is not None:
            server.soon(lambda: ask(self._client) if self._client is not None else None)

    def _reconnect(self) -> None:
        """Connect to the present relay, or to none. Does nothing before the first invitation."""
        server = self._server
        if server is not None and self._invitation is not None:
            server.soon(lambda: server.run(self._connect()))

    def _set_status(self, status: RelayStatus) -> None:
        """Replace the status, and wake the window."""
        log("extras", "relay %s", status.state.name)
        self.status = status
        self._party.wake()

    # The server thread.

    async def begin(self, server: PartyServer) -> None:
        """Connect to the relay, if one is wanted."""
        self._server = server
        if self._invitation is not None:
            await self._connect()

    async def end(self) -> None:
        """Disconnect from the relay."""
        self._server = None
        client, self._client = self._client, None
        if client is not None:
            await client.end()

    def on_closed(self) -> None:
        """Set the status to off, unless it says that no relay is named."""
        self._server = self._client = None
        if self.status.state is not RelayState.UNSET:
            self._set_status(RELAY_OFF)

    async def _connect(self) -> None:
        """Replace the relay client by a new one, or by none, and set the status."""
        relay, invitation, server = self._relay, self._invitation, self._server
        if server is None or invitation is None:
            return
        old, self._client = self._client, None
        status = RELAY_OFF
        if relay is not None:
            from game.party.server import modules

            link = invitation.link(relay)
            status = RelayStatus(RelayState.CALLING, link, modules(link))
            try:
                if relay.is_safe:
                    import ssl  # noqa: F401 - a packed program has none

                from sockdrawer_elsewhere.relay_client import RelayClient

                self._client = RelayClient(
                    relay,
                    invitation,
                    server.pool,
                    lambda path: served_file(server, path),
                    server.guest_code,
                    status,
                    self._set_status,
                )
                self._client.begin()
            except ImportError as error:
                status = replace(RELAY_OFF, state=RelayState.MISSING, trouble=str(error))
        self._set_status(status)
        if old is not None:
            await old.end()


def served_file(server: PartyServer, path: str) -> bytes | None:
    """Gzipped file for a remote phone, or None. ``/all`` bundles all files that the page begins with."""
    from sockdrawer_elsewhere.first_files import bundle

    return bundle() if path == "/all" else server.gzipped_file(path)


def friends_of(party: Party | None) -> FriendsElsewhere | None:
    """Attachment of a party, None without a party."""
    attachments = party.attachments if party is not None else ()
    return next((found for found in attachments if isinstance(found, FriendsElsewhere)), None)


def named_relay(setting: str) -> RelayAddress | None:
    """Relay of the environment or of the settings. None if neither names one, or the name is invalid."""
    return read_relay(os.environ.get(RELAY_VARIABLE) or setting)


def state_words(status: RelayStatus) -> str:
    """Sentence about the state of the relay connection, translated; empty if it is off."""
    match status.state:
        case RelayState.UNSET:
            return _("No relay is set yet.")
        case RelayState.MISSING:
            return _("This copy can't seal messages without {name}.").format(name="cryptography")
        case RelayState.CALLING:
            return _("Connecting to relay…")
        case RelayState.OPEN:
            return _("Open to friends elsewhere")
        case RelayState.LOST:
            return _("The relay can't be reached. You can keep playing here.")
        case RelayState.REFUSED:
            return _("The relay refused ({why}). You can keep playing here.").format(why=status.trouble)
        case RelayState.ELSEWHERE:
            return _("Another computer has this link open now.")
    return ""


def in_threes(number: str) -> str:
    """The text with a space after its third digit, for six digits; empty for an empty one."""
    return f"{number[:3]} {number[3:]}".strip()

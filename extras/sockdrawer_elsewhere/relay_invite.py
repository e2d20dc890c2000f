"""Invitation of remote friends (relay, room, key), and the status of the connection to the relay.

Nothing here needs a network or `cryptography`, so the window can use it before a relay is switched on.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

VERSION = "1"  # first letter of an invitation: version of its format and of the encryption
RELAY_VARIABLE = "SOCK_DRAWER_RELAY"  # environment variable with the relay's address; overrides the setting
KEY_SIZE, PROOF_SIZE, ROOM_SIZE = 15, 16, 9  # bytes
SECRET_SIZE = KEY_SIZE + PROOF_SIZE
MAX_ADDRESS_LENGTH = 400  # letters of a relay's address, as it appears in a link and its QR code
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_NAME = rf"{_LABEL}(?:\.{_LABEL})*"
_HERE = r"(?:127\.0\.0\.1|localhost)"
_REST = r"(?::[0-9]{1,5})?(?:/[\w.~/-]*)?"
_PORT = re.compile(r":([0-9]+)")
_RELAY = re.compile(rf"(?P<safe>wss?)://(?P<rest>(?:(?<=wss://){_NAME}|{_HERE}){_REST})", re.ASCII)
_PAGE = re.compile(rf"(?:https://{_NAME}|http://{_HERE}){_REST}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RelayAddress:
    """Address of a relay, and of the page from which friends load the decrypting script."""

    line: str
    """WebSocket address for host and phones, ``wss://relay.example/line``."""
    page: str
    """Beginning of all links, ``https://relay.example/``."""

    @property
    def is_safe(self) -> bool:
        """True if the relay is called with TLS."""
        return self.line.startswith("wss:")


def read_relay(text: str) -> RelayAddress | None:
    """Parse a setting, ``wss://relay.example [page's address]``. None if it is not valid.

    Without TLS only this computer is accepted, for tests, because browsers do not encrypt on an insecure page
    elsewhere.
    """
    line, _, page = text.strip().partition(" ")
    parts, page = _RELAY.fullmatch(line), page.strip()
    if parts is None or (page and _PAGE.fullmatch(page) is None) or len(text) > MAX_ADDRESS_LENGTH:
        return None
    if any(int(port) >= 2**16 for port in _PORT.findall(text)):
        return None
    default_page = f"{parts['safe'].replace('ws', 'http')}://{parts['rest']}"
    return RelayAddress(f"{line.rstrip('/')}/line", f"{(page or default_page).rstrip('/')}/")


def letters(data: bytes) -> str:
    """URL-safe base64 of bytes, without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_secret(text: str) -> bool:
    """True if this has the saved form of an invitation's secret: 42 letters of URL-safe base64."""
    return re.fullmatch(r"[\w-]{42}", text, re.ASCII) is not None


def secret_of(text: str) -> bytes:
    """Decode a saved secret to bytes. Empty if it is not valid."""
    return base64.urlsafe_b64decode(text + "==") if is_secret(text) else b""


def room_of(proof: bytes) -> str:
    """Name of the room whose host owns this proof: 12 letters, from which the proof cannot be derived."""
    return letters(hashlib.sha256(proof).digest()[:ROOM_SIZE])


class RelayInvite:
    """Room at the relay, and its key.

    Attributes:
        key: secret of both ends, unknown to the relay.
        proof: secret by which the host proves to the relay that the room is its own.
        room: name of the room.
        words: part of a link behind ``#``, 33 letters.
    """

    def __init__(self, secret: bytes = b"") -> None:
        """Create an invitation from a saved secret, or a new one."""
        self.secret = secret or secrets.token_bytes(SECRET_SIZE)
        self.key, self.proof = self.secret[:KEY_SIZE], self.secret[KEY_SIZE:]
        self.room = room_of(self.proof)
        self.words = VERSION + self.room + letters(self.key)

    @cached_property
    def next(self) -> RelayInvite:
        """New invitation that replaces this one when the host asks for a new link. Always the same."""
        return RelayInvite()

    @property
    def mark(self) -> str:
        """Hash by which far.js recognises `words`: 32 decimal numbers with commas."""
        return ",".join(map(str, hashlib.sha256(self.words.encode()).digest()))

    @staticmethod
    def key_in(secret: str) -> bytes:
        """Key, as bytes, in the part of a link behind ``#``."""
        return base64.urlsafe_b64decode(secret[1 + ROOM_SIZE * 4 // 3 :])

    def link(self, relay: RelayAddress) -> str:
        """Link to the relay's page with the invitation behind ``#``."""
        return f"{relay.page}#{self.words}"


class RelayState(StrEnum):
    """State of the connection to the relay."""

    OFF = "off"
    UNSET = "unset"  # no relay is configured
    MISSING = "missing"
    """`cryptography` is not installed, or TLS is needed by a program without it."""
    CALLING = "calling"
    OPEN = "open"
    LOST = "lost"
    """The relay is unreachable; the client keeps reconnecting."""
    REFUSED = "refused"
    """The relay refuses the connection, but is tried again; `RelayStatus.trouble` has its message."""
    ELSEWHERE = "elsewhere"
    """Another program uses this invitation, for example after the match was resumed on another computer."""


class PinRejection(StrEnum):
    """Reason why a PIN was given back, or a guest was turned away, without the host's decision."""

    NOT = ""
    OFTEN = "often"  # typed too often without a guest admitted
    UNTYPED = "untyped"  # not typed in time
    UNCOMPARED = "uncompared"  # the socks were not compared in time; the PIN stays valid


Sock = tuple[int, int]  # colour and pattern, each as the number of the seat that wears it


@dataclass(frozen=True, slots=True)
class SasPrompt:
    """Question to the host: does the phone of a guest who typed the PIN show these socks?"""

    number: int  # unique during the evening
    socks: tuple[Sock, ...]  # three, left to right


@dataclass(frozen=True, slots=True)
class RelayStatus:
    """Consistent snapshot of the relay connection."""

    state: RelayState = RelayState.OFF
    link: str = ""
    """Empty without an invitation. Already set while the relay is being called."""
    qr: tuple[tuple[bool, ...], ...] = ()
    trouble: str = ""
    """Message of the relay or the system if it is unreachable or refuses."""
    pin: str = ""
    """Six digits for guests who can only type, while the relay lends them."""
    late: PinRejection = PinRejection.NOT
    """Fate of the last PIN or of a guest who typed it. Reset with the next PIN or guest."""
    prompts: Sequence[SasPrompt] = ()
    """Socks to compare, longest waiting first; see `Party.answer_sas_prompt`."""


RELAY_OFF = RelayStatus()  # of a party without remote friends
